"""The path to the edge of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.engine.move.movement import place_of
from shieldwall.engine.space.open_field import is_barred, towards
from shieldwall.engine.space.reach import (
    UNREACHED,
    crowd,
    gait_of,
)
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.space.walking_fields import EDGE, walking_field, way_towards
from shieldwall.engine.state.state import ACTIVE, Unit

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle


def edges(battle: Battle, unit: Unit, foes: list[Unit]) -> list[int]:
    """Without a map: the edges of the field straight ahead, safest first.

    An edge with fewer foes on the way is better than a closer one. A line has ends but no sides.
    """
    grid = battle.state.grid
    width = int(grid.width)
    x = int(unit.x)
    y = int(unit.y)
    counts = [0, 0, 0, 0]
    for foe in foes:
        if foe.status == ACTIVE:
            if foe.x != unit.x:
                counts[0 if foe.x < unit.x else 1] += 1
            if foe.y != unit.y:
                counts[2 if foe.y < unit.y else 3] += 1
    rows = [(counts[0], x, 0, y * width), (counts[1], width - 1 - x, 1, y * width + width - 1)]
    if grid.height > 1:
        last = int(grid.height) - 1
        rows.append((counts[2], y, 2, x))
        rows.append((counts[3], last - y, 3, last * width + x))
    rows.sort()
    return [row[3] for row in rows]


def free_edge(battle: Battle, unit: Unit, limit: i64) -> int:
    """The safest edge with a free path; -1 for none."""
    state = battle.state
    here: i64 = place_of(state.grid, unit)
    for edge in edges(battle, unit, known_foes(state, unit)):
        goal = towards(state.grid, here, edge, limit)
        if not is_barred(state, battle.rules, unit, here, goal):
            return edge
    return -1


def way_out(battle: Battle, unit: Unit, limit: i64) -> tuple[int, ...]:
    """The path towards the edge of the field, as far as one move goes; empty for none."""
    state = battle.state
    grid = state.grid
    if unit.locked or limit <= 0:
        return ()
    if grid.open:
        here: i64 = place_of(grid, unit)
        edge = free_edge(battle, unit, limit)
        end = here if edge < 0 else towards(grid, here, edge, limit)
        return () if end == here else (int(end),)
    filled = crowd(state, battle.rules, unit)
    field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
    return way_towards(state, battle.rules, unit, [field], limit, filled, [])


def is_walled_in(battle: Battle, unit: Unit) -> bool:
    """Whether no path leads to the edge: because of walls or, in a passage, foes."""
    grid = battle.state.grid
    if grid.open:
        return free_edge(battle, unit, 1) < 0
    field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
    return field.steps_from(place_of(grid, unit)) >= UNREACHED
