"""Cleanup of imported lines for exact line of sight: snap, weld, join, cut.

Other programs draw with floats, so walls meant to touch leave tiny gaps, which would let sight
through. Everything here is in whole inches, and idempotent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from shieldwall.engine.space.grid import SQUARE

Point = tuple[int, int]
Line = tuple[int, int, int, int]
"""From x, y to x, y, in inches."""

SNAP: Final = 3
"""A twentieth of a square: lines this close snap to the edges of squares."""
WELD: Final = 2
ROUNDS: Final = 8


class Lines:
    """The lines of a map: walls of several kinds, which may be joined, and doors, which may not."""

    def __init__(self, width: int, height: int) -> None:
        self.east = width * SQUARE
        self.south = height * SQUARE
        self.kinds: dict[str, list[Line]] = {}
        self.doors: list[Line | None] = []
        """In insertion order; None for a removed one."""
        self.outside = 0
        self.cut = 0
        """Number of walls cut to make room for a door on top of them."""

    def add(self, kind: str, line: Line) -> None:
        kept = self._clipped(line)
        if kept is None:
            self.outside += 1
        else:
            self.kinds.setdefault(kind, []).append(kept)

    def add_door(self, line: Line) -> None:
        kept = self._clipped(line)
        self.outside += kept is None
        self.doors.append(kept)

    def _clipped(self, line: Line) -> Line | None:
        return clipped(line, self.east, self.south)

    def tidy(self) -> None:
        """Snap, weld, join and cut until nothing changes."""
        for _ in range(ROUNDS):
            before = (dict(self.kinds), list(self.doors))
            self._apply({point: snapped(point) for point in self._points()})
            self._weld()
            self._meet()
            self._cut()
            self.kinds = {kind: joined(lines) for kind, lines in self.kinds.items()}
            if (self.kinds, self.doors) == before:
                return

    def _all(self) -> list[Line]:
        lines = [line for kind in self.kinds.values() for line in kind]
        return lines + [line for line in self.doors if line is not None]

    def _points(self) -> set[Point]:
        found = set()
        for x0, y0, x1, y1 in self._all():
            found.add((x0, y0))
            found.add((x1, y1))
        return found

    def _apply(self, moves: dict[Point, Point]) -> None:
        for kind, lines in self.kinds.items():
            self.kinds[kind] = [moved for line in lines if (moved := _moved(line, moves))]
        self.doors = [None if door is None else _moved(door, moves) for door in self.doors]

    def _weld(self) -> None:
        """Merge neighbouring points: the one on more grid lines is kept."""
        kept: dict[Point, list[Point]] = defaultdict(list)
        moves: dict[Point, Point] = {}
        side = WELD + 1
        for point in sorted(self._points(), key=_rank):
            x, y = point
            bx, by = x // side, y // side
            near = [
                other
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                for other in kept.get((bx + dx, by + dy), ())
                if abs(other[0] - x) <= WELD and abs(other[1] - y) <= WELD
            ]
            if near:
                moves[point] = min(near, key=lambda o: (abs(o[0] - x) + abs(o[1] - y), o))
            else:
                kept[bx, by].append(point)
        self._apply(moves)

    def _meet(self) -> None:
        """Move an end that almost touches an axis-parallel wall onto it."""
        upright: dict[int, list[tuple[int, int]]] = defaultdict(list)
        level: dict[int, list[tuple[int, int]]] = defaultdict(list)
        fixed_x: set[Point] = set()
        fixed_y: set[Point] = set()
        for x0, y0, x1, y1 in self._all():
            if x0 == x1:
                upright[x0].append((min(y0, y1), max(y0, y1)))
                fixed_x |= {(x0, y0), (x1, y1)}
            elif y0 == y1:
                level[y0].append((min(x0, x1), max(x0, x1)))
                fixed_y |= {(x0, y0), (x1, y1)}
        moves = {}
        for point in self._points():
            x, y = point
            if point not in fixed_x:
                x += _nearest(upright, x, y)
            if point not in fixed_y:
                y += _nearest(level, y, x)
            if (x, y) != point:
                moves[point] = (x, y)
        self._apply(moves)

    def _cut(self) -> None:
        """Cut a gap for a door drawn over an axis-parallel wall, or it would lead nowhere."""
        for door in self.doors:
            if door is None or (door[0] != door[2] and door[1] != door[3]):
                continue
            for kind, lines in self.kinds.items():
                parts = [part for line in lines for part in _without(line, door)]
                if parts != lines:
                    self.cut += 1
                    self.kinds[kind] = parts


def clipped(line: Line, east: int, south: int) -> Line | None:
    """The part of a line on the map; None if there is none."""
    x0, y0, x1, y1 = line
    for _ in range(4):
        # Move one end at a time onto the border it lies beyond.
        for start in (True, False):
            x, y, ox, oy = (x0, y0, x1, y1) if start else (x1, y1, x0, y0)
            edge_x = 0 if x < 0 else east if x > east else None
            edge_y = 0 if y < 0 else south if y > south else None
            if edge_x is not None:
                if x == ox or (x < 0 and ox < 0) or (x > east and ox > east):
                    return None
                x, y = edge_x, y + _rounded((oy - y) * (edge_x - x), ox - x)
            elif edge_y is not None:
                if y == oy or (y < 0 and oy < 0) or (y > south and oy > south):
                    return None
                x, y = x + _rounded((ox - x) * (edge_y - y), oy - y), edge_y
            if start:
                x0, y0 = x, y
            else:
                x1, y1 = x, y
    on_map = 0 <= min(x0, x1) <= max(x0, x1) <= east and 0 <= min(y0, y1) <= max(y0, y1) <= south
    return (x0, y0, x1, y1) if on_map and (x0, y0) != (x1, y1) else None


def _rounded(over: int, under: int) -> int:
    return (2 * over + abs(under) * (1 if under > 0 else -1)) // (2 * under)


def snapped(point: Point) -> Point:
    return _snap(point[0]), _snap(point[1])


def _snap(place: int) -> int:
    near = (place + SQUARE // 2) // SQUARE * SQUARE
    return near if abs(place - near) <= SNAP else place


def _rank(point: Point) -> tuple[int, int, int]:
    x, y = point
    return (x % SQUARE != 0) + (y % SQUARE != 0), x, y


def _moved(line: Line, moves: dict[Point, Point]) -> Line | None:
    start = moves.get(line[:2], line[:2])
    end = moves.get(line[2:], line[2:])
    return None if start == end else (*start, *end)


def _nearest(walls: dict[int, list[tuple[int, int]]], across: int, along: int) -> int:
    """Distance to the nearest wall that passes a point; 0 if it is on one, or there is none."""
    for distance in range(WELD + 1):
        for step in (distance, -distance):
            for low, high in walls.get(across + step, ()):
                if low < along < high:
                    return step
    return 0


def _without(line: Line, door: Line) -> list[Line]:
    """A line on the same axis as a door, minus the door."""
    x0, y0, x1, y1 = line
    if x0 == x1 == door[0] == door[2]:
        spans = _gap(y0, y1, door[1], door[3])
        return [line] if spans is None else [(x0, low, x0, high) for low, high in spans]
    if y0 == y1 == door[1] == door[3]:
        spans = _gap(x0, x1, door[0], door[2])
        return [line] if spans is None else [(low, y0, high, y0) for low, high in spans]
    return [line]


def _gap(start: int, end: int, first: int, last: int) -> list[tuple[int, int]] | None:
    low, high = min(start, end), max(start, end)
    left, right = min(first, last), max(first, last)
    if right <= low or left >= high:
        return None
    return [span for span in ((low, left), (right, high)) if span[0] < span[1]]


def joined(lines: Iterable[Line]) -> list[Line]:
    """The same lines without duplicates, sorted; axis-parallel ones are joined where they touch."""
    runs: dict[tuple[bool, int], list[tuple[int, int]]] = defaultdict(list)
    slanted: set[Line] = set()
    for x0, y0, x1, y1 in lines:
        if x0 == x1:
            runs[True, x0].append((min(y0, y1), max(y0, y1)))
        elif y0 == y1:
            runs[False, y0].append((min(x0, x1), max(x0, x1)))
        else:
            slanted.add(min((x0, y0, x1, y1), (x1, y1, x0, y0)))
    found: list[Line] = []
    for (upright, place), spans in runs.items():
        spans.sort()
        low, high = spans[0]
        for start, end in [*spans[1:], (1 << 40, 1 << 40)]:
            if start <= high:
                high = max(high, end)
                continue
            found.append((place, low, place, high) if upright else (low, place, high, place))
            low, high = start, end
    return sorted(found + list(slanted))


def chains(lines: Iterable[Line]) -> list[list[Point]]:
    """The lines as strokes from point to point, each up to the next fork."""
    ends: dict[Point, list[Line]] = defaultdict(list)
    for line in lines:
        ends[line[:2]].append(line)
        ends[line[2:]].append(line)
    used: set[Line] = set()
    found: list[list[Point]] = []
    # Strokes begin at loose ends and forks; the rest are rings.
    for rings in (False, True):
        for start in sorted(ends):
            if not rings and len(ends[start]) == 2:
                continue
            for line in ends[start]:
                if line not in used:
                    found.append(_stroke(start, line, ends, used))
    return found


def _stroke(
    start: Point, line: Line, ends: dict[Point, list[Line]], used: set[Line]
) -> list[Point]:
    stroke = [start]
    following: Line | None = line
    while following is not None:
        used.add(following)
        last = stroke[-1]
        place = following[2:] if following[:2] == last else following[:2]
        stroke.append(place)
        fresh = [other for other in ends[place] if other not in used]
        following = fresh[0] if len(ends[place]) == 2 and fresh else None
    return stroke
