"""Procedures that a lower module calls and a higher one provides.

The higher module puts its procedure here when it is imported; so neither imports the other in a
circle.
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
        """After an action: what follows from the powers of those in the fight."""
        self.make_room: Callable[[Battle, Unit], None] | None = None
        """A place for a unit that gets up where another stands."""


HOOKS: Final = Hooks()
