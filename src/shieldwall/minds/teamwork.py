"""Teamwork and timing: when to screen, swarm and hold."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.shared_dials import SWARM_MAX_ASSAILANTS
from shieldwall.books.shared.tactics import assailants
from shieldwall.engine.attack.blow import MELEE, armour_class
from shieldwall.engine.attack.numbers import hit_bonus_on
from shieldwall.engine.attack.screening import screen_slots
from shieldwall.engine.battle import Battle
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import SCREENING, SWARMING
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice

HOPELESS: Final = 4
"""With at most this many hitting faces of the d20, a swarm is better."""


def swarm(battle: Battle, unit: Unit, foe: Unit, weapon: int) -> Choice | None:
    """Join a swarm on a foe that is hard to hit, if a friend can join or has started it."""
    if unit.mains == 0 or unit.flurry:
        return None
    bonus = hit_bonus_on(battle, unit, foe, weapon, MELEE)
    if 21 + bonus - armour_class(foe) > HOPELESS:
        return None
    if helpers(battle, unit, foe) == 0 and not assailants(battle, unit.side, foe.index):
        return None
    spec = battle.rules.actions.get("swarm")
    if spec is None:
        return None
    choice = Choice(unit.index, "swarm", int(foe.index), weapon)
    return choice if spec.why_not(battle, unit, choice) is None else None


def helpers(battle: Battle, unit: Unit, foe: Unit) -> int:
    """Friends that have not acted yet and stand next to the foe."""
    count = 0
    for other in battle.state.units:
        if (
            other is not unit
            and other.side == unit.side
            and other.status == ACTIVE
            and not other.acted
            and other.mains > 0
            and distance(other, foe) <= 1
        ):
            count += 1
    return count


def strike_for_swarm(battle: Battle, unit: Unit) -> Choice | None:
    """Make the swarm's attack once no other friend can join."""
    joined = unit.effect(SWARMING) if unit.effects else None
    if joined is None:
        return None
    target = joined.whom.bit_length() - 1
    foe = battle.state.units[target]
    full = len(assailants(battle, unit.side, target)) >= SWARM_MAX_ASSAILANTS.of(battle.rules)
    if not full and helpers(battle, unit, foe) > 0:
        return None
    choice = Choice(unit.index, "fall-upon", target, int(unit.wielded))
    spec = battle.rules.action("fall-upon")
    return choice if spec.why_not(battle, unit, choice) is None else None


def strike_now(unit: Unit, options: ReactionOptions) -> Choice:
    """A held action has joined a swarm: it was held to strike first."""
    first = Choice(unit.index, PASS)
    for choice in options:
        if choice.unit == unit.index and choice.weapon == unit.wielded:
            return choice
        if first.verb == PASS:
            first = choice
    return first


def screen(battle: Battle, unit: Unit) -> Choice | None:
    """With a Move to spare: screen an adjacent friend that shoots, casts or is badly hurt."""
    if unit.moves == 0 or unit.prone or screen_slots(unit) == 0:
        return None
    if unit.effects and unit.effect(SCREENING) is not None:
        return None
    if unit.hp * 2 < unit.sheet.hp:
        return None
    for friend in battle.state.units:
        if (
            friend is not unit
            and friend.side == unit.side
            and friend.status == ACTIVE
            and (friend.hp * 2 <= friend.sheet.hp or avoids_melee(friend))
            and distance(unit, friend) <= 1
        ):
            choice = Choice(unit.index, "screen", int(friend.index))
            spec = battle.rules.actions.get("screen")
            if spec is not None and spec.why_not(battle, unit, choice) is None:
                return choice
    return None


def stand_by(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """A guardian without a target screens an ally with foes nearby."""
    spec = battle.rules.actions.get("screen")
    if spec is None or not unit.sheet.shield:
        return None
    for friend in battle.state.units:
        if friend.status != ACTIVE or friend.side != unit.side or friend is unit:
            continue
        if avoids_melee(friend) and distance(unit, friend) <= 1 and nearest_to(friend, foes) <= 6:
            guard = screen(battle, unit)
            if guard is not None:
                return guard
    return None


def avoids_melee(unit: Unit) -> bool:
    """A unit that avoids melee: an archer or a caster."""
    if unit.sheet.spells:
        return True
    return unit.wielded >= 0 and not unit.weapons[unit.wielded].melee


def has_fighters(battle: Battle, unit: Unit) -> bool:
    """Whether another unit of the side closes in on the foe."""
    for friend in battle.state.units:
        if friend is not unit and friend.side == unit.side and friend.status == ACTIVE:
            if not friend.broken and not avoids_melee(friend):
                return True
    return False


def hold(battle: Battle, unit: Unit) -> Choice:
    """An archer without a target holds its action until one appears."""
    choice = Choice(unit.index, "hold")
    spec = battle.rules.actions.get("hold")
    if spec is not None and spec.why_not(battle, unit, choice) is None:
        return choice
    return Choice(unit.index, DONE)


def nearest_to(unit: Unit, foes: list[Unit]) -> i64:
    near: i64 = 1 << 20
    for foe in foes:
        apart: i64 = distance(unit, foe)
        if apart < near:
            near = apart
            # Without a map no foe is nearer than 5 ft.
            if near == 1 and unit.mapless:
                break
    return near


def nearest_of(unit: Unit, foes: list[Unit]) -> Unit:
    """The nearest foe, the first of several."""
    nearest = foes[0]
    for foe in foes:
        if distance(unit, foe) < distance(unit, nearest):
            nearest = foe
    return nearest


def friends_at(battle: Battle, unit: Unit, foe: Unit) -> i64:
    """How many other units of the side stand next to a foe."""
    count: i64 = 0
    for other in battle.state.units:
        if (
            other is not unit
            and other.side == unit.side
            and other.status == ACTIVE
            and distance(other, foe) <= 1
        ):
            count += 1
    return count
