"""Possible attacks of a unit with its usable weapons: range, damage, the foes it could stop."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.attack.blow import MELEE, SHOT, Blow, Sum
from shieldwall.engine.attack.damage import (
    can_deal,
    can_hit,
    hardest_blow,
    hardest_with,
    kinds_of,
    most_dealt,
    most_on_miss,
    shock_lands,
)
from shieldwall.engine.attack.legality import reach_with
from shieldwall.engine.attack.numbers import attribute, shock_of
from shieldwall.engine.battle import Battle
from shieldwall.engine.reaction_spec import ANYWHERE
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.engine.wounds.effects import is_dulled, is_kept_alive, what_is_left
from shieldwall.engine.wounds.injury import would_stay_up


def most_damage(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """The most damage a hit can deal."""
    brawl: i64 = unit.sheet.skill_in(weapon.skill) if weapon.unarmed else 0
    own = Sum(False)
    for ability in unit.sheet.abilities.at_own_damage:
        ability.own_damage(weapon, how, own)
    return (
        weapon.dice * weapon.sides
        + weapon.bonus
        + weapon.magic
        + unit.sheet.attributes[attribute(unit, weapon)]
        + brawl
        + own.total
    )


def is_at_hand(unit: Unit, number: i64) -> bool:
    """Whether a weapon can be used at once: wielded or natural."""
    if number == unit.wielded or number == unit.off_hand:
        return True
    weapon = unit.weapons[number]
    if not (weapon.unarmed or weapon.natural):
        return False
    lost = unit.gone | unit.stowed
    return lost == 0 or not lost >> int(number) & 1


def has_something_at_hand(unit: Unit) -> bool:
    if unit.wielded >= 0:
        return True
    for number in range(len(unit.weapons)):
        if is_at_hand(unit, number):
            return True
    return False


def arms_of(unit: Unit) -> list[int]:
    """The indexes of usable weapons, the wielded one first."""
    found = [int(unit.wielded)] if unit.wielded >= 0 else []
    for number in range(len(unit.weapons)):
        if number != unit.wielded and is_at_hand(unit, number):
            found.append(number)
    return found


def snap_blow(unit: Unit, foe: Unit, number: i64, how: i64) -> Blow:
    """A Snap Attack in progress; with two weapons wielded it is one of two (SOV-136)."""
    blow = Blow(unit, foe, number, int(how))
    blow.snap = True
    if unit.off_hand >= 0:
        if number == unit.off_hand:
            blow.second = unit.wielded
        elif number == unit.wielded:
            blow.second = unit.off_hand
    return blow


def could_stop(battle: Battle, blow: Blow) -> bool:
    """Whether an attack could put its target out of action."""
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    if attacker.effects and is_dulled(attacker, blow.weapon):
        return False
    falls = can_fall(target)
    if weapon.riders or falls:
        enough: i64 = target.hp - most_after_harm(blow)
        if (weapon.riders or can_deal(battle, blow, enough)) and can_hit(battle, blow):
            return True
    return falls and could_stop_by_missing(battle, blow)


def can_fall(target: Unit) -> bool:
    """Whether enough damage would put it out of action."""
    if would_stay_up(target):
        return False
    return not target.effects or not is_kept_alive(target)


def most_after_harm(blow: Blow) -> i64:
    """The most damage that conditions of the attacker add after a hit."""
    most: i64 = 0
    for effect in blow.attacker.effects:
        most += effect.kind.most_after_harm(effect, blow)
    return most


def could_stop_by_missing(battle: Battle, blow: Blow) -> bool:
    """Whether the damage of a miss could put the target out of action."""
    if not battle.rules.has_shock or blow.how != MELEE:
        return False
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    hurts: i64 = most_on_miss(blow, weapon)
    if shock_lands(battle, blow):
        hurts += shock_of(attacker, weapon, blow.how)
    if hurts <= 0:
        return False
    return what_is_left(target, hurts, kinds_of(weapon)) + most_after_harm(blow) >= target.hp


def farthest_use(battle: Battle, unit: Unit, at_hand: bool) -> i64:
    """Feet beyond which none of its weapons can be used, or none of those usable at once."""
    if battle.lenient:
        return ANYWHERE
    most: i64 = 0
    number: i64
    for number in range(len(unit.weapons)):
        if not at_hand or is_at_hand(unit, number):
            weapon = unit.weapons[number]
            far: i64 = reach_with(battle.rules, unit, weapon)
            if far > most:
                most = far
            if weapon.long_range > most:
                most = weapon.long_range
    return most


def most_in_all(battle: Battle, blow: Blow) -> i64:
    """The most total damage of an attack, at any positions, including aftereffects."""
    most: i64 = most_dealt(battle, blow) + most_after_harm(blow)
    if blow.second >= 0:
        most += battle.rules.dual_damage * 2
    return most


def might_stop(battle: Battle, unit: Unit, mover: Unit) -> bool:
    """Quick version of `could_stop` before the mover's position is known; never misses a case."""
    if mover.hp > hardest_blow(battle, unit, mover):
        return False
    plain = not unit.effects and not mover.effects and mover.sheet.abilities is NO_ABILITIES
    number: i64
    for number in range(len(unit.weapons)):
        if is_at_hand(unit, number):
            weapon = unit.weapons[number]
            if plain and mover.hp > hardest_with(battle.rules, unit, weapon):
                continue
            if weapon.riders:
                return True
            blow = snap_blow(unit, mover, number, SHOT)
            if weapon.ranged and most_in_all(battle, blow) >= mover.hp:
                return True
            if weapon.melee:
                blow.how = MELEE
                if most_in_all(battle, blow) >= mover.hp:
                    return True
                if can_fall(mover) and could_stop_by_missing(battle, blow):
                    return True
    return False
