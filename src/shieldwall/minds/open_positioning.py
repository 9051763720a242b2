"""Movement without a map: next to a foe, closer, or away."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.open_field import (
    is_barred,
    short_of,
    slots,
    steps_apart,
    towards,
    why_no_room,
)
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, Choice

WARY: Final = 8
"""Steps of 5 ft at which an archer starts to keep its distance."""


def best_to_close_with(battle: Battle, unit: Unit, foes: list[Unit], limit: i64) -> Unit | None:
    """The weakest foe within a move with room beside it; None if there is none."""
    state = battle.state
    grid = state.grid
    here: i64 = place_of(grid, unit)
    best: i64 = 1 << 30
    found: Unit | None = None
    for foe in foes:
        apart = steps_apart(unit.x, unit.y, foe.x, foe.y)
        if apart - 1 > limit:
            continue
        there: i64 = foe.y * grid.width + foe.x
        value: i64 = apart * 3 + foe.hp * 4 + foe.sheet.ac
        if value < best and is_free(battle, unit, foe, here, there):
            best = value
            found = foe
    return found


def can_close_with(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether a foe can be approached at all."""
    grid = battle.state.grid
    return is_free(battle, unit, foe, place_of(grid, unit), place_of(grid, foe))


def is_free(battle: Battle, unit: Unit, foe: Unit, here: i64, there: i64) -> bool:
    """Whether the path to a foe is open and there is room beside it."""
    state = battle.state
    if why_no_room(state, battle.rules, unit, foe) is not None:
        return False
    goal = short_of(state.grid, here, there)
    return slots(state.grid, battle.rules) == 0 or not is_barred(
        state, battle.rules, unit, here, goal
    )


def run_up(grid: GridMap, unit: Unit, foe: Unit) -> Choice:
    """A move that ends adjacent to the foe."""
    goal = short_of(grid, place_of(grid, unit), place_of(grid, foe))
    return Choice(unit.index, "run", foe.index, -1, (int(goal),))


def charge_up(battle: Battle, unit: Unit, foes: list[Unit], weapon: int) -> Choice | None:
    """A charge at the nearest foe it can reach."""
    spec = battle.rules.actions.get("charge")
    if spec is None or unit.mains == 0 or unit.moves == 0:
        return None
    grid = battle.state.grid
    here = place_of(grid, unit)
    far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
    for foe in foes:
        apart = steps_apart(unit.x, unit.y, foe.x, foe.y)
        if not 1 < apart <= far + 1:
            continue
        goal = short_of(grid, here, place_of(grid, foe))
        choice = Choice(unit.index, "charge", foe.index, weapon, (int(goal),))
        if spec.why_not(battle, unit, choice) is None:
            return choice
    return None


def come_closer(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
    """As close to the nearest foe as one move allows, at most to 5 ft before it."""
    state = battle.state
    grid = state.grid
    here: i64 = place_of(grid, unit)
    limit: i64 = allowance(battle.rules, unit)
    nearest: i64 = 1 << 30
    goal: i64 = here
    for foe in foes:
        apart = steps_apart(unit.x, unit.y, foe.x, foe.y)
        if apart < nearest:
            nearest = apart
            goal = towards(grid, here, short_of(grid, here, place_of(grid, foe)), limit)
    while goal != here and is_barred(state, battle.rules, unit, here, goal):
        goal = short_of(grid, here, goal)
    if goal == here or unit.locked:
        return Choice(unit.index, DONE)
    return Choice(unit.index, "run", -1, -1, (int(goal),))


def nearest_safe_edge(battle: Battle, unit: Unit, foes: list[Unit]) -> i64:
    """The nearest edge of the field, preferring those away from the foes."""
    grid = battle.state.grid
    width: i64 = grid.width
    left: i64 = unit.x
    right: i64 = width - 1 - unit.x
    for foe in foes:
        if foe.status == ACTIVE:
            if foe.x < unit.x:
                left += 4
            elif foe.x > unit.x:
                right += 4
    x: i64 = 0 if left <= right else width - 1
    return unit.y * width + x


def step_back(battle: Battle, unit: Unit, foes: list[Unit], limit: i64) -> Choice:
    """A move towards the safer edge, if possible."""
    state = battle.state
    here: i64 = place_of(state.grid, unit)
    goal = towards(state.grid, here, nearest_safe_edge(battle, unit, foes), limit)
    if goal == here or unit.locked or is_barred(state, battle.rules, unit, here, goal):
        return Choice(unit.index, DONE)
    return Choice(unit.index, "run", -1, -1, (int(goal),))


def nearest_fighter(unit: Unit, foes: list[Unit], within: i64) -> i64:
    """Steps to the nearest foe armed for melee; `within` if all are at least so far away."""
    near: i64 = within
    for foe in foes:
        apart = distance(unit, foe)
        if apart < near and melee_reach(foe) > 0:
            near = apart
    return near


def keep_off(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
    """After the shot: move away from foes nearby, unless that provokes."""
    near = nearest_fighter(unit, foes, WARY)
    if near >= WARY or near <= 1 or unit.prone:
        return Choice(unit.index, DONE)
    return step_back(battle, unit, foes, allowance(battle.rules, unit))
