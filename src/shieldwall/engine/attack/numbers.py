"""One attack: who, whom and how, whether it can be made, and the numbers it is made of."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.attack.melee import is_from_behind, strikes_a_fleer
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Term
from shieldwall.engine.magic.spell_data import UNDEAD
from shieldwall.engine.move.interruption import Stance, is_helpless
from shieldwall.engine.ruleset import BOUND_BY_ANY, BOUND_BY_NOBODY, Ruleset
from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.sight.cover import BLOCKED, FULL, HALF, NONE
from shieldwall.engine.space.threat import cover_from, melee_reach
from shieldwall.engine.space.visibility import knows_place, sees
from shieldwall.engine.state.sheet import (
    ATTRIBUTE_NAMES,
    DEX,
    EXERT,
    MAGIC,
    SHOOT,
    SKILL_NAMES,
    STAB,
    STR,
    Weapon,
)
from shieldwall.engine.state.state import ACTIVE, TWO_WEAPONS, Unit
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.wounds.effects import (
    CREATURE,
)

# How a weapon is used.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
HOW_NAMES: Final[tuple[str, ...]] = ("melee", "shot", "thrown")
WITH_HANDS: Final = 3
"""A fourth way of attacking, as bonuses tell them apart: a fist is no melee weapon."""
# Places among the terms of an explained sum; abilities have places between these.
OWN_TERMS: Final = 0
HINDERED: Final = 10
CIRCUMSTANCES: Final = 30
LASTING_TERMS: Final = 50
MANOEUVRES: Final = 60
GROUND: Final = 90


@mypyc_attr(acyclic=True, free_list_len=1)
class Blow:
    """One attack on its way: who, whom, with what, and what has become of it so far."""

    def __init__(self, attacker: Unit, target: Unit, weapon: int, how: int) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon: i64 = weapon
        self.how: i64 = how
        self.charge = False
        self.snap = False
        self.others: i64 = -1
        """Of a swarm: the assailants beside the one who strikes; -1 for any other attack."""
        self.second: i64 = -1
        """The weapon in the other hand of one who fights with two; -1 for any other blow."""
        self.harmless = False
        """A manoeuvre: the roll counts, there is neither damage nor Shock (SOV-121)."""
        self.blockable = True
        """Whether it could be parried or body-blocked (SOV-075)."""
        self.damage: i64 = 0
        """What the hit is about to deal, once that is known."""
        self.negated = False
        """Whether its target has shrugged the hit off (SOV-166)."""
        self.die: i64 = 0
        self.total: i64 = 0
        self.luck: i64 = 0
        """1 where luck has made it a hit, -1 where it has made it a miss."""
        self.fate: i64 = 0
        """1 where a natural 20 has made it a hit, -1 where a natural 1 has made it a miss."""
        self.bare = False
        """Whether the target's shield does not count (DOL-020, DOL-027)."""
        self.dice_of = ""
        """What gives the dice of damage, where the weapon does not; with its citation."""
        self.dice_cite = ""
        self.dice: i64 = 0
        self.sides: i64 = 0
        self.extra: i64 = 0
        """What a manoeuvre adds to the roll: a push, one of two weapons."""
        self.hit = False
        self.rolled = False
        self.harms = False
        """Whether it is about to do harm, as the roll and the windows so far have it."""
        self.aimed_at = target
        """Whom it was meant for, whoever takes it."""
        self.stance: Stance | None = None
        """How the attacker stood before the last answer; None where nobody has answered."""

    def replace_dice(self, dice: int, sides: int, what: str, cite: str) -> None:
        """The damage is these dice instead of the weapon's dice and bonus."""
        self.dice = dice
        self.sides = sides
        self.dice_of = what
        self.dice_cite = cite

    def judge(self) -> None:
        """Hit or miss, as things stand now."""
        if self.luck != 0:
            self.hit = self.luck > 0
        elif self.fate != 0:
            self.hit = self.fate > 0
        else:
            self.hit = self.total >= self.ac()

    def ac(self) -> i64:
        """What the roll must reach."""
        target = self.target
        ac = armour_class(target)
        if self.bare:
            ac -= shield_of(target)
        for effect in target.effects:
            ac += effect.kind.armour_class(effect, self)
        for ability in target.sheet.abilities.at_armour_class:
            ac += ability.armour_class(self)
        return ac


@mypyc_attr(acyclic=True, free_list_len=1)
class Sum:
    """A number and, where somebody may ask for them, its terms."""

    def __init__(self, explained: bool) -> None:
        self.total: i64 = 0
        self.terms: list[Term] | None = [] if explained else None
        self.place: i64 = OWN_TERMS
        """Where the next terms belong among all of them."""
        self.places: list[int] | None = [] if explained else None

    def add(self, what: str, value: i64, cite: str) -> None:
        self.total += value
        if self.terms is not None and value != 0:
            self.terms.append(Term(what, value, cite))
            if self.places is not None:
                self.places.append(self.place)

    def put_in_order(self) -> None:
        """The terms by their places; those of one place stay as they came."""
        if self.terms is None or self.places is None:
            return
        places = self.places
        terms = self.terms
        order = sorted(range(len(terms)), key=places.__getitem__)
        self.terms = [terms[number] for number in order]
        self.places = [places[number] for number in order]


# Whether it can be done.


def why_no_attack(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """T0: range, line and binding, for an attacker where it stands (SOV-160)."""
    if target.status != ACTIVE and not (attacker.effects and is_helpless(attacker)):
        return Refusal("target-is-out", battle.rules.ids.melee_attack, attacker.index, target.index)
    return why_not_struck(battle, attacker, target, weapon, how)


def why_not_struck(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """The same for one who may have fallen already."""
    ids = battle.rules.ids
    if attacker.effects and is_helpless(attacker):
        return Refusal("is-helpless", ids.melee_attack, attacker.index)
    if not knows_place(battle.state, attacker.side, target):
        return Refusal("place-unknown", ids.unseen, attacker.index)
    if attacker.inside >= 0 or target.inside >= 0:
        refusal = why_not_inside(attacker, target, weapon)
        if refusal is not None:
            return refusal
    elif attacker.locked and not (weapon.unarmed or weapon.natural):
        if battle.holds(ids.grappled, attacker):
            return Refusal("in-a-grapple", ids.grappled, attacker.index)
    if not battle.are_foes(attacker, target):
        return Refusal("no-foe", ids.melee_attack, attacker.index, target.index)
    if weapon.harms and (weapon.harms == UNDEAD) != target.sheet.undead:
        return Refusal("harmless", ids.melee_attack, attacker.index, target.index)
    for effect in attacker.effects:
        refusal = effect.kind.why_no_attack(effect, battle, attacker)
        if refusal is not None:
            return refusal
    apart: i64 = feet_apart(battle.state.grid, attacker, target)
    if how == MELEE:
        if not weapon.melee:
            return Refusal("no-melee-weapon", ids.melee_attack, attacker.index)
        reach = reach_with(battle.rules, attacker, weapon)
        if apart > reach and battle.holds(ids.melee_attack, attacker):
            return Refusal(
                "out-of-reach",
                ids.melee_attack,
                attacker.index,
                target.index,
                apart,
                reach,
            )
    else:
        if not weapon.ranged or (how == THROWN) != weapon.thrown:
            return Refusal("no-such-shot", ids.ranged_attack, attacker.index)
        if apart > weapon.long_range and battle.holds(ids.longest_range, attacker):
            return Refusal(
                "out-of-range",
                ids.longest_range,
                attacker.index,
                target.index,
                apart,
                weapon.long_range,
            )
        least = battle.rules.missile_beyond
        if apart <= least and battle.holds(ids.missile_distance, attacker):
            return Refusal(
                "too-close",
                ids.missile_distance,
                attacker.index,
                target.index,
                apart,
                least,
            )
        if attacker.in_melee and not battle.rules.shoot_in_melee:
            return Refusal("is-in-melee", "shoot_in_melee", attacker.index)
        if (
            weapon.two_handed
            and not shoots_while_bound(attacker, weapon)
            and is_bound(battle, attacker)
            and battle.holds(ids.bound_shot, attacker)
        ):
            return Refusal("bound", ids.bound_shot, attacker.index)
        for effect in attacker.effects:
            refusal = effect.kind.why_no_shot(effect, battle, attacker)
            if refusal is not None:
                return refusal
        for effect in target.effects:
            refusal = effect.kind.why_not_shot_at(effect, battle, attacker, target)
            if refusal is not None:
                return refusal
    if attacker.inside < 0 and cover_from(battle.state.grid, attacker, target) == BLOCKED:
        if battle.holds(ids.line, attacker):
            return Refusal("no-line", ids.line, attacker.index, target.index)
    return None


def reach_with(rules: Ruleset, unit: Unit, weapon: Weapon) -> i64:
    """Feet: the weapon's reach, and what the book gives the large at least (SOV-085).

    Where a book knows one distance for all melee (DOL-023), longer weapons are an option of it.
    """
    if rules.melee_most and not rules.dol_optional:
        return rules.melee_most
    if unit.sheet.size > 1 and weapon.reach < rules.large_reach:
        return rules.large_reach
    return weapon.reach


def why_not_inside(attacker: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """One who is swallowed meets nobody but the swallower, with what can be drawn in there."""
    if attacker.inside < 0:
        return Refusal("is-swallowed", CREATURE, attacker.index, target.index)
    if attacker.inside != target.index:
        return Refusal("in-a-stomach", CREATURE, attacker.index)
    if not (weapon.small or weapon.natural or weapon.unarmed):
        return Refusal("too-long-in-there", CREATURE, attacker.index)
    return None


def is_bound(battle: Battle, shooter: Unit) -> bool:
    """SOV-049: a foe hampers the shot of one who stands within that foe's melee range.

    One of whom the shooter's side knows nothing does not: else the refusal would tell of it.
    """
    state = battle.state
    if battle.rules.binding_foe == BOUND_BY_NOBODY:
        return False
    by_any = battle.rules.binding_foe == BOUND_BY_ANY
    for foe in state.units:
        if foe.status != ACTIVE or not battle.are_foes(shooter, foe):
            continue
        if not knows_place(state, shooter.side, foe):
            continue
        reach: i64 = bound_within(battle.rules, foe, by_any)
        if reach == 0 or distance(shooter, foe) > reach:
            continue
        if cover_from(state.grid, foe, shooter) != BLOCKED:
            return True
    return False


def bound_within(rules: Ruleset, foe: Unit, by_any: bool) -> i64:
    """Squares within which the foe binds a bow: its melee range, or none (SOV-049, SOV-085)."""
    if foe.surprised or (foe.effects and is_helpless(foe)):
        return 0
    reach: i64 = melee_reach(foe)
    if rules.melee_most:
        return 1 if by_any or reach else 0
    if reach and foe.sheet.size > 1 and reach < rules.large_reach // 5:
        return rules.large_reach // 5
    return 1 if by_any and reach == 0 else reach


# The numbers.


def shield_of(unit: Unit) -> i64:
    """What its shield gives now: nothing while both hands hold a two-handed weapon."""
    shield: i64 = unit.sheet.shield
    if shield and unit.wielded >= 0:
        weapon = unit.weapons[unit.wielded]
        if weapon.two_handed and not weapon.natural:
            return 0
    return shield


def armour_class(unit: Unit) -> i64:
    ac: i64 = unit.sheet.ac
    if unit.sheet.shield:
        ac += shield_of(unit) - unit.sheet.shield
    for effect in unit.effects:
        ac += effect.kind.own_armour_class(effect)
    for ability in unit.sheet.abilities.at_own_armour_class:
        ac += ability.own_armour_class(unit)
    return ac


def is_shock_proof(unit: Unit) -> bool:
    """SOV-080, SOV-119."""
    for effect in unit.effects:
        if effect.kind.stops_shock():
            return True
    return False


def attribute(unit: Unit, weapon: Weapon) -> int:
    """SOV-110: of the attributes the weapon allows, the better one, for hit, damage and Shock."""
    best = weapon.attributes[0]
    if len(weapon.attributes) == 1:
        return best
    sheet = unit.sheet
    if weapon.asked_for is sheet:
        return weapon.answered
    for other in weapon.attributes:
        if sheet.attributes[other] > sheet.attributes[best]:
            best = other
    weapon.asked_for = sheet
    weapon.answered = best
    return best


def combat_skill(rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> int:
    """SOV-047, SOV-048: the weapon's skill; for a throw the best of Shoot, Stab and Exert."""
    if how == MELEE or weapon.skill == MAGIC:
        return weapon.skill
    if how == SHOT or rules.throw_skill:
        return SHOOT
    best = SHOOT
    for other in (STAB, EXERT):
        if unit.sheet.skills[other] > unit.sheet.skills[best]:
            best = other
    return best


def add_own_hit(terms: Sum, rules: Ruleset, unit: Unit, weapon: Weapon, how: i64) -> None:
    """What a unit adds to the d20 with a weapon, whoever its target is (SOV-108, SOV-110)."""
    ids = rules.ids
    sheet = unit.sheet
    terms.add("attack bonus", sheet.attack, ids.attack_roll)
    if rules.attack_by_way and not sheet.outright:
        used = STR if how == MELEE else DEX
        cite = ids.melee_attribute if how == MELEE else ids.missile_attribute
        terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], cite)
    elif not sheet.outright:
        used = attribute(unit, weapon)
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
    """What a unit adds to the dice and bonus, whoever its target is (SOV-112, SOV-113).

    Magic of the weapon counts only where its own dice do.
    """
    ids = rules.ids
    sheet = unit.sheet
    if not rules.attack_by_way:
        used = attribute(unit, weapon)
        damage.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], ids.damage)
    elif how == MELEE:
        damage.add("str", sheet.attributes[STR], ids.melee_attribute)
    if weapon.magic and not replaced:
        damage.add("magic weapon", weapon.magic, ids.damage)
    if weapon.unarmed and not rules.attack_by_way:
        damage.add("brawl", sheet.skill_in(weapon.skill), ids.unarmed_damage)
    for ability in sheet.abilities.at_own_damage:
        damage.place = ability.order
        ability.own_damage(weapon, how, damage)
    damage.place = OWN_TERMS


def to_hit(battle: Battle, blow: Blow, explained: bool) -> Sum:
    """Everything that is added to the d20 (SOV-099 to SOV-111)."""
    rules = battle.rules
    ids = rules.ids
    attacker = blow.attacker
    target = blow.target
    sheet = attacker.sheet
    weapon = attacker.weapons[blow.weapon]
    terms = Sum(explained)

    add_own_hit(terms, rules, attacker, weapon, blow.how)
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
    if rules.flee_bonus and target.effects and strikes_a_fleer(battle, attacker, target):
        terms.add("fleeing target", rules.flee_bonus, ids.fleeing_target)
    if blow.others > 0:
        terms.add("swarm", swarm_share(rules, blow) * rules.swarm_to_hit, ids.swarm)
    terms.place = GROUND
    if battle.state.murky and not sees(battle.state, attacker, target):
        terms.add("unseen target", rules.unseen_target, ids.unseen)
    apart: i64 = distance(attacker, target)
    if target.prone:
        if blow.how == MELEE and apart > 1:
            terms.add("prone target", rules.prone_long, ids.prone_with_reach)
        elif blow.how == MELEE:
            terms.add("prone target", rules.prone_adjacent, ids.prone_adjacent)
        elif apart <= 1:
            terms.add("prone target", rules.prone_ranged_adjacent, ids.prone_adjacent)
        else:
            terms.add("distant prone target", rules.prone_distant_shot, ids.prone_distant)
    if blow.how == MELEE:
        if attacker.prone:
            terms.add("attacker prone", rules.prone_attacker, ids.prone_attacker)
        if rules.cover_in_melee:
            add_cover(terms, rules, battle.state.grid, attacker, target)
    else:
        add_range(terms, rules, weapon, feet_apart(battle.state.grid, attacker, target))
        if not is_undisturbed(attacker, weapon, blow.how) and is_bound(battle, attacker):
            terms.add("foe in melee range", rules.engaged_shot, ids.foe_in_melee_range)
        add_cover(terms, rules, battle.state.grid, attacker, target)
    if explained:
        terms.put_in_order()
    return terms


def add_range(terms: Sum, rules: Ruleset, weapon: Weapon, feet: i64) -> None:
    """SOV-102: far and too far; DOL-028: short, medium and long where the weapon has all three."""
    ids = rules.ids
    far: i64 = feet - weapon.normal_range
    if far < 0 or (far == 0 and rules.aac_short_range_inclusive):
        terms.add("short range", rules.short_range, ids.range_bands)
    elif feet <= weapon.medium_range:
        terms.add("medium range", rules.medium_range, ids.range_bands)
    else:
        terms.add("long range", rules.long_range, ids.longest_range)


def way_of(weapon: Weapon, how: i64) -> i64:
    """As feats tell attacks apart: a fist is no melee weapon."""
    return WITH_HANDS if weapon.unarmed else how


def is_undisturbed(unit: Unit, weapon: Weapon, how: i64) -> bool:
    """Whether a foe in melee range does not matter to this shot or throw."""
    for ability in unit.sheet.abilities.at_is_undisturbed:
        if ability.is_undisturbed(weapon, how):
            return True
    return False


def shoots_while_bound(unit: Unit, weapon: Weapon) -> bool:
    """Whether a foe in melee range does not forbid this shot (SOV-050)."""
    for ability in unit.sheet.abilities.at_shoots_bound:
        if ability.shoots_bound(weapon):
            return True
    return False


def hindrance(battle: Battle, attacker: Unit, target: Unit) -> i64:
    """What friends at the target's side take off the attacker's roll; the best counts."""
    best: i64 = 0
    for other in battle.state.units:
        if other.sheet.abilities.at_hinders and other.status == ACTIVE and other is not target:
            if battle.are_foes(other, attacker) and not battle.are_foes(other, target):
                for ability in other.sheet.abilities.at_hinders:
                    best = max(best, ability.hinders(battle, other, attacker, target))
    return best


def swarm_share(rules: Ruleset, blow: Blow) -> i64:
    """How many of the other assailants count (SOV-057)."""
    return blow.others if blow.others < rules.swarm_bonus_cap else rules.swarm_bonus_cap


def add_cover(terms: Sum, rules: Ruleset, grid: GridMap, attacker: Unit, target: Unit) -> None:
    found = cover_from(grid, attacker, target)
    if rules.high_ground and found == NONE and is_above(attacker, target):
        found = HALF
    if rules.declared_cover:
        add_declared_cover(terms, rules, grid, target, found)
    elif found == HALF and rules.full_cover_none_of_corners:
        terms.add("half cover", rules.half_cover, rules.ids.cover)
    elif found in (HALF, FULL):
        terms.add("full cover", rules.full_cover, rules.ids.cover)


def is_above(viewer: Unit, target: Unit) -> bool:
    """SOV-019: whether the target's feet are above the viewer's eyes."""
    return target.feet >= viewer.feet + viewer.sheet.size * SQUARE


def add_declared_cover(terms: Sum, rules: Ruleset, grid: GridMap, target: Unit, found: int) -> None:
    """DOL-029: what the place is worth by itself, or what stands between, whichever is more."""
    worth: i64 = grid.cover_of(int(target.y * grid.width + target.x))
    if not grid.open:
        seen: i64 = 0
        if found != NONE:
            seen = -(rules.half_cover if found == HALF else rules.full_cover)
        if seen > worth:
            worth = seen
    terms.add("cover", -worth, rules.ids.declared_cover)


def shock_of(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """SOV-115, SOV-117: the weapon's Shock with attribute and magic; 0 where it has none."""
    if how != MELEE or weapon.shock == 0:
        return 0
    value: i64 = weapon.shock + unit.sheet.attributes[attribute(unit, weapon)] + weapon.magic
    value += shock_bonus(unit, weapon)
    return value if value > 0 else 0


def shock_bonus(unit: Unit, weapon: Weapon) -> i64:
    """SOV-117: what feats that say so add to Shock."""
    bonus: i64 = 0
    for ability in unit.sheet.abilities.at_shock:
        bonus += ability.shock(weapon)
    return bonus


def shock_reaches(blow: Blow, weapon: Weapon) -> bool:
    """SOV-115: up to the AC of the weapon's Shock; to some, everybody has AC 10."""
    for ability in blow.attacker.sheet.abilities.at_shock_reaches:
        if ability.shock_reaches(weapon):
            return True
    return armour_class(blow.target) <= weapon.shock_ac


def slips_shock(blow: Blow) -> bool:
    """SOV-119: one who never stands still where Shock falls; a swarm leaves no room (SOV-060)."""
    for ability in blow.target.sheet.abilities.at_slips_shock:
        if ability.slips_shock(blow):
            return True
    return False


def ignores_shield(battle: Battle, blow: Blow) -> bool:
    """DOL-020, DOL-027: from behind, or at one who turns to flee."""
    if shield_of(blow.target) == 0 or not battle.rules.rear_ignores_shield:
        return False
    if is_from_behind(battle, blow.attacker, blow.target):
        return True
    return bool(blow.target.effects) and strikes_a_fleer(battle, blow.attacker, blow.target)


def uses_two(blow: Blow) -> bool:
    """SOV-136: whether the blow is one of two weapons'."""
    return blow.second >= 0


def manages_two(blow: Blow) -> bool:
    """SOV-136: the penalty is for all attack rolls of the turn, whatever they are made with."""
    attacker = blow.attacker
    return blow.second >= 0 or attacker.off_hand >= 0 or bool(attacker.used & TWO_WEAPONS)
