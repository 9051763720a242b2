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
from shieldwall.engine.space.grid import STAIRS, GridMap
from shieldwall.engine.space.measure import distance, gap, steps_between, steps_in_plan
from shieldwall.engine.space.reach import (
    UNREACHED,
    Reach,
    crowd,
    find_reach,
    from_edge,
    gait_of,
)
from shieldwall.engine.space.sight.cover import BLOCKED, NONE, cover
from shieldwall.engine.space.straight_lines import straight_line
from shieldwall.engine.space.threat import could_strike, melee_reach
from shieldwall.engine.space.walking_fields import Field, walking_field, walking_fields
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.minds.open_positioning import keep_off
from shieldwall.minds.teamwork import avoids_melee

WARY: Final = 8
"""Squares at which an archer starts to keep its distance."""
IN_SIGHT: Final = 60
"""The value of having a target to shoot at."""
NOTHING: Final = -(1 << 40)
PLACES: Final = 80
"""How many of the nearest squares an archer considers."""


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
        for watcher in known_strikers(battle, unit):
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
    line = straight_line(grid, place_of(grid, unit), foe.y * grid.width + foe.x)
    stop = len(line) - 1 - int(span)
    if stop < 0:
        return None
    choice = Choice(unit.index, "charge", int(foe.index), number, (line[stop],))
    return choice if spec.why_not(battle, unit, choice) is None else None


def firing_place(
    battle: Battle, unit: Unit, foes: list[Unit], bow: int, careful: bool
) -> Choice | None:
    """A reachable square with more targets or more cover; None to stay.

    A careful unit does not move towards melee fighters for it.
    """
    state = battle.state
    grid = state.grid
    here: i64 = place_of(grid, unit)
    best: i64 = place_worth(grid, here, unit, foes, unit.weapons[bow], NOTHING)
    filled = crowd(state, battle.rules, unit)
    watchers = known_strikers(battle, unit)
    limit: i64 = allowance(battle.rules, unit)
    reach = find_reach(state, battle.rules, unit, limit, filled, watchers, PLACES)
    goal: i64 = -1
    number: i64 = 1
    near: i64 = steps_to_melee_foe(grid, here, unit, foes) if careful else 0
    while number < reach.count and number < PLACES:
        cell: i64 = reach.found[number]
        number += 1
        if not reach.can_stop(cell):
            continue
        if careful and near <= 2 * WARY:
            closer = steps_to_melee_foe(grid, cell, unit, foes)
            if closer < near and closer <= WARY:
                continue
        enough: i64 = best + 8 + reach.cost(cell)
        value: i64 = place_worth(grid, cell, unit, foes, unit.weapons[bow], enough)
        if value > enough:
            best = value - reach.cost(cell)
            goal = cell
    if goal < 0:
        return None
    return Choice(unit.index, "run", -1, -1, reach.path(goal))


def steps_to_melee_foe(grid: GridMap, cell: i64, unit: Unit, foes: list[Unit]) -> i64:
    """Steps from a square to the nearest melee foe."""
    x: i64 = cell % grid.width
    y: i64 = cell // grid.width
    feet: i64 = grid.floor[cell]
    size: i64 = unit.sheet.size
    near: i64 = 1000
    for foe in foes:
        if melee_reach(foe) > 0:
            apart: i64 = steps_between(x, y, feet, size, foe.x, foe.y, foe.feet, 1)
            if apart < near:
                near = apart
    return near


def place_worth(
    grid: GridMap, cell: i64, unit: Unit, foes: list[Unit], bow: Weapon, enough: i64
) -> i64:
    """Score of a square: targets in sight, cover from archers, distance from melee fighters.

    Stops early if the score cannot exceed `enough`: testing sight is the most expensive part.
    """
    width: i64 = grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    feet: i64 = grid.floor[cell]
    size: i64 = unit.sheet.size
    value: i64 = 0
    apart: i64 = 0
    for foe in foes:
        if size == 1:
            # Most foes are far away, which shows without their height.
            if foe.x - x >= WARY or x - foe.x >= WARY or foe.y - y >= WARY or y - foe.y >= WARY:
                continue
        apart = steps_between(x, y, feet, size, foe.x, foe.y, foe.feet, 1)
        if apart < WARY and melee_reach(foe) > 0:
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
    near: i64 = 1000
    for foe in foes:
        if melee_reach(foe) > 0:
            apart = distance(unit, foe)
            if apart < near:
                near = apart
    if near >= WARY or unit.prone:
        return Choice(unit.index, DONE)
    grid = battle.state.grid
    if grid.open:
        return keep_off(battle, unit, foes)
    reach = reach_of(battle, unit, allowance(battle.rules, unit))
    width: i64 = grid.width
    best: i64 = near
    goal: i64 = -1
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if not reach.can_stop(cell):
            continue
        x: i64 = cell % width
        y: i64 = cell // width
        feet: i64 = grid.floor[cell]
        least: i64 = 1000
        for foe in foes:
            apart = steps_between(x, y, feet, 1, foe.x, foe.y, foe.feet, 1)
            if apart < least:
                least = apart
                if least <= best:
                    break
        if least > best:
            best = least
            goal = cell
    if goal < 0:
        return Choice(unit.index, DONE)
    return Choice(unit.index, "run", -1, -1, reach.path(goal))


def approach(battle: Battle, unit: Unit, foes: list[Unit], reach: Reach, limit: i64) -> Choice:
    """Towards the nearest foe: in a straight line on open ground, otherwise by path."""
    state = battle.state
    grid = state.grid
    width: i64 = grid.width
    bare = is_bare(grid)
    fields: list[Field] = []
    if not bare:
        fields = walking_fields(grid, battle.rules, gait_of(unit), places_of(grid, foes))
        if grid.doors > 0 and is_shut_in(fields, reach.start):
            return through_doors(battle, unit, foes, reach)
    goal: i64 = -1
    nearest: i64 = UNREACHED
    number: i64 = 0
    while number < reach.count:
        place: i64 = reach.found[number]
        number += 1
        least: i64 = UNREACHED
        if bare:
            x: i64 = place % width
            y: i64 = place // width
            for foe in foes:
                apart = gap(x, unit.sheet.size, foe.x, foe.sheet.size)
                other = gap(y, unit.sheet.size, foe.y, foe.sheet.size)
                if other > apart:
                    apart = other
                if apart < least:
                    least = apart
        else:
            for field in fields:
                if field.steps_to[place] < least:
                    least = field.steps_to[place]
        if least * 100 >= nearest:
            continue
        value: i64 = least * 100 + reach.cost(place)
        if value < nearest and (place == reach.start or reach.can_stop(place)):
            nearest = value
            goal = place
    if goal < 0 or goal == reach.start:
        return Choice(unit.index, DONE)
    return Choice(unit.index, "run", -1, -1, reach.path(goal))


def places_of(grid: GridMap, units: list[Unit]) -> list[int]:
    return [int(unit.y * grid.width + unit.x) for unit in units]


def is_shut_in(fields: list[Field], here: i64) -> bool:
    """Whether no foe can be reached with the doors as they are."""
    for field in fields:
        if field.steps_to[here] < UNREACHED:
            return False
    return True


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


def steps_left(fields: list[Field], cell: i64) -> i64:
    least: i64 = UNREACHED
    for field in fields:
        if field.steps_to[cell] < least:
            least = field.steps_to[cell]
    return least


def is_threatened(battle: Battle, unit: Unit) -> bool:
    here = place_of(battle.state.grid, unit)
    for threat in known_strikers(battle, unit):
        if threat.covers(unit, here):
            return True
    return False


def reach_of(battle: Battle, unit: Unit, limit: i64) -> Reach:
    """The squares the unit can reach within a limit without provoking, as far as its side knows."""
    filled = crowd(battle.state, battle.rules, unit)
    watchers = known_strikers(battle, unit)
    return find_reach(battle.state, battle.rules, unit, limit, filled, watchers)


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
    reach = reach_of(battle, unit, nearest)
    goal = striking_place(battle, unit, foes, reach, nearest, span)
    if goal < 0 or reach.cost(goal) < nearest:
        return ()
    return reach.path(goal) if could_strike(battle.state.grid, unit, goal, span, target) else ()


def striking_place(
    battle: Battle, unit: Unit, foes: list[Unit], reach: Reach, limit: i64, span: i64
) -> i64:
    """The cheapest square within a move to attack the weakest foe; -1 for none."""
    grid = battle.state.grid
    width: i64 = grid.width
    size: i64 = unit.sheet.size
    best: i64 = 1 << 30
    goal: i64 = -1
    for foe in foes:
        low_y: i64 = foe.y - span - size + 1
        high_y: i64 = foe.y + foe.sheet.size - 1 + span
        low_x: i64 = foe.x - span - size + 1
        high_x: i64 = foe.x + foe.sheet.size - 1 + span
        y: i64 = from_edge(low_y)
        while y <= high_y and y < grid.height:
            x: i64 = from_edge(low_x)
            while x <= high_x and x < width:
                cell: i64 = y * width + x
                price: i64 = reach.cost(cell)
                if price <= limit:
                    value: i64 = price * 3 + foe.hp * 4 + foe.sheet.ac
                    if (
                        value < best
                        and reach.can_stop(cell)
                        and could_strike(grid, unit, cell, span, foe)
                    ):
                        best = value
                        goal = cell
                x += 1
            y += 1
    return goal


class TargetValues:
    """The value of each foe as a target, and deductions for squares."""

    def __init__(self, near: i64, crowd: i64, guards: bool) -> None:
        self.of_foe: list[int] = []
        """In the order of the foes."""
        self.near = near
        """Deduction per step."""
        self.crowd = crowd
        """Deduction for each other foe that reaches the square."""
        self.guards = guards
        """Whether a square next to a friendly archer or caster is better."""


BESIDE_A_WARD: Final = 400


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
    size: i64 = unit.sheet.size
    best: i64 = -(1 << 40)
    goal: i64 = -1
    number = 0
    for foe in foes:
        prize: i64 = prizes.of_foe[number]
        number += 1
        low_y: i64 = foe.y - span - size + 1
        high_y: i64 = foe.y + foe.sheet.size - 1 + span
        low_x: i64 = foe.x - span - size + 1
        high_x: i64 = foe.x + foe.sheet.size - 1 + span
        y: i64 = from_edge(low_y)
        while y <= high_y and y < grid.height:
            x: i64 = from_edge(low_x)
            while x <= high_x and x < width:
                cell: i64 = y * width + x
                price: i64 = reach.cost(cell)
                x += 1
                if price > limit:
                    continue
                value: i64 = prize - prizes.near * price
                if prizes.guards:
                    value += BESIDE_A_WARD
                if value <= best or not reach.can_stop(cell):
                    continue
                if prizes.guards and not is_beside_ward(battle, unit, cell):
                    value -= BESIDE_A_WARD
                if prizes.crowd > 0:
                    value -= prizes.crowd * others_around(grid, unit, cell, foes, foe)
                if value > best and could_strike(grid, unit, cell, span, foe):
                    best = value
                    goal = cell
            y += 1
    return goal


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
        if field.steps_to[reach.start] > limit * left:
            # It would arrive too late.
            continue
        goal: i64 = reach.start
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            if field.steps_to[cell] < field.steps_to[goal] and reach.can_stop(cell):
                goal = cell
        if goal != reach.start:
            return Choice(unit.index, "run", -1, -1, reach.path(goal))
    return None
