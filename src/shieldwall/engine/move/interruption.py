"""What an action takes for granted of whoever is at it, and what has become of it meanwhile.

Whenever others can act in the middle of an action, how its actor stands is noted before they do and
compared afterwards (SOV-044, SOV-098). An actor who is out, helpless, swallowed, held or fights for
another side now does not go on. One who was moved, thrown down, disarmed or slowed goes on only
where the rules would allow the rest of the action from there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.state.condition import STRODE
from shieldwall.engine.state.state import ACTIVE, Unit

OUT: Final = "out"
"""It is not standing any more: the log has said so."""
IS_HELPLESS: Final = "helpless"
SWALLOWED: Final = "swallowed"
GRAPPLED: Final = "grappled"
TURNED: Final = "turned"
MOVED: Final = "moved"
THROWN: Final = "prone"
DISARMED: Final = "disarmed"
HELD_FAST: Final = "slowed"
IMPOSSIBLE: Final = "impossible"
"""The actor is as it was, and yet the action cannot be done any more."""


def is_helpless(unit: Unit) -> bool:
    for effect in unit.effects:
        if effect.kind.helpless:
            return True
    return False


def is_inert(unit: Unit) -> bool:
    """Whether its body neither moves nor heals."""
    for effect in unit.effects:
        if effect.kind.is_inert():
            return True
    return False


def pace(unit: Unit) -> i64:
    """Feet of a Move by its body and what it is under, whatever its posture (SOV-084)."""
    feet: i64 = unit.sheet.speed
    if unit.sheet.flight_ft > feet and not unit.prone:
        feet = unit.sheet.flight_ft
    if not unit.effects:
        return feet
    for effect in unit.effects:
        if effect.kind.holds_fast():
            return 0
        feet = effect.kind.pace(effect, unit, feet)
    strode = unit.effect(STRODE)
    if strode is not None:
        feet -= strode.value * 5
    return feet


@mypyc_attr(acyclic=True, free_list_len=1)
class Stance:
    """How an actor stood before others could act."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.x: i64 = unit.x
        self.y: i64 = unit.y
        self.feet: i64 = unit.feet
        self.side: i64 = unit.side
        self.inside: i64 = unit.inside
        self.prone = unit.prone
        self.locked = unit.locked
        self.helpless = is_helpless(unit)
        self.wielded: i64 = unit.wielded
        self.gone = unit.gone
        self.pace: i64 = pace(unit)

    def why_lost(self) -> str:
        """Why the actor cannot go on with anything; "" where it can."""
        unit = self.unit
        if unit.status != ACTIVE:
            return OUT
        if unit.inside != self.inside:
            return SWALLOWED if unit.inside >= 0 else MOVED
        if is_helpless(unit) and not self.helpless:
            return IS_HELPLESS
        if unit.locked and not self.locked:
            return GRAPPLED
        if unit.side != self.side:
            return TURNED
        return ""

    def why_changed(self) -> str:
        """What else is not as it was; "" where nothing is."""
        unit = self.unit
        if self.was_moved():
            return MOVED
        if unit.prone and not self.prone:
            return THROWN
        if pace(unit) < self.pace:
            return HELD_FAST
        if unit.gone != self.gone or (unit.wielded != self.wielded and unit.wielded < 0):
            return DISARMED
        return ""

    def was_moved(self) -> bool:
        unit = self.unit
        return unit.x != self.x or unit.y != self.y or unit.feet != self.feet

    def why_no_step(self) -> str:
        """Why a move cannot go on: what is in hand does not matter to it."""
        why = self.why_lost()
        if not why:
            why = self.why_changed()
        return "" if why == DISARMED else why
