"""What a team sees of the map, compared with testing every viewer and every square."""

from __future__ import annotations

import random

import pytest

from shieldwall.abilities.body_conditions import BLIND
from shieldwall.content import load_encounter
from shieldwall.engine.space.grid import SKY, SQUARE, GridMap, Squares, Wall
from shieldwall.engine.space.measure import steps_between
from shieldwall.engine.space.sight.cover import BLOCKED, cover_between, stand_on
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import Body, Outfit, Sheet
from shieldwall.engine.state.state import DOWN, Effect, Side, State, Unit
from shieldwall.fight_start import initial_state
from shieldwall.knowledge.seen_ground import parts_of, seen_squares, stand_of


def strewn_state(rng: random.Random, width: int, height: int) -> State:
    """Pillars, tables, steps and walls; viewers of all sizes, some in the air, blind or down."""
    cells = width * height
    is_even = rng.random() < 0.5
    floor = [0 if is_even else rng.choice((0, 0, 0, 30, 120)) for _ in range(cells)]
    solid = [low + rng.choice((0, 0, 0, 0, 0, 30, 240)) for low in floor]
    walls = []
    for _ in range(rng.randint(0, 4)):
        x, y = rng.randint(0, width - 2), rng.randint(0, height - 2)
        x1, y1 = rng.choice(((x + 2, y), (x, y + 2), (x + 1, y + 2)))
        x1, y1 = min(x1, width), min(y1, height)
        top = rng.choice((48, 300))
        walls.append(Wall(x * SQUARE, y * SQUARE, x1 * SQUARE, y1 * SQUARE, 0, top, "strewn"))
    grid = GridMap(width, height, Squares(floor, solid, [SKY] * cells, [0] * cells), walls)
    model = load_encounter("hall").placements[0].sheet
    placements = []
    for number in range(rng.randint(2, 5)):
        size = rng.choice((1, 1, 1, 2))
        free = [
            (x, y)
            for y in range(height - size + 1)
            for x in range(width - size + 1)
            if not any(
                grid.is_solid((y + j) * width + x + i) for j in range(size) for i in range(size)
            )
        ]
        if not free:
            continue
        body = Body(size=size, darkvision=rng.choice((0, 0, 10, 25)))
        outfit = Outfit(light=rng.choice((0, 0, 15)))
        sheet = Sheet("eyes", 8, 12, 1, model.weapons, body, outfit=outfit)
        x, y = rng.choice(free)
        placements.append(Placement(f"one-{number}", sheet, number % 2, x, y, ""))
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    state = initial_state(Setup("strewn", "sovereign", grid, sides, placements))
    state.dark = rng.random() < 0.6
    state.murky = state.dark
    for unit in state.units:
        if rng.random() < 0.2:
            unit.aloft = 60
            unit.feet += 60
        if rng.random() < 0.15:
            unit.effects = [Effect(BLIND, 0, 99)]
        if rng.random() < 0.1:
            unit.status = DOWN
    return state


def feet_to(grid: GridMap, unit: Unit, cell: int) -> int:
    """To a man who would stand on a square."""
    x, y = cell % int(grid.width), cell // int(grid.width)
    size, floor = unit.sheet.size, int(grid.floor[cell])
    return 5 * steps_between(unit.x, unit.y, unit.feet, size, x, y, floor, 1)


def is_in_light(state: State, viewer: Unit, cell: int) -> bool:
    if not state.dark or feet_to(state.grid, viewer, cell) <= viewer.sheet.darkvision_ft:
        return True
    return any(
        one.sheet.light_ft > 0
        and one.is_present()
        and feet_to(state.grid, one, cell) <= one.sheet.light_ft
        for one in state.units
    )


def looked_at(state: State, team: int) -> list[int]:
    """From every viewer to every square."""
    grid = state.grid
    cells, width = range(int(grid.cells)), int(grid.width)
    seen = set()
    for unit in state.units:
        if unit.status != 0 or state.sides[unit.side].team != team or unit.effects:
            continue
        for cell in cells:
            if not grid.is_solid(cell) and is_in_light(state, unit, cell):
                there = stand_on(grid, cell, 1)
                if cover_between(grid, stand_of(grid, unit), there) != BLOCKED:
                    seen.add(cell)
    faces = {
        cell
        for cell in cells
        if grid.is_solid(cell)
        and any(
            abs(cell % width - one % width) <= 1 and abs(cell // width - one // width) <= 1
            for one in seen
        )
    }
    return sorted(seen | faces)


def squares(found: bytes) -> list[int]:
    return [cell for cell, value in enumerate(found) if value]


@pytest.mark.parametrize("seed", range(40))
def test_a_team_sees_what_each_of_it_sees_square_by_square(seed: int) -> None:
    rng = random.Random(seed)
    state = strewn_state(rng, rng.randint(3, 11), rng.randint(2, 9))
    for team in (0, 1):
        assert squares(seen_squares(state, team)) == looked_at(state, team)


def test_the_maps_of_that_test_are_dark_and_light_even_and_uneven() -> None:
    found = {"dark": 0, "part": 0, "uneven": 0, "large": 0, "aloft": 0}
    for seed in range(40):
        rng = random.Random(seed)
        state = strewn_state(rng, rng.randint(3, 11), rng.randint(2, 9))
        seen = squares(seen_squares(state, 0))
        found["dark"] += state.dark
        found["part"] += 0 < len(seen) < state.grid.cells
        found["uneven"] += len(set(state.grid.floor)) > 1
        found["large"] += any(unit.sheet.size > 1 for unit in state.units)
        found["aloft"] += any(unit.aloft > 0 for unit in state.units)
    assert all(count >= 8 for count in found.values()), found


@pytest.mark.parametrize("seed", range(3))
def test_the_parts_of_a_large_map_add_up_to_all_of_it(seed: int) -> None:
    rng = random.Random(seed)
    state = strewn_state(rng, 7, 130)
    state.dark = False
    parts = parts_of(state.grid)
    assert len(parts) == 4
    whole = seen_squares(state, 0)
    found = [seen_squares(state, 0, part) for part in parts]
    assert bytes(max(values) for values in zip(*found, strict=True)) == whole
    # Each says nothing that is not so, and the first is there at once.
    for one in found:
        assert set(squares(one)) <= set(squares(whole))
    small = strewn_state(rng, 9, 9)
    assert [seen_squares(small, 0, part) for part in parts_of(small.grid)] == [
        seen_squares(small, 0)
    ]
