"""Knowledge of a side: positions, foes, and a state for looking ahead without the rest.

Noticing foes is part of the rules (light, hiding, invisibility), so the engine decides it
(`engine/space/visibility.py`) and the state stores it. Minds, odds, environments and the table all
ask here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import HIDDEN
from shieldwall.engine.move.movement import put
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.reach import crowd, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.visibility import is_noticed
from shieldwall.engine.space.visibility import known_foes as known_foes
from shieldwall.engine.space.visibility import knows_place as knows_place
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, State, Unit
from shieldwall.engine.tape.dice import Dice

TRIES: Final = 40
"""Squares tried for a unit that is out of sight."""


def is_hidden(unit: Unit) -> bool:
    """Whether any side does not know where it is."""
    return unit.unknown_to != 0


def unknown_foes(state: State, side: int) -> list[int]:
    """The active foes unknown to a side."""
    team = state.sides[side].team
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.status == ACTIVE
        and state.sides[unit.side].team != team
        and not knows_place(state, side, unit)
    ]


def without(state: State, units: list[int]) -> State:
    """A copy without these units."""
    twin = state.copy()
    for number in units:
        twin.units[number].status = FLED
    return twin


def as_known(state: State, side: int) -> State:
    """A copy without the foes unknown to the side."""
    return without(state, unknown_foes(state, side))


def imagine(state: State, rules: Ruleset, side: i64, dice: Dice) -> None:
    """Fill the gaps in the side's knowledge with a random possibility consistent with it."""
    for unit in state.units:
        if unit.status > DOWN or knows_place(state, side, unit):
            continue
        if unit.effect(HIDDEN) is not None:
            # The side does not know that it exists, so it must not count as a loss.
            unit.status = FLED
            unit.summoned = 1
            unit.effects = []
        else:
            unit.hp = unit.sheet.hp
            put_out_of_sight(state, rules, int(side), unit, dice)


def put_out_of_sight(state: State, rules: Ruleset, side: int, unit: Unit, dice: Dice) -> None:
    """Put a unit where it fits and the side would not notice it; otherwise anywhere it fits."""
    grid = state.grid
    size: i64 = unit.sheet.size
    filled = crowd(state, rules, unit, True)
    unit.x = 0
    unit.y = 0
    for _ in range(TRIES):
        x: i64 = dice.roll(grid.width) - 1
        y: i64 = dice.roll(grid.height) - 1
        cell: i64 = y * grid.width + x
        if x + size > grid.width or y + size > grid.height:
            continue
        if not room(filled, cell, size, grid.width):
            continue
        if not body_fits(grid, int(cell), int(size), int(rules.difficult_cost)):
            continue
        put(grid, unit, cell)
        if not is_noticed(state, side, unit):
            return
