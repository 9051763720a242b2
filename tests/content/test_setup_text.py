"""The canonical text of a set-up reads back to itself; damaged texts are refused."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.content.helpers import MAP, load, units

from shieldwall.content import (
    ContentError,
    load_encounter,
    setup_digest,
    setup_from_text,
    setup_to_text,
)
from shieldwall.content.house_rules.homebrew import load_house
from shieldwall.engine.space.grid import SKY, GridMap, Opening, Squares, Wall
from shieldwall.engine.state import state
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import RECORDS, WEAPON_RECORDS, Sheet, make_sheet, make_weapon
from shieldwall.engine.state.state import Side


@pytest.mark.parametrize("name", ["yard", "hall", "corridor", "duel"])
def test_shipped_encounters_read_back_to_themselves(name: str) -> None:
    setup = load_encounter(name)
    text = setup_to_text(setup)
    twin = setup_from_text(text)
    assert setup_to_text(twin) == text
    assert setup_digest(twin) == setup_digest(setup)
    assert "\n" not in text
    assert len(setup_digest(setup)) == 64
    assert twin.cell_names == setup.cell_names
    assert [wall.key() for wall in twin.grid.walls] == [wall.key() for wall in setup.grid.walls]
    assert twin.grid.doors_open == setup.grid.doors_open
    assert list(twin.grid.floor) == list(setup.grid.floor)
    for ours, theirs in zip(setup.placements, twin.placements):
        assert (ours.ident, ours.x, ours.y, ours.seat) == (
            theirs.ident, theirs.x, theirs.y, theirs.seat,
        )  # fmt: skip
        assert facts(theirs.sheet) == facts(ours.sheet)


@cache
def parameters(name: str) -> list[str]:
    """The constructor parameters of an engine class, from its source, because compiled classes do
    not have them.
    """
    for file in ("state.py", "sheet.py", "setup.py"):
        source = Path(state.__file__).with_name(file).read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                for part in node.body:
                    if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                        return [argument.arg for argument in part.args.args[1:]]
                return [ast.unparse(part.target) for part in node.body if is_field(part)]
    raise LookupError(name)


def is_field(part: ast.stmt) -> TypeGuard[ast.AnnAssign]:
    return isinstance(part, ast.AnnAssign)


def facts_of_a_sheet() -> list[str]:
    """Those of its records too."""
    found = [name for name in parameters("Sheet") if name not in RECORDS]
    for record in RECORDS:
        found += parameters(record.capitalize())
    return found


def facts_of_a_weapon() -> list[str]:
    found = [name for name in parameters("Weapon") if name not in WEAPON_RECORDS]
    for record in WEAPON_RECORDS:
        found += parameters(record.capitalize())
    return found


def facts(sheet: Sheet) -> list[object]:
    found: list[object] = []
    for name in facts_of_a_sheet():
        if name != "weapons":
            found.append((name, getattr(sheet, name)))
    for weapon in sheet.weapons:
        found.append([(name, getattr(weapon, name)) for name in facts_of_a_weapon()])
    return found


def test_the_text_leaves_out_no_fact_of_a_sheet_or_weapon() -> None:
    made = load(more="enforce: {SOV-050: off}\n")
    made.house = load_house("dirty-tricks").house
    made.attackers = 0
    data = json.loads(setup_to_text(made))
    written = {*data["sheets"][0], "kin", "metal", "outright", "packed"}
    assert written - {"traits", "nature"} == set(facts_of_a_sheet()) - {"abilities"}
    assert {"traits", "nature"} < written, "the two sections of abilities"
    weapon = {*data["sheets"][0]["weapons"][0], "pierces", "scatters"}
    assert sorted(weapon) == sorted(facts_of_a_weapon()), "the last two where they are not 0"
    facts_of_a_setup = {*parameters("Setup"), *parameters("Start"), *parameters("TableRules")}
    expected = {
        "names" if name == "cell_names" else name for name in facts_of_a_setup - {"start", "table"}
    }
    assert set(data) - {"shieldwall-setup", "sheets"} == expected
    placement = set(parameters("Placement")) - {"ident"} | {"id"}
    assert set(data["placements"][0]) == placement
    assert set(data["sides"][0]) == set(parameters("Side"))


def test_a_set_up_takes_single_facts_as_older_scripts_give_them() -> None:
    duel = load_encounter("duel")
    given = (duel.title, duel.rules, duel.grid, duel.sides, duel.placements)
    older = Setup(*given, dark=True, rulings=(("initiative_tie", "players"),))
    newer = Setup(
        *given,
        start=Start(dark=True),
        table=TableRules(rulings=(("initiative_tie", "players"),)),
    )
    assert setup_to_text(older) == setup_to_text(newer) != setup_to_text(Setup(*given))
    with pytest.raises(TypeError, match="unexpected keyword argument 'drak'"):
        Setup(*given, drak=True)


def test_a_small_set_up_spelled_out() -> None:
    """If this changes, old saves no longer match their digests: raise the version."""
    text = setup_to_text(load_encounter("duel"))
    data = json.loads(text)
    grid = '"grid":{"ceiling":[[1048576,96]],"floor":[[0,96]],"ground":[[0,96]]'
    assert text.startswith('{"ambush":-1,"dark":false,"engaged":[],' + grid)
    assert data["shieldwall-setup"] == 2
    assert sorted(data) == [
        "ambush", "dark", "engaged", "grid", "hard_entry", "hidden", "names", "placements",
        "poised", "reaction", "rounds", "rules", "rulings", "sheets", "shieldwall-setup", "sides",
        "stops", "surprised", "title",
    ]  # fmt: skip
    assert data["placements"] == [
        {"id": "alda", "seat": "", "sheet": 0, "side": 0, "x": 2, "y": 3},
        {"id": "sergeant", "seat": "", "sheet": 1, "side": 1, "x": 9, "y": 4},
    ]


def test_whatever_a_file_may_say_can_be_read_back() -> None:
    more = (
        "creatures:\n"
        "  titan: {hd: 99+99, hp: 1000, ac: 30, attack: 30, save: 20, speed: 200, size: huge,\n"
        "    height: 100, length: 100, breadth: 100, skill: 5, predator: yes, shield: +5 shield,\n"
        f"    weapons: [+5 great sword, {'sword, ' * 18} club], stowed: [{'club, ' * 20}],\n"
        "    natural: [{name: a, damage: 99d999+99, type: piercing, shock: 9999/9999, reach: 30},\n"
        "              {name: b, damage: d1-99, type: slashing, range: 9999/9999}]}\n"
    )
    rows = (
        "map:\n  squares: |\n"
        + "    ^^^v....\n" * 4
        + (
            "  ceiling: sky\n"
            "  legend:\n"
            "    ^: {floor: 1000 ft, ceiling: sky}\n"
            "    v: {floor: -1000 ft, ceiling: -999 ft}\n"
            "  walls:\n"
            "    - {edge: D1-E1, kind: window, height: 1000 ft, sill: 999 ft, lintel: 1000 ft}\n"
            "    - {edge: F1-G1, kind: low wall, height: 1000 ft}\n"
        )
    )
    text = setup_to_text(load(rows, units("what: titan, at: A1"), more))
    assert setup_to_text(setup_from_text(text)) == text


def test_a_wall_higher_than_the_engine_counts_is_refused_in_words() -> None:
    rows = (
        "map:\n  squares: |\n"
        + "    ^.......\n" * 4
        + "  legend:\n    ^: {floor: 1000 ft, ceiling: sky}\n"
        "  walls:\n    - {edge: A1-B1, kind: low wall, height: 5 ft}\n"
    )
    with pytest.raises(ContentError, match="wall too high: heights go from -1000 to 1000 ft"):
        load(rows, units("what: orc, at: C1"))


def test_equal_sheets_are_written_once() -> None:
    data = json.loads(setup_to_text(load(sides=units("what: 3 x orc, area: A1-B2"))))
    assert [sheet["name"] for sheet in data["sheets"]] == ["orc", "wolf"]
    assert [unit["sheet"] for unit in data["placements"]] == [0, 0, 0, 1]


def test_white_space_does_not_matter() -> None:
    setup = load()
    loose = json.dumps(json.loads(setup_to_text(setup)), indent=2)
    assert setup_digest(setup_from_text(loose)) == setup_digest(setup)


def test_any_fact_changes_the_digest() -> None:
    door = MAP + "  walls:\n    - {edge: A1-B1, kind: door, open: OPEN}\n"
    digests = {
        setup_digest(load()),
        setup_digest(load(more="rounds: 5\n")),
        setup_digest(load(more="surprised: left\n")),
        setup_digest(load(more="rulings: {cover_in_melee: yes}\n")),
        setup_digest(load(more="enforce: {SOV-050: off}\n")),
        setup_digest(load(door.replace("OPEN", "yes"))),
        setup_digest(load(door.replace("OPEN", "no"))),
        setup_digest(load(MAP + "  ceiling: 19 ft\n")),
        setup_digest(load(sides=units("what: orc, at: A2"))),
        setup_digest(load(sides=units("what: orc, at: A1, hp: 5"))),
        setup_digest(load(sides=units("what: orc, at: A1, seat: tom"))),
    }
    assert len(digests) == 11


def edited(change: str, value: object) -> str:
    """A good text with one place changed: `placements.0.x`."""
    door = MAP + "  walls:\n    - {edge: A1-B1, kind: window}\n"
    data: Any = json.loads(setup_to_text(load(door)))
    *path, last = [int(step) if step.isdigit() else step for step in change.split(".")]
    spot = data
    for step in path:
        spot = spot[step]
    if value is None:
        del spot[last]
    else:
        spot[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "value", "message"),
    [
        ("shieldwall-setup", 3, "version 3 is newer than this program, which knows 2"),
        ("shieldwall-setup", 1, "version 1 is of an earlier release; this program reads 2"),
        ("shieldwall-setup", None, "shieldwall-setup: damaged: missing"),
        ("shieldwall-setup", "1",
         "shieldwall-setup: damaged: expected a whole number from 1 to 1000000"),
        ("title", 3, "title: damaged: expected a text"),
        ("title", "\x1b[2J", "title: damaged: expected a text"),
        ("grid", None, "grid: damaged: missing"),
        ("grid", 3, "grid: damaged: expected named values"),
        ("grid.width", 401, "grid.width: damaged: expected a whole number from 1 to 400"),
        ("grid.width", 8.0, "grid.width: damaged: expected a whole number from 1 to 400"),
        ("grid.width", True, "grid.width: damaged: expected a whole number from 1 to 400"),
        ("grid.floor", [[0, 31]], "grid.floor: damaged: expected a value for each of 32 squares"),
        ("grid.floor", [[0, 10**12]],
         "grid.floor[1][2]: damaged: expected a whole number from 1 to 32"),
        ("grid.floor", [[0, 16, 1], [0, 16]], "grid.floor[1]: damaged: expected a list of 2"),
        ("grid.walls.0.line", [0, 0, 0, 0], "grid.walls[1]: damaged: expected a wall on the map"),
        ("grid.walls.0.line", [0, 0, 0, 600], "grid.walls[1]: damaged: expected a wall on the map"),
        ("grid.walls.0.openings", [[5, 4, 0, 1]],
         "grid.walls[1].openings[1]: damaged: expected an opening: from, to, sill, lintel"),
        ("grid.open", 1, "grid.open: damaged: expected a whole number from 0 to 0"),
        ("names", [[99, "x"]], "names[1][1]: damaged: expected a whole number from 0 to 31"),
        ("placements.0.sheet", 2,
         "placements[1].sheet: damaged: expected a whole number from 0 to 1"),
        ("placements.0.side", 2,
         "placements[1].side: damaged: expected a whole number from 0 to 1"),
        ("placements.0.x", 8, "placements[1].x: damaged: expected a whole number from 0 to 7"),
        ("placements.0.id", "C7", "placements[1].id: damaged: expected a unit's short name"),
        ("placements.0.id", "wolf", "placements: damaged: two units of one name"),
        ("sheets.0.hp", 0, "sheets[1].hp: damaged: expected a whole number from 1 to 9999"),
        ("sheets.0.named", 1, "sheets[1].named: damaged: expected true or false"),
        ("sheets.0.skills", [0], "sheets[1].skills: damaged: expected a list of 9"),
        ("sheets.0.weapons", 1, "sheets[1].weapons: damaged: expected a list"),
        ("sheets.0.weapons.0.sides", 0,
         "sheets[1].weapons[1].sides: damaged: expected a whole number from 1 to 999"),
        ("surprised", [5], "surprised[1]: damaged: expected a whole number from 0 to 1"),
        ("poised", ["bob"], "poised[1]: damaged: expected the name of a unit"),
        ("extra", 1, "damaged: it says more than a set-up does, or says it another way"),
        ("grid.floor", [[0, 16], [0, 16]],
         "damaged: it says more than a set-up does, or says it another way"),
    ],
)  # fmt: skip
def test_a_damaged_text_is_refused(change: str, value: object, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        setup_from_text(edited(change, value))
    assert str(caught.value) == f"set-up text: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "damaged: Expecting value"),
        ("[]", "damaged: expected named values"),
        ("null", "damaged: expected named values"),
        ('{"shieldwall-setup":NaN}', "damaged: NaN is not a number"),
        ('{"a":1,"a":2}', "damaged: a key is given twice"),
        ("[" * 1_000_000, "damaged: nested too deep"),
        ('{"shieldwall-setup":' + "9" * 5000 + "}", "damaged: "),
        (" " * 20_000_001, "too large: at most 20,000,000 characters"),
    ],
)
def test_what_is_no_set_up_text_at_all(text: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        setup_from_text(text)
    assert str(caught.value).startswith(f"set-up text: {message}")


def test_every_cut_of_a_text_is_refused() -> None:
    text = setup_to_text(load())
    for end in range(0, len(text), 7):
        with pytest.raises(ContentError):
            setup_from_text(text[:end])


SMALL = st.integers(-9, 9)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=12)
IDENTS = st.from_regex(r"[a-z]{4}[a-z0-9-]{0,6}", fullmatch=True)
WEAPONS = st.builds(
    make_weapon,
    name=NAMES,
    dice=st.integers(0, 9),
    sides=st.integers(1, 20),
    bonus=SMALL,
    shock=st.integers(0, 9),
    shock_ac=st.integers(0, 1000),
    attributes=st.lists(st.integers(0, 5), max_size=3).map(tuple),
    skill=st.integers(0, 8),
    melee=st.booleans(),
    reach=st.integers(0, 20),
    thrown=st.booleans(),
    normal_range=st.integers(0, 600),
    long_range=st.integers(0, 600),
    two_handed=st.booleans(),
    reload=st.integers(0, 2),
    magic=SMALL,
    natural=st.booleans(),
    unarmed=st.booleans(),
    less_lethal=st.booleans(),
    precise_murder=st.booleans(),
)
SHEETS = st.builds(
    lambda **facts: make_sheet(facts),
    name=NAMES,
    hp=st.integers(1, 99),
    ac=st.integers(0, 30),
    attack=SMALL,
    weapons=st.lists(WEAPONS, min_size=1, max_size=3).map(tuple),
    attributes=st.tuples(*[SMALL] * 6),
    skills=st.tuples(*[SMALL] * 9),
    shield=st.integers(0, 3),
    speed=st.integers(0, 60),
    size=st.just(1),
    height=st.integers(1, 20),
    length=st.integers(1, 20),
    breadth=st.integers(1, 20),
    saves=st.tuples(*[SMALL] * 3),
    hit_dice=st.integers(0, 9),
    morale=st.integers(0, 12),
    disciplined=st.booleans(),
    fearless=st.booleans(),
    named=st.booleans(),
    notes=NAMES,
    creature=st.booleans(),
    check=SMALL,
    stowed=st.integers(0, 7),
    routine=st.lists(st.just(0), max_size=3).map(tuple),
    kit=st.booleans(),
    constitution=st.integers(3, 18),
    luck=st.integers(0, 2),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = width * height

    def column(values: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(values, min_size=cells, max_size=cells))

    walls = []
    for number in range(draw(st.integers(0, 3))):
        ends = draw(
            st.tuples(st.integers(0, width * 60), st.integers(0, height * 60)).filter(
                lambda end: end != (0, 0)
            )
        )
        hole = Opening(3, 9, 0, draw(st.integers(1, 90)))
        walls.append(
            Wall(0, 0, *ends, 0, SKY, draw(NAMES), (hole,) * draw(st.integers(0, 2)), number)
        )
    grid = GridMap(
        width,
        height,
        Squares(
            column(st.sampled_from([0, 60, -12])),
            column(st.sampled_from([0, 60, 96, SKY])),
            column(st.sampled_from([240, SKY])),
            column(st.sampled_from([0, 1, 2, 4])),
        ),
        walls,
        draw(st.integers(0, (1 << len(walls)) - 1)),
    )
    sheets = draw(st.lists(SHEETS, min_size=1, max_size=2))
    idents = draw(st.lists(IDENTS, unique=True, max_size=4))
    placements = [
        Placement(
            ident,
            draw(st.sampled_from(sheets)),
            draw(st.integers(0, 1)),
            draw(st.integers(0, width - 1)),
            draw(st.integers(0, height - 1)),
            draw(st.sampled_from(["", "tom"])),
        )
        for ident in idents
    ]
    return Setup(
        draw(NAMES),
        "sovereign",
        grid,
        [Side("a", True, 0), Side("b", False, 1)],
        placements,
        Start(draw(st.sampled_from([(), (0,), (0, 1)])), tuple(idents[:1])),
        TableRules(
            draw(st.sampled_from([(), (("cover_in_melee", "no"), ("swarm_max_assailants", "3"))])),
            stops=draw(st.integers(0, 2)),
        ),
        draw(st.integers(0, 99)),
        draw(st.dictionaries(st.integers(0, cells - 1), NAMES, max_size=3)),
    )


@given(setups())
@settings(max_examples=60)
def test_any_set_up_reads_back_to_itself(setup: Setup) -> None:
    text = setup_to_text(setup)
    assert setup_to_text(setup_from_text(text)) == text


@given(st.data())
@settings(max_examples=60)
def test_a_text_with_a_wrong_character_is_refused_or_says_what_it_says(data: st.DataObject) -> None:
    text = setup_to_text(load())
    spot = data.draw(st.integers(0, len(text) - 1))
    char = data.draw(st.sampled_from('0123456789,:[]{}"-aet '))
    damaged = text[:spot] + char + text[spot + 1 :]
    try:
        setup = setup_from_text(damaged)
    except ContentError:
        return
    assert json.loads(setup_to_text(setup)) == json.loads(damaged)
