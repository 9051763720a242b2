"""Twelve temperaments, no two the same: the choice of each in a dozen situations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.minds.test_temperaments import amid, struck_at, wounded
from tests.minds.thinking import chosen
from tests.scene import BOW, DAGGER, SPEAR, fighter, foe, play

from shieldwall.fight import Fight
from shieldwall.minds.temperament import NAMES

Scene = Callable[[], Fight]


# Its target.


def near_and_far() -> Fight:
    """A spear reaches both; the wounded one is a step farther away."""
    return play(
        "a g . b", "", first="foes", a=fighter(hp=30, ac=20), b=fighter(hp=1),
        g=foe(hp=30, weapons=(SPEAR,), creature=True),
    )  # fmt: skip


def joined() -> Fight:
    """`a` is already in melee, `b` is a little weaker."""
    fight = play(
        ". . h .\nb g a .\n. . . .", "", first="foes", a=fighter(hp=12), b=fighter(hp=11),
        g=foe(hp=30, creature=True), h=foe(hp=30, creature=True),
    )  # fmt: skip
    fight.push("h done")
    return fight


def archer_or_blade() -> Fight:
    """The archer is a little harder to hit."""
    return play(
        "a g b", "", first="foes", a=fighter(hp=30, ac=13), b=fighter(hp=30, ac=14, weapons=(BOW,)),
        g=foe(hp=30, creature=True),
    )  # fmt: skip


# How it moves.


def friend_at_hand() -> Fight:
    return play(
        ". . . . . . . .\na . . . . g . .\n. . . . . h . .", "", first="foes", a=fighter(hp=20),
        g=foe(hp=9, creature=True), h=foe(hp=9, creature=True),
    )  # fmt: skip


def near_or_soft() -> Fight:
    """A spearman close by, and an archer with four hit points behind it."""
    return play(
        "g . . . . . . .\n. . . . . b . .\n. . a . . . . .\n. . . . . . . .", "", first="foes",
        a=fighter(hp=30, ac=12, weapons=(SPEAR,)), b=fighter(hp=4, weapons=(BOW,)),
        g=foe(hp=30, creature=True, speed=40),
    )  # fmt: skip


def ward() -> Fight:
    fight = play(
        ". . . . . . .\nb . . . g . .\n. . . c . . .\n. . . . . . .", "",
        b=fighter(hp=20, shield=1, stab=1), c=fighter(weapons=(BOW,)), g=foe(hp=20, creature=True),
    )  # fmt: skip
    fight.push("c done")
    return fight


def dying() -> Fight:
    return play(
        "b . . . . g\n. . . . . .\n. a . . . .\n. . . . . .\n. h . . . .",
        "> h attack a with spear\n! attack d20 19\n! damage d6 6\n> h done\n> g done\n",
        first="foes",
        a=fighter(hp=4), b=fighter(hp=20, kit=True),
        g=foe(hp=20, creature=True), h=foe(hp=20, creature=True, weapons=(SPEAR,)),
    )  # fmt: skip


# When it flees.


def bereaved() -> Fight:
    return play(
        ". . h . .\n. a g . .\n. . . . .",
        "> a attack h with sword\n! attack d20 19\n! damage d8 8\n> a done\n",
        a=fighter(hp=20),
        g=foe(hp=10, creature=True, fearless=True), h=foe(hp=1, creature=True, fearless=True),
    )  # fmt: skip


def hurt(left: int) -> Scene:
    return lambda: wounded(left, "")


# Its reaction.


def snap() -> Fight:
    """`b` could fell the foe whose attack is about to fell its friend."""
    return play(
        "a g b", "> g attack a with sword\n! attack d20 18\n", first="foes", stops="matters",
        a=fighter(hp=4, weapons=(DAGGER,)), b=fighter(), g=foe(hp=5, creature=True),
    )  # fmt: skip


def dodge(hp: int) -> Scene:
    return lambda: struck_at(hp)


SCENES: dict[str, Scene] = {
    "amid": amid,
    "near and far": near_and_far,
    "joined": joined,
    "archer or blade": archer_or_blade,
    "friend at hand": friend_at_hand,
    "near or soft": near_or_soft,
    "ward": ward,
    "dying": dying,
    "bereaved": bereaved,
    "5 of 10 left": hurt(5),
    "3 of 10 left": hurt(3),
    "2 of 10 left": hurt(2),
    "snap": snap,
    "a third of 12": dodge(12),
    "less than a third of 15": dodge(15),
    "a quarter of 17": dodge(17),
    "a scratch": dodge(99),
}

WHO = {"snap": "b"}

# The soldier's choice, and the temperaments that differ, as in the table of docs/minds.md.
SOLDIER = {
    "amid": "attack c",
    "near and far": "attack b",
    "joined": "attack b",
    "archer or blade": "attack a",
    "friend at hand": "run B1",
    "near or soft": "run E1",
    "ward": "run D1",
    "dying": "run A4",
    "bereaved": "attack a",
    "5 of 10 left": "attack a",
    "3 of 10 left": "attack a",
    "2 of 10 left": "attack a",
    "snap": "snap g",
    "a third of 12": "total-defense",
    "less than a third of 15": "pass",
    "a quarter of 17": "pass",
    "a scratch": "pass",
}
OTHERWISE: dict[str, dict[str, str]] = {
    "mindless": {
        "amid": "attack a", "near and far": "attack a", "joined": "attack a",
        "near or soft": "run B2", "snap": "pass", "a third of 12": "pass",
    },
    "beast": {
        "amid": "attack b", "3 of 10 left": "disengage", "2 of 10 left": "disengage",
        "snap": "pass", "a third of 12": "pass",
    },
    "rabble": {
        "amid": "attack b", "joined": "attack a", "near or soft": "run B2", "dying": "leave",
        "bereaved": "disengage", "snap": "pass", "a third of 12": "pass",
    },
    "soldier": {},
    "cunning": {
        "archer or blade": "attack b", "2 of 10 left": "disengage",
        "less than a third of 15": "total-defense",
    },
    "fanatic": {
        "amid": "attack a", "near or soft": "run B2", "dying": "run E1", "snap": "pass",
        "a third of 12": "pass",
    },
    "coward": {
        "amid": "attack b", "friend at hand": "run H2", "dying": "leave",
        "bereaved": "disengage", "5 of 10 left": "disengage", "3 of 10 left": "disengage",
        "2 of 10 left": "disengage", "snap": "pass", "less than a third of 15": "total-defense",
        "a quarter of 17": "total-defense", "a scratch": "total-defense",
    },
    "guardian": {"ward": "run D2", "a third of 12": "pass"},
    "striker": {"archer or blade": "attack b"},
    "archer": {"friend at hand": "run H2"},
    "healer": {"dying": "run A2"},
    "caster": {
        "archer or blade": "attack b", "friend at hand": "run H2",
        "less than a third of 15": "total-defense", "a quarter of 17": "total-defense",
    },
}  # fmt: skip


def told(text: str) -> str:
    """`g run E2-D2-B1` as `run B1`, `g attack a with sword` as `attack a`."""
    words = text.split()[1:]
    return " ".join([words[0], *[word.split("-")[-1] for word in words[1:2]]])


@pytest.mark.parametrize("name", NAMES)
def test_what_one_of_this_temper_does(name: str) -> None:
    does = {scene: told(chosen(made(), WHO.get(scene, ""), name)) for scene, made in SCENES.items()}
    assert does == {**SOLDIER, **OTHERWISE[name]}


def test_no_two_are_alike() -> None:
    assert set(OTHERWISE) == set(NAMES)
    rows = [sorted(row.items()) for row in OTHERWISE.values()]
    assert all(rows.count(row) == 1 for row in rows)
