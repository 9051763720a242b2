"""T0: whether an attack is legal: reach, range, line of sight, and foes binding the attacker."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.action_spec import MOST_WEAPONS
from shieldwall.engine.attack.blow import MELEE, THROWN
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.ruleset import BOUND_BY_ANY, BOUND_BY_NOBODY, BOUND_IN_CONTACT, Ruleset
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from, farthest_reach, melee_reach
from shieldwall.engine.space.visibility import knows_place
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.wounds.effects import CREATURE

ANY_DISTANCE: Final = 1 << 30


def why_no_attack(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """T0: range, line and binding, for an attacker in its current position (SOV-160)."""
    apart = feet_apart(battle.state.grid, attacker, target)
    return why_no_attack_across(battle, attacker, target, weapon, how, apart)


def why_no_attack_across(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64, apart: i64
) -> Refusal | None:
    """`why_no_attack` at a distance of `apart` feet."""
    if target.status != ACTIVE and not (attacker.effects and is_helpless(attacker)):
        return Refusal("target-is-out", battle.rules.ids.melee_attack, attacker.index, target.index)
    return why_not_struck_across(battle, attacker, target, weapon, how, apart)


def why_not_struck(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """`why_no_attack`, for a target that may already be down."""
    apart = feet_apart(battle.state.grid, attacker, target)
    return why_not_struck_across(battle, attacker, target, weapon, how, apart)


def why_not_struck_across(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64, apart: i64
) -> Refusal | None:
    """`why_not_struck` at a distance of `apart` feet."""
    refusal = why_not_anywhere(battle, attacker, target, weapon, how)
    if refusal is not None:
        return refusal
    refusal = why_not_across(battle, attacker, target, weapon, how, apart)
    if refusal is not None or battle.state.grid.coverless:
        return refusal
    return why_no_line(battle, attacker, target)


def why_not_anywhere(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64
) -> Refusal | None:
    """The part of `why_not_struck` that does not depend on where the attacker stands."""
    affected = bool(attacker.effects)
    if affected and is_helpless(attacker):
        return Refusal("is-helpless", battle.rules.ids.melee_attack, attacker.index)
    if battle.state.murky and not knows_place(battle.state, attacker.side, target):
        return Refusal("place-unknown", battle.rules.ids.unseen, attacker.index)
    if attacker.inside >= 0 or target.inside >= 0:
        refusal = why_not_inside(attacker, target, weapon)
        if refusal is not None:
            return refusal
    elif attacker.locked and not (weapon.unarmed or weapon.natural):
        if battle.holds(battle.rules.ids.grappled, attacker):
            return Refusal("in-a-grapple", battle.rules.ids.grappled, attacker.index)
    if not battle.are_foes(attacker, target):
        cite = battle.rules.ids.melee_attack
        return Refusal("no-foe", cite, attacker.index, target.index)
    for special in weapon.properties:
        if special.is_harmless_to(weapon, target):
            cite = battle.rules.ids.melee_attack
            return Refusal("harmless", cite, attacker.index, target.index)
    if affected:
        for effect in attacker.effects:
            refusal = effect.kind.why_no_attack(effect, battle, attacker)
            if refusal is not None:
                return refusal
    if how == MELEE:
        if not weapon.melee:
            return Refusal("no-melee-weapon", battle.rules.ids.melee_attack, attacker.index)
    elif not is_for(weapon, how):
        return Refusal("no-such-shot", battle.rules.ids.ranged_attack, attacker.index)
    return None


def why_no_line(battle: Battle, attacker: Unit, target: Unit) -> Refusal | None:
    """Whether something solid is in between."""
    if battle.state.grid.coverless:
        return None
    if attacker.inside < 0 and cover_from(battle.state.grid, attacker, target) == BLOCKED:
        if battle.holds(battle.rules.ids.line, attacker):
            return Refusal("no-line", battle.rules.ids.line, attacker.index, target.index)
    return None


def why_not_across(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, how: i64, apart: i64
) -> Refusal | None:
    """Reach or range, and binding, at a distance of `apart` feet."""
    rules = battle.rules
    if how == MELEE:
        reach = reach_with(rules, attacker, weapon)
        if apart > reach and battle.holds(rules.ids.melee_attack, attacker):
            return Refusal(
                "out-of-reach",
                rules.ids.melee_attack,
                attacker.index,
                target.index,
                apart,
                reach,
            )
    else:
        ids = rules.ids
        if apart > weapon.long_range and battle.holds(ids.longest_range, attacker):
            return Refusal(
                "out-of-range",
                ids.longest_range,
                attacker.index,
                target.index,
                apart,
                weapon.long_range,
            )
        least = rules.melee_distance
        if apart <= least and battle.holds(ids.missile_distance, attacker):
            return Refusal(
                "too-close",
                ids.missile_distance,
                attacker.index,
                target.index,
                apart,
                least,
            )
        for general in rules.at_why_no_shot:
            refusal = general.why_no_shot(battle, attacker)
            if refusal is not None:
                return refusal
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
    return None


def is_for(weapon: Weapon, how: i64) -> bool:
    """Whether a weapon can be used this way at all."""
    if how == MELEE:
        return weapon.melee
    return weapon.ranged and (how == THROWN) == weapon.thrown


def farthest(battle: Battle, unit: Unit, weapons: i64, how: i64) -> i64:
    """How many feet away a target may be for `why_not_across`, with weapons of a bit mask."""
    if battle.lenient:
        return ANY_DISTANCE
    most: i64 = -1
    number: i64 = 0
    for weapon in unit.weapons:
        if number < MOST_WEAPONS and weapons >> number & 1 and is_for(weapon, how):
            far: i64 = weapon.long_range
            if how == MELEE:
                far = reach_with(battle.rules, unit, weapon)
            if far > most:
                most = far
        number += 1
    return most


def reach_with(rules: Ruleset, unit: Unit, weapon: Weapon) -> i64:
    """In feet: the weapon's reach, at least the book's reach of large units (SOV-085).

    In books with a single melee distance (DOL-023), longer weapons are optional.
    """
    if rules.melee_distance and not rules.optional_combat_rules:
        return rules.melee_distance
    if unit.sheet.size > 1 and weapon.reach_ft < rules.large_reach:
        return rules.large_reach
    return weapon.reach_ft


def why_not_inside(attacker: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """A swallowed unit can only attack the swallower, with weapons that can be drawn inside."""
    if attacker.inside < 0:
        return Refusal("is-swallowed", CREATURE, attacker.index, target.index)
    if attacker.inside != target.index:
        return Refusal("in-a-stomach", CREATURE, attacker.index)
    if not weapon.works_inside:
        return Refusal("too-long-in-there", CREATURE, attacker.index)
    return None


def is_bound(battle: Battle, shooter: Unit) -> bool:
    """Whether a foe binds a shooter that stands within the foe's melee range (SOV-049).

    Foes unknown to the shooter's side do not bind: the refusal would reveal them.
    """
    if not battle.thinks:
        return has_binder(battle, shooter)
    # A mind asks this for every target of one shooter, and no unit moves meanwhile.
    if battle.shooter is not shooter:
        battle.is_shooter_bound = has_binder(battle, shooter)
        battle.shooter = shooter
    return battle.is_shooter_bound


def has_binder(battle: Battle, shooter: Unit) -> bool:
    """Whether some foe binds the shooter."""
    state = battle.state
    rules = battle.rules
    if rules.binding_foe == BOUND_BY_NOBODY:
        return False
    side: i64 = shooter.side
    mapless = shooter.mapless
    beside = shooter.beside
    large: i64 = rules.large_reach // 5
    units = state.units
    if mapless and beside == 0:
        # No other unit comes within reach.
        units = battle.bystanders().long_armed
    for foe in units:
        if foe.side == side or foe.status != ACTIVE:
            continue
        sheet = foe.sheet
        far: i64 = sheet.farthest_squares if sheet.measured is foe.weapons else farthest_reach(foe)
        if far < 1:
            far = 1
        if far < large and sheet.size > 1:
            far = large
        # Most foes are far away: skip the full test.
        if far == 1 and mapless:
            if beside == 0 or not beside & foe.bit:
                continue
        else:
            far += sheet.size + shooter.sheet.size
            if foe.x - shooter.x > far or shooter.x - foe.x > far:
                continue
            if foe.y - shooter.y > far or shooter.y - foe.y > far:
                continue
        if not battle.are_foes(shooter, foe):
            continue
        apart: i64 = distance(shooter, foe)
        reach: i64 = bound_within(rules, foe)
        if reach == 0 or apart > reach or not knows_place(state, side, foe):
            continue
        if cover_from(state.grid, foe, shooter) != BLOCKED:
            return True
    return False


def bound_within(rules: Ruleset, foe: Unit) -> i64:
    """Squares within which the foe binds a bow: its melee range, or none (SOV-049, SOV-085).

    In books that require contact, only an adjacent foe binds, whatever it wields (AAC-032).
    """
    if foe.surprised or (foe.effects and is_helpless(foe)):
        return 0
    if rules.binding_foe == BOUND_IN_CONTACT:
        return 1
    by_any = rules.binding_foe == BOUND_BY_ANY
    reach: i64 = melee_reach(foe)
    if rules.melee_distance:
        return 1 if by_any or reach else 0
    if reach and foe.sheet.size > 1 and reach < rules.large_reach // 5:
        return rules.large_reach // 5
    if by_any and reach == 0:
        return 1
    return reach


def shoots_while_bound(unit: Unit, weapon: Weapon) -> bool:
    """Whether this shot is allowed with a foe in melee range (SOV-050)."""
    for ability in unit.sheet.abilities.at_shoots_bound:
        if ability.shoots_bound(weapon):
            return True
    return False
