"""Walking distances from every square of a map to some goals, ignoring units."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.corridor import Field, WaysTo
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.reach import UNREACHED, find_reach
from shieldwall.engine.space.step_costs import enterable, steps
from shieldwall.engine.space.step_table import GAITS, OPPOSITE
from shieldwall.engine.space.threat import Threat
from shieldwall.engine.state.state import State, Unit


class Fields:
    """Walking distances to squares of a map, ignoring units; the last few are cached."""

    def __init__(self, cells: i64) -> None:
        self.most = max(1, MOST_FIELD_CELLS // int(cells))
        self.by_goal: dict[int, Field] = {}
        self.by_goals: dict[tuple[int, ...], Field] = {}
        """Distances to the nearest of several goals."""

    def make_room(self) -> None:
        if len(self.by_goal) + len(self.by_goals) >= self.most:
            self.by_goal = {}
            self.by_goals = {}


MOST_FIELD_CELLS: Final = 1 << 22
"""Limit for all cached fields of a map."""
MANY_FIELD_CELLS: Final = 1 << 18
"""Above this total size, several fields are merged into one."""
EDGE: Final = -1


def fields_of(grid: GridMap) -> Fields:
    kept = grid.caches.get("fields")
    if not isinstance(kept, Fields):
        kept = Fields(grid.cells)
        grid.caches["fields"] = kept
    return kept


def walking_field(grid: GridMap, rules: Ruleset, gait: i64, goal: int) -> Field:
    """The steps from every square to the goal: a square, or EDGE for the map's edge."""
    kept = fields_of(grid)
    key = goal * 3 * GAITS + int(gait)
    field = kept.by_goal.get(key)
    if field is None:
        kept.make_room()
        field = Field(_steps_to(grid, rules, gait, [goal]))
        kept.by_goal[key] = field
    return field


def walking_fields(grid: GridMap, rules: Ruleset, gait: i64, goals: list[int]) -> list[Field]:
    """Fields whose minimum is the number of steps from every square to the nearest goal.

    One per goal, reusable while the goal stays where it is; one for all if the map is large and
    there are many goals.
    """
    if len(goals) * grid.cells <= MANY_FIELD_CELLS:
        return [walking_field(grid, rules, gait, goal) for goal in goals]
    kept = fields_of(grid)
    key = (int(gait), *sorted(goals))
    field = kept.by_goals.get(key)
    if field is None:
        kept.make_room()
        field = Field(_steps_to(grid, rules, gait, goals))
        kept.by_goals[key] = field
    return [field]


def steps_left(fields: list[Field], cell: i64) -> i64:
    """The steps from a square to the nearest goal."""
    least: i64 = UNREACHED
    for field in fields:
        away: i64 = i64(field.steps_to[cell])
        if away < least:
            least = away
    return least


def way_towards(
    state: State,
    rules: Ruleset,
    unit: Unit,
    fields: list[Field],
    allowance: i64,
    filled: vec[u8],
    watchers: list[Threat],
) -> tuple[int, ...]:
    """The path to the square in range with the fewest steps left to a goal; empty to stay.

    Of several the nearest, which a search of all squares in range finds first. This one looks along
    the shortest ways. Only if somebody is there it looks again, wherever else a detour can lead as
    near as it has got.
    """
    start: i64 = unit.y * state.grid.width + unit.x
    far = steps_left(fields, start)
    if far == 0 or far >= UNREACHED or allowance <= 0:
        return ()
    detour: i64 = 0
    while True:
        goals: list[Field] = []
        for field in fields:
            if field.steps_from(start) <= far + detour:
                goals.append(field)
        corridor = WaysTo(goals, far + detour)
        reach = find_reach(state, rules, unit, allowance, filled, watchers, 0, corridor)
        least: i64 = far
        goal: i64 = start
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            left = steps_left(goals, cell)
            if left < least and reach.can_stop(cell):
                least = left
                goal = cell
        # Whatever was left out has more steps left than this, or is as near but farther away.
        is_best = least == 0 or least <= far + detour - allowance
        if is_best or detour > 0:
            return reach.path(goal)
        detour = least + allowance - far
        if detour > allowance - 1:
            detour = allowance - 1
        if detour == 0:
            return reach.path(goal)


def _steps_to(grid: GridMap, rules: Ruleset, gait: i64, goals: list[int]) -> vec[i32]:
    """Steps are assumed to be reversible at the same cost."""
    table = steps(grid, gait, rules.difficult_cost)
    cost = table.cost
    ways = table.ways
    back = vec[i64]([OPPOSITE[way] for way in range(8)])
    size: i64 = gait % GAITS
    cells: i64 = grid.cells
    distance = vec[i32]([UNREACHED] * cells)
    queue = vec[i64](capacity=cells)
    for goal in goals:
        if goal >= 0:
            distance[goal] = 0
            queue = append(queue, goal)
            continue
        cell: i64 = 0
        while cell < cells:
            x: i64 = cell % grid.width
            y: i64 = cell // grid.width
            if x == 0 or y == 0 or x + size == grid.width or y + size == grid.height:
                if enterable(grid, cell):
                    distance[cell] = 0
                    queue = append(queue, cell)
            cell += 1
    head: i64 = 0
    while head < len(queue):
        here: i64 = queue[head]
        head += 1
        far: i64 = i64(distance[here])
        way: i64 = 0
        while way < 8:
            # At the map's edge this wraps around, to a square whose way back leads off the map.
            there: i64 = here + ways[way]
            if 0 <= there < cells:
                price: i64 = cost[there * 8 + back[way]]
                if price > 0 and far + price < i64(distance[there]):
                    distance[there] = i32(far + price)
                    queue = append(queue, there)
            way += 1
    return distance
