"""Whether a search for squares in range would find what the last one found."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.reach import Reach, from_edge


class LastReach:
    """A search without watchers, and what it depended on."""

    def __init__(self, grid: GridMap, gait: i64, allowance: i64, reach: Reach) -> None:
        self.grid = grid
        self.gait = gait
        self.allowance = allowance
        self.reach = reach

    def is_for(self, grid: GridMap, gait: i64, allowance: i64, start: i64, filled: vec[u8]) -> bool:
        """Whether a new search would give the same result."""
        reach = self.reach
        if (
            self.grid is not grid
            or self.gait != gait
            or self.allowance != allowance
            or reach.start != start
        ):
            return False
        # The body cannot touch squares farther away.
        width: i64 = grid.width
        far: i64 = allowance + reach.size
        x: i64 = start % width
        y: i64 = start // width
        left: i64 = from_edge(x - far)
        right: i64 = x + far + 1 if x + far < width else width
        bottom: i64 = y + far + 1 if y + far < grid.height else grid.height
        y = from_edge(y - far)
        before = reach.filled
        while y < bottom:
            cell: i64 = y * width + left
            end: i64 = y * width + right
            while cell < end:
                if filled[cell] != before[cell]:
                    return False
                cell += 1
            y += 1
        return True
