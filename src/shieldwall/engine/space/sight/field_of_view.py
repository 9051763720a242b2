"""All squares one viewer sees, for fog: squares that lie behind unseen ones are not looked at.

On even ground a clear line to a square passes, at the height of a man, through each square on its
way, so that those are in sight as well. A line to a square comes from the next square towards the
viewer's row, or towards its column: where neither can be in sight, nor can the square.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap
from shieldwall.engine.space.sight.cover import sight_table

UNEVEN: Final = SKY


def level_of(grid: GridMap) -> i64:
    """The one height of all floors one could stand on; UNEVEN where they differ."""
    level: i64 = UNEVEN
    cell: i64 = 0
    while cell < grid.cells:
        if not grid.is_solid(int(cell)):
            if level == UNEVEN:
                level = grid.floor[cell]
            elif grid.floor[cell] != level:
                return UNEVEN
        cell += 1
    return level


class Eyes:
    """What several viewers see together of a map, each a man on a square of it."""

    def __init__(self, grid: GridMap, asked: bytes) -> None:
        self.grid = grid
        self.table = sight_table(grid)
        level = level_of(grid)
        self.even = level != UNEVEN
        self.asked = vec[u8](asked)
        """1 for each square that is asked about."""
        cells = range(int(grid.cells))
        self.tall = vec[u8](bytes([grid.matter_top(cell) >= level + SQUARE for cell in cells]))
        """On even ground, 1 for each square nobody looks over."""
        self.seen = vec[u8](bytes(int(grid.cells)))
        """1 for each square somebody sees."""

    def look(self, here: i64, near: i64, far: i64) -> None:
        """One more viewer looks at the squares more than `near` and at most `far` steps away."""
        width: i64 = self.grid.width
        height: i64 = self.grid.height
        cells: i64 = self.grid.cells
        x: i64 = here % width
        y: i64 = here // width
        # What may be in sight: what is seen, or not asked about and behind what may be in sight.
        maybe = vec[u8]([0] * cells)
        down: i64 = 0
        while down <= far:
            up: i64 = -1 if down > 0 else 1
            while up <= 1:
                row: i64 = y + down * up
                if 0 <= row < height:
                    across: i64 = 0
                    while across <= far:
                        left: i64 = -1 if across > 0 else 1
                        while left <= 1:
                            column: i64 = x + across * left
                            if 0 <= column < width:
                                cell: i64 = row * width + column
                                if self.may_see(maybe, cell, across, left, down, up * width):
                                    most: i64 = across if across > down else down
                                    maybe[cell] = self.found(here, cell, most > near)
                            left += 2
                        across += 1
                up += 2
            down += 1

    def may_see(
        self, maybe: vec[u8], cell: i64, across: i64, left: i64, down: i64, row: i64
    ) -> bool:
        if not self.even:
            return True
        if self.tall[cell] != 0:
            return False
        if across <= 1 and down <= 1:
            return True
        if across > 0 and maybe[cell - left] != 0:
            return True
        if down > 0 and maybe[cell - row] != 0:
            return True
        return across > 0 and down > 0 and maybe[cell - row - left] != 0

    def found(self, here: i64, cell: i64, in_ring: bool) -> u8:
        if not in_ring or self.seen[cell] != 0 or self.asked[cell] == 0:
            return 1
        if not self.table.has_sight(here, cell):
            return 0
        self.seen[cell] = 1
        return 1
