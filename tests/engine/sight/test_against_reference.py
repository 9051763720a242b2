"""Sight against simpler and slower methods, on small random maps."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.sight import reference
from tests.engine.sight.drawn import flat_maps, maps, men, slit_maps, stands
from tests.engine.sight.witness import witness

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import (
    BLOCKED,
    FULL,
    HALF,
    NONE,
    Stand,
    cover_between,
    look,
    sight_table,
)
from shieldwall.engine.space.sight.exact_corner import pieces_of
from shieldwall.engine.space.sight.line_search import LineSearch

pytestmark = pytest.mark.long_play
HAIR = Fraction(1, 1 << 40)


def hairs(index: int) -> tuple[int, int, int]:
    return (-1 if index & 1 else 1, -1 if index & 2 else 1, -1 if index & 4 else 1)


def searches(grid: GridMap, a: Stand, b: Stand) -> list[LineSearch]:
    """The searches for a line between all pieces of two boxes, not yet run."""
    table = sight_table(grid)
    scene = table.scene
    one, other = table.box(a), table.box(b)
    if one.z0 >= one.z1 or other.z0 >= other.z1:
        return []
    scene.gather(one, other)
    screens = table.picked()
    kinds = [int(scene.kinds[index]) for index in range(int(scene.count))]
    plain = not (scene.inner_a or scene.inner_b or scene.slanted or a.size > 1 or b.size > 1)
    return [
        LineSearch(p, q, screens, kinds, plain)
        for p in pieces_of(scene, one, screens, scene.inner_a, True)
        for q in pieces_of(scene, other, screens, scene.inner_b, True)
        if (p.column, p.row) != (q.column, q.row)
    ]


@pytest.mark.rule("SOV-013", "SOV-015", "SOV-016", "G-01", "G-03", "G-04")
@settings(max_examples=600, derandomize=True, deadline=None)
@given(data=st.data())
def test_each_corner_is_seen_as_the_reference_says(data: st.DataObject) -> None:
    grid = data.draw(maps())
    viewer, target = data.draw(stands(grid)), data.draw(stands(grid))
    found = look(grid, viewer, target)
    for index, corner in enumerate(found.corners):
        assert corner.seen == reference.sees_corner(
            grid, viewer, (corner.x, corner.y, corner.z), hairs(index)
        )
        assert bool(corner.hidden_by) != corner.seen
    seen = sum(corner.seen for corner in found.corners)
    expected = {8: (NONE,), 0: (FULL, BLOCKED)}.get(seen, (HALF,))
    assert found.cover == cover_between(grid, viewer, target)
    assert found.cover in expected


@pytest.mark.rule("SOV-013", "SOV-017", "G-03")
@settings(max_examples=120, derandomize=True, deadline=None)
@given(data=st.data())
def test_on_flat_maps_there_is_a_line_where_a_touching_line_can_be_moved_off(
    data: st.DataObject,
) -> None:
    grid = data.draw(flat_maps())
    viewer, target = data.draw(men(grid)), data.draw(men(grid))
    if viewer.cell == target.cell or grid.is_solid(viewer.cell):
        return
    line = cover_between(grid, viewer, target) != BLOCKED
    assert line == reference.has_flat_line(grid, viewer, target)


@pytest.mark.rule("SOV-013", "SOV-016", "G-03", "G-04")
@settings(max_examples=300, derandomize=True, deadline=None)
@given(data=st.data())
def test_a_line_found_can_be_drawn_and_one_is_found_wherever_a_corner_is_seen(
    data: st.DataObject,
) -> None:
    grid = data.draw(st.one_of(slit_maps(), slit_maps(slanted=True), maps()))
    places = st.one_of(men(grid), men(grid), stands(grid))
    viewer, target = data.draw(places), data.draw(places)
    here, there = reference.frame(grid, viewer), reference.frame(grid, target)
    if all(here[axis] < there[axis + 3] and there[axis] < here[axis + 3] for axis in (0, 1)):
        return  # one above the other
    line = False
    for search in searches(grid, viewer, target):
        if search.run():
            assert reference.is_clear(grid, *witness(search))
            line = True
    assert line == (cover_between(grid, viewer, target) != BLOCKED)


@pytest.mark.rule("SOV-013", "SOV-015", "G-03")
@settings(max_examples=250, derandomize=True, deadline=None)
@given(data=st.data())
def test_no_clear_segment_is_missed(data: st.DataObject) -> None:
    grid = data.draw(st.one_of(maps(), slit_maps(), slit_maps(slanted=True)))
    viewer, target = data.draw(stands(grid)), data.draw(stands(grid))
    parts = st.tuples(*[st.integers(1, 96)] * 3)
    found = look(grid, viewer, target)
    view, box = reference.frame(grid, viewer), reference.frame(grid, target)
    for _ in range(6):
        shares = data.draw(parts), data.draw(parts)
        p, q = (
            tuple(low + Fraction((high - low) * part, 97) for low, high, part in zip(*ends))
            for ends in ((view[:3], view[3:], shares[0]), (box[:3], box[3:], shares[1]))
        )
        here = (p[0], p[1], p[2])
        if reference.is_clear(grid, here, (q[0], q[1], q[2])):
            assert found.line
        for index, corner in enumerate(found.corners):
            sx, sy, sz = hairs(index)
            eye = (corner.x + sx * HAIR, corner.y + sy * HAIR, corner.z + sz * HAIR)
            if not corner.seen:
                assert not reference.is_clear(grid, here, eye)


@pytest.mark.rule("SOV-013", "SOV-018")
@settings(max_examples=300, derandomize=True, deadline=None)
@given(data=st.data())
def test_a_line_goes_both_ways(data: st.DataObject) -> None:
    grid = data.draw(st.one_of(maps(), slit_maps(slanted=True)))
    a, b = data.draw(stands(grid)), data.draw(stands(grid))
    assert look(grid, a, b).line == look(grid, b, a).line
