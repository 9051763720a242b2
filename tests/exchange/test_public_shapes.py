"""Formats of public collections: speeds in a row, damage without the word, folders, YAML, B/X."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange.importers import Imported, import_file, import_text
from shieldwall.exchange.map_files.uvtt import OBJECTS, OPENINGS, Choices
from shieldwall.exchange.old_school.paired_blows import paired_blows

CHOICES = Choices(OBJECTS[0], OPENINGS[0])
LIST_STYLE = """# Moor Drake

*Large* *Dragon* *unaligned*

- **Armor Class:** 15 (natural armor)
- **Hit Points:** 66 (7d10+28)
- **Speed:** walk 40 ft. climb 20 ft. fly 80 ft. hover True ft.
- **Challenge Rating:** 5 (1,800 XP)

| STR | DEX | CON | INT | WIS | CHA |
| --- | --- | --- | --- | --- | --- |
| 18 (+4) | 12 (+1) | 18 (+4) | 6 (-2) | 12 (+1) | 10 (+0) |

### Special Abilities

- **Peat Skin:** The drake looks like a mound of peat while it lies still.

### Actions

- **Multiattack:** The drake makes one Bite attack and two Claw attacks, or it makes four Spit attacks.
- **Bite:** Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 12 (1d16+4) piercing and 3 (1d6) fire damage.
- **Claw:** Melee Weapon Attack: +7 to hit, reach 5 ft., one target. Hit: 9 (2d4 + 4) plus 7 (2d6) necrotic damage.
- **Spit:** Ranged Weapon Attack: +4 to hit, range 30/60 ft., one target. Hit: 3 (1d4 + 1) acid.
"""  # noqa: E501
YAML_ACTOR = """
name: Fen Raider
type: npc
_id: abcdefghijklmnop
system:
  ab: 2
  baseAc: 14
  hitDice: 2
  moralScore: 8
  saves: 14
  speed: 30
  health: {value: 9, max: 9}
items:
  - name: Long Knife
    type: weapon
    system: {damage: 1d6, shock: {dmg: 1, ac: 15}}
_stats: {systemId: swnr, createdTime: 2025-01-01}
"""


def _one(text: str, name: str = "shape.md") -> tuple[dict[str, Any], Imported]:
    made = import_text("", text, name, CHOICES)
    (form,) = yaml.safe_load(made.files[-1].text).values()
    return form, made


def test_speeds_in_a_row_without_commas() -> None:
    form, made = _one(LIST_STYLE)
    assert (form["speed"], form["flies"]) == (40, 80)
    (told,) = made.summary.creatures
    assert any("climb 20 ft" in text for text in told.left)
    assert not any("Special Abilities" in text for text in told.left)


def test_damage_is_read_where_the_word_is_missing() -> None:
    form, _ = _one(LIST_STYLE)
    weapons = {part["name"]: part for part in form["natural"]}
    assert weapons["bite"]["damage"] == "1d16+4"
    assert weapons["bite"]["riders"][0]["does"] == [{"do": "damage", "amount": "1d6"}]
    assert weapons["claw"]["damage"] == "2d4+4"
    assert weapons["claw"]["riders"][0]["does"] == [{"do": "damage", "amount": "2d6"}]
    assert (weapons["spit"]["damage"], weapons["spit"]["range"]) == ("1d4+1", "30/60")


def test_an_attack_keeps_its_own_bonus_to_hit() -> None:
    form, made = _one(LIST_STYLE)
    assert form["attack"] == 7
    weapons = {part["name"]: part for part in form["natural"]}
    assert weapons["spit"]["to-hit"] == -3
    assert "to-hit" not in weapons["bite"]
    sheet = next(iter(creature_file(made.files[0].text, "shape").values()))
    spit = next(weapon for weapon in sheet.weapons if weapon.name == "spit")
    assert int(spit.accuracy) == -3


def test_of_two_ways_to_attack_the_first_is_taken_whole() -> None:
    form, made = _one(LIST_STYLE)
    assert form["routine"] == ["bite", "claw", "claw"]
    assert any("four Spit attacks" in text for text in made.summary.creatures[0].left)


@pytest.mark.parametrize(
    ("words", "routine"),
    [
        ("The drake attacks with its bite, claw and spit.", ["bite", "claw", "spit"]),
        ("The drake makes a claw attack against two different creatures.", ["claw", "claw"]),
        ("In wyrm form, it makes two bite attacks. In its other form, it makes a spit attack.",
         ["bite", "bite"]),
        ("The drake makes two claw attacks. If both hit, it can make a bite attack.",
         ["claw", "claw"]),
    ],
)  # fmt: skip
def test_multiattack_in_other_words(words: str, routine: list[str]) -> None:
    old = LIST_STYLE.partition("- **Multiattack:** ")[2].partition("\n")[0]
    form, _ = _one(LIST_STYLE.replace(old, words))
    assert form["routine"] == routine


def test_a_multiattack_with_an_attack_that_is_missing_is_reported() -> None:
    old = LIST_STYLE.partition("- **Multiattack:** ")[2].partition("\n")[0]
    _, made = _one(LIST_STYLE.replace(old, "The drake attacks with its pike and its claw."))
    assert any("its pike" in text for text in made.summary.creatures[0].left)


def test_more_hit_points_than_our_files_take_are_cut_and_reported() -> None:
    form, made = _one(LIST_STYLE.replace("66 (7d10+28)", "1230 (60d20+600)"))
    assert form["hp"] == 1000
    assert any("1,230" in text for text in made.summary.creatures[0].left)


def test_long_notes_are_kept_whole() -> None:
    lore = " ".join(f"word{number}" for number in range(800))
    form, _ = _one(LIST_STYLE.replace("while it lies still.", f"while it lies still. {lore}."))
    assert "word799" in form["notes"]


def test_an_actor_unpacked_to_yaml_is_read_like_one_in_json() -> None:
    form, made = _one(YAML_ACTOR, "raider.yml")
    same, _ = _one(json.dumps(yaml.safe_load(YAML_ACTOR), default=str), "raider.json")
    assert form == same
    assert (form["ac"], form["hp"], form["natural"][0]["damage"]) == (14, 9, "1d6")
    assert not made.questions


def test_yaml_with_aliases_is_refused() -> None:
    bomb = YAML_ACTOR + "a: &a [x, x]\nb: [*a, *a]\n"
    with pytest.raises(ContentError, match="aliases"):
        _one(bomb, "raider.yml")


def test_an_actor_without_any_attack_is_asked_about() -> None:
    actor = {"name": "Thug", "type": "monster", "_id": "x", "items": [],
             "system": {"hp": {"value": 4, "max": 4}, "hd": "1d8",
                        "combat": {"ab": 1, "acManual": {"melee": 13}}}}  # fmt: skip
    form, made = _one(json.dumps(actor), "thug.json")
    assert form["natural"][0]["damage"] == "1d4"
    assert [asked["field"] for asked in made.questions] == ["damage"]
    again = import_text(
        "", json.dumps(actor), "thug.json", CHOICES, "", {("Thug", "damage"): "1d8"}
    )
    assert yaml.safe_load(again.files[0].text)["Thug"]["natural"][0]["damage"] == "1d8"


def test_a_folder_is_one_file_of_creatures(tmp_path: Path) -> None:
    folder = tmp_path / "moor"
    (folder / "deep").mkdir(parents=True)
    (folder / "drake.md").write_text(LIST_STYLE)
    (folder / "deep" / "raider.yml").write_text(YAML_ACTOR)
    (folder / "deep" / "raider-2.yml").write_text(YAML_ACTOR)
    (folder / "readme.md").write_text("# About\nNothing to fight here.\n")
    made = import_file("", folder, CHOICES)
    (ours,) = made.files
    assert ours.name == "moor"
    assert list(yaml.safe_load(ours.text)) == ["Fen Raider", "Fen Raider 2", "Moor Drake"]
    assert len(made.summary.creatures) == 3
    assert any("readme.md" in remark.text for remark in made.report.warnings)


def test_a_folder_with_nothing_in_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")
    with pytest.raises(ContentError, match=r"no file to import in it: \.json"):
        import_file("", tmp_path, CHOICES)


FANTASY = """```statblock
name: Marsh Ape
layout: BFRPG
ac: 5 [14]
hit_dice: 4+4*
hp: 22
thaco: 16 [+4]
stats: ["4+4*", "22", "5 [14]", "16 [+4]"]
attack: "2 claws, 1 bite or thrown rock"
damage: "1d6 claw, 2d4 bite or 2d6"
speed: "70' Fly 160' (10')"
moral: "8"
traits:
  - name: Cold Resistance
    desc: "It takes half damage from any cold-based attack."
```
"""


def test_a_fence_of_the_old_school_is_read_like_a_pasted_block() -> None:
    form, _ = _one(FANTASY)
    assert (form["hd"], form["hp"], form["ac"], form["attack"]) == ("4+4", 22, 14, 4)
    assert (form["speed"], form["flies"], form["morale"]) == (70, 160, 8)
    assert form["routine"] == ["claw", "claw", "bite"]
    damage = {part["name"]: part["damage"] for part in form["natural"]}
    assert damage == {"claw": "1d6", "bite": "2d4", "thrown rock": "2d6"}
    assert form["resists"] == ["cold"]


def test_a_figure_in_brackets_that_is_no_third_is_for_turning() -> None:
    table = "Marsh Ape\nArmor Class: 14\nHit Dice: 4\nNo. of Attacks: 2 fists\nDamage: 1d6/1d6\n"
    turning, _ = _one(f"{table}Movement: 40' (10')\nMorale: 8\nTreasure Type: None\n", "ape.txt")
    assert turning["speed"] == 40
    per_turn, _ = _one(f"{table}Movement: 120' (40')\nMorale: 8\nTreasure Type: None\n", "ape.txt")
    assert per_turn["speed"] == 40


@pytest.mark.parametrize(
    ("ways", "harm", "expected", "left"),
    [
        ("2 claws / 1 bite", "1d4/1d4/1d6", [("claw", 2, "1d4", 0), ("bite", 1, "1d6", 0)], []),
        ("1 tongue or 1 bite", "grab or 1d4+1", [("bite", 1, "1d4+1", 1)], ["tongue: grab"]),
        ("2 claws / 1 bite", "1d4 all", [("claw", 2, "1d4", 0), ("bite", 1, "1d4", 0)], []),
        ("2 hooves/1 horn", "2d4/2d4/2d6", [("hoof", 2, "2d4", 0), ("horn", 1, "2d6", 0)], []),
        ("2 claws + hug", "1d6 claw", [("claw", 2, "1d6", 0)], ["hug"]),
    ],
)
def test_attacks_and_damage_on_two_lines(
    ways: str, harm: str, expected: list[tuple[str, int, str, int]], left: list[str]
) -> None:
    made, missing = paired_blows(ways, harm)
    assert [(each.name, each.count, each.damage, each.group) for each in made] == expected
    assert missing == left


def test_a_character_keeps_its_gear_in_the_report() -> None:
    actor = {
        "name": "Hild", "type": "character", "_id": "y", "_stats": {"systemId": "dnd5e"},
        "system": {"abilities": {"str": {"value": 14}}, "attributes": {"hp": {"max": 9}}},
        "items": [
            {"name": "Rope", "type": "loot", "system": {}},
            {"name": "Lantern", "type": "equipment", "system": {"description": {"value": "Light"}}},
        ],
    }  # fmt: skip
    _, made = _one(json.dumps(actor), "hild.json")
    assert "gear: Rope, Lantern" in made.summary.creatures[0].left


def test_a_point_of_damage_without_dice_is_an_attack() -> None:
    actor = {
        "name": "Hawk", "type": "npc", "_id": "z", "_stats": {"systemId": "dnd5e"},
        "system": {"abilities": {"dex": {"value": 16}}, "attributes": {"hp": {"max": 1}}},
        "items": [{"name": "Talons", "type": "weapon", "system": {"activities": {"a": {
            "type": "attack", "attack": {"ability": "dex"},
            "damage": {"includeBase": False, "parts": [
                {"number": None, "denomination": 0, "bonus": "1", "types": ["slashing"]}]}}}}}],
    }  # fmt: skip
    form, _ = _one(json.dumps(actor), "hawk.json")
    assert (form["natural"][0]["name"], form["natural"][0]["damage"]) == ("talons", "1d1")
