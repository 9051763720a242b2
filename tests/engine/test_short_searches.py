"""Searches that end early, or leave squares out, end where a search of everything does."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import u8
from tests.engine.full_search import searched_step_by_step
from tests.engine.watched_play import Erratic

from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.escape import way_out
from shieldwall.engine.move.movement import allowance, known_strikers, place_of
from shieldwall.engine.space.area import radius_area, stands_in_radius
from shieldwall.engine.space.corridor import WaysNear
from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.measure import distance, steps_between
from shieldwall.engine.space.occupants import EMPTY, FALLEN, FOE, FRIEND, SMALL_FOE, look_down
from shieldwall.engine.space.reach import crowd, find_reach, gait_of
from shieldwall.engine.space.step_costs import enterable
from shieldwall.engine.space.step_table import GAITS
from shieldwall.engine.space.threat import melee_reach, threats_to
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.space.walking_fields import EDGE, walking_field
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds.archery import (
    NOTHING,
    PLACES,
    WARY,
    armed_for_melee,
    firing_place,
    keep_away,
    place_worth,
    steps_to_nearest,
)
from shieldwall.minds.positioning import approach, reach_of, striking_place
from shieldwall.minds.spell_choice import corners_of


def way_out_of_all(battle: Battle, unit: Unit, limit: int) -> tuple[int, ...]:
    """The first of all squares in range that are nearest to the map's edge."""
    state = battle.state
    reach = find_reach(state, battle.rules, unit, limit, crowd(state, battle.rules, unit), [])
    steps_to = walking_field(state.grid, battle.rules, gait_of(unit), EDGE).steps_to
    cells = [int(reach.found[number]) for number in range(1, int(reach.count))]
    stops = [int(reach.start), *[cell for cell in cells if reach.can_stop(cell)]]
    return reach.path(min(stops, key=lambda cell: steps_to[cell]))


def firing_place_of_all(
    battle: Battle, unit: Unit, foes: list[Unit], bow: int, careful: bool
) -> Choice | None:
    """Every one of the nearest squares is weighed in full."""
    grid = battle.state.grid
    fighters = armed_for_melee(foes)
    weapon = unit.weapons[bow]
    here = place_of(grid, unit)
    best = place_worth(grid, here, unit, foes, fighters, weapon, NOTHING)
    near = steps_to_nearest(grid, here, unit, fighters)
    reach = reach_of(battle, unit, allowance(battle.rules, unit))
    goal = -1
    for number in range(1, min(int(reach.count), PLACES)):
        cell = reach.found[number]
        closer = steps_to_nearest(grid, cell, unit, fighters)
        too_near = near <= 2 * WARY and closer < near and closer <= WARY
        if reach.can_stop(cell) and not (careful and too_near):
            value = place_worth(grid, cell, unit, foes, fighters, weapon, NOTHING)
            if value > best + 8 + reach.cost(cell):
                best = value - reach.cost(cell)
                goal = cell
    return None if goal < 0 else Choice(unit.index, "run", -1, -1, reach.path(goal))


def keep_away_of_all(battle: Battle, unit: Unit, foes: list[Unit]) -> tuple[int, ...]:
    """The first of all squares in range that are farthest from all foes."""
    near = min([distance(unit, foe) for foe in foes if melee_reach(foe) > 0], default=WARY)
    if near >= WARY or unit.prone:
        return ()
    grid = battle.state.grid
    width = int(grid.width)
    reach = reach_of(battle, unit, allowance(battle.rules, unit))
    best, goal = near, -1
    for number in range(1, int(reach.count)):
        cell = reach.found[number]
        feet = grid.floor[cell]
        least = min(
            steps_between(cell % width, cell // width, feet, 1, foe.x, foe.y, foe.feet, 1)
            for foe in foes
        )
        if least > best and reach.can_stop(cell):
            best, goal = least, cell
    return reach.path(goal) if goal >= 0 else ()


def check_attacks(battle: Battle, unit: Unit, foes: list[Unit]) -> None:
    """The squares to attack from are found on the ways near the foes."""
    limit = allowance(battle.rules, unit)
    whole = reach_of(battle, unit, limit)
    for span in (1, 2):
        ways = WaysNear(battle.state.grid, unit.sheet.size, foes, limit, span)
        part = reach_of(battle, unit, limit, ways)
        goal = striking_place(battle, unit, foes, whole, limit, span)
        assert striking_place(battle, unit, foes, part, limit, span) == goal
        if goal >= 0:
            assert part.path(goal) == whole.path(goal)


def check_walks(battle: Battle, unit: Unit, foes: list[Unit]) -> None:
    limit = allowance(battle.rules, unit)
    if not unit.locked and limit > 0:
        assert way_out(battle, unit, limit) == way_out_of_all(battle, unit, int(limit))
    assert keep_away(battle, unit, foes).path == keep_away_of_all(battle, unit, foes)
    check_attacks(battle, unit, foes)
    whole = reach_of(battle, unit, limit)
    watchers = known_strikers(battle, unit)
    long = approach(battle, unit, foes, limit, watchers, whole)
    assert approach(battle, unit, foes, limit, watchers).key() == long.key()


def check_shots(battle: Battle, unit: Unit, foes: list[Unit]) -> int:
    """How many squares to shoot from were found."""
    found = 0
    for number, weapon in enumerate(unit.weapons):
        if weapon.long_range > 0:
            for careful in (False, True):
                short = firing_place(battle, unit, foes, number, careful)
                long = firing_place_of_all(battle, unit, foes, number, careful)
                assert (short and short.key()) == (long and long.key())
                found += short is not None
    return found


@pytest.mark.parametrize(
    "name", ["yard", "hall", "drake-nest", "crypt", "crag-stair", "market-brawl"]
)
def test_searches_that_end_early_find_the_same(name: str) -> None:
    made = load_encounter(name)
    found = 0
    for seed in range(2):
        battle = Battle(initial_state(made), rules_of(made), Erratic(seed), None, 0)
        for step in range(60):
            if battle.state.outcome is not None:
                break
            battle.step()
            for unit in battle.state.units[step % 4 :: 4]:
                foes = known_foes(battle.state, unit)
                if foes and unit.is_present() and unit.inside < 0:
                    check_walks(battle, unit, foes)
                    found += check_shots(battle, unit, foes)
    assert found > 0 or name in ("crypt", "yard")


@pytest.mark.parametrize("name", ["hall", "drake-nest", "crag-stair", "old-bridge"])
def test_a_search_through_any_crowd_tries_every_step(name: str) -> None:
    """Occupants at random, also in the mover's own squares, as fliers and the swallowed meet them.

    The squares come in the same order, at the same cost and by the same path.
    """
    made = load_encounter(name)
    battle = Battle(initial_state(made), rules_of(made), Erratic(1), None, 0)
    state = battle.state
    chance = Random(5)
    for number in range(60):
        unit = state.units[number % len(state.units)]
        kinds = (EMPTY,) * chance.choice((2, 6, 30)) + (FRIEND, FOE, FALLEN, SMALL_FOE)
        filled = vec[u8]([chance.choice(kinds) for _ in range(int(state.grid.cells))])
        limit = chance.randrange(1, 9)
        watchers = threats_to(state, battle.rules, unit) if number % 2 else []
        reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        cells = [int(reach.found[place]) for place in range(int(reach.count))]
        found = [(cell, int(reach.cost(cell)), reach.path(cell)) for cell in cells]
        assert found == searched_step_by_step(battle, unit, limit, filled, watchers)


@pytest.mark.parametrize("radius", [5, 10, 20, 25])
def test_a_unit_stands_in_a_radius_if_one_of_its_squares_does(radius: int) -> None:
    state = initial_state(load_encounter("drake-nest"))
    grid = state.grid
    width = int(grid.width)
    assert any(unit.sheet.size > 1 for unit in state.units)
    for crossing in range(0, int(grid.cells), 3):
        y, x = divmod(crossing, width)
        area = radius_area(grid, x, y, radius)
        for unit in state.units:
            size = int(unit.sheet.size)
            stands_in = any(
                (int(unit.y) + dy) * width + int(unit.x) + dx in area
                for dy in range(size)
                for dx in range(size)
            )
            assert stands_in_radius(grid, unit, x, y, radius) == stands_in


def test_an_intersection_at_the_corners_of_two_units_is_tried_once() -> None:
    state = initial_state(load_encounter("yard"))
    one, other = state.units[:2]
    width = int(state.grid.width)
    one.x, one.y, other.x, other.y = 3, 4, 4, 4
    corners = [4 * width + 3, 4 * width + 4, 5 * width + 3, 5 * width + 4]
    assert list(corners_of(state.grid, [one, other])) == [*corners, 4 * width + 5, 5 * width + 5]
    one.x, one.y = width - 1, int(state.grid.height) - 1
    assert list(corners_of(state.grid, [one])) == [int(state.grid.cells) - 1]


def test_a_flier_passes_over_bodies_and_under_ceilings_with_room_for_it() -> None:
    state = initial_state(load_encounter("drake-nest"))
    grid = state.grid
    flier = next(unit for unit in state.units if gait_of(unit) > GAITS)
    size = int(flier.sheet.size)
    bodies = vec[u8]([cell * 7 % 4 for cell in range(int(grid.cells))])
    assert {EMPTY, FRIEND, FOE, FALLEN} == set(bodies)
    for aloft in (0, 2 * SQUARE, 6 * SQUARE, 2 * SQUARE):
        flier.aloft = aloft
        seen = look_down(grid, flier, bodies)
        for cell in range(int(grid.cells)):
            over = grid.ceiling[cell] - grid.matter_top(cell) - size * SQUARE - aloft
            if over < 0 or (bodies[cell] == FOE and over < SQUARE):
                assert seen[cell] == FOE
            elif bodies[cell] != EMPTY or (aloft == 0 and not enterable(grid, cell)):
                assert seen[cell] == FRIEND
            else:
                assert seen[cell] == EMPTY
