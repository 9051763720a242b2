"""Several Instants: reactions to reactions, several at one moment, and Instants between actions."""

import pytest
from tests.scene import (
    BOW,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.text.notation import choice_text

CLUB = make_weapon("club", 1, 4)


def asked(fight: Fight) -> list[str]:
    """The units asked at this moment."""
    return [fight.names.units[request.unit] for request in fight.requests]


def calls(fight: Fight) -> list[str]:
    """The Instants anybody could call out between two actions."""
    assert fight.request is not None
    options = fight.request.options
    assert isinstance(options, TurnOptions)
    return [choice_text(fight.names, choice) for choice in options.calls()]


# Answers to answers.


@pytest.mark.rule("SOV-039", "SOV-081", "SOV-152")
def test_a_snap_attack_may_be_met_by_total_defense() -> None:
    """The mover still has its Main; it survives, and has no attack left."""
    fight = play(
        "a . . g",
        """
        > g run B1
        > a snap g with club
        ! attack d20 15
        = attack unit=a target=g weapon=club how=melee die=15 total=12 ac=12 hit=yes
        > g total-defense
        """,
        first="foes",
        stops="matters",
        a=fighter(weapons=(CLUB,)),
        g=foe(hp=4, ac=12, creature=True),
    )
    assert told(fight, "snap", "total-defense", "harm") == [
        "snap unit=a target=g",
        "total-defense unit=g",
    ]
    assert why_not(fight, "g attack a with sword") == "main-spent SOV-035"


@pytest.mark.rule("SOV-039", "SOV-055", "SOV-040")
def test_a_snap_attack_may_be_met_by_a_snap_attack() -> None:
    """The second one falls before the damage of the first, which then does not come."""
    fight = play(
        "a . . g . . b",
        """
        > g run B1
        > a snap g with club
        ! attack d20 19
        > g snap a with sword
        ! attack d20 15
        ! damage d8 8
        = falls unit=a by=g how=down
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=4, weapons=(CLUB,)),
        b=fighter(),
        g=foe(hp=4, ac=12),
    )
    assert unit(fight, "a").status == DOWN
    assert told(fight, "harm") == ["harm unit=a by=g amount=8 left=0 cause=hit"]
    assert (unit(fight, "g").hp, where(fight, "g")) == (4, "B1")


@pytest.mark.rule("SOV-039", "SOV-098")
def test_a_held_blow_may_be_met_by_total_defense() -> None:
    fight = play(
        "a . . g",
        """
        > a hold
        > g run B1
        > a pass
        > a attack g with club
        ! attack d20 11
        > g total-defense
        """,
        stops="matters",
        a=fighter(weapons=(CLUB,)),
        g=foe(hp=9, ac=12, creature=True),
    )
    assert told(fight, "harm") == []
    assert unit(fight, "g").mains == 0


# Several at one moment.


@pytest.mark.rule("SOV-040")
def test_two_snap_attacks_of_one_moment_both_count() -> None:
    fight = play(
        "a g b",
        """
        > g attack a with sword
        ! attack d20 19
        > a snap g with sword
        > b snap g with sword
        ! attack d20 1
        ! attack d20 1
        ! damage d8 3
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8),
        b=fighter(),
        g=foe(hp=8, creature=True),
    )
    assert told(fight, "harm") == [
        "harm unit=g by=a amount=2 left=6 cause=shock",
        "harm unit=g by=b amount=2 left=4 cause=shock",
        "harm unit=a by=g amount=3 left=5 cause=hit",
    ]


@pytest.mark.rule("SOV-040")
def test_the_second_of_two_snap_attacks_is_paid_for_though_the_first_kills() -> None:
    fight = play(
        "a g b h",
        """
        > g attack a with sword
        ! attack d20 19
        > a snap g with sword
        > b snap g with sword
        ! attack d20 19
        ! damage d8 8
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(hp=8, creature=True),
        h=foe(creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert len(told(fight, "attack")) == 2, "the foe's, and one to stop it"
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (0, 0)


@pytest.mark.rule("SOV-040", "SOV-081")
def test_a_snap_attack_that_fails_leaves_the_defence_of_the_same_moment_in_force() -> None:
    fight = play(
        "a g b",
        """
        > g attack a with club
        ! attack d20 12
        > a total-defense
        > b snap g with club
        ! attack d20 1
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=12, weapons=(CLUB,)),
        b=fighter(weapons=(CLUB,)),
        g=foe(hp=4, weapons=(CLUB,), creature=True),
    )
    assert told(fight, "snap", "total-defense", "harm") == [
        "snap unit=b target=g",
        "total-defense unit=a",
    ]


# Between actions.


@pytest.mark.rule("SOV-039", "SOV-051")
def test_a_snap_attack_may_be_called_between_two_actions_of_a_foe() -> None:
    """It drops, and its turn is over."""
    fight = play(
        "a . g h",
        """
        > g run B1
        > a snap g with sword
        ! attack d20 15
        ! damage d8 4
        """,
        first="foes",
        a=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert told(fight, "turn-over") == ["turn-over unit=g"]
    assert may(fight, "h prone")


@pytest.mark.rule("SOV-039")
def test_an_instant_may_be_called_between_two_turns_of_the_foes() -> None:
    fight = play(
        "a g h",
        """
        > g done
        > a snap g with sword
        ! attack d20 15
        ! damage d8 3
        > h prone
        """,
        first="foes",
        a=fighter(),
        g=foe(hp=9, creature=True),
        h=foe(creature=True),
    )
    assert unit(fight, "g").hp == 6
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-039")
def test_the_open_calls_are_of_units_whose_main_is_unspent() -> None:
    fight = play(
        "a g b",
        """
        > a attack g with sword
        ! attack d20 1
        > a done
        > b prone
        """,
        a=fighter(),
        b=fighter(weapons=(BOW,)),
        g=foe(hp=9, ac=14, creature=True),
    )
    assert calls(fight) == ["b total-defense", "g total-defense"], "b's bow is bound"
    fight = play("a g", "> a prone", a=fighter(), g=foe())
    assert calls(fight) == [
        "a snap g with sword",
        "g snap a with sword",
        "a total-defense",
        "g total-defense",
    ]


@pytest.mark.rule("SOV-039", "SOV-034")
def test_the_fallen_call_nothing() -> None:
    fight = play(
        "a g b",
        """
        > g attack a with sword
        ! attack d20 19
        ! damage d8 8
        """,
        first="foes",
        a=fighter(hp=8),
        b=fighter(),
        g=foe(creature=True),
    )
    assert why_not(fight, "a total-defense") == "out-of-the-fight SOV-034"
    assert why_not(fight, "a snap g with sword") == "out-of-the-fight SOV-034"
    assert not [text for text in calls(fight) if text.startswith("a ")]


@pytest.mark.rule("SOV-039")
def test_only_instants_are_called_out_of_turn() -> None:
    fight = play("a g", "> g prone", first="foes", a=fighter(), g=foe())
    for deed in ("attack g with sword", "prone", "disengage", "done", "strike g with sword"):
        assert not may(fight, f"a {deed}"), deed
    assert may(fight, "a total-defense")
