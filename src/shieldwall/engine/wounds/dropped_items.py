"""Dropping and picking up weapons."""

from __future__ import annotations

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import DroppedWeapon, PickedUp
from shieldwall.engine.state.state import Dropped, Unit


def drop_weapon(battle: Battle, unit: Unit) -> None:
    """G-27: drop the wielded weapons into the square."""
    if unit.off_hand >= 0:
        drop(battle, unit, int(unit.off_hand))
    if unit.wielded >= 0:
        drop(battle, unit, int(unit.wielded))
    unit.off_hand = -1
    unit.wielded = -1


def drop(battle: Battle, unit: Unit, number: int) -> None:
    """Drop one weapon; natural weapons and bare hands stay."""
    weapon = unit.weapons[number]
    if weapon.natural or weapon.unarmed:
        return
    state = battle.state
    unit.gone |= 1 << number
    cell = int(unit.y * state.grid.width + unit.x)
    state.dropped = [*state.dropped, Dropped(cell, weapon)]
    if battle.log is not None:
        battle.emit(DroppedWeapon(unit.index, number))


def take_up(battle: Battle, unit: Unit, number: int) -> None:
    """Pick up item `number` from the ground and wield it, readied."""
    state = battle.state
    item = state.dropped[number]
    state.dropped = state.dropped[:number] + state.dropped[number + 1 :]
    for own in range(len(unit.weapons)):
        if unit.gone >> own & 1 and unit.weapons[own].is_like(item.weapon):
            unit.gone &= ~(1 << own)
            unit.off_hand = -1
            unit.wield(own)
            break
    else:
        unit.weapons = [*unit.weapons, item.weapon]
        battle.last_bystanders.forget()
        battle.roster += 1
        unit.off_hand = -1
        unit.wield(len(unit.weapons) - 1)
    if battle.log is not None:
        battle.emit(PickedUp(unit.index, unit.wielded, item.cell))


def gather(battle: Battle, unit: Unit) -> None:
    """A unit that stands up picks up the weapons in its square (SOV-095)."""
    state = battle.state
    here = int(unit.y * state.grid.width + unit.x)
    number = 0
    while number < len(state.dropped):
        if state.dropped[number].cell == here:
            take_up(battle, unit, number)
        else:
            number += 1
