"""The search for squares in range as plain as can be, to compare with."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import u8

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import place_of
from shieldwall.engine.space.reach import UNREACHED, gait_of, step_cost
from shieldwall.engine.space.step_table import DX, DY
from shieldwall.engine.space.threat import Threat, leaves_reach
from shieldwall.engine.state.state import Unit


def searched_step_by_step(
    battle: Battle, unit: Unit, limit: int, filled: vec[u8], watchers: list[Threat]
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Each square in range in order, its cost and path: every step from every square is tried."""
    state = battle.state
    grid = state.grid
    width = int(grid.width)
    start = int(place_of(grid, unit))
    paths: dict[int, tuple[int, ...]] = {start: ()}
    costs = {start: 0}
    rings: list[list[int]] = [[start], *([] for _ in range(limit))]
    found = []
    for ring, squares in enumerate(rings):
        for here in squares:
            if costs[here] < ring:
                continue
            found.append((here, ring, paths[here]))
            for dx, dy in zip(DX, DY, strict=True):
                x, y = here % width + dx, here // width + dy
                if not (0 <= x < width and 0 <= y < grid.height):
                    continue
                there = y * width + x
                price = step_cost(state, battle.rules, filled, gait_of(unit), here, there)
                total = ring + int(price)
                if price == 0 or total > limit or total >= costs.get(there, UNREACHED):
                    continue
                if not leaves_reach(watchers, unit, here, there):
                    costs[there] = total
                    paths[there] = (*paths[here], there)
                    rings[total].append(there)
    return found
