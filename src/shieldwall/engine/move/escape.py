"""Getting away: the way to the edge of the field, and what one whose morale has broken may do.

Where a book rolls for morale, the broken flee, surrender or parley, and nothing else (DOL-040).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.space.measure import steps_between
from shieldwall.engine.space.open_field import is_barred, positions_apart, towards
from shieldwall.engine.space.reach import (
    EDGE,
    UNREACHED,
    crowd,
    find_reach,
    gait_of,
    walking_field,
)
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, Choice, Refusal

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle

MOVES: Final = ("run", "run-away", "fly")
"""What takes one somewhere: away, for the broken."""
ALLOWED: Final = (
    *MOVES, "leave", "disengage", "stand", "climb", "open", "close", "break-free", "tear-free",
    "release", "surrender", "parley", "drop", "say", "avert", "improvise",
)  # fmt: skip
"""What helps to get away, or to give up."""


# The way out.


def edges(battle: Battle, unit: Unit, foes: list[Unit]) -> list[int]:
    """Without a map: the edges of the field straight ahead, the safest first.

    An edge with fewer foes on the way is better than a near one. A line has ends and no sides.
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
    """The safest edge that nobody bars the way to; -1 for none."""
    state = battle.state
    here: i64 = place_of(state.grid, unit)
    for edge in edges(battle, unit, known_foes(state, unit)):
        goal = towards(state.grid, here, edge, limit)
        if not is_barred(state, battle.rules, unit, here, goal):
            return edge
    return -1


def way_out(battle: Battle, unit: Unit, limit: i64) -> tuple[int, ...]:
    """The way towards the edge of the field, as far as a move goes; empty for none."""
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
    reach = find_reach(state, battle.rules, unit, limit, filled, [])
    field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
    goal: i64 = reach.start
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if field.steps_to[cell] < field.steps_to[goal] and reach.can_stop(cell):
            goal = cell
    return () if goal == reach.start else reach.path(goal)


def is_walled_in(battle: Battle, unit: Unit) -> bool:
    """Whether no way leads to the edge of the field: past walls, or in a passage past foes."""
    grid = battle.state.grid
    if grid.open:
        return free_edge(battle, unit, 1) < 0
    field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
    return bool(field.steps_to[place_of(grid, unit)] >= UNREACHED)


def flight(battle: Battle, unit: Unit) -> Choice | None:
    """Off the field, or towards its edge, as fast as is allowed; None where nothing is."""
    for verb in ("leave", "run-away", "run"):
        spec = battle.rules.actions.get(verb)
        if spec is None:
            continue
        path: tuple[int, ...] = ()
        if verb != "leave":
            limit: i64 = allowance(battle.rules, unit)
            if verb == "run-away":
                limit *= battle.rules.flight_rate
            path = way_out(battle, unit, limit)
            if not path:
                continue
        choice = Choice(int(unit.index), verb, -1, -1, path)
        if spec.why_not(battle, unit, choice) is None:
            return choice
    return None


# What the broken may do.


def is_bound(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may do nothing but get away or give up."""
    return (
        unit.broken
        and battle.rules.morale_binds != 0
        and battle.holds(battle.rules.ids.broken, unit)
    )


def why_not_broken(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """DOL-040, AAC-041: what one who is broken may not do."""
    ids = battle.rules.ids
    if not is_bound(battle, unit):
        return None
    if choice.verb == DONE:
        if must_go(battle, unit) and battle.holds(ids.broken, unit):
            return Refusal("must-flee", ids.broken, unit.index)
        return None
    if choice.verb not in ALLOWED and battle.holds(ids.broken, unit):
        return Refusal("is-broken", ids.broken, unit.index)
    if choice.verb in MOVES and not leads_away(battle, unit, choice):
        if battle.holds(ids.broken, unit):
            return Refusal("not-away", ids.broken, unit.index)
    return None


def must_go(battle: Battle, unit: Unit) -> bool:
    """Whether it has a move left and somewhere to go: it cannot stay where it is."""
    if unit.moves == 0 or unit.prone or unit.locked or battle.state.clock.phase > 0:
        return False
    return flight(battle, unit) is not None


def leads_away(battle: Battle, unit: Unit, choice: Choice) -> bool:
    """Nearer to the way out, or at least no nearer to the nearest foe."""
    state = battle.state
    grid = state.grid
    foes = known_foes(state, unit)
    if choice.target >= 0 and choice.target < len(state.units):
        if battle.are_foes(unit, state.units[choice.target]):
            return False
    if not choice.path or not foes:
        return True
    here: i64 = place_of(grid, unit)
    goal: i64 = choice.path[len(choice.path) - 1]
    if not 0 <= goal < grid.cells:
        return True
    if grid.open:
        edge = free_edge(battle, unit, allowance(battle.rules, unit))
        if edge >= 0 and positions_apart(grid, goal, edge) < positions_apart(grid, here, edge):
            return True
    else:
        field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
        if field.steps_to[goal] < field.steps_to[here]:
            return True
    return nearest_foe(battle, unit, goal, foes) >= nearest_foe(battle, unit, here, foes)


def nearest_foe(battle: Battle, unit: Unit, cell: i64, foes: list[Unit]) -> i64:
    """Steps from a place to the nearest foe."""
    grid = battle.state.grid
    width: i64 = grid.width
    size: i64 = unit.sheet.size
    least: i64 = 1 << 30
    for foe in foes:
        if grid.open:
            apart = positions_apart(grid, cell, place_of(grid, foe))
        else:
            feet: i64 = grid.floor[cell]
            apart = steps_between(
                cell % width, cell // width, feet, size, foe.x, foe.y, foe.feet, foe.sheet.size
            )
        if apart < least:
            least = apart
    return least


def gets_going(battle: Battle, choice: Choice) -> Choice:
    """For minds: the choice, or flight where one who is broken may not stay where it is."""
    if choice.verb != DONE:
        return choice
    unit = battle.state.units[choice.unit]
    if not unit.broken or why_not_broken(battle, unit, choice) is None:
        return choice
    away = flight(battle, unit)
    return choice if away is None else away


HOOKS.why_not_broken = why_not_broken
