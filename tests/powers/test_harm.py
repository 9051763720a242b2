"""Kinds of harm: proof against it, half of it, double, and what alone can wound."""

from __future__ import annotations

import pytest
from tests.powers.beasts import beast
from tests.scene import fighter, play, told, unit

from shieldwall.core.nature import (
    BLUDGEONING,
    ENCHANTED,
    FIRE,
    SILVER,
    SLASHING,
    Nature,
    harm_names,
    withstood,
)
from shieldwall.core.sheet import STR, Weapon


def blade(kinds: int, magic: int = 0) -> Weapon:
    return Weapon("blade", 1, 8, attributes=(STR,), kinds=kinds, magic=magic)


@pytest.mark.parametrize(
    ("nature", "kinds", "magic", "left"),
    [
        ({}, SLASHING, 0, 13),
        ({"immune": SLASHING}, SLASHING, 0, 20),
        ({"immune": FIRE}, SLASHING, 0, 13),
        ({"resists": SLASHING | FIRE}, SLASHING, 0, 17),
        ({"weak": SILVER}, SLASHING | SILVER, 0, 6),
        ({"hurt_by": SILVER | ENCHANTED}, SLASHING, 0, 20),
        ({"hurt_by": SILVER | ENCHANTED}, SLASHING | SILVER, 0, 13),
        ({"hurt_by": SILVER | ENCHANTED}, SLASHING, 1, 12),
        ({"immune": SLASHING, "weak": FIRE}, SLASHING | FIRE, 0, 20),
    ],
)
def test_what_is_left_of_seven(nature: dict[str, int], kinds: int, magic: int, left: int) -> None:
    fight = play(
        "a g",
        "> a attack g with blade\n! attack d20 18\n! damage d8 7\n",
        a=fighter(weapons=(blade(kinds, magic),)), g=beast(**nature),
    )  # fmt: skip
    assert unit(fight, "g").hp == left


def test_a_harm_of_no_kind_is_nobodys_to_withstand() -> None:
    nature = Nature()
    nature.hurt_by = SILVER
    nature.immune = BLUDGEONING
    assert withstood(nature, 5, 0) == 5


def test_who_takes_nothing_is_told_and_not_hurt() -> None:
    fight = play(
        "a g",
        "> a attack g with blade\n! attack d20 18\n! damage d8 7\n",
        a=fighter(weapons=(blade(SLASHING),)), g=beast(immune=SLASHING),
    )  # fmt: skip
    assert told(fight, "withstands") == ["withstands unit=g dealt=7 left=0"]
    assert not unit(fight, "g").hurt


def test_kinds_have_names() -> None:
    assert harm_names(SLASHING | FIRE | ENCHANTED) == ["slashing", "fire", "magic"]
