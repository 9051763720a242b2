"""The search in plan, with closed screens only, agrees with the general search."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.sight.drawn import flat_maps, maps, men, slit_maps
from tests.engine.sight.ground import ground, wall

from shieldwall.engine.space.grid import SQUARE, GridMap, Opening, Squares, Wall
from shieldwall.engine.space.sight.cover import BLOCKED, FULL, cover, sight_table
from shieldwall.engine.space.sight.plan_search import SHUT, UNSURE
from shieldwall.engine.space.sight.screens import CLOSED

ROOM = 180


def strewn_map(rng: random.Random) -> GridMap:
    """Pillars and walls to the ceiling, some with a slit or too low: much is out of sight."""
    width, height = rng.randint(5, 12), rng.randint(3, 9)
    cells = width * height
    solid = [ROOM if rng.random() < 0.2 else 0 for _ in range(cells)]
    walls = []
    for _ in range(rng.randint(0, 5)):
        x, y = rng.randint(0, width - 1), rng.randint(0, height - 1)
        across = rng.random() < 0.5
        long = rng.randint(1, 3)
        x1, y1 = (min(x + long, width), y) if across else (x, min(y + long, height))
        hole = (Opening(20, 23, 30, 36),) if rng.random() < 0.3 else ()
        top = ROOM if rng.random() < 0.8 else 48
        walls.append(Wall(x * SQUARE, y * SQUARE, x1 * SQUARE, y1 * SQUARE, 0, top, "strewn", hole))
    return GridMap(width, height, Squares([0] * cells, solid, [ROOM] * cells, [0] * cells), walls)


def check(grid: GridMap, here: int, there: int) -> tuple[bool, bool]:
    """Whether the pair is parted by screens that touch, and whether it is shut in plan."""
    known = sight_table(grid)
    a, b = known.man(here), known.man(there)
    scene = known.scene
    if here == there or a.z0 >= a.z1 or b.z0 >= b.z1:
        return False, False
    scene.gather(a, b)
    plain = not (scene.inner_a or scene.inner_b or scene.slanted)
    if scene.parted:
        assert known.corners_seen(a, b, scene.inner_a) == FULL
        assert known.corners_seen(b, a, scene.inner_b) == FULL
        assert not known.has_any_line(a, b, plain)
    if not plain:
        return bool(scene.parted), False
    found = known.plan.judge(scene, a, b)
    shut = found == SHUT
    partial = any(scene.kinds[index] != CLOSED for index in range(scene.count))
    line = known.has_any_line(a, b, True)
    assert not (shut and line)
    if shut:
        assert known.corners_seen(a, b, scene.inner_a) == FULL
        assert known.corners_seen(b, a, scene.inner_b) == FULL
    # With nothing to look over or under, plan decides both ways.
    assert partial or found == UNSURE or shut == (not line)
    assert known.is_in_sight(a, b) == (cover(grid, here, there) != BLOCKED)
    return bool(scene.parted), shut


@pytest.mark.rule("SOV-013")
@pytest.mark.parametrize("seed", range(12))
def test_among_pillars_and_walls_the_plan_is_never_wrong(seed: int) -> None:
    rng = random.Random(seed)
    grid = strewn_map(rng)
    parted = shut = 0
    for _ in range(150):
        here, there = rng.randrange(int(grid.cells)), rng.randrange(int(grid.cells))
        found = check(grid, here, there)
        parted += found[0]
        shut += found[1]
    assert shut > 10
    assert parted > 10


@settings(max_examples=200, derandomize=True, deadline=None)
@given(data=st.data())
def test_on_any_map_the_plan_is_never_wrong(data: st.DataObject) -> None:
    grid = data.draw(st.one_of(maps(slanted=False), maps(), slit_maps(), flat_maps()))
    check(grid, data.draw(men(grid)).cell, data.draw(men(grid)).cell)


def test_two_pillars_that_do_not_touch_shut_a_line_neither_shuts_alone() -> None:
    grid = ground(
        "..........",
        "...#......",
        "......#...",
        "..........",
    )
    pairs = [(a, b) for a in range(40) for b in range(a)]
    found = [check(grid, a, b) for a, b in pairs]
    assert sum(1 for parted, shut in found if shut and not parted) > 0


def test_a_corner_of_walls_parts_what_neither_wall_parts() -> None:
    around = [wall(1, 1, 3, 1), wall(3, 1, 3, 3)]
    grid = ground("....", "....", "....", "....", walls=around)
    assert check(grid, 2 * 4 + 1, 3)[0]
    assert not check(ground("....", "....", "....", "....", walls=around[:1]), 2 * 4 + 1, 3)[0]
