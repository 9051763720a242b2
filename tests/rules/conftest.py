"""Shared by the tests of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from shieldwall.books import RULESETS
from shieldwall.engine.ruleset import Dial

HOUSE = "house"


@pytest.fixture
def edition() -> Iterator[Callable[..., str]]:
    """Add an edition with other dials, `made.rules = edition(Dial(…))`; gone after the test."""
    kept = dict(RULESETS)

    def add(*dials: Dial, of: str = "sovereign") -> str:
        RULESETS[HOUSE] = kept[of].but(HOUSE, "House rules", *dials)
        return HOUSE

    yield add
    RULESETS.clear()
    RULESETS.update(kept)
