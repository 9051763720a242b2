"""Swallowed units: off the map, damaged each round, and how they get out.

A swallowed unit may attack only the swallower, with a weapon small enough to be drawn inside. A
quarter of the swallower's full hit points, dealt from inside, cuts it free.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.power_events import CutFree, Swallowed
from shieldwall.engine.move.movement import carry_along, free_place, put
from shieldwall.engine.space.open_field import close_with, settle
from shieldwall.engine.state.condition import SWALLOWED, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.wounds.injury import note_locks, release

WAY_OUT: Final = 4
"""The share of the swallower's hit points, 1 in this many, that must be dealt from inside."""


def can_swallow(swallower: Unit, target: Unit) -> bool:
    """Only smaller units, and no unit that is inside another one."""
    return target.sheet.size < swallower.sheet.size and target.inside < 0 and swallower.inside < 0


def swallow(battle: Battle, swallower: Unit, target: Unit) -> None:
    if not can_swallow(swallower, target):
        return
    release(battle, target)
    target.inside = swallower.index
    battle.roster += 1
    target.aloft = 0
    target.prone = False
    target.flurry = ()
    target.effects = [
        *target.effects, Effect(SWALLOWED, swallower.index, UNTIL_END_OF_FIGHT)
    ]  # fmt: skip
    carry_along(battle.state, swallower)
    if swallower.mapless:
        close_with(swallower, target)
    note_locks(battle)
    if battle.log is not None:
        battle.emit(Swallowed(target.index, swallower.index))


def cut(battle: Battle, unit: Unit, swallower: Unit, amount: i64) -> None:
    """Damage from inside."""
    held = unit.effect(SWALLOWED)
    if held is None or unit.inside != swallower.index:
        return
    done: i64 = held.value + amount
    if done * WAY_OUT >= swallower.sheet.hp:
        spit_out(battle, unit)
        return
    deeper = Effect(SWALLOWED, held.by, held.until, done)
    unit.effects = [deeper if effect is held else effect for effect in unit.effects]


def spit_out(battle: Battle, unit: Unit) -> None:
    """Put the unit on the nearest free square; if there is none, it stays inside."""
    state = battle.state
    swallower = state.units[unit.inside]
    cell = free_place(battle, unit, swallower.y * state.grid.width + swallower.x)
    if cell < 0:
        return
    unit.inside = -1
    battle.roster += 1
    unit.effects = [effect for effect in unit.effects if effect.kind is not SWALLOWED]
    put(state.grid, unit, cell)
    if state.grid.open:
        settle(state, unit)
    unit.prone = True
    note_locks(battle)
    if battle.log is not None:
        battle.emit(CutFree(unit.index, swallower.index, int(cell)))


def leave_dead_swallower(battle: Battle, unit: Unit) -> None:
    """Leave a swallower that no longer stands."""
    if battle.state.units[unit.inside].status != ACTIVE:
        spit_out(battle, unit)
