"""Which squares of the map a team sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from shieldwall.abilities.conditions import BLIND
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.sight.cover import BLOCKED, Stand, cover, cover_between, stand_on
from shieldwall.engine.space.sight.field_of_view import Eyes
from shieldwall.engine.state.state import ACTIVE, State, Unit

NEAR: Final = 60
STEP: Final = 20
"""Squares: how far a team looks at first, and how much farther each time after that."""


class Ring(NamedTuple):
    """Squares at this distance from the viewer: more than `near`, at most `far`."""

    near: int
    far: int


def rings(grid: GridMap) -> list[Ring]:
    """What is near is looked at first, the rest of a large map bit by bit: it takes its time."""
    whole = max(int(grid.width), int(grid.height))
    ends = [-1, *range(NEAR, whole, STEP), whole]
    return [Ring(near, far) for near, far in pairwise(ends)]


def seen_squares(state: State, team: int, ring: Ring) -> bytes:
    grid = state.grid
    width = int(grid.width)
    eyes: Eyes | None = None
    odd: list[Unit] = []
    for unit in state.units:
        if unit.status != ACTIVE or state.sides[unit.side].team != team:
            continue
        if unit.effects and unit.effect(BLIND) is not None:
            continue
        if state.dark or grid.open or unit.sheet.size != 1 or unit.aloft:
            odd.append(unit)
        else:
            if eyes is None:
                free = bytes([not grid.is_solid(cell) for cell in range(int(grid.cells))])
                eyes = Eyes(grid, free)
            eyes.look(int(unit.y) * width + int(unit.x), ring.near, ring.far)
    seen = bytearray(int(grid.cells) if eyes is None else (int(cell) for cell in eyes.seen))
    for unit in odd:
        here = int(unit.y) * width + int(unit.x)
        viewer = Stand(here, int(unit.sheet.size), int(unit.feet))
        plain = unit.sheet.size == 1 and not unit.aloft
        for cell in in_ring(grid, here % width, here // width, ring):
            if seen[cell] or grid.is_solid(cell) or not _in_light(state, unit, cell):
                continue
            if plain:
                found = int(cover(grid, here, cell))
            else:
                found = cover_between(grid, viewer, stand_on(grid, cell, 1))
            seen[cell] = found != BLOCKED
    return bytes(_with_faces(grid, seen))


def in_ring(grid: GridMap, x: int, y: int, ring: Ring) -> Iterator[int]:
    width, height = int(grid.width), int(grid.height)
    for row in range(max(0, y - ring.far), min(height, y + ring.far + 1)):
        aside = abs(row - y) > ring.near
        for column in range(max(0, x - ring.far), min(width, x + ring.far + 1)):
            if aside or abs(column - x) > ring.near:
                yield row * width + column


def _in_light(state: State, viewer: Unit, cell: int) -> bool:
    """In the dark a unit sees lit squares, and those within its darkvision."""
    if not state.dark:
        return True
    ghost = viewer.copy()
    ghost.x, ghost.y = cell % int(state.grid.width), cell // int(state.grid.width)
    if distance(viewer, ghost) * 5 <= viewer.sheet.darkvision:
        return True
    return any(
        bearer.sheet.light > 0
        and bearer.is_present()
        and distance(bearer, ghost) * 5 <= bearer.sheet.light
        for bearer in state.units
    )


def _with_faces(grid: GridMap, seen: bytearray) -> bytearray:
    """Of what is solid one sees the face: the squares next to one that is seen."""
    found = bytearray(seen)
    width, height = int(grid.width), int(grid.height)
    for cell in range(len(seen)):
        if not grid.is_solid(cell):
            continue
        x, y = cell % width, cell // width
        around = [
            row * width + column
            for row in range(max(0, y - 1), min(height, y + 2))
            for column in range(max(0, x - 1), min(width, x + 2))
        ]
        found[cell] = any(seen[other] and not grid.is_solid(other) for other in around)
    return found
