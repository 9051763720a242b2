"""Fights that do not end by themselves: ten quiet rounds, or the round the encounter sets."""

from __future__ import annotations

import pytest
from tests.scene import SWORD, fighter, foe, setup, told

from shieldwall.core.battle import Battle
from shieldwall.core.dice import Dice
from shieldwall.core.oracle import Live
from shieldwall.core.request import Choice, Request
from shieldwall.core.setup import Setup
from shieldwall.fight import Fight, initial_state, rules_of


def apart(rounds: int = 0) -> Setup:
    """Two who cannot reach each other and stay where they are."""
    return setup("a . # g .", rounds=rounds, a=fighter(), g=foe())


def begun(made: Setup) -> Fight:
    fight = Fight(made, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    return fight


def end(fight: Fight) -> tuple[str, int] | None:
    return None if fight.outcome is None else fight.outcome.key()


def rest(fight: Fight, rounds: int) -> None:
    """Whole rounds in which nobody does anything."""
    for _ in range(rounds):
        fight.push("a done")
        fight.push("g done")


@pytest.mark.rule("SOV-034")
def test_ten_rounds_without_harm_or_movement_end_a_fight_undecided() -> None:
    fight = begun(apart())
    rest(fight, 9)
    assert end(fight) is None
    assert fight.state.clock.round == 10
    rest(fight, 1)
    assert end(fight) == ("standstill", -1)
    assert told(fight, "ends", "round")[-2:] == [
        "round number=10",
        "ends reason=standstill team=-1",
    ]
    assert fight.requests == []


@pytest.mark.rule("SOV-034")
def test_a_step_in_the_ninth_round_starts_the_count_again() -> None:
    fight = begun(apart())
    rest(fight, 8)
    fight.push("a run B1")
    rest(fight, 1)
    rest(fight, 9)
    assert end(fight) is None
    rest(fight, 1)
    assert end(fight) == ("standstill", -1)
    assert fight.state.clock.round == 19


@pytest.mark.rule("SOV-034")
def test_harm_starts_the_count_again_and_a_miss_without_shock_does_not() -> None:
    """Two stand face to face; in the ninth round one strikes, with Shock 2 against AC 13."""
    for ac, last in ((13, 19), (14, 10)):
        fight = begun(setup("a g", a=fighter(weapons=(SWORD,)), g=foe(hp=30, ac=ac)))
        rest(fight, 8)
        fight.push("a attack g with sword")
        fight.push_die(2)
        while end(fight) is None:
            rest(fight, 1)
        assert end(fight) == ("standstill", -1)
        assert fight.state.clock.round == last


def test_a_round_limit_of_the_encounter_ends_a_fight_undecided() -> None:
    fight = begun(apart(rounds=3))
    rest(fight, 2)
    fight.push("a run B1")
    rest(fight, 1)
    assert end(fight) == ("round-limit", -1)
    assert fight.state.clock.round == 3
    assert told(fight, "ends") == ["ends reason=round-limit team=-1"]


def test_a_victory_in_the_last_round_is_a_victory() -> None:
    fight = begun(setup("a g", rounds=1, a=fighter(), g=foe(hp=1)))
    fight.push("a attack g with sword")
    fight.push_die(20)
    fight.push_die(1)
    assert end(fight) == ("defeat", 0)


def test_the_surprise_round_does_not_count_towards_a_limit() -> None:
    fight = Fight(
        setup("a . # g .", rounds=1, surprised="foes", a=fighter(), g=foe()), by_hand=True
    )
    fight.push("a done")
    assert fight.die is not None, "initiative comes after the free round"
    fight.push_die(8)
    fight.push_die(1)
    assert end(fight) is None
    rest(fight, 1)
    assert end(fight) == ("round-limit", -1)


def test_simulated_fights_keep_the_same_limits() -> None:
    """Minds that never do anything, over many sides of the coin."""

    def idle(request: Request) -> Choice:
        units = request.battle.state.units
        first = next(u.index for u in units if Choice(u.index, "done") in request.options)
        return Choice(int(first), "done")

    ends = {0: ("standstill", 10), 4: ("round-limit", 4), 11: ("standstill", 10)}
    for rounds, (reason, last) in ends.items():
        made = apart(rounds)
        battle = Battle(
            initial_state(made), rules_of(made), Live(Dice(1), [idle, idle]), None, made.rounds
        )
        assert battle.play().key() == (reason, -1)
        assert battle.state.clock.round == last
