"""All squares that several viewers see together, for fog.

`beams` finds, in plan and for the whole map at once, the squares that a viewer surely sees and
those that it may see. Only a square that some viewer may see and no viewer surely sees gets the
exact test, the nearest viewer first. Squares are bits of whole numbers here: bit c is square c.

The map caches the results. A wall or a door that changes makes another map. After a move, only the
unit that moved looks again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.space.sight.beams import Beams
from shieldwall.engine.space.sight.cover import BLOCKED, Stand, cover_between, sight_table, stand_on
from shieldwall.engine.space.sight.stopping_edges import MAY, SURE, StoppingEdges

MOST_LEVELS: Final = 8
"""Most floor heights handled separately; beyond that, neighbouring heights are grouped."""
MOST_KEPT: Final = 64 << 20
"""Most bytes of cached fields per map."""
NAME: Final = "fields of view"
"""Key in the map's caches."""


class Field:
    """One viewer's squares: surely in sight, and possibly in sight."""

    def __init__(self, sure: int, maybe: int, length: int) -> None:
        self.sure = sure
        self.maybe = maybe
        self.unsure = b"" if sure == maybe else (maybe & ~sure).to_bytes(length, "little")
        """The difference, eight squares a byte; empty where there is none."""


class Level:
    """Squares with floors between two heights that can be stood on."""

    def __init__(self, low: int, high: int, squares: int) -> None:
        self.low = low
        self.high = high
        self.squares = squares


class FieldTable:
    """Cached fields of view of one map."""

    def __init__(self, grid: GridMap) -> None:
        self.grid = grid
        self.table = sight_table(grid)
        self.length = (int(grid.cells) + 7) // 8
        self.floors = floors_of(grid)
        """By floor height, the squares without solid matter."""
        self.free = 0
        for squares in self.floors.values():
            self.free |= squares
        self.levels = levels_of(self.floors)
        self.beams: dict[tuple[int, int], tuple[Beams, bool]] = {}
        self.fields: dict[tuple[int, int, int], Field] = {}

    def field(self, viewer: Stand) -> Field:
        key = viewer.key()
        found = self.fields.get(key)
        if found is None:
            if len(self.fields) * 2 * self.length >= MOST_KEPT:
                self.fields = {}
            found = self.look(viewer)
            self.fields[key] = found
        return found

    def look(self, viewer: Stand) -> Field:
        box = self.table.box(viewer)
        if box.z0 >= box.z1:
            return Field(0, 0, self.length)
        sure = 0
        maybe = 0
        for level in self.levels:
            low = min(viewer.feet, level.low)
            high = max(viewer.feet + viewer.size * SQUARE, level.high + SQUARE)
            beams, certain = self.beams_between(low, high)
            passed = squares_met(beams, viewer, MAY)
            sure |= passed & level.squares
            if not certain:
                passed = squares_met(beams, viewer, SURE)
            maybe |= passed & level.squares
        if viewer.size > 1:
            # Squares of its own space, and squares that matter reaches into, get the exact test.
            sure = 0 if box.uneven else sure & ~self.body(viewer)
        return Field(sure, maybe, self.length)

    def beams_between(self, low: int, high: int) -> tuple[Beams, bool]:
        found = self.beams.get((low, high))
        if found is None:
            grid = self.grid
            edges = StoppingEdges(self.table.scene, low, high)
            found = (Beams(grid.width, grid.height, edges.right, edges.below), edges.certain)
            self.beams[(low, high)] = found
        return found

    def body(self, viewer: Stand) -> int:
        row = ((1 << viewer.size) - 1) << viewer.cell
        squares = 0
        for number in range(viewer.size):
            squares |= row << number * int(self.grid.width)
        return squares

    def sees(self, viewer: Stand, cell: int) -> bool:
        """The exact test."""
        if viewer.size == 1 and viewer.feet == self.grid.floor[viewer.cell]:
            return self.table.has_sight(viewer.cell, cell)
        return cover_between(self.grid, viewer, stand_on(self.grid, cell, 1)) != BLOCKED

    def seen(self, viewers: list[Stand], asked: list[int]) -> int:
        """Squares that at least one viewer surely sees."""
        seen = 0
        for viewer, squares in zip(viewers, asked):
            seen |= self.field(viewer).sure & squares
        return seen

    def seen_exactly(self, viewers: list[Stand], asked: list[int], seen: int) -> int:
        """Squares in sight, with the exact test for squares not already seen."""
        rest = 0
        unsure: list[tuple[Stand, bytes]] = []
        for viewer, squares in zip(viewers, asked):
            field = self.field(viewer)
            if field.unsure:
                wanted = field.maybe & ~field.sure & squares & ~seen
                if wanted:
                    rest |= wanted
                    unsure.append((viewer, wanted.to_bytes(self.length, "little")))
        for cell in squares_in(rest, self.length):
            if self.is_seen(cell, unsure):
                seen |= 1 << cell
        return seen

    def is_seen(self, cell: int, viewers: list[tuple[Stand, bytes]]) -> bool:
        place = cell >> 3
        bit = 1 << (cell & 7)
        width = int(self.grid.width)
        near: list[tuple[int, int]] = []
        for index, (viewer, unsure) in enumerate(viewers):
            if unsure[place] & bit:
                aside = abs(viewer.cell % width - cell % width)
                down = abs(viewer.cell // width - cell // width)
                near.append((max(aside, down), index))
        near.sort()
        for _, index in near:
            if self.sees(viewers[index][0], cell):
                return True
        return False


def fields_of_view(grid: GridMap) -> FieldTable:
    found = grid.caches.get(NAME)
    if isinstance(found, FieldTable):
        return found
    made = FieldTable(grid)
    grid.caches[NAME] = made
    return made


def squares_met(beams: Beams, viewer: Stand, stops: int) -> int:
    """The squares that lines from the viewer meet, `stops` being the edges that count."""
    width: i64 = beams.width
    met = beams.spread(viewer.cell % width, viewer.cell // width, viewer.size, stops)
    return int.from_bytes(bytes([int(eight) for eight in met]), "little")


def squares_in(squares: int, length: int) -> list[int]:
    """The numbers of the bits that are set."""
    found: list[int] = []
    for place, eight in enumerate(squares.to_bytes(length, "little")):
        if eight:
            found += [place * 8 + bit for bit in range(8) if eight >> bit & 1]
    return found


def floors_of(grid: GridMap) -> dict[int, int]:
    rows: dict[int, bytearray] = {}
    for cell in range(int(grid.cells)):
        if not grid.is_solid(cell):
            floor = int(grid.floor[cell])
            row = rows.get(floor)
            if row is None:
                row = rows[floor] = bytearray((int(grid.cells) + 7) // 8)
            row[cell >> 3] |= 1 << (cell & 7)
    return {floor: int.from_bytes(row, "little") for floor, row in rows.items()}


def levels_of(floors: dict[int, int]) -> list[Level]:
    """The floors in at most `MOST_LEVELS` groups from low to high."""
    heights = sorted(floors)
    each = max(1, -(-len(heights) // MOST_LEVELS))
    found: list[Level] = []
    for start in range(0, len(heights), each):
        group = heights[start : start + each]
        squares = 0
        for height in group:
            squares |= floors[height]
        found.append(Level(group[0], group[-1], squares))
    return found
