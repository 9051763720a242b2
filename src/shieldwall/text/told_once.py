"""Which events only repeat the order of the GM before them.

The order has its own line (`GM: Alda moved to K2.`), so its events are not told again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shieldwall.engine.events.event import Event
from shieldwall.gm.order_entries import ORDER_ENTRIES
from shieldwall.text.notation import Names

ORDER: Final = "ruling"
BETWEEN: Final = "drops"
"""One who is taken out of the fight drops its weapon first."""


def order_before(names: Names, events: Sequence[Event], place: int) -> int:
    """The place of the order that the event at `place` repeats; -1 for none."""
    at = place - 1
    while at >= 0 and events[at].KIND == BETWEEN:
        at -= 1
    return at if at >= 0 and repeat_after(names, events, at) == place else -1


def repeat_after(names: Names, events: Sequence[Event], place: int) -> int:
    """The place of the event that repeats the order at `place`; -1 for none."""
    if events[place].KIND != ORDER:
        return -1
    at = place + 1
    while at < len(events):
        if _says(names, events[place], events[at]):
            return at
        if events[at].KIND != BETWEEN:
            break
        at += 1
    return -1


def _says(names: Names, order: Event, event: Event) -> bool:
    """Whether the line of an order says what the event says: of the unit, state and square."""
    if order.KIND != ORDER:
        return False
    words = str(getattr(order, "what", "")).split()
    entry = ORDER_ENTRIES.get(words[0]) if len(words) > 1 else None
    if entry is None or event.KIND not in entry.same:
        return False
    if names.index.get(words[1], -1) != getattr(event, "unit", -1):
        return False
    state, square = getattr(event, "what", ""), getattr(event, "at", -1)
    if state and state not in words:
        return False
    return square < 0 or names.square(square) in words
