"""Encounter files without a map."""

from __future__ import annotations

import pytest
from tests.content.helpers import load, problems_of

from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.space.grid import FOOT, TOTAL
from shieldwall.engine.space.measure import distance
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state

OPEN = """\
space: open
field:
  length: 200
  passage: 10
  places:
    - {at: 150, height: 10, cover: half}
    - {at: 100, cover: 3}
    - {at: 180, cover: total}
"""
SIDES = """\
sides:
  - {name: left, at: 40, units: [{what: orc}, {what: wolf, at: 60ft}]}
  - {name: right, units: [{what: 2 x bandit, at: 150}, {what: ogre, at: [45]}]}
"""


def wrong(field: str, sides: str = SIDES, more: str = "") -> list[str]:
    return problems_of(f"title: Test\nrules: sovereign\n{field}{sides}{more}")


def test_positions_passage_and_declared_values() -> None:
    setup = load(OPEN, SIDES)
    grid = setup.grid
    assert grid.open
    assert (grid.width, grid.height, grid.passage) == (41, 1, 10)
    assert [grid.open_cover[feet // 5] for feet in (40, 100, 150, 180)] == [0, 3, 2, TOTAL]
    assert grid.floor[150 // 5] == 10 * FOOT
    where = {placement.ident: placement.x * 5 for placement in setup.placements}
    assert where == {"orc": 40, "wolf": 60, "bandit-1": 150, "bandit-2": 150, "ogre": 45}


def test_sides_without_a_place_stand_sixty_feet_apart_and_a_field_ends_sixty_beyond() -> None:
    sides = "sides: [{name: left, units: [{what: orc}]}, {name: right, units: [{what: wolf}]}]\n"
    setup = load("space: open\n", sides)
    assert [placement.x * 5 for placement in setup.placements] == [60, 120]
    assert (setup.grid.width - 1) * 5 == 180


def test_foes_may_begin_face_to_face() -> None:
    setup = load(OPEN, SIDES, "engaged: [[orc, ogre]]\n")
    units = {unit.ident: unit for unit in initial_state(setup).units}
    assert distance(units["orc"], units["ogre"]) == 1
    assert distance(units["wolf"], units["ogre"]) == 3


@pytest.mark.parametrize(
    ("field", "sides", "more", "problem"),
    [
        (
            OPEN, SIDES.replace("at: 150", "at: C4"), "",
            "this fight has no map; give feet such as `30`",
        ),
        (
            OPEN, SIDES.replace("at: 150", "at: 500"), "",
            "500 ft is beyond the field, which is 200 ft long",
        ),
        (
            OPEN, SIDES.replace("at: 150", "at: 50/20"), "",
            "20 ft is beyond the field, which is 0 ft broad",
        ),
        (OPEN.replace("at: 100", "at: 400"), SIDES, "", "400 ft is beyond the field"),
        (OPEN.replace("cover: 3", "cover: 7"), SIDES, "", "`total`, or a penalty from 1 to 4"),
        (OPEN + "  breadth: 50\n", SIDES, "", "a passage runs along one line"),
        (OPEN, SIDES.replace("at: 40", "area: A1-B2"), "", "a fight without a map has no areas"),
        (OPEN, SIDES, "engaged: [[orc, wolf]]\n", "orc and wolf are not within 5 ft"),
        (OPEN, SIDES, "engaged: [[orc, org]]\n", "no unit is called 'org'; did you mean orc"),
        (OPEN, SIDES, "engaged: [[orc]]\n", "two foes such as `[alda, orc]` are face to face"),
        (
            OPEN + "map: hall\n", SIDES, "",
            "a fight with `space: open` has no `map`, but a `field`",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(
    field: str, sides: str, more: str, problem: str
) -> None:
    told = wrong(field, sides, more)
    assert len(told) == 1
    assert problem in told[0]
    assert told[0].startswith("e.yaml:")


def test_a_field_needs_an_open_fight() -> None:
    told = problems_of(
        "title: Test\nrules: sovereign\nmap:\n  squares: |\n    ..\nfield: {length: 50}\n"
        "sides: [{name: a, at: 5, units: [{what: orc, at: A1}]},"
        " {name: b, units: [{what: wolf, at: B1}]}]\n"
    )
    assert told == [
        "e.yaml:6: field: `field` goes with `space: open`",
        "e.yaml:7: sides[1].at: a side's `at` goes with `space: open`; give an `area`",
    ]


def test_a_map_can_be_left_out_of_a_fight_that_has_one() -> None:
    rooms = load_encounter("hall")
    bare = without_map(rooms)
    assert bare.grid.open
    assert bare.grid.walls == []
    where = [(one.ident, one.x, one.y) for one in rooms.placements]
    assert [(one.ident, one.x, one.y) for one in bare.placements] == where
    assert Fight(bare, 1).request is not None


def test_all_that_is_not_the_map_stays_as_it_was() -> None:
    """Everything else in an encounter, including the reaction roll, holds without its map."""
    made = load_encounter("duel", "aachen")
    made.reaction = made.dark = made.hard_entry = True
    made.ambush, made.rounds, made.stops = 1, 7, 2
    made.surprised, made.poised, made.hidden = (0,), ("alda",), ("sergeant",)
    made.rulings, made.enforce = (("nat20", "no"),), (("AAC-033", "warn"),)
    bare = without_map(made)
    changed = ("grid", "cell_names", "placements")
    public = [name for name in dir(made) if not name.startswith("_")]
    fields = [name for name in public if not callable(getattr(made, name))]
    assert "reaction" in fields
    for name in fields:
        if name not in changed:
            assert getattr(bare, name) == getattr(made, name), name
    assert bare.grid.open
