"""Import of a Foundry VTT scene: walls and doors become a map, tokens an encounter."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.problems import fail
from shieldwall.content.ground.placement import Board, Figure
from shieldwall.engine.space.grid import MAX_SIDE, SQUARE
from shieldwall.engine.space.square_names import square_name
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.map_files.geometry import Line, Lines
from shieldwall.exchange.map_files.map_drawing import (
    DOOR,
    LOW,
    WALL,
    WINDOW,
    Drawing,
    Portal,
    checked_map,
    one_line,
    too_many,
)
from shieldwall.exchange.untrusted_json import items, number, table, text_of, whole
from shieldwall.exchange.yaml_text import quoted

MAX_WALLS: Final = 100_000
MAX_TOKENS: Final = 500
SQUARES: Final = 1
"""Grid type of squares; 0 is gridless, the others are hexagons."""
LIMITED: Final = 10
ROUNDING: Final = 1e-6

SIDES: Final = {1: "party", 0: "bystanders", -1: "foes", -2: "foes"}
"""By a token's disposition."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token on the scene."""

    name: str
    side: str
    x: int
    y: int


@dataclass(slots=True)
class Scene:
    """The conversion of a scene."""

    drawing: Drawing
    tokens: list[Token] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Frame:
    left: float
    top: float
    inch: float
    """Pixels per inch."""

    def line(self, value: object) -> Line | None:
        ends = [number(part) for part in items(value)]
        if len(ends) != 4 or any(end is None for end in ends):
            return None
        x0, y0, x1, y1 = (end or 0.0 for end in ends)
        found = [
            math.floor((place - edge) / self.inch + 0.5)
            for place, edge in ((x0, self.left), (y0, self.top), (x1, self.left), (y1, self.top))
        ]
        if any(abs(place) > 10**7 for place in found) or found[:2] == found[2:]:
            return None
        return found[0], found[1], found[2], found[3]


def read_scene(entry: dict[str, Any], name: str, report: Report) -> Scene:
    """Map and tokens of a scene; raises ContentError if it has no map."""
    title = text_of(entry.get("name"), 80) or "scene"
    frame, width, height = _frame(entry, name, report)
    walls = items(entry.get("walls"))
    if len(walls) > MAX_WALLS:
        raise fail(name, f"too many walls: at most {MAX_WALLS:,}")
    drawing = Drawing(title, width, height)
    report.fact("size", f"{title}: {width} x {height} squares")
    lines = Lines(width, height)
    doors: list[tuple[str, bool]] = []
    odd: Counter[str] = Counter()
    for value in walls:
        wall = table(value)
        line = frame.line(wall.get("c"))
        if line is None:
            odd["line"] += 1
            continue
        kind = _kind(wall, odd)
        if kind in (DOOR, WINDOW):
            doors.append((kind, kind == DOOR and wall.get("ds") == 1))
            lines.add_door(line)
        elif kind:
            lines.add(kind, line)
    lines.tidy()
    drawing.walls = {kind: kept for kind, kept in lines.kinds.items() if kept}
    for (kind, is_open), kept in zip(doors, lines.doors):
        if kept is not None:
            ordered = min(kept, (*kept[2:], *kept[:2]))
            drawing.portals.append(Portal(ordered, kind, is_open))
    drawing.portals = sorted(set(drawing.portals), key=lambda p: (p.line, p.kind, p.is_open))
    reason = too_many(drawing)
    if reason:
        raise fail(name, reason)
    _tell(drawing, len(walls), lines, odd, report)
    scene = Scene(drawing)
    _tokens(scene, entry, frame, report)
    for key in ("lights", "tiles", "drawings", "regions", "sounds", "notes", "templates"):
        count = len(items(entry.get(key)))
        if count:
            report.warn(key, f"{count} left out: they do not stop sight or steps")
    if len(items(entry.get("levels"))) > 1:
        report.warn("levels", "the levels of the scene are drawn on one: our maps have only one")
    return scene


def _frame(entry: dict[str, Any], name: str, report: Report) -> tuple[_Frame, int, int]:
    grid = table(entry.get("grid"))
    size = number(grid.get("size")) or number(entry.get("grid")) or 100.0
    kind = whole(grid.get("type", entry.get("gridType", SQUARES)), 0, 10)
    feet = number(grid.get("distance", entry.get("gridDistance"))) or 5.0
    units = text_of(grid.get("units", entry.get("gridUnits")), 20).lower() or "ft"
    per_square = 1.0
    if units.startswith(("f", "'")):
        per_square = feet / 5
    elif units.startswith("m"):
        per_square = feet / 1.5
    else:
        report.warn("grid", f"units of {units!r} are unknown; a square becomes 5 ft")
    if kind != SQUARES:
        report.warn("grid", "the scene has no squares; squares of 5 ft are laid over it")
    if not (1 <= size <= 10_000 and 0.05 <= per_square <= 100):
        raise fail(name, "the grid of the scene makes no sense")
    width, height = number(entry.get("width")), number(entry.get("height"))
    if width is None or height is None or width <= 0 or height <= 0:
        raise fail(name, "the scene does not say how large it is")
    padding = number(entry.get("padding"))
    padding = 0.0 if padding is None else min(max(padding, 0.0), 1.0)
    background = table(entry.get("background"))
    shift_x = number(background.get("offsetX", entry.get("shiftX"))) or 0.0
    shift_y = number(background.get("offsetY", entry.get("shiftY"))) or 0.0
    # The scene begins after whole squares of padding.
    left = math.ceil(width * padding / size - ROUNDING) * size - shift_x
    top = math.ceil(height * padding / size - ROUNDING) * size - shift_y
    inch = size / per_square / SQUARE
    across = math.ceil(width / (inch * SQUARE) - ROUNDING)
    down = math.ceil(height / (inch * SQUARE) - ROUNDING)
    if across > MAX_SIDE or down > MAX_SIDE:
        raise fail(name, f"too large: {across} x {down} squares, at most {MAX_SIDE} x {MAX_SIDE}")
    return _Frame(left, top, inch), max(1, across), max(1, down)


def _kind(wall: dict[str, Any], odd: Counter[str]) -> str:
    """Our kind of a wall; unsupported features are counted for the report."""
    moves = wall.get("move") in (0, "0")
    sight = whole(wall.get("sight", wall.get("sense", 20)), 0, 100)
    sight = {1: 20, 2: LIMITED}.get(sight or 0, sight)
    door = whole(wall.get("door", 0), 0, 2) or 0
    if whole(wall.get("dir", 0), 0, 2):
        odd["one-way"] += 1
    if table(wall.get("threshold")).get("attenuation") is True:
        odd["threshold"] += 1
    if door:
        odd["secret"] += door == 2
        odd["locked"] += wall.get("ds") == 2
        return DOOR
    if moves and sight == 0:
        odd["nothing"] += 1
        return ""
    if moves and sight != LIMITED:
        odd["curtain"] += 1
        return ""
    if sight == LIMITED:
        return LOW
    if sight == 0:
        return WINDOW
    odd["proximity"] += sight in (30, 40)
    return WINDOW if sight in (30, 40) else WALL


REMARKS: Final = {
    "line": ("walls", "without two ends: left out"),
    "one-way": ("walls", "block sight from one side only: imported as walls"),
    "threshold": ("walls", "weaken with distance: imported as ordinary walls"),
    "secret": ("doors", "are secret: our doors are seen by everybody"),
    "locked": ("doors", "are locked: our doors are only closed"),
    "nothing": ("walls", "stop neither sight nor steps: left out"),
    "curtain": ("walls", "stop sight but not steps: our walls stop both, so they are left out"),
    "proximity": ("walls", "can be seen through from near or far: imported as windows"),
}


def _tell(drawing: Drawing, drawn: int, lines: Lines, odd: Counter[str], report: Report) -> None:
    kept = sum(len(kind) for kind in drawing.walls.values())
    low = len(drawing.walls.get(LOW, []))
    told = f"{counted(drawn, 'wall')} drawn, which make {kept}"
    report.fact("walls", f"{told}, {low} of them low" if low else told)
    doors = sum(portal.kind == DOOR for portal in drawing.portals)
    report.fact("doors", f"{counted(doors, 'door')}, {len(drawing.portals) - doors} windows")
    if lines.outside:
        report.warn("walls", f"{lines.outside} beside the scene: left out")
    for key, (topic, text) in REMARKS.items():
        if odd[key]:
            report.warn(topic, f"{odd[key]} {text}")


def _tokens(scene: Scene, entry: dict[str, Any], frame: _Frame, report: Report) -> None:
    raised = hidden = outside = 0
    drawing = scene.drawing
    for value in items(entry.get("tokens"))[:MAX_TOKENS]:
        token = table(value)
        x, y = number(token.get("x")), number(token.get("y"))
        name = text_of(token.get("name"), 40)
        if x is None or y is None or not name:
            outside += 1
            continue
        column = math.floor((x - frame.left) / frame.inch / SQUARE + 0.5)
        row = math.floor((y - frame.top) / frame.inch / SQUARE + 0.5)
        if not (0 <= column < drawing.width and 0 <= row < drawing.height):
            outside += 1
            continue
        raised += bool(number(token.get("elevation")))
        hidden += token.get("hidden") is True
        side = SIDES.get(whole(token.get("disposition"), -2, 1) or 0, "bystanders")
        scene.tokens.append(Token(name, side, column, row))
    if scene.tokens:
        report.fact("tokens", counted(len(scene.tokens), "token"))
    for count, text in (
        (raised, "above or below the ground: put on it"),
        (hidden, "hidden: `hidden` in the encounter would say so"),
        (outside, "off the scene or without a name: left out"),
    ):
        if count:
            report.warn("tokens", f"{count} {text}")


def encounter_text(scene: Scene, map_text: str, map_name: str, report: Report) -> str:
    """An encounter with the tokens at their positions; "" if it would be empty.

    Unknown creatures, and those on invalid squares, are left in a comment.
    """
    known = {**shipped_creatures(), **own_creatures()[0]}
    by_name = {name.lower(): name for name in known}
    board = Board(checked_map(map_text, map_name))
    rows = [f"title: {quoted(scene.drawing.title)}\n", "rules: sovereign\n", f"map: {map_name}\n"]
    rows.append("sides:\n")
    sides = 0
    strangers: Counter[str] = Counter()
    for side in dict.fromkeys(SIDES.values()):
        units: list[str] = []
        comments: list[str] = []
        for token in scene.tokens:
            if token.side != side:
                continue
            at = square_name(token.x, token.y)
            name = by_name.get(token.name.lower())
            if name is None:
                strangers[token.name] += 1
                comments.append(f"      # not known: {one_line(token.name)}, at {at}\n")
                continue
            figure = Figure(name, known[name], 0, "", Place("", []))
            board.put(figure, (token.x, token.y), figure.place)
            if figure.cell is None:
                reason = figure.place.problems[0].message
                comments.append(f"      # {one_line(reason)}\n")
                report.warn("tokens", f"{reason}: left in a comment")
            else:
                units.append(f"      - {{what: {quoted(name)}, at: {at}}}\n")
        sides += bool(units)
        if units:
            rows += [f"  - name: {side}\n    units:\n", *units]
        rows += comments
    if strangers:
        told = ", ".join(f"{count} x {name}" for name, count in strangers.items())
        report.warn("tokens", f"not known here: {told}; bring in their actors first")
    if sides < 2:
        report.warn("tokens", "no encounter is written: it needs two sides with creatures we know")
        return ""
    return "".join(rows)
