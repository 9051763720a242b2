"""Placement of units: on given squares, or spread over an area."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isqrt
from typing import Final

from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.number_text import parse_block
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.ground.map_file import Ground
from shieldwall.content.ground.walls import crossed
from shieldwall.engine.space.grid import IMPASSABLE
from shieldwall.engine.space.grid import SQUARE as SIDE
from shieldwall.engine.space.square_names import square_name
from shieldwall.engine.state.sheet import Sheet

Cell = tuple[int, int]

MAX_AREA: Final = 10_000


@dataclass(slots=True)
class Figure:
    """A unit to be placed on the map."""

    ident: str
    sheet: Sheet
    side: int
    seat: str
    place: Place
    """Its location in the file."""
    cell: Cell | None = None
    """The top left square of its footprint, once known."""


@dataclass(slots=True)
class Crowd:
    """Units that share an area."""

    area: str
    place: Place
    figures: list[Figure] = field(default_factory=list)


class Board:
    """The map during placement."""

    def __init__(self, ground: Ground) -> None:
        self.areas = ground.areas
        self.grid = ground.grid
        self.taken: dict[Cell, Figure] = {}
        self.cut: set[Cell] = set()
        """Squares crossed by a slanted wall."""
        self.closed: dict[Cell, str] = {}
        """Cache: why a square is not standable."""
        self.edges: set[tuple[Cell, Cell]] = set()
        """Neighbours with a wall between them."""
        for wall in self.grid.walls:
            self.cut.update(crossed((wall.x0, wall.y0, wall.x1, wall.y1)))
            self.edges.update(_edges(wall.x0, wall.y0, wall.x1, wall.y1))

    def put(self, figure: Figure, cell: Cell, place: Place) -> None:
        """Place a unit on this square, or record the problem."""
        reason = self.why_not(figure.sheet, cell)
        if reason:
            place.problem(f"{figure.ident} cannot stand at {square_name(*cell)}: {reason}")
            return
        self._take(figure, cell)

    def fill(self, crowds: list[Crowd]) -> None:
        """Fill all areas: large units first, where they fit, then small ones evenly."""
        found = [(crowd, cells) for crowd in crowds if (cells := self._area(crowd)) is not None]
        for crowd, cells in found:
            inside = set(cells)
            for figure in crowd.figures:
                if figure.sheet.size > 1:
                    spot = self._room(figure.sheet, cells, inside)
                    if spot is not None:
                        self._take(figure, spot)
        for crowd, cells in found:
            small = [figure for figure in crowd.figures if figure.sheet.size == 1]
            if small:
                free = [cell for cell in cells if not self.why_not(small[0].sheet, cell)]
                placed = small[: len(free)]
                for number, figure in enumerate(placed):
                    self._take(figure, free[(2 * number + 1) * len(free) // (2 * len(placed))])
            count = len(crowd.figures)
            room = sum(figure.cell is not None for figure in crowd.figures)
            if room < count:
                message = f"the area {crowd.area!r} has room for {room} of {count} units"
                crowd.place.problem(message)

    def _room(self, sheet: Sheet, cells: list[Cell], inside: set[Cell]) -> Cell | None:
        """The first place in the area with room for a large unit."""
        for cell in cells:
            if cell not in self.taken and inside.issuperset(footprint(sheet, cell)):
                if not self.why_not(sheet, cell):
                    return cell
        return None

    def _area(self, crowd: Crowd) -> list[Cell] | None:
        """The squares of an area, by its name in the legend or by its corners."""
        cells = self.areas.get(crowd.area)
        block = parse_block(crowd.area)
        if cells is None and block is None:
            hint = did_you_mean(crowd.area, list(self.areas))
            hint = hint or "; give squares such as `B2-F4`, or mark an area in the legend"
            crowd.place.problem(f"unknown area {crowd.area!r}{hint}")
            return None
        if cells is None and block is not None:
            if block.right >= self.grid.width or block.bottom >= self.grid.height:
                last = square_name(self.grid.width - 1, self.grid.height - 1)
                message = f"the area {block} is outside the map, which ends at {last}"
                crowd.place.problem(message)
                return None
            cells = block.cells()
        assert cells is not None
        if len(cells) > MAX_AREA:
            crowd.place.problem(f"the area is too large: at most {MAX_AREA:,} squares")
            return None
        return cells

    def why_not(self, sheet: Sheet, cell: Cell) -> str:
        """Why a unit of this size cannot be placed here; "" if it can."""
        cells = footprint(sheet, cell)
        for square in cells:
            reason = self.closed.get(square)
            if reason is None:
                reason = self.closed[square] = self._closed(*square)
            if reason:
                return reason
            other = self.taken.get(square)
            if other is not None:
                return f"{other.ident} stands at {square_name(*square)}"
        return self._too_big(cells) if len(cells) > 1 else ""

    def _too_big(self, cells: list[Cell]) -> str:
        """Why a large unit does not fit on squares that are each free."""
        tall = isqrt(len(cells)) * SIDE
        for x, y in cells:
            index = y * self.grid.width + x
            if self.grid.ceiling[index] - self.grid.floor[index] < tall:
                return f"the ceiling is too low at {square_name(x, y)}"
        floors = {int(self.grid.floor[y * self.grid.width + x]) for x, y in cells}
        if len(floors) > 1:
            return "its squares are not on one level"
        for first in cells:
            for second in ((first[0] + 1, first[1]), (first[0], first[1] + 1)):
                if second in cells and (first, second) in self.edges:
                    return "a wall runs through its squares"
        return ""

    def _closed(self, x: int, y: int) -> str:
        grid = self.grid
        if not (0 <= x < grid.width and 0 <= y < grid.height):
            last = square_name(grid.width - 1, grid.height - 1)
            return f"{square_name(x, y)} is outside the map, which ends at {last}"
        index = y * grid.width + x
        if grid.is_solid(index):
            return f"{square_name(x, y)} is solid"
        if grid.ground[index] == IMPASSABLE:
            return f"{square_name(x, y)} is impassable"
        if (x, y) in self.cut:
            return f"a wall runs through {square_name(x, y)}"
        if grid.ceiling[index] - grid.floor[index] < SIDE:
            return f"the ceiling is too low at {square_name(x, y)}"
        return ""

    def _take(self, figure: Figure, cell: Cell) -> None:
        figure.cell = cell
        for square in footprint(figure.sheet, cell):
            self.taken[square] = figure


def footprint(sheet: Sheet, cell: Cell) -> list[Cell]:
    """The squares of a unit, from its top left one."""
    x, y = cell
    return [(x + dx, y + dy) for dy in range(sheet.size) for dx in range(sheet.size)]


def _edges(x0: int, y0: int, x1: int, y1: int) -> Iterable[tuple[Cell, Cell]]:
    if x0 == x1 and x0 % SIDE == 0:
        for y in range(min(y0, y1) // SIDE, -(-max(y0, y1) // SIDE)):
            yield (x0 // SIDE - 1, y), (x0 // SIDE, y)
    elif y0 == y1 and y0 % SIDE == 0:
        for x in range(min(x0, x1) // SIDE, -(-max(x0, x1) // SIDE)):
            yield (x, y0 // SIDE - 1), (x, y0 // SIDE)
