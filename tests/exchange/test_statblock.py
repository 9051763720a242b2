"""Pasted stat blocks: each field with its confidence, and no word lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.exchange.samples import (
    AACHEN_BLOCK,
    BLOCKS,
    DOLMENWOOD_BLOCK,
    FIFTH_BLOCK,
    NUMBER_BLOCK,
    OSE_BLOCK,
)

from shieldwall.content import ContentError
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.exchange.creature_draft import Draft, creature_texts, plain_dice
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.pasted_text import normal
from shieldwall.exchange.old_school.statblock import read_block


def text_for(block: str) -> str:
    return "\n".join(creature_texts([read_block(block)[0]], "", Report()))


def sure(block: str) -> dict[str, str]:
    draft, _ = read_block(block)
    draft.form()
    return {said.key: said.sure for said in draft.said}


def test_the_line_of_ose() -> None:
    assert read_block(OSE_BLOCK)[1] == "OSE"
    assert text_for(OSE_BLOCK) == (
        "Cave Lurker:\n  hd: 1-1\n  hp: 3\n  ac: 13\n  attack: 0\n  speed: 20\n  morale: 7\n"
        "  natural:\n    - {name: weapon, damage: 1d6, type: bludgeoning}\n"
        "  morale-with-leader: 9\n  daylight-penalty: 1\n"
        '  notes: "A pale thing of the dark; SV D14 W15 P16 B17 S18 (NH);'
        " AL Chaotic, XP 5, NA 2d4 (6d10), TT (C); Hate the sun: -1 to-hit in full daylight;"
        ' weapon: or by weapon"\n'
    )
    assert sure(OSE_BLOCK)["ac"] == "sure"
    assert sure(OSE_BLOCK)["type of weapon"] == "guess"


def test_a_block_of_dolmenwood() -> None:
    draft, style = read_block(DOLMENWOOD_BLOCK)
    form = draft.form()
    assert style == "Dolmenwood"
    assert draft.name == "marsh hag"
    assert form["hd"] == "2"
    assert (form["hp"], form["ac"], form["attack"], form["speed"]) == (9, 13, 1, 40)
    assert (form["morale"], form["size"]) == (8, "man")
    assert form["natural"] == [
        {"name": "claw", "damage": "1d4", "type": "slashing"},
        {
            "name": "bite",
            "damage": "1d6",
            "type": "piercing",
            "riders": [
                {
                    "name": "Poison",
                    "of": "poison",
                    "save": "doom",
                    "does": [{"do": "kill", "when": "save failed"}],
                }
            ],
        },
        {"name": "bow", "damage": "1d6", "type": "piercing", "range": "70/210"},
    ]
    assert form["routine"] == ["claw", "claw", "bite"]
    notes = str(form["notes"])
    for kept in ("Swim 60", "Saves D12 R13 H14 B15 S16", "bite: poison", "Save versus Doom"):
        assert kept in notes
    assert sure(DOLMENWOOD_BLOCK)["hd"] == "likely"


def test_a_block_of_the_fifth_edition_with_its_attacks_spelled_out() -> None:
    draft, style = read_block(FIFTH_BLOCK)
    form = draft.form()
    assert style == "5e"
    assert (form["hd"], form["hp"], form["ac"], form["attack"], form["speed"]) == (
        "7", 59, 11, 6, 40,
    )  # fmt: skip
    assert form["natural"] == [
        {"name": "greatclub", "damage": "2d8+4", "type": "bludgeoning"},
        {"name": "sling", "damage": "1d6+3", "type": "piercing", "to-hit": -3, "range": "30/120"},
    ]
    for kept in ("Large giant", "(hide armor)", "reach 5 ft., one target", "piercing damage"):
        assert kept in str(form["notes"])


@pytest.mark.parametrize(
    ("block", "facts"),
    [
        (
            "Goblin\nArmour Class 6 [13]\nHit Dice 1-1 (3hp)\nAttacks 1 × weapon (1d6)\n"
            "THAC0 19 [0]\nMovement 60' (20')\nMorale 7 (9 with king)",
            {"hd": "1-1", "hp": 3, "ac": 13, "attack": 0, "speed": 20, "morale": 7},
        ),
        (
            "**Hook Bear**: AC 5 [14], HD 5* (22hp), Att 2 × claw (1d8), 1 × bite (1d8), "
            "THAC0 15 [+4], MV 120’ (40’), SV D12 W13 P14 B15 S16 (3), ML 9",
            {"hd": "5", "ac": 14, "attack": 4, "speed": 40, "routine": ["claw", "claw", "bite"]},
        ),
        (
            "BOG CORPSE\nMEDIUM UNDEAD—MINDLESS—CHAOTIC\nLevel 2 AC 12 HP 2d8 (9) "
            "Saves D12 R13 H14 B15 S16\nAttacks Claw (+1, 1d8)\nSpeed 20 Morale 12",
            {"hd": "2", "hp": 9, "ac": 12, "undead": True, "temperament": "mindless"},
        ),
        (
            "Level 4 AC 14 HP 4d8 (18)\nAtt 2 claws (+3, 1d6) and bite (+3, 1d8 + poison) or spit "
            "(+3, 1d4, range 20’/40’/60’)\nSpeed 40 Fly 60 Morale 8",
            {"hd": "4", "attack": 3, "flies": 60, "routine": ["claw", "claw", "bite"]},
        ),
        (
            "Wolf — HD 2; AC 12; Atk. +3; Dmg. 1d6; Shock 2/13; Move 60’; Morale 8; Saves 14+",
            {"hd": "2", "ac": 12, "attack": 3, "save": 14, "speed": 60, "morale": 8},
        ),
        (
            "Ogre: AC 13, HD 4, Atk +5/+5, Dmg 1d10, Shock 4/-, Mv 30 ft., ML 9, Skill +1",
            {"hd": "4", "attack": 5, "routine": ["weapon", "weapon"], "skill": 1},
        ),
        (
            "### Bandit\n- **HD** 1, **AC** 11, **Attack** +0, Seax (1d6)\n"
            "- **Save** 15, **Morale** 2d6 ≤ 8, **Move** 30ft 9m 6sq",
            {"hd": "1", "ac": 11, "attack": 0, "save": 15, "morale": 8, "speed": 30},
        ),
    ],
    ids=["OSE sheet", "OSE line", "Dolmenwood", "no name", "semicolons", "two attacks", "Aachen"],
)
def test_blocks_in_other_spellings(block: str, facts: dict[str, object]) -> None:
    form = read_block(block)[0].form()
    assert {key: form.get(key) for key in facts} == facts


def test_a_line_of_without_number() -> None:
    (sheet,) = creature_file(text_for(NUMBER_BLOCK), "f").values()
    assert (sheet.name, int(sheet.ac), int(sheet.attack), sheet.saves[0]) == (
        "Pit Brute", 15, 4, 14,
    )  # fmt: skip
    weapon = sheet.weapons[0]
    assert (int(weapon.dice), int(weapon.sides)) == (1, 8)
    assert (int(weapon.shock), int(weapon.shock_ac)) == (3, 15)
    assert sheet.routine == (0, 0)
    assert sheet.notes == "It hates bells"
    assert int(sheet.check) == 1


def test_a_list_of_aachen() -> None:
    draft, style = read_block(AACHEN_BLOCK)
    form = draft.form()
    assert style == "Aachen"
    assert {key: form[key] for key in ("hd", "ac", "attack", "save", "morale", "speed")} == {
        "hd": "1", "ac": 11, "attack": 0, "save": 15, "morale": 8, "speed": 30,
    }  # fmt: skip
    assert form["natural"] == [{"name": "seax", "damage": "1d6", "type": "slashing"}]


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("X: AC 4, HD 2, THAC0 18", "ac", 15),
        ("X: AC 4, HD 2, THAC0 18", "attack", 1),
        ("X: HD ½, AC 12", "hd", "1/2"),
        ("X: HD 4+1**, AC 12", "hd", "4+1"),
        ("X: HD 3d8+2, AC 12", "hd", "3+2"),
        ("X: HD 1d4, AC 12", "hd", "1/2"),
        ("X: HD 2, AC 12, MV 120' (40')", "speed", 40),
        ("X: HD 2, AC 12, MV 120'", "speed", 40),
        ("X: HD 2, AC 12, Shock 3/-, Dmg 1d6", "hd", "2"),
        ("X: HD 2, AC 12, undead", "undead", True),
        ("X: HP 3d8 (14), AC 12", "hd", "3"),
        ("X: Level 1 AC 12 Speed 40 Fly 60", "flies", 60),
        ("X: HD 2, AC 12, MV 90' (30') / 180' (60') flying", "flies", 60),
        ("X\nSMALL UNDEAD—MINDLESS—CHAOTIC\nLevel 1 AC 12", "temperament", "mindless"),
    ],
)
def test_one_figure(line: str, key: str, value: object) -> None:
    assert read_block(line)[0].form()[key] == value


def test_shock_against_any_armour() -> None:
    form = read_block("X: HD 2, AC 12, Atk +2, Dmg 1d6, Shock 3/-")[0].form()
    assert form["natural"] == [
        {"name": "weapon", "damage": "1d6", "type": "bludgeoning", "shock": "3/-"}
    ]


def test_a_weapon_of_the_list_is_taken_as_it_is() -> None:
    form = read_block("X: AC 7 [12], HD 1, Att 1 x sword (1d8), THAC0 19 [0]")[0].form()
    assert form["weapons"] == ["sword"]
    assert "natural" not in form


@pytest.mark.parametrize(
    ("text", "dice"),
    [("1d6", "1d6"), ("2-12", "2d6"), ("3-8", "1d6+2"), ("d8 + 1", "1d8+1"), ("much", ""),
     ("2d6kh1", ""), ("", ""), ("0-4", "")],
)  # fmt: skip
def test_damage(text: str, dice: str) -> None:
    assert plain_dice(text) == dice


def test_figures_out_of_bounds_are_kept_as_notes_and_said() -> None:
    report = Report()
    draft = Draft("Wyrm")
    draft.put("hd", "20", "HD 20")
    draft.put("ac", 77, "AC 77")
    (text,) = creature_texts([draft], "", report)
    assert "ac:" not in text.replace('notes: "ac: 77"', "")
    assert "ac: 77" in text
    assert creature_file(text, "f")["Wyrm"].ac == 10
    assert [remark.text for remark in report.warnings] == [
        "ac 77 '77' is not a whole number from 0 to 30: kept as a note"
    ]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def lost(block: str) -> list[str]:
    """Words of a block that are neither in the notes nor where a field came from."""
    draft, _ = read_block(block)
    form = draft.form()
    found = [draft.name, str(form.get("notes", ""))]
    found += [said.source for said in draft.said]
    found += [attack.source for attack in draft.attacks]
    kept = set(words(" ".join(found)))
    return [word for word in words(normal(block)) if word not in kept and word not in ("and", "or")]


@pytest.mark.parametrize("block", BLOCKS, ids=["ose", "dolmenwood", "number", "aachen", "5e"])
def test_not_a_word_is_lost(block: str) -> None:
    labels = ("att", "attack", "class", "points", "speed")
    assert [word for word in lost(block) if word not in labels] == []


PIECES = st.sampled_from(
    ["AC 6 [13]", "AC 15a", "HD 1-1 (3hp)", "HD 4+1**", "Level 2", "HP 2d8 (9)", "HP 12",
     "Att 2 x claw (1d3), 1 x bite (1d6 + poison)", "Att bow (+1, 1d6, range 70'/140')",
     "Atk +4 x2", "Atk +5/+5", "Hit Points 59 (7d10 + 21)",
     "\nClub. Melee Weapon Attack: +6 to hit, reach 5 ft. Hit: 9 (2d8) slashing damage.",
     "Dmg 1d8", "Shock 3/15", "Shock 2/-", "MV 60' (20')", "Move 30'", "Speed 40", "Fly 60", "ML 7",
     "Morale 2d6 <= 8", "SV D14 W15", "Save 14+", "Saves D12 R13 H14 B15 S16", "Skill +1",
     "THAC0 19",
     "THAC0 19 [0]", "XP 5", "glows in the dark", "hates 3 bells", ", ", "; ", "\n", " ", "- ", "(",
     ")", "ünnütz", "undead", "LARGE BUG—ANIMAL—NEUTRAL"]
)  # fmt: skip


def test_a_save_before_an_attack_is_not_taken_for_a_number_of_them() -> None:
    """Found by the test below: `S16 Att bow (…)` was sixteen bows, and S16 gone."""
    block = "Atk +4 x2 ( Saves D12 R13 H14 B15 S16 Att bow (+1, 1d6, range 70'/140') HD 4+1**"
    assert [word for word in lost(block) if word not in ("att", "atk")] == []


def test_a_word_with_foreign_letters_is_not_cut_in_two() -> None:
    block = "AC 6 [13], Att 2 x claw (1d3), ünnütz (hates 3 bells)"
    assert [word for word in lost(block) if word != "att"] == []


def test_a_first_line_too_long_for_a_name_is_kept_whole() -> None:
    block = "A thing that glows in the dark and hates bells LARGE BUG—ANIMAL—NEUTRAL\nHD 2, AC 12"
    assert lost(block) == []


@settings(max_examples=150)
@given(st.lists(PIECES, min_size=1, max_size=14).map(" ".join))
def test_any_mixture_gives_a_readable_file_and_loses_no_word(text: str) -> None:
    if not text.strip():
        return
    assert creature_file(text_for(text), "f")
    gone = [word for word in lost(text) if word not in ("att", "atk", "attack")]
    assert gone == []


def test_several_blocks_at_once() -> None:
    text = "\n---\n".join(BLOCKS)
    imported = import_text("statblock", text, "paste.txt", Choices())
    assert [f.folder for f in imported.files] == ["creatures"]
    assert list(creature_file(imported.files[0].text, "f")) == [
        "Cave Lurker", "marsh hag", "Pit Brute", "Moor Raider", "Bog Ogre",
    ]  # fmt: skip
    assert {field["sure"] for field in imported.fields} == {"sure", "likely", "guess"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "p: the text is empty"),
        ("\n \n", "p: the text is empty"),
        ("a\n---\n" + "x" * 20_001, "p:3: a stat block is longer than 20,000 characters"),
        ("x" * 8_000_001, "p: too long: at most 8,000,000 characters"),
    ],
    ids=["empty", "blank", "block", "long"],
)
def test_what_is_too_much_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        split_blocks(text, "p")
    assert str(caught.value) == problem
