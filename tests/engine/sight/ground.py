"""Small maps for the tests of sight, drawn as text."""

from __future__ import annotations

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap, Opening, Squares, Wall
from shieldwall.engine.space.sight.cover import Look, Stand, cover_between, look, stand_on

FOOT = 12
CEILING = 10 * FOOT


def ground(
    *rows: str, walls: list[Wall] | None = None, ceiling: int = CEILING, doors_open: int = 0
) -> GridMap:
    """A map: `.` floor, `#` matter up to the ceiling, a digit a floor that many times 5 ft high,
    `o` a statue of 3 ft, `S` one of 8 ft."""
    width = len(rows[0])
    floor: list[int] = []
    solid: list[int] = []
    for row in rows:
        assert len(row) == width
        for sign in row:
            floor.append(int(sign) * SQUARE if sign.isdigit() else 0)
            solid.append({"#": ceiling, "o": 3 * FOOT, "S": 8 * FOOT}.get(sign, -SQUARE))
    cells = width * len(rows)
    solid = [max(low, high) for low, high in zip(floor, solid, strict=True)]
    return GridMap(
        width,
        len(rows),
        Squares(floor, solid, [ceiling] * cells, [0] * cells),
        walls or [],
        doors_open,
    )


def cell(grid: GridMap, column: int, row: int) -> int:
    return int(row * grid.width + column)


def man(grid: GridMap, column: int, row: int) -> Stand:
    return stand_on(grid, cell(grid, column, row), 1)


def covers(grid: GridMap, viewer: tuple[int, int], target: tuple[int, int]) -> int:
    """The cover of the target from the viewer, both man-size and on their floors."""
    return cover_between(grid, man(grid, *viewer), man(grid, *target))


def seen(look_: Look) -> list[bool]:
    return [corner.seen for corner in look_.corners]


def looks(grid: GridMap, viewer: tuple[int, int], target: tuple[int, int]) -> Look:
    return look(grid, man(grid, *viewer), man(grid, *target))


def wall(
    x0: int,
    y0: int,
    x1: int,
    y1: int,
    *openings: Opening,
    bottom: int = 0,
    top: int = CEILING,
    door: int = -1,
) -> Wall:
    """A wall between corners of squares, counted in squares."""
    return Wall(
        x0 * SQUARE,
        y0 * SQUARE,
        x1 * SQUARE,
        y1 * SQUARE,
        bottom,
        top,
        "wall",
        openings,
        door,
    )


__all__ = ["CEILING", "FOOT", "SKY", "cell", "covers", "ground", "looks", "man", "seen", "wall"]
