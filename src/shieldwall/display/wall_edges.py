"""The walls of a map for drawing: what stands on each edge between two squares."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.space.grid import BARRED, FOOT, SHEER, SQUARE, GridMap, Wall

WALL: Final = 1
LOW: Final = 2
WINDOW: Final = 3
DOOR: Final = 4
OPEN_DOOR: Final = 5
BARS: Final = 6
DROP: Final = 7
LOW_HEIGHT: Final = 5 * FOOT


class Edges:
    """The walls west of, north of and across each square."""

    def __init__(self, grid: GridMap) -> None:
        self.grid = grid
        self.west: dict[tuple[int, int], int] = {}
        self.north: dict[tuple[int, int], int] = {}
        self.across: set[tuple[int, int]] = set()
        """Squares crossed by a diagonal wall."""
        for wall in grid.walls:
            if wall.x0 == wall.x1 and wall.x0 % SQUARE == 0:
                for y in _spans(wall.y0, wall.y1):
                    self.west[wall.x0 // SQUARE, y] = self._kind(wall, y * SQUARE, wall.y0)
            elif wall.y0 == wall.y1 and wall.y0 % SQUARE == 0:
                for x in _spans(wall.x0, wall.x1):
                    self.north[x, wall.y0 // SQUARE] = self._kind(wall, x * SQUARE, wall.x0)
            else:
                self.across.update(_crossed(wall))

    def _kind(self, wall: Wall, edge: int, first: int) -> int:
        if wall.make == SHEER:
            return DROP
        if wall.door >= 0 and self.grid.is_open(wall.door):
            return OPEN_DOOR
        if wall.make == BARRED:
            return BARS
        if wall.door >= 0:
            return DOOR
        low = edge - first if edge >= first else first - edge - SQUARE
        for hole in wall.openings:
            if hole.start < low + SQUARE and hole.end > low:
                return WINDOW
        return LOW if wall.top - wall.bottom <= LOW_HEIGHT else WALL


def _spans(start: int, end: int) -> range:
    """The squares between two points on a line."""
    low, high = min(start, end), max(start, end)
    return range(low // SQUARE, (high + SQUARE - 1) // SQUARE)


def _crossed(wall: Wall) -> set[tuple[int, int]]:
    steps = max(abs(wall.x1 - wall.x0), abs(wall.y1 - wall.y0))
    found = set()
    for step in range(1, 2 * steps, 2):
        x = wall.x0 + (wall.x1 - wall.x0) * step // (2 * steps)
        y = wall.y0 + (wall.y1 - wall.y0) * step // (2 * steps)
        found.add((x // SQUARE, y // SQUARE))
    return found
