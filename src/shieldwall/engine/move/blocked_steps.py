"""Why a step of a path is impossible, with the rule that forbids it (SOV-003, SOV-010, SOV-011)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.reach import entering, gait_of
from shieldwall.engine.space.step_costs import body_fits, steps
from shieldwall.engine.space.step_table import DX, DY, direction
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Refusal


def why_no_step(battle: Battle, unit: Unit, filled: vec[u8], here: int, there: int) -> Refusal:
    """The reason against an impossible step to a square: foe, wall, corner, or not a neighbour."""
    ids = battle.rules.ids
    grid = battle.state.grid
    width = int(grid.width)
    size: i64 = unit.sheet.size
    if not 0 <= there < grid.cells:
        return Refusal("no-way", ids.ground, unit.index, there)
    way = int(direction(there % width - here % width, there // width - here // width))
    if way < 0:
        return Refusal("no-way", ids.ground, unit.index, there)
    if not body_fits(grid, there, unit.sheet.size, battle.rules.difficult_cost):
        return Refusal("no-way", ids.impassable, unit.index, there)
    if entering(filled, there, size, width, battle.rules) == 0:
        if not is_foe_there(battle, unit, there):
            return Refusal("no-way", ids.impassable, unit.index, there)
        return Refusal("foe-in-the-way", ids.passing, unit.index, there)
    if way >= 4 and not is_walled_off(battle, unit, here, way):
        return Refusal("cuts-a-corner", ids.corners, unit.index, there)
    return Refusal("no-way", ids.impassable, unit.index, there)


def is_foe_there(battle: Battle, unit: Unit, there: int) -> bool:
    """Whether a foe stands where the body would be; a flier may also lack room to fly."""
    width: i64 = battle.state.grid.width
    x: i64 = there % width
    y: i64 = there // width
    size: i64 = unit.sheet.size
    for other in battle.state.units:
        if other.status == ACTIVE and battle.are_foes(unit, other):
            reach: i64 = other.sheet.size
            if other.x < x + size and x < other.x + reach:
                if other.y < y + size and y < other.y + reach:
                    return True
    return False


def is_walled_off(battle: Battle, unit: Unit, here: int, way: int) -> bool:
    """Whether thin walls bar a diagonal step together with both detours around it."""
    grid = battle.state.grid
    difficult_cost = battle.rules.difficult_cost
    cost = steps(grid, gait_of(unit), difficult_cost).cost
    across = 1 if DX[way] > 0 else 3
    down = 2 if DY[way] > 0 else 0
    for beside, first, second in (
        (here + DX[way], across, down),
        (here + DY[way] * int(grid.width), down, across),
    ):
        if not body_fits(grid, beside, unit.sheet.size, difficult_cost):
            return False
        if cost[here * 8 + first] != 0 and cost[beside * 8 + second] != 0:
            return False
    return True
