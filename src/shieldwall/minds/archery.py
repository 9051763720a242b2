"""Where an archer stands on a map: a square to shoot from, and away from foes after the shot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, known_strikers, place_of
from shieldwall.engine.space.corridor import WaysOff
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import steps_between
from shieldwall.engine.space.reach import Reach, crowd, find_reach
from shieldwall.engine.space.sight.cover import BLOCKED, NONE, cover
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.minds.open_positioning import keep_off, nearest_fighter
from shieldwall.minds.positioning import is_bare

WARY: Final = 8
"""Squares at which an archer starts to keep its distance."""
IN_SIGHT: Final = 60
"""The value of having a target to shoot at."""
NOTHING: Final = -(1 << 40)
FUSS: Final = 8
"""How much better a square must be for an archer to move, besides its cost."""
PLACES: Final = 80
"""How many of the nearest squares an archer considers."""


def firing_place(
    battle: Battle, unit: Unit, foes: list[Unit], bow: int, careful: bool
) -> Choice | None:
    """A reachable square with more targets or more cover; None to stay.

    A careful unit does not move towards melee fighters for it.
    """
    state = battle.state
    grid = state.grid
    here: i64 = place_of(grid, unit)
    fighters = armed_for_melee(foes)
    best: i64 = place_worth(grid, here, unit, foes, fighters, unit.weapons[bow], NOTHING)
    limit: i64 = allowance(battle.rules, unit)
    # No square is worth more than IN_SIGHT, so those farther away cannot be better.
    if limit >= IN_SIGHT - best - FUSS:
        limit = IN_SIGHT - best - FUSS - 1
    if limit <= 0:
        return None
    filled = crowd(state, battle.rules, unit)
    watchers = known_strikers(battle, unit, limit)
    reach = find_reach(state, battle.rules, unit, limit, filled, watchers, PLACES)
    goal: i64 = -1
    number: i64 = 1
    near: i64 = steps_to_nearest(grid, here, unit, fighters) if careful else 0
    too_near: i64 = near - 1 if near <= WARY else WARY
    while number < reach.count and number < PLACES:
        cell: i64 = reach.found[number]
        number += 1
        enough: i64 = best + FUSS + reach.cost(cell)
        if enough >= IN_SIGHT:
            break
        if not reach.can_stop(cell):
            continue
        if careful and near <= 2 * WARY:
            if is_within(grid, cell, unit, fighters, too_near):
                continue
        value: i64 = place_worth(grid, cell, unit, foes, fighters, unit.weapons[bow], enough)
        if value > enough:
            best = value - reach.cost(cell)
            goal = cell
    if goal < 0:
        return None
    return Choice(unit.index, "run", -1, -1, reach.path(goal))


def armed_for_melee(foes: list[Unit]) -> list[Unit]:
    found: list[Unit] = []
    for foe in foes:
        if melee_reach(foe) > 0:
            found.append(foe)
    return found


def steps_to_nearest(grid: GridMap, cell: i64, unit: Unit, foes: list[Unit]) -> i64:
    """Steps from a square to the nearest of some foes."""
    near: i64 = 1000
    for foe in foes:
        apart: i64 = steps_from(grid, cell, unit, foe)
        if apart < near:
            near = apart
    return near


def is_within(grid: GridMap, cell: i64, unit: Unit, foes: list[Unit], steps: i64) -> bool:
    """Whether one of the foes is so near to the square, or nearer."""
    for foe in foes:
        if steps_from(grid, cell, unit, foe) <= steps:
            return True
    return False


def steps_from(grid: GridMap, cell: i64, unit: Unit, foe: Unit) -> i64:
    """Steps from the unit on a square to the foe's first square."""
    x: i64 = cell % grid.width
    y: i64 = cell // grid.width
    return steps_between(x, y, grid.floor[cell], unit.sheet.size, foe.x, foe.y, foe.feet, 1)


def place_worth(
    grid: GridMap,
    cell: i64,
    unit: Unit,
    foes: list[Unit],
    fighters: list[Unit],
    bow: Weapon,
    enough: i64,
) -> i64:
    """Score of a square: targets in sight, cover from archers, distance from melee fighters.

    At most IN_SIGHT. Stops early if the score cannot exceed `enough`: testing sight is the most
    expensive part.
    """
    width: i64 = grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    feet: i64 = grid.floor[cell]
    size: i64 = unit.sheet.size
    value: i64 = 0
    apart: i64 = 0
    for foe in fighters:
        if size == 1:
            # Most foes are far away, which shows without their height.
            if foe.x - x >= WARY or x - foe.x >= WARY or foe.y - y >= WARY or y - foe.y >= WARY:
                continue
        apart = steps_between(x, y, feet, size, foe.x, foe.y, foe.feet, 1)
        if apart < WARY:
            if apart <= 1:
                value -= 100
            else:
                value -= 4 * (WARY - apart)
    seen = False
    reaches_all = bow.long_range >= 5 * width and bow.long_range >= 5 * grid.height
    for foe in foes:
        if value + IN_SIGHT <= enough:
            return enough
        there: i64 = foe.y * width + foe.x
        if not reaches_all or feet != foe.feet:
            apart = steps_between(x, y, feet, size, foe.x, foe.y, foe.feet, 1)
            if apart * 5 > bow.long_range:
                continue
        if cover(grid, cell, there) != BLOCKED:
            seen = True
            if cover(grid, there, cell) == NONE:
                value -= 12
    if seen:
        value += IN_SIGHT
    return value


def keep_away(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
    """After the shot: move away from foes nearby, unless that provokes."""
    grid = battle.state.grid
    if grid.open:
        return keep_off(battle, unit, foes)
    near = nearest_fighter(unit, foes, WARY)
    if near >= WARY or unit.prone:
        return Choice(unit.index, DONE)
    limit: i64 = allowance(battle.rules, unit)
    ways = WaysOff(grid, foes)
    filled = crowd(battle.state, battle.rules, unit)
    watchers = known_strikers(battle, unit, limit)
    if is_bare(grid):
        # Look first only where the best place must be if nobody is in the way.
        most: i64 = most_around(grid, unit, limit, ways)
        ways.gained = most - limit
        reach = find_reach(battle.state, battle.rules, unit, limit, filled, watchers, 0, ways)
        goal: i64 = farthest_place(reach, ways, near)
        if goal >= 0 and ways.least(goal, 0) >= most:
            return Choice(unit.index, "run", -1, -1, reach.path(goal))
    reach = find_reach(battle.state, battle.rules, unit, limit, filled, watchers)
    goal = farthest_place(reach, ways, near)
    if goal < 0:
        return Choice(unit.index, DONE)
    return Choice(unit.index, "run", -1, -1, reach.path(goal))


def most_around(grid: GridMap, unit: Unit, limit: i64, ways: WaysOff) -> i64:
    """The most steps from all foes at the ends of eight straight runs, within the map."""
    most: i64 = 0
    across: i64 = -limit
    while across <= limit:
        x: i64 = min(max(0, unit.x + across), grid.width - 1)
        down: i64 = -limit
        while down <= limit:
            y: i64 = min(max(0, unit.y + down), grid.height - 1)
            apart: i64 = ways.least(y * grid.width + x, most)
            if apart > most:
                most = apart
            down += limit if limit > 0 else 1
        across += limit if limit > 0 else 1
    return most


def farthest_place(reach: Reach, ways: WaysOff, near: i64) -> i64:
    """The first square in range farthest from all foes; -1 if none is farther than `near`."""
    best: i64 = near
    goal: i64 = -1
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if reach.can_stop(cell):
            least: i64 = ways.least(cell, best)
            if least > best:
                best = least
                goal = cell
    return goal
