"""What talents make of a blow, a last breath and a side's nerve, as small questions about sheets.

Asked only of those who have some talent at all, or of weapons that are made for something. The
figures are Dolmenwood's (DOL-048) where a sheet does not give its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.battle import Battle
from shieldwall.core.effect_kinds import FEINTING, LAST_STAND, LASTING, RAGING, UNTIL_END_OF_FIGHT
from shieldwall.core.events_blows import HungOn
from shieldwall.core.senses import knows_place
from shieldwall.core.sheet import Sheet
from shieldwall.core.space.measure import distance
from shieldwall.core.state import ACTIVE, Effect, Unit
from shieldwall.core.traits import NO_TRAITS, USED_ESCAPE, Traits

CITE: Final = "DOL-048"

BACKSTAB_HIT: Final = 4
BACKSTAB_DICE: Final = 3
BACKSTAB_SIDES: Final = 4
RAGE_BONUS: Final = 2
RAGE_AC: Final = -4
LAST_ROUNDS: Final = 5
VOICE: Final = 12
"""Squares that a leader's voice carries: 60 ft."""
COLD_IRON_HARM: Final = 1


# Against whom.


def known_foe(traits: Traits, target: Sheet, damage: bool) -> i64:
    """What one adds against those one has learnt to fight: a kind of foe, or all that is large."""
    bonus: i64 = 0
    if traits.slays & target.kin:
        bonus += traits.slay_damage if damage else traits.slay_hit
    if target.size > 1:
        bonus += traits.large_damage if damage else traits.large_hit
    return bonus


def is_unawares(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether a back is open to a knife: no larger than a man, and unaware of the attacker."""
    if target.sheet.size > 1:
        return False
    return target.surprised or not knows_place(battle.state, target.side, attacker)


def roll_backstab(battle: Battle, attacker: Unit) -> i64:
    total: i64 = 0
    for _ in range(BACKSTAB_DICE):
        total += battle.roll("damage", BACKSTAB_SIDES, attacker.index)
    return total


def defended(battle: Battle, attacker: Unit, target: Unit) -> i64:
    """What a friend at the target's side, who defends others, takes off a foe's roll."""
    best: i64 = 0
    for other in battle.state.units:
        traits = other.sheet.traits
        if traits is not NO_TRAITS and traits.defends > best and other.status == ACTIVE:
            if other is not target and battle.are_foes(other, attacker):
                if not battle.are_foes(other, target) and distance(other, target) <= 1:
                    best = traits.defends
    return best


# Lasting.


def rage(unit: Unit) -> None:
    """From now on it hits harder, is easier to hit, and does not turn its back."""
    unit.effects = [*unit.effects, Effect(RAGING, unit.index, UNTIL_END_OF_FIGHT, RAGE_AC)]


def lasting_hit(unit: Unit) -> i64:
    """What rage and a second blade add to its rolls to hit."""
    bonus: i64 = 0
    for effect in unit.effects:
        if effect.kind == RAGING:
            bonus += RAGE_BONUS
        elif effect.kind == FEINTING:
            bonus += effect.value
    return bonus


def lasting_damage(unit: Unit) -> i64:
    return RAGE_BONUS if unit.effect(RAGING) is not None else 0


def stands_on(battle: Battle, unit: Unit) -> bool:
    """At 0 HP, the first time: on its feet for some rounds more, with a last hit point."""
    if not unit.sheet.traits.last_stand or unit.used & USED_ESCAPE:
        return False
    unit.used |= USED_ESCAPE
    unit.hp = 1
    until = LASTING + battle.state.clock.round + LAST_ROUNDS
    unit.effects = [*unit.effects, Effect(LAST_STAND, unit.index, until)]
    if battle.log is not None:
        battle.emit(HungOn(unit.index, 1))
    return True


# Nerve.


def nerve_bonus(battle: Battle, members: list[Unit]) -> i64:
    """What a leader within earshot of half of them adds to morale, and a gallant foe takes."""
    led: i64 = 0
    daunted: i64 = 0
    for other in battle.state.units:
        traits = other.sheet.traits
        if traits is NO_TRAITS or other.status != ACTIVE:
            continue
        if battle.are_foes(other, members[0]):
            if traits.daunts > daunted:
                daunted = traits.daunts
        elif traits.leads > led:
            hear = 0
            for member in members:
                if distance(other, member) <= VOICE:
                    hear += 1
            if hear * 2 >= len(members):
                led = traits.leads
    return led - daunted
