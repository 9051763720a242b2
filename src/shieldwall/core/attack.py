"""An attack in the order of the book: declare, redirect, roll, windows, damage or Shock, apply.

The timeline is SOV-160 to SOV-167. After every window the facts are looked at again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.battle import Battle, Window
from shieldwall.core.events import AttackRolled, Harmed, ShockStopped, Term
from shieldwall.core.points import DECLARED, HIT, ROLLED
from shieldwall.core.request import Refusal
from shieldwall.core.ruleset import BOUND_BY_ANY, Ruleset
from shieldwall.core.space.grid import GridMap
from shieldwall.core.space.measure import distance
from shieldwall.core.space.sight import BLOCKED, FULL, HALF
from shieldwall.core.space.threat import cover_from, melee_reach
from shieldwall.core.state import (
    ACTIVE,
    ATTRIBUTE_NAMES,
    CHARGED,
    EXERT,
    SHOOT,
    SKILL_NAMES,
    STAB,
    Unit,
    Weapon,
)

# How a weapon is used.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
HOW_NAMES: Final = ("melee", "shot", "thrown")


class Blow:
    """One attack on its way: who, whom, with what, and what has become of it so far."""

    def __init__(self, attacker: Unit, target: Unit, weapon: int, how: int, charge: bool) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon: i64 = weapon
        self.how: i64 = how
        self.charge = charge
        self.die: i64 = 0
        self.total: i64 = 0
        self.hit = False


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
    if target.status != ACTIVE:
        return Refusal("target-is-out", "SOV-047", attacker.index, target.index)
    if not battle.are_foes(attacker, target):
        return Refusal("no-foe", "SOV-047", attacker.index, target.index)
    apart: i64 = distance(attacker, target) * 5
    if how == MELEE:
        if not weapon.melee:
            return Refusal("no-melee-weapon", "SOV-047", attacker.index)
        if apart > weapon.reach:
            return Refusal(
                "out-of-reach", "SOV-047", attacker.index, target.index, apart, weapon.reach
            )
    else:
        if not weapon.ranged or (how == THROWN) != weapon.thrown:
            return Refusal("no-such-shot", "SOV-048", attacker.index)
        if apart > weapon.long_range:
            return Refusal(
                "out-of-range", "SOV-102", attacker.index, target.index, apart, weapon.long_range
            )
        if weapon.two_handed and is_bound(battle, attacker):
            return Refusal("bound", "SOV-050", attacker.index)
    if cover_from(battle.state.grid, attacker, target) == BLOCKED:
        return Refusal("no-line", "SOV-017", attacker.index, target.index)
    return None


def is_bound(battle: Battle, shooter: Unit) -> bool:
    """SOV-049: a foe within melee range that can strike the shooter hampers the shot."""
    state = battle.state
    for foe in state.units:
        if foe.status != ACTIVE or not battle.are_foes(shooter, foe):
            continue
        if battle.rules.binding_foe != BOUND_BY_ANY and melee_reach(foe) == 0:
            continue
        if distance(shooter, foe) <= 1 and cover_from(state.grid, foe, shooter) != BLOCKED:
            return True
    return False


# The numbers.


def armour_class(unit: Unit) -> i64:
    ac: i64 = unit.sheet.ac
    for effect in unit.effects:
        if effect.kind == CHARGED:
            ac += effect.value
    return ac


def attribute(unit: Unit, weapon: Weapon) -> int:
    """SOV-110: of the attributes the weapon allows, the better one, for hit, damage and Shock."""
    best = weapon.attributes[0]
    for other in weapon.attributes:
        if unit.sheet.attributes[other] > unit.sheet.attributes[best]:
            best = other
    return best


def combat_skill(unit: Unit, weapon: Weapon, how: i64) -> int:
    """SOV-047, SOV-048: the weapon's skill; for a throw the best of Shoot, Stab and Exert."""
    if how == MELEE:
        return weapon.skill
    if how == SHOT:
        return SHOOT
    best = SHOOT
    for other in (STAB, EXERT):
        if unit.sheet.skills[other] > unit.sheet.skills[best]:
            best = other
    return best


def to_hit(battle: Battle, blow: Blow, explained: bool) -> Sum:
    """Everything that is added to the d20 (SOV-099 to SOV-111)."""
    rules = battle.rules
    attacker = blow.attacker
    target = blow.target
    sheet = attacker.sheet
    weapon = sheet.weapons[blow.weapon]
    terms = Sum(explained)

    terms.add("attack bonus", sheet.attack, "SOV-108")
    used = attribute(attacker, weapon)
    terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], "SOV-110")
    skill = combat_skill(attacker, weapon, blow.how)
    level: i64 = sheet.skills[skill]
    terms.add(SKILL_NAMES[skill], level if level >= 0 else rules.untrained_attack, "SOV-108")
    terms.add("magic weapon", weapon.magic, "SOV-108")
    if blow.charge:
        terms.add("charge", rules.charge_to_hit, "SOV-065")

    apart: i64 = distance(attacker, target)
    if target.prone:
        if apart <= 1 or blow.how == MELEE:
            terms.add("prone target", rules.prone_adjacent, "SOV-100")
        else:
            terms.add("distant prone target", rules.prone_distant_shot, "SOV-099")
    if blow.how == MELEE:
        if attacker.prone:
            terms.add("attacker prone", rules.prone_attacker, "SOV-101")
        if rules.cover_in_melee:
            add_cover(terms, rules, battle.state.grid, attacker, target)
    else:
        if apart * 5 > weapon.normal_range:
            terms.add("long range", rules.long_range, "SOV-102")
        if is_bound(battle, attacker):
            terms.add("foe in melee range", rules.engaged_shot, "SOV-104")
        add_cover(terms, rules, battle.state.grid, attacker, target)
    return terms


def add_cover(terms: Sum, rules: Ruleset, grid: GridMap, attacker: Unit, target: Unit) -> None:
    found = cover_from(grid, attacker, target)
    if found == HALF:
        terms.add("half cover", rules.half_cover, "SOV-103")
    elif found == FULL:
        terms.add("full cover", rules.full_cover, "SOV-103")


def shock_of(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """SOV-115, SOV-117: the weapon's Shock with attribute and magic; 0 where it has none."""
    if how != MELEE or weapon.shock == 0:
        return 0
    value: i64 = weapon.shock + unit.sheet.attributes[attribute(unit, weapon)] + weapon.magic
    return value if value > 0 else 0


# The attack.


def attack(battle: Battle, blow: Blow) -> None:
    """Resolve one attack, T0 to T7."""
    attacker = blow.attacker
    weapon = attacker.sheet.weapons[blow.weapon]

    # T0: declared. Whoever answers, answers before the dice (SOV-098, SOV-152).
    open_window(battle, blow, DECLARED)
    if attacker.status != ACTIVE or blow.target.status != ACTIVE:
        return

    # T2: the roll.
    spend_weapon(attacker, blow)
    bonus = to_hit(battle, blow, battle.log is not None)
    blow.die = battle.roll("attack", 20)
    blow.total = blow.die + bonus.total
    blow.hit = blow.total >= armour_class(blow.target)
    if battle.log is not None:
        event = AttackRolled(
            attacker.index,
            blow.target.index,
            blow.weapon,
            HOW_NAMES[blow.how],
            blow.die,
            blow.total,
            armour_class(blow.target),
            blow.hit,
        )
        event.terms.append(Term("d20", blow.die, "SOV-108"))
        if bonus.terms is not None:
            event.terms.extend(bonus.terms)
        battle.emit(event)

    # T3: after the roll, before damage (SOV-055, SOV-081).
    open_window(battle, blow, ROLLED)
    if blow.hit:
        open_window(battle, blow, HIT)

    # T4: an attacker who was brought down in between deals nothing, not even Shock.
    if attacker.status != ACTIVE or blow.target.status != ACTIVE:
        return

    # T5: damage, or Shock on a miss. T7: apply.
    if blow.hit:
        deal_damage(battle, blow, weapon)
    else:
        deal_shock(battle, blow, weapon)


def open_window(battle: Battle, blow: Blow, point: int) -> None:
    if battle.rules.reactions[point]:
        who = [unit for unit in battle.state.units if unit is not blow.attacker]
        battle.window(Window(point, blow.attacker.index, who, blow))


def spend_weapon(attacker: Unit, blow: Blow) -> None:
    """The weapon is now in hand; a thrown one has left it, a bow must be loaded again."""
    attacker.wielded = blow.weapon
    bit = 1 << int(blow.weapon)
    if blow.how == THROWN:
        attacker.gone |= bit
        attacker.wielded = next_weapon(attacker)
    elif attacker.sheet.weapons[blow.weapon].reload:
        attacker.unloaded |= bit


def next_weapon(unit: Unit) -> int:
    """What a hand takes up when it is empty: the first weapon left that strikes, else any."""
    any_left = -1
    for number in range(len(unit.sheet.weapons)):
        if unit.gone >> number & 1:
            continue
        if unit.sheet.weapons[number].melee:
            return number
        if any_left < 0:
            any_left = number
    return any_left


def deal_damage(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """SOV-112 to SOV-114 and SOV-124: the die and its bonuses, never less than the Shock."""
    attacker = blow.attacker
    target = blow.target
    damage = Sum(battle.log is not None)
    thrown: i64 = 0
    for _ in range(weapon.dice):
        thrown += battle.roll("damage", weapon.sides)
    damage.add("weapon", thrown + weapon.bonus, "SOV-112")
    used = attribute(attacker, weapon)
    damage.add(ATTRIBUTE_NAMES[used], attacker.sheet.attributes[used], "SOV-112")
    damage.add("magic weapon", weapon.magic, "SOV-112")
    if weapon.unarmed:
        damage.add("brawl", attacker.sheet.skills[weapon.skill], "SOV-113")
    if damage.total < battle.rules.least_damage:
        damage.add("at least", battle.rules.least_damage - damage.total, "G-10")
    floor = shock_of(attacker, weapon, blow.how)
    if damage.total < floor and shock_reaches(battle, blow, weapon, True):
        damage.add("up to Shock", floor - damage.total, "SOV-124")
    harm(battle, target, attacker, damage, "hit")


def shock_reaches(battle: Battle, blow: Blow, weapon: Weapon, as_floor: bool) -> bool:
    """Whether the AC limit lets Shock through, and a shield where it counts (SOV-115, SOV-116)."""
    target = blow.target
    if armour_class(target) > weapon.shock_ac:
        return False
    if as_floor and not battle.rules.shield_cancels_floor:
        return True
    return not (target.sheet.shield and not target.shield_spent)


def deal_shock(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """SOV-115 to SOV-121: what a miss still does."""
    attacker = blow.attacker
    target = blow.target
    value = shock_of(attacker, weapon, blow.how)
    if value == 0 or armour_class(target) > weapon.shock_ac:
        return
    # SOV-118: a shield stops the first source of Shock each round.
    if target.sheet.shield and not target.shield_spent:
        target.shield_spent = True
        if battle.log is not None:
            battle.emit(ShockStopped(target.index, attacker.index))
        return
    shock = Sum(battle.log is not None)
    shock.add("Shock", weapon.shock, "SOV-115")
    used = attribute(attacker, weapon)
    shock.add(ATTRIBUTE_NAMES[used], attacker.sheet.attributes[used], "SOV-117")
    shock.add("magic weapon", weapon.magic, "SOV-117")
    harm(battle, target, attacker, shock, "shock")


def harm(battle: Battle, target: Unit, by: Unit, amount: Sum, cause: str) -> None:
    """T7: hit points are lost; at 0 the book says what becomes of the target."""
    taken: i64 = amount.total
    target.hp = target.hp - taken if taken < target.hp else 0
    battle.state.clock.stirred = True
    if battle.log is not None:
        event = Harmed(target.index, by.index, taken, target.hp, cause)
        if amount.terms is not None:
            event.terms.extend(amount.terms)
        battle.emit(event)
    if target.hp == 0:
        battle.rules.injury(battle, target, by.index)
