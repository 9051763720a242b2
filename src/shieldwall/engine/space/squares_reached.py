"""Moves that differ only in their end: the squares, with paths on demand."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.space.reach import Reach


class Ways:
    """The choices of one action that lead a unit to many squares, one each."""

    def __init__(self, spec: ActionSpec, unit: int, reach: Reach) -> None:
        self.spec = spec
        self.unit = unit
        self.reach = reach

    def ends(self) -> vec[i64]:
        """The squares."""
        reach = self.reach
        found = vec[i64](capacity=reach.count)
        number: i64 = 0
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            if cell != reach.start and reach.can_stop(cell):
                found = append(found, cell)
        return found
