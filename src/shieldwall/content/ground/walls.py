"""Walls along or across squares, with windows, slits, bars and doors."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Final

from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Item,
    Kind,
    ListOf,
    Place,
    Record,
    Text,
    Values,
    Word,
    shown,
)
from shieldwall.content.formats.number_text import SQUARE, Feet
from shieldwall.content.formats.yaml_tree import Node, Scalar
from shieldwall.engine.space.grid import MASONRY, SHEER, GridMap, Opening, Wall
from shieldwall.engine.space.grid import SQUARE as SIDE
from shieldwall.engine.space.square_names import parse_square, square_name
from shieldwall.engine.space.wall_shapes import DOORS, MAKES, SHAPES, Shape

Edge = tuple[int, int, bool]
"""The east edge of square (x, y), or its south edge if the third part is true."""


class EdgeKind(Kind[Edge]):
    """`D4-D5`: the edge between two neighbours."""

    what = "an edge between two neighbouring squares such as `D4-D5`"

    def parse(self, text: str, place: Place) -> Edge | None:
        squares = [parse_square(part.strip()) for part in text.split("-")]
        if len(squares) == 2 and squares[0] is not None and squares[1] is not None:
            (x0, y0), (x1, y1) = sorted((squares[0], squares[1]))
            if (x1 - x0, y1 - y0) == (1, 0):
                return x0, y0, False
            if (x1 - x0, y1 - y0) == (0, 1):
                return x0, y0, True
        self.wrong(text, place)
        return None


class Inches(Kind[int]):
    """A distance in squares, read into inches: `6.25` is 375."""

    what = "a distance in squares such as `3` or `6.25`"

    def parse(self, text: str, place: Place) -> int | None:
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,4})?", text):
            self.wrong(text, place)
            return None
        inches = Fraction(text) * SIDE
        if inches.denominator != 1:
            place.problem(f"{text!r} is not a whole number of inches; a square has {SIDE}")
            return None
        return int(inches)


Segment = tuple[int, int, int, int]
"""From x, y to x, y, in inches."""

MAX_SEGMENTS: Final = 20_000
_FINE: Final = 10_000
_COORDINATE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?")


def nearest_inch(text: str) -> int | None:
    """A distance in squares, rounded to the inch; None if it is not a number."""
    found = _COORDINATE.fullmatch(text)
    if not found:
        return None
    ten_thousandths = int(found[1]) * _FINE + int((found[2] or "").ljust(4, "0"))
    return (2 * ten_thousandths * SIDE + _FINE) // (2 * _FINE)


class Near(Kind[int]):
    """A distance in squares, rounded to the inch."""

    what = Inches.what

    def parse(self, text: str, place: Place) -> int | None:
        inches = nearest_inch(text)
        if inches is None:
            self.wrong(text, place)
        return inches


class Lines(Kind["list[Segment]"]):
    """Lines of a drawing, one per row, each from point to point: `0,0 4.5,0 4.5,3.25`."""

    what = "rows of points such as `0,0 4.5,0 4.5,3.25`, after `|`"

    def read(self, node: Node, place: Place) -> list[Segment] | None:
        if not isinstance(node, Scalar):
            place.problem(f"expected {self.what}")
            return None
        segments: list[Segment] = []
        before = len(place.problems)
        below = 1 if node.style in ("|", ">") else 0
        for number, row in enumerate(node.text.split("\n")):
            spot = Place(place.file, place.problems, place.field, node.line + number + below)
            points = [self._point(text, spot) for text in row.split()]
            if len(points) == 1 and points[0] is not None:
                spot.problem("a line needs two points or more")
            for start, end in pairwise(points):
                if start is not None and end is not None and start != end:
                    segments.append((*start, *end))
        if len(segments) > MAX_SEGMENTS:
            place.problem(f"too many lines: at most {MAX_SEGMENTS:,}")
            return None
        if not segments and len(place.problems) == before:
            place.problem(f"is empty; expected {self.what}")
        return segments

    def _point(self, text: str, place: Place) -> tuple[int, int] | None:
        across, comma, down = text.partition(",")
        x, y = nearest_inch(across), nearest_inch(down)
        if not comma or x is None or y is None:
            place.problem(f"{shown(text)} is not a point such as `4.5,3.25`")
            return None
        return x, y


FROM: Final = Field("from", SQUARE)
TO: Final = Field("to", SQUARE)
FACE: Final = Field("side", Word("north", "east", "south", "west"))
EDGE: Final = Field("edge", EdgeKind())
LINE: Final = Field("line", ListOf(Inches(), most=4, all_or_none=True))
LINES: Final = Field("lines", Lines())
KIND: Final = Field("kind", Word(*SHAPES), required=True)
HEIGHT: Final = Field("height", Feet(1))
WIDTH: Final = Field("width", Feet(1, 400 * SIDE))
SILL: Final = Field("sill", Feet())
LINTEL: Final = Field("lintel", Feet(1))
OPEN: Final = Field("open", Flag())
NAME: Final = Field("name", Text(40))
WALL: Final = Record(
    "a wall", FROM, TO, FACE, EDGE, LINE, LINES, KIND, HEIGHT, WIDTH, SILL, LINTEL, OPEN, NAME
)


@dataclass(slots=True)
class _Entry:
    """A wall in the file, before its edges are joined."""

    values: Values
    kind: str
    shape: Shape
    where: str
    edges: list[Edge]
    lines: list[Segment] = field(default_factory=list)

    @property
    def label(self) -> str:
        return f"the {self.values.value(NAME, self.kind)} {self.where}"

    @property
    def a_kind(self) -> str:
        return self.kind if self.kind == "bars" else f"a {self.kind}"

    @property
    def make(self) -> int:
        return MAKES.get(self.kind, MASONRY)


def build_walls(items: list[Item[Values]], grid: GridMap) -> tuple[list[Wall], int]:
    """All walls of a map, and a bit for each open door.

    An edge named twice belongs to the later entry, so a long wall may come first and its door
    after.
    """
    entries = [entry for item in items if (entry := _entry(item.value, grid)) is not None]
    owner: dict[Edge, _Entry] = {}
    for entry in entries:
        for edge in entry.edges:
            earlier = owner.get(edge)
            if earlier is not None and earlier.kind in DOORS:
                entry.values.place.problem(f"runs over {earlier.label}")
            owner[edge] = entry
    walls: list[Wall] = []
    doors = doors_open = 0
    for entry in entries:
        left = [edge for edge in entry.edges if owner[edge] is entry]
        is_door = entry.kind in DOORS
        if entry.values.has(OPEN) and not is_door:
            entry.values.at(OPEN).problem(
                f"only a door or a portcullis can be open, not {entry.a_kind}"
            )
        # All edges of an entry are one door; each of its lines is a separate one.
        groups = [_line_wall(entry, line, grid) for line in entry.lines]
        groups += [_edge_walls(entry, left, grid)] if entry.edges else []
        for group in groups:
            if group and is_door:
                for wall in group:
                    wall.door = doors
                doors_open |= int(entry.values.value(OPEN, False)) << doors
                doors += 1
            walls += group
    return walls, doors_open


def _entry(values: Values, grid: GridMap) -> _Entry | None:
    before = len(values.place.problems)
    kind = values.get(KIND)
    ways = [f.key for f in (FROM, EDGE, LINE, LINES) if values.has(f)]
    if len(ways) != 1:
        values.place.problem("give one of `edge`, `line`, `lines`, or `from` with `to` and `side`")
        return None
    if ways != ["from"] and (values.has(TO) or values.has(FACE)):
        values.place.problem("`to` and `side` go with `from`")
    if kind is None:
        return None
    entry = _Entry(values, kind, _shape(values, kind), "", [])
    if ways == ["edge"]:
        edge = values.get(EDGE)
        if edge is not None:
            x, y, south = edge
            other = square_name(x, y + 1) if south else square_name(x + 1, y)
            entry.where = f"at {square_name(x, y)}-{other}"
            entry.edges = [edge]
            if x + (not south) >= grid.width or y + south >= grid.height:
                values.at(EDGE).problem(_outside(grid))
    elif ways == ["from"]:
        _run(entry, values, grid)
    elif ways == ["line"]:
        _slanted(entry, values, grid)
    else:
        _drawn(entry, values, grid)
    return entry if len(values.place.problems) == before else None


def _outside(grid: GridMap) -> str:
    return f"outside the map, which ends at {square_name(grid.width - 1, grid.height - 1)}"


def _shape(values: Values, kind: str) -> Shape:
    usual = SHAPES[kind]
    if not usual.width:
        what = f"{kind} have" if kind == "bars" else f"a {kind} has"
        for unfit in (WIDTH, SILL, LINTEL):
            if values.has(unfit):
                values.at(unfit).problem(f"{what} no opening; use a window, slit or door")
    if kind == "drop" and values.has(HEIGHT):
        values.at(HEIGHT).problem("a drop has no height of its own; give the squares their `floor`")
    shape = Shape(
        values.value(HEIGHT, usual.height),
        values.value(WIDTH, usual.width),
        values.value(SILL, usual.sill),
        values.value(LINTEL, usual.lintel),
    )
    if shape.width and shape.sill >= shape.lintel:
        values.at(LINTEL).problem("the lintel is not above the sill")
    return shape


def _run(entry: _Entry, values: Values, grid: GridMap) -> None:
    """The edges of `from`, `to`, `side`."""
    start, side = values.get(FROM), values.get(FACE)
    end = values.value(TO, values.value(FROM, (0, 0)))
    if side is None:
        if not values.has(FACE):
            values.place.problem("'side' is missing; north, east, south or west of the squares")
        return
    if start is None or (values.has(TO) and values.get(TO) is None):
        return
    (x0, x1), (y0, y1) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    upright = side in ("east", "west")
    if x1 >= grid.width or y1 >= grid.height:
        values.at(FROM).problem(_outside(grid))
    elif (x0 != x1) if upright else (y0 != y1):
        line = "column" if upright else "row"
        values.at(FROM).problem(f"a wall on the {side} side runs along one {line}")
    else:
        dx, dy = (-1 if side == "west" else 0), (-1 if side == "north" else 0)
        entry.edges = [
            (x + dx, y + dy, not upright) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)
        ]
        first, last = square_name(x0, y0), square_name(x1, y1)
        entry.where = f"{side} of {first if first == last else f'{first}-{last}'}"


def _slanted(entry: _Entry, values: Values, grid: GridMap) -> None:
    ends = values.get(LINE)
    if ends is None:
        return
    if len(ends) != 4:
        values.at(LINE).problem("expected four numbers: from x, y to x, y, in squares")
        return
    x0, y0, x1, y1 = (item.value for item in ends)
    if (x0, y0) == (x1, y1):
        values.at(LINE).problem("the line has no length")
    elif max(x0, x1) > grid.width * SIDE or max(y0, y1) > grid.height * SIDE:
        values.at(LINE).problem(_outside(grid))
    else:
        entry.lines = [(x0, y0, x1, y1)]


def _drawn(entry: _Entry, values: Values, grid: GridMap) -> None:
    """Any number of lines from a drawing."""
    lines = values.get(LINES) or []
    east, south = grid.width * SIDE, grid.height * SIDE
    beyond = [
        (x0, y0) for x0, y0, x1, y1 in lines if max(x0, x1) > east or max(y0, y1) > south
    ]  # fmt: skip
    if beyond:
        x, y = beyond[0]
        message = f"{len(beyond)} lines run {_outside(grid)}, the first from "
        values.at(LINES).problem(f"{message}{x / SIDE:.2f},{y / SIDE:.2f}")
    entry.lines = lines


def crossed(line: Segment) -> list[tuple[int, int]]:
    """The squares whose interior a line crosses."""
    (x0, y0), (x1, y1) = sorted((line[:2], line[2:]))
    if x0 == x1:
        rows = range(y0 // SIDE, -(-y1 // SIDE))
        return [(x0 // SIDE, row) for row in rows] if x0 % SIDE else []
    dx, dy = x1 - x0, y1 - y0
    if dy == 0 and y0 % SIDE == 0:
        return []
    cells = []
    for column in range(x0 // SIDE, -(-x1 // SIDE)):
        ends = (max(x0, column * SIDE), min(x1, (column + 1) * SIDE))
        # The heights where the line enters and leaves the column, times dx.
        low, high = sorted(y0 * dx + dy * (x - x0) for x in ends)
        first = low // (SIDE * dx)
        last = max(-(-high // (SIDE * dx)), first + 1)
        cells += [(column, row) for row in range(first, last)]
    return cells


def _beside(line: Segment, grid: GridMap) -> list[int]:
    """The squares a line crosses, or touches on either side."""
    cells = crossed(line)
    if not cells:
        (x0, y0), (x1, y1) = sorted((line[:2], line[2:]))
        if x0 == x1:
            rows = range(y0 // SIDE, -(-y1 // SIDE))
            cells = [(x, row) for row in rows for x in (x0 // SIDE - 1, x0 // SIDE)]
        else:
            columns = range(x0 // SIDE, -(-x1 // SIDE))
            cells = [(column, y) for column in columns for y in (y0 // SIDE - 1, y0 // SIDE)]
    return [y * grid.width + x for x, y in cells if 0 <= x < grid.width and 0 <= y < grid.height]


def _line_wall(entry: _Entry, line: Segment, grid: GridMap) -> list[Wall]:
    """The wall of a line; none if it only runs through solid squares."""
    cells = [cell for cell in _beside(line, grid) if not grid.is_solid(cell)]
    if not cells:
        if entry.values.has(LINE):
            entry.values.at(LINE).problem("runs only through solid squares")
        return []
    floors = [int(grid.floor[cell]) for cell in cells]
    if len(set(floors)) > 1 and entry.values.has(LINE):
        message = "runs over floors of different height; write one wall for each"
        entry.values.at(LINE).problem(message)
        return []
    base = max(floors)
    top = max(int(grid.ceiling[cell]) for cell in cells)
    if entry.make == SHEER:
        top = base
    elif entry.shape.height:
        top = min(top, base + entry.shape.height)
    x0, y0, x1, y1 = line
    near = min(x0, SIDE * grid.width - 1) // SIDE, min(y0, SIDE * grid.height - 1) // SIDE
    label = f"the {entry.values.value(NAME, entry.kind)} across {square_name(*near)}"
    openings = _openings(entry, base, top, [(0, length_of(line))], True)
    return [Wall(x0, y0, x1, y1, min(floors), top, label, openings, -1, entry.make)]


def length_of(line: Segment) -> int:
    """In inches, rounded: used to measure its openings."""
    square = (line[2] - line[0]) ** 2 + (line[3] - line[1]) ** 2
    length = isqrt(square)
    return length + (square - length * length > length)


def _edge_walls(entry: _Entry, edges: list[Edge], grid: GridMap) -> list[Wall]:
    """Join adjacent edges on the same level to one wall."""
    runs: list[tuple[int, int, int, list[Edge]]] = []
    for edge in edges:
        bottom, base, top = _levels(entry, edge, grid)
        if runs and runs[-1][:3] == (bottom, base, top) and _next(runs[-1][3][-1]) == edge:
            runs[-1][3].append(edge)
        else:
            runs.append((bottom, base, top, [edge]))
    if entry.kind in DOORS and len(runs) > 1:
        entry.values.place.problem(f"a {entry.kind} cannot stand on floors of different height")
    return [_wall(entry, *run) for run in runs]


def _next(edge: Edge) -> Edge:
    x, y, south = edge
    return (x + 1, y, south) if south else (x, y + 1, south)


def _levels(entry: _Entry, edge: Edge, grid: GridMap) -> tuple[int, int, int]:
    """Bottom of the wall on an edge, base of its heights, and its top."""
    x, y, south = edge
    pair = [(x, y), (x, y + 1) if south else (x + 1, y)]
    cells = [
        cy * grid.width + cx
        for cx, cy in pair
        if 0 <= cx < grid.width and 0 <= cy < grid.height
    ]  # fmt: skip
    open_ = [cell for cell in cells if not grid.is_solid(cell)] or cells
    floors = [int(grid.floor[cell]) for cell in open_]
    top = max(int(grid.ceiling[cell]) for cell in open_)
    base = max(floors)
    if entry.make == SHEER:
        top = base
    elif entry.shape.height:
        top = min(top, base + entry.shape.height)
    return min(floors), base, top


def _wall(entry: _Entry, bottom: int, base: int, top: int, edges: list[Edge]) -> Wall:
    x, y, south = edges[0]
    length = len(edges) * SIDE
    x0, y0 = (x * SIDE, (y + 1) * SIDE) if south else ((x + 1) * SIDE, y * SIDE)
    x1, y1 = (x0 + length, y0) if south else (x0, y0 + length)
    spans = [(number * SIDE, (number + 1) * SIDE) for number in range(len(edges))]
    whole = entry.kind in DOORS
    openings = _openings(entry, base, top, [(0, length)] if whole else spans, whole)
    return Wall(x0, y0, x1, y1, bottom, top, entry.label, openings, -1, entry.make)


def _openings(
    entry: _Entry, base: int, top: int, spans: list[tuple[int, int]], whole: bool
) -> tuple[Opening, ...]:
    """One hole in the middle of each span; with `whole`, as wide as the span."""
    shape = entry.shape
    if not shape.width:
        return ()
    room = spans[0][1] - spans[0][0]
    width = shape.width
    if whole and not entry.values.has(WIDTH):
        width = room
    if width > room:
        entry.values.at(WIDTH).problem("the opening is wider than the wall")
    sill, lintel = base + shape.sill, min(base + shape.lintel, top)
    if sill >= lintel:
        entry.values.at(SILL).problem("the opening begins above the top of the wall")
    openings = []
    for start, end in spans:
        begin = start + (end - start - width) // 2
        openings.append(Opening(begin, begin + width, sill, lintel))
    return tuple(openings)
