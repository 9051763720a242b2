"""The field of view of a whole map equals what each viewer sees square by square."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.sight.drawn import flat_maps, maps, slit_maps, stands
from tests.engine.sight.ground import ground, wall
from tests.engine.sight.test_plan_search import strewn_map

from shieldwall.engine.space.grid import SKY, GridMap, Opening, Squares
from shieldwall.engine.space.sight.cover import BLOCKED, Stand, cover_between, stand_on
from shieldwall.engine.space.sight.field_of_view import fields_of_view, squares_in


def free_squares(grid: GridMap) -> list[int]:
    return [cell for cell in range(int(grid.cells)) if not grid.is_solid(cell)]


def together(grid: GridMap, viewers: list[Stand]) -> list[int]:
    table = fields_of_view(grid)
    asked = [table.free] * len(viewers)
    seen = table.seen_exactly(viewers, asked, table.seen(viewers, asked))
    return squares_in(seen, table.length)


def one_by_one(grid: GridMap, viewers: list[Stand]) -> list[int]:
    return [
        cell
        for cell in free_squares(grid)
        if any(cover_between(grid, one, stand_on(grid, cell, 1)) != BLOCKED for one in viewers)
    ]


def check_field(grid: GridMap, viewer: Stand) -> None:
    """What is sure is seen, and what is seen is not ruled out."""
    table = fields_of_view(grid)
    field = table.field(viewer)
    truth = one_by_one(grid, [viewer])
    assert set(squares_in(field.sure, table.length)) <= set(truth)
    assert set(truth) <= set(squares_in(field.maybe, table.length))


@pytest.mark.rule("SOV-013")
@pytest.mark.parametrize("seed", range(10))
def test_on_even_ground_with_pillars_and_walls(seed: int) -> None:
    rng = random.Random(seed)
    grid = strewn_map(rng)
    free = free_squares(grid)
    viewers = [stand_on(grid, cell, 1) for cell in rng.sample(free, 3)]
    assert together(grid, viewers) == one_by_one(grid, viewers)
    for viewer in viewers:
        check_field(grid, viewer)
    assert 0 < len(together(grid, viewers[:1])) < len(free)


@pytest.mark.parametrize("seed", range(6))
def test_over_low_things_and_on_uneven_ground(seed: int) -> None:
    rng = random.Random(seed)
    cells = 9 * 7
    floor = [0] * cells if seed % 2 else [rng.choice((0, 0, 0, 60, 120)) for _ in range(cells)]
    solid = [low + rng.choice((0, 0, 0, 30, 59, 60, 180)) for low in floor]
    grid = GridMap(9, 7, Squares(floor, solid, [300] * cells, [0] * cells), [])
    viewers = [stand_on(grid, cell, 1) for cell in rng.sample(free_squares(grid), 2)]
    assert together(grid, viewers) == one_by_one(grid, viewers)
    for viewer in viewers:
        check_field(grid, viewer)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(data=st.data())
def test_on_any_map_from_any_place(data: st.DataObject) -> None:
    grid = data.draw(st.one_of(maps(most=6), maps(slanted=False), slit_maps(), flat_maps()))
    viewers = [data.draw(stands(grid)) for _ in range(data.draw(st.integers(1, 3)))]
    assert together(grid, viewers) == one_by_one(grid, viewers)
    for viewer in viewers:
        check_field(grid, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_many_heights_are_put_together_and_nothing_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    width, height = 9, 6
    floor = [6 * (x + y) + rng.choice((0, 0, 60)) for y in range(height) for x in range(width)]
    solid = [low + rng.choice((0, 0, 0, 0, 90)) for low in floor]
    cells = width * height
    grid = GridMap(width, height, Squares(floor, solid, [SKY] * cells, [0] * cells), [])
    table = fields_of_view(grid)
    assert len(table.floors) > len(table.levels)
    for cell in rng.sample(free_squares(grid), 8):
        check_field(grid, stand_on(grid, cell, 1))


def test_where_all_is_as_high_as_the_room_nothing_is_left_to_look_at() -> None:
    """The plan alone decides: every square that may be in sight surely is."""
    rng = random.Random(5)
    rows = ["".join(rng.choice("......#") for _ in range(40)) for _ in range(30)]
    grid = ground(*rows, walls=[wall(5, 4, 15, 4), wall(20, 0, 20, 12)])
    table = fields_of_view(grid)
    for cell in rng.sample(free_squares(grid), 12):
        viewer = stand_on(grid, cell, 1)
        field = table.field(viewer)
        assert field.sure == field.maybe
        assert squares_in(field.sure, table.length) == one_by_one(grid, [viewer])


def test_a_window_leaves_only_what_lies_behind_it_to_be_looked_at() -> None:
    window = wall(3, 0, 3, 3, Opening(70, 80, 30, 40))
    grid = ground("......", "......", "......", walls=[window])
    table = fields_of_view(grid)
    field = table.field(stand_on(grid, 6, 1))
    sure = squares_in(field.sure, table.length)
    assert sure == [0, 1, 2, 6, 7, 8, 12, 13, 14]
    left = set(squares_in(field.maybe, table.length)) - set(sure)
    assert left
    assert all(cell % 6 >= 3 for cell in left)


def test_only_the_unit_that_moved_looks_again() -> None:
    grid = ground("....#...", "........", "..#.....")
    table = fields_of_view(grid)
    viewers = [stand_on(grid, cell, 1) for cell in (0, 8, 23)]
    asked = [table.free] * 3
    table.seen(viewers, asked)
    before = dict(table.fields)
    viewers[1] = stand_on(grid, 9, 1)
    assert table.seen(viewers, asked) == fields_of_view(grid).seen(viewers, asked)
    assert set(table.fields) - set(before) == {viewers[1].key()}
    assert all(table.fields[key] is field for key, field in before.items())
    # A door that opens makes another map, on which nothing has been found yet.
    shut = ground("....", walls=[wall(2, 0, 2, 1, Opening(0, 60, 0, 120), door=0)])
    assert together(shut, [stand_on(shut, 0, 1)]) == [0, 1]
    opened = shut.with_door(0, True)
    assert together(opened, [stand_on(opened, 0, 1)]) == [0, 1, 2, 3]
    assert together(shut, [stand_on(shut, 0, 1)]) == [0, 1]


def test_one_looks_over_a_table_and_not_through_a_pillar() -> None:
    low = GridMap(5, 1, Squares([0] * 5, [0, 0, 30, 0, 0], [120] * 5, [0] * 5), [])
    assert together(low, [stand_on(low, 0, 1)]) == [0, 1, 3, 4]
    pillar = ground("..#..")
    assert together(pillar, [stand_on(pillar, 0, 1)]) == [0, 1]
