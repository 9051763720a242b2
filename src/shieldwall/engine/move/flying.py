"""Flight: how high and how far, coming down, and falling out of the air.

A flyer keeps a height above what lies under it, in steps of 5 ft. It passes over foes, walls and
bad ground where the ceiling leaves room, and shares its square with nobody. With its feet on the
ground it is like anybody else until it moves.
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
    """Feet it flies in a Move, by nature or by magic; 0 where it cannot."""
    far: i64 = unit.sheet.flight_ft
    for effect in unit.effects:
        far = max(far, effect.kind.flight_ft(effect))
    return far


def can_stay_up(unit: Unit) -> bool:
    """Whether nothing keeps it from flying."""
    if unit.status != ACTIVE or unit.prone or flight_of(unit) == 0:
        return False
    for effect in unit.effects:
        kind = effect.kind
        if kind.helpless or kind.holds_fast() or kind.is_inert():
            return False
    return True


def plunge(battle: Battle, unit: Unit) -> None:
    """Out of the air: onto the ground below, or the nearest there is to lie on (G-05)."""
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
