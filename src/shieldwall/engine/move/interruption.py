"""Interruption of actions: which changes to the actor end an action.

Whenever other units can act in the middle of an action, the actor's stance is recorded before and
compared afterwards (SOV-044, SOV-098). An actor that is out, helpless, swallowed, held or on
another side stops. One that was moved, knocked down, disarmed or slowed continues only if the rest
of the action is legal from there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.state.condition import STRODE
from shieldwall.engine.state.state import ACTIVE, Unit

OUT: Final = "out"
"""It is no longer standing: already logged."""
IS_HELPLESS: Final = "helpless"
SWALLOWED: Final = "swallowed"
GRAPPLED: Final = "grappled"
TURNED: Final = "turned"
MOVED: Final = "moved"
THROWN: Final = "prone"
DISARMED: Final = "disarmed"
HELD_FAST: Final = "slowed"
IMPOSSIBLE: Final = "impossible"
"""The actor has not changed, but the action is no longer possible."""


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
    """Feet per Move by body and conditions, in any posture (SOV-084)."""
    feet: i64 = unit.sheet.speed_ft
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
    """The stance of an actor before other units could act."""

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
        """Why the actor cannot continue any action; "" if it can."""
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
        """Any other change; "" if there is none."""
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
        """Why a move cannot continue; changes of wielded weapons do not matter."""
        why = self.why_lost()
        if not why:
            why = self.why_changed()
        return "" if why == DISARMED else why
