"""Fog of war: each team's memory of the map.

A team remembers each square, and each piece of wall beside it, from its last view; changes out of
its sight are not shown. Current views are computed in a worker process. Additions to the memory are
stored, so that they survive a restart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from shieldwall.engine.space.grid import SQUARE, GridMap, Wall
from shieldwall.fight import Fight
from shieldwall.knowledge.seen_ground import Part, seen_squares
from shieldwall.table.message_parts import MapView, WallView
from shieldwall.table.publish.board_looks import square_looks
from shieldwall.table.publish.seat_state import ground_mark, height_of, is_outdoors, wall_view
from shieldwall.table.workers import FightText, fight_of
from shieldwall.text.notation import Names

UNSEEN: Final = "?"
"""Mark of an unseen square in a row of the map."""

Line = tuple[int, int, int, int]


def seen_now(text: FightText, team: int, part: Part) -> bytes:
    """One byte per square: 1 if any unit of the team sees it now."""
    return seen_squares(fight_of(text).state, team, part)


class Memory:
    """The map as one team remembers it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.squares: dict[int, tuple[str, int]] = {}
        """By square: its mark and its height in feet."""
        self.walls: dict[Line, WallView] = {}
        """By position, in inches."""
        self.version = 0
        self.now = bytearray()
        """One byte per square: 1 if any unit of the team sees it; empty before the first look."""

    def knows(self, cell: int) -> bool:
        return cell in self.squares

    def look(self, seen: bytes, first: bool) -> None:
        """Set the squares seen now; `first` starts a new look, otherwise they are added."""
        if first or not self.now:
            self.now = bytearray(seen)
        else:
            self.now = bytearray(one | other for one, other in zip(self.now, seen, strict=True))

    def sees(self) -> list[str]:
        """The squares seen now, row by row; empty before the first look."""
        if not self.now:
            return []
        width = self.width
        rows = (self.now[row * width : (row + 1) * width] for row in range(self.height))
        return ["".join("1" if cell else "0" for cell in row) for row in rows]

    def see(self, grid: GridMap, seen: bytes) -> str:
        """Add the squares seen now to the memory; returns the additions as text, "" for none."""
        squares = {
            cell: (ground_mark(grid, cell), height_of(grid, cell))
            for cell in range(len(seen))
            if seen[cell]
        }
        news = {cell: now for cell, now in squares.items() if self.squares.get(cell) != now}
        standing = {
            line: view
            for wall in grid.walls
            for line, view in pieces(grid, wall)
            if any(seen[cell] for cell in self.beside(line))
        }
        built = {line: view for line, view in standing.items() if self.walls.get(line) != view}
        gone = [
            line
            for line in self.walls
            if line not in standing and any(seen[cell] for cell in self.beside(line))
        ]
        if not (news or built or gone):
            return ""
        text = json.dumps(
            {
                "squares": [[cell, mark, feet] for cell, (mark, feet) in news.items()],
                "walls": [[list(line), view.model_dump()] for line, view in built.items()],
                "gone": [list(line) for line in gone],
            }
        )
        self.remember(json.loads(text))
        return text

    def remember(self, news: dict[str, Any]) -> None:
        for cell, mark, feet in news["squares"]:
            self.squares[cell] = (mark, feet)
        for line in news["gone"]:
            self.walls.pop(_line(line), None)
        for line, view in news["walls"]:
            self.walls[_line(line)] = WallView.model_validate(view)
        self.version += 1

    def beside(self, line: Line) -> list[int]:
        """The squares along or under a piece of wall."""
        x0, y0, x1, y1 = line
        found = set()
        for dx in (-1, 1):
            for dy in (-1, 1):
                column, row = (x0 + x1 + dx) // (2 * SQUARE), (y0 + y1 + dy) // (2 * SQUARE)
                if 0 <= column < self.width and 0 <= row < self.height:
                    found.add(row * self.width + column)
        return sorted(found)

    def view(self, fight: Fight, names: Names) -> MapView:
        grid = fight.state.grid
        rows = range(self.height)
        columns = range(self.width)
        known = {
            names.square(cell): name
            for cell, name in fight.setup.cell_names.items()
            if self.knows(cell)
        }
        return MapView(
            width=self.width,
            height=self.height,
            ground=["".join(self._square(row, column)[0] for column in columns) for row in rows],
            floor=[[self._square(row, column)[1] for column in columns] for row in rows],
            cover=[],
            sky=is_outdoors(fight.setup.grid),
            walls=list(self.walls.values()),
            names=known,
            looks=square_looks(known),
            passage=int(grid.passage),
            known=[
                "".join("1" if self.knows(row * self.width + column) else "0" for column in columns)
                for row in rows
            ],
        )

    def _square(self, row: int, column: int) -> tuple[str, int]:
        return self.squares.get(row * self.width + column, (UNSEEN, 0))


def _line(numbers: Sequence[int]) -> Line:
    x0, y0, x1, y1 = numbers
    return x0, y0, x1, y1


def pieces(grid: GridMap, wall: Wall) -> list[tuple[Line, WallView]]:
    """A wall split square by square, so that its end does not reveal its length."""
    whole = wall_view(grid, wall)
    count = max(1, max(abs(wall.x1 - wall.x0), abs(wall.y1 - wall.y0)) // SQUARE)
    found = []
    for number in range(count):
        ends = [
            start + (end - start) * place // count
            for place in (number, number + 1)
            for start, end in ((wall.x0, wall.x1), (wall.y0, wall.y1))
        ]
        x0, y0, x1, y1 = ends
        view = whole.model_copy(
            update={
                "x0": x0 / SQUARE, "y0": y0 / SQUARE, "x1": x1 / SQUARE, "y1": y1 / SQUARE,
                "label": whole.label if count == 1 else "",
            }
        )  # fmt: skip
        found.append(((x0, y0, x1, y1), view))
    return found


def memories_of(fight: Fight, seen: Sequence[str]) -> dict[int, Memory]:
    """The memory of each team, from the store."""
    found: dict[int, Memory] = {}
    grid = fight.state.grid
    for text in seen:
        team, _, news = text.partition(" ")
        memory = found.setdefault(int(team), Memory(int(grid.width), int(grid.height)))
        memory.remember(json.loads(news))
    return found
