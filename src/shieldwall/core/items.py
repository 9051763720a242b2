"""Things that fall to the ground and are taken up again."""

from __future__ import annotations

from shieldwall.core.battle import Battle
from shieldwall.core.events import DroppedWeapon, PickedUp
from shieldwall.core.state import Dropped, Unit


def drop_weapon(battle: Battle, unit: Unit) -> None:
    """G-27: what was in hand lies in the square."""
    if unit.wielded < 0:
        return
    weapon = unit.weapons[unit.wielded]
    if weapon.natural or weapon.unarmed:
        return
    state = battle.state
    unit.gone |= 1 << int(unit.wielded)
    cell = int(unit.y * state.grid.width + unit.x)
    state.dropped = [*state.dropped, Dropped(cell, weapon)]
    if battle.log is not None:
        battle.emit(DroppedWeapon(unit.index, unit.wielded))
    unit.wielded = -1


def take_up(battle: Battle, unit: Unit, number: int) -> None:
    """Thing `number` of those on the ground is Readied, in hand."""
    state = battle.state
    thing = state.dropped[number]
    state.dropped = state.dropped[:number] + state.dropped[number + 1 :]
    for own in range(len(unit.weapons)):
        if unit.gone >> own & 1 and unit.weapons[own] is thing.weapon:
            unit.gone &= ~(1 << own)
            unit.wielded = own
            break
    else:
        unit.weapons = [*unit.weapons, thing.weapon]
        unit.wielded = len(unit.weapons) - 1
    if battle.log is not None:
        battle.emit(PickedUp(unit.index, unit.wielded, thing.cell))


def gather(battle: Battle, unit: Unit) -> None:
    """SOV-095: one who stands up takes along what lies in its square."""
    state = battle.state
    here = int(unit.y * state.grid.width + unit.x)
    number = 0
    while number < len(state.dropped):
        if state.dropped[number].cell == here:
            take_up(battle, unit, number)
        else:
            number += 1
