"""Applying damage, and lasting effects: their consequences and how they end.

The functions on effects are called only for units that have any.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import HarmDue, Harmed
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.magic_events import Conditioned, Recovered, WallGone
from shieldwall.engine.events.power_events import Rose, Withstood
from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.magic.spell_data import with_raised
from shieldwall.engine.state.condition import (
    LASTING,
    OWED,
    UNTIL_END_OF_FIGHT,
)
from shieldwall.engine.state.state import ACTIVE, END_SETTLED, Effect, Unit
from shieldwall.engine.wounds.standing import change_status

CREATURE: Final = "creature"
"""Instead of a rule id: stated by the creature's file."""

DEATH: Final = "death"
"""The cause of death without a wound."""


# Losing hit points.


def suffer(
    battle: Battle,
    target: Unit,
    by: i64,
    amount: i64,
    cause: str,
    sparing: bool,
    terms: list[Term] | None,
    kinds: i64 = 0,
) -> i64:
    """T7: apply damage; at 0 HP the book's injury rule follows.

    Returns the damage taken. `kinds` is the bit mask of the harm (`engine.state.harm`).
    """
    if battle.state.clock.put_off:
        put_off(battle, target, by, amount, cause, sparing, terms, kinds)
        return amount
    taken: i64 = amount
    if target.sheet.abilities.unusual:
        taken = withstand(battle, target, amount, kinds, terms)
    for effect in target.effects:
        taken = effect.kind.damage_taken(effect, battle, taken, terms)
    left: i64 = target.hp - taken
    if left < 0:
        left = 0
    if left == 0 and target.effects and target.hp > 0 and is_kept_alive(target):
        left = 1
    target.hp = left
    if taken > 0:
        target.hurt = True
        for effect in target.effects:
            effect.kind.when_disturbed(effect, battle, target, True)
    if battle.log is not None:
        event = Harmed(target.index, by, taken, left, cause)
        if terms is not None:
            event.terms.extend(terms)
        battle.emit(event)
    if left == 0:
        bring_down(battle, target, by, sparing)
    battle.rules.morale(battle, target)
    return taken


def what_is_left(target: Unit, amount: i64, kinds: i64) -> i64:
    """Forecast: the damage the target would take from a harm of these kinds."""
    left: i64 = amount
    for ability in target.sheet.abilities.at_damage_taken:
        left = ability.damage_taken(left, kinds)
    for effect in target.effects:
        left = effect.kind.damage_taken(effect, None, left, None)
    return left


def is_immune(target: Unit, kinds: i64) -> bool:
    """Whether harm and magic of these kinds have no effect on it."""
    for ability in target.sheet.abilities.at_is_immune:
        if ability.is_immune(kinds):
            return True
    return False


def is_kept_alive(unit: Unit) -> bool:
    for effect in unit.effects:
        if effect.kind.keeps_alive():
            return True
    return False


def withstand(
    battle: Battle, target: Unit, amount: i64, kinds: i64, terms: list[Term] | None
) -> i64:
    """The damage left after the target's abilities; records the kinds for the round."""
    left: i64 = amount
    for ability in target.sheet.abilities.at_damage_taken:
        left = ability.damage_taken(left, kinds)
    kept = left > 0
    for ability in target.sheet.abilities.at_keeps_mark:
        kept = kept or ability.keeps_mark(kinds)
    if kept:
        target.marks |= kinds
    if battle.log is not None and left != amount:
        if terms is not None:
            terms.append(Term("its nature", left - amount, CREATURE))
        battle.emit(Withstood(target.index, amount, left))
    return left


def bring_down(battle: Battle, target: Unit, by: i64, sparing: bool) -> None:
    """Take a unit at 0 HP down and end its effects."""
    if battle.state.clock.put_off:
        put_off(battle, target, by, 0, DEATH, sparing, None)
        return
    if target.effects and target.hp > 0 and is_kept_alive(target):
        taken: i64 = target.hp - 1
        target.hp = 1
        if battle.log is not None and taken > 0:
            battle.emit(Harmed(target.index, by, taken, 1, DEATH))
        return
    target.hp = 0
    for effect in target.effects:
        if effect.kind.ends_at_zero():
            end_effect(battle, target, effect)
    battle.rules.injury(battle, target, by, sparing)


def put_off(
    battle: Battle,
    target: Unit,
    by: i64,
    amount: i64,
    cause: str,
    sparing: bool,
    terms: list[Term] | None,
    kinds: i64 = 0,
) -> None:
    """Postpone damage among simultaneous sides to the end of the phase (G-44)."""
    deadly = 1 if cause == DEATH else 0
    whom = int(kinds) * 2 + (1 if sparing else 0)
    owed = Effect(OWED, by, UNTIL_END_OF_FIGHT, amount, whom, deadly)
    target.effects = [*target.effects, owed]
    if battle.log is not None:
        event = HarmDue(target.index, by, amount, cause)
        if terms is not None:
            event.terms.extend(terms)
        battle.emit(event)


def apply_postponed_harm(battle: Battle) -> None:
    """At the end of the phase, apply all postponed damage, in unit order."""
    battle.state.clock.put_off = False
    for unit in battle.state.units:
        owed = [effect for effect in unit.effects if effect.kind is OWED]
        if not owed:
            continue
        unit.effects = [effect for effect in unit.effects if effect.kind is not OWED]
        for effect in owed:
            if unit.status != ACTIVE:
                break
            sparing = bool(effect.whom & 1)
            if effect.power:
                bring_down(battle, unit, effect.by, sparing)
                battle.rules.morale(battle, unit)
            else:
                kinds: i64 = effect.whom >> 1
                suffer(battle, unit, effect.by, effect.value, "hit", sparing, None, kinds)


# Attacks.


def is_dulled(attacker: Unit, weapon: i64) -> bool:
    for effect in attacker.effects:
        if effect.kind.blunts(effect, weapon):
            return True
    return False


def gets_through(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether a hit counts against a target that only blunt force harms."""
    for effect in target.effects:
        if not effect.kind.lets_through(effect, battle, attacker):
            return False
    return True


def exert(battle: Battle, unit: Unit) -> bool:
    """Apply the cost of effort before an attack or move; True if the unit still stands."""
    before = unit.status
    for effect in unit.effects:
        effect.kind.before_effort(effect, battle, unit)
    return unit.status == before


# Start and end of effects.


def add_effect(battle: Battle, unit: Unit, effect: Effect) -> None:
    """Add an effect to the unit; of two effects of the same kind the longer one stays."""
    kept: list[Effect] = []
    for other in unit.effects:
        if other.kind is effect.kind and other.power != 0:
            if effect.kind.is_same(other, effect):
                if lasts_longer(other.until, effect.until):
                    return
                continue
        kept.append(other)
    unit.effects = [*kept, effect]
    if battle.log is not None:
        battle.emit(Conditioned(unit.index, effect.kind.name, effect.until))


def lasts_longer(mark: i64, other: i64) -> bool:
    """Whether `mark` is later than `other`; the end of the fight comes last."""
    if other < LASTING:
        return False
    return mark < LASTING or mark > other


def end_effect(battle: Battle, unit: Unit, gone: Effect) -> None:
    """End an effect, early or in time, and undo its changes."""
    unit.effects = [effect for effect in unit.effects if effect is not gone]
    if gone.kind.ended(gone, battle, unit) and battle.log is not None:
        battle.emit(Recovered(unit.index, gone.kind.name))


def get_up(battle: Battle, unit: Unit) -> None:
    """Put a unit that was struck down back on its feet, with the healing of a round."""
    mended: i64 = 0
    for ability in unit.sheet.abilities.at_rises_with:
        mended += ability.rises_with()
    change_status(battle, unit, ACTIVE)
    unit.stable = False
    unit.out_cold = False
    unit.hp = min(int(unit.sheet.hp), max(1, int(mended)))
    unit.used &= ~END_SETTLED
    if battle.log is not None:
        battle.emit(Rose(unit.index, unit.hp))
    if HOOKS.make_room is not None:
        HOOKS.make_room(battle, unit)


def wear_off(battle: Battle) -> None:
    """At the end of a round: end expired magic, with its aftereffects."""
    state = battle.state
    over: i64 = LASTING + state.clock.round
    for unit in state.units:
        if unit.effects:
            for effect in unit.effects:
                if LASTING <= effect.until <= over:
                    end_effect(battle, unit, effect)
                    effect.kind.worn_off(effect, battle, unit)
    if state.raised:
        gone = [wall for wall in state.raised if LASTING <= wall.until <= over]
        for wall in gone:
            take_down(battle, wall.key())


def take_down(battle: Battle, key: tuple[object, ...]) -> None:
    """Remove a raised wall."""
    state = battle.state
    for wall in state.raised:
        if wall.key() == key and battle.log is not None:
            battle.emit(WallGone(wall.name))
    state.raised = [wall for wall in state.raised if wall.key() != key]
    state.grid = with_raised(state.grid, state.raised)


def burn(battle: Battle) -> None:
    """At the end of a round: damage from conditions to units affected and nearby."""
    for unit in battle.state.units:
        if unit.status == ACTIVE:
            for effect in unit.effects:
                effect.kind.round_end(effect, battle, unit)


def deal_element_damage(
    battle: Battle, target: Unit, by: i64, amount: i64, cause: str, kinds: i64 = 0
) -> i64:
    """Damage by fire, cold and the like, reduced by wards against the elements."""
    from_element = amount
    for effect in target.effects:
        from_element = effect.kind.element_taken(effect, battle, target, from_element)
        if from_element < 0:
            return 0
    return suffer(battle, target, by, from_element, cause, False, None, kinds)
