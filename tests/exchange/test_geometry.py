"""Lines of a drawing: clipped, snapped, welded and joined; repeating it changes nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shieldwall.engine.space.grid import SQUARE
from shieldwall.exchange.map_files.geometry import Line, Lines, chains, clipped, joined

PLACES = st.one_of(
    st.integers(-40, 340),
    st.builds(lambda line, off: line * SQUARE + off, st.integers(0, 5), st.integers(-4, 4)),
)
LINES = st.tuples(PLACES, PLACES, PLACES, PLACES).filter(lambda line: line[:2] != line[2:])


def tidied(walls: list[Line], doors: list[Line] | None = None) -> Lines:
    lines = Lines(5, 5)
    for wall in walls:
        lines.add("wall", wall)
    for door in doors or []:
        lines.add_door(door)
    lines.tidy()
    return lines


@settings(max_examples=200)
@given(st.lists(LINES, max_size=12), st.lists(LINES, max_size=3))
def test_tidying_twice_changes_nothing(walls: list[Line], doors: list[Line]) -> None:
    once = tidied(walls, doors)
    again = tidied(once.kinds.get("wall", []), [door for door in once.doors if door is not None])
    assert again.kinds.get("wall", []) == once.kinds.get("wall", [])
    assert again.doors == [door for door in once.doors if door is not None]
    assert again.outside == 0
    for x0, y0, x1, y1 in once.kinds.get("wall", []):
        assert min(x0, x1, y0, y1) >= 0
        assert max(x0, x1, y0, y1) <= 5 * SQUARE


@given(LINES)
def test_what_is_clipped_is_on_the_line_and_on_the_map(line: Line) -> None:
    kept = clipped(line, 300, 300)
    if kept is None:
        assert not (0 < line[0] < 300 and 0 < line[1] < 300)
        return
    x0, y0, x1, y1 = line
    for x, y in (kept[:2], kept[2:]):
        assert 0 <= x <= 300
        assert 0 <= y <= 300
        # Within an inch of the line it was cut from, measured along an axis.
        dx, dy = x1 - x0, y1 - y0
        off = abs(Fraction(dx * (y - y0) - dy * (x - x0), max(abs(dx), abs(dy))))
        assert off <= 1


@pytest.mark.parametrize(
    ("wall", "found"),
    [
        ((61, 0, 62, 180), (60, 0, 60, 180)),  # a hair off the edge of the squares
        ((57, 2, 180, 0), (60, 0, 180, 0)),
        ((56, 0, 56, 180), (56, 0, 56, 180)),  # an honest distance away
        ((30, 33, 91, 140), (30, 33, 91, 140)),
    ],
)
def test_a_line_near_the_edge_of_squares_is_on_it(wall: Line, found: Line) -> None:
    assert tidied([wall]).kinds["wall"] == [found]


def test_ends_that_all_but_touch_are_welded() -> None:
    found = tidied([(20, 20, 90, 31), (91, 33, 150, 100)]).kinds["wall"]
    assert found == [(20, 20, 90, 31), (90, 31, 150, 100)]


def test_an_end_that_all_but_touches_a_wall_is_moved_onto_it() -> None:
    found = tidied([(100, 10, 100, 200), (98, 90, 20, 33)]).kinds["wall"]
    assert found == [(20, 33, 100, 90), (100, 10, 100, 200)]


def test_walls_along_one_line_are_one() -> None:
    assert joined([(0, 60, 60, 60), (120, 60, 60, 60), (180, 60, 240, 60)]) == [
        (0, 60, 120, 60),
        (180, 60, 240, 60),
    ]


def test_a_door_drawn_over_a_wall_is_cut_out_of_it() -> None:
    lines = tidied([(0, 60, 240, 60)], [(120, 60, 180, 60)])
    assert lines.kinds["wall"] == [(0, 60, 120, 60), (180, 60, 240, 60)]
    assert lines.cut == 1


@given(st.lists(LINES, max_size=15))
def test_strokes_hold_every_line_once(walls: list[Line]) -> None:
    lines = joined(walls)
    drawn = [
        min((*start, *end), (*end, *start))
        for stroke in chains(lines)
        for start, end in pairwise(stroke)
    ]
    assert sorted(drawn) == lines


def test_a_ring_is_one_stroke() -> None:
    ring = [(0, 0, 60, 0), (60, 0, 60, 60), (0, 60, 60, 60), (0, 0, 0, 60)]
    (stroke,) = chains(ring)
    assert stroke[0] == stroke[-1]
    assert len(stroke) == 5
