"""An attack in the order of the book: declare, redirect, roll, windows, damage or Shock, apply.

The timeline is SOV-160 to SOV-167. After every window the facts are looked at again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.battle import Battle, Window
from shieldwall.core.effect_kinds import (
    CHARGED,
    DEFENDING,
    DOOMED,
    INVISIBLE,
    SCREENING,
    SENSELESS,
    SITUATION,
    TERRIFIED,
    WARDED,
    WEAKENED,
)
from shieldwall.core.effects import (
    ac_against_shots,
    brave_daggers,
    exert,
    gets_through,
    is_dulled,
    rolls_twice,
    suffer,
)
from shieldwall.core.events import Term
from shieldwall.core.events_blows import AttackRolled, ShockIgnored, ShockStopped
from shieldwall.core.points import DECLARED, HARMED, HIT, ROLLED
from shieldwall.core.request import Refusal
from shieldwall.core.ruleset import BOUND_BY_ANY, Ruleset
from shieldwall.core.screening import screened_target
from shieldwall.core.senses import knows_place, reveal, sees
from shieldwall.core.sheet import ATTRIBUTE_NAMES, EXERT, MAGIC, SHOOT, SKILL_NAMES, STAB, Weapon
from shieldwall.core.space.grid import GridMap
from shieldwall.core.space.measure import distance
from shieldwall.core.space.sight import BLOCKED, FULL, HALF
from shieldwall.core.space.threat import cover_from, melee_reach
from shieldwall.core.state import ACTIVE, Dropped, Unit
from shieldwall.core.traits import (
    NO_TRAITS,
    POINT_BLANK,
    SHOCK_AC,
    USED_KILL,
    USED_SHRUG,
    WITH_HANDS,
)

# How a weapon is used.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
HOW_NAMES: Final = ("melee", "shot", "thrown")


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
        self.hit = False
        self.rolled = False

    def judge(self) -> None:
        """Hit or miss, as things stand now."""
        if self.luck != 0:
            self.hit = self.luck > 0
        else:
            self.hit = self.total >= self.ac()

    def ac(self) -> i64:
        """What the roll must reach."""
        target = self.target
        if self.how != MELEE and target.effects:
            return armour_class(target) + ac_against_shots(target)
        return armour_class(target)


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
    if not knows_place(battle.state, attacker.side, target):
        return Refusal("place-unknown", "SOV-105", attacker.index)
    if attacker.locked and not (weapon.unarmed or weapon.natural):
        return Refusal("in-a-grapple", "SOV-130", attacker.index)
    if not battle.are_foes(attacker, target):
        return Refusal("no-foe", "SOV-047", attacker.index, target.index)
    if attacker.effects and attacker.effect(TERRIFIED) is not None:
        return Refusal("is-terrified", "SOV-047", attacker.index)
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
        if (
            weapon.two_handed
            and not attacker.sheet.traits.shoots_bound
            and is_bound(battle, attacker)
        ):
            return Refusal("bound", "SOV-050", attacker.index)
        if attacker.effects and attacker.effect(SENSELESS) is not None:
            return Refusal("sees-nothing", "SOV-105", attacker.index)
        if target.effects and target.effect(INVISIBLE) is not None:
            return Refusal("cannot-see", "SOV-105", attacker.index, target.index)
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
        if effect.kind == CHARGED or effect.kind == DEFENDING or effect.kind == WARDED:
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
    for other in weapon.attributes:
        if unit.sheet.attributes[other] > unit.sheet.attributes[best]:
            best = other
    return best


def combat_skill(unit: Unit, weapon: Weapon, how: i64) -> int:
    """SOV-047, SOV-048: the weapon's skill; for a throw the best of Shoot, Stab and Exert."""
    if how == MELEE or weapon.skill == MAGIC:
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
    weapon = attacker.weapons[blow.weapon]
    terms = Sum(explained)

    terms.add("attack bonus", sheet.attack, "SOV-108")
    used = attribute(attacker, weapon)
    terms.add(ATTRIBUTE_NAMES[used], sheet.attributes[used], "SOV-110")
    skill = combat_skill(attacker, weapon, blow.how)
    level: i64 = sheet.skills[skill]
    terms.add(SKILL_NAMES[skill], level if level >= 0 else rules.untrained_attack, "SOV-108")
    terms.add("magic weapon", weapon.magic, "SOV-108")
    terms.add("art", weapon.accuracy, "SOV-108")
    if sheet.traits is not NO_TRAITS:
        terms.add("feats", sheet.traits.hit_with(way_of(weapon, blow.how)), "SOV-108")
    if uses_two(attacker, blow):
        terms.add("two weapons", rules.dual_to_hit, "SOV-136")
    if blow.charge:
        terms.add("charge", rules.charge_to_hit, "SOV-065")
    if blow.snap:
        terms.add("snap attack", rules.snap_to_hit, "SOV-051")
    if attacker.effects:
        for effect in attacker.effects:
            if effect.kind == SITUATION:
                terms.add("situation", effect.value, "SOV-106")
    if blow.others > 0:
        terms.add("swarm", swarm_share(rules, blow) * rules.swarm_to_hit, "SOV-057")

    if battle.state.murky and not sees(battle.state, attacker, target):
        terms.add("unseen target", rules.unseen_target, "SOV-105")
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
        if not is_undisturbed(attacker, weapon, blow.how) and is_bound(battle, attacker):
            terms.add("foe in melee range", rules.engaged_shot, "SOV-104")
        add_cover(terms, rules, battle.state.grid, attacker, target)
    return terms


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
    if found == HALF:
        terms.add("half cover", rules.half_cover, "SOV-103")
    elif found == FULL:
        terms.add("full cover", rules.full_cover, "SOV-103")


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


# The attack.


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
        if weapon.unarmed and blow.attacker.sheet.traits.miss_die and blow.how == MELEE:
            bruise(battle, blow, weapon)
        if blow.target.status == ACTIVE:
            deal_shock(battle, blow, weapon)
    elif not blow.target.effects or gets_through(battle, blow.attacker, blow.target):
        deal_damage(battle, blow, weapon)
    if blow.target.status != ACTIVE and blow.attacker.sheet.traits.follows_up:
        press_on(battle, blow)


def roll_attack(battle: Battle, blow: Blow) -> int:
    """T0 to T4: whether the blow was stopped, missed or struck."""
    attacker = blow.attacker
    battle.state.clock.alarm = True

    # T0: declared. Whoever answers, answers before the dice (SOV-098, SOV-152).
    if open_window(battle, blow, DECLARED):
        if attacker.status != ACTIVE:
            return STOPPED
        weapon = attacker.weapons[blow.weapon]
        if why_no_attack(battle, attacker, blow.target, weapon, blow.how) is not None:
            return STOPPED

    # T1: somebody may stand in the way (SOV-071).
    if blow.blockable:
        blow.target = screened_target(battle, attacker, blow.target)
    if attacker.effects and not exert(battle, attacker):
        return STOPPED
    if blow.target.effects:
        if blow.how == MELEE and not brave_daggers(battle, attacker, blow.target):
            return STOPPED
        if blow.target.effect(DOOMED) is not None:
            blow.luck = 1
    if attacker.sheet.traits.sure_knife and cannot_miss(battle, blow):
        blow.luck = 1

    # T2: the roll.
    spend_weapon(battle, attacker, blow)
    bonus = to_hit(battle, blow, battle.log is not None)
    blow.die = battle.roll("attack", 20)
    if attacker.effects and rolls_twice(attacker):
        again = battle.roll("attack", 20)
        if again < blow.die:
            blow.die = again
    if attacker.effects and attacker.effect(SITUATION) is not None:
        attacker.effects = [one for one in attacker.effects if one.kind != SITUATION]
    blow.total = blow.die + bonus.total
    blow.rolled = True
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

    # T3: after the roll, before damage (SOV-055, SOV-081). A change may be answered in turn.
    changed = True
    while changed:
        was_hit = blow.hit
        open_window(battle, blow, ROLLED)
        # T4: an attacker who was brought down in between deals nothing, not even Shock.
        if attacker.status != ACTIVE or blow.target.status != ACTIVE:
            return STOPPED
        blow.judge()
        changed = blow.hit != was_hit
    if blow.hit:
        open_window(battle, blow, HIT)
        if attacker.status != ACTIVE or blow.target.status != ACTIVE:
            return STOPPED
    return STRUCK if blow.hit else MISSED


def open_window(battle: Battle, blow: Blow, point: int) -> bool:
    """Everybody still standing may answer the blow, the attacker too; True if anybody does."""
    if not battle.rules.reactions[point]:
        return False
    who: list[Unit] = []
    for unit in battle.state.units:
        if unit.has_answers():
            who.append(unit)
    return bool(who) and battle.window(Window(point, blow.attacker.index, who, blow))


def spend_weapon(battle: Battle, attacker: Unit, blow: Blow) -> None:
    """The weapon is now in hand; a thrown one flies to its target, a bow must be loaded again."""
    if attacker.off_hand >= 0:
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
    damage = Sum(battle.log is not None)
    thrown: i64 = roll_weapon(battle, blow, weapon)
    damage.add("weapon", thrown + weapon.bonus, "SOV-112")
    used = attribute(attacker, weapon)
    damage.add(ATTRIBUTE_NAMES[used], attacker.sheet.attributes[used], "SOV-112")
    damage.add("magic weapon", weapon.magic, "SOV-112")
    if weapon.unarmed:
        damage.add("brawl", attacker.sheet.skills[weapon.skill], "SOV-113")
    if attacker.sheet.traits is not NO_TRAITS:
        bonus = attacker.sheet.traits.damage_with(way_of(weapon, blow.how))
        damage.add("feats", bonus, "SOV-112")
    if uses_two(attacker, blow) and reaches_with_both(attacker, blow):
        damage.add("second weapon", battle.rules.dual_damage, "SOV-135")
    if blow.others > 0:
        add_swarm_damage(battle.rules, blow, weapon, damage, thrown)
    if damage.total < battle.rules.least_damage:
        damage.add("at least", battle.rules.least_damage - damage.total, "G-10")
    floor = shock_of(attacker, weapon, blow.how)
    if damage.total < floor and is_floor(battle, blow, weapon):
        damage.add("up to Shock", floor - damage.total, "SOV-124")
    # T6: the damage is known; some can still make nothing of it (SOV-166).
    if target.sheet.traits.shrugs_off and not target.used & USED_SHRUG:
        blow.damage = damage.total
        battle.window(Window(HARMED, attacker.index, [target], blow))
        if blow.negated:
            return
    harm(battle, target, attacker, damage, "hit", weapon.less_lethal)


def bruise(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """What trained hands do even where they miss: a bare die, without bonuses."""
    bruises = Sum(battle.log is not None)
    die = battle.roll("bruises", blow.attacker.sheet.traits.miss_die)
    bruises.add("bruises", die, "SOV-113")
    harm(battle, blow.target, blow.attacker, bruises, "bruises", weapon.less_lethal)


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
        thrown += battle.roll("damage", weapon.sides)
    if blow.attacker.effects and blow.attacker.effect(WEAKENED) is not None:
        again: i64 = 0
        for _ in range(weapon.dice):
            again += battle.roll("damage", weapon.sides)
        if again < thrown:
            return again
    return thrown


def uses_two(attacker: Unit, blow: Blow) -> bool:
    """SOV-136: whether the blow is one of two weapons'."""
    return blow.second >= 0


def reaches_with_both(attacker: Unit, blow: Blow) -> bool:
    """SOV-135: the bonus needs the target in range of both weapons, used in the same way."""
    apart: i64 = distance(attacker, blow.target) * 5
    other = attacker.weapons[blow.second]
    if blow.how == MELEE:
        return other.melee and apart <= other.reach
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
    shielded = target.sheet.shield > 0 and not target.shield_spent
    return not (shielded and battle.rules.shield_cancels_floor)


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
    if target.sheet.shield and not target.shield_spent and blow.others < 0:
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
    harm(battle, target, attacker, shock, "shock", weapon.less_lethal)


# Applying it.


def harm(battle: Battle, target: Unit, by: Unit, amount: Sum, cause: str, sparing: bool) -> None:
    """T7: hit points are lost; at 0 the book says what becomes of the target."""
    suffer(battle, target, by.index, amount.total, cause, sparing, amount.terms)
