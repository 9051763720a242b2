""" "In melee" as a relation between two, fleeing from it, and blows from behind (DOL-004, DOL-020).

Two are in melee once one of them has made a melee attack on the other, for as long as they stay
within 5 ft of each other and both are in the fight. Books without the notion never set it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import FLEEING
from shieldwall.engine.state.state import ACTIVE, State, Unit

WHILE_IN_MELEE: Final = 0
ALL_ROUND: Final = 1


def engage(state: State, attacker: Unit, target: Unit) -> None:
    """A melee attack has been made, whatever comes of it.

    On a map the attacker now faces its target; the target, whom it faced before (G-39).
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


def part(state: State) -> None:
    """After any deed: those who are more than 5 ft apart or out of the fight are in melee no more.

    It does not matter in which way they came apart: a step, a flight, a push (DOL-004, G-47).
    """
    for unit in state.units:
        if unit.in_melee == 0:
            continue
        left = 0
        if unit.status == ACTIVE:
            for foe in state.units:
                bit = 1 << int(foe.index)
                if unit.in_melee & bit and foe.status == ACTIVE and distance(unit, foe) <= 1:
                    left |= bit
        unit.in_melee = left
        if unit.facing >= 0 and not left >> int(unit.facing) & 1:
            unit.facing = -1


def are_in_melee(one: Unit, other: Unit) -> bool:
    return bool(one.in_melee >> int(other.index) & 1) and distance(one, other) <= 1


def strikes_a_fleer(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """DOL-020: whether the target flees from a melee with the attacker, as far as that counts."""
    fleeing = target.effect(FLEEING)
    if fleeing is None:
        return False
    if battle.rules.flee_bonus_scope == ALL_ROUND:
        return bool(fleeing.whom >> int(attacker.index) & 1)
    return are_in_melee(attacker, target)


def is_from_behind(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """G-39: at one that is surprised, flees from the attacker, or faces a foe the other way.

    The referee may say that somebody turns its back, and without a map only that tells.
    """
    if target.surprised:
        return True
    if target.effects:
        for effect in target.effects:
            if effect.kind.turns_back():
                return True
        if strikes_a_fleer(battle, attacker, target):
            return True
    if battle.state.grid.open or target.in_melee == 0:
        return False
    faced = faces(battle.state, target)
    if faced is None or faced is attacker:
        return False
    return is_opposite(attacker, target, faced) or is_far_behind(attacker, target, faced)


def faces(state: State, unit: Unit) -> Unit | None:
    """Of the foes in melee with it, the one it looks at: whom it struck at last, else the first.

    A body has one back: of two foes on opposite sides only one is behind it.
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
    """Whether one who is not adjacent stands in the quarter across from the other."""
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
    """Whether two adjacent bodies stand straight across from each other, measured by centres."""
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
