"""Injury: death at 0 HP, dying and its duration, spared units, dropped weapons."""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    AXE,
    CLAWS,
    DAGGER,
    MACE,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    told,
    unit,
)

from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

QUIET = "> g done\n> b done\n"
"""A round in which no unit does anything."""


def struck_down(
    weapon: Weapon = SWORD, rounds: int = 0, held: tuple[Weapon, ...] = (SWORD,), named: bool = True
) -> Fight:
    """In the first round `g` brings `a` down, and then this many quiet rounds follow."""
    return play(
        "g a . b",
        ("> g spare\n" if weapon.less_lethal else "")
        + f"> g attack a with {weapon.name}\n! attack d20 15\n! damage d{weapon.sides} 4\n"
        + QUIET
        + QUIET * rounds,
        first="foes",
        a=fighter(hp=4, weapons=held, named=named),
        b=fighter(),
        g=foe(hp=20, weapons=(weapon,)),
    )


@pytest.mark.rule("G-20", "SOV-141", "SOV-167")
def test_a_unit_that_is_mortally_injured_dies_at_the_end_of_the_sixth_round_after() -> None:
    """Down in round 1: alive throughout round 7, dead before round 8."""
    fight = struck_down(rounds=5)
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").fell == 1
    assert told(fight, "dies") == []
    fight = struck_down(rounds=6)
    assert told(fight, "round", "dies")[-3:] == [
        "round number=7",
        "dies unit=a",
        "round number=8",
    ]
    assert unit(fight, "a").status == DEAD


@pytest.mark.rule("G-20", "SOV-141")
def test_after_an_execution_the_six_rounds_begin_with_the_first() -> None:
    """Down before round 1, in the free round: dead at the end of round 6."""
    quiet = "> b done\n> h done\n"
    for rounds, status in ((5, DOWN), (6, DEAD)):
        made = setup("b g . h", surprised="foes", b=fighter(), g=foe(hp=20, named=True), h=foe())
        made.poised = ("b",)
        fight = play_setup(
            made,
            "> b execute g with sword\n! save d20 1\n> b done\n"
            + "! initiative d8 8\n! initiative d8 1\n"
            + quiet * rounds,
            first="",
        )
        assert unit(fight, "g").status == status


@pytest.mark.rule("SOV-167")
def test_one_of_many_dies_at_once() -> None:
    fight = struck_down(named=False)
    assert told(fight, "falls") == ["falls unit=a by=g how=dead"]
    assert unit(fight, "a").status == DEAD


@pytest.mark.rule("SOV-167")
def test_harm_beyond_0_hp_counts_for_nothing() -> None:
    fight = play(
        "g a . b",
        "> g attack a with war axe\n! attack d20 15\n! damage d10 10\n",
        first="foes",
        a=fighter(hp=4),
        b=fighter(),
        g=foe(weapons=(AXE,)),
    )
    assert told(fight, "harm", "falls") == [
        "harm unit=a by=g amount=10 left=0 cause=hit",
        "falls unit=a by=g how=down",
    ]


def struck_when_frail(weapon: Weapon) -> Fight:
    """The same attack against a unit that has been dying before."""
    fight = play(
        "g a . b",
        "",
        first="foes",
        a=fighter(hp=4),
        b=fighter(),
        g=foe(weapons=(weapon,)),
    )
    before, _ = fight.last_checkpoint()
    before.units[fight.names.index["a"]].frail = True
    fight.dice_by_hand(True)
    if weapon.less_lethal:
        fight.push("g spare")
    fight.push(f"g attack a with {weapon.name}")
    fight.push_die(15)
    fight.push_die(4)
    return fight


@pytest.mark.rule("SOV-167")
def test_the_frail_die_at_once_though_they_have_a_name() -> None:
    fight = struck_when_frail(SWORD)
    assert told(fight, "falls") == ["falls unit=a by=g how=dead"]
    assert unit(fight, "a").status == DEAD


@pytest.mark.rule("SOV-167")
def test_even_the_frail_are_only_knocked_out_by_a_weapon_that_spares() -> None:
    fight = struck_when_frail(MACE)
    assert told(fight, "falls") == ["falls unit=a by=g how=out_cold"]
    assert unit(fight, "a").status == DOWN


@pytest.mark.rule("SOV-167")
@pytest.mark.parametrize("named", [True, False])
def test_a_weapon_that_spares_knocks_out_and_no_unit_dies_of_it(named: bool) -> None:
    fight = struck_down(MACE, rounds=7, named=named)
    assert told(fight, "falls") == ["falls unit=a by=g how=out_cold"]
    assert told(fight, "dies") == []
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").stable


@pytest.mark.rule("SOV-167")
def test_the_shock_of_a_weapon_that_spares_spares_too() -> None:
    fight = play(
        "a g h",
        "> a spare\n> a attack g with mace\n! attack d20 2\n",
        a=fighter(weapons=(MACE,)),
        g=foe(hp=1, ac=15),
        h=foe(),
    )
    assert told(fight, "harm", "falls") == [
        "harm unit=g by=a amount=1 left=0 cause=shock",
        "falls unit=g by=a how=out_cold",
    ]


# Wielded weapons.


@pytest.mark.rule("G-27")
def test_the_weapon_in_hand_falls_into_the_square_and_others_may_take_it() -> None:
    fight = play(
        "g a b",
        """
        > g attack a with sword
        ! attack d20 15
        ! damage d8 4
        = drops unit=a weapon=war_axe
        > g done
        > b pick-up B1
        = picks-up unit=b weapon=war_axe at=B1
        """,
        first="foes",
        a=fighter(hp=4, weapons=(AXE, DAGGER)),
        b=fighter(weapons=(SWORD,)),
        g=foe(hp=20),
    )
    assert fight.state.dropped == []
    assert unit(fight, "b").weapon() is AXE
    assert unit(fight, "a").wielded == -1
    assert unit(fight, "a").gone == 1, "the axe, and not the dagger in its belt"
    assert exact(fight, "b attack g with war axe") == "out-of-reach SOV-047"


@pytest.mark.rule("G-27")
@pytest.mark.parametrize("part", [UNARMED, CLAWS])
def test_what_is_part_of_the_body_does_not_fall(part: Weapon) -> None:
    fight = struck_down(held=(part, SWORD))
    assert told(fight, "drops") == []
    assert fight.state.dropped == []


@pytest.mark.rule("G-27")
def test_the_dead_drop_their_weapon_too() -> None:
    fight = struck_down(named=False, held=(AXE,))
    assert [(thing.cell, thing.weapon) for thing in fight.state.dropped] == [(1, AXE)]


@pytest.mark.rule("G-27")
def test_a_unit_that_fights_with_two_weapons_drops_both() -> None:
    fight = play(
        "g a . b",
        """
        > a dual with dagger
        > a done
        > b done
        > g attack a with sword
        ! attack d20 15
        ! damage d8 4
        """,
        a=fighter(hp=4, weapons=(SWORD, DAGGER), stab=1),
        b=fighter(),
        g=foe(hp=20),
    )
    assert sorted(thing.weapon.name for thing in fight.state.dropped) == ["dagger", "sword"]
    assert unit(fight, "a").off_hand == -1


@pytest.mark.rule("SOV-002", "G-20")
def test_the_body_of_the_dying_fills_its_square_and_a_corpse_does_not() -> None:
    dying = struck_down(rounds=5)
    dying.push("g done")
    assert exact(dying, "b run C1-B1") == "occupied SOV-002"
    dead = struck_down(rounds=6)
    dead.push("g done")
    assert exact(dead, "b run C1-B1") == ""
