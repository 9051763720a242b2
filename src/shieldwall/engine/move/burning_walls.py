"""Walls of fire and the like: what a unit suffers that passes through one."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.wounds.effects import deal_element_damage


def cross_burning_walls(battle: Battle, unit: Unit, here: i64, there: i64) -> bool:
    """Step through walls of fire and the like; True if the mover still stands behind them."""
    state = battle.state
    width: i64 = state.grid.width
    size: i64 = unit.sheet.size
    for wall in state.raised:
        if wall.solid or wall.sides == 0:
            continue
        if unit.aloft > 0 and unit.feet >= wall.bottom + wall.tall * FOOT:
            continue
        crossed = False
        dy: i64 = 0
        while dy < size:
            dx: i64 = 0
            while dx < size:
                part = wall.part_between(
                    here % width + dx, here // width + dy, there % width + dx, there // width + dy
                )
                crossed = crossed or part >= 0
                dx += 1
            dy += 1
        if crossed:
            burnt: i64 = wall.plus
            for _ in range(wall.dice):
                burnt += battle.roll(wall.name, wall.sides, wall.by)
            deal_element_damage(battle, unit, wall.by, burnt, wall.name)
            if unit.status != ACTIVE:
                return False
    return True
