"""Creatures as records of other programs: one creature of our own in each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.typist import run
from tests.exchange.test_older_lines import form_of, forms_of

from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange.bestiary.bestiary_records import read_bestiary
from shieldwall.exchange.bestiary.record_text import braces_as_words
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import BESTIARY, import_text, kind_of
from shieldwall.exchange.map_files.uvtt import Choices

CLAW = (
    "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 11 (2d6 + 4) slashing damage."
)
SPINE = (
    "Ranged Weapon Attack: +5 to hit, range 60/120 ft., one target. "
    "Hit: 6 (1d8 + 2) piercing damage."
)
BREATH = (
    "The mirebeast breathes acid in a 30-foot cone. Each creature in that area must make a "
    "DC 14 Dexterity saving throw, taking 18 (4d8) acid damage on a failed save, or half as much "
    "damage on a successful one."
)
TWICE = "The mirebeast makes two claw attacks."

BITS = {
    "index": "mirebeast", "name": "Mirebeast", "size": "Large", "type": "monstrosity",
    "armor_class": [{"type": "natural", "value": 15}], "hit_points": 76, "hit_dice": "8d10",
    "hit_points_roll": "8d10+32", "speed": {"walk": "30 ft.", "fly": "60 ft.", "swim": "40 ft."},
    "strength": 18, "dexterity": 14, "constitution": 18, "intelligence": 6, "wisdom": 12,
    "charisma": 8,
    "proficiencies": [{"value": 7, "proficiency": {"name": "Saving Throw: CON"}},
                      {"value": 4, "proficiency": {"name": "Skill: Stealth"}}],
    "damage_immunities": ["acid"], "damage_resistances": [],
    "condition_immunities": [{"index": "frightened", "name": "Frightened"}],
    "senses": {"darkvision": "60 ft.", "passive_perception": 11}, "challenge_rating": 5,
    "actions": [
        {"name": "Multiattack", "desc": TWICE}, {"name": "Claw", "desc": CLAW},
        {"name": "Spine", "desc": SPINE},
        {"name": "Acid Breath", "desc": BREATH,
         "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": 5}},
    ],
    "legendary_actions": [{"name": "Swipe", "desc": "The mirebeast swipes."}],
}  # fmt: skip
OPEN = {
    "slug": "mirebeast", "name": "Mirebeast", "size": "Large", "type": "monstrosity",
    "armor_class": 15, "armor_desc": "natural armor", "hit_points": 76, "hit_dice": "8d10+32",
    "speed": {"walk": 30, "fly": 60, "swim": 40}, "strength": 18, "dexterity": 14,
    "constitution": 18, "intelligence": 6, "wisdom": 12, "charisma": 8, "constitution_save": 7,
    "strength_save": None, "damage_immunities": "acid", "condition_immunities": "frightened",
    "senses": "darkvision 60 ft., passive Perception 11", "challenge_rating": "5", "cr": 5.0,
    "actions": [
        {"name": "Multiattack", "desc": TWICE}, {"name": "Claw", "desc": CLAW},
        {"name": "Spine", "desc": SPINE}, {"name": "Acid Breath (Recharge 5-6)", "desc": BREATH},
    ],
    "legendary_actions": [{"name": "Swipe", "desc": "The mirebeast swipes."}],
}  # fmt: skip
TOOLS = {
    "name": "Mirebeast", "source": "Own", "size": ["L"],
    "type": {"type": "monstrosity", "tags": ["bog"]},
    "ac": [{"ac": 15, "from": ["natural armor"]}, {"ac": 17, "condition": "in mud"}],
    "hp": {"average": 76, "formula": "8d10 + 32"},
    "speed": {"walk": 30, "fly": {"number": 60, "condition": "(hover)"}, "swim": 40,
              "canHover": True},
    "str": 18, "dex": 14, "con": 18, "int": 6, "wis": 12, "cha": 8, "save": {"con": "+7"},
    "immune": ["acid"], "conditionImmune": ["frightened"], "senses": ["darkvision 60 ft."],
    "cr": {"cr": "5", "lair": "6"},
    "action": [
        {"name": "Multiattack", "entries": [TWICE]},
        {"name": "Claw", "entries": ["{@atk mw} {@hit 7} to hit, reach 10 ft., one target. "
                                     "{@h}11 ({@damage 2d6 + 4}) slashing damage."]},
        {"name": "Spine", "entries": ["{@atk rw} {@hit 5} to hit, range 60/120 ft., one target. "
                                      "{@h}6 ({@damage 1d8 + 2}) piercing damage."]},
        {"name": "Acid Breath {@recharge 5}",
         "entries": [BREATH.replace("DC 14", "{@dc 14}").replace("4d8", "{@damage 4d8}")]},
    ],
    "legendary": [{"name": "Swipe", "entries": ["The mirebeast swipes."]}],
}  # fmt: skip
CRITTER = {
    "name": "Mirebeast",
    "stats": {
        "size": "Large", "race": "monstrosity", "armorClass": 15, "armorType": "natural armor",
        "hitPoints": 76, "numHitDie": 8, "hitDieSize": 10,
        "speed": "30 ft., fly 60 ft., swim 40 ft.",
        "abilityScores": {"strength": 18, "dexterity": 14, "constitution": 18, "intelligence": 6,
                          "wisdom": 12, "charisma": 8},
        "savingThrows": [{"ability": "constitution", "proficient": True, "value": 7}],
        "damageImmunities": ["acid"], "conditionImmunities": ["frightened"],
        "senses": ["darkvision 60 ft."], "challengeRating": 5, "additionalAbilities": [],
        "actions": [
            {"name": "Multiattack", "description": TWICE},
            {"name": "Claw", "description": CLAW.replace("Hit:", "<i>Hit:</i>")},
            {"name": "Spine", "description": SPINE},
            {"name": "Acid Breath (Recharge 5-6)", "description": BREATH},
        ],
        "legendaryActions": [{"name": "Swipe", "description": "The mirebeast swipes."}],
    },
}  # fmt: skip
CLUB = f"""<?xml version="1.0" encoding="UTF-8"?>
<compendium version="5"><monster>
<name>Mirebeast</name><size>L</size><type>monstrosity</type><ac>15 (natural armor)</ac>
<hp>76 (8d10+32)</hp><speed>30 ft., fly 60 ft., swim 40 ft.</speed>
<str>18</str><dex>14</dex><con>18</con><int>6</int><wis>12</wis><cha>8</cha><save>Con +7</save>
<immune>acid</immune><conditionImmune>frightened</conditionImmune>
<senses>darkvision 60 ft.</senses><cr>5</cr>
<action><name>Multiattack</name><text>{TWICE}</text></action>
<action><name>Claw</name><text>{CLAW}</text><attack>Claw|7|2d6+4</attack></action>
<action><name>Spine</name><text>{SPINE}</text></action>
<action><name>Acid Breath</name><text>{BREATH}</text><recharge>D5</recharge></action>
<legendary><name>Swipe</name><text>The mirebeast swipes.</text></legendary>
</monster></compendium>
"""  # fmt: skip
SHAPES = {
    "5e-bits": json.dumps([BITS]), "Open5e": json.dumps({"count": 1, "results": [OPEN]}),
    "5etools": json.dumps({"_meta": {}, "monster": [TOOLS]}),
    "CritterDB": json.dumps({"creatures": [CRITTER]}), "Fight Club": CLUB,
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_one_beast_in_the_records_of_five_programs(shape: str) -> None:
    text = SHAPES[shape]
    assert kind_of(text) == BESTIARY
    form = form_of(text)
    assert (form["name"], form["hd"], form["hp"], form["ac"]) == ("Mirebeast", "8", "76", "15")
    assert (form["speed"], form["flies"], form["size"]) == ("30", "60", "large")
    assert (form["attack"], form["darkvision"]) == ("7", "60")
    assert form["immune"] == ["acid", "fear"]
    claw, spine = form["natural"]
    assert (claw["name"], claw["damage"], claw["reach"]) == ("claw", "2d6+4", "10")
    assert (spine["damage"], spine["range"], spine["to-hit"]) == ("1d8+2", "60/120", "-2")
    assert form["routine"] == ["claw", "claw"]
    (breath,) = form["powers"]
    assert (breath["aim"], breath["range"], breath["recharge"]) == ("cone", "30", "5")
    assert breath["does"] == [{"do": "damage", "amount": "4d8", "when": "half on save"}]
    # 15 less the mean of +4, +2, +7, -2, +1 and -1.
    assert form["save"] == "13"
    made = import_text("", text, "there", Choices())
    (one,) = made.summary.creatures
    assert one.challenge == "5"
    assert any("Swipe" in told for told in one.left)
    assert any("swim" in told for told in one.left)


def test_a_list_by_name_and_twins_are_read_once() -> None:
    inner = {key: value for key, value in OPEN.items() if key != "name"}
    (form,) = forms_of(json.dumps({"Mirebeast": inner}))
    assert form["name"] == "Mirebeast"
    assert len(forms_of(json.dumps([OPEN, OPEN]))) == 1


def test_records_of_older_games_are_read_like_their_blocks() -> None:
    beetle = {
        "name": "Bog Beetle", "armorclass": "16", "hitdice": "2", "noattacks": "2 claws/1 bite",
        "damage": "1d4/1d4/1d6", "movement": "40'", "morale": "7", "saveas": "Fighter: 2",
        "attackbonus": 2, "description": ["It hums."],
    }  # fmt: skip
    form = form_of(json.dumps([beetle]))
    assert (form["hd"], form["ac"], form["attack"], form["morale"]) == ("2", "16", "2", "7")
    assert (form["speed"], form["routine"]) == ("40", ["claw", "claw", "bite"])


def test_records_with_near_and_far() -> None:
    moth: dict[str, Any] = {
        "name": "Tar Moth", "armor_class": 9, "hit_points": 12, "level": 2,
        "attacks": "2 bite +2 (1d4) or 1 dart (close/ near) +3 (1d6) and 1 spell +2",
        "movement": "double near (fly)", "strength": 1, "traits":
        [{"name": "Hum", "description": "It hums."}],
    }  # fmt: skip
    form = form_of(json.dumps([moth]))
    assert (form["hd"], form["hp"], form["ac"], form["flies"]) == ("2", "12", "9", "60")
    assert form["routine"] == ["bite", "bite"]
    dart = form["natural"][1]
    assert (dart["range"], dart["to-hit"]) == ("30/30", "1")
    made = import_text("", json.dumps([moth]), "there", Choices())
    left = " ".join(made.summary.creatures[0].left)
    assert "1 spell +2" in left
    assert "Hum" in left


def test_a_spreadsheet_has_a_creature_per_row() -> None:
    text = (
        "Name;AC;HD;HP;Attacks;Damage;Movement;Morale;Notes\n"
        "Bog Orc;6 [13];1;4;1 weapon;1d6;120' (40');8;\n"
        "Fen Bear;6 [13];4;18;2 claws, 1 bite;1d4 claw, 1d8 bite;120' (40');7;hugs\n"
    )
    assert kind_of(text) == BESTIARY
    orc, bear = forms_of(text)
    assert (orc["name"], orc["ac"], orc["hp"], orc["speed"]) == ("Bog Orc", "13", "4", "40")
    assert bear["routine"] == ["claw", "claw", "bite"]


def test_braces_become_words() -> None:
    assert braces_as_words("{@atk mw,rw} {@hit -1} to hit {@h}3 ({@damage 1d6}), {@dc 12}") == (
        "Melee or Ranged Weapon Attack: -1 to hit Hit:3 (1d6), DC 12"
    )
    assert braces_as_words("{@creature wolf|own|wolves} and {@spell {@i sleep}}") == (
        "wolves and sleep"
    )
    assert braces_as_words("Breath {@recharge}") == "Breath (Recharge 6)"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]><compendium><monster/></compendium>', "<!DOCTYPE"),
        ("<compendium><monster><name>Half</name>", "not valid XML"),
        ("<compendium><monster><name>No figures</name></monster></compendium>", "no creature"),
    ],
)
def test_wrong_xml_says_what_to_do(text: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        import_text("", text, "there.xml", Choices())


def test_the_command_finds_out_the_kind_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "beasts.xml"
    path.write_text(CLUB, encoding="utf-8")
    ended = run("import", str(path), "--fights", "0")
    assert ended.returncode == 0
    assert "Mirebeast" in ended.stdout


def test_rows_of_open5e_with_lists_as_json_in_texts() -> None:
    """The data of the project itself, not the answers of its server."""
    bite = (
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage."
    )
    row = {
        "model": "api.monster",
        "pk": "fen-hound",
        "fields": {
            "name": "Fen Hound", "size": "Large", "type": "Beast", "armor_class": 13,
            "hit_points": 19, "hit_dice": "3d10+3", "speed_json": '{"swim": 20, "walk": 40}',
            "strength": 14, "dexterity": 12, "constitution": 12, "intelligence": 3, "wisdom": 12,
            "charisma": 6,
            "actions_json": json.dumps([{"name": "Bite", "desc": bite}]),
            "special_abilities_json": "null", "reactions_json": "not json",
        },
    }  # fmt: skip
    (draft,) = read_bestiary(json.dumps([row]), "p", Report())
    form = draft.form()
    assert (form["speed"], form["size"], form["hp"]) == (40, "large", 19)
    assert form["natural"] == [{"name": "bite", "damage": "1d6+2", "type": "piercing"}]
