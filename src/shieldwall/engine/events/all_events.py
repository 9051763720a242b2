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

EVENT_TYPES: tuple[type[Event], ...] = tuple(
    sorted(Event.__subclasses__(), key=lambda kind: kind.KIND)
)
"""All classes of the modules above, by name."""
