"""Which mind plays which seat in a simulation, where the same seed must give the same fight."""

from __future__ import annotations

from collections.abc import Sequence

from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Mind
from shieldwall.minds import seated


def seat_minds(setup: Setup, given: Sequence[str]) -> list[Mind]:
    """Parse `captain` for all, `foes=simple` for a side or a seat."""
    minds = seated(setup, given)
    for mind in minds:
        mind.ignore_clock()
    return list(minds)
