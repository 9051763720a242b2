"""The fifth edition in every format: one creature with the same facts each time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_edition import draft_of
from shieldwall.exchange.fifth.fifth_multiattack import read_multiattack
from shieldwall.exchange.fifth.fifth_spells import read_casting
from shieldwall.exchange.fifth.fifth_words import read_attacks, read_power
from shieldwall.exchange.fifth.improved_initiative import record_of
from shieldwall.exchange.foundry_vtt.foundry import parse_documents, read_actor, system_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import Imported, import_text, kind_of
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.statblock import read_block

BITE = (
    "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 7 (1d6 + 4) piercing damage "
    "plus 7 (2d6) poison damage."
)
ROCK = (
    "Ranged Weapon Attack: +7 to hit, range 60/240 ft., one target. Hit: 22 (4d8 + 4) bludgeoning "
    "damage."
)
CLAW = "Melee Weapon Attack: +7 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) slashing damage."
SPEW = (
    "Each creature in a 30-foot cone must make a DC 15 Constitution saving throw, taking 28 (8d6) "
    "acid damage on a failed save, or half as much damage on a successful one."
)
MANY = "The reaver makes three attacks: one with its bite and two with its claws."
MENDS = "The reaver regains 10 hit points at the start of its turn unless it took fire damage."


def initiative_block() -> dict[str, Any]:
    return {
        "Name": "Bog Reaver", "Type": "Large undead, chaotic evil",
        "HP": {"Value": 84, "Notes": "(8d10+40)"}, "AC": {"Value": 15, "Notes": "(natural)"},
        "Speed": ["30 ft.", "swim 30 ft.", "fly 60 ft."],
        "Abilities": {"Str": 18, "Dex": 13, "Con": 20, "Int": 7, "Wis": 9, "Cha": 7},
        "Saves": [{"Name": "Con", "Modifier": 8}],
        "DamageResistances": ["cold"], "DamageImmunities": ["poison"], "DamageVulnerabilities": [],
        "ConditionImmunities": ["frightened", "poisoned"], "Senses": ["darkvision 60 ft."],
        "Challenge": "5",
        "Traits": [{"Name": "Regeneration", "Content": MENDS},
                   {"Name": "Keen Smell", "Content": "It smells well."}],
        "Actions": [{"Name": "Multiattack", "Content": MANY}, {"Name": "Bite", "Content": BITE},
                    {"Name": "Claw", "Content": CLAW}, {"Name": "Rock", "Content": ROCK},
                    {"Name": "Spew (Recharge 5-6)", "Content": SPEW}],
        "Reactions": [{"Name": "Parry", "Content": "Adds 2 to its AC."}],
    }  # fmt: skip


MARKDOWN = f"""\
## Bog Reaver
*Large undead, chaotic evil*
___
- **Armor Class** 15 (natural)
- **Hit Points** 84 (8d10 + 40)
- **Speed** 30 ft., swim 30 ft., fly 60 ft.
___
|STR|DEX|CON|INT|WIS|CHA|
|:---:|:---:|:---:|:---:|:---:|:---:|
|18 (+4)|13 (+1)|20 (+5)|7 (-2)|9 (-1)|7 (-2)|
___
- **Saving Throws** Con +8
- **Damage Resistances** cold
- **Damage Immunities** poison
- **Condition Immunities** frightened, poisoned
- **Senses** darkvision 60 ft.
- **Challenge** 5 (1,800 XP)
___
***Regeneration.*** {MENDS}

***Keen Smell.*** It smells well.

### Actions
***Multiattack.*** {MANY}

***Bite.*** *{BITE.replace("Attack:", "Attack:*").replace("Hit:", "*Hit:*")}

***Claw.*** *{CLAW.replace("Attack:", "Attack:*").replace("Hit:", "*Hit:*")}

***Rock.*** *{ROCK.replace("Attack:", "Attack:*").replace("Hit:", "*Hit:*")}

***Spew (Recharge 5–6).*** {SPEW}

### Reactions
***Parry.*** Adds 2 to its AC.
"""
PLAIN = f"""\
Bog Reaver
Large undead, chaotic evil
Armor Class 15 (natural)
Hit Points 84 (8d10 + 40)
Speed 30 ft., swim 30 ft., fly 60 ft.
STR DEX CON INT WIS CHA
18 (+4) 13 (+1) 20 (+5) 7 (-2) 9 (-1) 7 (-2)
Saving Throws Con +8
Damage Resistances cold
Damage Immunities poison
Condition Immunities frightened, poisoned
Senses darkvision 60 ft.
Challenge 5 (1,800 XP)
Regeneration. {MENDS}
Keen Smell. It smells well.
Actions
Multiattack. {MANY}
Bite. {BITE}
Claw. {CLAW}
Rock. {ROCK}
Spew (Recharge 5-6). {SPEW}
Reactions
Parry. Adds 2 to its AC.
"""
OF_2024 = """\
Bog Reaver
Large Undead, Chaotic Evil
AC 15 Initiative +1 (11)
HP 84 (8d10 + 40)
Speed 30 ft., Fly 60 ft., Swim 30 ft.
Str 18 +4 +4
Dex 13 +1 +1
Con 20 +5 +8
Int 7 -2 -2
Wis 9 -1 -1
Cha 7 -2 -2
Resistances Cold
Immunities Poison; Frightened, Poisoned
Senses Darkvision 60 ft.
CR 5 (XP 1,800; PB +3)
Traits
Regeneration. The reaver regains 10 Hit Points at the start of its turn unless it took Fire damage.
Keen Smell. It smells well.
Actions
Multiattack. The reaver makes one Bite attack and two Claw attacks.
Bite. Melee Attack Roll: +7, reach 10 ft. Hit: 7 (1d6 + 4) Piercing damage plus 7 (2d6) Poison
damage.
Claw. Melee Attack Roll: +7, reach 5 ft. Hit: 11 (2d6 + 4) Slashing damage.
Rock. Ranged Attack Roll: +7, range 60/240 ft. Hit: 22 (4d8 + 4) Bludgeoning damage.
Spew (Recharge 5-6). Constitution Saving Throw: DC 15, each creature in a 30-foot Cone. Failure: 28
(8d6) Acid damage. Success: Half damage.
Reactions
Parry. Adds 2 to its AC.
"""


def scores_2019() -> dict[str, Any]:
    given = {"str": 18, "dex": 13, "con": 20, "int": 7, "wis": 9, "cha": 7}
    return {key: {"value": value, "proficient": int(key == "con")} for key, value in given.items()}


def actor(shape: str) -> dict[str, Any]:
    """The reaver as the system stored it in 2019, 2020, with 3.x and with 4.x."""
    old = shape in ("2019", "2020")
    inner = "data" if old else "system"
    movement = {"walk": 30, "swim": 30, "fly": 60, "units": "ft"}
    attributes: dict[str, Any] = {"hp": {"value": 84, "max": 84, "formula": "8d10 + 40"}}
    if old:
        attributes["ac"] = {"value": 15}
        attributes["speed"] = {"value": "30 ft.", "special": "Swim 30 ft., Fly 60 ft."}
    else:
        attributes["ac"] = {"flat": 15, "calc": "natural"}
        attributes["movement"] = movement
        attributes["senses"] = {"darkvision": 60, "units": "ft"}
    traits: dict[str, Any] = {
        "size": "lg", "di": {"value": ["poison"]}, "dr": {"value": ["cold"]}, "dv": {"value": []},
        "ci": {"value": ["frightened", "poisoned"]},
    }  # fmt: skip
    if old:
        traits["senses"] = "Darkvision 60 ft."

    def weapon(name: str, dice: tuple[int, int], kind: str, how: str, reach: Any, more: Any) -> Any:
        count, sides = dice
        ranged = how == "rwak"
        body: dict[str, Any] = {"description": {"value": f"<p>The reaver uses its {name}.</p>"}}
        if shape == "4.x":
            body["damage"] = {"base": {"number": count, "denomination": sides, "types": [kind]}}
            body["range"] = reach if ranged else {"reach": reach["value"], "units": "ft"}
            parts = [{"number": 2, "denomination": 6, "types": [kind_]} for kind_ in more]
            body["activities"] = {"a": {
                "type": "attack", "activation": {"type": "action"},
                "attack": {"ability": "str",
                           "type": {"value": "ranged" if ranged else "melee"}},
                "damage": {"includeBase": True, "parts": parts},
            }}  # fmt: skip
        else:
            pairs = [[f"{count}d{sides} + @mod", kind], *(["2d6", kind_] for kind_ in more)]
            body |= {"actionType": how, "ability": "str", "range": reach,
                     "damage": {"parts": pairs}, "activation": {"type": "action"}}  # fmt: skip
        return {"name": name, "type": "weapon", inner: body}

    spew: dict[str, Any] = {"description": {"value": f"<p>{SPEW}</p>"}, "damage": {"parts": []}}
    if shape == "4.x":
        spew["uses"] = {"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]}
        spew["activities"] = {"a": {"type": "utility", "activation": {"type": "action"}}}
    else:
        spew |= {"recharge": {"value": 5}, "activation": {"type": "action"}, "actionType": "save"}

    def feat(name: str, text: str) -> dict[str, Any]:
        return {"name": name, "type": "feat", inner: {"description": {"value": f"<p>{text}</p>"}}}

    far = {"value": 60, "long": 240, "units": "ft"}
    return {
        "name": "Bog Reaver",
        "type": "npc",
        inner: {
            "abilities": scores_2019(), "attributes": attributes, "traits": traits,
            "details": {"type": "Undead" if old else {"value": "undead"}, "cr": 5,
                        "alignment": "chaotic evil"},
        },
        "items": [
            feat("Multiattack", MANY), feat("Regeneration", MENDS),
            feat("Keen Smell", "It smells well."),
            weapon("Bite", (1, 6), "piercing", "mwak", {"value": 10}, ["poison"]),
            weapon("Claw", (2, 6), "slashing", "mwak", {"value": 5}, []),
            weapon("Rock", (4, 8), "bludgeoning", "rwak", far, []),
            {"name": "Spew", "type": "feat", inner: spew},
        ],
    }  # fmt: skip


def all_drafts() -> list[tuple[str, Draft]]:
    made = [("improved initiative", draft_of(record_of(initiative_block(), Report())))]
    fenced = f"```\n{MARKDOWN}```\n"
    for name, text in (
        ("markdown", MARKDOWN), ("fenced", fenced), ("plain", PLAIN), ("2024", OF_2024),
    ):  # fmt: skip
        (part,) = split_blocks(text, "p")
        made.append((name, read_block(part)[0]))
    for shape in ("2019", "2020", "3.x", "4.x"):
        made.append((f"foundry {shape}", read_actor(actor(shape), Report())))
    return made


@pytest.mark.parametrize(("shape", "draft"), all_drafts(), ids=[name for name, _ in all_drafts()])
def test_a_creature_is_the_same_in_every_shape(shape: str, draft: Draft) -> None:
    form: dict[str, Any] = dict(draft.form())
    keys = ("hd", "hp", "ac", "attack", "speed", "flies", "size")
    assert {key: form.get(key) for key in keys} == {
        "hd": "8", "hp": 84, "ac": 15, "attack": 7, "speed": 30, "flies": 60, "size": "large",
    }  # fmt: skip
    assert (form["undead"], form["fearless"], form["kin"]) == (True, True, "undead")
    assert (form["darkvision"], form["save"], draft.challenge) == (60, 14, "5")
    assert (form["resists"], form["immune"]) == (["cold"], ["poison", "fear"])
    assert form["regenerates"] == {"hp": 10, "not-after": ["fire"]}
    natural = {part["name"]: part for part in form["natural"]}
    assert {key: natural["bite"][key] for key in ("damage", "type", "reach")} == {
        "damage": "1d6+4", "type": "piercing", "reach": 10,
    }  # fmt: skip
    (rider,) = natural["bite"]["riders"]
    assert (rider["of"], rider["does"]) == (["poison"], [{"do": "damage", "amount": "2d6"}])
    assert natural["claw"] == {"name": "claw", "damage": "2d6+4", "type": "slashing"}
    assert (natural["rock"]["range"], natural["rock"]["damage"]) == ("60/240", "4d8+4")
    assert form["routine"] == ["bite", "claw", "claw"]
    (power,) = form["powers"]
    assert (power["aim"], power["range"], power["recharge"]) == ("cone", 30, 5)
    assert power["does"] == [{"do": "damage", "amount": "8d6", "when": "half on save"}]
    left = {part.topic for part in draft.left}
    assert {"speed", "traits"} <= left, "swimming and a keen nose have no place in our files"


def test_what_our_rules_cannot_hold_is_told_for_each_creature() -> None:
    imported = import_text("", json.dumps([initiative_block()]), "f.json", Choices())
    (made,) = imported.summary.creatures
    assert made.left == [
        "speed: swim 30 ft.",
        "traits: Keen Smell: It smells well.",
        "reactions: Parry: Adds 2 to its AC.",
    ]
    data = imported.summary.data()
    assert data["look at"] == ["Bog Reaver"]
    assert imported.summary.read["attacks"] == 3
    assert imported.summary.left["traits"] == 1
    assert imported.summary.guessed["morale"] == 1


@pytest.mark.parametrize(
    ("text", "blows", "more"),
    [
        (MANY, ["Bite", "Claw", "Claw"], False),
        ("It makes two melee attacks.", ["Bite", "Bite"], True),
        ("The thing makes two bite attacks.", ["Bite", "Bite"], False),
        ("It makes two claw attacks or two bow attacks.", ["Claw", "Claw"], True),
        ("It makes two attacks, only one of which can be a bite.", ["Claw", "Bite"], True),
        ("It makes three attacks, either with its claw or its bow.", ["Claw"] * 3, True),
        ("It makes as many bite attacks as it has heads.", ["Bite"] * 5, False),
    ],
)
def test_multiattack(text: str, blows: list[str], more: bool) -> None:
    attacks = [
        *read_attacks("Bite", BITE)[0],
        *read_attacks("Claw", CLAW)[0],
        *read_attacks("Bow", ROCK)[0],
    ]
    assert read_multiattack(text, attacks, heads=5) == (blows, more)


def test_a_weapon_that_is_swung_and_thrown_is_two_attacks() -> None:
    text = (
        "Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 20/60 ft., one target. "
        "Hit: 6 (1d6 + 3) piercing damage, or 7 (1d8 + 3) piercing damage if used with two hands."
    )
    swung, thrown = read_attacks("Spear", text)[0]
    assert (swung.name, swung.ranges, swung.damage, swung.riders) == ("Spear", (), "1d6+3", [])
    assert (thrown.name, thrown.ranges) == ("thrown Spear", (20, 60))


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("It must succeed on a DC 12 Constitution saving throw or be paralyzed for 1 minute. The "
         "target can repeat the saving throw.",
         {"do": "condition", "effect": "helpless", "rounds": "1d4", "when": "save failed"}),
        ("The target must succeed on a DC 11 Strength saving throw or be knocked prone.",
         {"do": "knock", "when": "save failed"}),
        ("The target must succeed on a DC 13 Constitution saving throw or be petrified.",
         {"do": "condition", "effect": "stone", "when": "save failed"}),
    ],
)  # fmt: skip
def test_what_a_hit_does_besides(text: str, does: dict[str, str]) -> None:
    (attack,), left = read_attacks("Bite", f"{CLAW} {text}")
    assert attack.riders[0]["does"] == [does]
    assert left == []


def test_a_terror_goes_with_the_creature() -> None:
    text = (
        "Each creature of its choice within 120 feet must succeed on a DC 16 Wisdom saving throw "
        "or become frightened for 1 minute."
    )
    power = read_power("Frightful Presence", text)
    assert power is not None
    assert (power["aim"], power["radius"], power["save"], power["who"]) == (
        "around", 120, "spell", "foes",
    )  # fmt: skip


def test_spells_become_powers_and_shots_and_the_others_are_told() -> None:
    casting = read_casting(
        "The hag is a 9th-level spellcaster (spell save DC 14, +6 to hit with spell attacks). "
        "Cantrips (at will): fire bolt, light 3rd level (3 slots): fireball, fly "
        "1/day each: cone of cold"
    )
    assert [(power["name"], power["uses"]) for power in casting.powers] == [
        ("fireball", 3), ("cone of cold", 1),
    ]  # fmt: skip
    (shot,) = casting.shots
    assert (shot.name, shot.damage, shot.ranges, shot.bonus) == ("fire bolt", "2d10", (120, 120), 6)
    assert casting.left == ["light", "fly"]


def test_several_blocks_of_one_file_and_more_than_a_hundred() -> None:
    other = MARKDOWN.replace("Bog Reaver", "Fen Reaver")
    assert [read_block(part)[0].name for part in split_blocks(MARKDOWN + "\n" + other, "p")] == [
        "Bog Reaver", "Fen Reaver",
    ]  # fmt: skip
    assert len(split_blocks(MARKDOWN * 120, "p")) == 120


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (MARKDOWN, "statblock"),
        (json.dumps(initiative_block()), "improved-initiative"),
        (json.dumps(actor("4.x")), "foundry"),
        ("\n".join(json.dumps(actor(shape)) for shape in ("2019", "2020")), "foundry"),
        ('{"line_of_sight": [], "portals": []}', "uvtt"),
    ],
)
def test_a_file_tells_its_kind(text: str, kind: str) -> None:
    assert kind_of(text) == kind


def test_a_compendium_with_a_document_a_line() -> None:
    text = "\n".join(json.dumps({**actor("2020"), "name": f"Reaver {n}"}) for n in range(150))
    imported: Imported = import_text("", text, "monsters.db", Choices())
    assert len(creature_file(imported.files[0].text, "f")) == 150
    assert len(parse_documents(text, "f")) == 150


def test_a_pack_with_its_actors_among_items() -> None:
    pack = {"package": "x", "type": "Actor", "items": [actor("3.x")]}
    imported = import_text("foundry", json.dumps(pack), "f.json", Choices())
    assert list(creature_file(imported.files[0].text, "f")) == ["Bog Reaver"]


def gang_boss(**more: Any) -> dict[str, Any]:
    system = {
        "ab": 4, "attacks": {"number": 0, "damage": "d6"}, "baseAc": 14, "hitDice": "10",
        "moralScore": 9, "saves": 14, "skillBonus": 2, "speed": 10,
        "health": {"value": 10, "max": 10}, **more,
    }  # fmt: skip
    weapons = [
        {"name": "Laser", "type": "weapon",
         "system": {"damage": "1d6", "range": {"normal": 100, "max": 300}}},
        {"name": "Knife", "type": "weapon",
         "system": {"damage": "1d4", "range": {"normal": 1, "max": 2}}},
    ]  # fmt: skip
    return {"name": "Gang Boss", "type": "npc", "system": system, "items": weapons}


def test_a_placeholder_is_not_a_fact_and_metres_are_metres() -> None:
    assert system_of(gang_boss()) == "swnr"
    draft = read_actor(gang_boss(), Report())
    form: dict[str, Any] = dict(draft.form())
    assert "hp" not in form, "10 HP of a king with 10 hit dice is what a new actor has"
    assert ("hp", "guess") in [(said.key, said.sure) for said in draft.said]
    assert form["speed"] == 30
    natural = {part["name"]: part for part in form["natural"]}
    assert natural["laser"]["range"] == "300/900"
    assert "range" not in natural["knife"]
    assert "attack" not in natural, "`number: 0` is no attack where there are weapons"
    assert dict(read_actor(gang_boss(hitDice="2"), Report()).form())["hp"] == 10
    assert dict(read_actor(gang_boss(speed=40), Report()).form())["speed"] == 40


BX = """\
Cave Hound
Armour Class: 6
Hit Dice: 2+1
Move: 120' (40')
Attacks: 2 claws/1 bite
Damage: 1-3/1-3/1-6
No. Appearing: 2-8 (6-60)
Save As: Fighter: 1
Morale: 8
"""
LINES = """\
Goblin: HD 1d6hp; AC 6[13]; Atk weapon (1d8); Move 9; Save 18; AL C; CL/XP B/10
Orc: HD 1; AC 6[13]; Atk scimitar (1d8); Move 12; Save 17; AL C; CL/XP 1/15
Bog Thug: AC 12, HD 2, hp 9, #AT 1, D 1d6, MV 90' (30'), ML 8
"""
TABLE = """\
| Name | AC | HD | Att | MV | ML |
|---|---|---|---|---|---|
| Bone Rat | 7 [12] | 1/2 | 1 x bite (1d3) | 90' (30') | 6 |
| Pit Hag | 5 [14] | 4+1 | 2 x claw (1d4) | 120' (40') | 9 |
"""


def forms(text: str) -> dict[str, dict[str, Any]]:
    drafts = [read_block(part)[0] for part in split_blocks(text, "p")]
    return {draft.name: dict(draft.form()) for draft in drafts}


def test_a_table_of_b_x() -> None:
    (hound,) = forms(BX).values()
    assert (hound["ac"], hound["hd"], hound["speed"], hound["morale"]) == (13, "2+1", 40, 8)
    assert hound["routine"] == ["claw", "claw", "bite"]
    assert [part["damage"] for part in hound["natural"]] == ["1d3", "1d6"]


def test_a_line_for_each_creature() -> None:
    made = forms(LINES)
    assert list(made) == ["Goblin", "Orc", "Bog Thug"]
    assert [form["speed"] for form in made.values()] == [30, 40, 30]
    assert made["Orc"]["natural"][0]["name"] == "scimitar"
    assert made["Bog Thug"]["natural"][0]["damage"] == "1d6"


def test_a_table_with_a_row_for_each_creature() -> None:
    made = forms(TABLE)
    assert [(form["ac"], form["hd"], form["morale"]) for form in made.values()] == [
        (12, "1/2", 6), (14, "4+1", 9),
    ]  # fmt: skip
    assert made["Pit Hag"]["routine"] == ["claw", "claw"]


def test_a_heading_above_an_armour_class_is_a_name_and_one_with_a_size_is_no_size() -> None:
    text = """\
# Oozes
Their morale is a riddle, and hit dice say little of them.
>### Huge Grey Ooze
>*Huge ooze, unaligned*
>- **Armor Class** 8
>- **Hit Points** 52 (7d12 + 7)
>***Slap.*** *Melee Weapon Attack:* +4 to hit, reach 5 ft. *Hit:* 7 (1d8 + 3) acid damage.

>### Clay Man
>*edium construct*
>- **Armor Class** 14
>- **Hit Points** 22 (4d8 + 4)
>***Fist.*** *Melee Weapon Attack:* +5 to hit, reach 5 ft. *Hit:* 6 (1d6 + 3) bludgeoning damage.
"""
    parts = split_blocks(text, "oozes.md")
    drafts = [read_block(part)[0] for part in parts]
    assert [draft.name for draft in drafts] == ["Huge Grey Ooze", "Clay Man"]
    assert [draft.form()["size"] for draft in drafts[:1]] == ["huge"]
    assert [draft.form()["ac"] for draft in drafts] == [8, 14]
