"""Small maps and places drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap, Opening, Squares, Wall
from shieldwall.engine.space.sight.cover import Stand, stand_on

ROOM = 180
"""The height of most rooms drawn."""

Draw = st.DrawFn


@st.composite
def walls(draw: Draw, width: int, height: int, slanted: bool) -> Wall:
    along_y = height == 1 or draw(st.booleans())
    columns, rows = (width, height) if along_y else (height, width)
    line = draw(st.integers(1, columns - 1)) * SQUARE
    if draw(st.integers(0, 4)) == 0:
        line += SQUARE // 2  # through the middle of squares
    start = draw(st.integers(0, rows - 1))
    end = draw(st.integers(start + 1, rows))
    x0, y0, x1, y1 = line, start * SQUARE, line, end * SQUARE
    if not along_y:
        x0, y0, x1, y1 = y0, x0, y1, x1
    if slanted and draw(st.integers(0, 2)) == 0:
        x1 = draw(st.integers(0, width * SQUARE // 10)) * 10
        y1 = draw(st.integers(0, height * SQUARE // 7)) * 7
    openings: tuple[Opening, ...] = ()
    if draw(st.booleans()):
        first = draw(st.integers(0, max(1, abs(x1 - x0) + abs(y1 - y0) - 1)))
        sill = draw(st.sampled_from([0, 24, 36, 60]))
        openings = (
            Opening(
                first,
                first + draw(st.sampled_from([3, 6, 12, 30, 60])),
                sill,
                sill + draw(st.sampled_from([2, 6, 24, 60])),
            ),
        )
    bottom = draw(st.sampled_from([0, 0, 0, 36]))
    top = bottom + draw(st.sampled_from([36, 60, 96, ROOM, 300]))
    return Wall(x0, y0, x1, y1, bottom, top, "drawn", openings)


@st.composite
def maps(draw: Draw, slanted: bool = True, most: int = 4) -> GridMap:
    """Floors, solids, ceilings and walls of all kinds."""
    width = draw(st.integers(2, most))
    height = draw(st.integers(1, 3))
    cells = width * height
    floor = draw(st.lists(st.sampled_from([0, 0, 0, 36, 60, 120]), min_size=cells, max_size=cells))
    if draw(st.booleans()):
        floor = [0] * cells
    above = st.sampled_from([0, 0, 0, 0, 24, 60, ROOM])
    solid = [low + draw(above) for low in floor]
    ceilings = st.sampled_from([ROOM, ROOM, ROOM, 50, 120, SKY])
    ceiling = [draw(ceilings) for _ in floor]
    found = draw(st.lists(walls(width, height, slanted), max_size=3))
    return GridMap(width, height, Squares(floor, solid, ceiling, [0] * cells), found)


@st.composite
def slit_maps(draw: Draw, slanted: bool = False) -> GridMap:
    """Squares in rows, parted by walls with small openings, so that corners are seldom seen."""
    width = draw(st.integers(3, 5))
    height = draw(st.integers(1, 2))
    cells = width * height
    found: list[Wall] = []
    for _ in range(draw(st.integers(1, 3))):
        x = draw(st.integers(1, width - 1)) * SQUARE
        lean = draw(st.integers(-5, 5)) * 7 if slanted else 0
        first = draw(st.integers(0, height * SQUARE - 1))
        sill = draw(st.integers(0, 55))
        hole = Opening(
            first,
            first + draw(st.sampled_from([3, 6, 12, 20])),
            sill,
            sill + draw(st.sampled_from([2, 6, 12, 24])),
        )
        top = draw(st.sampled_from([ROOM, ROOM, 48]))
        found.append(Wall(x, 0, x + lean, height * SQUARE, 0, top, "drawn", (hole,)))
    floor = [0] * cells
    return GridMap(width, height, Squares(floor, floor, [ROOM] * cells, [0] * cells), found)


@st.composite
def flat_maps(draw: Draw) -> GridMap:
    """Solids and walls from floor to ceiling only."""
    width = draw(st.integers(3, 4))
    height = draw(st.integers(2, 3))
    cells = width * height
    solid = draw(st.lists(st.sampled_from([0, 0, ROOM]), min_size=cells, max_size=cells))
    found: list[Wall] = []
    for _ in range(draw(st.integers(0, 2))):
        x0 = draw(st.integers(0, width * 4)) * 15
        y0 = draw(st.integers(0, height * 4)) * 15
        x1 = draw(st.sampled_from([x0, draw(st.integers(0, width * 6)) * 10]))
        y1 = draw(st.integers(0, height * 6)) * 10
        found.append(Wall(x0, y0, x1, y1, 0, ROOM, "drawn"))
    return GridMap(width, height, Squares([0] * cells, solid, [ROOM] * cells, [0] * cells), found)


@st.composite
def stands(draw: Draw, grid: GridMap) -> Stand:
    """A place for a creature, mostly man-size and on the floor."""
    side = min(int(grid.width), int(grid.height))
    size = draw(st.sampled_from([1, 1, 1, min(2, side), min(3, side)]))
    column = draw(st.integers(0, int(grid.width) - size))
    row = draw(st.integers(0, int(grid.height) - size))
    stand = stand_on(grid, int(row * grid.width + column), size)
    above = draw(st.sampled_from([0, 0, 0, 0, 30, 60, 100]))
    return Stand(stand.cell, size, stand.feet + above)


def men(grid: GridMap) -> st.SearchStrategy[Stand]:
    """A man-size place on the floor of a square that is not solid."""
    free = [cell for cell in range(int(grid.cells)) if not grid.is_solid(cell)] or [0]
    return st.sampled_from(free).map(lambda cell: stand_on(grid, cell, 1))
