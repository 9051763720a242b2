"""One attack: who, whom and how, whether it can be made, and the numbers it is made of."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.core.battle import Battle
from shieldwall.core.effect_kinds import (
    AVERTED,
    CHARGED,
    DEFENDING,
    EXHAUSTED,
    INVISIBLE,
    RAGING,
    SCREENING,
    SENSELESS,
    SHAKEN,
    SITUATION,
    TERRIFIED,
    WARDED,
)
from shieldwall.core.effects import (
    CREATURE,
    ac_against_shots,
)
from shieldwall.core.engaged import is_from_behind, strikes_a_fleer
from shieldwall.core.events import Term
from shieldwall.core.magic import UNDEAD
from shieldwall.core.nature import NO_NATURE
from shieldwall.core.request import Refusal
from shieldwall.core.ruleset import BOUND_BY_ANY, BOUND_BY_NOBODY, Ruleset
from shieldwall.core.senses import knows_place, sees
from shieldwall.core.sheet import (
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
from shieldwall.core.space.grid import SKY, SQUARE, GridMap
from shieldwall.core.space.measure import distance, feet_apart
from shieldwall.core.space.sight import BLOCKED, FULL, HALF, NONE
from shieldwall.core.space.threat import cover_from, melee_reach
from shieldwall.core.stance import Stance, is_helpless
from shieldwall.core.state import ACTIVE, State, Unit
from shieldwall.core.talents import BACKSTAB_HIT, defended, known_foe, lasting_hit
from shieldwall.core.talents import CITE as TALENT
from shieldwall.core.traits import (
    NO_TRAITS,
    SHOCK_AC,
    USED_TWO,
    WITH_HANDS,
)

# How a weapon is used.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
HOW_NAMES: Final[tuple[str, ...]] = ("melee", "shot", "thrown")


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
        self.unawares = False
        """A knife in the back of one who suspects nothing."""
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
        if self.how != MELEE and target.effects:
            ac += ac_against_shots(target)
        if target.sheet.traits.large_ac and self.how == MELEE and self.attacker.sheet.size > 1:
            ac += target.sheet.traits.large_ac
        return ac


@mypyc_attr(acyclic=True, free_list_len=1)
class Sum:
    """A number and, where somebody may ask for them, its terms."""

    def __init__(self, explained: bool) -> None:
        self.total: i64 = 0
        self.terms: list[Term] | None = [] if explained else None

    def add(self, what: str, value: i64, cite: str) -> None:
        self.total += value
        if self.terms is not None and value != 0:
            self.terms.append(Term(what, value, cite))


# Whether it can be done.


def why_no_attack(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """T0: range, line and binding, for an attacker where it stands (SOV-160)."""
    if target.status != ACTIVE and not (attacker.effects and is_helpless(attacker)):
        return Refusal("target-is-out", "SOV-047", attacker.index, target.index)
    return why_not_struck(battle, attacker, target, weapon, how)


def why_not_struck(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """The same for one who may have fallen already."""
    if attacker.effects and is_helpless(attacker):
        return Refusal("is-helpless", "SOV-047", attacker.index)
    if not knows_place(battle.state, attacker.side, target):
        return Refusal("place-unknown", "SOV-105", attacker.index)
    if attacker.inside >= 0 or target.inside >= 0:
        refusal = why_not_inside(attacker, target, weapon)
        if refusal is not None:
            return refusal
    elif attacker.locked and not (weapon.unarmed or weapon.natural):
        if battle.holds("SOV-130", attacker):
            return Refusal("in-a-grapple", "SOV-130", attacker.index)
    if not battle.are_foes(attacker, target):
        return Refusal("no-foe", "SOV-047", attacker.index, target.index)
    if weapon.harms and (weapon.harms == UNDEAD) != target.sheet.undead:
        return Refusal("harmless", "SOV-047", attacker.index, target.index)
    if attacker.effects and attacker.effect(TERRIFIED) is not None:
        if battle.holds("SOV-047", attacker):
            return Refusal("is-terrified", "SOV-047", attacker.index)
    apart: i64 = feet_apart(battle.state.grid, attacker, target)
    if how == MELEE:
        if not weapon.melee:
            return Refusal("no-melee-weapon", "SOV-047", attacker.index)
        reach = reach_with(battle.rules, attacker, weapon)
        if apart > reach and battle.holds("SOV-047", attacker):
            return Refusal("out-of-reach", "SOV-047", attacker.index, target.index, apart, reach)
    else:
        if not weapon.ranged or (how == THROWN) != weapon.thrown:
            return Refusal("no-such-shot", "SOV-048", attacker.index)
        if apart > weapon.long_range and battle.holds("SOV-102", attacker):
            return Refusal(
                "out-of-range", "SOV-102", attacker.index, target.index, apart, weapon.long_range
            )
        least = battle.rules.missile_beyond
        if apart <= least and battle.holds("DOL-024", attacker):
            return Refusal("too-close", "DOL-024", attacker.index, target.index, apart, least)
        if attacker.in_melee and not battle.rules.shoot_in_melee:
            return Refusal("is-in-melee", "shoot_in_melee", attacker.index)
        if (
            weapon.two_handed
            and not attacker.sheet.traits.shoots_bound
            and is_bound(battle, attacker)
            and battle.holds("SOV-050", attacker)
        ):
            return Refusal("bound", "SOV-050", attacker.index)
        if attacker.effects and attacker.effect(SENSELESS) is not None:
            if battle.holds("SOV-105", attacker):
                return Refusal("sees-nothing", "SOV-105", attacker.index)
        if target.effects and target.effect(INVISIBLE) is not None:
            if battle.holds("SOV-105", attacker):
                return Refusal("cannot-see", "SOV-105", attacker.index, target.index)
    if attacker.inside < 0 and cover_from(battle.state.grid, attacker, target) == BLOCKED:
        if battle.holds("SOV-017", attacker):
            return Refusal("no-line", "SOV-017", attacker.index, target.index)
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
        if (
            effect.kind == CHARGED
            or effect.kind == DEFENDING
            or effect.kind == WARDED
            or effect.kind == EXHAUSTED
            or effect.kind == RAGING
        ):
            ac += effect.value
    if unit.sheet.traits.guard_ac and unit.effect(SCREENING) is not None:
        ac += unit.sheet.traits.guard_ac
    return ac


def is_shock_proof(unit: Unit) -> bool:
    """SOV-080, SOV-119."""
    return unit.effect(DEFENDING) is not None


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
    sheet = unit.sheet
    terms.add("attack bonus", sheet.attack, "SOV-108")
    if rules.attack_by_way and not sheet.outright:
        used = STR if how == MELEE else DEX
        cite = "DOL-025" if how == MELEE else "DOL-026"
        terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], cite)
    elif not sheet.outright:
        used = attribute(unit, weapon)
        terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], "SOV-110")
        skill = combat_skill(rules, unit, weapon, how)
        level: i64 = sheet.skills[skill]
        terms.add(SKILL_NAMES[skill], level if level >= 0 else rules.untrained_attack, "SOV-108")
    terms.add("magic weapon", weapon.magic, "SOV-108")
    if weapon.accuracy:
        terms.add("art" if weapon.skill == MAGIC else "handling", weapon.accuracy, "SOV-108")
    if sheet.traits is not NO_TRAITS:
        terms.add("feats", sheet.traits.hit_with(way_of(weapon, how)), "SOV-108")


def add_own_harm(
    damage: Sum, rules: Ruleset, unit: Unit, weapon: Weapon, how: i64, unawares: bool = False
) -> None:
    """What a unit adds to the weapon's dice and bonus, whoever its target is (SOV-112, SOV-113)."""
    sheet = unit.sheet
    if not rules.attack_by_way:
        used = attribute(unit, weapon)
        damage.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], "SOV-112")
    elif how == MELEE:
        damage.add("str", sheet.attributes[STR], "DOL-025")
    if weapon.magic and not unawares:
        damage.add("magic weapon", weapon.magic, "SOV-112")
    if weapon.unarmed and not rules.attack_by_way:
        damage.add("brawl", sheet.skill_in(weapon.skill), "SOV-113")
    if sheet.traits is not NO_TRAITS:
        damage.add("feats", sheet.traits.damage_with(way_of(weapon, how)), "SOV-112")


def to_hit(battle: Battle, blow: Blow, explained: bool) -> Sum:
    """Everything that is added to the d20 (SOV-099 to SOV-111)."""
    rules = battle.rules
    attacker = blow.attacker
    target = blow.target
    sheet = attacker.sheet
    weapon = attacker.weapons[blow.weapon]
    terms = Sum(explained)

    add_own_hit(terms, rules, attacker, weapon, blow.how)
    if rules.attack_by_way:
        terms.add("defender", -defended(battle, attacker, target), TALENT)
    if sheet.traits is not NO_TRAITS:
        terms.add("foe it knows", known_foe(sheet.traits, target.sheet, False), TALENT)
        if blow.unawares:
            terms.add("backstab", BACKSTAB_HIT, TALENT)
    if weapon.pierces and target.sheet.metal:
        terms.add("armour piercing", weapon.pierces, TALENT)
    if manages_two(blow):
        terms.add("two weapons", rules.dual_to_hit, "SOV-136")
    if blow.charge:
        terms.add("charge", rules.charge_to_hit, "SOV-065")
    if blow.snap:
        terms.add("snap attack", rules.snap_to_hit, "SOV-051")
    if attacker.effects:
        for effect in attacker.effects:
            if effect.kind == SITUATION:
                terms.add("situation", effect.value, "SOV-106")
            elif effect.kind == SHAKEN:
                terms.add("shaken", -effect.value, CREATURE)
            elif effect.kind == AVERTED:
                terms.add("eyes averted", effect.value, CREATURE)
            elif effect.kind == EXHAUSTED:
                terms.add("exhausted", effect.value, "G-40")
        terms.add("talent", lasting_hit(attacker), TALENT)
    if blow.extra:
        terms.add("manoeuvre", blow.extra, "DOL-049")
    if rules.flee_bonus and target.effects and strikes_a_fleer(battle, attacker, target):
        terms.add("fleeing target", rules.flee_bonus, "DOL-020")
    if blow.others > 0:
        terms.add("swarm", swarm_share(rules, blow) * rules.swarm_to_hit, "SOV-057")
    if sheet.nature is not NO_NATURE:
        terms.add("rage", rage_of(attacker), CREATURE)
        if sheet.nature.pack and has_pack(battle, attacker, target):
            terms.add("pack", sheet.nature.pack, CREATURE)
        if sheet.nature.daylight and in_daylight(battle.state, attacker):
            terms.add("daylight", -sheet.nature.daylight, CREATURE)

    if battle.state.murky and not sees(battle.state, attacker, target):
        terms.add("unseen target", rules.unseen_target, "SOV-105")
    apart: i64 = distance(attacker, target)
    if target.prone:
        if blow.how == MELEE and apart > 1:
            terms.add("prone target", rules.prone_long, "SOV-096")
        elif blow.how == MELEE:
            terms.add("prone target", rules.prone_adjacent, "SOV-100")
        elif apart <= 1:
            terms.add("prone target", rules.prone_ranged_adjacent, "SOV-100")
        else:
            terms.add("distant prone target", rules.prone_distant_shot, "SOV-099")
    if blow.how == MELEE:
        if attacker.prone:
            terms.add("attacker prone", rules.prone_attacker, "SOV-101")
        if rules.cover_in_melee:
            add_cover(terms, rules, battle.state.grid, attacker, target)
    else:
        add_range(terms, rules, weapon, feet_apart(battle.state.grid, attacker, target))
        if not is_undisturbed(attacker, weapon, blow.how) and is_bound(battle, attacker):
            terms.add("foe in melee range", rules.engaged_shot, "SOV-104")
        add_cover(terms, rules, battle.state.grid, attacker, target)
    return terms


def in_daylight(state: State, unit: Unit) -> bool:
    """Whether it stands under open sky and it is not dark; a passage without a map is indoors."""
    grid = state.grid
    if state.dark or grid.passage > 0:
        return False
    return grid.ceiling[unit.y * grid.width + unit.x] >= SKY


def rage_of(unit: Unit) -> i64:
    """What its wounds add to the blows of one that rages."""
    return unit.sheet.nature.rage if unit.hp * 2 <= unit.sheet.hp else 0


def has_pack(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether another that hunts in packs stands next to the target."""
    for other in battle.state.units:
        if (
            other is not attacker
            and other.status == ACTIVE
            and other.sheet.nature.pack > 0
            and not battle.are_foes(attacker, other)
            and distance(other, target) <= 1
        ):
            return True
    return False


def add_range(terms: Sum, rules: Ruleset, weapon: Weapon, feet: i64) -> None:
    """SOV-102: far and too far; DOL-028: short, medium and long where the weapon has all three."""
    far: i64 = feet - weapon.normal_range
    if far < 0 or (far == 0 and rules.aac_short_range_inclusive):
        terms.add("short range", rules.short_range, "DOL-028")
    elif feet <= weapon.medium_range:
        terms.add("medium range", rules.medium_range, "DOL-028")
    else:
        terms.add("long range", rules.long_range, "SOV-102")


def way_of(weapon: Weapon, how: i64) -> i64:
    """As feats tell attacks apart: a fist is no melee weapon."""
    return WITH_HANDS if weapon.unarmed else how


def is_undisturbed(unit: Unit, weapon: Weapon, how: i64) -> bool:
    """Whether a foe in melee range does not matter to this shot or throw."""
    traits = unit.sheet.traits
    return traits.shoots_freely if how == SHOT else traits.throws_freely and weapon.small


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
        terms.add("half cover", rules.half_cover, "SOV-103")
    elif found in (HALF, FULL):
        terms.add("full cover", rules.full_cover, "SOV-103")


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
    terms.add("cover", -worth, "DOL-029")


def shock_of(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """SOV-115, SOV-117: the weapon's Shock with attribute and magic; 0 where it has none."""
    if how != MELEE or weapon.shock == 0:
        return 0
    value: i64 = weapon.shock + unit.sheet.attributes[attribute(unit, weapon)] + weapon.magic
    value += shock_bonus(unit, weapon)
    return value if value > 0 else 0


def shock_bonus(unit: Unit, weapon: Weapon) -> i64:
    """SOV-117: what feats that say so add to Shock."""
    traits = unit.sheet.traits
    return traits.unarmed_shock if weapon.unarmed else traits.melee_shock


def shock_reaches(blow: Blow, weapon: Weapon) -> bool:
    """SOV-115: up to the AC of the weapon's Shock; to some, everybody has AC 10."""
    if blow.attacker.sheet.traits.finds_gaps and weapon.shock_ac >= SHOCK_AC:
        return True
    return armour_class(blow.target) <= weapon.shock_ac


def slips_shock(blow: Blow) -> bool:
    """SOV-119: one who never stands still where Shock falls; a swarm leaves no room (SOV-060)."""
    return blow.others < 0 and blow.target.sheet.traits.shock_proof


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
    return blow.second >= 0 or attacker.off_hand >= 0 or bool(attacker.used & USED_TWO)
