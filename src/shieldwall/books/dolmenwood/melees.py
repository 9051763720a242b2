"""Being in melee, fleeing from it, and attacks from behind (DOL-004, DOL-018, DOL-020, DOL-027).

Two units are in melee after a melee attack of one on the other, while they stay within 5 ft of each
other and in the fight.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.dolmenwood_dials import (
    FLEE_BONUS,
    FLEE_BONUS_SCOPE,
    MELEE_SPEED_DIVISOR,
    SHOOT_IN_MELEE,
)
from shieldwall.engine.attack.blow import MELEE, Blow, Sum
from shieldwall.engine.battle import Battle
from shieldwall.engine.general_rule import GeneralRule
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import FLEEING
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.request import Refusal

WHILE_IN_MELEE: Final = 0
ALL_ROUND: Final = 1


class Melees(GeneralRule):
    """A melee slows both, hinders shots at others, and ends only apart or by declared flight."""

    def why_no_shot(self, battle: Battle, unit: Unit) -> Refusal | None:
        if unit.in_melee and not SHOOT_IN_MELEE.of(battle.rules):
            return Refusal("is-in-melee", "shoot_in_melee", unit.index)
        return None

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if is_fleeing_from(battle, blow.attacker, blow.target):
            terms.add("fleeing target", FLEE_BONUS.of(battle.rules), FLEE_CITE)

    def attack_rolled(self, battle: Battle, blow: Blow) -> None:
        if blow.how == MELEE:
            engage(battle.state, blow.attacker, blow.target)

    def melee_speed(self, rules: Ruleset, feet: i64) -> i64:
        return feet // MELEE_SPEED_DIVISOR.of(rules)

    def tidy(self, battle: Battle) -> None:
        end_melees(battle.state)


class AttacksFromBehind(GeneralRule):
    """From behind, or against a target that flees from the attacker, its shield does not count."""

    def ignores_shield(self, battle: Battle, blow: Blow) -> bool:
        if is_from_behind(battle, blow.attacker, blow.target):
            return True
        return bool(blow.target.effects) and is_fleeing_from(battle, blow.attacker, blow.target)


FLEE_CITE: Final = "DOL-020"
MELEES: Final = Melees(
    "melees", "a melee attack puts two units within 5 ft in melee with each other", "DOL-004"
)
ATTACKS_FROM_BEHIND: Final = AttacksFromBehind(
    "attacks_from_behind", "attacks from behind ignore the shield", "DOL-027"
)


def engage(state: State, attacker: Unit, target: Unit) -> None:
    """Record a melee attack, whatever its result.

    On a map the attacker now faces its target; the target keeps its facing (G-39).
    """
    faced = None if state.grid.open else faces(state, target)
    attacker.in_melee |= 1 << int(target.index)
    target.in_melee |= 1 << int(attacker.index)
    if state.grid.open:
        return
    if faces(state, attacker) is not target:
        attacker.facing = target.index
    if faced is not None and faces(state, target) is not faced:
        target.facing = faced.index


def are_in_melee(unit: Unit, other: Unit) -> bool:
    return bool(unit.in_melee >> int(other.index) & 1) and distance(unit, other) <= 1


def is_fleeing_from(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether the target is fleeing from a melee with the attacker (DOL-020)."""
    fleeing = target.effect(FLEEING)
    if fleeing is None:
        return False
    if FLEE_BONUS_SCOPE.of(battle.rules) == ALL_ROUND:
        return bool(fleeing.whom >> int(attacker.index) & 1)
    return are_in_melee(attacker, target)


def is_from_behind(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """G-39: the target is surprised, flees from the attacker, or faces a foe on the other side.

    The GM may order that a unit turns its back; without a map only that counts.
    """
    if target.surprised:
        return True
    if target.effects:
        for effect in target.effects:
            if effect.kind.turns_back():
                return True
        if is_fleeing_from(battle, attacker, target):
            return True
    if battle.state.grid.open or target.in_melee == 0:
        return False
    faced = faces(battle.state, target)
    if faced is None or faced is attacker:
        return False
    return is_opposite(attacker, target, faced) or is_far_behind(attacker, target, faced)


def faces(state: State, unit: Unit) -> Unit | None:
    """The foe in melee that the unit faces: the last one it attacked, otherwise the first.

    A unit has one back: of two foes on opposite sides only one is behind it.
    """
    found: Unit | None = None
    for foe in state.units:
        if are_in_melee(foe, unit):
            if foe.index == unit.facing:
                return foe
            if found is None:
                found = foe
    return found


def is_far_behind(one: Unit, middle: Unit, other: Unit) -> bool:
    """Whether a non-adjacent attacker stands in the quarter opposite the faced foe."""
    if distance(one, middle) <= 1:
        return False
    ones: i64 = 2 * (one.x - middle.x) + one.sheet.size - middle.sheet.size
    ones_y: i64 = 2 * (one.y - middle.y) + one.sheet.size - middle.sheet.size
    others: i64 = 2 * (other.x - middle.x) + other.sheet.size - middle.sheet.size
    others_y: i64 = 2 * (other.y - middle.y) + other.sheet.size - middle.sheet.size
    along: i64 = ones * others + ones_y * others_y
    aside: i64 = ones * others_y - ones_y * others
    if aside < 0:
        aside = -aside
    return along < 0 and aside <= -along


def is_opposite(one: Unit, middle: Unit, other: Unit) -> bool:
    """Whether two adjacent units stand on opposite sides, measured by their centres."""
    if distance(one, middle) > 1:
        return False
    across: i64 = 2 * (2 * middle.x + middle.sheet.size)
    down: i64 = 2 * (2 * middle.y + middle.sheet.size)
    ones: i64 = 2 * one.x + one.sheet.size
    others: i64 = 2 * other.x + other.sheet.size
    if ones + others != across:
        return False
    ones = 2 * one.y + one.sheet.size
    others = 2 * other.y + other.sheet.size
    return ones + others == down


def end_melees(state: State) -> None:
    """End the melee of units more than 5 ft apart or out of the fight (DOL-004, G-47).

    The cause does not matter: a step, flight, push, surrender, or an order of the GM.
    """
    for unit in state.units:
        if unit.in_melee == 0:
            continue
        left = 0
        if unit.status == ACTIVE:
            rest = unit.in_melee
            while rest:
                foe = state.units[rest.bit_length() - 1]
                rest ^= foe.bit
                if foe.status == ACTIVE and distance(unit, foe) <= 1:
                    left |= foe.bit
        unit.in_melee = left
        if unit.facing >= 0 and not left >> int(unit.facing) & 1:
            unit.facing = -1
