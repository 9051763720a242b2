"""Wounds: what becomes of one who reaches 0 HP, dying, binding wounds, falling from a height."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import AGAINST, save
from shieldwall.engine.events.action_events import FellDown, Freed
from shieldwall.engine.events.attack_events import Died, Fell, Harmed
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import GRAPPLING
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, State, Unit
from shieldwall.engine.wounds.dropped_items import drop_weapon


def falls(battle: Battle, unit: Unit, by: int, spared: bool) -> None:
    """At 0 HP: one with a name is mortally injured, the frail and the nameless are dead.

    One struck down with a weapon that spares is only knocked out.
    """
    if stays_up(battle, unit):
        return
    dying = (unit.sheet.named and not unit.frail) or spared
    lay_low(battle, unit, by, dying, spared or (dying and is_stable(unit)), spared)


def stays_up(battle: Battle, unit: Unit) -> bool:
    """At 0 HP: whether some ability keeps it on its feet."""
    for ability in unit.sheet.abilities.at_zero:
        if ability.at_zero(battle, unit):
            return True
    return False


def would_stay_up(unit: Unit) -> bool:
    """The same before it happens: whether it has yet to escape a fall as some do once."""
    for ability in unit.sheet.abilities.at_zero:
        if not ability.is_spent(unit):
            return True
    return False


def is_stable(unit: Unit) -> bool:
    """Whether it does not die of its wounds once it is down."""
    for ability in unit.sheet.abilities.at_is_stable:
        if ability.is_stable():
            return True
    return False


def slain(battle: Battle, unit: Unit, by: int, spared: bool) -> None:
    """G-42: at 0 HP one is dead; a character may have a save against Doom, and lies senseless."""
    if stays_up(battle, unit):
        return
    saved = False
    if battle.rules.doom_save and is_character(battle.state, unit) and not spared:
        saved = save(battle, unit, AGAINST, 0, battle.rules.ids.doom_save)
    lay_low(battle, unit, by, spared or saved, True, spared or saved)


def is_character(state: State, unit: Unit) -> bool:
    """DOL-039: one whom a player plays: with a name, on a side of the players."""
    return state.sides[unit.side].players and unit.sheet.named and not unit.sheet.creature


def lay_low(
    battle: Battle, unit: Unit, by: int, dying: bool, stable: bool, senseless: bool
) -> None:
    """Down or dead: what was in hand falls, and what it was under ends."""
    unit.status = DOWN if dying else DEAD
    unit.prone = True
    unit.fell = battle.state.clock.round
    unit.stable = stable
    unit.out_cold = senseless
    unit.flurry = ()
    release(battle, unit)
    unit.effects = []
    drop_weapon(battle, unit)
    if battle.log is not None:
        how = "out cold" if senseless else "down" if dying else "dead"
        battle.emit(Fell(unit.index, by, how))


def release(battle: Battle, fallen: Unit) -> None:
    """G-17: one who is down neither holds nor is held."""
    if not fallen.locked:
        return
    for unit in battle.state.units:
        victim = victim_of(unit)
        if victim >= 0 and (victim == fallen.index or unit is fallen):
            let_go(battle, unit)


def victim_of(unit: Unit) -> int:
    """Whom the unit holds, -1 for nobody."""
    held = unit.effect(GRAPPLING) if unit.effects else None
    return -1 if held is None else held.whom.bit_length() - 1


def let_go(battle: Battle, unit: Unit) -> None:
    victim = victim_of(unit)
    unit.effects = [effect for effect in unit.effects if effect.kind is not GRAPPLING]
    note_locks(battle)
    if battle.log is not None:
        battle.emit(Freed(victim, unit.index))


def grip_reach(unit: Unit) -> i64:
    """How many squares away it can hold somebody: an arm's length, or that of what it grew."""
    reach: i64 = 1
    for weapon in unit.weapons:
        if weapon.natural and weapon.reach > reach * 5:
            reach = weapon.reach // 5
    return reach


def check_grips(battle: Battle) -> None:
    """Whoever has been torn away is no longer held."""
    for unit in battle.state.units:
        victim = victim_of(unit) if unit.effects else -1
        if victim >= 0 and distance(unit, battle.state.units[victim]) > grip_reach(unit):
            let_go(battle, unit)


def note_locks(battle: Battle) -> None:
    """Mark who holds or is held."""
    units = battle.state.units
    for unit in units:
        unit.locked = unit.inside >= 0
    for unit in units:
        victim = victim_of(unit)
        if victim >= 0:
            unit.locked = True
            units[victim].locked = True


def bleed(battle: Battle) -> None:
    """G-20: whoever is not stabilised by the end of the sixth round after the fall dies."""
    state = battle.state
    for unit in state.units:
        if (
            unit.status == DOWN
            and not unit.stable
            and state.clock.round >= unit.fell + battle.rules.dying_rounds
        ):
            unit.status = DEAD
            if battle.log is not None:
                battle.emit(Died(unit.index))


def drop_from_height(battle: Battle, unit: Unit, feet: i64, by: int) -> None:
    """G-05: 1d6 for every 10 ft, at most twenty dice."""
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
    unit.hp = unit.hp - taken if taken < unit.hp else 0
    unit.hurt = True
    for effect in unit.effects:
        effect.kind.when_disturbed(effect, battle, unit, True)
    if battle.log is not None:
        battle.emit(Harmed(unit.index, by, taken, unit.hp, "fall"))
    if unit.hp == 0 and unit.status == ACTIVE:
        battle.rules.injury(battle, unit, by, False)
    battle.rules.morale(battle, unit)
