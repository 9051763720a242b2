"""Empty areas of a map where every step costs one, so that runs need no further test."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.step_costs import enterable, steps
from shieldwall.engine.space.step_table import GAITS, StepTable


class OpenGround:
    """Finds the squares with only empty ground between them and one square.

    Counts the squares that are occupied, or from which a step costs more than one. In a rectangle
    without any of them every straight run is free.
    """

    def __init__(
        self, grid: GridMap, rules: Ruleset, gait: i64, filled: vec[u8], here: i64, far: i64
    ) -> None:
        width: i64 = grid.width
        self.x: i64 = here % width
        self.y: i64 = here // width
        self.left: i64 = max(0, self.x - far)
        self.top: i64 = max(0, self.y - far)
        right: i64 = min(width, self.x + far + 1)
        bottom: i64 = min(grid.height, self.y + far + 1)
        self.across: i64 = right - self.left + 1
        none: i64 = 0
        self.counts = vec[i64]([0] * none)
        """By corner: the number of blocking squares above and to the left."""
        if gait % GAITS != 1:
            # A larger body covers squares outside the rectangle.
            return
        self.counts = vec[i64]([0] * (self.across * (bottom - self.top + 1)))
        plain = plain_squares(grid, steps(grid, gait, rules.difficult_cost))
        y: i64 = self.top
        place: i64 = self.across + 1
        while y < bottom:
            in_row: i64 = 0
            cell: i64 = y * width + self.left
            end: i64 = y * width + right
            while cell < end:
                if plain[cell] == 0 or filled[cell] != 0:
                    in_row += 1
                self.counts[place] = self.counts[place - self.across] + in_row
                place += 1
                cell += 1
            place += 1
            y += 1

    def leads_to(self, x: i64, y: i64) -> bool:
        """Whether the rectangle between the start and a square is empty."""
        if len(self.counts) == 0:
            return False
        left: i64 = (x if x < self.x else self.x) - self.left
        right: i64 = (x if x > self.x else self.x) - self.left + 1
        top: i64 = ((y if y < self.y else self.y) - self.top) * self.across
        bottom: i64 = ((y if y > self.y else self.y) - self.top + 1) * self.across
        counts = self.counts
        return (
            counts[bottom + right]
            - counts[bottom + left]
            - counts[top + right]
            + counts[top + left]
            == 0
        )


def plain_squares(grid: GridMap, table: StepTable) -> vec[u8]:
    """By square: 1 if it can be occupied and each step to a neighbour costs one; cached."""
    if len(table.plain) == 0:
        width: i64 = grid.width
        table.plain = vec[u8]([0] * grid.cells)
        cell: i64 = 0
        while cell < grid.cells:
            plain = enterable(grid, int(cell))
            way: i64 = 0
            while way < 8 and plain:
                across: i64 = cell % width + table.dx[way]
                there: i64 = cell + table.ways[way]
                if 0 <= across < width and 0 <= there < grid.cells:
                    plain = table.cost[cell * 8 + way] == 1
                way += 1
            if plain:
                table.plain[cell] = 1
            cell += 1
    return table.plain
