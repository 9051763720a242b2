"""The fate of a unit in one word: the same in the log, at the table and in reports."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.state.state import (
    ACTIVE,
    DEAD,
    DOWN,
    FLED,
    REMOVED,
    SURRENDERED,
    Unit,
)

STANDING: Final = "standing"
DYING: Final = "dying"
STABLE: Final = "stable"
"""Down, with wounds that are treated or not mortal."""
KNOCKED_OUT: Final = "knocked out"
SLAIN: Final = "slain"
GOT_AWAY: Final = "fled"
GAVE_UP: Final = "surrendered"
TAKEN_OUT: Final = "removed"
FATES: Final = (STANDING, DYING, STABLE, KNOCKED_OUT, SLAIN, GOT_AWAY, GAVE_UP, TAKEN_OUT)
OTHERS: Final = {
    ACTIVE: STANDING,
    DEAD: SLAIN,
    FLED: GOT_AWAY,
    SURRENDERED: GAVE_UP,
    REMOVED: TAKEN_OUT,
}


def fate_word(unit: Unit) -> str:
    if unit.status != DOWN:
        return OTHERS[int(unit.status)]
    if unit.out_cold:
        return KNOCKED_OUT
    return STABLE if unit.stable else DYING


def is_free(fate: str) -> bool:
    """Whether a unit stands or has escaped: neither down nor captured."""
    return fate in (STANDING, GOT_AWAY)
