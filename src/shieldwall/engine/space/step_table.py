"""The cost of each step of one gait, and tables that make looking it up fast."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

# Eight directions, straight ones first: among equally cheap paths the straighter one is kept.
DX: Final[tuple[int, ...]] = (0, 1, 0, -1, 1, 1, -1, -1)
DY: Final[tuple[int, ...]] = (-1, 0, 1, 0, -1, 1, 1, -1)
NINE_SQUARES: Final[tuple[int, ...]] = (1, 5, 7, 3, 2, 8, 6, 0)
"""The place of the square in each direction among nine squares, row by row."""
CUT_BY: Final[tuple[int, ...]] = (
    1 << 4 | 1 << 7,
    1 << 4 | 1 << 5,
    1 << 5 | 1 << 6,
    1 << 6 | 1 << 7,
    0,
    0,
    0,
    0,
)
NO_WAY: Final = 8
OPPOSITE: Final[tuple[int, ...]] = (2, 3, 0, 1, 6, 7, 4, 5)
ALL_WAYS: Final = 255
UNEVEN: Final = 256
"""In the table of possible steps, beside a bit for each direction: some step costs more than one,
or leads diagonally past a square to which no step leads."""

# Other gaits than walking, added to the creature's size.
GAITS: Final = 4
IN_THE_AIR: Final = GAITS
"""Flying: over ground, bodies and walls, if the ceiling leaves room."""
THROUGH_WALLS: Final = 2 * GAITS
"""Incorporeal: anywhere."""


class StepTable:
    """The cost of the step from each square in each of the eight directions."""

    def __init__(self, cost: vec[i64], width: int) -> None:
        self.cost = cost
        self.ways = vec[i64]([DY[way] * width + DX[way] for way in range(8)])
        """The index offset of each direction."""
        self.way_by = vec[i64](_way_by(width))
        """The direction of an index offset, plus one row and one square; NO_WAY for any other."""
        self.dx = vec[i64]([DX[way] for way in range(8)])
        self.down = vec[i64]([DY[way] * width for way in range(8)])
        self.open_ways = _open_ways(cost)
        """By square, a bit for each direction in which a step is possible, and UNEVEN."""
        self.ways_to = vec[u8](
            [
                sum([1 << way for way in range(8) if around >> NINE_SQUARES[way] & 1])
                for around in range(512)
            ]
        )
        """By a bit for each of nine squares, row by row: the directions from the middle to them."""
        self.first_way = vec[u8]([max(0, (ways & -ways).bit_length() - 1) for ways in range(256)])
        """The first of some directions."""
        self.cut_by = vec[u8](CUT_BY)
        """By direction, the diagonals that a foe in that square cuts (SOV-011)."""
        self.no_marks = vec[i64]([0] * ((len(cost) // 8 + 2 * width + 2) // 32 + 1))
        """Room for a bit for each square and one row around them, as a template to copy."""
        self.one: i64 = 1
        """To be shifted: compiled, a plain 1 has no more than 32 bits."""
        self.unreached = vec[i16]([0] * (len(cost) // 8))
        """A zero for each square, as a template to copy."""
        self.zeros = vec[i64]([0])
        """Zeros to copy; grown on demand."""
        none: i64 = 0
        self.nothing = vec[i64]([0] * none)
        """Nothing, for what is seldom filled."""
        self.plain = vec[u8]([0] * none)
        """Filled on first use (`open_ground.plain_squares`)."""

    def some_zeros(self, count: i64) -> vec[i64]:
        """At least `count` zeros; never modified."""
        if len(self.zeros) < count:
            self.zeros = vec[i64]([0] * count)
        return self.zeros

    def way_between(self, here: i64, there: i64) -> i64:
        """The direction of a possible step between two squares, NO_WAY if there is none."""
        place: i64 = there - here + self.ways[5]
        if place < 0 or place >= len(self.way_by):
            return NO_WAY
        way: i64 = self.way_by[place]
        # No step leads off the map, so a step to the other side of it is none.
        while way < NO_WAY and self.cost[here * 8 + way] == 0:
            way += 1
            while way < NO_WAY and self.ways[way] != there - here:
                way += 1
        return way


def _way_by(width: int) -> list[int]:
    """By index offset, plus one row and one square: the first direction with it, or NO_WAY.

    On a map of one or two columns several directions have the same offset.
    """
    found = [NO_WAY] * (2 * width + 3)
    for way in reversed(range(8)):
        found[DY[way] * width + DX[way] + width + 1] = way
    return found


def _open_ways(cost: vec[i64]) -> vec[i16]:
    """By square, the directions of its possible steps, and UNEVEN."""
    cells: i64 = len(cost) // 8
    found = vec[i16]([0] * cells)
    cell: i64 = 0
    while cell < cells:
        ways: i64 = 0
        way: i64 = 0
        while way < 8:
            price: i64 = cost[cell * 8 + way]
            if price > 0:
                ways |= 1 << way
            if price > 1:
                ways |= UNEVEN
            way += 1
        way = 0
        while way < 4:
            if not ways >> way & 1 and ways & CUT_BY[way]:
                ways |= UNEVEN
            way += 1
        found[cell] = i16(ways)
        cell += 1
    return found


def direction(dx: i64, dy: i64) -> i64:
    """The direction of a step by these offsets, -1 if they are none."""
    if dx == 0:
        if dy == -1:
            return 0
        return 2 if dy == 1 else -1
    if dy == 0:
        if dx == 1:
            return 1
        return 3 if dx == -1 else -1
    if dx == 1:
        if dy == -1:
            return 4
        return 5 if dy == 1 else -1
    if dx == -1:
        if dy == 1:
            return 6
        return 7 if dy == -1 else -1
    return -1
