"""Improved Initiative and Foundry's actors: import, and round trips if there is an export."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.exchange.samples import dolmenwood_actor, number_actor, ose_actor, stat_block

from shieldwall.content import ContentError
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.exporters import creature_forms, export_text
from shieldwall.exchange.fifth.improved_initiative import write_initiative
from shieldwall.exchange.foundry_vtt.foundry import read_actor, system_of
from shieldwall.exchange.foundry_vtt.foundry_actors import write_actors
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import Imported, import_text
from shieldwall.exchange.map_files.uvtt import Choices


def brought(kind: str, data: object) -> Imported:
    return import_text(kind, json.dumps(data), "f.json", Choices())


def form_of(actor: dict[str, Any]) -> dict[str, Any]:
    draft: Draft = read_actor(actor, Report())
    return dict(draft.form())


def test_every_shipped_creature_goes_there_and_back() -> None:
    for name in shipped_creatures():
        first = export_text("improved-initiative", name, Report())
        made = brought("improved-initiative", json.loads(first)).files[0].text
        assert write_initiative(made, name) == first


def test_every_shipped_creature_goes_to_foundry_and_back() -> None:
    for name in shipped_creatures():
        first = export_text("foundry", name, Report())
        made = brought("", json.loads(first)).files[0].text
        assert write_actors(made, name) == first


def test_an_actor_of_ours_has_figures_for_people() -> None:
    data = json.loads(export_text("foundry", "Wolves", Report()))
    assert (data["name"], data["type"], data["_stats"]["systemId"]) == ("wolf", "monster", "ose")
    del data["flags"]
    form = form_of(data)
    assert (form["hd"], form["natural"][0]["name"]) == ("2+2", "bite")
    assert form["speed"] == data["system"]["movement"]["base"] // 3


def test_a_creature_keeps_every_field_and_says_it_for_people_too() -> None:
    data = json.loads(export_text("improved-initiative", "goblin", Report()))
    (goblin,) = data["Combatants"]
    assert goblin["x-shieldwall"]["creature"]["shield"] == "yes"
    assert goblin["HP"] == {"Value": 3, "Notes": "(1d8-1)"}
    assert {trait["Name"]: trait["Content"] for trait in goblin["Traits"]} == {
        "Hit Dice": "1d8-1", "Morale": "7", "Save": "15+",
    }  # fmt: skip
    assert goblin["Actions"][0] == {
        "Name": "short sword", "Usage": "",
        "Content": "Melee Weapon Attack: +1 to hit, reach 5 ft., one target. Hit: 3 (1d6) slashing "
        "damage. Shock 2/15.",
    }  # fmt: skip
    sheet = creature_file(brought("improved-initiative", data).files[0].text, "f")["goblin"]
    assert sheet.shield == 1
    assert sheet.weapons[0].name == "short sword"


def test_a_strangers_stat_block() -> None:
    imported = brought("improved-initiative", {"Combatants": [stat_block(), stat_block()]})
    (made,) = imported.files
    sheet = creature_file(made.text, "f")["Ditch Troll"]
    assert (int(sheet.hp), int(sheet.ac), int(sheet.speed_ft), int(sheet.attack)) == (30, 15, 30, 7)
    assert sheet.hit_dice == 4
    claw = sheet.weapons[0]
    assert (claw.name, int(claw.dice), int(claw.sides), int(claw.bonus)) == ("claw", 2, 6, 4)
    for kept in ("Regrowth: Heals 3 each round", "Roar: Everybody hears it", "swim 20 ft"):
        assert kept in sheet.notes
    assert int(sheet.darkvision_ft) == 60
    for kept in ("Saves: Con +4", "Lives in ditches", "Str 18"):
        assert kept in sheet.notes
    assert "2 x Ditch Troll, written once" in [r.text for r in imported.report.remarks]
    out = write_initiative(made.text, "f")
    again = brought("improved-initiative", json.loads(out)).files[0].text
    assert again == made.text
    assert write_initiative(again, "f") == out


def test_all_that_the_program_stores_can_be_read() -> None:
    stored = {"Creatures.abc": stat_block(), "Encounters.x": {"Name": "no"}, "Settings": {}}
    text = brought("improved-initiative", stored).files[0].text
    assert list(creature_file(text, "f")) == ["Ditch Troll"]
    assert list(creature_file(brought("improved-initiative", stat_block()).files[0].text, "f"))


def test_a_key_of_ours_that_a_stranger_spoiled_harms_no_file() -> None:
    data = json.loads(export_text("improved-initiative", "wolf", Report()))
    ours = data["Combatants"][0]["x-shieldwall"]["creature"]
    ours.update({"hd": "many", "natural": "none", "speed": {"x": 1}, "evil": "!!python/object:x"})
    imported = brought("improved-initiative", data)
    sheet = creature_file(imported.files[0].text, "f")["wolf"]
    assert sheet.hit_dice == 1
    assert "!!python/object:x" in sheet.notes
    assert len(imported.report.warnings) == 3


def test_an_actor_of_ose() -> None:
    form = form_of(ose_actor())
    assert {key: form[key] for key in ("hd", "hp", "ac", "attack", "speed", "morale")} == {
        "hd": "3+1", "hp": 14, "ac": 13, "attack": 2, "speed": 50, "morale": 8,
    }  # fmt: skip
    assert form["natural"] == [
        {"name": "claw", "damage": "1d3", "type": "slashing"},
        {"name": "bite", "damage": "1d6+1", "type": "piercing"},
    ]
    assert form["routine"] == ["claw", "claw", "bite"]
    for kept in ("saves death 12, wand 13", "Smells of mould", "Nine lives: Rises once", "Neutral"):
        assert kept in form["notes"]


def test_an_actor_of_dolmenwood() -> None:
    form = form_of(dolmenwood_actor())
    assert {key: form[key] for key in ("hd", "hp", "ac", "attack", "speed", "morale")} == {
        "hd": "2", "hp": 9, "ac": 14, "attack": 1, "speed": 30, "morale": 9,
    }  # fmt: skip
    assert (form["size"], form["undead"]) == ("man", True)
    assert form["natural"][1] == {
        "name": "thrown bone", "damage": "1d4", "type": "bludgeoning", "to-hit": 1,
            "range": "10/30",
    }  # fmt: skip
    assert form["routine"] == ["claw", "claw"]
    for kept in ("claw: paralysis", "Stench: Foul to the nose", "swim 40"):
        assert kept in form["notes"]


def test_an_actor_of_without_number() -> None:
    form = form_of(number_actor())
    assert {key: form[key] for key in ("hd", "hp", "ac", "attack", "save", "skill", "morale")} == {
        "hd": "2", "hp": 9, "ac": 15, "attack": 3, "save": 14, "skill": 1, "morale": 10,
    }  # fmt: skip
    assert form["natural"][0] == {
        "name": "attack", "damage": "1d8", "type": "bludgeoning", "shock": "2/15",
    }  # fmt: skip
    assert form["routine"] == ["attack", "attack"]


def test_a_world_of_actors_becomes_one_file() -> None:
    actors = [ose_actor(), dolmenwood_actor(), number_actor(), {"name": "A chest"}]
    imported = brought("foundry", {"format": "ose-to-dolmenwood-v1", "world": {"actors": actors}})
    (made,) = imported.files
    assert list(creature_file(made.text, "f")) == ["Barrow Cat", "Bog Ghoul", "Gate Warden"]


@pytest.mark.parametrize(
    ("actor", "system"),
    [(ose_actor(), "ose"), (dolmenwood_actor(), "dolmenwood"), (number_actor(), "swnr"),
     ({"system": {"attributes": {}}}, "")],
)  # fmt: skip
def test_whose_actor_it_is(actor: dict[str, Any], system: str) -> None:
    assert system_of(actor) == system
    assert system_of({**actor, "_stats": {}}) == system


@pytest.mark.parametrize(
    ("kind", "data", "problem"),
    [
        ("foundry", {}, "f.json: neither a scene nor an actor of a system we know"),
        ("foundry", {"name": "x", "system": {"details": {}}}, "f.json: neither a scene"),
        ("improved-initiative", {}, "f.json: no stat block of Improved Initiative"),
        ("improved-initiative", [1, "x", None], "f.json: no stat block of Improved Initiative"),
    ],
)
def test_what_holds_no_creature_is_refused(kind: str, data: object, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        brought(kind, data)
    assert str(caught.value).startswith(problem)


def test_a_name_that_is_not_known_is_told_with_what_is() -> None:
    assert "wolf" in creature_forms()
    with pytest.raises(ContentError, match="no such creature; did you mean wolf"):
        export_text("improved-initiative", "wolv", Report())


def test_what_goes_out_can_be_read_by_people_and_without_our_own_key() -> None:
    data = json.loads(export_text("improved-initiative", "wood drake", Report()))
    (drake,) = data["Combatants"]
    assert (drake["Type"], drake["Speed"]) == ("Large dragon", ["30 ft.", "fly 80 ft."])
    del drake["x-shieldwall"]
    sheet = creature_file(brought("improved-initiative", data).files[0].text, "f")["wood drake"]
    assert (sheet.size, int(sheet.speed_ft), sheet.abilities.amount("flight")) == (2, 30, 80)
    giant = json.loads(export_text("improved-initiative", "frost giant", Report()))
    assert giant["Combatants"][0]["DamageImmunities"] == ["cold"]


def test_powers_go_out_in_their_own_words_and_are_read_from_them() -> None:
    data = json.loads(export_text("improved-initiative", "wood drake", Report()))
    (drake,) = data["Combatants"]
    told = {part["Name"]: part for part in drake["Actions"]}
    assert told["Multiattack"]["Content"] == (
        "The wood drake makes three attacks: two with its claw and one with its bite."
    )
    assert told["choking cloud"]["Usage"] == "3/Day"
    ours = creature_file(brought("improved-initiative", data).files[0].text, "f")["wood drake"]
    del drake["x-shieldwall"]
    sheet = creature_file(brought("improved-initiative", data).files[0].text, "f")["wood drake"]
    assert (sheet.hit_dice, sheet.morale, sheet.saves[0]) == (8, ours.morale, ours.saves[0])
    assert [weapon.shock for weapon in sheet.weapons[:2]] == [
        weapon.shock for weapon in ours.weapons[:2]
    ]
    (cloud,) = sheet.powers
    assert (cloud.uses, cloud.spell.aim) == (3, ours.powers[0].spell.aim)
    assert cloud.spell.primitives[0].by_hp


def test_every_power_and_every_hit_goes_out_in_words() -> None:
    """No power is left to our own key alone, and most come back without it."""
    out = back = 0
    for name in shipped_creatures():
        data = json.loads(export_text("improved-initiative", name, Report()))
        (entry,) = data["Combatants"]
        ours = entry.pop("x-shieldwall")["creature"]
        powers = [part["name"] for part in ours.get("powers", [])]
        told = {part["Name"]: part["Content"] for part in (*entry["Actions"], *entry["Traits"])}
        assert all(told[power] for power in powers), name
        sheet = next(iter(creature_file(brought("", data).files[0].text, "f").values()))
        out += len(powers)
        back += len(sheet.powers)
    assert out >= 20
    assert back >= out // 2


def test_foundry_gets_the_powers_as_abilities() -> None:
    data = json.loads(export_text("foundry", "wood drake", Report()))
    abilities = {item["name"]: item for item in data["items"] if item["type"] == "ability"}
    assert "50 feet" in abilities["choking cloud"]["system"]["description"]
