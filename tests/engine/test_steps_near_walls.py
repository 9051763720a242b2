"""A step tests the walls that touch its squares, and misses none."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shieldwall.engine.space.grid import SQUARE, GridMap, Squares, Wall
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.space.step_table import DX, DY

SIDE = 4
INCHES = st.one_of(
    st.integers(0, SIDE * SQUARE),
    st.integers(0, 2 * SIDE).map(lambda half: half * SQUARE // 2),
)
WALLS = st.tuples(INCHES, INCHES, INCHES, INCHES).filter(lambda line: line[:2] != line[2:])


def crosses(line: tuple[int, int, int, int], way: tuple[int, int, int, int]) -> bool:
    """Whether a wall meets the line of a step, at its ends too; one along it does not."""
    x0, y0, x1, y1 = line
    ax, ay, bx, by = way

    def side(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> int:
        turn = (qx - px) * (ry - py) - (qy - py) * (rx - px)
        return (turn > 0) - (turn < 0)

    if (x1 - x0) * (by - ay) == (y1 - y0) * (bx - ax):
        return False
    return (
        side(x0, y0, x1, y1, ax, ay) * side(x0, y0, x1, y1, bx, by) <= 0
        and side(ax, ay, bx, by, x0, y0) * side(ax, ay, bx, by, x1, y1) <= 0
    )


@settings(max_examples=150)
@given(st.lists(WALLS, min_size=1, max_size=4))
def test_a_straight_step_is_barred_exactly_by_a_wall_across_it(
    lines: list[tuple[int, int, int, int]],
) -> None:
    flat = [0] * (SIDE * SIDE)
    walls = [Wall(*line, 0, 240, "w") for line in lines]
    grid = GridMap(SIDE, SIDE, Squares(flat, flat, [240] * (SIDE * SIDE), flat), walls)
    table = steps(grid, 1, 2)
    half = SQUARE // 2
    for cell in range(SIDE * SIDE):
        x, y = cell % SIDE, cell // SIDE
        for way in range(4):
            tx, ty = x + DX[way], y + DY[way]
            if not (0 <= tx < SIDE and 0 <= ty < SIDE):
                continue
            path = (
                x * SQUARE + half, y * SQUARE + half, tx * SQUARE + half, ty * SQUARE + half,
            )  # fmt: skip
            barred = any(crosses(line, path) for line in lines)
            assert (int(table.cost[cell * 8 + way]) == 0) == barred
