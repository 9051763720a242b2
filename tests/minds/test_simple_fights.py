"""The simple mind plays whole fights: each shipped encounter ends, nearly always decided."""

from __future__ import annotations

import pytest

from shieldwall.content import list_encounters, load_encounter
from shieldwall.sim import simulate

FIGHTS = 100
MOST_UNDECIDED = 3
FIRST_FIGHTS = ("dw-hollow-oak", "dw-ditch-road")
"""Easy ones for beginners: the party wins them all."""


@pytest.mark.slow
@pytest.mark.long_play
@pytest.mark.parametrize("name", [info.name for info in list_encounters()])
def test_a_hundred_fights_of_a_shipped_encounter_end_and_hardly_any_undecided(name: str) -> None:
    """And no encounter is a walk-over, whichever way."""
    result = simulate(load_encounter(name), FIGHTS, 7)
    assert result.fights == FIGHTS
    assert result.undecided <= MOST_UNDECIDED
    assert sum(result.wins.values()) >= FIGHTS - MOST_UNDECIDED
    # Among more than two sides the weaker ones may only decide who of the others wins.
    winners = sum(wins > 0 for wins in result.wins.values())
    assert winners >= (1 if name in FIRST_FIGHTS else 2), result.wins
