"""The map as text: squares with coordinates on the borders, walls between them, units on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from shieldwall.cli.terminal import Terminal
from shieldwall.display.markers import Marks
from shieldwall.display.wall_edges import BARS, DOOR, DROP, LOW, OPEN_DOOR, WALL, WINDOW, Edges
from shieldwall.engine.space.grid import DIFFICULT, FOOT, IMPASSABLE, STAIRS, GridMap
from shieldwall.engine.space.square_names import column_name, square_name
from shieldwall.engine.state.state import ACTIVE, State


class Window(NamedTuple):
    """The visible part of the map: from (left, top) to right and bottom, exclusive."""

    left: int
    top: int
    right: int
    bottom: int


class Glyph(NamedTuple):
    """The drawing of one square."""

    text: str
    styles: tuple[str, ...] = ()


class Glyphs(NamedTuple):
    """The characters available on a terminal."""

    floor: str
    difficult: str
    impassable: str
    stairs: str
    solid: str
    low_solid: str
    slanted: str
    heights: str
    upright: dict[int, str]
    level: dict[int, str]
    corners: str


UNICODE: Final = Glyphs(
    "·", ":", "≈", "/", "█", "▒", "╱", "·¹²³⁴⁵⁶⁷⁸⁹",
    {WALL: "│", LOW: "┆", WINDOW: "╎", DOOR: "+", OPEN_DOOR: "'", BARS: "╫", DROP: "┊"},
    {WALL: "─", LOW: "┄", WINDOW: "╌", DOOR: "+", OPEN_DOOR: "'", BARS: "╪", DROP: "┈"},
    " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
)  # fmt: skip
ASCII: Final = Glyphs(
    ".", ":", "~", "/", "#", "%", "/", ".123456789",
    {WALL: "|", LOW: "!", WINDOW: "!", DOOR: "+", OPEN_DOOR: "'", BARS: ";", DROP: ","},
    {WALL: "-", LOW: "-", WINDOW: "=", DOOR: "+", OPEN_DOOR: "'", BARS: ";", DROP: ","},
    " |-+||++-+-+++++",
)  # fmt: skip

GROUND_STYLES: Final = ("dim",)
WALL_STYLES: Final = ()
DOOR_STYLES: Final = ("yellow", "bold")
STEP: Final = 5 * FOOT


class Board:
    """Draws the map of a fight for one terminal."""

    def __init__(self, state: State, marks: Marks, terminal: Terminal) -> None:
        self.state = state
        self.grid: GridMap = state.grid
        self.marks = marks
        self.terminal = terminal
        self.glyphs = UNICODE if terminal.unicode else ASCII
        self.edges = Edges(state.grid)
        self.width = int(state.grid.width)
        self.height = int(state.grid.height)
        floors = Counter(int(floor) for floor in state.grid.floor)
        self.base = floors.most_common(1)[0][0]
        """The most common floor height; others are shown relative to it."""

    # Choice of the visible part.

    def lines_needed(self, window: Window) -> int:
        return 1 + window.bottom - window.top + len(self._edge_rows(window))

    def columns_needed(self, window: Window, cell: int = 1) -> int:
        return self._label_width() + 1 + (window.right - window.left) * (cell + 1)

    def whole(self) -> Window:
        return Window(0, 0, self.width, self.height)

    def fitting(self, columns: int, lines: int, focus: int, cell: int = 1) -> Window:
        """The whole map if there is room; else the part with units, or that around `focus`."""
        across = max(3, (columns - self._label_width() - 1) // (cell + 1))
        rows = max(3, lines - 1)
        while True:
            left, right = self._span(self.width, across, focus % self.width, 0)
            top, bottom = self._span(self.height, rows, focus // self.width, 1)
            window = Window(left, top, right, bottom)
            if rows <= 3 or self.lines_needed(window) <= lines:
                return window
            rows -= 1

    def _span(self, size: int, room: int, focus: int, axis: int) -> tuple[int, int]:
        if size <= room:
            return 0, size
        standing = [unit for unit in self.state.units if unit.status == ACTIVE]
        places = [int(unit.y if axis else unit.x) for unit in standing] or [focus]
        low, high = min(places), max(places) + 1
        if high - low <= room:
            first = (low + high - room) // 2
        else:
            first = min(max(low, focus - room // 2), high - room)
        first = min(max(0, first), size - room)
        return first, first + room

    # Drawing.

    def draw(
        self,
        window: Window,
        over: Mapping[int, Glyph] | None = None,
        acting: int = -1,
        cell: int = 1,
    ) -> list[str]:
        """Lines of text; `over` covers empty squares, `acting` is highlighted."""
        units = self._unit_glyphs(acting)
        edge_rows = self._edge_rows(window)
        lines = [self._header(window, cell)]
        for y in range(window.top, window.bottom):
            if y in edge_rows:
                lines.append(self._edge_line(window, y, cell))
            lines.append(self._square_line(window, y, units, over or {}, cell))
        if window.bottom in edge_rows:
            lines.append(self._edge_line(window, window.bottom, cell))
        return lines

    def _label_width(self) -> int:
        return len(str(self.height))

    def _header(self, window: Window, cell: int) -> str:
        text = " " * (self._label_width() + 1)
        for x in range(window.left, window.right):
            text += column_name(x).rjust(cell).ljust(cell + 1)[: cell + 1]
        return self.terminal.paint(text.rstrip(), "dim")

    def _edge_rows(self, window: Window) -> set[int]:
        return {
            y
            for x, y in self.edges.north
            if window.left <= x < window.right and window.top <= y <= window.bottom
        }

    def _edge_line(self, window: Window, y: int, cell: int) -> str:
        text = " " * self._label_width()
        for x in range(window.left, window.right):
            text += self._corner(x, y)
            kind = self.edges.north.get((x, y), 0)
            mark = self.glyphs.level.get(kind, " ")
            if kind in (DOOR, OPEN_DOOR):
                text += self.terminal.paint(mark.center(cell), *DOOR_STYLES)
            else:
                text += mark * cell
        return (text + self._corner(window.right, y)).rstrip()

    def _corner(self, x: int, y: int) -> str:
        west, north = self.edges.west, self.edges.north
        arms = (
            bool(west.get((x, y - 1)))
            + 2 * bool(north.get((x, y)))
            + 4 * bool(west.get((x, y)))
            + 8 * bool(north.get((x - 1, y)))
        )
        return self.glyphs.corners[arms]

    def _square_line(
        self,
        window: Window,
        y: int,
        units: Mapping[int, Glyph],
        over: Mapping[int, Glyph],
        cell: int,
    ) -> str:
        text = self.terminal.paint(str(y + 1).rjust(self._label_width()), "dim")
        text += self._upright(window.left, y, " ")
        for x in range(window.left, window.right):
            here = y * self.width + x
            glyph = units.get(here) or over.get(here) or self._ground(here)
            shown, rest = glyph.text[:cell].rjust(cell), glyph.text[cell:]
            text += self.terminal.paint(shown, *glyph.styles)
            beyond = self._beyond(x, y)
            if rest and beyond == " " and not self.edges.west.get((x + 1, y)):
                text += self.terminal.paint(rest[0], *glyph.styles)
            else:
                text += self._upright(x + 1, y, beyond)
        return text.rstrip() if not self.terminal.colour else text

    def _upright(self, x: int, y: int, otherwise: str) -> str:
        kind = self.edges.west.get((x, y), 0)
        styles = DOOR_STYLES if kind in (DOOR, OPEN_DOOR) else WALL_STYLES
        return self.terminal.paint(self.glyphs.upright.get(kind, otherwise), *styles)

    def _beyond(self, x: int, y: int) -> str:
        """Filler between a square and the next: solid if both are, else blank."""
        here = y * self.width + x
        if x + 1 < self.width and self._solid(here) and self._solid(here + 1):
            return self._solid(here)
        return " "

    def _solid(self, cell: int) -> str:
        if not self.grid.is_solid(cell):
            return ""
        to_ceiling = self.grid.solid[cell] >= self.grid.ceiling[cell]
        return self.glyphs.solid if to_ceiling else self.glyphs.low_solid

    def _unit_glyphs(self, acting: int) -> dict[int, Glyph]:
        found: dict[int, Glyph] = {}
        for unit in sorted(self.state.units, key=lambda unit: -int(unit.status)):
            if not unit.is_present():
                continue
            styles: tuple[str, ...] = (
                self.marks.style(unit),
                "bold" if unit.status == ACTIVE else "dim",
            )
            if unit.index == acting:
                styles += ("reverse",)
            glyph = Glyph(self.marks.of(unit), styles)
            for y in range(unit.y, unit.y + unit.sheet.size):
                for x in range(unit.x, unit.x + unit.sheet.size):
                    found[y * self.width + x] = glyph
        return found

    def _ground(self, cell: int) -> Glyph:
        glyphs = self.glyphs
        solid = self._solid(cell)
        if solid:
            return Glyph(solid)
        if (cell % self.width, cell // self.width) in self.edges.across:
            return Glyph(glyphs.slanted)
        ground = int(self.grid.ground[cell])
        if ground == IMPASSABLE:
            return Glyph(glyphs.impassable, ("blue",))
        if ground == DIFFICULT:
            return Glyph(glyphs.difficult, ("yellow",))
        if ground == STAIRS:
            return Glyph(glyphs.stairs, ("cyan",))
        steps = (int(self.grid.floor[cell]) - self.base + STEP - 1) // STEP
        if steps == 0:
            return Glyph(glyphs.floor, GROUND_STYLES)
        last = len(glyphs.heights) - 1
        return Glyph(glyphs.heights[min(steps, last)] if steps > 0 else "v", ("cyan",))

    # Legend.

    def legend(self, window: Window, names: Mapping[int, str]) -> str:
        """The legend of the characters in the window."""
        meanings: dict[str, str] = {}
        for y in range(window.top, window.bottom):
            for x in range(window.left, window.right):
                cell = y * self.width + x
                glyph = self._ground(cell).text
                if glyph != self.glyphs.floor and glyph not in meanings:
                    meanings[glyph] = self._meaning(cell, names.get(cell, ""))
        meanings.update(self._edge_meanings(window))
        words = [f"{glyph} {text}" for glyph, text in meanings.items()]
        if unseen := self._not_shown(window):
            words.append(f"not shown: {', '.join(unseen)}")
        return "  ".join(word.replace(" ", "\xa0").replace(",\xa0", ", ") for word in words)

    def _not_shown(self, window: Window) -> list[str]:
        """The units outside the window, with their squares."""
        return [
            f"{self.marks.name(unit)} {square_name(int(unit.x), int(unit.y))}"
            for unit in self.state.units
            if unit.status == ACTIVE
            and not (window.left <= unit.x < window.right and window.top <= unit.y < window.bottom)
        ]

    def _meaning(self, cell: int, name: str) -> str:
        if self._solid(cell):
            return name or "solid"
        ground = int(self.grid.ground[cell])
        words = {DIFFICULT: "difficult", IMPASSABLE: "impassable", STAIRS: "stairs"}
        what = name or words.get(ground, "slanted wall" if ground == 0 else "")
        above = int(self.grid.floor[cell]) - self.base
        if above:
            what = name or words.get(ground, "floor")
            return f"{what} {above / FOOT:+g} ft"
        return what

    def _edge_meanings(self, window: Window) -> Iterable[tuple[str, str]]:
        seen = set()
        for edges, marks in (
            (self.edges.west, self.glyphs.upright),
            (self.edges.north, self.glyphs.level),
        ):
            for (x, y), kind in edges.items():
                inside = window.left <= x <= window.right and window.top <= y <= window.bottom
                if inside and kind != WALL and (marks[kind], kind) not in seen:
                    seen.add((marks[kind], kind))
                    yield marks[kind], EDGE_WORDS[kind]


EDGE_WORDS: Final = {
    LOW: "low wall", WINDOW: "window", DOOR: "door", OPEN_DOOR: "open door", BARS: "bars",
    DROP: "drop",
}  # fmt: skip
