"""A round of a duel as steps computes what the general functions compute."""

from __future__ import annotations

import random

import pytest

from shieldwall.odds.duel_rounds import CHOSEN, CHOSEN_TOGETHER, DIE, SLACK, Rounds
from shieldwall.odds.mixed_strategies import WHOLE, best_mix, mixed

SEED = 20261119
Rows = list[list[int]]


def played_together(first: bool, low: Rows, high: Rows, wins: Rows, losses: Rows) -> list[int]:
    """The value of one step, by a beginning that is worth it after a round."""
    rounds = Rounds()
    rounds.head(0, 0, 0, 0)
    for row in range(len(low)):
        for column in range(len(low[0])):
            place = (row, column)
            four = [rows[place[0]][place[1]] for rows in (low, high, wins, losses)]
            rounds.part(rounds.slots.add(*four), 0)
    rounds.end_at(rounds.step(CHOSEN_TOGETHER, 0, 1 if first else -1, len(low[0])))
    rounds.play()
    slots = rounds.slots
    return [int(one[0]) for one in (slots.low, slots.high, slots.wins, slots.losses)]


@pytest.mark.parametrize("top", [2, 3, 4, 1000])
def test_choices_at_the_same_moment_are_worth_what_the_best_mixes_say(top: int) -> None:
    """Small numbers have many ties, in which a mix may do as well as a single choice."""
    dice = random.Random(SEED + top)
    mixes = 0
    for _ in range(400):
        rows, columns = dice.randint(1, 4), dice.randint(1, 4)
        tables = [
            [[dice.randint(0, top) for _ in range(columns)] for _ in range(rows)] for _ in range(4)
        ]
        first = dice.random() < 0.5
        low, high, wins, losses = tables
        mixes += WHOLE not in best_mix(low, 1)
        expected = [int(one) for one in mixed(first, low, high, wins, losses)]
        assert played_together(first, low, high, wins, losses) == expected, tables
    assert mixes > 0


def test_a_die_is_rounded_down_and_its_upper_bound_up() -> None:
    rounds = Rounds()
    rounds.head(0, 0, 0, 0)
    one, other = rounds.slots.add(1, 2, 3, 4), rounds.slots.add(10, 20, 30, 41)
    rounds.part(one, 2)
    rounds.part(other, 1)
    rounds.end_at(rounds.step(DIE, 0, 3, 0))
    assert rounds.play()
    slots = rounds.slots
    found = [int(row[0]) for row in (slots.low, slots.high, slots.wins, slots.losses)]
    assert found == [4, 8, 12, 16]
    assert not rounds.play()


@pytest.mark.parametrize(("on_turn", "wins"), [(1, 7), (0, 9)])
def test_of_equal_choices_the_simplest_counts(on_turn: int, wins: int) -> None:
    """On a turn the first one, which attacks; in a window the last one, which does nothing."""
    rounds = Rounds()
    rounds.head(0, 0, 0, 0)
    for won in (7, 9):
        rounds.part(rounds.slots.add(SLACK, SLACK, won, 0), 0)
    rounds.end_at(rounds.step(CHOSEN, 0, 1, on_turn))
    rounds.play()
    assert rounds.slots.wins[0] == wins
