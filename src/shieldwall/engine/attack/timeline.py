"""An attack in the order of the book: declare, redirect, roll, windows, damage or Shock, apply.

The timeline is SOV-160 to SOV-167. After every window the attack is checked again: it may have
become impossible.
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.attack.advantage import roll_again
from shieldwall.engine.attack.blow import HOW_NAMES, MELEE, THROWN, Blow
from shieldwall.engine.attack.damage import deal_damage, deal_shock, is_harmful, is_sure
from shieldwall.engine.attack.legality import why_not_struck
from shieldwall.engine.attack.numbers import hit_bonus, ignores_shield, to_hit
from shieldwall.engine.attack.screening import screened_target
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import (
    AttackRolled,
    Fell,
)
from shieldwall.engine.events.event import Term
from shieldwall.engine.magic.power_triggers import withstands_gaze
from shieldwall.engine.move.interruption import DISARMED, GRAPPLED, IMPOSSIBLE, TURNED, Stance
from shieldwall.engine.points import DECLARED, HIT, ROLLED
from shieldwall.engine.space.visibility import reveal
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, TWO_WEAPONS, Dropped, Unit
from shieldwall.engine.wounds.effects import (
    exert,
    gets_through,
    is_dulled,
)
from shieldwall.engine.wounds.standing import change_status

STOPPED: Final = 0
MISSED: Final = 1
STRUCK: Final = 2


def attack(battle: Battle, blow: Blow) -> None:
    """Resolve one attack, T0 to T7."""
    weapon = blow.attacker.weapons[blow.weapon]
    outcome = roll_attack(battle, blow)
    if outcome == STOPPED or (blow.attacker.effects and is_dulled(blow.attacker, blow.weapon)):
        return
    # T5: damage, or Shock on a miss. T6 and T7 are in `damage`: the target may negate it, then it
    # applies.
    if outcome == MISSED:
        miss(battle, blow, weapon)
    elif not blow.target.effects or gets_through(battle, blow.attacker, blow.target):
        deal_damage(battle, blow, weapon)
    if blow.target.status != ACTIVE:
        for ability in blow.attacker.sheet.abilities.at_felled:
            ability.felled(battle, blow)


def miss(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """T5 on a miss: weapon properties, abilities and Shock."""
    for special in weapon.properties:
        special.missed(battle, blow, weapon)
    if not battle.rules.has_shock:
        return
    abilities = blow.attacker.sheet.abilities
    for ability in abilities.at_miss:
        ability.miss(battle, blow, weapon)
    if blow.target.status == ACTIVE:
        deal_shock(battle, blow, weapon)
    for ability in abilities.at_after_miss:
        ability.after_miss(battle, blow, weapon)


def roll_attack(battle: Battle, blow: Blow) -> int:
    """T0 to T4: whether the attack was stopped, missed or hit."""
    battle.state.clock.alarm = True
    if not is_declared(battle, blow) or not finds_target(battle, blow):
        return STOPPED
    roll_to_hit(battle, blow)
    if not stands_after_answers(battle, blow):
        return STOPPED
    return STRUCK if blow.hit else MISSED


def is_declared(battle: Battle, blow: Blow) -> bool:
    """T0: reactions before the dice (SOV-098, SOV-152); False if they stop the attack."""
    return not (open_window(battle, blow, DECLARED) and is_stopped(battle, blow))


def finds_target(battle: Battle, blow: Blow) -> bool:
    """T1: find the unit that takes the attack (SOV-071); False if it cannot be attacked."""
    attacker = blow.attacker
    if blow.blockable:
        blow.target = screened_target(battle, blow)
    if attacker.effects and not exert(battle, attacker):
        return False
    if blow.target.sheet.powers and blow.how == MELEE:
        blow.stance = Stance(attacker)
        if not withstands_gaze(battle, attacker, blow.target) or is_stopped(battle, blow):
            return False
    for effect in blow.target.effects:
        if blow.how == MELEE:
            effect.kind.before_struck(effect, battle, attacker, blow.target)
            if attacker.status != ACTIVE:
                return False
        if effect.kind.is_always_hit():
            blow.luck = 1
    for ability in attacker.sheet.abilities.at_before_roll:
        ability.before_roll(battle, blow)
    if is_sure(battle, blow):
        blow.luck = 1
    return True


def roll_to_hit(battle: Battle, blow: Blow) -> None:
    """T2: use the weapon and roll."""
    attacker = blow.attacker
    spend_weapon(battle, attacker, blow)
    blow.bare = ignores_shield(battle, blow)
    bonus = to_hit(battle, blow, True) if battle.log is not None else None
    total = hit_bonus(battle, blow) if bonus is None else bonus.total
    blow.die = battle.roll("attack", 20, attacker.index)
    if attacker.effects:
        blow.die = roll_again(battle, attacker, "attack", blow.die)
    blow.total = blow.die + total
    blow.rolled = True
    if battle.rules.nat20 and (blow.die == 20 or blow.die == 1):
        blow.fate = 1 if blow.die == 20 else -1
    blow.judge()
    if battle.log is not None:
        event = AttackRolled(
            attacker.index,
            blow.target.index,
            blow.weapon,
            HOW_NAMES[blow.how],
            blow.die,
            blow.total,
            blow.ac(),
            blow.hit,
        )
        event.terms.append(Term("d20", blow.die, battle.rules.ids.attack_roll))
        if bonus is not None and bonus.terms is not None:
            event.terms.extend(bonus.terms)
        battle.emit(event)
    reveal(battle, attacker)
    if battle.rules.rolls_noted:
        for general in battle.rules.at_attack_rolled:
            general.attack_rolled(battle, blow)


def stands_after_answers(battle: Battle, blow: Blow) -> bool:
    """T3: reactions after the roll, before damage (SOV-055, SOV-081); each change may be answered.

    T4: an attacker that was put out of action meanwhile deals nothing, not even Shock.
    """
    changed = True
    while changed and open_window(battle, blow, ROLLED):
        if is_stopped(battle, blow):
            return False
        was_hit = blow.hit
        blow.judge()
        changed = blow.hit != was_hit
    if blow.hit and open_window(battle, blow, HIT) and is_stopped(battle, blow):
        return False
    if blow.hit:
        for effect in blow.target.effects:
            effect.kind.when_disturbed(effect, battle, blow.target, False)
    return True


def open_window(battle: Battle, blow: Blow, point: int) -> bool:
    """Let every standing unit react to the attack, including the attacker; True if one does."""
    if battle.rules.at_point[point] == 0:
        return False
    wanted = battle.wanted(blow)
    if wanted == 0 and battle.nobody_holds:
        return False
    blow.harms = blow.rolled and is_harmful(battle, blow)
    return battle.window_on(blow, point, wanted)


def is_stopped(battle: Battle, blow: Blow) -> bool:
    """After a reaction: whether the attack is no longer possible."""
    if blow.attacker.status != ACTIVE or blow.target.status != ACTIVE:
        return True
    return is_hindered(battle, blow)


def is_hindered(battle: Battle, blow: Blow) -> bool:
    """After a reaction: whether the attacker can no longer make the attack from where it is."""
    attacker = blow.attacker
    why = ""
    changed = False
    if blow.stance is not None:
        why = blow.stance.why_lost()
        if why != GRAPPLED and why != TURNED and why:
            battle.note_stop(attacker, why)
            return True
        if not why:
            why = blow.stance.why_changed()
        changed = bool(why)
    # A thrown weapon leaves the hand with the roll.
    if not blow.rolled and (attacker.gone | attacker.stowed) >> int(blow.weapon) & 1:
        battle.note_stop(attacker, DISARMED)
        return True
    # A screener may be out of reach; the intended target may not.
    if changed or blow.target is blow.aimed_at:
        weapon = attacker.weapons[blow.weapon]
        if why_not_struck(battle, attacker, blow.aimed_at, weapon, blow.how) is not None:
            battle.note_stop(attacker, why if why else IMPOSSIBLE)
            return True
    return False


def finish_off(battle: Battle, blow: Blow) -> None:
    """Kill a fallen unit without a roll; the attacker can still be stopped (SOV-055).

    A unit that screens the fallen one takes a normal attack in its place (SOV-070).
    """
    attacker = blow.attacker
    target = screened_target(battle, blow)
    if target is not blow.target:
        blow.target = target
        blow.blockable = False
        attack(battle, blow)
        return
    spend_weapon(battle, attacker, blow)
    blow.rolled = True
    blow.luck = 1
    blow.judge()
    blow.harms = True
    if battle.rules.reactions[ROLLED] and battle.window_on(blow, ROLLED, battle.wanted(blow)):
        if attacker.status != ACTIVE or target.status != DOWN or is_hindered(battle, blow):
            return
    change_status(battle, target, DEAD)
    target.hp = 0  # A unit turned to stone falls with all its HP.
    target.stable = False
    target.out_cold = False
    target.fell = battle.state.clock.round
    if battle.log is not None:
        battle.emit(Fell(target.index, attacker.index, "dead"))


def spend_weapon(battle: Battle, attacker: Unit, blow: Blow) -> None:
    """Wield the weapon; a thrown one lands at the target, a missile weapon must be reloaded."""
    if attacker.off_hand >= 0:
        attacker.used |= TWO_WEAPONS
        if blow.weapon == attacker.off_hand:
            blow.second = attacker.wielded
            attacker.off_hand = attacker.wielded
        elif blow.weapon == attacker.wielded:
            blow.second = attacker.off_hand
        else:
            attacker.off_hand = -1
    attacker.wielded = blow.weapon
    bit = 1 << int(blow.weapon)
    if blow.how == THROWN:
        attacker.gone |= bit
        state = battle.state
        there = int(blow.target.y * state.grid.width + blow.target.x)
        state.dropped = [*state.dropped, Dropped(there, attacker.weapons[blow.weapon])]
        attacker.wielded = attacker.off_hand if attacker.off_hand >= 0 else next_weapon(attacker)
        attacker.off_hand = -1
    elif attacker.weapons[blow.weapon].reload:
        attacker.unloaded |= bit


def next_weapon(unit: Unit) -> int:
    """The weapon an empty hand draws: the first melee weapon left, otherwise any."""
    any_left = -1
    for number in range(len(unit.weapons)):
        if (unit.gone | unit.stowed) >> number & 1:
            continue
        if unit.weapons[number].melee:
            return number
        if any_left < 0:
            any_left = number
    return any_left
