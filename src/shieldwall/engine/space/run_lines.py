"""The squares on which a straight run may end: one unit, many ends (SOV-063)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.occupants import EMPTY, FALLEN, FOE, FRIEND
from shieldwall.engine.space.open_ground import OpenGround
from shieldwall.engine.space.step_costs import enterable, steps
from shieldwall.engine.space.step_table import GAITS, direction

FEW_ENDS: Final = 40


class RunLines:
    """Tests straight runs of a man-sized unit without building the lines."""

    def __init__(
        self, grid: GridMap, rules: Ruleset, gait: i64, filled: vec[u8], here: i64, far: i64
    ) -> None:
        self.grid = grid
        self.width: i64 = grid.width
        self.filled = filled
        self.here = here
        self.x: i64 = here % self.width
        self.y: i64 = here // self.width
        self.far = far
        self.is_small = gait % GAITS == 1
        self.rules = rules
        self.gait = gait
        self.tested: i64 = 0
        """How many ends have been tested."""
        self.ground: OpenGround | None = None
        """Built when many ends are tested; for a few it costs more than it saves."""
        self.costs = steps(grid, gait, rules.difficult_cost).cost
        self.fallen_cost: i64 = rules.fallen_foe_cost
        self.small_cost: i64 = rules.difficult_cost

    def leads_to(self, x: i64, y: i64) -> bool:
        """Whether the run is clear; the end itself has been tested for room."""
        self.tested += 1
        if self.tested == FEW_ENDS:
            self.ground = OpenGround(
                self.grid, self.rules, self.gait, self.filled, self.here, self.far
            )
        ground = self.ground
        if ground is not None and ground.leads_to(x, y):
            return True
        if self.along(x, y, 0) > self.far and self.along(x, y, 1) > self.far:
            return False
        return self.is_free_beside(x, y)

    def along(self, x: i64, y: i64, tie_down: i64) -> i64:
        """The cost of the line; more than `far` if it is blocked (`straight_line`)."""
        dx: i64 = x - self.x
        dy: i64 = y - self.y
        sx: i64 = 1 if dx > 0 else -1
        sy: i64 = 1 if dy > 0 else -1
        dx *= sx
        dy *= sy
        down: i64 = sy * self.width
        across_way: i64 = direction(sx, 0)
        down_way: i64 = direction(0, sy)
        both_way: i64 = direction(sx, sy)
        long: i64 = dx if dx > dy else dy
        over_x: i64 = long - tie_down
        over_y: i64 = over_x
        filled = self.filled
        costs = self.costs
        far: i64 = self.far
        at: i64 = self.here
        total: i64 = 0
        step: i64 = 0
        while step < long:
            step += 1
            way: i64 = -1
            there: i64 = at
            over_x += 2 * dx
            if over_x >= 2 * long:
                over_x -= 2 * long
                there += sx
                way = across_way
            over_y += 2 * dy
            if over_y >= 2 * long:
                over_y -= 2 * long
                there += down
                way = down_way if way < 0 else both_way
            price: i64 = costs[at * 8 + way]
            kind: u8 = filled[there]
            if price == 0 or kind == FOE:
                return far + 1
            if kind not in (EMPTY, FRIEND):
                more: i64 = self.fallen_cost if kind == FALLEN else self.small_cost
                if more > price:
                    price = more
            if way == both_way and (filled[at + sx] == FOE or filled[at + down] == FOE):
                return far + 1
            total += price
            if total > far:
                return total
            at = there
        return total

    def is_free_beside(self, x: i64, y: i64) -> bool:
        """Whether the other squares that the line touches are free (`brushed`)."""
        dx: i64 = x - self.x
        dy: i64 = y - self.y
        sx: i64 = 1 if dx > 0 else -1
        sy: i64 = 1 if dy > 0 else -1
        dx *= sx
        dy *= sy
        steep = dy > dx
        long: i64 = dy if steep else dx
        short: i64 = dx if steep else dy
        if short == 0 or short == long:
            return True
        along: i64 = sy * self.width if steep else sx
        aside: i64 = sx if steep else sy * self.width
        step: i64 = 0
        nearest: i64 = 0
        over: i64 = long
        while step <= long:
            low: i64 = (2 * step - 1) * short if step > 0 else 0
            high: i64 = (2 * step + 1) * short if step < long else 2 * step * short
            offset: i64 = nearest - 1
            while offset <= nearest + 1:
                if (
                    offset != nearest
                    and low < (2 * offset + 1) * long
                    and high > (2 * offset - 1) * long
                ):
                    cell: i64 = self.here + step * along + offset * aside
                    if self.filled[cell] == FOE or not enterable(self.grid, cell):
                        return False
                offset += 1
            step += 1
            over += 2 * short
            if over >= 2 * long:
                over -= 2 * long
                nearest += 1
        return True
