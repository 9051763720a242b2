"""Walking distances from every square of a map to some goals, ignoring units."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.reach import UNREACHED
from shieldwall.engine.space.step_costs import GAITS, OPPOSITE, enterable, steps


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


class Field:
    """The steps from every square to the nearest of some goals."""

    def __init__(self, steps_to: vec[i64]) -> None:
        self.steps_to = steps_to


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


def _steps_to(grid: GridMap, rules: Ruleset, gait: i64, goals: list[int]) -> vec[i64]:
    """Steps are assumed to be reversible at the same cost."""
    table = steps(grid, gait, rules.difficult_cost)
    cost = table.cost
    ways = table.ways
    back = vec[i64]([OPPOSITE[way] for way in range(8)])
    size: i64 = gait % GAITS
    cells: i64 = grid.cells
    distance = vec[i64]([UNREACHED] * cells)
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
        far: i64 = distance[here]
        way: i64 = 0
        while way < 8:
            # At the map's edge this wraps around, to a square whose way back leads off the map.
            there: i64 = here + ways[way]
            if 0 <= there < cells:
                price: i64 = cost[there * 8 + back[way]]
                if price > 0 and far + price < distance[there]:
                    distance[there] = far + price
                    queue = append(queue, there)
            way += 1
    return distance
