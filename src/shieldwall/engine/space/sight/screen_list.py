"""The screens of a map, one by one: steps from square to square, and walls less their openings."""

from __future__ import annotations

from math import gcd, isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.engine.space.grid import MASONRY, MAX_HEIGHT, SKY, SQUARE, GridMap, Opening, Wall

DEEP: Final = -SKY
"""A height below everything; SKY is above everything."""

# The line a screen stands on.
ALONG_Y: Final = 0  # x is constant
ALONG_X: Final = 1  # y is constant
SLANTED: Final = 2

Screen = tuple[int, int, int, int, int, int, int, int]
"""Two ends as homogeneous (x, y, scale), each scale positive; then bottom and top."""


def fill_heights(grid: GridMap) -> vec[i64]:
    """The height up to which each square is matter; SKY if nothing of it is free."""
    found = vec[i64]([0] * grid.cells)
    cell: i64 = 0
    while cell < grid.cells:
        top: i64 = grid.solid[cell]
        if grid.floor[cell] > top:
            top = grid.floor[cell]
        found[cell] = SKY if top >= grid.ceiling[cell] else top
        cell += 1
    return found


def check_heights(grid: GridMap) -> None:
    """Refuse what would let the machine integers of the fast paths overflow."""
    cell: i64 = 0
    while cell < grid.cells:
        floor: i64 = grid.floor[cell]
        solid: i64 = grid.solid[cell]
        ceiling: i64 = grid.ceiling[cell]
        cell += 1
        assert -MAX_HEIGHT <= floor <= MAX_HEIGHT, "floor too high or too low"
        assert -MAX_HEIGHT <= solid <= MAX_HEIGHT or solid == SKY, "solid too high or too low"
        assert -MAX_HEIGHT <= ceiling <= MAX_HEIGHT or ceiling == SKY, "ceiling out of bounds"
    east = grid.width * SQUARE
    south = grid.height * SQUARE
    for wall in grid.walls:
        assert min(wall.x0, wall.x1) >= 0 and max(wall.x0, wall.x1) <= east, "wall outside the map"
        assert min(wall.y0, wall.y1) >= 0 and max(wall.y0, wall.y1) <= south, "wall outside the map"
        assert wall.bottom >= -MAX_HEIGHT and wall.bottom <= MAX_HEIGHT, "wall too low"
        assert wall.top >= -MAX_HEIGHT, "wall too low"
        assert wall.top <= MAX_HEIGHT or wall.top == SKY, "wall too high"


def steps(top: vec[i64], roof: vec[i64], width: i64, height: i64) -> list[Screen]:
    """The screens where matter steps up or down from one square to the next."""
    found: list[Screen] = []
    cell: i64 = 0
    row: i64 = 0
    while row < height:
        column: i64 = 0
        while column < width:
            x: i64 = (column + 1) * SQUARE
            y: i64 = (row + 1) * SQUARE
            after: i64 = cell + 1
            if column + 1 < width and (top[cell] != top[after] or roof[cell] != roof[after]):
                for low, high in step(top, roof, cell, after):
                    found.append((x, y - SQUARE, 1, x, y, 1, low, high))
            after = cell + width
            if row + 1 < height and (top[cell] != top[after] or roof[cell] != roof[after]):
                for low, high in step(top, roof, cell, after):
                    found.append((x - SQUARE, y, 1, x, y, 1, low, high))
            cell += 1
            column += 1
        row += 1
    return found


def step(top: vec[i64], roof: vec[i64], cell: i64, other: i64) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    if top[cell] != top[other]:
        found.append((DEEP, int(max(top[cell], top[other]))))
    if roof[cell] != roof[other] and top[cell] < SKY and top[other] < SKY:
        found.append((int(min(roof[cell], roof[other])), SKY))
    return found


def wall_screens(grid: GridMap) -> list[Screen]:
    found: list[Screen] = []
    for wall in grid.walls:
        found.extend(wall_pieces(wall, wall.door < 0 or grid.is_open(wall.door)))
    return found


def wall_pieces(wall: Wall, with_openings: bool) -> list[Screen]:
    """A wall less its openings, cut where an opening begins or ends.

    The length of a slanted wall is counted in whole inches, its openings being moved along it in
    proportion; they never leave the line of the wall.
    """
    dx = wall.x1 - wall.x0
    dy = wall.y1 - wall.y0
    length = abs(dx) + abs(dy)
    if dx and dy:
        square = dx * dx + dy * dy
        length = isqrt(square)
        if square - length * length > length:
            length += 1
    if length == 0 or wall.make != MASONRY:
        return []
    holes: list[Opening] = []
    cuts = [0, length]
    if with_openings:
        for hole in wall.openings:
            holes.append(hole)
            cuts.append(min(max(hole.start, 0), length))
            cuts.append(min(max(hole.end, 0), length))
    cuts.sort()
    pieces: list[Screen] = []
    for index in range(len(cuts) - 1):
        start = cuts[index]
        end = cuts[index + 1]
        if start == end:
            continue
        spans = [(wall.bottom, wall.top)]
        for hole in holes:
            if hole.start <= start and end <= hole.end:
                left: list[tuple[int, int]] = []
                for low, high in spans:
                    left.append((low, min(high, hole.sill)))
                    left.append((max(low, hole.lintel), high))
                spans = [span for span in left if span[0] < span[1]]
        ax, ay, ad = along(wall, start, length)
        bx, by, bd = along(wall, end, length)
        for low, high in spans:
            if low < high:
                pieces.append((ax, ay, ad, bx, by, bd, low, high))
    return pieces


def along(wall: Wall, place: int, length: int) -> tuple[int, int, int]:
    """The point of a wall at a distance in inches from its first end, homogeneous."""
    x = wall.x0 * length + (wall.x1 - wall.x0) * place
    y = wall.y0 * length + (wall.y1 - wall.y0) * place
    common = gcd(gcd(x, y), length)
    return x // common, y // common, length // common


def axis_of(screen: Screen) -> int:
    if screen[0] * screen[5] == screen[3] * screen[2]:
        return ALONG_Y
    if screen[1] * screen[5] == screen[4] * screen[2]:
        return ALONG_X
    return SLANTED


def merged(screens: list[Screen]) -> list[Screen]:
    """The same screens; equally high ones on one line along an axis are joined where they touch."""
    runs: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
    slanted: list[Screen] = []
    for screen in screens:
        axis = axis_of(screen)
        if axis == SLANTED:
            slanted.append(screen)
            continue
        x0, y0, _, x1, y1, _, low, high = screen
        line, start, end = (x0, y0, y1) if axis == ALONG_Y else (y0, x0, x1)
        runs.setdefault((axis, line, low, high), []).append((min(start, end), max(start, end)))
    found: list[Screen] = []
    for key in sorted(runs):
        axis, line, low, high = key
        spans = sorted(runs[key])
        start, end = spans[0]
        for span in [*spans[1:], (1 << 40, 1 << 40)]:
            if span[0] <= end:
                end = max(end, span[1])
                continue
            if axis == ALONG_Y:
                found.append((line, start, 1, line, end, 1, low, high))
            else:
                found.append((start, line, 1, end, line, 1, low, high))
            start, end = span
    return found + slanted


def squares_under(screen: Screen, width: int, height: int) -> list[int]:
    """Squares that together hold the screen; of two beside it, one is enough."""
    x0, y0, d0, x1, y1, d1, _, _ = screen
    if d0 == 1 and d1 == 1 and (x0 == x1 or y0 == y1):
        return squares_along(x0, y0, x1, y1, width, height)
    if y0 * d1 > y1 * d0:
        x0, y0, d0, x1, y1, d1 = x1, y1, d1, x0, y0, d0
    first = min(y0 // (d0 * SQUARE), height - 1)
    last = max(first, -(-y1 // (d1 * SQUARE)) - 1)
    cells: list[int] = []
    for row in range(first, last + 1):
        # Where the screen enters and leaves the row, as x = n / d.
        n0, m0, n1, m1 = x0, d0, x1, d1
        rise = y1 * d0 - y0 * d1
        if rise > 0:
            run = x1 * d0 - x0 * d1
            if y0 < row * SQUARE * d0:
                n0 = x0 * rise + run * (row * SQUARE * d0 - y0)
                m0 = d0 * rise
            if y1 > (row + 1) * SQUARE * d1:
                n1 = x0 * rise + run * ((row + 1) * SQUARE * d0 - y0)
                m1 = d0 * rise
        west = min(n0 // (m0 * SQUARE), n1 // (m1 * SQUARE))
        east = max(-(-n0 // (m0 * SQUARE)), -(-n1 // (m1 * SQUARE))) - 1
        for column in range(west, max(west, east) + 1):
            cells.append(row * width + min(column, width - 1))
    return cells


def squares_along(x0: i64, y0: i64, x1: i64, y1: i64, width: i64, height: i64) -> list[int]:
    """`squares_under` for a screen along an axis."""
    first: i64 = (y0 if y0 < y1 else y1) // SQUARE
    last: i64 = ((y0 if y0 > y1 else y1) + SQUARE - 1) // SQUARE - 1
    west: i64 = (x0 if x0 < x1 else x1) // SQUARE
    east: i64 = ((x0 if x0 > x1 else x1) + SQUARE - 1) // SQUARE - 1
    if first > height - 1:
        first = height - 1
    if west > width - 1:
        west = width - 1
    cells: list[int] = []
    row: i64 = first
    while row <= last or row == first:
        column: i64 = west
        while column <= east or column == west:
            cells.append(int(row * width + column))
            column += 1
        row += 1
    return cells
