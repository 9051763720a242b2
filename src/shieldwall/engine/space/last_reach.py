"""Whether a search for squares in range would find what the last one found."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.occupants import FRIEND
from shieldwall.engine.space.reach import Reach, from_edge


class LastReach:
    """A search without watchers, and what it depended on."""

    def __init__(self, grid: GridMap, gait: i64, allowance: i64, reach: Reach) -> None:
        self.grid = grid
        self.gait = gait
        self.allowance = allowance
        self.reach = reach

    def is_from(self, grid: GridMap, gait: i64, start: i64) -> bool:
        """Whether it began with the same body in the same place."""
        return self.grid is grid and self.gait == gait and self.reach.start == start

    def among(self, filled: vec[u8]) -> Reach | None:
        """What a new search would find among these units; None if it must be made."""
        grid = self.grid
        reach = self.reach
        if grid.open:
            # The search has read no squares.
            return reach
        # The body cannot touch squares farther away.
        width: i64 = grid.width
        far: i64 = self.allowance + reach.size
        x: i64 = reach.start % width
        y: i64 = reach.start // width
        left: i64 = from_edge(x - far)
        right: i64 = x + far + 1 if x + far < width else width
        bottom: i64 = y + far + 1 if y + far < grid.height else grid.height
        y = from_edge(y - far)
        before = reach.filled
        friends = False
        while y < bottom:
            row: i64 = y * width
            cell: i64 = row + left
            end: i64 = row + right
            while cell < end:
                if filled[cell] != before[cell] and self.touches(cell - row, y):
                    if filled[cell] > FRIEND or before[cell] > FRIEND:
                        return None
                    friends = True
                cell += 1
            y += 1
        if friends:
            # One may pass friends as if nobody stood there.
            self.reach = reach.among(filled)
        return self.reach

    def touches(self, x: i64, y: i64) -> bool:
        """Whether the body reached a place beside the square, or on it."""
        grid = self.grid
        reach = self.reach
        right: i64 = x + 2 if x + 2 < grid.width else grid.width
        bottom: i64 = y + 2 if y + 2 < grid.height else grid.height
        y = from_edge(y - reach.size)
        while y < bottom:
            cell: i64 = y * grid.width + from_edge(x - reach.size)
            while cell < y * grid.width + right:
                if reach.price[cell] != 0:
                    return True
                cell += 1
            y += 1
        return False
