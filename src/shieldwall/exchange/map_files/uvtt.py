"""Universal VTT maps (`.dd2vtt`, `.uvtt`, `.df2vtt`): one JSON, coordinates in squares."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from dataclasses import dataclass
from typing import Any, Final

from shieldwall.content.formats.problems import fail
from shieldwall.engine.space.grid import MAX_SIDE, SQUARE
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.map_files.geometry import Line, Lines, chains
from shieldwall.exchange.map_files.map_drawing import (
    DOOR,
    LOW,
    SLIT,
    WALL,
    WINDOW,
    Drawing,
    Light,
    Portal,
    too_many,
)
from shieldwall.exchange.picture_header import MAX_BYTES, picture_of
from shieldwall.exchange.untrusted_json import items, number, parse_json, table

ENDINGS: Final = (".dd2vtt", ".uvtt", ".df2vtt")
FORMAT: Final = 0.3
OURS: Final = "x-shieldwall"
MAX_LINES: Final = 100_000
"""In the file; cleanup merges many of them."""
USUAL_PIXELS: Final = 100
PLAIN_LIGHT: Final = "ffffffff"

OBJECTS: Final = ("low", "full", "ignore")
OPENINGS: Final = (DOOR, WINDOW)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices a file leaves open."""

    objects: str = "low"
    """Furniture and pillars: low cover, walls, or nothing."""
    openings: str = DOOR
    """A portal that is not closed: an open door or a window."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Origin of the map in the file's coordinates, and its size in squares."""

    x: float
    y: float
    width: float
    height: float

    def inches(self, point: object) -> tuple[int, int] | None:
        across, down = number(table(point).get("x")), number(table(point).get("y"))
        if across is None or down is None:
            return None
        x, y = across - self.x, down - self.y
        # Distant points are clipped later; here they only must stay bounded.
        if not (abs(x) < 1e5 and abs(y) < 1e5):
            return None
        return math.floor(x * SQUARE + 0.5), math.floor(y * SQUARE + 0.5)


def read_uvtt(text: str, name: str, title: str, choices: Choices, report: Report) -> Drawing:
    """The map of a file; raises ContentError if it is invalid."""
    data = parse_json(text, name)
    if not isinstance(data, dict) or not isinstance(data.get("resolution"), dict):
        raise fail(name, "not a Universal VTT map: it has no `resolution`")
    frame = _frame(data["resolution"], name)
    width, height = math.ceil(frame.width - 1e-6), math.ceil(frame.height - 1e-6)
    drawing = Drawing(title, width, height)
    origin = f", from {frame.x:g}, {frame.y:g} on" if frame.x or frame.y else ""
    report.fact("size", f"{width} x {height} squares{origin}")
    if (width, height) != (frame.width, frame.height):
        report.warn(
            "size",
            f"drawn on {frame.width:g} x {frame.height:g} squares; the last ones are cut off",
        )
    lines = Lines(width, height)
    count = 0
    objects = {"low": LOW, "full": WALL, "ignore": ""}[choices.objects]
    for key, kind in (("line_of_sight", WALL), ("objects_line_of_sight", objects)):
        found, odd = _strokes(data.get(key), frame)
        if odd:
            report.warn(key, f"{counted(odd, 'point')} without two numbers: left out")
        count += len(found)
        if count + len(items(data.get("portals"))) > MAX_LINES:
            raise fail(name, f"too many lines: at most {MAX_LINES:,}")
        if key == "objects_line_of_sight" and found:
            _tell_objects(len(found), choices, report)
        for line in found:
            if kind:
                lines.add(kind, line)
    portals = _portals(data.get("portals"), frame, choices, report)
    for portal in portals:
        lines.add_door(portal.line)
    lines.tidy()
    _tell_walls(lines, count, report)
    drawing.walls = {kind: walls for kind, walls in lines.kinds.items() if walls}
    for portal, kept in zip(portals, lines.doors):
        if kept is not None:
            drawing.portals.append(Portal(_ordered(kept), portal.kind, portal.is_open))
    drawing.portals = sorted(set(drawing.portals), key=lambda p: (p.line, p.kind, p.is_open))
    drawing.lights = _lights(data.get("lights"), frame, lines, report)
    _picture(data, drawing, report)
    reason = too_many(drawing)
    if reason:
        raise fail(name, reason)
    return drawing


def _frame(resolution: dict[str, Any], name: str) -> _Frame:
    size = table(resolution.get("map_size"))
    width, height = number(size.get("x")), number(size.get("y"))
    if width is None or height is None or width <= 0 or height <= 0:
        raise fail(name, "`resolution.map_size` does not say how large the map is")
    if math.ceil(width) > MAX_SIDE or math.ceil(height) > MAX_SIDE:
        raise fail(name, f"too large: at most {MAX_SIDE} x {MAX_SIDE} squares")
    origin = table(resolution.get("map_origin"))
    x, y = number(origin.get("x")) or 0.0, number(origin.get("y")) or 0.0
    return _Frame(x, y, max(width, 1e-3), max(height, 1e-3))


def _strokes(value: object, frame: _Frame) -> tuple[list[Line], int]:
    """The lines of all strokes, and the number of invalid points."""
    found: list[Line] = []
    odd = 0
    for stroke in items(value):
        points = [frame.inches(point) for point in items(stroke)]
        odd += points.count(None)
        last: tuple[int, int] | None = None
        for point in points:
            if point is not None and last is not None and point != last:
                found.append((*last, *point))
            last = point
    return found, odd


def _tell_objects(count: int, choices: Choices, report: Report) -> None:
    taken = {
        "low": "imported as low walls of 3 ft, which give cover",
        "full": "imported as walls up to the ceiling",
        "ignore": "left out as requested",
    }[choices.objects]
    others = [choice for choice in OBJECTS if choice != choices.objects]
    told = f"{counted(count, 'line')} of furniture and pillars {taken}"
    report.fact("objects", f"{told}; also possible: --objects {others[0]} or {others[1]}")


def _tell_walls(lines: Lines, drawn: int, report: Report) -> None:
    kept = [line for kind in lines.kinds.values() for line in kind]
    along = sum(
        (x0 == x1 and x0 % SQUARE == 0) or (y0 == y1 and y0 % SQUARE == 0)
        for x0, y0, x1, y1 in kept
    )
    report.fact(
        "walls",
        f"{counted(drawn, 'line')} drawn, which make {counted(len(kept), 'wall')}: "
        f"{along} along the squares, {len(kept) - along} across",
    )
    if lines.outside:
        report.warn("walls", f"{counted(lines.outside, 'line')} beside the map: left out")
    if lines.cut:
        report.warn("doors", "doors were drawn over walls without a gap; the walls were cut there")


def _portals(value: object, frame: _Frame, choices: Choices, report: Report) -> list[Portal]:
    found: list[Portal] = []
    unclear = odd = 0
    for entry in items(value):
        bounds = [frame.inches(point) for point in items(table(entry).get("bounds"))]
        if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or bounds[0] == bounds[1]:
            odd += 1
            continue
        line = (*bounds[0], *bounds[1])
        ours = table(entry.get(OURS)).get("kind")
        if ours in (WINDOW, SLIT, DOOR):
            found.append(Portal(line, ours, ours == DOOR and entry.get("closed") is False))
        elif entry.get("closed") is False:
            unclear += 1
            found.append(Portal(line, choices.openings, choices.openings == DOOR))
        else:
            found.append(Portal(line))
    doors = sum(portal.kind == DOOR for portal in found)
    windows = len(found) - doors
    if found:
        also = f", {counted(windows, 'window')}" if windows else ""
        report.fact("doors", f"{counted(doors, 'door')}{also}, {unclear} ambiguous")
    if unclear:
        taken, other = ("open doors", WINDOW) if choices.openings == DOOR else ("windows", DOOR)
        report.warn(
            "doors",
            f"{unclear} not closed, which may be open doors or windows; taken as {taken}: "
            f"--openings {other} if they are not",
        )
    if odd:
        report.warn("doors", f"{counted(odd, 'portal')} without two ends: left out")
    return found


def _ordered(line: Line) -> Line:
    return min(line, (*line[2:], *line[:2]))


def _lights(value: object, frame: _Frame, lines: Lines, report: Report) -> list[Light]:
    found: list[Light] = []
    odd = 0
    for entry in items(value):
        at = frame.inches(table(entry).get("position"))
        reach = number(table(entry).get("range"))
        inside = at is not None and 0 <= at[0] <= lines.east and 0 <= at[1] <= lines.south
        if at is None or reach is None or not (inside and 0 < reach <= MAX_SIDE / 2):
            odd += 1
        else:
            found.append(Light(*at, max(1, round(reach * SQUARE)), _colour(entry.get("color"))))
    if found:
        told = f"{counted(len(found), 'light')} kept for export; play does not use them"
        report.fact("lights", told)
    if odd:
        report.warn("lights", f"{counted(odd, 'light')} off the map or without a range: left out")
    return found


def _colour(value: object) -> str:
    """AARRGGBB, also from RRGGBB."""
    text = value.lower().removeprefix("#") if isinstance(value, str) else ""
    if re.fullmatch(r"[0-9a-f]{8}", text):
        return text
    return f"ff{text}" if re.fullmatch(r"[0-9a-f]{6}", text) else PLAIN_LIGHT


def _picture(data: dict[str, Any], drawing: Drawing, report: Report) -> None:
    drawn = number(table(data.get("resolution")).get("pixels_per_grid"))
    text = data.get("image")
    if not isinstance(text, str) or not text:
        return
    if len(text) > MAX_BYTES * 4 // 3 + 4:
        report.warn("picture", f"larger than {MAX_BYTES // 1_000_000} MB: left out")
        return
    try:
        found = picture_of(base64.b64decode(text.partition("base64,")[2] or text, validate=True))
    except (binascii.Error, ValueError):
        found = "not base64"
    if isinstance(found, str):
        report.warn("picture", f"{found}: left out")
        return
    drawing.picture = found
    if drawn is not None and 1 <= drawn <= 2000:
        drawing.pixels = max(1, round(drawn))
    else:
        drawing.pixels = min(2000, max(1, round(found.width / drawing.width)))
    report.fact("picture", f"{found.ending.upper()}, {found.width} x {found.height} pixels")


def write_uvtt(drawing: Drawing) -> str:
    """The file for another program."""
    picture = drawing.picture
    pixels = drawing.pixels or USUAL_PIXELS
    size: tuple[float, float] = (drawing.width, drawing.height)
    if picture is not None:
        # If the last squares are partial, the picture has their exact size.
        wide, high = picture.width / pixels, picture.height / pixels
        if math.ceil(wide) == drawing.width and math.ceil(high) == drawing.height:
            size = (wide, high)
    data = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": _plain(size[0]), "y": _plain(size[1])},
            "pixels_per_grid": pixels,
        },
        "line_of_sight": _written(drawing.walls.get(WALL, [])),
        "objects_line_of_sight": _written(drawing.walls.get(LOW, [])),
        "portals": [_written_portal(portal) for portal in drawing.portals],
        "environment": {"baked_lighting": True, "ambient_light": PLAIN_LIGHT},
        "lights": [
            {
                "position": _point(light.x, light.y),
                "range": _plain(light.reach / SQUARE),
                "intensity": 1,
                "color": light.colour,
                "shadows": True,
            }
            for light in drawing.lights
        ],
        "image": "" if picture is None else base64.b64encode(picture.data).decode(),
    }
    return json.dumps(data) + "\n"


def _plain(value: float) -> float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _point(x: int, y: int) -> dict[str, float]:
    return {"x": _plain(x / SQUARE), "y": _plain(y / SQUARE)}


def _written(lines: list[Line]) -> list[list[dict[str, float]]]:
    return [[_point(*point) for point in stroke] for stroke in chains(lines)]


def _written_portal(portal: Portal) -> dict[str, object]:
    x0, y0, x1, y1 = portal.line
    middle = {"x": _plain((x0 + x1) / 2 / SQUARE), "y": _plain((y0 + y1) / 2 / SQUARE)}
    return {
        "position": middle,
        "bounds": [_point(x0, y0), _point(x1, y1)],
        "rotation": round(math.atan2(y1 - y0, x1 - x0), 6),
        "closed": portal.kind == DOOR and not portal.is_open,
        "freestanding": False,
        OURS: {"kind": portal.kind},
    }
