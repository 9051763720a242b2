"""A map during import or export: lines, doors, lights and a picture; and its map file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.formats.file_schema import Values
from shieldwall.content.formats.number_text import feet_text
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.ground.map_file import MAX_LIGHTS, Ground, build_ground, read_map
from shieldwall.content.ground.walls import MAX_SEGMENTS, length_of
from shieldwall.engine.space.grid import FOOT, IMPASSABLE, MASONRY, PLAIN, SQUARE, GridMap, Wall
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.map_files.geometry import Line, chains, joined
from shieldwall.exchange.picture_header import Picture
from shieldwall.exchange.yaml_text import quoted

WALL: Final = "wall"
LOW: Final = "low wall"
DOOR: Final = "door"
WINDOW: Final = "window"
SLIT: Final = "slit"
LOW_HEIGHT: Final = 5 * FOOT
"""Lower objects can be seen over."""
SLIT_WIDTH: Final = 18


@dataclass(frozen=True, slots=True)
class Portal:
    """A door or a window on its own line."""

    line: Line
    kind: str = DOOR
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Light:
    """A light, in inches; the colour has its strength first, as AARRGGBB."""

    x: int
    y: int
    reach: int
    colour: str


@dataclass(slots=True)
class Drawing:
    """A map in terms common to other programs."""

    title: str
    width: int
    height: int
    walls: dict[str, list[Line]] = field(default_factory=dict)
    """By kind: WALL or LOW."""
    portals: list[Portal] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    picture: Picture | None = None
    pixels: int = 0
    """Pixels per square of the picture."""

    def map_text(self, picture_name: str = "", source: str = "") -> str:
        """The map file."""
        parts = [f"# From {one_line(source)}.\n"] if source else []
        parts.append(f"title: {quoted(self.title)}\n")
        if picture_name:
            parts.append(f"picture: {quoted(picture_name)}\npixels: {self.pixels}\n")
        parts.append("squares: |\n" + f"  {'.' * self.width}\n" * self.height)
        walls = self._wall_parts()
        if walls:
            parts.append("walls:\n" + "".join(walls))
        if self.lights:
            parts.append("lights:\n")
            for light in self.lights:
                at = f"[{squares(light.x)}, {squares(light.y)}]"
                reach = feet_text(light.reach)
                parts.append(f"  - {{at: {at}, range: {reach}, colour: {quoted(light.colour)}}}\n")
        return "".join(parts)

    def _wall_parts(self) -> list[str]:
        parts = []
        for kind in (WALL, LOW):
            if self.walls.get(kind):
                rows = [stroke_text(stroke) for stroke in chains(self.walls[kind])]
                parts.append(_wall_part(kind, rows))
        for kind, is_open in ((DOOR, False), (DOOR, True), (WINDOW, False), (SLIT, False)):
            rows = [
                stroke_text([portal.line[:2], portal.line[2:]])
                for portal in self.portals
                if (portal.kind, portal.is_open) == (kind, is_open)
            ]
            if rows:
                parts.append(_wall_part(kind, rows, is_open))
        return parts


def _wall_part(kind: str, rows: list[str], is_open: bool = False) -> str:
    head = f"  - kind: {kind}\n" + ("    open: yes\n" if is_open else "")
    return f"{head}    lines: |\n" + "".join(f"      {row}\n" for row in rows)


def stroke_text(points: list[tuple[int, int]]) -> str:
    return " ".join(f"{squares(x)},{squares(y)}" for x, y in points)


def squares(inches: int) -> str:
    """Inches in squares, precise enough to read back the same inch: `4.5`, `3.017`."""
    whole, rest = divmod(inches, SQUARE)
    decimals = f"{(rest * 1000 + SQUARE // 2) // SQUARE:03}".rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)


def one_line(text: str) -> str:
    """Text for a comment, on one line."""
    return re.sub(r"[^ -~]", "?", text)[:200]


def checked_map(text: str, file: str) -> Ground:
    """The ground of a map text; raises all its problems at once."""
    return ground_of(text, file)[0]


def ground_of(text: str, file: str) -> tuple[Ground, Values]:
    """The same, with the values of the file."""
    problems: list[Problem] = []
    values = read_map(text, file, problems)
    ground = None if values is None else build_ground(values)
    if problems or ground is None or values is None:
        raise ContentError(problems)
    return ground, values


def drawing_of(grid: GridMap, title: str, report: Report) -> Drawing:
    """Our map in terms common to other programs."""
    drawing = Drawing(title, int(grid.width), int(grid.height))
    walls: dict[str, list[Line]] = {WALL: [], LOW: []}
    for wall in grid.walls:
        if wall.make == MASONRY:
            _take_wall(drawing, walls, wall, grid)
    barriers = sum(wall.make != MASONRY for wall in grid.walls)
    if barriers:
        what = counted(barriers, "run of bars or drops", "runs of bars or drops")
        report.warn("bars", f"{what} left out: the format has no see-through barriers")
    _take_solids(walls, grid)
    drawing.walls = {kind: joined(lines) for kind, lines in walls.items() if lines}
    drawing.portals.sort(key=lambda portal: (portal.line, portal.kind))
    cells = range(int(grid.cells))
    odd = sum(grid.ground[cell] != PLAIN for cell in cells if not grid.is_solid(cell))
    if odd:
        deep = sum(grid.ground[cell] == IMPASSABLE for cell in cells)
        also = f", {deep} of them impassable" if deep else ""
        report.warn("ground", f"{counted(odd, 'square')} not plain{also}: the format has no ground")
    if len({int(grid.floor[cell]) for cell in cells if not grid.is_solid(cell)}) > 1:
        report.warn("heights", "the floors are not level: the format has no heights")
    return drawing


def _take_wall(drawing: Drawing, walls: dict[str, list[Line]], wall: Wall, grid: GridMap) -> None:
    """Convert the openings of a wall to portals, the rest to walls."""
    kind = LOW if wall.top - wall.bottom <= LOW_HEIGHT else WALL
    line = (wall.x0, wall.y0, wall.x1, wall.y1)
    length = length_of(line)
    place = 0
    for hole in sorted(wall.openings, key=lambda hole: hole.start):
        start, end = max(place, hole.start), min(hole.end, length)
        if start >= end:
            continue
        if place < start:
            walls[kind].append(_between(line, place, start, length))
        if wall.door >= 0:
            portal = Portal(_between(line, start, end, length), DOOR, grid.is_open(wall.door))
        else:
            name = SLIT if end - start <= SLIT_WIDTH else WINDOW
            portal = Portal(_between(line, start, end, length), name)
        drawing.portals.append(portal)
        place = end
    if place < length:
        walls[kind].append(_between(line, place, length, length))


def _between(line: Line, start: int, end: int, length: int) -> Line:
    x0, y0, x1, y1 = line
    points = []
    for place in (start, end):
        points.append(x0 + (2 * (x1 - x0) * place + length) // (2 * length))
        points.append(y0 + (2 * (y1 - y0) * place + length) // (2 * length))
    return points[0], points[1], points[2], points[3]


def _take_solids(walls: dict[str, list[Line]], grid: GridMap) -> None:
    """Add walls around solid squares, low ones around those that can be seen over."""
    width, height = int(grid.width), int(grid.height)

    def kind_at(x: int, y: int) -> str:
        if not (0 <= x < width and 0 <= y < height):
            return ""
        cell = y * width + x
        if not grid.is_solid(cell):
            return ""
        return LOW if int(grid.solid[cell] - grid.floor[cell]) <= LOW_HEIGHT else WALL

    for y in range(height):
        for x in range(width):
            here = kind_at(x, y)
            for dx, dy in ((1, 0), (0, 1)):
                there = kind_at(x + dx, y + dy)
                if here == there or x + dx >= width or y + dy >= height:
                    continue
                kind = WALL if WALL in (here, there) else LOW
                x0, y0 = (x + dx) * SQUARE, (y + dy) * SQUARE
                walls[kind].append((x0, y0, x0 + dy * SQUARE, y0 + dx * SQUARE))


def too_many(drawing: Drawing) -> str:
    """Why a drawing is too large for a map; "" if it is not."""
    lines = sum(len(kind) for kind in drawing.walls.values()) + len(drawing.portals)
    if lines > MAX_SEGMENTS:
        return f"{lines:,} lines are too many: at most {MAX_SEGMENTS:,}"
    if len(drawing.lights) > MAX_LIGHTS:
        return f"{len(drawing.lights):,} lights are too many: at most {MAX_LIGHTS:,}"
    return ""
