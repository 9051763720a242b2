"""Those whose abilities are asked about other people's attacks, found once for all who are there.

Nobody's sheet changes in a fight, so the answer holds until somebody joins.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.state.state import Unit


class Bystanders:
    """Of the units of a fight: those with something to say at the points of who stands by."""

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.count: i64 = len(units)
        self.hinderers = [unit for unit in units if unit.sheet.abilities.at_hinders]
        """Units that may hinder an attack on an adjacent friend."""
