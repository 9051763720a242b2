"""An attack in the order of the book: declare, redirect, roll, windows, damage or Shock, apply.

The timeline is SOV-160 to SOV-167. After every window the facts are looked at again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.advantage import roll_again
from shieldwall.core.battle import Battle, Window
from shieldwall.core.blow import (
    HOW_NAMES,
    MELEE,
    THROWN,
    Blow,
    Sum,
    add_own_harm,
    attribute,
    ignores_shield,
    is_shock_proof,
    rage_of,
    reach_with,
    shield_of,
    shock_bonus,
    shock_of,
    shock_reaches,
    slips_shock,
    swarm_share,
    to_hit,
    uses_two,
    why_no_attack,
)
from shieldwall.core.checks import save
from shieldwall.core.disruption import disrupt
from shieldwall.core.effect_kinds import (
    CHARGED,
    DOOMED,
    EXHAUSTED,
    MERCY,
    SITUATION,
    VENOMOUS,
    WEAKENED,
)
from shieldwall.core.effects import (
    CREATURE,
    brave_daggers,
    exert,
    gets_through,
    is_dulled,
    suffer,
    what_is_left,
)
from shieldwall.core.engaged import engage
from shieldwall.core.events import Term
from shieldwall.core.events_blows import AttackRolled, ShockIgnored, ShockStopped
from shieldwall.core.events_powers import LeastHarm
from shieldwall.core.magic import PHYSICAL
from shieldwall.core.nature import COLD_IRON, ENCHANTED, NO_NATURE, POISON
from shieldwall.core.points import DECLARED, HARMED, HIT, ROLLED
from shieldwall.core.ruleset import Ruleset
from shieldwall.core.scatter import scatter
from shieldwall.core.screening import screened_target
from shieldwall.core.senses import reveal
from shieldwall.core.sheet import ATTRIBUTE_NAMES, FAIRY, Weapon
from shieldwall.core.space.measure import distance, feet_apart
from shieldwall.core.stance import DISARMED, GRAPPLED, IMPOSSIBLE, TURNED, Stance
from shieldwall.core.state import ACTIVE, Dropped, Unit
from shieldwall.core.swallowing import cut
from shieldwall.core.talents import (
    BACKSTAB_DICE,
    BACKSTAB_SIDES,
    COLD_IRON_HARM,
    is_unawares,
    known_foe,
    lasting_damage,
    roll_backstab,
)
from shieldwall.core.talents import CITE as TALENT
from shieldwall.core.traits import (
    NO_TRAITS,
    POINT_BLANK,
    USED_KILL,
    USED_SHRUG,
    USED_TWO,
)
from shieldwall.core.uncanny import brave_gaze, strike_deeper

BRACED_REACH: Final = 10
"""Feet a weapon must be long to be set against a charge."""

STOPPED: Final = 0
MISSED: Final = 1
STRUCK: Final = 2


def attack(battle: Battle, blow: Blow) -> None:
    """Resolve one attack, T0 to T7."""
    weapon = blow.attacker.weapons[blow.weapon]
    came_to = roll_attack(battle, blow)
    # T5: damage, or Shock on a miss. T7: apply.
    if came_to == STOPPED or (blow.attacker.effects and is_dulled(blow.attacker, blow.weapon)):
        return
    if came_to == MISSED:
        if weapon.scatters and blow.how == THROWN:
            scatter(battle, blow.attacker, blow.target, weapon)
        if not battle.rules.shock:
            return
        if weapon.unarmed and blow.attacker.sheet.traits.miss_die and blow.how == MELEE:
            bruise(battle, blow, weapon)
        if blow.target.status == ACTIVE:
            deal_shock(battle, blow, weapon)
        if blow.attacker.sheet.traits.miss_harm:
            sting(battle, blow)
    elif not blow.target.effects or gets_through(battle, blow.attacker, blow.target):
        deal_damage(battle, blow, weapon)
    if blow.target.status != ACTIVE and blow.attacker.sheet.traits.follows_up:
        press_on(battle, blow)


def roll_attack(battle: Battle, blow: Blow) -> int:
    """T0 to T4: whether the blow was stopped, missed or struck."""
    attacker = blow.attacker
    battle.state.clock.alarm = True

    # T0: declared. Whoever answers, answers before the dice (SOV-098, SOV-152).
    if open_window(battle, blow, DECLARED) and is_thwarted(battle, blow):
        return STOPPED

    # T1: somebody may stand in the way (SOV-071).
    if blow.blockable:
        blow.target = screened_target(battle, blow)
    if attacker.effects and not exert(battle, attacker):
        return STOPPED
    if blow.target.sheet.powers and blow.how == MELEE:
        blow.stance = Stance(attacker)
        if not brave_gaze(battle, attacker, blow.target) or is_thwarted(battle, blow):
            return STOPPED
    if blow.target.effects:
        if blow.how == MELEE and not brave_daggers(battle, attacker, blow.target):
            return STOPPED
        if blow.target.effect(DOOMED) is not None:
            blow.luck = 1
    traits = attacker.sheet.traits
    if traits is not NO_TRAITS and blow.how == MELEE and traits.backstabs:
        blow.unawares = is_unawares(battle, attacker, blow.target)
    if traits.sure_knife and cannot_miss(battle, blow):
        blow.luck = 1

    # T2: the roll.
    spend_weapon(battle, attacker, blow)
    blow.bare = ignores_shield(battle, blow)
    bonus = to_hit(battle, blow, battle.log is not None)
    blow.die = battle.roll("attack", 20, attacker.index)
    if attacker.effects:
        blow.die = roll_again(battle, attacker, "attack", blow.die)
    if attacker.effects and attacker.effect(SITUATION) is not None:
        attacker.effects = [one for one in attacker.effects if one.kind != SITUATION]
    blow.total = blow.die + bonus.total
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
        event.terms.append(Term("d20", blow.die, "SOV-108"))
        if bonus.terms is not None:
            event.terms.extend(bonus.terms)
        battle.emit(event)

    reveal(battle, attacker)
    if battle.rules.in_melee and blow.how == MELEE:
        engage(attacker, blow.target)

    # T3: after the roll, before damage (SOV-055, SOV-081). A change may be answered in turn.
    changed = True
    while changed:
        was_hit = blow.hit
        # T4: an attacker who was put out of action in between deals nothing, not even Shock.
        if open_window(battle, blow, ROLLED) and is_thwarted(battle, blow):
            return STOPPED
        blow.judge()
        changed = blow.hit != was_hit
    if blow.hit and open_window(battle, blow, HIT) and is_thwarted(battle, blow):
        return STOPPED
    if blow.hit and blow.target.effects:
        disrupt(battle, blow.target, False)
    return STRUCK if blow.hit else MISSED


def open_window(battle: Battle, blow: Blow, point: int) -> bool:
    """Everybody still standing may answer the blow, the attacker too; True if anybody does."""
    if not battle.rules.reactions[point]:
        return False
    blow.harms = blow.rolled and is_harmful(battle, blow)
    return battle.window_on(blow, point)


def is_thwarted(battle: Battle, blow: Blow) -> bool:
    """After somebody has answered it: whether the blow can no longer be struck."""
    attacker = blow.attacker
    if attacker.status != ACTIVE or blow.target.status != ACTIVE:
        return True
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
    # Who has stepped in the way may stand beyond reach; the one it was meant for may not.
    if changed or blow.target is blow.aimed_at:
        weapon = attacker.weapons[blow.weapon]
        if why_no_attack(battle, attacker, blow.aimed_at, weapon, blow.how) is not None:
            battle.note_stop(attacker, why if why else IMPOSSIBLE)
            return True
    return False


def spend_weapon(battle: Battle, attacker: Unit, blow: Blow) -> None:
    """The weapon is now in hand; a thrown one flies to its target, a bow must be loaded again."""
    if attacker.off_hand >= 0:
        attacker.used |= USED_TWO
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
    """What a hand takes up when it is empty: the first weapon left that strikes, else any."""
    any_left = -1
    for number in range(len(unit.weapons)):
        if (unit.gone | unit.stowed) >> number & 1:
            continue
        if unit.weapons[number].melee:
            return number
        if any_left < 0:
            any_left = number
    return any_left


def deal_damage(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """SOV-112 to SOV-114 and SOV-124: the die and its bonuses, never less than the Shock."""
    attacker = blow.attacker
    target = blow.target
    thrown: i64 = least_thrown(blow, weapon)
    weight: i64 = charge_dice(blow, weapon)
    if counts_least(target, weapon):
        if battle.log is not None:
            battle.emit(LeastHarm(target.index, attacker.index, weapon.name))
    else:
        thrown = (
            roll_backstab(battle, attacker) if blow.unawares else roll_weapon(battle, blow, weapon)
        )
        dice: i64 = weight
        weight = 0
        for _ in range(dice):
            weight += battle.roll("charge damage", weapon.sides, attacker.index)
    damage = damage_of(battle, blow, weapon, thrown, weight, battle.log is not None)
    raise_to_shock(battle, blow, weapon, damage)
    # T6: the damage is known; some can still make nothing of it (SOV-166).
    if target.sheet.traits.shrugs_off and not target.used & USED_SHRUG:
        blow.damage = damage.total
        battle.window(Window(HARMED, attacker.index, [target], blow))
        if blow.negated:
            return
    taken = harm(battle, target, attacker, damage, "hit", weapon, spares(battle, blow, weapon))
    if weapon.splash and battle.rules.dol_optional:
        splash(battle, blow, damage.total // 2)
    if weapon.riders and taken > 0:
        strike_deeper(battle, blow, weapon)
    if attacker.effects:
        infect(battle, blow)


def damage_of(
    battle: Battle, blow: Blow, weapon: Weapon, thrown: i64, weight: i64, explained: bool
) -> Sum:
    """What a hit deals where the dice show so much."""
    attacker = blow.attacker
    target = blow.target
    damage = Sum(explained)
    if blow.unawares:
        damage.add("backstab", thrown, TALENT)
    else:
        damage.add("weapon", thrown + weapon.bonus, "SOV-112")
    add_own_harm(damage, battle.rules, attacker, weapon, blow.how, blow.unawares)
    if attacker.sheet.traits is not NO_TRAITS:
        damage.add("foe it knows", known_foe(attacker.sheet.traits, target.sheet, True), TALENT)
    if weapon.kinds & COLD_IRON and target.sheet.kin & FAIRY and battle.rules.attack_by_way:
        damage.add("cold iron", COLD_IRON_HARM, TALENT)
    if uses_two(blow) and reaches_with_both(battle, attacker, blow):
        damage.add("second weapon", battle.rules.dual_damage, "SOV-135")
    if attacker.sheet.nature is not NO_NATURE:
        damage.add("rage", rage_of(attacker), CREATURE)
        damage.add("weight of the charge", weight, CREATURE)
    if attacker.effects:
        if attacker.effect(EXHAUSTED) is not None:
            damage.add("exhausted", battle.rules.exhausted, "G-40")
        damage.add("talent", lasting_damage(attacker), TALENT)
    if battle.rules.dol_optional and is_braced(blow, weapon):
        damage.add("braced", damage.total * (battle.rules.brace_factor - 1), "G-38")
    if blow.others > 0:
        add_swarm_damage(battle.rules, blow, weapon, damage, thrown)
    if damage.total < battle.rules.least_damage:
        damage.add("at least", battle.rules.least_damage - damage.total, "G-10")
    return damage


def raise_to_shock(battle: Battle, blow: Blow, weapon: Weapon, damage: Sum) -> None:
    """SOV-124: a hit never deals less than the Shock a miss would have dealt."""
    floor = shock_of(blow.attacker, weapon, blow.how) if battle.rules.shock else 0
    if damage.total < floor and is_floor(battle, blow, weapon):
        damage.add("up to Shock", floor - damage.total, "SOV-124")


def most_dealt(battle: Battle, blow: Blow) -> i64:
    """The most that a hit can take off its target, by the same numbers."""
    weapon = blow.attacker.weapons[blow.weapon]
    thrown: i64 = BACKSTAB_DICE * BACKSTAB_SIDES if blow.unawares else weapon.dice * weapon.sides
    weight: i64 = charge_dice(blow, weapon) * weapon.sides
    if counts_least(blow.target, weapon):
        thrown = least_thrown(blow, weapon)
        weight = charge_dice(blow, weapon)
    damage = damage_of(battle, blow, weapon, thrown, weight, False)
    raise_to_shock(battle, blow, weapon, damage)
    return what_is_left(blow.target, damage.total, kinds_of(weapon))


def can_hit(battle: Battle, blow: Blow) -> bool:
    """Whether any roll of the die hits, as things stand before it."""
    target = blow.target
    if battle.rules.nat20 or blow.attacker.luck > 0 or blow.attacker.sheet.traits.sure_knife:
        return True
    if target.effects and target.effect(DOOMED) is not None:
        return True
    blow.bare = ignores_shield(battle, blow)
    return 20 + to_hit(battle, blow, False).total >= blow.ac()


def kinds_of(weapon: Weapon) -> i64:
    """What the harm of a weapon is made of."""
    return weapon.kinds | ENCHANTED if weapon.magic else weapon.kinds


def counts_least(target: Unit, weapon: Weapon) -> bool:
    """Whether the dice of the weapon count as showing their least against the target."""
    nature = target.sheet.nature
    return nature is not NO_NATURE and nature.least_from & weapon.kinds != 0


def least_thrown(blow: Blow, weapon: Weapon) -> i64:
    """A 1 on every die."""
    return BACKSTAB_DICE if blow.unawares else weapon.dice


def charge_dice(blow: Blow, weapon: Weapon) -> i64:
    """How many dice a charge adds."""
    return weapon.dice * blow.attacker.sheet.nature.charge_dice if blow.charge else 0


def shock_lands(battle: Battle, blow: Blow) -> bool:
    """Whether a miss would now deal Shock that no shield stops (SOV-118)."""
    if not battle.rules.shock or not shock_due(blow):
        return False
    target = blow.target
    return blow.others >= 0 or shield_of(target) == 0 or target.shield_spent


def is_turned_by_defense(battle: Battle, blow: Blow) -> bool:
    """SOV-081: whether Total Defense would make a miss of the hit."""
    if not blow.hit or blow.luck != 0 or blow.fate != 0:
        return False
    return blow.total < blow.ac() + battle.rules.defense_ac


def is_harmful(battle: Battle, blow: Blow) -> bool:
    """Whether a blow that is rolled is about to do anything to its target."""
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    if blow.harmless:
        return blow.hit
    if attacker.effects and is_dulled(attacker, blow.weapon):
        return False
    if blow.hit:
        if target.sheet.nature is NO_NATURE and not target.effects:
            return True
        return bool(weapon.riders) or most_dealt(battle, blow) > 0
    if weapon.scatters and blow.how == THROWN:
        return True
    if not battle.rules.shock:
        return False
    traits = attacker.sheet.traits
    if blow.how == MELEE and traits is not NO_TRAITS:
        if (weapon.unarmed and traits.miss_die) or (traits.miss_harm and not shock_due(blow)):
            return True
    return shock_lands(battle, blow)


def is_braced(blow: Blow, weapon: Weapon) -> bool:
    """G-38: a long weapon against one who has charged its bearer."""
    if blow.how != MELEE or weapon.reach < BRACED_REACH or not blow.target.effects:
        return False
    charged = blow.target.effect(CHARGED)
    return charged is not None and bool(charged.whom >> int(blow.attacker.index) & 1)


def splash(battle: Battle, blow: Blow, half: i64) -> None:
    """G-38: what bursts wets everybody within 5 ft of its target, friend and foe."""
    for other in battle.state.units:
        if other.status == ACTIVE and other is not blow.target and half > 0:
            if distance(other, blow.target) <= 1 and other is not blow.attacker:
                suffer(battle, other, blow.attacker.index, half, "splash", False, None)


def infect(battle: Battle, blow: Blow) -> None:
    """SVE-026: what is on a poisoned blade, once it has drawn blood."""
    attacker = blow.attacker
    target = blow.target
    venom = attacker.effect(VENOMOUS)
    if venom is None or venom.value != blow.weapon:
        return
    attacker.effects = [effect for effect in attacker.effects if effect is not venom]
    if target.status != ACTIVE or target.sheet.undead:
        return
    first = battle.roll("venom", 6, attacker.index)
    second = battle.roll("venom", 6, attacker.index)
    amount = Sum(battle.log is not None)
    amount.add("venom", first + second, "SVE-026")
    amount.add("level", attacker.sheet.hit_dice, "SVE-026")
    if save(battle, target, PHYSICAL, 0, "SVE-026"):
        amount.add("saved", amount.total // 2 - amount.total, "SVE-026")
    suffer(battle, target, attacker.index, amount.total, "venom", False, amount.terms, POISON)


def bruise(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """What trained hands do even where they miss: a bare die, without bonuses."""
    bruises = Sum(battle.log is not None)
    die: i64 = 1
    if not counts_least(blow.target, weapon):
        die = battle.roll("bruises", blow.attacker.sheet.traits.miss_die, blow.attacker.index)
    bruises.add("bruises", die, "SOV-113")
    sparing = spares(battle, blow, weapon)
    harm(battle, blow.target, blow.attacker, bruises, "bruises", weapon, sparing)


def sting(battle: Battle, blow: Blow) -> None:
    """What one who is all thorns does even where it misses and there is no Shock (AAC-019)."""
    target = blow.target
    weapon = blow.attacker.weapons[blow.weapon]
    if target.status == ACTIVE and blow.how == MELEE and not shock_due(blow):
        harm_of: i64 = blow.attacker.sheet.traits.miss_harm
        sparing = spares(battle, blow, weapon)
        suffer(battle, target, blow.attacker.index, harm_of, "thorns", sparing, None)


def press_on(battle: Battle, blow: Blow) -> None:
    """The first kill of a round earns another attack, at once or never."""
    attacker = blow.attacker
    if attacker.status == ACTIVE and not attacker.used & USED_KILL:
        attacker.used |= USED_KILL
        battle.window(Window(HARMED, blow.target.index, [attacker], blow))


def cannot_miss(battle: Battle, blow: Blow) -> bool:
    """Among those caught unaware: a knife in the hand, or thrown at close quarters."""
    if battle.state.clock.round > 0 or not blow.attacker.weapons[blow.weapon].small:
        return False
    return blow.how == MELEE or distance(blow.attacker, blow.target) <= POINT_BLANK


def roll_weapon(battle: Battle, blow: Blow, weapon: Weapon) -> i64:
    """The weapon's dice: all they can show on one who is doomed, the worse of two from the weak."""
    if blow.target.effects and blow.target.effect(DOOMED) is not None:
        return weapon.dice * weapon.sides
    thrown: i64 = 0
    for _ in range(weapon.dice):
        thrown += battle.roll("damage", weapon.sides, blow.attacker.index)
    if blow.attacker.effects and blow.attacker.effect(WEAKENED) is not None:
        again: i64 = 0
        for _ in range(weapon.dice):
            again += battle.roll("damage", weapon.sides, blow.attacker.index)
        if again < thrown:
            return again
    return thrown


def reaches_with_both(battle: Battle, attacker: Unit, blow: Blow) -> bool:
    """SOV-135: the bonus needs the target in range of both weapons, used in the same way."""
    apart: i64 = feet_apart(battle.state.grid, attacker, blow.target)
    other = attacker.weapons[blow.second]
    if blow.how == MELEE:
        return other.melee and apart <= reach_with(battle.rules, attacker, other)
    return apart <= other.long_range


def squeeze_victim(battle: Battle, holder: Unit, victim: Unit) -> None:
    """SOV-131: damage as from an unarmed hit, without a roll to hit."""
    best = -1
    for number in range(len(holder.weapons)):
        weapon = holder.weapons[number]
        if weapon.unarmed or (weapon.natural and best < 0):
            best = number
    if best >= 0:
        deal_damage(battle, Blow(holder, victim, best, MELEE), holder.weapons[best])


def add_swarm_damage(rules: Ruleset, blow: Blow, weapon: Weapon, damage: Sum, thrown: i64) -> None:
    """SOV-057, SOV-059: never above what the attack could have rolled by itself."""
    bonus: i64 = swarm_share(rules, blow) * rules.swarm_damage
    room: i64 = weapon.dice * weapon.sides - thrown
    damage.add("swarm", bonus if bonus < room else room, "SOV-057")


def is_floor(battle: Battle, blow: Blow, weapon: Weapon) -> bool:
    """SOV-124: whether a miss would have dealt Shock; the shield's counter does not ask."""
    target = blow.target
    if is_shock_proof(target) or slips_shock(blow):
        return False
    if blow.others >= 0:
        return True
    if not shock_reaches(blow, weapon):
        return False
    shielded = shield_of(target) > 0 and not target.shield_spent
    return not (shielded and battle.rules.shield_cancels_hit_floor)


def shock_due(blow: Blow) -> bool:
    """Whether a miss would now deal Shock, but for a shield."""
    return not slips_shock(blow) and shock_threatens(blow)


def shock_threatens(blow: Blow) -> bool:
    """Whether there is Shock to be dealt or slipped (SOV-115, SOV-116, SOV-060)."""
    attacker = blow.attacker
    weapon = attacker.weapons[blow.weapon]
    if blow.harmless or is_shock_proof(blow.target):
        return False
    if shock_of(attacker, weapon, blow.how) == 0:
        return False
    return blow.others >= 0 or shock_reaches(blow, weapon)


def deal_shock(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """SOV-115 to SOV-121: what a miss still does."""
    attacker = blow.attacker
    target = blow.target
    if not shock_threatens(blow):
        return
    if slips_shock(blow):
        # It takes all one's attention: no spell this round.
        target.hurt = True
        if battle.log is not None:
            battle.emit(ShockIgnored(target.index, attacker.index))
        return
    # SOV-118: a shield stops the first source of Shock each round, but not a swarm's (SOV-060).
    if shield_of(target) and not target.shield_spent and blow.others < 0:
        target.shield_spent = True
        if battle.log is not None:
            battle.emit(ShockStopped(target.index, attacker.index))
        return
    shock = Sum(battle.log is not None)
    shock.add("Shock", weapon.shock, "SOV-115")
    used = attribute(attacker, weapon)
    shock.add(ATTRIBUTE_NAMES[used], attacker.sheet.attributes[used], "SOV-117")
    shock.add("magic weapon", weapon.magic, "SOV-117")
    shock.add("feats", shock_bonus(attacker, weapon), "SOV-117")
    harm(battle, target, attacker, shock, "shock", weapon, spares(battle, blow, weapon))
    if attacker.effects:
        infect(battle, blow)


# Applying it.


def spares(battle: Battle, blow: Blow, weapon: Weapon) -> bool:
    """Whether a blow that fells knocks out: the attacker decides before it lands (C-SOV).

    Those without a life to lose are not knocked out.
    """
    if not weapon.less_lethal or not blow.target.sheet.is_alive():
        return False
    chosen = blow.attacker.effect(MERCY) if blow.attacker.effects else None
    if chosen is not None:
        return chosen.value > 0
    return battle.rules.spare_by_default != 0


def harm(
    battle: Battle,
    target: Unit,
    by: Unit,
    amount: Sum,
    cause: str,
    weapon: Weapon,
    sparing: bool,
) -> i64:
    """T7: hit points are lost; at 0 the book says what becomes of the target."""
    kinds = kinds_of(weapon)
    taken = suffer(battle, target, by.index, amount.total, cause, sparing, amount.terms, kinds)
    if by.inside >= 0:
        cut(battle, by, target, taken)
    return taken
