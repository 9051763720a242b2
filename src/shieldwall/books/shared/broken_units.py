"""Options of broken units, in books with morale rolls (DOL-040, AAC-041).

They can only flee, surrender or parley.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.books.shared.shared_dials import FLIGHT_RATE
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.escape import free_edge, way_out
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.space.measure import steps_between
from shieldwall.engine.space.open_field import positions_apart
from shieldwall.engine.space.reach import gait_of
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.space.walking_fields import EDGE, walking_field
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import DONE, Choice, Refusal


def flight_choice(battle: Battle, unit: Unit) -> Choice | None:
    """Leave the field, or move towards its edge as fast as possible; None if impossible."""
    for verb in ("leave", "run-away", "run"):
        spec = battle.rules.actions.get(verb)
        if spec is None:
            continue
        path: tuple[int, ...] = ()
        if verb != "leave":
            limit: i64 = allowance(battle.rules, unit)
            if verb == "run-away":
                limit *= FLIGHT_RATE.of(battle.rules)
            path = way_out(battle, unit, limit)
            if not path:
                continue
        choice = Choice(int(unit.index), verb, -1, -1, path)
        if spec.why_not(battle, unit, choice) is None:
            return choice
    return None


def is_bound_to_flee(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may only get away or surrender."""
    return (
        unit.broken
        and battle.rules.why_not_broken is not None
        and battle.holds(battle.rules.ids.broken, unit)
    )


def why_not_broken(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """DOL-040, AAC-041: why a broken unit may not make a choice."""
    ids = battle.rules.ids
    if not is_bound_to_flee(battle, unit):
        return None
    if choice.verb == DONE:
        if must_flee(battle, unit) and battle.holds(ids.broken, unit):
            return Refusal("must-flee", ids.broken, unit.index)
        return None
    spec = battle.spec_of(choice.verb)
    if spec is None or not (spec.is_move() or spec.helps_to_flee()):
        if battle.holds(ids.broken, unit):
            return Refusal("is-broken", ids.broken, unit.index)
    elif spec.is_move() and not leads_away(battle, unit, choice):
        if battle.holds(ids.broken, unit):
            return Refusal("not-away", ids.broken, unit.index)
    return None


def must_flee(battle: Battle, unit: Unit) -> bool:
    """Whether it has a move left and a destination: it must not stay."""
    if unit.moves == 0 or unit.prone or unit.locked or battle.state.clock.phase > 0:
        return False
    return flight_choice(battle, unit) is not None


def leads_away(battle: Battle, unit: Unit, choice: Choice) -> bool:
    """Whether the move ends closer to the exit, or at least no closer to the nearest foe."""
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
        if field.steps_from(goal) < field.steps_from(here):
            return True
    return steps_to_nearest_foe(battle, unit, goal, foes) >= steps_to_nearest_foe(
        battle, unit, here, foes
    )


def steps_to_nearest_foe(battle: Battle, unit: Unit, cell: i64, foes: list[Unit]) -> i64:
    """Steps from a square to the nearest foe."""
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


def or_flight(battle: Battle, choice: Choice) -> Choice:
    """For minds: the choice, or flight if a broken unit must not stay."""
    if choice.verb != DONE:
        return choice
    unit = battle.state.units[choice.unit]
    if not unit.broken or why_not_broken(battle, unit, choice) is None:
        return choice
    away = flight_choice(battle, unit)
    return choice if away is None else away
