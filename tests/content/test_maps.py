"""Maps: characters become squares, lines become walls, and units are placed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.content.helpers import MAP, encounter, load, problems_of, units

from shieldwall.content.ground.walls import crossed
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.space.grid import (
    BARRED,
    DIFFICULT,
    IMPASSABLE,
    PLAIN,
    SHEER,
    SKY,
    STAIRS,
    Wall,
)
from shieldwall.engine.space.square_names import square_name
from shieldwall.engine.space.wall_shapes import SHAPES
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ALWAYS, WHEN_IT_MATTERS


def walls(*lines: str, legend: str = "", rows: str = MAP) -> list[Wall]:
    text = "".join(f"    - {{{line}}}\n" for line in lines)
    return load(f"{rows}{legend}  walls:\n{text}").grid.walls


def holes(wall: Wall) -> list[tuple[int, int, int, int]]:
    return [hole.key() for hole in wall.openings]


def where(setup: Setup) -> dict[str, str]:
    return {unit.ident: square_name(unit.x, unit.y) for unit in setup.placements}


def test_the_built_in_characters() -> None:
    grid = load(
        "map:\n  squares: |\n    .#~-\n    ....\n", units("what: orc, at: A1").replace("H4", "D2")
    ).grid
    assert (grid.width, grid.height) == (4, 2)
    assert [int(value) for value in grid.ground][:4] == [PLAIN, PLAIN, DIFFICULT, IMPASSABLE]
    assert [grid.is_solid(cell) for cell in range(8)] == [False, True] + [False] * 6
    assert {int(value) for value in grid.ceiling} == {240}
    assert {int(value) for value in grid.floor} == {0}
    assert int(grid.solid[1]) == 240


def test_a_legend_may_say_all_about_a_square() -> None:
    legend = (
        "  ceiling: sky\n"
        "  legend:\n"
        '    "#": {solid: to ceiling, name: pillar}\n'
        "    s: {solid: 8 ft, floor: 1 ft, name: statue}\n"
        "    ^: {floor: 5 ft}\n"
        "    /: {stairs: yes, floor: 2.5 ft}\n"
        "    v: {floor: -10 ft, ceiling: 12 ft 6 in, ground: difficult}\n"
    )
    rows = "map:\n  squares: |\n    #s^/v...\n" + "    ........\n" * 3 + legend
    setup = load(rows, units("what: orc, at: A2"))
    grid = setup.grid
    assert [int(value) for value in grid.floor][:6] == [0, 12, 60, 30, -120, 0]
    assert [int(value) for value in grid.solid][:6] == [SKY, 108, 60, 30, -120, 0]
    assert [int(value) for value in grid.ceiling][:6] == [SKY, SKY, SKY, SKY, 150, SKY]
    assert [int(value) for value in grid.ground][:6] == [PLAIN, PLAIN, PLAIN, STAIRS, DIFFICULT, 0]
    assert [grid.is_solid(cell) for cell in range(6)] == [True, True, False, False, False, False]
    assert setup.cell_names == {0: "pillar", 1: "statue"}


def test_a_solid_thing_never_rises_above_the_ceiling() -> None:
    rows = MAP.replace("#", "s") + "  ceiling: 6 ft\n  legend:\n    s: {solid: 8 ft}\n"
    assert int(load(rows).grid.solid[18]) == 72


def test_an_edge_by_its_two_squares_in_either_order() -> None:
    for text in ("B1-B2", "B2-B1"):
        (wall,) = walls(f"edge: {text}, kind: wall")
        assert wall.key() == (60, 60, 120, 60, 0, 240, "the wall at B1-B2", (), -1, 0)
    (wall,) = walls("edge: B1-C1, kind: wall")
    assert wall.key() == (120, 0, 120, 60, 0, 240, "the wall at B1-C1", (), -1, 0)


@pytest.mark.parametrize(
    ("line", "ends", "label"),
    [
        ("from: A2, to: C2, side: north", (0, 60, 180, 60), "the wall north of A2-C2"),
        ("from: C2, to: A2, side: south", (0, 120, 180, 120), "the wall south of A2-C2"),
        ("from: B1, to: B4, side: east", (120, 0, 120, 240), "the wall east of B1-B4"),
        ("from: B1, to: B4, side: west", (60, 0, 60, 240), "the wall west of B1-B4"),
        ("from: B1, side: west", (60, 0, 60, 60), "the wall west of B1"),
        ("from: A1, to: H1, side: north", (0, 0, 480, 0), "the wall north of A1-H1"),
        ("line: [3.5, 2, 6.25, 3]", (210, 120, 375, 180), "the wall across D3"),
    ],
)
def test_a_run_of_edges_is_one_wall(line: str, ends: tuple[int, ...], label: str) -> None:
    (wall,) = walls(f"{line}, kind: wall")
    assert (wall.x0, wall.y0, wall.x1, wall.y1) == ends
    assert wall.label == label


@pytest.mark.rule("G-04")
def test_each_kind_of_wall_has_its_usual_shape() -> None:
    shapes = {}
    for kind in SHAPES:
        (wall,) = walls(f"edge: A1-B1, kind: {kind}")
        shapes[kind] = (wall.bottom, wall.top, holes(wall), wall.door)
        assert wall.make == {"bars": BARRED, "portcullis": BARRED, "drop": SHEER}.get(kind, 0)
    assert shapes == {
        "wall": (0, 240, [], -1),
        "low wall": (0, 36, [], -1),
        "window": (0, 240, [(12, 48, 36, 72)], -1),
        "slit": (0, 240, [(24, 36, 36, 60)], -1),
        "door": (0, 240, [(0, 60, 0, 84)], 0),
        "bars": (0, 240, [], -1),
        "portcullis": (0, 240, [(0, 60, 0, 84)], 0),
        "drop": (0, 0, [], -1),
    }


def test_bars_run_along_edges_and_lines_and_a_portcullis_may_stand_open() -> None:
    fence, slanted, gate = walls(
        "from: A1, to: A3, side: east, kind: bars, height: 3 ft",
        "line: [4, 0, 5.5, 1.5], kind: bars, name: grate",
        "from: G1, to: G2, side: east, kind: portcullis, open: yes",
    )
    assert (fence.y0, fence.y1, fence.top, fence.make) == (0, 180, 36, BARRED)
    assert (slanted.label, slanted.make) == ("the grate across E1", BARRED)
    assert (gate.door, holes(gate), gate.make) == (0, [(0, 120, 0, 84)], BARRED)


def test_the_edge_of_a_drop_lies_on_the_higher_floor() -> None:
    legend = "  legend:\n    v: {floor: -20 ft}\n"
    rows = "map:\n  squares: |\n    .v......\n" + "    ........\n" * 3
    (drop,) = walls("edge: A1-B1, kind: drop", legend=legend, rows=rows)
    assert (drop.bottom, drop.top, drop.make) == (-240, 0, SHEER)


def test_bars_and_drops_are_kept_in_the_text_of_a_set_up() -> None:
    lines = ("edge: A1-B1, kind: bars", "edge: A2-B2, kind: portcullis", "edge: A3-B3, kind: drop")
    text = "".join(f"    - {{{line}}}\n" for line in lines)
    setup = load(f"{MAP}  walls:\n{text}")
    again = setup_from_text(setup_to_text(setup))
    assert [wall.key() for wall in again.grid.walls] == [wall.key() for wall in setup.grid.walls]
    assert [wall.make for wall in again.grid.walls] == [BARRED, BARRED, SHEER]
    plain = load(f"{MAP}  walls:\n    - {{edge: A1-B1, kind: wall}}\n")
    assert "make" not in setup_to_text(plain), "earlier texts stay as they are"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("kind: bars, width: 2 ft", "bars have no opening; use a window, slit or door"),
        ("kind: drop, sill: 2 ft", "a drop has no opening; use a window, slit or door"),
        ("kind: drop, height: 9 ft", "a drop has no height of its own; give the squares"),
        ("kind: bars, open: yes", "only a door or a portcullis can be open, not bars"),
        ("kind: drop, open: yes", "only a door or a portcullis can be open, not a drop"),
        ("kind: barz", "bars"),
    ],
)
def test_what_bars_and_drops_cannot_have_is_said(line: str, problem: str) -> None:
    text = encounter(f"{MAP}  walls:\n    - {{edge: A1-B1, {line}}}\n")
    assert any(problem in line for line in problems_of(text))


@pytest.mark.rule("G-04")
def test_the_file_may_give_another_shape() -> None:
    line = "edge: A1-B1, kind: window, width: 2 ft, sill: 2.5 ft, lintel: 5 ft 3 in, height: 8 ft"
    (wall,) = walls(line)
    assert (wall.top, holes(wall)) == (96, [(18, 42, 30, 63)])


def test_each_square_of_a_run_has_its_window_but_a_run_of_doors_is_one_door() -> None:
    windows, door = walls(
        "from: A1, to: A2, side: east, kind: window", "from: D1, to: D2, side: east, kind: door"
    )
    assert holes(windows) == [(12, 48, 36, 72), (72, 108, 36, 72)]
    assert holes(door) == [(0, 120, 0, 84)]
    (narrow,) = walls("from: D1, to: D2, side: east, kind: door, width: 6 ft")
    assert holes(narrow) == [(24, 96, 0, 84)]


def test_a_lintel_is_never_above_the_ceiling() -> None:
    (door,) = walls("edge: A1-B1, kind: door", rows=MAP + "  ceiling: 6 ft\n")
    assert holes(door) == [(0, 60, 0, 72)]


def test_doors_are_numbered_in_the_order_of_the_file() -> None:
    lines = (
        "edge: A1-B1, kind: door, open: yes",
        "edge: A2-B2, kind: wall",
        "edge: A3-B3, kind: door, open: no",
        "edge: A4-B4, kind: door, open: yes, name: gate",
    )
    text = "".join(f"    - {{{line}}}\n" for line in lines)
    grid = load(f"{MAP}  walls:\n{text}").grid
    assert [(wall.door, wall.label) for wall in grid.walls] == [
        (0, "the door at A1-B1"),
        (-1, "the wall at A2-B2"),
        (1, "the door at A3-B3"),
        (2, "the gate at A4-B4"),
    ]
    assert [grid.is_open(door) for door in range(3)] == [True, False, True]


def test_a_later_wall_takes_its_edges_from_an_earlier_one() -> None:
    found = walls("from: B1, to: B4, side: east, kind: wall", "edge: B2-C2, kind: door")
    assert [(wall.y0, wall.y1, wall.door) for wall in found] == [
        (0, 60, -1),
        (120, 240, -1),
        (60, 120, 0),
    ]


def test_heights_are_measured_from_the_higher_floor() -> None:
    rows = "map:\n  squares: |\n    ..^^....\n    ..^^....\n    ........\n    ........\n"
    legend = "  legend:\n    ^: {floor: 5 ft}\n"
    ledge, below = walls("from: D1, to: D3, side: east, kind: low wall", legend=legend, rows=rows)
    assert (ledge.y0, ledge.y1, ledge.bottom, ledge.top) == (0, 120, 0, 96)
    assert (below.y0, below.y1, below.bottom, below.top) == (120, 180, 0, 36)


def test_rock_beside_a_wall_does_not_lift_it() -> None:
    legend = "  legend:\n    '#': {floor: 5 ft, solid: to ceiling}\n"
    (wall,) = walls("edge: C3-D3, kind: low wall", legend=legend)
    assert (wall.bottom, wall.top) == (0, 36)


INCHES = st.integers(0, 480)


@given(st.tuples(INCHES, INCHES, INCHES, INCHES).filter(lambda line: line[:2] != line[2:]))
def test_the_squares_a_line_crosses(line: tuple[int, int, int, int]) -> None:
    """A square is crossed if the part of the line over it has a middle inside it."""
    x0, y0, x1, y1 = line
    expected = set()
    for x in range(8):
        for y in range(8):
            low, high = Fraction(0), Fraction(1)
            for start, step, near in ((x0, x1 - x0, x * 60), (y0, y1 - y0, y * 60)):
                if step:
                    cuts = sorted((Fraction(near - start, step), Fraction(near + 60 - start, step)))
                    low, high = max(low, cuts[0]), min(high, cuts[1])
            middle = (low + high) / 2
            mx, my = x0 + middle * (x1 - x0), y0 + middle * (y1 - y0)
            if low < high and x * 60 < mx < x * 60 + 60 and y * 60 < my < y * 60 + 60:
                expected.add((x, y))
    assert sorted(crossed(line)) == sorted(expected)


def test_ids_are_numbered_over_the_whole_map() -> None:
    sides = (
        "sides:\n"
        "  - {name: a, units: [{what: 2 x goblin archer, area: A1-A2}, {what: orc, at: B1}]}\n"
        "  - {name: b, units: [{what: goblin archer, at: H1},\n"
        "                      {what: 2 x wolf, id: pup, at: [H2, H3]},\n"
        "                      {what: wolf, at: H4}, {what: ogre, name: Sir Étienne, at: F1}]}\n"
    )
    assert where(load(sides=sides)) == {
        "goblin-archer-1": "A1", "goblin-archer-2": "A2", "orc": "B1", "goblin-archer-3": "H1",
        "pup-1": "H2", "pup-2": "H3", "wolf": "H4", "sir-etienne": "F1",
    }  # fmt: skip


def test_a_named_creature_is_somebody() -> None:
    setup = load(
        sides=units("what: orc, at: A1, name: Grul, hp: 9, seat: tom", "what: orc, at: A2")
    )
    grul, orc, _ = setup.placements
    assert (grul.ident, grul.sheet.name, grul.sheet.named, grul.sheet.hp) == (
        "grul",
        "Grul",
        True,
        9,
    )
    assert grul.seat == "tom"
    assert (orc.ident, orc.sheet.name, orc.sheet.named, orc.sheet.hp) == ("orc", "orc", False, 4)
    assert orc.seat == ""
    assert grul.sheet.weapons == orc.sheet.weapons


def test_counted_creatures_share_a_sheet() -> None:
    first, second, _ = load(sides=units("what: 2 x orc, area: A1-A2")).placements
    assert first.sheet is second.sheet


def test_an_area_is_filled_evenly_around_what_is_there() -> None:
    setup = load(sides=units("what: 4 x orc, area: A1-H1", "what: goblin, at: D1"))
    assert [square for name, square in where(setup).items() if name.startswith("orc")] == [
        "A1", "C1", "F1", "H1",
    ]  # fmt: skip


def test_an_area_skips_squares_no_unit_can_stand_on() -> None:
    setup = load(sides=units("what: 6 x orc, area: A3-H3"))
    assert list(where(setup).values())[:6] == ["A3", "B3", "D3", "F3", "G3", "H3"]


@pytest.mark.rule("G-01")
def test_large_bodies_find_room_before_small_ones() -> None:
    setup = load(sides=units("what: 2 x orc, area: A1-C2", "what: ogre, area: A1-C2"))
    assert where(setup) == {"orc-1": "C1", "orc-2": "C2", "ogre": "A1", "wolf": "H4"}


def test_an_area_by_the_legend_and_by_the_name_of_the_side() -> None:
    rows = "map:\n  squares: |\n    gg......\n    gg......\n    ....l...\n    ........\n"
    rows += "  legend:\n    g: {area: gate}\n    l: {area: left}\n"
    setup = load(rows, units("what: 4 x orc, area: gate", "what: goblin"))
    assert where(setup) == {
        "orc-1": "A1", "orc-2": "B1", "orc-3": "A2", "orc-4": "B2", "goblin": "E3", "wolf": "H4",
    }  # fmt: skip


def test_teams_players_and_surprise() -> None:
    sides = (
        "sides:\n"
        "  - {name: a, party: adventurers, area: A1-B4, team: good}\n"
        "  - {name: b, units: [{what: orc, at: H1}]}\n"
        "  - {name: c, players: no, party: adventurers, only: [], team: good,\n"
        "     units: [{what: guard, at: C1}]}\n"
    )
    more = "surprised: [c, b, c]\nrulings: {swarm_max_assailants: 3, cover_in_melee: yes}\n"
    more += "stops: always\n"
    more += "poised: [dunstan, alda]\n"
    setup = load(sides=sides, more=more)
    assert [(side.name, side.players, side.team) for side in setup.sides] == [
        ("a", True, 0), ("b", False, 1), ("c", False, 0),
    ]  # fmt: skip
    assert setup.surprised == (1, 2)
    assert setup.rulings == (("cover_in_melee", "yes"), ("swarm_max_assailants", "3"))
    assert setup.poised == ("alda", "dunstan")
    assert (setup.stops, load().stops) == (ALWAYS, WHEN_IT_MATTERS)


def test_a_map_of_a_hundred_squares_a_side() -> None:
    rows = "map:\n  squares: |\n" + ("    " + "." * 100 + "\n") * 100
    setup = load(rows, units("what: 100 x orc, area: A1-CV100"))
    assert len({(unit.x, unit.y) for unit in setup.placements}) == 101


def test_lines_of_a_drawing_are_walls_to_the_nearest_inch() -> None:
    rows = "        0,0 1.51,0 1.51,0.333\n\n        3,1 3,2\n"
    text = f"  walls:\n    - kind: wall\n      lines: |\n{rows}"
    found = load(f"{MAP}{text}").grid.walls
    assert [(wall.x0, wall.y0, wall.x1, wall.y1) for wall in found] == [
        (0, 0, 91, 0), (91, 0, 91, 20), (180, 60, 180, 120),
    ]  # fmt: skip
    assert [wall.label for wall in found] == [
        "the wall across A1", "the wall across B1", "the wall across D2",
    ]  # fmt: skip
    assert {(wall.bottom, wall.top, wall.door) for wall in found} == {(0, 240, -1)}


def test_each_line_of_a_drawing_is_a_door_or_a_window_by_itself() -> None:
    doors = load(
        f"{MAP}  walls:\n    - {{edge: A1-B1, kind: door}}\n"
        "    - {lines: '2,0 2,1 3,2', kind: door, open: yes}\n"
        "    - {lines: '5,0 5,0.5', kind: window}\n"
    ).grid
    assert [wall.door for wall in doors.walls] == [0, 1, 2, -1]
    assert doors.doors_open == 0b110
    assert holes(doors.walls[1]) == [(0, 60, 0, 84)]
    assert holes(doors.walls[2]) == [(0, 85, 0, 84)]  # 60 by 60 inches: 84.85 long
    assert holes(doors.walls[3]) == [(0, 30, 36, 72)]


def test_lines_may_run_over_floors_of_different_height_and_vanish_in_rock() -> None:
    legend = "  legend: {s: {floor: 5 ft}}\n"
    rows = MAP.replace("........\n    ........", "s.......\n    ........", 1) + legend
    found = load(
        f"{rows}  walls:\n    - {{lines: '0,1 1,1', kind: low wall}}\n"
        "    - {lines: '2,2.5 3,2.5', kind: wall}\n",
        units("what: orc, at: B1"),
    ).grid.walls
    assert [(wall.bottom, wall.top) for wall in found] == [(0, 96)]


def test_rules_that_are_not_enforced_are_kept_by_id() -> None:
    assert load(more="enforce: {SOV-102: warn, SOV-050: off}\n").enforce == (
        ("SOV-050", "off"),
        ("SOV-102", "warn"),
    )
