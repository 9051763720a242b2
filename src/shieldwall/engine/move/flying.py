"""Flight: height, speed, landing and falling.

A flyer keeps a height above the ground below, in steps of 5 ft. It passes over foes, walls and bad
ground if the ceiling leaves room, and does not share its square. On the ground it is like any other
unit until it moves.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.power_events import Plunged
from shieldwall.engine.move.movement import free_place, put
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.space.reach import crowd, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.wounds.injury import drop_from_height


def flight_of(unit: Unit) -> i64:
    """Flying speed in feet per Move, natural or magical; 0 if it cannot fly."""
    far: i64 = unit.sheet.flight_ft
    for effect in unit.effects:
        far = max(far, effect.kind.flight_ft(effect))
    return far


def can_stay_up(unit: Unit) -> bool:
    """Whether nothing prevents it from flying."""
    if unit.status != ACTIVE or unit.prone or flight_of(unit) == 0:
        return False
    for effect in unit.effects:
        kind = effect.kind
        if kind.helpless or kind.holds_fast() or kind.is_inert():
            return False
    return True


def fall_from_air(battle: Battle, unit: Unit) -> None:
    """Fall to the ground below, or to the nearest square it can lie on (G-05)."""
    state = battle.state
    grid = state.grid
    feet: i64 = unit.aloft // FOOT
    unit.aloft = 0
    cell: i64 = unit.y * grid.width + unit.x
    filled = crowd(state, battle.rules, unit, True)
    size: i64 = unit.sheet.size
    if not (
        body_fits(grid, cell, size, battle.rules.difficult_cost)
        and room(filled, cell, size, grid.width)
    ):
        found = free_place(battle, unit, cell)
        cell = found if found >= 0 else cell
    put(grid, unit, cell)
    unit.prone = True
    if battle.log is not None:
        battle.emit(Plunged(unit.index, feet))
    if unit.status == ACTIVE:
        drop_from_height(battle, unit, feet, -1)
