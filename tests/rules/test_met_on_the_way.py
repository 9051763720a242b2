"""Snap Attack and Hold: units react at the square where a mover comes into reach or into sight."""

import pytest
from tests.scene import (
    BOW,
    POLEARM,
    fighter,
    foe,
    may,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    where,
)

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight
from shieldwall.knowledge.view import View
from shieldwall.minds.simple import SimpleMind
from shieldwall.text.sentences import request_sentence

BOOKS = ("sovereign", "sovereign-early")

DOORWAY = """
. . . . . . .
. # # . # # .
. . . a . . .
"""
"""The archer waits before a gap in the wall; the foe runs past behind it."""


def doorway(archer: Sheet, rules: str = "sovereign", stops: str = "matters") -> Setup:
    drawing = DOORWAY.replace(". . . . . . .\n", "g . . . . . .\n", 1)
    return setup(drawing, rules=rules, stops=stops, a=archer, g=foe(hp=4, creature=True))


def asked(fight: Fight) -> list[str]:
    return [fight.names.units[request.unit] for request in fight.requests]


def passing(weapon: Weapon | None = None, hp: int = 4) -> Setup:
    """A foe that runs past the reach of `a` and out of it again."""
    armed = fighter() if weapon is None else fighter(weapons=(weapon,))
    return setup(
        """
        g . . . . . .
        . . . . . . .
        . . . a . . .
        """,
        stops="matters",
        a=armed,
        g=foe(hp=hp, ac=14, creature=True),
    )


@pytest.mark.rule("SOV-152", "SOV-097")
@pytest.mark.parametrize("rules", BOOKS)
def test_the_archer_who_waits_for_the_doorway_shoots_when_the_foe_is_in_it(rules: str) -> None:
    fight = play_setup(
        doorway(fighter(weapons=(BOW,)), rules),
        """
        > a hold
        > g run G1
        > a pass
        = moved unit=g path=B1,C1 feet=10
        > a shoot g with small bow
        ! attack d20 19
        ! damage d6 4
        = falls unit=g by=a how=dead
        """,
    )
    assert (unit(fight, "g").status, where(fight, "g")) == (DEAD, "C1")
    assert told(fight, "hold-used") == ["hold-used unit=a"]


@pytest.mark.rule("SOV-152", "SOV-051")
@pytest.mark.ruling("met_on_the_way", "every_square")
@pytest.mark.ruling("met_on_the_way", "arrival")
@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(("word", "square"), [("every_square", "C1"), ("arrival", "G1")])
def test_whether_a_mover_is_met_on_its_way_is_a_ruling(rules: str, word: str, square: str) -> None:
    """Behind the wall again no unit can shoot it, so none is asked on arrival."""
    made = ruled(doorway(fighter(weapons=(BOW,)), rules), met_on_the_way=word)
    fight = play_setup(made, "> g run G1", first="foes")
    assert asked(fight) == (["a"] if word == "every_square" else ["g"])
    assert where(fight, "g") == square


@pytest.mark.rule("SOV-152")
@pytest.mark.parametrize(("weapon", "square"), [(None, "C2"), (POLEARM, "B1")])
def test_a_unit_that_passes_within_reach_may_be_snapped_at(
    weapon: Weapon | None, square: str
) -> None:
    """A sword reaches 5 ft, a polearm 10; the way leads past and out of reach again."""
    fight = play_setup(passing(weapon), "> g run B1-C2-D1-E1-F1-G1", first="foes")
    assert (asked(fight), where(fight, "g")) == (["a"], square)


@pytest.mark.rule("SOV-152")
def test_a_mover_that_lives_goes_on_and_is_met_once_by_each() -> None:
    fight = play_setup(
        passing(hp=8),
        """
        > g run B1-C2-D2-E2-F1-G1
        > a snap g with sword
        ! attack d20 19
        ! damage d8 2
        > a strike g with sword
        ! attack d20 1
        """,
        first="foes",
    )
    assert told(fight, "moved", "snap", "opportunity") == [
        "moved unit=g path=B1,C2 feet=10",
        "snap unit=a target=g",
        "moved unit=g path=D2,E2 feet=10",
        "opportunity unit=a target=g",
        "moved unit=g path=F1,G1 feet=10",
    ]
    assert (where(fight, "g"), unit(fight, "g").hp) == ("G1", 6)


@pytest.mark.rule("SOV-152")
@pytest.mark.parametrize("hp", [8, 9])
def test_one_is_asked_on_the_way_only_where_a_blow_could_fell(hp: int) -> None:
    """A sword deals 8 at most; what is held may answer in any case."""
    fight = play_setup(passing(hp=hp), "> g run B1-C2-C1-B1-A1", first="foes")
    assert may(fight, "a snap g with sword") == (hp == 8)
    fight = play_setup(passing(hp=hp), "> a hold\n> g run B1-C2-C1-B1-A1\n> a pass")
    assert (asked(fight), where(fight, "g")) == (["a"], "C2")


@pytest.mark.rule("SOV-152")
def test_a_unit_that_sees_the_whole_way_is_asked_at_its_end() -> None:
    """It has not come into sight: it was there before."""
    made = setup(
        "a . . . g . . .",
        stops="matters",
        a=fighter(weapons=(BOW,)),
        g=foe(hp=4, creature=True),
    )
    fight = play_setup(made, "> g run H1", first="foes")
    assert (asked(fight), where(fight, "g")) == (["a"], "H1")


@pytest.mark.rule("SOV-097", "SOV-152", "SOV-003")
def test_a_held_move_may_bar_the_way_that_is_being_run() -> None:
    """The mover stops before the unit that has stepped in its way."""
    made = setup(
        """
        g . . . . . .
        # # # a # # #
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=99, creature=True),
    )
    fight = play_setup(made, "> a hold\n> g run G1\n> a pass\n> a run D1")
    assert (where(fight, "g"), where(fight, "a")) == ("C1", "D1")


@pytest.mark.rule("SOV-152", "SOV-097")
def test_the_question_says_who_has_come_and_a_mind_shoots() -> None:
    fight = play_setup(doorway(fighter(weapons=(BOW,))), "> a hold\n> g run G1\n> a pass")
    request = fight.request
    assert request is not None
    assert request_sentence(fight.state, request) == ("The g comes into reach or range of the a.")
    choice = SimpleMind().choose(View(request.battle, 0), request)
    assert (choice.verb, choice.target) == ("shoot", 1)
    assert may(fight, "a snap g with small bow")
