"""Binding wounds: a Main, a healer's kit, a check that grows harder with every round."""

import pytest
from tests.rules.ways import exact
from tests.scene import SWORD, fighter, foe, play, terms, told, unit

from shieldwall.engine.points import PROVOKED
from shieldwall.engine.state.sheet import Nerve, Outfit, Sheet, Training
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

FELLED = """
> g attack a with sword
! attack d20 15
! damage d8 4
= falls unit=a by=g how=down
> g done
"""


def healer(heal: int = 0, dex: int = 0, wit: int = 0, kit: bool = True) -> Sheet:
    return Sheet(
        "healer",
        8,
        12,
        1,
        (SWORD,),
        training=Training((3, dex, 3, wit, 3, 3), (3, 3, 3, 3, 3, 3, heal, 3, 3)),
        outfit=Outfit(kit=kit),
        nerve=Nerve(named=True),
    )


def tend(tape: str, b: Sheet | None = None, drawing: str = "g a b .") -> Fight:
    """`g` brings `a` down in round 1; then `b`, who carries a kit, has its turn."""
    return play(
        drawing,
        FELLED + tape,
        first="foes",
        a=fighter(hp=4),
        b=b or healer(),
        g=foe(hp=20),
    )


@pytest.mark.rule("SOV-087", "G-20")
@pytest.mark.parametrize(("dice", "saved"), [((4, 5), False), ((5, 5), True)])
def test_in_the_round_of_the_fall_it_takes_a_10(dice: tuple[int, int], saved: bool) -> None:
    fight = tend(f"> b stabilise a\n! heal d6 {dice[0]}\n! heal d6 {dice[1]}\n")
    assert told(fight, "stabilised") == (["stabilised unit=a by=b"] if saved else [])
    assert unit(fight, "a").stable == saved
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").hp == 0
    assert unit(fight, "b").mains == 0
    assert unit(fight, "b").moves == 1


@pytest.mark.rule("SOV-087")
@pytest.mark.parametrize(("dex", "wit", "used"), [(2, 1, "dex"), (-1, 2, "int")])
def test_heal_and_the_better_of_dex_and_int_help(dex: int, wit: int, used: str) -> None:
    fight = tend("> b stabilise a\n! heal d6 3\n! heal d6 4\n", healer(heal=1, dex=dex, wit=wit))
    assert terms(fight, "check") == {"2d6": 7, used: 2, "heal": 1}
    assert told(fight, "check") == ["check unit=b what=heal total=10 needed=10 passed=yes"]


@pytest.mark.rule("SOV-087", "G-20")
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_every_round_that_has_passed_makes_it_harder_by_1(rounds: int) -> None:
    waited = "> b done\n> g done\n" * rounds
    fight = tend(waited + "> b stabilise a\n! heal d6 5\n! heal d6 5\n", healer(heal=rounds))
    assert terms(fight, "check")["situation"] == -rounds
    assert told(fight, "check") == ["check unit=b what=heal total=10 needed=10 passed=yes"]
    fight = tend(waited + "> b stabilise a\n! heal d6 5\n! heal d6 4\n", healer(heal=rounds))
    assert told(fight, "stabilised") == []


@pytest.mark.rule("SOV-087", "G-20")
def test_a_unit_whose_wounds_are_bound_does_not_die() -> None:
    waited = "> b done\n> g done\n" * 7
    fight = tend("> b stabilise a\n! heal d6 6\n! heal d6 6\n" + waited)
    assert unit(fight, "a").status == DOWN
    assert told(fight, "dies") == []
    assert unit(tend(waited), "a").status == DEAD, "unlike one who was left alone"


@pytest.mark.rule("SOV-087")
def test_it_takes_a_kit_a_main_and_a_unit_dying_within_reach() -> None:
    assert exact(tend(""), "b stabilise a") == ""
    assert exact(tend("", healer(kit=False)), "b stabilise a") == "no-kit SOV-087"
    far = tend("", drawing="g a . b")
    assert exact(far, "b stabilise a") == "not-beside SOV-087"
    spent = tend("> b attack g with sword\n! attack d20 2\n", drawing="g a\nb .")
    assert exact(spent, "b stabilise a") == "main-spent SOV-035"
    assert exact(tend(""), "b stabilise g") == "not-dying SOV-087"
    bound = tend("> b stabilise a\n! heal d6 6\n! heal d6 6\n> b done\n> g done\n")
    assert exact(bound, "b stabilise a") == "not-dying SOV-087"


@pytest.mark.rule("SOV-087")
def test_one_healer_tries_in_a_round_and_again_in_the_next() -> None:
    drawing = "g a b\n. c ."
    people = FELLED + "> b stabilise a\n! heal d6 1\n! heal d6 1\n> b done\n"
    fight = play(
        drawing, people, first="foes", a=fighter(hp=4), b=healer(), c=healer(), g=foe(hp=20)
    )
    assert exact(fight, "c stabilise a") == "already-tended SOV-087"
    fight = play(
        drawing,
        people + "> c done\n> g done\n",
        first="foes",
        a=fighter(hp=4),
        b=healer(),
        c=healer(),
        g=foe(hp=20),
    )
    assert exact(fight, "c stabilise a") == ""
    assert exact(fight, "b stabilise a") == ""


@pytest.mark.rule("SOV-088")
def test_next_to_an_armed_foe_it_provokes_and_a_healer_struck_down_helps_no_unit() -> None:
    fight = tend("> b stabilise a\n", drawing="g a\nb .")
    assert fight.request is not None
    assert fight.request.point == PROVOKED
    fight = tend(
        """
        > b stabilise a
        > g strike b with sword
        ! attack d20 15
        ! damage d8 8
        """,
        drawing="g a\nb .",
    )
    assert told(fight, "check", "stabilised") == []
    assert fight.outcome is not None


@pytest.mark.rule("SOV-088", "SOV-087")
def test_a_healer_who_stands_the_blow_goes_on() -> None:
    fight = tend(
        """
        > b stabilise a
        > g strike b with sword
        ! attack d20 15
        ! damage d8 7
        ! heal d6 6
        ! heal d6 4
        = stabilised unit=a by=b
        """,
        drawing="g a\nb .",
    )
    assert unit(fight, "b").hp == 1


@pytest.mark.rule("SOV-087", "SOV-022")
def test_wounds_can_be_bound_in_the_free_round_too() -> None:
    """Two sides fight over a third that sleeps: the first try of that round is allowed."""
    fight = play(
        "a y z . . g",
        """
        > a attack y with sword
        ! attack d20 15
        ! damage d8 4
        = falls unit=y by=a how=down
        > a done
        """,
        first="",
        surprised="foes",
        third="y z",
        a=fighter(),
        g=foe(),
        y=foe(hp=4, named=True),
        z=healer(),
    )
    assert exact(fight, "z stabilise y") == ""
