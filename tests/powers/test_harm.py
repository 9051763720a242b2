"""Kinds of harm: immunity, half damage, double damage, and the only kinds that hurt."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.powers.beasts import beast
from tests.scene import fighter, play, play_setup, setup, terms, told, unit

from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.damage import most_dealt
from shieldwall.engine.state.harm import (
    BLUDGEONING,
    ENCHANTED,
    FIRE,
    PIERCING,
    SILVER,
    SLASHING,
    harm_names,
)
from shieldwall.engine.state.sheet import STR, Weapon, make_weapon


def blade(kinds: int, magic: int = 0) -> Weapon:
    return make_weapon("blade", 1, 8, attributes=(STR,), kinds=kinds, magic=magic)


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


def test_harm_of_no_kind_cannot_be_resisted() -> None:
    left = 5
    for ability in gifted(hurt_by=SILVER, immune=BLUDGEONING).at_damage_taken:
        left = int(ability.damage_taken(left, 0))
    assert left == 5


def test_a_unit_that_takes_nothing_is_told_and_not_hurt() -> None:
    fight = play(
        "a g",
        "> a attack g with blade\n! attack d20 18\n! damage d8 7\n",
        a=fighter(weapons=(blade(SLASHING),)), g=beast(immune=SLASHING),
    )  # fmt: skip
    assert told(fight, "withstands") == ["withstands unit=g dealt=7 left=0"]
    assert not unit(fight, "g").hurt


def test_the_least_of_the_dice_counts_in_a_charge_and_in_what_a_blow_could_do() -> None:
    rhino = beast(charge_dice=1, weapons=(make_weapon("horn", 2, 6, natural=True, kinds=PIERCING),))
    bones = beast(least_from=PIERCING)
    fight = play("a . . g", "> a charge C1 g with horn\n! attack d20 18\n", a=rhino, g=bones)
    # 2 dice of the horn and 2 of the charge, each counted as 1.
    assert unit(fight, "g").hp == 16
    assert terms(fight, "harm")["weight of the charge"] == 2
    blow = Blow(unit(fight, "a"), unit(fight, "g"), 0, MELEE)
    assert fight.request is not None
    battle = fight.request.battle
    assert most_dealt(battle, blow) == 2
    blow.charge = True
    assert most_dealt(battle, blow) == 4


def test_an_execution_does_the_most_that_such_a_weapon_can_do() -> None:
    made = setup(
        "a g",
        surprised="foes",
        a=fighter(weapons=(blade(SLASHING),), stab=1),
        g=beast(least_from=SLASHING, saves=(2, 2, 2)),
    )
    made.poised = ("a",)
    fight = play_setup(made, "> a execute g with blade\n! save d20 20\n", first="")
    assert unit(fight, "g").hp == 19


def test_kinds_have_names() -> None:
    assert harm_names(SLASHING | FIRE | ENCHANTED) == ["slashing", "fire", "magic"]
