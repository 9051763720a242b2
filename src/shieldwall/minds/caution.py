"""Moves that a careful fighter avoids."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, put
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice

EXPOSED: Final = 2
"""With this many more foes in striking distance, a unit does not run for its Main."""


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
