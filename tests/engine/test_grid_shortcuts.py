"""Tables and early answers on a map say what the full rule says."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.watched_play import Erratic

from shieldwall.books.shared.charge import CHARGE
from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, path_cost, place_of
from shieldwall.engine.space.grid import PLAIN, SKY, SQUARE, GridMap, Squares, Wall
from shieldwall.engine.space.occupants import is_stood_on
from shieldwall.engine.space.reach import crowd
from shieldwall.engine.space.sight.cover import NONE, sight_table
from shieldwall.engine.space.sight.pair_table import FIRST_SIZE, PairTable
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.space.step_table import DX, DY, NO_WAY
from shieldwall.engine.space.straight_lines import brushed, square_along, straight_line
from shieldwall.fight_start import initial_state, rules_of


def plain_map(width: int, height: int, walls: list[Wall], ceiling: int = SKY) -> GridMap:
    cells = width * height
    flat = [0] * cells
    return GridMap(width, height, Squares(flat, flat, [ceiling] * cells, [PLAIN] * cells), walls)


@pytest.mark.parametrize(("width", "height"), [(1, 5), (2, 4), (3, 3), (5, 2)])
def test_a_step_has_the_direction_in_which_the_square_lies(width: int, height: int) -> None:
    """On a map of one or two columns several directions have the same offset."""
    grid = plain_map(width, height, [Wall(0, SQUARE, width * SQUARE, SQUARE, 0, 240, "w")])
    table = steps(grid, 1, 2)
    for here in range(width * height):
        possible = {}
        for way in range(8):
            x, y = here % width + DX[way], here // width + DY[way]
            if 0 <= x < width and 0 <= y < height and table.cost[here * 8 + way] > 0:
                possible[y * width + x] = way
        for there in range(-2, width * height + 2):
            assert table.way_between(here, there) == possible.get(there, NO_WAY)


def test_a_square_of_a_straight_run_needs_no_line() -> None:
    grid = plain_map(9, 7, [])
    for start in range(0, 63, 4):
        for end in range(63):
            line = straight_line(grid, start, end)
            for number, square in enumerate(line, 1):
                assert square_along(grid, start, end, number) == square


def test_a_clear_run_of_a_man_is_one_along_one_of_two_lines_past_free_squares() -> None:
    """The short test of a charge finds what the lines in full find."""
    chance = Random(3)
    answers = set()
    for name in ("yard", "hall", "market-brawl"):
        made = load_encounter(name)
        rules = rules_of(made)
        battle = Battle(initial_state(made), rules, Erratic(4), None, 0)
        for _ in range(40):
            if battle.state.outcome is None:
                battle.step()
            unit = chance.choice(battle.state.units)
            grid = battle.state.grid
            filled = crowd(battle.state, rules, unit)
            here = int(place_of(grid, unit))
            far = allowance(rules, unit) * rules.charge_rate
            for end in chance.sample(range(int(grid.cells)), 20):
                if end == here:
                    continue
                lines = [straight_line(grid, here, end, up) for up in (True, False)]
                costs = [path_cost(battle, unit, tuple(line), filled) for line in lines]
                clear = filled[end] == 0 and any(0 < cost <= far for cost in costs)
                touched = brushed(grid, here, end)
                clear = clear and all(
                    grid.solid[cell] <= grid.floor[cell] and filled[cell] != 2 for cell in touched
                )
                assert (CHARGE.why_not_straight(battle, unit, end, filled) is None) == clear
                assert not is_stood_on(battle.state, unit, end) or filled[end] != 0
                answers.add(clear)
    assert answers == {True, False}


def test_open_ground_below_the_sky_hides_nobody() -> None:
    """Where the map says so, the test of sight corner by corner says so too."""
    grid = plain_map(6, 5, [])
    assert grid.coverless
    table = sight_table(grid)
    assert {table.cover(here, there) for here in range(30) for there in range(30)} == {NONE}
    wall = Wall(2 * SQUARE, 0, 2 * SQUARE, SQUARE, 0, 240, "w")
    assert not plain_map(6, 5, [wall]).coverless
    assert not plain_map(6, 5, [], ceiling=240).coverless
    flat = [0] * 6
    raised = GridMap(3, 2, Squares([0, 0, 30, 0, 0, 0], flat, [SKY] * 6, flat), [])
    statue = GridMap(3, 2, Squares(flat, [0, 36, 0, 0, 0, 0], [SKY] * 6, flat), [])
    declared = GridMap(3, 2, Squares(flat, flat, [SKY] * 6, flat, (0, 2, 0, 0, 0, 0)), [])
    assert [grid.coverless for grid in (raised, statue, declared)] == [False] * 3


def test_a_table_of_pairs_keeps_what_it_was_given() -> None:
    chance = Random(1)
    table = PairTable()
    given: dict[tuple[int, int], int] = {}
    for _ in range(20 * FIRST_SIZE):
        pair = (chance.randrange(-(1 << 38), 1 << 38) | 1, chance.randrange(1, 40))
        given[pair] = chance.randrange(4)
        table.put(*pair, given[pair])
        again = chance.choice(list(given))
        table.put(*again, given[again])
    assert all(table.get(*pair) == value for pair, value in given.items())
    assert table.get(2, 1) == -1
    assert table.count == len(given)
