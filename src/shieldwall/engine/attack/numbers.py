"""The numbers of one attack: to-hit terms, AC, cover, range and Shock."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.attack.blow import (
    CIRCUMSTANCES,
    GROUND,
    HINDERED,
    LASTING_TERMS,
    MANOEUVRES,
    MELEE,
    OWN_TERMS,
    SHOT,
    THROWN,
    WITH_HANDS,
    Blow,
    Sum,
    armour_class,
    shield_of,
)
from shieldwall.engine.attack.legality import is_bound
from shieldwall.engine.battle import Battle
from shieldwall.engine.ruleset import BY_RANGE, THROWS_AS_SHOTS, Ruleset
from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.sight.cover import FULL, HALF, NONE
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import sees
from shieldwall.engine.state.sheet import (
    ATTRIBUTE_NAMES,
    DEX,
    EXERT,
    MAGIC,
    SHOOT,
    SKILL_NAMES,
    STAB,
    STR,
    Sheet,
    Weapon,
)
from shieldwall.engine.state.state import ACTIVE, TWO_WEAPONS, Unit

NO_LIMIT: Final = 1 << 30
"""More than any attack deals."""


def is_shock_proof(unit: Unit) -> bool:
    """Whether a condition protects the unit from Shock (SOV-080, SOV-119)."""
    for effect in unit.effects:
        if effect.kind.stops_shock():
            return True
    return False


# A unit's bonuses to an attack on any target. Explained sums add the terms one by one; otherwise
# the weapon caches the sums for the last sheet and book, since neither changes during a fight.


class Fit:
    """Cached numbers of a weapon for a sheet, independent of the book."""

    def __init__(self, sheet: Sheet, weapon: Weapon) -> None:
        self.sheet = sheet
        self.attribute = best_attribute(sheet, weapon)
        """The better of the attributes the weapon allows (SOV-110)."""
        shock: i64 = weapon.shock + sheet.attributes[self.attribute] + weapon.magic
        shock += shock_bonus(sheet, weapon)
        self.shock: i64 = 0
        """Its Shock with attribute, magic and feats; 0 if it has none (SOV-115, SOV-117)."""
        if weapon.shock != 0 and shock > 0:
            self.shock = shock
        able: i64 = sheet.attributes[self.attribute]
        self.mean: i64 = weapon.dice * (weapon.sides + 1) * 5
        self.mean += 10 * (weapon.bonus + weapon.magic + able)
        """Average damage of a hit, in tenths of a hit point."""


class Handling:
    """Cached bonuses of a weapon in one mode of use, by the rules of one book."""

    def __init__(self, rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> None:
        self.sheet = unit.sheet
        self.rules = rules
        hit = Sum(False)
        add_own_hit(hit, rules, unit, weapon, how)
        self.hit: i64 = hit.total
        """Added to the d20."""
        harm = Sum(False)
        add_own_harm(harm, rules, unit, weapon, how)
        self.harm: i64 = harm.total
        """Added to the weapon's dice and bonus."""
        self.most: i64 = NO_LIMIT
        """The most it deals if neither unit is under an effect, Shock included."""
        self.alone = not unit.sheet.abilities.at_to_hit and not weapon.properties
        """Whether neither its user nor the weapon adds terms that depend on the target."""
        dealt: i64 = weapon.dice * weapon.sides + weapon.bonus + harm.total
        abilities = unit.sheet.abilities
        self.sure: i64 = max(dealt, rules.least_damage)
        """What it can deal in any case to a target without abilities and effects, if its user is
        under no effect; 0 if that is not certain."""
        if abilities.at_damage or weapon.properties:
            self.sure = 0
        plain = abilities is NO_ABILITIES
        if plain and not weapon.riders and not weapon.properties:
            if rules.dual_damage > 0:
                dealt += rules.dual_damage
            self.most = max(dealt, rules.least_damage, shock_of(unit, weapon, how))


def fit_of(sheet: Sheet, weapon: Weapon) -> Fit:
    fit = weapon.fit
    if fit is None or fit.sheet is not sheet:
        fit = Fit(sheet, weapon)
        weapon.fit = fit
    return fit


def handling_of(rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> Handling:
    handling = weapon.handled[how]
    if handling is None or handling.sheet is not unit.sheet or handling.rules is not rules:
        handling = Handling(rules, unit, weapon, how)
        weapon.handled[how] = handling
    return handling


def best_attribute(sheet: Sheet, weapon: Weapon) -> int:
    best = weapon.attributes[0]
    for other in weapon.attributes:
        if sheet.attributes[other] > sheet.attributes[best]:
            best = other
    return best


def attribute(unit: Unit, weapon: Weapon) -> int:
    """The better of the attributes the weapon allows, for hit, damage and Shock (SOV-110)."""
    return fit_of(unit.sheet, weapon).attribute


def attribute_for(rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> int:
    """`attribute`, or DEX for a throw in books that list throws as missiles (AAC-025)."""
    if how == THROWN and rules.attack_adds == THROWS_AS_SHOTS:
        return DEX
    return attribute(unit, weapon)


def shock_of(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """The weapon's Shock with attribute and magic; 0 if it has none (SOV-115, SOV-117)."""
    if how != MELEE or weapon.shock == 0:
        return 0
    return fit_of(unit.sheet, weapon).shock


def shock_bonus(sheet: Sheet, weapon: Weapon) -> i64:
    """The bonus of feats to Shock (SOV-117)."""
    bonus: i64 = 0
    for ability in sheet.abilities.at_shock:
        bonus += ability.shock(weapon)
    return bonus


def combat_skill(rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> int:
    """The weapon's skill; for a throw the best of Shoot, Stab and Exert (SOV-047, SOV-048)."""
    if how == MELEE or weapon.skill == MAGIC:
        return weapon.skill
    if how == SHOT or rules.attack_adds == THROWS_AS_SHOTS:
        return SHOOT
    best = SHOOT
    for other in (STAB, EXERT):
        if unit.sheet.skills[other] > unit.sheet.skills[best]:
            best = other
    return best


def add_own_hit(terms: Sum, rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> None:
    """Add the unit's terms to the d20 with a weapon, against any target (SOV-108, SOV-110)."""
    ids = rules.ids
    sheet = unit.sheet
    terms.add("attack bonus", sheet.attack, ids.attack_roll)
    if rules.attack_adds == BY_RANGE and not sheet.outright:
        used = STR if how == MELEE else DEX
        cite = ids.melee_attribute if how == MELEE else ids.missile_attribute
        terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], cite)
    elif not sheet.outright:
        used = attribute_for(rules, unit, weapon, how)
        terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], ids.attack_attribute)
        skill = combat_skill(rules, unit, weapon, how)
        level: i64 = sheet.skills[skill]
        terms.add(
            SKILL_NAMES[skill],
            level if level >= 0 else rules.untrained_attack,
            ids.attack_roll,
        )
    terms.add("magic weapon", weapon.magic, ids.attack_roll)
    if weapon.accuracy:
        terms.add("art" if weapon.skill == MAGIC else "handling", weapon.accuracy, ids.attack_roll)
    for ability in sheet.abilities.at_own_to_hit:
        terms.place = ability.order
        ability.own_to_hit(weapon, how, terms)
    terms.place = OWN_TERMS


def add_own_harm(
    damage: Sum, rules: Ruleset, unit: Unit, weapon: Weapon, how: i64, replaced: bool = False
) -> None:
    """Add the unit's terms to dice and bonus, against any target (SOV-112, SOV-113).

    The weapon's magic counts only with its own dice.
    """
    ids = rules.ids
    sheet = unit.sheet
    if rules.attack_adds != BY_RANGE:
        used = attribute_for(rules, unit, weapon, how)
        damage.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], ids.damage)
    elif how == MELEE:
        damage.add("str", sheet.attributes[STR], ids.melee_attribute)
    if weapon.magic and not replaced:
        damage.add("magic weapon", weapon.magic, ids.damage)
    if weapon.unarmed and rules.attack_adds != BY_RANGE:
        damage.add("brawl", sheet.skill_in(weapon.skill), ids.unarmed_damage)
    for ability in sheet.abilities.at_own_damage:
        damage.place = ability.order
        ability.own_damage(weapon, how, damage)
    damage.place = OWN_TERMS


def hit_bonus(battle: Battle, blow: Blow) -> i64:
    """The total of `to_hit`."""
    attacker = blow.attacker
    target = blow.target
    handling = handling_of(battle.rules, attacker, attacker.weapons[blow.weapon], blow.how)
    if blow.others > 0 or blow.second >= 0 or not counts_alone(battle, attacker, target, handling):
        return to_hit(battle, blow, False).total
    bonus = handling.hit + blow.extra
    if blow.how != MELEE or battle.rules.cover_in_melee:
        bonus += ground_alone(battle, attacker, target, blow.weapon, blow.how)
    if blow.charge:
        bonus += battle.rules.charge_to_hit
    if blow.snap:
        bonus += battle.rules.snap_to_hit
    return bonus


def hit_bonus_on(battle: Battle, attacker: Unit, target: Unit, number: i64, how: i64) -> i64:
    """The total of `to_hit` for an attack without any manoeuvre."""
    handling = handling_of(battle.rules, attacker, attacker.weapons[number], how)
    if not counts_alone(battle, attacker, target, handling):
        return to_hit(battle, Blow(attacker, target, int(number), int(how)), False).total
    if how == MELEE and not battle.rules.cover_in_melee:
        return handling.hit
    return handling.hit + ground_alone(battle, attacker, target, number, how)


def ground_alone(battle: Battle, attacker: Unit, target: Unit, number: i64, how: i64) -> i64:
    """The total of `add_ground`."""
    terms = Sum(False)
    add_ground(terms, battle, attacker, target, attacker.weapons[number], how)
    return terms.total


def counts_alone(battle: Battle, attacker: Unit, target: Unit, handling: Handling) -> bool:
    """Whether most terms of `to_hit` are 0, as for most attacks.

    What is left are `add_own_hit`, `add_ground` and the bonuses of a charge, Snap Attack or
    manoeuvre.
    """
    if not handling.alone or attacker.effects or attacker.prone or target.prone:
        return False
    if attacker.off_hand >= 0 or attacker.used >= TWO_WEAPONS or battle.state.murky:
        return False
    if target.effects and battle.rules.at_to_hit:
        return False
    return not battle.bystanders().hinderers


def to_hit(battle: Battle, blow: Blow, explained: bool) -> Sum:
    """All terms added to the d20 (SOV-099 to SOV-111)."""
    rules = battle.rules
    ids = rules.ids
    attacker = blow.attacker
    target = blow.target
    sheet = attacker.sheet
    weapon = attacker.weapons[blow.weapon]
    terms = Sum(explained)

    if explained:
        add_own_hit(terms, rules, attacker, weapon, blow.how)
    else:
        terms.total = handling_of(rules, attacker, weapon, blow.how).hit
    if battle.bystanders().hinderers:
        terms.place = HINDERED
        terms.add("defender", -hindrance(battle, attacker, target), ids.talent)
    for ability in sheet.abilities.at_to_hit:
        terms.place = ability.order
        ability.to_hit(battle, blow, terms)
    terms.place = CIRCUMSTANCES
    for special in weapon.properties:
        special.to_hit(blow, weapon, terms)
    if manages_two(blow):
        terms.add("two weapons", rules.dual_to_hit, ids.two_weapons)
    if blow.charge:
        terms.add("charge", rules.charge_to_hit, ids.charge)
    if blow.snap:
        terms.add("snap attack", rules.snap_to_hit, ids.snap_attack)
    terms.place = LASTING_TERMS
    if attacker.effects:
        for effect in attacker.effects:
            effect.kind.to_hit(effect, battle, terms)
    terms.place = MANOEUVRES
    if blow.extra:
        terms.add("manoeuvre", blow.extra, ids.manoeuvre)
    if target.effects:
        for general in rules.at_to_hit:
            general.to_hit(battle, blow, terms)
    if blow.others > 0:
        terms.add("swarm", swarm_share(rules, blow) * rules.swarm_to_hit, ids.swarm)
    terms.place = GROUND
    if battle.state.murky and not sees(battle.state, attacker, target):
        terms.add("unseen target", rules.unseen_target, ids.unseen)
    if target.prone:
        apart: i64 = distance(attacker, target)
        if blow.how == MELEE and apart > 1:
            terms.add("prone target", rules.prone_long, ids.prone_with_reach)
        elif blow.how == MELEE:
            terms.add("prone target", rules.prone_adjacent, ids.prone_adjacent)
        elif apart <= 1:
            terms.add("prone target", rules.prone_ranged_adjacent, ids.prone_adjacent)
        else:
            terms.add("distant prone target", rules.prone_distant_shot, ids.prone_distant)
    if blow.how == MELEE and attacker.prone:
        terms.add("attacker prone", rules.prone_attacker, ids.prone_attacker)
    add_ground(terms, battle, attacker, target, weapon, blow.how)
    if explained:
        terms.put_in_order()
    return terms


def add_ground(
    terms: Sum, battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> None:
    """Range, a foe in melee range of the shooter, and cover."""
    rules = battle.rules
    grid = battle.state.grid
    if how != MELEE:
        add_range(terms, rules, weapon, feet_apart(grid, attacker, target))
        if not is_undisturbed(attacker, weapon, how) and is_bound(battle, attacker):
            terms.add("foe in melee range", rules.engaged_shot, rules.ids.foe_in_melee_range)
    elif not rules.cover_in_melee:
        return
    add_cover(terms, rules, grid, attacker, target)


def add_range(terms: Sum, rules: Ruleset, weapon: Weapon, feet: i64) -> None:
    """Far and too far (SOV-102), or short, medium and long with all three ranges (DOL-028)."""
    ids = rules.ids
    far: i64 = feet - weapon.normal_range
    if far < 0 or (far == 0 and rules.short_range_inclusive):
        terms.add("short range", rules.short_range, ids.range_bands)
    elif feet <= weapon.medium_range:
        terms.add("medium range", rules.medium_range, ids.range_bands)
    else:
        terms.add("long range", rules.long_range, ids.longest_range)


def way_of(weapon: Weapon, how: i64) -> i64:
    """The mode of use for feats, which distinguish fists from melee weapons."""
    return WITH_HANDS if weapon.unarmed else how


def is_undisturbed(unit: Unit, weapon: Weapon, how: i64) -> bool:
    """Whether a foe in melee range gives no penalty to this shot or throw."""
    for ability in unit.sheet.abilities.at_is_undisturbed:
        if ability.is_undisturbed(weapon, how):
            return True
    return False


def hindrance(battle: Battle, attacker: Unit, target: Unit) -> i64:
    """The best penalty of the target's adjacent friends to the attacker's roll."""
    best: i64 = 0
    for other in battle.bystanders().hinderers:
        if other.status == ACTIVE and other is not target:
            if battle.are_foes(other, attacker) and not battle.are_foes(other, target):
                for ability in other.sheet.abilities.at_hinders:
                    best = max(best, ability.hinders(battle, other, attacker, target))
    return best


def swarm_share(rules: Ruleset, blow: Blow) -> i64:
    """How many other assailants count (SOV-057)."""
    return blow.others if blow.others < rules.swarm_bonus_cap else rules.swarm_bonus_cap


def add_cover(terms: Sum, rules: Ruleset, grid: GridMap, attacker: Unit, target: Unit) -> None:
    if grid.coverless and not rules.high_ground:
        return
    found = cover_from(grid, attacker, target)
    if rules.high_ground and found == NONE and is_above(attacker, target):
        found = HALF
    if rules.at_cover:
        for general in rules.at_cover:
            terms.add("cover", general.cover(rules, grid, target, found), general.cite)
    elif found == HALF and rules.full_cover_none_of_corners:
        terms.add("half cover", rules.half_cover, rules.ids.cover)
    elif found in (HALF, FULL):
        terms.add("full cover", rules.full_cover, rules.ids.cover)


def is_above(viewer: Unit, target: Unit) -> bool:
    """Whether the target's feet are above the viewer's eyes (SOV-019)."""
    return target.feet >= viewer.feet + viewer.sheet.size * SQUARE


def shock_reaches(blow: Blow, weapon: Weapon) -> bool:
    """Whether the target's AC is within the Shock limit, or an ability ignores it (SOV-115)."""
    for ability in blow.attacker.sheet.abilities.at_shock_reaches:
        if ability.shock_reaches(weapon):
            return True
    return armour_class(blow.target) <= weapon.shock_ac


def slips_shock(blow: Blow) -> bool:
    """Whether the target dodges Shock; not possible against a swarm (SOV-119, SOV-060)."""
    for ability in blow.target.sheet.abilities.at_slips_shock:
        if ability.slips_shock(blow):
            return True
    return False


def ignores_shield(battle: Battle, blow: Blow) -> bool:
    """Whether a rule of the book ignores the target's shield."""
    if not battle.rules.at_ignores_shield or shield_of(blow.target) == 0:
        return False
    for general in battle.rules.at_ignores_shield:
        if general.ignores_shield(battle, blow):
            return True
    return False


def uses_two(blow: Blow) -> bool:
    """Whether the attack is one of a two-weapon attack (SOV-136)."""
    return blow.second >= 0


def manages_two(blow: Blow) -> bool:
    """The penalty applies to all attack rolls of the turn, with any weapon (SOV-136)."""
    attacker = blow.attacker
    return blow.second >= 0 or attacker.off_hand >= 0 or bool(attacker.used & TWO_WEAPONS)
