"""Straight runs between two squares: the squares they cross, and those they touch."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.space.grid import GridMap


def squares_between(grid: GridMap, start: i64, end: i64) -> i64:
    """How many squares a straight run enters."""
    dx: i64 = end % grid.width - start % grid.width
    dy: i64 = end // grid.width - start // grid.width
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def straight_line(grid: GridMap, start: i64, end: i64, tie_up: bool = True) -> list[int]:
    """G-07: the squares of a straight run between two centres, one per step.

    If the line runs exactly between two squares, `tie_up` says which one is taken.
    """
    width: i64 = grid.width
    x0: i64 = start % width
    y0: i64 = start // width
    dx: i64 = end % width - x0
    dy: i64 = end // width - y0
    sx: i64 = 1 if dx > 0 else -1
    sy: i64 = 1 if dy > 0 else -1
    dx *= sx
    dy *= sy
    long: i64 = dx if dx > dy else dy
    # Bresenham's algorithm: the remainder is kept from step to step.
    over_x: i64 = long if tie_up else long - 1
    over_y: i64 = over_x
    path: list[int] = []
    cell: i64 = start
    step: i64 = 1
    while step <= long:
        over_x += 2 * dx
        if over_x >= 2 * long:
            over_x -= 2 * long
            cell += sx
        over_y += 2 * dy
        if over_y >= 2 * long:
            over_y -= 2 * long
            cell += sy * width
        path.append(cell)
        step += 1
    return path


def square_along(grid: GridMap, start: i64, end: i64, steps: i64) -> i64:
    """The square of a straight run after a number of steps (`straight_line`)."""
    width: i64 = grid.width
    dx: i64 = end % width - start % width
    dy: i64 = end // width - start // width
    sx: i64 = 1 if dx > 0 else -1
    sy: i64 = 1 if dy > 0 else -1
    dx *= sx
    dy *= sy
    long: i64 = dx if dx > dy else dy
    across: i64 = (2 * dx * steps + long) // (2 * long)
    down: i64 = (2 * dy * steps + long) // (2 * long)
    return start + sx * across + sy * down * width


def brushed(grid: GridMap, start: i64, end: i64) -> list[int]:
    """The other squares that the segment between the centres touches (SOV-063)."""
    width: i64 = grid.width
    x0: i64 = start % width
    y0: i64 = start // width
    dx: i64 = end % width - x0
    dy: i64 = end // width - y0
    sx: i64 = 1 if dx > 0 else -1
    sy: i64 = 1 if dy > 0 else -1
    dx *= sx
    dy *= sy
    steep = dy > dx
    long: i64 = dy if steep else dx
    short: i64 = dx if steep else dy
    found: list[int] = []
    if short == 0 or short == long:
        # A straight run touches no other square, and a diagonal one only corners.
        return found
    step: i64 = 0
    nearest: i64 = 0
    over: i64 = long
    while step <= long:
        # Lengths in units of 1 / (2 * long) of a square: in this column the segment spans `low` to
        # `high`, and the square at `offset` spans its bottom to its top edge.
        low: i64 = (2 * step - 1) * short if step > 0 else 0
        high: i64 = (2 * step + 1) * short if step < long else 2 * step * short
        offset: i64 = nearest - 1
        while offset <= nearest + 1:
            if (
                offset != nearest
                and low < (2 * offset + 1) * long
                and high > (2 * offset - 1) * long
            ):
                if steep:
                    found.append((y0 + sy * step) * width + x0 + sx * offset)
                else:
                    found.append((y0 + sy * offset) * width + x0 + sx * step)
            offset += 1
        step += 1
        over += 2 * short
        if over >= 2 * long:
            over -= 2 * long
            nearest += 1
    return found
