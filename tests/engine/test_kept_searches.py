"""Searches for squares in range that are kept between decisions give what a new one gives."""

from __future__ import annotations

from random import Random

import pytest
from tests.env.random_play import any_action, game

from shieldwall.engine.move.movement import allowance, walking_range
from shieldwall.engine.space.open_field import positions_apart
from shieldwall.engine.space.reach import Reach, crowd, find_reach
from shieldwall.engine.state.state import ACTIVE


def all_of(reach: Reach, cells: int) -> list[tuple[int, bool, tuple[int, ...]]]:
    """Cost, whether it can stop, and the path, of each square in range."""
    return [
        (cell, reach.can_stop(cell), reach.path(cell))
        for cell in range(cells)
        if reach.cost(cell) <= 60
    ]


@pytest.mark.parametrize("mapless", [False, True])
@pytest.mark.parametrize("name", ["crypt", "hall", "drake-nest", "corridor", "troll-gate"])
def test_kept_searches_are_like_new_ones(name: str, mapless: bool) -> None:
    """Short and long ranges in turn, after every decision of a random fight, for every unit."""
    state = game(name, mapless).new_initial_state(5)
    dice = Random(5)
    for _ in range(40):
        if state.is_terminal():
            break
        battle = state.battle
        moment = battle.state
        cells = int(moment.grid.cells)
        for unit in moment.units:
            if unit.status != ACTIVE:
                continue
            steps = int(allowance(battle.rules, unit))
            for limit in (steps, 3 * steps, steps, 0):
                kept = walking_range(battle, unit, limit)
                filled = crowd(moment, battle.rules, unit)
                fresh = find_reach(moment, battle.rules, unit, limit, filled, [])
                assert all_of(kept, cells) == all_of(fresh, cells)
                assert list(kept.ends()) == list(fresh.ends())
                near = [int(cell) for cell in kept.found[: kept.count]]
                assert near == [int(cell) for cell in fresh.found[: fresh.count]]
        state.apply_action(any_action(state, dice))


def test_without_a_map_all_positions_within_the_speed_are_found_nearest_first() -> None:
    state = game("hall", True).new_initial_state(1)
    battle = state.battle
    moment = battle.state
    grid = moment.grid
    assert grid.passage == 0
    unit = moment.units[0]
    here = int(unit.y * grid.width + unit.x)
    for limit in (0, 1, 4, 500):
        apart = [(int(positions_apart(grid, here, cell)), cell) for cell in range(grid.cells)]
        expected = [cell for steps, cell in sorted(apart) if steps <= limit]
        reach = find_reach(moment, battle.rules, unit, limit, grid.blank[:], [])
        assert [int(cell) for cell in reach.found[: reach.count]] == expected
