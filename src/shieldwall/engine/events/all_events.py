"""All event classes, for code that reads or lists them."""

from __future__ import annotations

from shieldwall.engine.events import (  # noqa: F401
    action_events,
    attack_events,
    clock_events,
    magic_events,
    phase_events,
    power_events,
)
from shieldwall.engine.events.event import Event


def _kinds_of(base: type[Event]) -> list[type[Event]]:
    found = [base] if base.KIND else []
    for kind in base.__subclasses__():
        found += _kinds_of(kind)
    return found


EVENT_TYPES: tuple[type[Event], ...] = tuple(sorted(_kinds_of(Event), key=lambda kind: kind.KIND))
"""All classes of the modules above, by name; base classes without a name are left out."""
