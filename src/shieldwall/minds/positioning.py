"""Movement on a map: towards foes, through doors, to a firing position, or away."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.books.shared.broken_units import is_bound_to_flee
from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.escape import is_walled_in, way_out
from shieldwall.engine.move.movement import (
    allowance,
    known_strikers,
    place_of,
)
from shieldwall.engine.space.corridor import Corridor, WaysNear
from shieldwall.engine.space.grid import STAIRS, GridMap
from shieldwall.engine.space.measure import gap, steps_in_plan
from shieldwall.engine.space.occupants import is_stood_on
from shieldwall.engine.space.reach import UNREACHED, Reach, crowd, find_reach, from_edge, gait_of
from shieldwall.engine.space.straight_lines import square_along, squares_between
from shieldwall.engine.space.threat import Threat, could_strike, melee_reach
from shieldwall.engine.space.walking_fields import (
    steps_left,
    walking_field,
    walking_fields,
    way_towards,
)
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.minds.teamwork import avoids_melee


class Bare:
    """Whether a map is open ground, cached per map."""

    def __init__(self, bare: bool) -> None:
        self.bare = bare


def is_bare(grid: GridMap) -> bool:
    """No walls, no solids, one level: nothing to hide behind or walk around."""
    kept = grid.caches.get("simple mind")
    if kept is None:
        bare = not grid.walls
        cell: i64 = 0
        while cell < grid.cells:
            if (
                grid.solid[cell] > grid.floor[cell]
                or grid.floor[cell] != grid.floor[0]
                or grid.ground[cell] not in (0, STAIRS)
            ):
                bare = False
            cell += 1
        kept = Bare(bare)
        grid.caches["simple mind"] = kept
    assert isinstance(kept, Bare)
    return kept.bare


def flee(battle: Battle, unit: Unit) -> Choice:
    """G-25: leave the map at its edge, otherwise move towards it; first disengage."""
    away = Choice(unit.index, "leave")
    if battle.rules.action("leave").why_not(battle, unit, away) is None:
        return away
    if unit.prone and (unit.moves > 0 or unit.mains > 0):
        return stand_up(battle, unit)
    if unit.moves == 0 and unit.mains == 0:
        return Choice(unit.index, DONE)
    path = way_out(battle, unit, allowance(battle.rules, unit))
    if path and unit.mains > 0 and unit.moves > 0:
        here: i64 = place_of(battle.state.grid, unit)
        for watcher in known_strikers(battle, unit, 0):
            if watcher.covers(unit, here):
                return Choice(unit.index, "disengage")
    if path:
        return Choice(unit.index, "run", -1, -1, path)
    if (
        is_bound_to_flee(battle, unit)
        and unit.effect(TERRIFIED) is None
        and is_walled_in(battle, unit)
    ):
        # AAC-041: a unit that cannot flee asks for terms.
        terms = Choice(unit.index, "parley")
        spec = battle.rules.actions.get(terms.verb)
        if spec is not None and spec.why_not(battle, unit, terms) is None:
            return terms
    return Choice(unit.index, DONE)


def stand_up(battle: Battle, unit: Unit) -> Choice:
    """Stand up; where that gives foes free attacks, disengage first."""
    stand = Choice(unit.index, "stand")
    if unit.mains == 0 or unit.moves == 0:
        return stand
    rising = battle.rules.actions.get(stand.verb)
    spec = battle.rules.actions.get("disengage")
    if rising is None or spec is None or not rising.provokes or not is_threatened(battle, unit):
        return stand
    away = Choice(unit.index, spec.verb)
    return away if spec.why_not(battle, unit, away) is None else stand


def is_cornered(battle: Battle, unit: Unit) -> bool:
    """SOV-146: whether a unit that cannot escape fights on for lack of alternatives."""
    return unit.mains > 0 and not is_bound_to_flee(battle, unit) and unit.effect(TERRIFIED) is None


def straight_at(
    battle: Battle, spec: ActionSpec, unit: Unit, foe: Unit, number: int, span: i64
) -> Choice | None:
    """A charge that ends where the weapon reaches the foe; None if impossible."""
    grid = battle.state.grid
    here: i64 = place_of(grid, unit)
    there: i64 = foe.y * grid.width + foe.x
    steps: i64 = squares_between(grid, here, there) - span
    if steps < 1:
        return None
    stop: i64 = square_along(grid, here, there, steps)
    if is_stood_on(battle.state, unit, stop):
        return None
    choice = Choice(unit.index, "charge", int(foe.index), number, (int(stop),))
    return choice if spec.why_not(battle, unit, choice) is None else None


def approach(
    battle: Battle,
    unit: Unit,
    foes: list[Unit],
    limit: i64,
    watchers: list[Threat],
    reach: Reach | None = None,
) -> Choice:
    """Towards the nearest foe: in a straight line on open ground, otherwise by path.

    `reach` are the squares in range if they are known.
    """
    state = battle.state
    grid = state.grid
    filled = crowd(state, battle.rules, unit) if reach is None else reach.filled
    if is_bare(grid):
        if reach is None:
            reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        goal = nearest_place(grid, unit, foes, reach)
        if goal == reach.start:
            return Choice(unit.index, DONE)
        return Choice(unit.index, "run", -1, -1, reach.path(goal))
    fields = walking_fields(grid, battle.rules, gait_of(unit), places_of(grid, foes))
    if grid.doors > 0 and steps_left(fields, place_of(grid, unit)) >= UNREACHED:
        if reach is None:
            reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        return through_doors(battle, unit, foes, reach)
    path = way_towards(state, battle.rules, unit, fields, limit, filled, watchers)
    return Choice(unit.index, "run", -1, -1, path) if path else Choice(unit.index, DONE)


def nearest_place(grid: GridMap, unit: Unit, foes: list[Unit], reach: Reach) -> i64:
    """The square in range nearest to a foe in a straight line; of several the first."""
    goal: i64 = reach.start
    nearest: i64 = UNREACHED
    number: i64 = 0
    while number < reach.count:
        place: i64 = reach.found[number]
        number += 1
        x: i64 = place % grid.width
        y: i64 = place // grid.width
        least: i64 = UNREACHED
        for foe in foes:
            apart = gap(x, unit.sheet.size, foe.x, foe.sheet.size)
            other = gap(y, unit.sheet.size, foe.y, foe.sheet.size)
            if other > apart:
                apart = other
            if apart < least:
                least = apart
        if least < nearest and (place == reach.start or reach.can_stop(place)):
            nearest = least
            goal = place
    return goal


def places_of(grid: GridMap, units: list[Unit]) -> list[int]:
    return [int(unit.y * grid.width + unit.x) for unit in units]


def through_doors(battle: Battle, unit: Unit, foes: list[Unit], reach: Reach) -> Choice:
    """Move to the door that leads to the foes, and open it."""
    grid = battle.state.grid
    size = unit.sheet.size
    opened = grid.with_doors((1 << grid.doors) - 1)
    fields = walking_fields(opened, battle.rules, size, places_of(grid, foes))
    goal: i64 = reach.start
    nearest: i64 = steps_left(fields, goal) * 100
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        far: i64 = steps_left(fields, cell) * 100 + reach.cost(cell)
        if far < nearest and reach.can_stop(cell):
            nearest = far
            goal = cell
    if goal != reach.start:
        return Choice(unit.index, "run", -1, -1, reach.path(goal))
    spec = battle.rules.action("open")
    for choice in spec.candidates(battle, unit):
        beyond: i64 = choice.path[0]
        if steps_left(fields, beyond) < steps_left(fields, goal):
            if spec.why_not(battle, unit, choice) is None:
                return choice
    return Choice(unit.index, DONE)


def is_threatened(battle: Battle, unit: Unit) -> bool:
    here = place_of(battle.state.grid, unit)
    for threat in known_strikers(battle, unit, 0):
        if threat.covers(unit, here):
            return True
    return False


def reach_of(battle: Battle, unit: Unit, limit: i64, corridor: Corridor | None = None) -> Reach:
    """The squares the unit can reach within a limit without provoking, as far as its side knows."""
    filled = crowd(battle.state, battle.rules, unit)
    watchers = known_strikers(battle, unit, limit)
    return find_reach(battle.state, battle.rules, unit, limit, filled, watchers, 0, corridor)


def is_somebody_near(unit: Unit, foes: list[Unit], steps: i64) -> bool:
    """Whether some foe is within this many steps if nothing is in the way."""
    for foe in foes:
        if steps_in_plan(unit, foe) <= steps:
            return True
    return False


def way_to_best(
    battle: Battle, unit: Unit, foes: list[Unit], limit: i64, span: i64
) -> tuple[int, ...]:
    """The path to the `striking_place` of the best foe, if nothing is in the way.

    No other foe can be better, so the search need not go beyond this foe. Empty if something is in
    the way, or if the ground is not open, where something usually is.
    """
    best: i64 = 1 << 30
    nearest: i64 = 0
    target = foes[0]
    for foe in foes:
        steps: i64 = steps_in_plan(unit, foe) - span
        value: i64 = steps * 3 + foe.hp * 4 + foe.sheet.ac
        if value < best:
            best = value
            nearest = steps
            target = foe
    if not 0 < nearest < limit or not is_bare(battle.state.grid):
        return ()
    ways = WaysNear(battle.state.grid, unit.sheet.size, foes, nearest, span)
    reach = reach_of(battle, unit, nearest, ways)
    goal = striking_place(battle, unit, foes, reach, nearest, span)
    if goal < 0 or reach.cost(goal) < nearest:
        return ()
    return reach.path(goal) if could_strike(battle.state.grid, unit, goal, span, target) else ()


class TargetValues:
    """The value of each foe as a target, and deductions for squares."""

    def __init__(self, near: i64, crowd: i64, guards: bool) -> None:
        self.of_foe: list[int] = []
        """In the order of the foes; empty to prefer the weakest foe."""
        self.near = near
        """Deduction per step."""
        self.crowd = crowd
        """Deduction for each other foe that reaches the square."""
        self.guards = guards
        """Whether a square next to a friendly archer or caster is better."""


BESIDE_A_WARD: Final = 400
WEAKEST: Final = TargetValues(3, 0, False)
"""The weakest foe, near enough."""


def place_to_strike(
    battle: Battle,
    unit: Unit,
    foes: list[Unit],
    prizes: TargetValues,
    reach: Reach,
    limit: i64,
    span: i64,
) -> i64:
    """The square within a move with the best target at the lowest cost; -1 for none."""
    grid = battle.state.grid
    width: i64 = grid.width
    height: i64 = grid.height
    size: i64 = unit.sheet.size
    near: i64 = prizes.near
    crowd: i64 = prizes.crowd
    guards = prizes.guards
    is_valued = len(prizes.of_foe) > 0
    best: i64 = -(1 << 40)
    goal: i64 = -1
    number = 0
    for foe in foes:
        prize: i64 = -4 * foe.hp - foe.sheet.ac
        if is_valued:
            prize = prizes.of_foe[number]
            number += 1
        low_y: i64 = foe.y - span - size + 1
        high_y: i64 = foe.y + foe.sheet.size + span
        low_x: i64 = foe.x - span - size + 1
        high_x: i64 = foe.x + foe.sheet.size + span
        if high_y > height:
            high_y = height
        if high_x > width:
            high_x = width
        y: i64 = from_edge(low_y)
        while y < high_y:
            x: i64 = from_edge(low_x)
            while x < high_x:
                cell: i64 = y * width + x
                price: i64 = reach.cost(cell)
                x += 1
                if price > limit:
                    continue
                value: i64 = prize - near * price
                if guards:
                    value += BESIDE_A_WARD
                if value <= best or not reach.can_stop(cell):
                    continue
                if guards and not is_beside_ward(battle, unit, cell):
                    value -= BESIDE_A_WARD
                if crowd > 0:
                    value -= crowd * others_around(grid, unit, cell, foes, foe)
                if value > best and could_strike(grid, unit, cell, span, foe):
                    best = value
                    goal = cell
            y += 1
    return goal


def striking_place(
    battle: Battle, unit: Unit, foes: list[Unit], reach: Reach, limit: i64, span: i64
) -> i64:
    """The cheapest square within a move to attack the weakest foe; -1 for none."""
    return place_to_strike(battle, unit, foes, WEAKEST, reach, limit, span)


def others_around(grid: GridMap, unit: Unit, cell: i64, foes: list[Unit], target: Unit) -> i64:
    """Foes other than the target next to the square."""
    count: i64 = 0
    x: i64 = cell % grid.width
    y: i64 = cell // grid.width
    size: i64 = unit.sheet.size
    for foe in foes:
        if foe is target or melee_reach(foe) == 0:
            continue
        if gap(x, size, foe.x, foe.sheet.size) <= 1 and gap(y, size, foe.y, foe.sheet.size) <= 1:
            count += 1
    return count


def is_beside_ward(battle: Battle, unit: Unit, cell: i64) -> bool:
    """Whether the square is next to a friendly archer or caster."""
    grid = battle.state.grid
    x: i64 = cell % grid.width
    y: i64 = cell // grid.width
    size: i64 = unit.sheet.size
    for friend in battle.state.units:
        if friend.side == unit.side and friend.status == ACTIVE and friend is not unit:
            if (
                gap(x, size, friend.x, friend.sheet.size) <= 1
                and gap(y, size, friend.y, friend.sheet.size) <= 1
                and avoids_melee(friend)
            ):
                return True
    return False


def place_beside(battle: Battle, unit: Unit, friend: Unit, reach: Reach, limit: i64) -> i64:
    """The cheapest square within a move next to a friend; -1 for none."""
    grid = battle.state.grid
    size: i64 = unit.sheet.size
    number: i64 = 0
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if reach.cost(cell) > limit:
            return -1
        x: i64 = cell % grid.width
        y: i64 = cell // grid.width
        if gap(x, size, friend.x, friend.sheet.size) <= 1:
            if gap(y, size, friend.y, friend.sheet.size) <= 1 and reach.can_stop(cell):
                return cell
    return -1


def go_to_the_dying(battle: Battle, unit: Unit, reach: Reach, limit: i64) -> Choice | None:
    """Move to a dying friend, or as close as one move allows."""
    state = battle.state
    grid = state.grid
    for friend in state.units:
        if friend.status != DOWN or friend.stable or friend.side != unit.side:
            continue
        beside = place_beside(battle, unit, friend, reach, limit)
        if beside == reach.start:
            return None
        if beside >= 0:
            return Choice(unit.index, "run", -1, -1, reach.path(beside))
        field = walking_field(
            grid, battle.rules, gait_of(unit), int(friend.y * grid.width + friend.x)
        )
        left: i64 = battle.rules.dying_rounds - (state.clock.round - friend.fell)
        if field.steps_from(reach.start) > limit * left:
            # It would arrive too late.
            continue
        goal: i64 = reach.start
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            if field.steps_from(cell) < field.steps_from(goal) and reach.can_stop(cell):
                goal = cell
        if goal != reach.start:
            return Choice(unit.index, "run", -1, -1, reach.path(goal))
    return None
