"""Blocks in bars, one figure per line, encounters in a sentence, spells in a fence. All our own."""

from __future__ import annotations

from typing import Any

from tests.exchange.test_shapes import form_of, forms_of

from shieldwall.exchange.import_report import Report
from shieldwall.exchange.old_school.obsidian import read_fences

BARS = """MIRE GHAST [AC: 6 | HD: 3** | MV: 120` (40`) | THAC0: 17 | ATK: 2 claws | DMG: 1d3/1d3 |
#APP: 1-6 (1-10) | SV: Fighter 3 | ML: 10 | NOTES: Its claws smell of the bog. ]
-- There are 2 in this area [HIT POINTS: 12, 14]

BOG GUARD [AC: 7 | HD: 1 | MV: 60` (20`) | THAC0: 19 | ATK: 1 | DMG: 1d6 | ML: 12 ]
"""
LINES = """Marsh Cat, Great
Armor Class: 14
Hit Dice: 3
No. of Attacks: 2 claws, 1 bite
Damage: 1d4 claw, 1d8 bite
Movement: 40'
Morale: 8

Great marsh cats hunt by night. They fear nothing.
Marsh Cat, Small
Armor Class: 13
Hit Dice: 1
No. of Attacks: 1 bite
Damage: 1d4 bite
Movement: 40'
Morale: 7
"""
MET = """The path is narrow here.

> At night: 3 Mire Hunters. AC 7 [12], HD 1/2, Att 1 x club (1d4) or 1 x blowgun (1d2), THAC0 19 [0], MV 60' (20'), ML 8
"""  # noqa: E501
FENCE = """```statblock
name: Reed Shaman
size: Small
type: humanoid
ac: 13
hp: 14
hit_dice: 4d6
speed: 30 ft.
stats: [8, 14, 10, 10, 8, 8]
spells:
  - "Cantrips (at will): fire bolt"
  - 1st level (4 slots): magic missile, sleep
```
"""


def test_figures_between_bars() -> None:
    made = forms_of(BARS)
    assert list(made) == ["Mire Ghast", "Bog Guard"]
    ghast = made["Mire Ghast"]
    figures = [ghast[key] for key in ("hd", "hp", "ac", "attack", "speed", "morale")]
    assert figures == ["3", 13, 13, 2, 40, 10]
    assert ghast["routine"] == ["claw", "claw"]
    assert "smell of the bog" in str(ghast["notes"])
    assert made["Bog Guard"]["ac"] == 12


def test_a_figure_per_line_below_a_name_with_prose_between() -> None:
    made = forms_of(LINES)
    assert list(made) == ["Marsh Cat, Great", "Marsh Cat, Small"]
    assert made["Marsh Cat, Great"]["ac"] == 14
    assert made["Marsh Cat, Small"]["hd"] == "1"
    assert "fear nothing" in str(made["Marsh Cat, Great"]["notes"])


def test_a_meeting_in_a_sentence_has_the_name_of_those_met() -> None:
    made = forms_of(MET)
    hunter = made["Mire Hunter"]
    assert hunter["ac"] == 12
    assert [(arm["name"], arm["range"]) for arm in hunter["natural"]] == [("blowgun", "20/30")]


def test_spells_of_a_fence_are_read() -> None:
    (draft,) = read_fences(FENCE, "notes.md", Report())
    form: dict[str, Any] = dict(draft.form())
    assert [(power["name"], power["uses"]) for power in form["powers"]] == [
        ("magic missile", 2), ("sleep", 2),
    ]  # fmt: skip
    assert [arm["name"] for arm in form["natural"]] == ["fire bolt"]


def test_breaks_of_a_page_are_no_words() -> None:
    form = form_of(
        "> ## Peat Thrall\n>*Medium undead, unaligned*\n> - **Armor Class** 9\n"
        "> - **Hit Points** 26 (4d8 + 8)\n> - **Speed** 25 ft.\n"
        ">|STR|DEX|CON|INT|WIS|CHA|\n>|14 (+2)|8 (-1)|15 (+2)|3 (-4)|8 (-1)|5 (-3)|\n"
        "> ***Bell.*** It hears the bell.\n> <br />&nbsp;&nbsp; It hears it for miles.\n"
        "> ### Actions\n> ***Fist.*** _Melee Weapon Attack:_ +4 to hit, reach 5 ft. Hit: "
        "6 (1d8 + 2) bludgeoning damage.\n"
    )
    assert "<br" not in str(form["notes"])
    assert "for miles" in str(form["notes"])
