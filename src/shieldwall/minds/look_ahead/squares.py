"""Squares to consider besides those next to a foe: safe, covered, or in line with friends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, known_strikers
from shieldwall.engine.space.measure import distance, gap
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.space.sight.cover import BLOCKED, cover
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice

MOST_SQUARES: Final = 120
"""How many of the nearest squares are considered."""
MANNERS: Final = ((6, 2, 0), (3, 4, 1), (2, 2, 4))
"""Deduction for each foe that could strike there, and value of each target and of each neighbour:
careful, ready to strike, and in line with friends."""


class Outline:
    """A foe as seen from a distance: how far it strikes next turn, and whether it shoots."""

    def __init__(self, battle: Battle, foe: Unit, far: i64) -> None:
        self.foe = foe
        span: i64 = melee_reach(foe)
        self.strikes: i64 = 0 if span == 0 else allowance(battle.rules, foe) * far + span
        self.shoots = False
        for number in range(len(foe.weapons)):
            weapon = foe.weapons[number]
            if weapon.long_range > 0 and not weapon.thrown:
                self.shoots = self.shoots or not (foe.gone | foe.stowed) >> number & 1


def squares_to_try(battle: Battle, unit: Unit, foes: list[Unit]) -> list[Choice]:
    """A run to the best square of each kind, without provoking."""
    state = battle.state
    grid = state.grid
    found: list[Choice] = []
    if (unit.moves == 0 and unit.mains == 0) or unit.prone or grid.open:
        return found
    limit: i64 = allowance(battle.rules, unit)
    far: i64 = battle.rules.charge_rate if "charge" in battle.rules.actions else 1
    outlines = [Outline(battle, foe, far) for foe in foes]
    own: i64 = limit + max(melee_reach(unit), 1)
    bow = Outline(battle, unit, far).shoots
    friends: list[Unit] = []
    for friend in state.units:
        if friend is not unit and friend.side == unit.side and friend.status == ACTIVE:
            friends.append(friend)
    filled = crowd(state, battle.rules, unit)
    reach = find_reach(state, battle.rules, unit, limit, filled, known_strikers(battle, unit))
    size: i64 = unit.sheet.size
    best = [-(1 << 30)] * len(MANNERS)
    goals = [-1] * len(MANNERS)
    number: i64 = 0
    while number < reach.count and number < MOST_SQUARES:
        cell: i64 = reach.found[number]
        number += 1
        if number > 1 and not reach.can_stop(cell):
            continue
        x: i64 = cell % grid.width
        y: i64 = cell // grid.width
        struck: i64 = 0
        targets: i64 = 0
        for outline in outlines:
            foe = outline.foe
            apart: i64 = max(
                gap(x, size, foe.x, foe.sheet.size), gap(y, size, foe.y, foe.sheet.size)
            )
            there: i64 = foe.y * grid.width + foe.x
            seen = (outline.shoots or bow) and cover(grid, there, cell) != BLOCKED
            if apart <= outline.strikes or (outline.shoots and seen):
                struck += 1
            if apart <= own or (bow and seen):
                targets += 1
        near: i64 = 0
        for friend in friends:
            if gap(x, size, friend.x, friend.sheet.size) <= 1:
                if gap(y, size, friend.y, friend.sheet.size) <= 1:
                    near += 1
        for place, manner in enumerate(MANNERS):
            value = int(4 * (manner[1] * targets + manner[2] * near - manner[0] * struck))
            value -= int(reach.cost(cell))
            if value > best[place]:
                best[place] = value
                goals[place] = int(cell)
    for goal in goals:
        if goal >= 0 and goal != reach.start:
            choice = Choice(int(unit.index), "run", -1, -1, reach.path(goal))
            if choice not in found:
                found.append(choice)
    return found


def by_distance(unit: Unit, foes: list[Unit]) -> list[Unit]:
    """The foes, nearest first."""
    left = list(foes)
    found: list[Unit] = []
    while left:
        nearest = left[0]
        for foe in left:
            if distance(unit, foe) < distance(unit, nearest):
                nearest = foe
        found.append(nearest)
        left.remove(nearest)
    return found
