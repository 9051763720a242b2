"""Distances are exact: a single foot decides what is within range."""

from __future__ import annotations

import pytest
from tests.odds.asking import odds, part, staged

from shieldwall.content import setup_from_text, setup_to_text
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.fight_start import initial_state
from shieldwall.odds.attack_scene import OddsError, positions_apart
from shieldwall.odds.small_fights import fight_in_words

SHOT = "AB+3 1d8 range 100/210 vs AC 14, at {} ft"
BOOKS = ("sovereign", "sovereign-early", "aachen", "aachen-early", "dolmenwood")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("feet", [211, 213, 214, 215])
def test_a_foot_beyond_the_longest_range_is_out_of_range(book: str, feet: int) -> None:
    """SOV-102, AAC-029, DOL-028: beyond the long range there is no shot."""
    with pytest.raises(OddsError, match=r"away, and the attacker's weapon reaches 210 ft"):
        staged(SHOT.format(feet), book)


@pytest.mark.parametrize("book", BOOKS)
def test_the_longest_range_itself_and_less_is_within(book: str) -> None:
    at_most = odds(SHOT.format(210), rules=book).hit
    assert odds(SHOT.format(206), rules=book).hit == at_most
    assert odds(SHOT.format(209), rules=book).hit == at_most


@pytest.mark.parametrize("book", ["sovereign", "sovereign-early"])
def test_the_penalty_of_long_range_begins_a_foot_beyond_the_normal_one(book: str) -> None:
    """SOV-102: -2 beyond normal range."""
    assert odds(SHOT.format(99), rules=book).hit == part(10)
    assert odds(SHOT.format(100), rules=book).hit == part(10)
    assert odds(SHOT.format(101), rules=book).hit == part(8)
    assert odds(SHOT.format(104), rules=book).hit == part(8)


@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
def test_aachens_long_range_begins_at_100_ft_and_not_before(book: str) -> None:
    """AAC-029: "from 100ft to 600ft, the modifier is -2"."""
    near = odds(SHOT.format(95), rules=book).hit
    assert odds(SHOT.format(96), rules=book).hit == near
    assert odds(SHOT.format(99), rules=book).hit == near
    assert odds(SHOT.format(100), rules=book).hit == near - part(2)
    assert odds(SHOT.format(101), rules=book).hit == near - part(2)


def test_dolmenwoods_short_range_ends_with_its_last_foot() -> None:
    """DOL-028: +1 within the short range, -1 where the weapon names no middle one."""
    within = odds(SHOT.format(100), rules="dolmenwood").hit
    assert odds(SHOT.format(98), rules="dolmenwood").hit == within
    assert odds(SHOT.format(101), rules="dolmenwood").hit == within - part(2)


@pytest.mark.parametrize("feet", [6, 7, 9])
def test_a_blade_reaches_5_ft_and_no_foot_more(feet: int) -> None:
    """SOV-047, DOL-024."""
    with pytest.raises(OddsError):
        staged(f"AB+3 1d8 vs AC 14, at {feet} ft")
    assert odds(f"AB+3 1d8 range 50/100 vs AC 14, at {feet} ft", rules="dolmenwood").hit > 0


def test_feet_are_counted_up_to_whole_positions_and_the_rest_is_kept() -> None:
    assert [positions_apart(feet) for feet in (5, 6, 10, 214)] == [(1, 0), (2, 4), (2, 0), (43, 1)]


def test_the_feet_of_a_small_fight_are_exact_too() -> None:
    setup = fight_in_words("alda vs orc, orc", "sovereign", feet=33)
    state = initial_state(setup)
    alda, first, second = state.units
    assert distance(alda, first) == 7
    assert feet_apart(state.grid, alda, first) == 33
    assert feet_apart(state.grid, first, second) == distance(first, second) * 5
    assert feet_apart(state.grid, alda, alda) == distance(alda, alda) * 5


def test_the_exact_feet_are_kept_with_a_setup() -> None:
    setup = fight_in_words("alda vs orc", "sovereign", feet=33)
    assert setup_from_text(setup_to_text(setup)).grid.nearer == 2
    even = fight_in_words("alda vs orc", "sovereign", feet=35)
    assert '"nearer"' not in setup_to_text(even)
    assert setup_from_text(setup_to_text(even)).grid.nearer == 0
