"""Abilities with a radius: a square on the grid, each side twice the radius."""

import pytest
from tests.scene import fighter, foe, setup

from shieldwall.engine.space.area import radius_area
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.square_names import square_name


def field(side: int) -> GridMap:
    rows = [["."] * side for _ in range(side)]
    rows[0][0], rows[-1][-1] = "a", "g"
    return setup("\n".join(" ".join(row) for row in rows), a=fighter(), g=foe()).grid


def names(grid: GridMap, x: int, y: int, radius: int) -> list[str]:
    width = int(grid.width)
    return sorted(square_name(c % width, c // width) for c in radius_area(grid, x, y, radius))


@pytest.mark.rule("SOV-008", "W-P01")
@pytest.mark.parametrize(("radius", "side"), [(5, 2), (10, 4), (20, 8), (40, 16)])
def test_a_radius_covers_a_square_of_twice_its_length(radius: int, side: int) -> None:
    """W-P01: 20 ft are 8 by 8 squares, 64 in all."""
    grid = field(20)
    found = radius_area(grid, 10, 10, radius)
    columns = {cell % 20 for cell in found}
    rows = {cell // 20 for cell in found}
    assert len(found) == side * side
    assert columns == rows == set(range(10 - side // 2, 10 + side // 2))


@pytest.mark.rule("SOV-008")
def test_its_middle_is_a_crossing_of_lines_and_not_a_square() -> None:
    assert names(field(6), 3, 2, 5) == ["C2", "C3", "D2", "D3"]


@pytest.mark.rule("SOV-008")
def test_what_lies_beyond_the_edge_of_the_map_is_left_out() -> None:
    assert names(field(6), 0, 0, 10) == ["A1", "A2", "B1", "B2"]
    assert names(field(6), 6, 6, 5) == ["F6"]
