"""A foe that draws a weapon while a unit runs past attacks when its reach is left."""

from __future__ import annotations

import pytest
from tests.open_scene import open_setup
from tests.scene import BOW, DAGGER, POLEARM, SWORD, fighter, foe, setup, told, unit
from tests.scripted import run

from shieldwall.engine.state.state import ALWAYS
from shieldwall.fight import Fight

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
PAST = "g run B1 C1 D1 E1 F1"


def passing(rules: str, *script: str | int, weapons: tuple[object, ...] = (BOW, SWORD)) -> Fight:
    """`a` has its first weapon in hand and waits; `g` runs past it."""
    archer = fighter(weapons=weapons, hp=20)
    made = setup("g . . . . .\n. . a . . .", stops="always", rules=rules, a=archer, g=foe(hp=30))
    return run(made, "a hold", PAST, *script)


@pytest.mark.rule("SOV-043", "SOV-085", "SOV-097")
@BOTH
def test_an_archer_that_has_drawn_its_sword_strikes_a_second_time(rules: str) -> None:
    """The held Main strikes as `g` comes near, and the free attack as it goes."""
    fight = passing(rules, "a attack g with sword", 15, 3, "a strike g with sword", 15, 4)
    assert told(fight, "moved", "hold-used", "opportunity", "harm") == [
        "moved unit=g path=B1 feet=5",
        "hold-used unit=a",
        "harm unit=g by=a amount=3 left=27 cause=hit",
        "moved unit=g path=C1,D1 feet=10",
        "opportunity unit=a target=g",
        "harm unit=g by=a amount=4 left=23 cause=hit",
        "moved unit=g path=E1,F1 feet=10",
    ]


@pytest.mark.rule("SOV-043", "SOV-085")
@BOTH
def test_one_that_keeps_its_bow_in_hand_strikes_no_unit(rules: str) -> None:
    fight = passing(rules, "a shoot g with small bow", 2)
    assert told(fight, "opportunity") == []
    assert unit(fight, "a").wielded == 0


@pytest.mark.rule("SOV-041", "SOV-043")
@BOTH
def test_it_strikes_once_for_one_run(rules: str) -> None:
    """It strikes as its reach is left, shoots no more, and is not asked a second time."""
    archer = fighter(weapons=(SWORD, DAGGER), hp=20)
    made = setup(
        "g . . . . .\n. . a . . .\n. . . . . .", stops="always", rules=rules, a=archer,
        g=foe(hp=30, speed=60),
    )  # fmt: skip
    fight = run(
        made, "a hold", "g run B1 C1 D1 E2 D3 E3", "a attack g with dagger", 15, 3,
        "a strike g with dagger", 15, 4,
    )  # fmt: skip
    assert len(told(fight, "opportunity")) == 1


@pytest.mark.rule("SOV-043", "SOV-085")
@BOTH
def test_without_a_map_a_long_weapon_taken_in_hand_strikes_too(rules: str) -> None:
    """`g` comes into its 10 ft at 50 ft and leaves them at 70 ft."""
    made = open_setup(
        "a 60, g 45", rules=rules, stops=ALWAYS, a=fighter(weapons=(BOW, POLEARM), hp=20),
        g=foe(hp=30),
    )  # fmt: skip
    fight = run(
        made, "a hold", "g run 75ft", "a attack g with polearm", 15, 3,
        "a strike g with polearm", 15, 4,
    )  # fmt: skip
    assert told(fight, "opportunity") == ["opportunity unit=a target=g"]
    assert unit(fight, "g").hp == 23
