"""What bursts and misses: it breaks on a square beside its target (C-SOV, military oil)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Burst
from shieldwall.engine.space.measure import distance, steps_between
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.wounds.effects import scorch

AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The squares around one, clockwise from the north, as the die counts them."""


def scatter(battle: Battle, thrower: Unit, target: Unit, weapon: Weapon) -> None:
    """On a random square next to the target: a small die to all on it and next to it.

    Off the map or in a wall it breaks all the same. Without a map there are no squares to choose
    from: whoever is beside the target is splashed.
    """
    grid = battle.state.grid
    x: i64 = target.x
    y: i64 = target.y
    if not grid.open:
        way = int(battle.roll("scatter", len(AROUND), thrower.index)) - 1
        x += AROUND[way][0]
        y += AROUND[way][1]
    harm: i64 = battle.roll("splash", weapon.scatters, thrower.index)
    if battle.log is not None:
        inside = 0 <= x < grid.width and 0 <= y < grid.height
        at = y * grid.width + x if inside else target.y * grid.width + target.x
        battle.emit(Burst(thrower.index, int(at), weapon.name))
    for unit in battle.state.units:
        if unit.status != ACTIVE or unit.inside >= 0:
            continue
        if grid.open:
            apart: i64 = distance(unit, target)
        else:
            apart = steps_between(unit.x, unit.y, unit.feet, unit.sheet.size, x, y, target.feet, 1)
        if apart <= 1:
            scorch(battle, unit, thrower.index, harm, "splash", weapon.kinds)
