"""Shared by the tests of movement: exact choices and ground of any height."""

from __future__ import annotations

from tests.scene import CEILING

from shieldwall.engine.space.grid import SQUARE, GridMap, Squares
from shieldwall.engine.space.square_names import parse_square
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.text.notation import parse_choice


def exact(fight: Fight, text: str) -> str:
    """Why exactly this choice is refused, without completing its path; "" if it is legal."""
    request = fight.request
    assert request is not None, "nothing is asked"
    refusal = request.options.why_not(parse_choice(fight.names, text))
    return "" if refusal is None else f"{refusal.reason} {fight.rules.cite(refusal.cite)}"


def with_floors(made: Setup, **inches: int) -> Setup:
    """Change the height of some squares of a set-up."""
    grid = made.grid
    floor = [int(value) for value in grid.floor]
    solid = [int(value) for value in grid.solid]
    for square, height in inches.items():
        found = parse_square(square)
        assert found is not None
        cell = found[1] * int(grid.width) + found[0]
        floor[cell] = solid[cell] = height
    ceiling = [max(floor) + max(CEILING, 4 * SQUARE)] * len(floor)
    ground = [int(value) for value in grid.ground]
    made.grid = GridMap(
        int(grid.width), int(grid.height), Squares(floor, solid, ceiling, ground), grid.walls
    )
    return made
