"""Finding the door between two squares."""

from __future__ import annotations

from shieldwall.engine.space.grid import SQUARE, GridMap


def door_between(grid: GridMap, here: int, there: int) -> int:
    """The number of the door on the edge between two neighbouring squares, otherwise -1."""
    width = int(grid.width)
    ax = here % width * SQUARE + SQUARE // 2
    ay = here // width * SQUARE + SQUARE // 2
    bx = there % width * SQUARE + SQUARE // 2
    by = there // width * SQUARE + SQUARE // 2
    if abs(ax - bx) + abs(ay - by) != SQUARE:
        return -1
    for wall in grid.walls:
        if wall.door < 0:
            continue
        # The centres lie on both sides of the door's line, and its ends on both sides of theirs.
        wx = wall.x1 - wall.x0
        wy = wall.y1 - wall.y0
        side_a = wx * (ay - wall.y0) - wy * (ax - wall.x0)
        side_b = wx * (by - wall.y0) - wy * (bx - wall.x0)
        start = (bx - ax) * (wall.y0 - ay) - (by - ay) * (wall.x0 - ax)
        end = (bx - ax) * (wall.y1 - ay) - (by - ay) * (wall.x1 - ax)
        if side_a * side_b < 0 and start * end <= 0:
            return wall.door
    return -1
