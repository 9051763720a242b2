"""Moves that a careful fighter avoids."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, put
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.minds.target_facts import can_act
from shieldwall.minds.teamwork import has_fighters, nearest_to

EXPOSED: Final = 2
"""With this many more foes in striking distance, a unit does not run for its Main."""
FRAIL: Final = 5
"""Hit points that one attack takes."""
LONELY_SQUARES: Final = 4
"""A badly hurt unit only goes where a friend is within this many squares."""


def is_exposed_by(battle: Battle, unit: Unit, choice: Choice, foes: list[Unit]) -> bool:
    """Whether a run for its Main ends where at least two more foes could strike it next.

    Several foes would attack first, and it would have no action left to react.
    """
    grid = battle.state.grid
    if not choice.path or grid.open:
        return False
    there = unit.copy()
    put(grid, there, choice.path[-1])
    more = 0
    for foe in foes:
        span: i64 = melee_reach(foe)
        if span == 0 or foe.broken:
            continue
        far: i64 = allowance(battle.rules, foe) + span
        if distance(there, foe) <= far:
            more += 1
        if distance(unit, foe) <= far:
            more -= 1
    return more >= EXPOSED


def is_alone_in_danger(battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
    """Badly hurt, several foes about as near as the nearest, and no friend beside it."""
    if unit.hp * 3 > unit.sheet.hp and unit.hp > FRAIL:
        return False
    awake: list[Unit] = []
    for foe in foes:
        if can_act(foe):
            awake.append(foe)
    near = nearest_to(unit, awake)
    if not awake or near <= LONELY_SQUARES or not has_fighters(battle, unit):
        return False
    around = 0
    for foe in awake:
        if distance(unit, foe) <= near + 1:
            around += 1
    for friend in battle.state.units:
        if friend is not unit and friend.side == unit.side and friend.status == ACTIVE:
            if nearest_to(friend, awake) <= LONELY_SQUARES and not friend.broken:
                return around > 2
    return True
