"""What stands in the squares of a map, as a mover on the ground or in the air sees it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.space.step_costs import enterable
from shieldwall.engine.state.state import DOWN, State, Unit

# Occupants of a square, from the mover's point of view.
EMPTY: Final = 0
FRIEND: Final = 1
"""May be passed, but not stopped at (SOV-002)."""
FOE: Final = 2
"""Blocks the square and its corners (SOV-003, SOV-011)."""
FALLEN: Final = 3
"""A fallen foe: crossed like difficult ground, not stopped at (SOV-003)."""
SMALL_FOE: Final = 4
"""So small compared with the mover that it counts as difficult ground (SOV-005)."""

MOST_AIRSPACES: Final = 15
"""How many of them are kept besides the newest."""


class Airspace:
    """The squares of a map without units, for one kind of flying or incorporeal mover."""

    def __init__(self, grid: GridMap, size: i64, aloft: i64, ghost: bool) -> None:
        self.size = size
        self.aloft = aloft
        self.ghost = ghost
        self.filled = grid.blank[:]
        cell: i64 = 0
        while cell < grid.cells:
            if not ghost and room_above(grid, cell, size, aloft) < 0:
                self.filled[cell] = FOE
            elif aloft == 0 and not enterable(grid, cell):
                self.filled[cell] = FRIEND
            cell += 1


class Airspaces:
    """The last of them; cached per map."""

    def __init__(self) -> None:
        self.kept: list[Airspace] = []

    def of(self, grid: GridMap, size: i64, aloft: i64, ghost: bool) -> Airspace:
        for known in self.kept:
            if known.size == size and known.aloft == aloft and known.ghost == ghost:
                return known
        made = Airspace(grid, size, aloft, ghost)
        self.kept = [*self.kept[-MOST_AIRSPACES:], made]
        return made


def airspaces(grid: GridMap) -> Airspaces:
    kept = grid.caches.get("airspaces")
    if not isinstance(kept, Airspaces):
        kept = Airspaces()
        grid.caches["airspaces"] = kept
    return kept


def room_above(grid: GridMap, cell: i64, size: i64, aloft: i64) -> i64:
    """The height left above a body that flies at this height over the square; negative if none."""
    return grid.ceiling[cell] - grid.matter_top(cell) - size * SQUARE - aloft


def look_down(grid: GridMap, mover: Unit, filled: vec[u8]) -> vec[u8]:
    """Adapt the occupants for flying and incorporeal movers: bodies are passed, not stopped at.

    On the ground it needs ground to stop on; in the air, and to pass over a body, room above.
    """
    ghost = mover.sheet.incorporeal
    size: i64 = mover.sheet.size
    adapted = airspaces(grid).of(grid, size, mover.aloft, ghost).filled[:]
    cell: i64 = 0
    while cell < grid.cells:
        if filled[cell] != EMPTY:
            over: i64 = room_above(grid, cell, size, mover.aloft)
            if not ghost and (over < 0 or (filled[cell] == FOE and over < SQUARE)):
                adapted[cell] = FOE
            else:
                adapted[cell] = FRIEND
        cell += 1
    return adapted


def outgrows(mover: Unit, foe: Unit, factor: i64) -> bool:
    """Larger than the foe by this factor in some dimension (SOV-005)."""
    a = mover.sheet
    b = foe.sheet
    return (
        a.height >= factor * b.height
        or a.length >= factor * b.length
        or a.breadth >= factor * b.breadth
    )


def is_stood_on(state: State, mover: Unit, cell: i64) -> bool:
    """Whether a unit known to the mover's side has its first square there."""
    width: i64 = state.grid.width
    for unit in state.units:
        if unit.y * width + unit.x == cell and unit.status <= DOWN and unit is not mover:
            if unit.inside < 0 and not unit.unknown_to >> int(mover.side) & 1:
                return True
    return False
