"""Names as people write them."""

from __future__ import annotations

import pytest

from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.formats.naming import find_named
from shieldwall.content.skirmish import skirmish

KNOWN = {"Bog Ghoul": 1, "wolf": 2, "man-at-arms": 3, "harpy": 4, "lizard man": 5, "armour": 6}


@pytest.mark.parametrize(
    ("text", "found"),
    [("bog ghoul", 1), ("BOG GHOULS", 1), ("wolves", 2), ("Wolf", 2), ("men-at-arms", 3),
     ("harpies", 4), ("lizard men", 5), ("Armor", 6), ("wolverine", None)],
)  # fmt: skip
def test_case_plural_and_spelling(text: str, found: int | None) -> None:
    assert find_named(KNOWN, text) == found


def test_foes_in_the_plural() -> None:
    names = [placement.sheet.name for placement in skirmish("adventurers", "2 Wolves").placements]
    assert names[-2:] == ["wolf", "wolf"]


def test_armor_is_armour() -> None:
    text = "Guard Dog:\n  hd: 1\n  armor: Leather\n  weapons: [Swords]\n"
    sheet = creature_file(text, "f")["Guard Dog"]
    assert int(sheet.ac) == 12
    assert sheet.weapons[0].name == "sword"
