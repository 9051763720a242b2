"""Formats of public collections of which an import once lost something.

All samples are our own, written in those shapes.
"""

from __future__ import annotations

from typing import Any

from tests.exchange.samples import number_actor

from shieldwall.exchange.creature_draft import plain_dice
from shieldwall.exchange.foundry_vtt.foundry import read_actor
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import STATBLOCK, kind_of
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.statblock import read_block


def actor_form(actor: dict[str, Any]) -> dict[str, Any]:
    return dict(read_actor(actor, Report()).form())


def form_of(text: str) -> dict[str, Any]:
    (part,) = split_blocks(text, "p")
    return read_block(part)[0].form()


def forms_of(text: str) -> dict[str, dict[str, Any]]:
    drafts = [read_block(part)[0] for part in split_blocks(text, "p")]
    return {draft.name: draft.form() for draft in drafts}


# Foundry's dnd5e of today.


def activity(kind: str, activation: str = "action", **more: Any) -> dict[str, Any]:
    return {"type": kind, "activation": {"type": activation}, **more}


def item(name: str, kind: str, told: str = "", number: str = "", **facts: Any) -> dict[str, Any]:
    activities = facts.pop("activities", [])
    system = {"description": {"value": told}, **facts}
    system["activities"] = {f"act{place}": each for place, each in enumerate(activities)}
    return {"_id": number or name.lower(), "name": name, "type": kind, "system": system}


def blow(name: str, dice: tuple[int, int], harm: str, activation: str = "action") -> dict[str, Any]:
    base = {"number": dice[0], "denomination": dice[1], "types": [harm]}
    return item(
        name,
        "weapon",
        damage={"base": base},
        range={"reach": 10},
        activities=[activity("attack", activation, attack={"type": {"value": "melee"}})],
    )


def mire_drake(*more: dict[str, Any]) -> dict[str, Any]:
    scores = {"str": 18, "dex": 10, "con": 18, "int": 6, "wis": 10, "cha": 10}
    return {
        "name": "Mire Drake",
        "type": "npc",
        "system": {
            "abilities": {key: {"value": value} for key, value in scores.items()},
            "attributes": {
                "hp": {"max": 90, "formula": "12d10 + 24"}, "ac": {"flat": 16},
                "movement": {"walk": 30, "units": "ft"},
            },
            "details": {"type": {"value": "dragon"}, "cr": 8},
            "traits": {"size": "lg"},
        },
        "items": [blow("Bite", (2, 8), "piercing"), blow("Claw", (1, 8), "slashing"), *more],
    }  # fmt: skip


def test_the_links_of_a_multiattack_name_its_blows() -> None:
    told = (
        "<p>The drake makes three attacks: one with its [[/item .bite]]{bite} and two with its "
        "[[/item .claw]]{claws}.</p>"
    )
    actor = mire_drake(item("Multiattack", "feat", told, activities=[activity("utility")]))
    assert actor_form(actor)["routine"] == ["bite", "claw", "claw"]
    bare = "<p>The drake makes two [[/item Claw]] attacks.</p>"
    actor = mire_drake(item("Multiattack", "feat", bare, activities=[activity("utility")]))
    assert actor_form(actor)["routine"] == ["claw", "claw"]
    by_id = "<p>The drake makes two [[/item .claw]] attacks.</p>"
    actor = mire_drake(item("Multiattack", "feat", by_id, activities=[activity("utility")]))
    assert actor_form(actor)["routine"] == ["claw", "claw"]


def test_a_legendary_blow_is_no_attack_of_its_turn() -> None:
    draft = read_actor(
        mire_drake(blow("Tail Attack", (3, 8), "bludgeoning", "legendary")), Report()
    )
    natural = dict[str, Any](draft.form())["natural"]
    assert [weapon["name"] for weapon in natural] == ["bite", "claw"]
    assert [left.topic for left in draft.left] == ["legendary actions"]


def test_a_charge_adds_dice_and_is_no_power() -> None:
    harm = activity("damage", "", damage={"parts": [{"number": 2, "denomination": 6}]})
    told = (
        "<p>If the drake moves at least 20 feet straight toward a target and then hits it with a "
        "bite attack on the same turn, the target takes an extra [[/damage average]] damage. It "
        "must succeed on a [[/save]] saving throw or be knocked prone.</p>"
    )
    save = activity("save", "", save={"ability": ["str"], "dc": {"formula": "13"}})
    draft = read_actor(mire_drake(item("Charge", "feat", told, activities=[harm, save])), Report())
    form = draft.form()
    assert form["charge-dice"] == 1
    assert "powers" not in form
    assert [left.topic for left in draft.left] == ["what hits do"]


def test_a_power_on_one_creature_keeps_its_range_and_its_own_difficulty() -> None:
    drain = activity(
        "save",
        range={"value": 30, "units": "ft"},
        target={"affects": {"count": "1", "type": "creature"}},
        save={"ability": ["con"], "dc": {"calculation": "con", "formula": "11"}},
        damage={"onSave": "half", "parts": [{"number": 3, "denomination": 6, "types": ["cold"]}]},
    )
    told = "<p>One creature within [[lookup @range.value activity=act0]] feet.</p>"
    draft = read_actor(mire_drake(item("Drain Heat", "feat", told, activities=[drain])), Report())
    (power,) = dict[str, Any](draft.form())["powers"]
    assert (power["aim"], power["range"]) == ("creatures", 30)
    # 8, a proficiency of 3 for challenge 8, and 4 for a constitution of 18.
    assert any("DC 15" in note and "within 30 feet" in note for note in draft.notes)


def test_a_hit_that_needs_a_run_is_told_and_not_given() -> None:
    text = (
        "Moor Runner\nLarge Beast, Unaligned\nAC 13\nHP 30 (4d10 + 8)\nSpeed 50 ft.\n"
        "STR 16 +3 +3 DEX 12 +1 +1 CON 14 +2 +2\nINT 2 -4 -4 WIS 12 +1 +1 CHA 5 -3 -3\nCR 2\n"
        "Actions\nClaws. Melee Attack Roll: +5, reach 5 ft. Hit: 7 (1d8 + 3) Slashing damage. If "
        "the target is Large or smaller and the beast moved 30+ feet straight toward it just "
        "before the hit, the target has the Prone condition."
    )
    draft, _ = read_block(text)
    assert draft.attacks[0].riders == []
    assert [left.topic for left in draft.left] == ["what hits do"]


# Without Number in Foundry.


def spell(name: str) -> dict[str, Any]:
    told = "Duration: Instant Range: Touch. Cures paralysis: paralysing effects are negated."
    return {"name": name, "type": "item", "system": {"description": told}}


def test_a_spell_written_as_an_item_is_no_venom() -> None:
    actor = number_actor()
    actor["items"] = [*actor["items"], spell("Free Limbs")]
    draft = read_actor(actor, Report())
    assert all(not attack.riders for attack in draft.attacks)
    assert ("spells", "Free Limbs") in [(left.topic, left.text) for left in draft.left]


def test_the_same_weapon_twice_is_one() -> None:
    gun = {"name": "Frag Bomb", "type": "weapon", "system": {"damage": "2d6"}}
    actor = {**number_actor(), "items": [gun, gun, gun]}
    natural = actor_form(actor)["natural"]
    assert [weapon["name"] for weapon in natural].count("frag bomb") == 1


def test_dice_of_two_kinds_are_added_up() -> None:
    assert plain_dice("3d10+1d10") == "4d10"
    assert plain_dice("2d6+1d4") == "2d6+2"
    assert plain_dice("1d6+1d6+3") == "2d6+3"
    assert plain_dice("1d6 - 1d4") == ""


# Text.

HOMEBREWERY = """{{monster,frame
## Silt Crab
*Huge beast, unaligned*
___
**Armor Class** :: 16 (natural armor)
**Hit Points** :: 95 (10d12 + 30)
**Speed** :: 30 ft., swim 30 ft.
___
| STR | DEX | CON | INT | WIS | CHA |
|:---:|:---:|:---:|:---:|:---:|:---:|
|20 (+5)|10 (+0)|17 (+3)|1 (-5)|10 (+0)|3 (-4)|
___
**Challenge** :: 5 (1,800 XP)
### Actions
***Multiattack.*** The crab makes two claw attacks.
:
***Claw.*** *Melee Weapon Attack:* +8 to hit, reach 10 ft., one target. *Hit:* 14 (2d8 + 5) \
bludgeoning damage.
}}
"""


def test_a_block_of_the_homebrewery() -> None:
    assert kind_of(HOMEBREWERY) == STATBLOCK
    form = form_of(HOMEBREWERY)
    assert (form["ac"], form["hp"], form["size"], form["speed"]) == (16, 95, "huge", 30)
    assert form["natural"][0]["reach"] == 10
    assert form["routine"] == ["claw", "claw"]


def test_a_list_with_numbers_before_the_names_is_as_many_creatures() -> None:
    forms = forms_of(
        "Fen Archer; AC 14, HD 1, HP 5, #AT 1, D 1-6 (short bow), MV 30', Save 16, Morale 8\n"
        "4 Brigands (AC 13, HD 1, hp 4, 5, 3, 6, MV 40', Atk sword 1d8 or bow 1d6, ML 8)\n"
        "Lantern Mote: AC 1 [18], HD 9 (40hp), Att 1 × shock (2d8), THAC0 12 [+7], "
        "MV 180' (60') fly, ML 10"
    )
    assert list(forms) == ["Fen Archer", "Brigand", "Lantern Mote"]
    (bow,) = forms["Fen Archer"]["natural"]
    assert (bow["name"], bow["damage"], bow["range"]) == ("short bow", "1d6", "50/300")
    assert forms["Brigand"]["hp"] == 4
    assert forms["Brigand"]["weapons"] == ["sword"]
    assert forms["Brigand"]["natural"][0]["range"] == "50/300"
    assert forms["Lantern Mote"]["flies"] == 60
    assert forms["Lantern Mote"]["speed"] == 0


def test_blocks_with_the_name_above_or_before_the_figures() -> None:
    forms = forms_of(
        "Rot Stalker\nHD 3, AC 13, Atk +4 x2, Dmg 1d6+1 (claws), Shock 2/13, Move 40', ML 9\n\n"
        "Pale Brute  HD 5  AC 15  Atk. +7  Dmg. 1d10+3  Shock 3/15  Move 30'  ML 10  Save 12+\n\n"
        "Rot King\nHD 6, AC 14, Atk +6, Dmg 1d8, Move 40', ML 10"
    )
    assert list(forms) == ["Rot Stalker", "Pale Brute", "Rot King"]
    assert forms["Rot Stalker"]["routine"] == ["claws", "claws"]
    assert forms["Pale Brute"]["natural"][0]["shock"] == "3/15"
    assert forms["Rot King"]["hd"] == "6"


def test_metres_and_weapons_of_a_table_of_stars_without_number() -> None:
    forms = forms_of(
        "| Name | HD | AC | Atk | Dmg | Move | ML | Skills | Saves |\n"
        "|---|---|---|---|---|---|---|---|---|\n"
        "| Dock Guard | 1 | 13 | +1 | Wpn +2 | 10m | 8 | +1 | 15+ |\n"
        "| Reef Beast | 6 | 15 | +8 x3 | 2d6 | 20m | 9 | +2 | 12+ |\n"
    )
    assert forms["Dock Guard"]["speed"] == 30
    assert forms["Dock Guard"]["natural"][0]["damage"] == "1d6+2"
    assert forms["Reef Beast"]["speed"] == 60
    assert len(forms["Reef Beast"]["routine"]) == 3


def test_a_block_of_basic_with_wings_and_a_sting() -> None:
    form = form_of(
        "Fen Wyrm\nArmor Class: 3\nHit Dice: 7*\nMove: 90' (30')\n  Flying: 240' (80')\n"
        "Attacks: 1 bite/1 sting\nDamage: 2-16/1-6 + poison\nSave As: Fighter: 4\nMorale: 9"
    )
    assert (form["ac"], form["speed"], form["flies"]) == (16, 30, 80)
    bite, sting = form["natural"]
    assert "riders" not in bite
    assert sting["riders"][0]["does"] == [{"do": "kill", "when": "save failed"}]


def test_what_a_hit_does_and_we_do_not_know_is_told() -> None:
    draft, _ = read_block(
        "Ghast Rat: AC 7, HD 1/2, Attacks 1 bite, Damage 1d3 + disease, MV 120' (40')"
    )
    assert ("what hits do", "bite: disease") in [(left.topic, left.text) for left in draft.left]
    assert draft.values["ac"] == 12
