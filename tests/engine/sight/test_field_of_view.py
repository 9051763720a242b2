"""What several see together, looked at from the near to the far, is what each would see alone."""

from __future__ import annotations

import random

import pytest
from tests.engine.sight.ground import ground
from tests.engine.sight.test_plan_search import strewn_map

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import BLOCKED, cover
from shieldwall.engine.space.sight.field_of_view import Eyes


def together(grid: GridMap, viewers: list[int], near: int, far: int) -> list[int]:
    free = bytes([not grid.is_solid(cell) for cell in range(int(grid.cells))])
    eyes = Eyes(grid, free)
    for viewer in viewers:
        eyes.look(viewer, near, far)
    return [cell for cell in range(int(grid.cells)) if eyes.seen[cell]]


def one_by_one(grid: GridMap, viewers: list[int], near: int, far: int) -> list[int]:
    width = int(grid.width)
    found = set()
    for cell in range(int(grid.cells)):
        for viewer in viewers:
            x, y = abs(cell % width - viewer % width), abs(cell // width - viewer // width)
            if near < max(x, y) <= far and not grid.is_solid(cell):
                if cover(grid, viewer, cell) != BLOCKED:
                    found.add(cell)
    return sorted(found)


@pytest.mark.rule("SOV-013")
@pytest.mark.parametrize("seed", range(10))
def test_on_even_ground_with_pillars_and_walls(seed: int) -> None:
    rng = random.Random(seed)
    grid = strewn_map(rng)
    free = [cell for cell in range(int(grid.cells)) if not grid.is_solid(cell)]
    viewers = rng.sample(free, 3)
    for near, far in ((-1, 20), (-1, 3), (3, 20)):
        seen = together(grid, viewers, near, far)
        assert seen == one_by_one(grid, viewers, near, far)
    assert 0 < len(together(grid, viewers[:1], -1, 20)) < len(free)


@pytest.mark.parametrize("seed", range(6))
def test_over_low_things_and_on_uneven_ground(seed: int) -> None:
    rng = random.Random(seed)
    cells = 9 * 7
    floor = [0] * cells if seed % 2 else [rng.choice((0, 0, 0, 60, 120)) for _ in range(cells)]
    solid = [low + rng.choice((0, 0, 0, 30, 59, 60, 180)) for low in floor]
    grid = GridMap(9, 7, floor, solid, [300] * cells, [0] * cells, [])
    free = [cell for cell in range(cells) if not grid.is_solid(cell)]
    viewers = rng.sample(free, 2)
    assert together(grid, viewers, -1, 9) == one_by_one(grid, viewers, -1, 9)


def test_one_looks_over_a_table_and_not_through_a_pillar() -> None:
    low = GridMap(5, 1, [0] * 5, [0, 0, 30, 0, 0], [120] * 5, [0] * 5, [])
    assert together(low, [0], -1, 5) == [0, 1, 3, 4]
    assert together(ground("..#.."), [0], -1, 5) == [0, 1]
