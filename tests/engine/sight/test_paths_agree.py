"""The fast tests of sight agree with the exact one, and always give the same result."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.sight import reference
from tests.engine.sight.drawn import ROOM, flat_maps, maps, men, slit_maps, stands
from tests.engine.sight.ground import ground, wall

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap, Opening, Squares
from shieldwall.engine.space.sight.cover import (
    BLOCKED,
    FULL,
    HALF,
    NONE,
    Stand,
    cover,
    cover_between,
    look,
    sight_table,
    stand_on,
)
from shieldwall.engine.space.sight.exact_corner import Eye, pieces_of, sees_corner
from shieldwall.engine.space.sight.fast_corner import HIDDEN, SEEN, UNSURE
from shieldwall.engine.space.sight.line_search import has_line
from shieldwall.engine.space.sight.screen_list import DEEP
from shieldwall.engine.space.sight.screens import MIDDLE


def copy(grid: GridMap) -> GridMap:
    """The same map with nothing known of it."""
    return GridMap(
        int(grid.width),
        int(grid.height),
        Squares(
            [int(value) for value in grid.floor],
            [int(value) for value in grid.solid],
            [int(value) for value in grid.ceiling],
            [int(value) for value in grid.ground],
        ),
        grid.walls,
        grid.doors_open,
    )


def table(grid: GridMap) -> list[int]:
    cells = range(int(grid.cells))
    return [cover(grid, viewer, target) for viewer in cells for target in cells]


def rooms() -> GridMap:
    """Pillars, a ledge, a low wall and a wall with a slit."""
    slit = Opening(84, 96, 36, 60)
    return ground(
        "11111111",
        "........",
        "..#..#..",
        "........",
        ".#......",
        "........",
        walls=[wall(3, 5, 6, 5, top=36), wall(4, 1, 4, 4, slit)],
    )


def check_glance(grid: GridMap, a: Stand, b: Stand) -> None:
    """Where the machine integers give an answer, it is the exact one."""
    known = sight_table(grid)
    viewer, target = known.box(a), known.box(b)
    scene = known.scene
    scene.gather(viewer, target)
    if viewer.z0 >= viewer.z1 or scene.inner_a or viewer.uneven:
        return
    screens = known.picked()
    pieces = pieces_of(scene, viewer, screens, False, False)
    for corner in range(4):
        sx, sy = -1 if corner & 1 else 1, -1 if corner & 2 else 1
        x = int(target.x1 if corner & 1 else target.x0)
        y = int(target.y1 if corner & 2 else target.y0)
        found = known.fast_test.corner(x, y, sx, sy, target.foot, target.head, viewer)
        for answer, z, sz in ((found % 4, target.foot, 1), (found // 4, target.head, -1)):
            eye = Eye(x, y, int(z), sx, sy, sz)
            if answer != UNSURE and not eye.is_buried(scene):
                assert answer == (SEEN if sees_corner(eye, pieces, screens, scene) else HIDDEN)


@settings(max_examples=400, derandomize=True, deadline=None)
@given(data=st.data())
def test_a_glance_is_never_wrong(data: st.DataObject) -> None:
    grid = data.draw(st.one_of(maps(slanted=False), maps(), slit_maps()))
    places = st.one_of(men(grid), stands(grid))
    check_glance(grid, data.draw(places), data.draw(places))


def test_a_glance_at_someone_level_with_the_eye_and_beside_it_is_not_wrong() -> None:
    hanging = wall(1, 0, 1, 1, bottom=SQUARE, top=2 * SQUARE)
    grid = ground("..", walls=[hanging], ceiling=SKY)
    check_glance(grid, Stand(1, 1, SQUARE), stand_on(grid, 0, 1))
    check_glance(grid, stand_on(grid, 0, 1), Stand(1, 1, SQUARE))


def test_in_a_hall_of_pillars_a_glance_is_hardly_ever_unsure() -> None:
    grid = rooms()
    known = sight_table(grid)
    unsure = 0
    asked = 0
    for a in range(int(grid.cells)):
        for b in range(a):
            viewer, target = known.man(a), known.man(b)
            if viewer.z0 >= viewer.z1 or target.z0 >= target.z1:
                continue
            known.scene.gather(viewer, target)
            found = known.fast_test.corner(
                target.x0, target.y0, 1, 1, target.foot, target.head, viewer
            )
            asked += 1
            unsure += found % 4 == UNSURE or found // 4 == UNSURE
    assert asked > 500
    assert unsure * 100 <= asked


def test_what_opens_only_in_the_middle_of_a_sector_is_left_to_the_exact_way() -> None:
    """Two wide windows allow sight around a corner in some directions, and not in others."""
    near = wall(1, 0, 1, 2, Opening(0, 120, 36, 39))
    far = wall(1, 2, 4, 2, Opening(0, 180, 87, 96))
    grid = ground("....", "....", "..1.", walls=[near, far], ceiling=ROOM)
    known = sight_table(grid)
    viewer, target = known.man(10), known.man(0)
    known.scene.gather(viewer, target)
    found = known.fast_test.corner(0, 0, 1, 1, target.foot, target.head, viewer)
    assert found % 4 == UNSURE
    lower = look(grid, stand_on(grid, 10, 1), stand_on(grid, 0, 1)).corners[0]
    assert (lower.x, lower.y, lower.z, lower.seen) == (0, 0, 0, True)
    assert reference.sees_corner(grid, stand_on(grid, 10, 1), (0, 0, 0), (1, 1, 1))


@pytest.mark.rule("SOV-013", "SOV-015")
@settings(max_examples=150, derandomize=True, deadline=None)
@given(data=st.data())
def test_on_flat_maps_plan_and_space_agree(data: st.DataObject) -> None:
    """Screens from floor to ceiling decide in plan; taken as ending somewhere, in space."""
    grid = data.draw(flat_maps())
    a, b = data.draw(men(grid)), data.draw(men(grid))
    if a.cell == b.cell or grid.is_solid(a.cell):
        return
    known = sight_table(grid)
    viewer, target = known.box(a), known.box(b)
    known.scene.gather(viewer, target)
    in_plan = known.picked()
    assert all((screen[6], screen[7]) == (DEEP, SKY) for screen in in_plan)
    in_space = [(*screen[:6], -ROOM, 2 * ROOM) for screen in in_plan]
    scene = known.scene
    here = pieces_of(scene, viewer, in_plan, scene.inner_a, True)
    there = pieces_of(scene, target, in_plan, scene.inner_b, True)
    for corner in look(grid, a, b).corners:
        sx = 1 if corner.x == target.x0 else -1
        sy = 1 if corner.y == target.y0 else -1
        sz = 1 if corner.z == target.foot else -1
        eye = Eye(corner.x, corner.y, corner.z, sx, sy, sz)
        assert sees_corner(eye, here, in_space, scene) == corner.seen
    plain = not (scene.inner_a or scene.inner_b or scene.slanted)
    line = has_line(here, there, in_space, [MIDDLE] * len(in_space), plain)
    assert line == (cover_between(grid, a, b) != BLOCKED)


@settings(max_examples=15, derandomize=True, deadline=None)
@given(grid=st.one_of(maps(most=3), slit_maps(slanted=True)))
def test_the_order_of_asking_changes_nothing(grid: GridMap) -> None:
    first = table(grid)
    again = copy(grid)
    cells = range(int(grid.cells))
    backwards = [cover(again, viewer, target) for target in cells for viewer in cells]
    count = len(cells)
    assert first == [backwards[target * count + viewer] for viewer in cells for target in cells]
    fresh = copy(grid)
    men_there = [stand_on(fresh, cell, 1) for cell in cells]
    assert first == [cover_between(fresh, a, b) for a in men_there for b in men_there]


def test_the_hall_has_all_kinds_of_cover_and_keeps_them() -> None:
    found = table(rooms())
    counts = [found.count(kind) for kind in (NONE, HALF, FULL, BLOCKED)]
    assert counts == [554, 1083, 28, 639]


def test_each_position_of_the_doors_has_its_own_table() -> None:
    shut = ground("...", walls=[wall(1, 0, 1, 1, Opening(0, SQUARE, 0, 84), door=0)])
    opened = shut.with_door(0, True)
    assert (cover(shut, 0, 2), cover(opened, 0, 2)) == (BLOCKED, NONE)
    assert (cover(shut, 0, 2), cover(opened, 0, 2)) == (BLOCKED, NONE)
    assert sight_table(shut) is not sight_table(opened)
    assert sight_table(shut) is sight_table(opened.with_door(0, False))


def test_places_outside_the_map_are_refused() -> None:
    grid = ground("...", "...")
    with pytest.raises(AssertionError, match="outside the map"):
        cover_between(grid, stand_on(grid, 0, 1), Stand(2, 2, 0))
    with pytest.raises(AssertionError, match="too high"):
        cover_between(grid, stand_on(grid, 0, 1), Stand(2, 1, 1 << 20))
