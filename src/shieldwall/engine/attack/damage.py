"""Damage and Shock of one attack (T5 to T7), and forecasts before the dice are rolled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.attack.blow import (
    CIRCUMSTANCES,
    MELEE,
    SHOT,
    THROWN,
    Blow,
    Sum,
    shield_of,
)
from shieldwall.engine.attack.legality import reach_with
from shieldwall.engine.attack.numbers import (
    NO_LIMIT,
    add_own_harm,
    attribute,
    handling_of,
    hit_bonus,
    ignores_shield,
    is_shock_proof,
    shock_bonus,
    shock_of,
    shock_reaches,
    slips_shock,
    swarm_share,
    uses_two,
)
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import (
    ShockIgnored,
    ShockStopped,
)
from shieldwall.engine.events.power_events import LeastHarm
from shieldwall.engine.magic.power_triggers import apply_riders
from shieldwall.engine.points import HARMED
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.state.condition import NO_WORD
from shieldwall.engine.state.harm import ENCHANTED
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import (
    CREATURE,
    is_dulled,
    suffer,
    what_is_left,
)
from shieldwall.engine.wounds.swallowing import cut

CHARGE_WEIGHT: Final = 73
AFTER_ALL: Final = 80
"""Ranks of the terms of damage."""


def deal_damage(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """Dice and bonuses, never less than the Shock (SOV-112 to SOV-114 and SOV-124)."""
    attacker = blow.attacker
    target = blow.target
    thrown: i64 = least_thrown(blow, weapon)
    weight: i64 = extra_dice(blow, weapon)
    if counts_least(target, weapon):
        if battle.log is not None:
            battle.emit(LeastHarm(target.index, attacker.index, weapon.name))
    else:
        thrown = roll_weapon(battle, blow, weapon)
        dice: i64 = weight
        weight = 0
        while dice > 0:
            weight += battle.roll("charge damage", weapon.sides, attacker.index)
            dice -= 1
    damage = damage_of(battle, blow, weapon, thrown, weight, battle.log is not None)
    raise_to_shock(battle, blow, weapon, damage)
    # T6: the damage is known; some targets can still negate it (SOV-166).
    for ability in target.sheet.abilities.at_may_negate:
        if ability.may_negate(battle, blow):
            blow.damage = damage.total
            battle.window(Window(HARMED, attacker.index, [target], blow))
            if blow.negated:
                return
    taken = harm(battle, target, attacker, damage, "hit", weapon, spares(battle, blow, weapon))
    for special in weapon.properties:
        special.hit_done(battle, blow, damage.total)
    if weapon.riders and taken > 0:
        apply_riders(battle, blow, weapon)
    for effect in attacker.effects:
        effect.kind.after_harm(effect, battle, blow)


def damage_of(
    battle: Battle, blow: Blow, weapon: Weapon, thrown: i64, weight: i64, explained: bool
) -> Sum:
    """The damage of a hit whose dice show `thrown`."""
    ids = battle.rules.ids
    attacker = blow.attacker
    target = blow.target
    damage = Sum(explained)
    replaced = blow.dice > 0
    if replaced:
        damage.add(blow.dice_of, thrown, blow.dice_cite)
    else:
        damage.add("weapon", thrown + weapon.bonus, ids.damage)
    if explained or replaced:
        add_own_harm(damage, battle.rules, attacker, weapon, blow.how, replaced)
    else:
        damage.total += handling_of(battle.rules, attacker, weapon, blow.how).harm
    for ability in attacker.sheet.abilities.at_damage:
        damage.place = ability.order
        ability.damage(battle, blow, weapon, damage)
    damage.place = CIRCUMSTANCES
    for special in weapon.properties:
        special.damage(battle, blow, weapon, damage)
    if uses_two(blow) and reaches_with_both(battle, attacker, blow):
        damage.add("second weapon", battle.rules.dual_damage, ids.second_weapon)
    damage.place = CHARGE_WEIGHT
    damage.add("weight of the charge", weight, CREATURE)
    damage.place = AFTER_ALL
    for effect in attacker.effects:
        effect.kind.damage(effect, battle, damage)
    for effect in target.effects:
        effect.kind.damage_suffered(effect, battle, blow, weapon, damage)
    if blow.others > 0:
        add_swarm_damage(battle.rules, blow, weapon, damage, thrown)
    if damage.total < battle.rules.least_damage:
        damage.add("at least", battle.rules.least_damage - damage.total, ids.least_damage)
    if explained:
        damage.put_in_order()
    return damage


def raise_to_shock(battle: Battle, blow: Blow, weapon: Weapon, damage: Sum) -> None:
    """A hit never deals less than the Shock a miss would have dealt (SOV-124)."""
    if not battle.rules.has_shock:
        return
    floor = shock_of(blow.attacker, weapon, blow.how)
    if damage.total < floor and is_floor(battle, blow, weapon):
        damage.add("up to Shock", floor - damage.total, battle.rules.ids.shock_floor)


def most_dealt(battle: Battle, blow: Blow) -> i64:
    """The most damage that a hit can do to its target."""
    weapon = blow.attacker.weapons[blow.weapon]
    thrown: i64 = blow.dice * blow.sides if blow.dice else weapon.dice * weapon.sides
    weight: i64 = extra_dice(blow, weapon) * weapon.sides
    if counts_least(blow.target, weapon):
        thrown = least_thrown(blow, weapon)
        weight = extra_dice(blow, weapon)
    damage = damage_of(battle, blow, weapon, thrown, weight, False)
    raise_to_shock(battle, blow, weapon, damage)
    return what_is_left(blow.target, damage.total, kinds_of(weapon))


def can_deal(battle: Battle, blow: Blow, needed: i64) -> bool:
    """Whether `most_dealt` is as much as is needed."""
    attacker = blow.attacker
    target = blow.target
    if not attacker.effects and not target.effects and blow.second < 0 and blow.dice == 0:
        if target.sheet.abilities is NO_ABILITIES:
            weapon = attacker.weapons[blow.weapon]
            sure: i64 = handling_of(battle.rules, attacker, weapon, blow.how).sure
            if sure > 0 and sure >= needed:
                return True
    return most_dealt(battle, blow) >= needed


def hardest_blow(battle: Battle, unit: Unit, target: Unit) -> i64:
    """Upper limit of the damage of one attack on the target, cached; never too low.

    NO_LIMIT if it depends on more than the weapons the unit carries.
    """
    sheet = unit.sheet
    if unit.effects or target.effects or target.sheet.abilities is not NO_ABILITIES:
        return NO_LIMIT
    rules = battle.rules
    if sheet.weighed is not unit.weapons or sheet.weighed_by is not rules:
        most: i64 = 0
        for weapon in unit.weapons:
            dealt: i64 = hardest_with(rules, unit, weapon)
            if dealt > most:
                most = dealt
        sheet.hardest = most
        sheet.weighed = unit.weapons
        sheet.weighed_by = rules
    return sheet.hardest


def hardest_with(rules: Ruleset, unit: Unit, weapon: Weapon) -> i64:
    """`hardest_blow` of one weapon, if neither unit is under an effect."""
    most: i64 = handling_of(rules, unit, weapon, MELEE).most
    if weapon.long_range > 0:
        far: i64 = handling_of(rules, unit, weapon, THROWN if weapon.thrown else SHOT).most
        if far > most:
            most = far
    return most


def can_hit(battle: Battle, blow: Blow) -> bool:
    """Whether any result of the die hits, given the numbers before the roll."""
    target = blow.target
    if battle.rules.nat20 or blow.attacker.luck > 0 or is_sure(battle, blow):
        return True
    for effect in target.effects:
        if effect.kind.is_always_hit():
            return True
    blow.bare = ignores_shield(battle, blow)
    return 20 + hit_bonus(battle, blow) >= blow.ac()


def kinds_of(weapon: Weapon) -> i64:
    """Bit mask of the kinds of harm of a weapon."""
    return weapon.kinds | ENCHANTED if weapon.magic else weapon.kinds


def counts_least(target: Unit, weapon: Weapon) -> bool:
    """Whether the weapon's dice count as their minimum against the target."""
    for ability in target.sheet.abilities.at_counts_least:
        if ability.counts_least(weapon):
            return True
    return False


def least_thrown(blow: Blow, weapon: Weapon) -> i64:
    """The minimum of the dice."""
    return blow.dice if blow.dice else weapon.dice


def extra_dice(blow: Blow, weapon: Weapon) -> i64:
    """The number of dice rolled in addition to the weapon's."""
    dice: i64 = 0
    for ability in blow.attacker.sheet.abilities.at_extra_dice:
        dice += ability.extra_dice(blow, weapon)
    return dice


def is_sure(battle: Battle, blow: Blow) -> bool:
    """Whether the attack hits whatever the die shows."""
    for ability in blow.attacker.sheet.abilities.at_is_sure:
        if ability.is_sure(battle, blow):
            return True
    return False


def most_on_miss(blow: Blow, weapon: Weapon) -> i64:
    """The most damage that abilities do when a melee attack misses, besides Shock."""
    most: i64 = 0
    for ability in blow.attacker.sheet.abilities.at_most_on_miss:
        most = max(most, ability.most_on_miss(blow, weapon))
    return most


def shock_lands(battle: Battle, blow: Blow) -> bool:
    """Whether a miss would now deal Shock that no shield negates (SOV-118)."""
    if not battle.rules.has_shock or not is_shock_due(blow):
        return False
    target = blow.target
    return blow.others >= 0 or shield_of(target) == 0 or target.shield_spent


def is_turned_by_defense(battle: Battle, blow: Blow) -> bool:
    """Whether Total Defense would turn the hit into a miss (SOV-081)."""
    if not blow.hit or blow.luck != 0 or blow.fate != 0:
        return False
    return blow.total < blow.ac() + battle.rules.defense_ac


def is_eased_by_defense(battle: Battle, blow: Blow) -> bool:
    """Whether immunity to Shock could reduce the damage of the hit (SOV-080).

    The lowest dice deal less than the Shock that a hit is raised to (SOV-124).
    """
    weapon = blow.attacker.weapons[blow.weapon]
    if not blow.hit or not battle.rules.has_shock or weapon.shock == 0 or blow.harmless:
        return False
    for effect in blow.target.effects:
        if effect.kind.takes_full_dice():
            return False
    floor = shock_of(blow.attacker, weapon, blow.how)
    if floor <= battle.rules.least_damage:
        return False
    weight = extra_dice(blow, weapon)
    least = damage_of(battle, blow, weapon, least_thrown(blow, weapon), weight, False).total
    if least >= floor or not is_floor(battle, blow, weapon):
        return False
    kinds = kinds_of(weapon)
    left = what_is_left(blow.target, least, kinds)
    return left < blow.target.hp and left < what_is_left(blow.target, floor, kinds)


def is_harmful(battle: Battle, blow: Blow) -> bool:
    """Whether a rolled attack is about to affect its target."""
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    if blow.harmless:
        # A manoeuvre fails against a screener that is out of reach.
        far = target is not blow.aimed_at and feet_apart(
            battle.state.grid, attacker, target
        ) > reach_with(battle.rules, attacker, weapon)
        return blow.hit and not far
    if attacker.effects and is_dulled(attacker, blow.weapon):
        return False
    if blow.hit:
        if not target.sheet.abilities.at_damage_taken and not target.effects:
            return True
        return bool(weapon.riders) or most_dealt(battle, blow) > 0
    for special in weapon.properties:
        if special.harms_on_miss(blow):
            return True
    if not battle.rules.has_shock:
        return False
    if blow.how == MELEE and most_on_miss(blow, weapon) > 0:
        return True
    return shock_lands(battle, blow)


def roll_weapon(battle: Battle, blow: Blow, weapon: Weapon) -> i64:
    """Roll the weapon's dice.

    Maximum against a doomed target, the worse of two rolls for a weak attacker. Dice that replace
    the weapon's are rolled once by any attacker.
    """
    if blow.dice:
        return roll_dice(battle, blow, blow.dice, blow.sides)
    for effect in blow.target.effects:
        if effect.kind.takes_full_dice():
            return weapon.dice * weapon.sides
    thrown: i64 = roll_dice(battle, blow, weapon.dice, weapon.sides)
    for effect in blow.attacker.effects:
        if effect.kind.rolls_worse_damage():
            again: i64 = roll_dice(battle, blow, weapon.dice, weapon.sides)
            return again if again < thrown else thrown
    return thrown


def roll_dice(battle: Battle, blow: Blow, dice: i64, sides: i64) -> i64:
    total: i64 = 0
    left: i64 = dice
    while left > 0:
        total += battle.roll("damage", sides, blow.attacker.index)
        left -= 1
    return total


def reaches_with_both(battle: Battle, attacker: Unit, blow: Blow) -> bool:
    """The bonus needs the target in range of both weapons, each in its own mode (SOV-135)."""
    apart: i64 = feet_apart(battle.state.grid, attacker, blow.target)
    other = attacker.weapons[blow.second]
    if other.melee and apart <= reach_with(battle.rules, attacker, other):
        return True
    return other.ranged and apart <= other.long_range


def squeeze_victim(battle: Battle, holder: Unit, victim: Unit) -> None:
    """Damage as from an unarmed hit, without an attack roll (SOV-131)."""
    best = -1
    for number in range(len(holder.weapons)):
        weapon = holder.weapons[number]
        if weapon.unarmed or (weapon.natural and best < 0):
            best = number
    if best >= 0:
        deal_damage(battle, Blow(holder, victim, best, MELEE), holder.weapons[best])


def add_swarm_damage(rules: Ruleset, blow: Blow, weapon: Weapon, damage: Sum, thrown: i64) -> None:
    """Never above the maximum of a single attack (SOV-057, SOV-059)."""
    bonus: i64 = swarm_share(rules, blow) * rules.swarm_damage
    room: i64 = weapon.dice * weapon.sides - thrown
    damage.add("swarm", bonus if bonus < room else room, rules.ids.swarm)


def is_floor(battle: Battle, blow: Blow, weapon: Weapon) -> bool:
    """Whether a miss would have dealt Shock, ignoring the shield's use this round (SOV-124)."""
    target = blow.target
    if is_shock_proof(target) or slips_shock(blow):
        return False
    if blow.others >= 0:
        return True
    if not shock_reaches(blow, weapon):
        return False
    shielded = shield_of(target) > 0 and not target.shield_spent
    return not (shielded and battle.rules.shield_cancels_hit_floor)


def is_shock_due(blow: Blow) -> bool:
    """Whether a miss would now deal Shock, ignoring shields."""
    return not slips_shock(blow) and shock_threatens(blow)


def shock_threatens(blow: Blow) -> bool:
    """Whether there is Shock to deal or dodge (SOV-115, SOV-116, SOV-060)."""
    attacker = blow.attacker
    weapon = attacker.weapons[blow.weapon]
    if blow.harmless or is_shock_proof(blow.target):
        return False
    if shock_of(attacker, weapon, blow.how) == 0:
        return False
    return blow.others >= 0 or shock_reaches(blow, weapon)


def deal_shock(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """Shock after a miss (SOV-115 to SOV-121)."""
    ids = battle.rules.ids
    attacker = blow.attacker
    target = blow.target
    if not shock_threatens(blow):
        return
    if slips_shock(blow):
        # Dodging takes full attention: no spell this round.
        target.hurt = True
        if battle.log is not None:
            battle.emit(ShockIgnored(target.index, attacker.index))
        return
    # SOV-118: a shield negates the first Shock each round, but not a swarm's (SOV-060).
    if shield_of(target) and not target.shield_spent and blow.others < 0:
        target.shield_spent = True
        if battle.log is not None:
            battle.emit(ShockStopped(target.index, attacker.index))
        return
    shock = Sum(battle.log is not None)
    shock.add("Shock", weapon.shock, ids.shock)
    used = attribute(attacker, weapon)
    shock.add(ATTRIBUTE_NAMES[used], attacker.sheet.attributes[used], ids.shock_bonus)
    shock.add("magic weapon", weapon.magic, ids.shock_bonus)
    shock.add("feats", shock_bonus(attacker.sheet, weapon), ids.shock_bonus)
    harm(battle, target, attacker, shock, "shock", weapon, spares(battle, blow, weapon))
    for effect in attacker.effects:
        effect.kind.after_harm(effect, battle, blow)


# Applying damage.


def spares(battle: Battle, blow: Blow, weapon: Weapon) -> bool:
    """Whether the attack knocks a felled target out; the attacker decides before it hits (C-SOV).

    Targets that are not alive cannot be knocked out.
    """
    if not weapon.may_spare or not blow.target.sheet.is_alive():
        return False
    for effect in blow.attacker.effects:
        answer = effect.kind.spares(effect)
        if answer != NO_WORD:
            return answer > 0
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
    """T7: apply the damage; at 0 HP the book's injury rule follows."""
    kinds = kinds_of(weapon)
    taken = suffer(battle, target, by.index, amount.total, cause, sparing, amount.terms, kinds)
    if by.inside >= 0:
        cut(battle, by, target, taken)
    return taken
