"""Callbacks from a lower module into a higher one.

The higher module registers its function here on import, which avoids an import cycle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.state import Unit


class Hooks:
    def __init__(self) -> None:
        self.tidy: Callable[[Battle], None] | None = None
        """Called after an action to apply the consequences of powers."""
        self.make_room: Callable[[Battle, Unit], None] | None = None
        """Find a free square for a unit that stands up where another unit stands."""


HOOKS: Final = Hooks()
