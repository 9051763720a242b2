"""Which mind plays which seat in a simulation."""

from __future__ import annotations

from collections.abc import Sequence

from shieldwall.content.problems import did_you_mean, fail
from shieldwall.core.setup import Setup
from shieldwall.fight import Mind, seat_names
from shieldwall.minds import MIND_NAMES, make_mind


def seat_minds(setup: Setup, given: Sequence[str]) -> list[Mind]:
    """From what a person writes: `captain` for all, `foes=simple` for a side or a seat."""
    seats = seat_names(setup)
    everybody = MIND_NAMES[0]
    said: dict[str, str] = {}
    for text in given:
        seat, equals, name = text.rpartition("=")
        if equals and seat not in seats:
            raise fail(f"--mind {text}", f"no side is called {seat!r}{did_you_mean(seat, seats)}")
        if name not in MIND_NAMES:
            hint = did_you_mean(name, MIND_NAMES)
            raise fail(f"--mind {text}", f"no mind is called {name!r}{hint}")
        if equals:
            said[seat] = name
        else:
            everybody = name
    side_of = {p.seat: setup.sides[p.side].name for p in setup.placements if p.seat}
    names = [said.get(seat) or said.get(side_of.get(seat, seat)) or everybody for seat in seats]
    return [make_mind(name) for name in names]
