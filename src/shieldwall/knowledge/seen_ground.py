"""Which squares of the map a team sees. Squares are bits of whole numbers: bit c is square c."""

from __future__ import annotations

from typing import Final, NamedTuple

from shieldwall.abilities.body_conditions import BLIND
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import rise
from shieldwall.engine.space.sight.cover import BLOCKED, Stand, cover
from shieldwall.engine.space.sight.field_of_view import FieldTable, fields_of_view
from shieldwall.engine.state.state import ACTIVE, State, Unit

ROWS: Final = 60
"""Rows of a large map tested exactly at a time."""


class Part(NamedTuple):
    """One part of the work: rows of the map from `first` to before `end`.

    If it is not `exact`, it covers only the surely seen squares, which are found quickly.
    """

    first: int
    end: int
    exact: bool


def parts_of(grid: GridMap) -> list[Part]:
    """The parts of the work: on a large map the surely seen squares first, then bands of rows."""
    height = int(grid.height)
    if max(int(grid.width), height) <= ROWS:
        return [Part(0, height, True)]
    rows = [Part(row, min(row + ROWS, height), True) for row in range(0, height, ROWS)]
    return [Part(0, height, False), *rows]


def seen_squares(state: State, team: int, part: Part | None = None) -> bytes:
    """One byte per square: 1 if a unit of the team sees it; the whole map if no part is given."""
    grid = state.grid
    cells = int(grid.cells)
    if part is None:
        part = Part(0, int(grid.height), True)
    units = [
        unit
        for unit in state.units
        if unit.status == ACTIVE
        and state.sides[unit.side].team == team
        and not (unit.effects and unit.effect(BLIND) is not None)
    ]
    if grid.open:
        return bytes(
            any(cover(grid, unit.y * grid.width + unit.x, cell) != BLOCKED for unit in units)
            for cell in range(cells)
        )
    table = fields_of_view(grid)
    viewers = [stand_of(grid, unit) for unit in units]
    asked = [table.free] * len(units)
    if state.dark:
        lit = lit_squares(state, table)
        asked = [lit | _within(table, unit, int(unit.sheet.darkvision_ft)) for unit in units]
    seen = table.seen(viewers, asked)
    if part.exact:
        rows = _rows(grid, part.first, part.end)
        if part.first > 0 or part.end < grid.height:
            # The face of a rock is seen from the row before it or after it.
            rows = _rows(grid, part.first - 1, part.end + 1)
        seen = table.seen_exactly(viewers, [squares & rows for squares in asked], seen)
    return _bytes_of(_with_faces(table, seen), cells)


def stand_of(grid: GridMap, unit: Unit) -> Stand:
    """The position of a viewer; a man-sized unit stands on the floor of its square."""
    cell = int(unit.y) * int(grid.width) + int(unit.x)
    size = int(unit.sheet.size)
    on_floor = size == 1 and not unit.aloft
    return Stand(cell, size, int(grid.floor[cell]) if on_floor else int(unit.feet))


def lit_squares(state: State, table: FieldTable) -> int:
    """In the dark a unit sees lit squares, and those within its darkvision."""
    lit = 0
    for bearer in state.units:
        if bearer.sheet.light_ft > 0 and bearer.is_present():
            lit |= _within(table, bearer, int(bearer.sheet.light_ft))
    return lit


def _within(table: FieldTable, unit: Unit, feet: int) -> int:
    """Squares on which a standing man is within the distance of the unit."""
    grid = table.grid
    width, size, steps = int(grid.width), int(unit.sheet.size), feet // 5
    x, y = int(unit.x), int(unit.y)
    left, right = max(0, x - steps), min(width, x + size + steps)
    row = ((1 << (right - left)) - 1) << left
    squares = 0
    for number in range(max(0, y - steps), min(int(grid.height), y + size + steps)):
        squares |= row << number * width
    near = 0
    for floor, level in table.floors.items():
        if rise(int(unit.feet), size, floor, 1) <= steps:
            near |= level
    return squares & near


def _rows(grid: GridMap, first: int, end: int) -> int:
    first, end = max(first, 0), min(end, int(grid.height))
    return (1 << end * int(grid.width)) - (1 << first * int(grid.width))


def _with_faces(table: FieldTable, seen: int) -> int:
    """Solid squares next to a seen square: their faces are visible."""
    grid = table.grid
    width = int(grid.width)
    whole = (1 << int(grid.cells)) - 1
    row = 1
    column = 0
    while row <= whole:
        column |= row
        row <<= width
    seen &= table.free
    beside = seen | (seen & ~(column << (width - 1))) << 1 | (seen & ~column) >> 1
    around = beside | beside << width | beside >> width
    return seen | (around & whole & ~table.free)


def _bytes_of(squares: int, cells: int) -> bytes:
    """One byte per square, 0 or 1."""
    text = format(squares | 1 << cells, "b")
    return text[:0:-1].encode().translate(_VALUES)


_VALUES: Final = bytes.maketrans(b"01", b"\0\1")
