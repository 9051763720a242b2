"""Wounds: units at 0 HP, dying, first aid, falling from a height."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import FellDown, Freed
from shieldwall.engine.events.attack_events import Died, Fell
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import GRAPPLING
from shieldwall.engine.state.state import DEAD, DOWN, State, Unit
from shieldwall.engine.wounds.dropped_items import drop_weapon
from shieldwall.engine.wounds.effects import end_effect, suffer
from shieldwall.engine.wounds.standing import change_status


def falls(battle: Battle, unit: Unit, by: int, spared: bool) -> None:
    """At 0 HP: named units are mortally injured, frail and nameless ones are dead.

    A unit felled by a weapon that spares is only knocked out.
    """
    if stays_up(battle, unit):
        return
    dying = (unit.sheet.named and not unit.frail) or spared
    take_down_unit(battle, unit, by, dying, spared or (dying and is_stable(unit)), spared)


def stays_up(battle: Battle, unit: Unit) -> bool:
    """At 0 HP: whether an ability keeps the unit on its feet."""
    for ability in unit.sheet.abilities.at_zero:
        if ability.at_zero(battle, unit):
            return True
    return False


def would_stay_up(unit: Unit) -> bool:
    """Forecast: whether the unit would stay up once at 0 HP."""
    for ability in unit.sheet.abilities.at_zero:
        if not ability.is_spent(unit):
            return True
    return False


def is_stable(unit: Unit) -> bool:
    """Whether the unit, once down, does not die of its wounds."""
    for ability in unit.sheet.abilities.at_is_stable:
        if ability.is_stable():
            return True
    return False


def is_character(state: State, unit: Unit) -> bool:
    """A player character: named, on a side of the players (DOL-039)."""
    return state.sides[unit.side].players and unit.sheet.named and not unit.sheet.creature


def take_down_unit(
    battle: Battle, unit: Unit, by: int, dying: bool, stable: bool, senseless: bool
) -> None:
    """Take a unit down or kill it: it drops its weapons, and its effects end."""
    change_status(battle, unit, DOWN if dying else DEAD)
    unit.prone = True
    unit.fell = battle.state.clock.round
    unit.stable = stable
    unit.out_cold = senseless
    unit.flurry = ()
    release(battle, unit)
    for effect in unit.effects:
        if effect.kind.ends_at_zero():
            end_effect(battle, unit, effect)
    if unit.effects:
        unit.effects = []
    drop_weapon(battle, unit)
    if battle.log is not None:
        how = "out cold" if senseless else "down" if dying else "dead"
        battle.emit(Fell(unit.index, by, how))


def release(battle: Battle, fallen: Unit) -> None:
    """G-17: end the grapples of a fallen unit."""
    if not fallen.locked:
        return
    for unit in battle.state.units:
        victim = victim_of(unit)
        if victim >= 0 and (victim == fallen.index or unit is fallen):
            let_go(battle, unit)


def victim_of(unit: Unit) -> int:
    """The unit it holds, -1 for none."""
    held = unit.effect(GRAPPLING) if unit.effects else None
    return -1 if held is None else held.whom.bit_length() - 1


def let_go(battle: Battle, unit: Unit) -> None:
    victim = victim_of(unit)
    unit.effects = [effect for effect in unit.effects if effect.kind is not GRAPPLING]
    note_locks(battle)
    if battle.log is not None:
        battle.emit(Freed(victim, unit.index))


def grip_reach(unit: Unit) -> i64:
    """Squares over which it can hold a unit: arm's length, or that of a grown limb."""
    reach: i64 = 1
    for weapon in unit.weapons:
        if weapon.natural and weapon.reach_ft > reach * 5:
            reach = weapon.reach_ft // 5
    return reach


def check_grips(battle: Battle) -> None:
    """Release units that are out of their holder's reach."""
    for unit in battle.state.units:
        victim = victim_of(unit) if unit.effects else -1
        if victim >= 0 and distance(unit, battle.state.units[victim]) > grip_reach(unit):
            let_go(battle, unit)


def note_locks(battle: Battle) -> None:
    """Mark units that hold or are held."""
    units = battle.state.units
    for unit in units:
        unit.locked = unit.inside >= 0
    for unit in units:
        victim = victim_of(unit)
        if victim >= 0:
            unit.locked = True
            units[victim].locked = True


def bleed(battle: Battle) -> None:
    """G-20: units not stabilized by the end of the sixth round after the fall die."""
    state = battle.state
    for unit in state.units:
        if (
            unit.status == DOWN
            and not unit.stable
            and state.clock.round >= unit.fell + battle.rules.dying_rounds
        ):
            change_status(battle, unit, DEAD)
            if battle.log is not None:
                battle.emit(Died(unit.index))


def drop_from_height(battle: Battle, unit: Unit, feet: i64, by: int) -> None:
    """G-05: 1d6 per 10 ft, at most twenty dice."""
    dice: i64 = feet // 10
    if dice > 20:
        dice = 20
    if dice == 0:
        return
    if battle.log is not None:
        battle.emit(FellDown(unit.index, feet))
    taken: i64 = 0
    for _ in range(dice):
        taken += battle.roll("fall", battle.rules.fall_die, unit.index)
    unit.prone = True
    suffer(battle, unit, by, taken, "fall", False, None)
