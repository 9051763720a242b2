"""Each mistake in an encounter is reported with its line, its field and the correct form."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.content.helpers import MAP, SIDES, encounter, problems_of, units

from shieldwall.content import ContentError, Problem, load_encounter, load_party


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            "what: gobln, at: A1",
            "what: unknown creature 'gobln'; did you mean goblin, hobgoblin or ghoul?",
        ),
        ("what: 0 x orc, at: A1", "what: 0 is not a number from 1 to 200"),
        ("what: 201 x orc, at: A1", "what: 201 is not a number from 1 to 200"),
        ("what: [orc], at: A1", "what: expected a creature such as `goblin` or `6 x goblin`, "
         "not a list"),
        ("what: '', at: A1", "what: is empty; expected a creature such as `goblin` or "
         "`6 x goblin`"),
        ("at: A1", "'what' is missing; expected a creature such as `goblin` or `6 x goblin`"),
        ("what: orc, at: C3", "at: orc cannot stand at C3: C3 is solid"),
        ("what: orc, at: E3", "at: orc cannot stand at E3: E3 is impassable"),
        ("what: orc, at: I1", "at: orc cannot stand at I1: I1 is outside the map, which ends at "
         "H4"),
        ("what: orc, at: A5", "at: orc cannot stand at A5: A5 is outside the map, which ends at "
         "H4"),
        ("what: ogre, at: H1", "at: ogre cannot stand at H1: I1 is outside the map, which ends at "
         "H4"),
        ("what: ogre, at: B2", "at: ogre cannot stand at B2: C3 is solid"),
        ("what: orc, at: 7", "at: this fight has a map; give a square such as `C7`"),
        (
            "what: orc, at: 7b",
            "at: '7b' is not a square such as `C7`, or feet such as `30` where there is no map",
        ),
        ("what: orc, at: [A1, A2]", "at: squares given: 2, units to place: 1"),
        ("what: orc, at: A1, area: B2", "area: give either `at` or `area`, not both"),
        ("what: orc", "what: nowhere to put orc; give `at` or `area`"),
        ("what: 3 x orc, area: A1-B1", "area: the area 'A1-B1' has room for 2 of 3 units"),
        ("what: 2 x ogre, area: A1-C2", "area: the area 'A1-C2' has room for 1 of 2 units"),
        ("what: orc, area: A1-I1", "area: the area A1-I1 is outside the map, which ends at H4"),
        ("what: orc, area: gate", "area: unknown area 'gate'; give squares such as `B2-F4`, or "
         "mark an area in the legend"),
        ("what: orc, at: A1, id: C7", "id: 'C7' looks like the name of a square; choose another "
         "name"),
        ("what: orc, at: A1, id: c7", "id: 'c7' looks like the name of a square; choose another "
         "name"),
        ("what: orc, at: A1, id: Big", "id: 'Big' is not a short name: lower-case letters, digits "
         "and hyphens, beginning with a letter"),
        ("what: orc, at: A1, id: big orc", "id: 'big orc' is not a short name: lower-case letters, "
         "digits and hyphens, beginning with a letter"),
        ("what: 2 x orc, name: Bob, area: A1-B2", "name: 2 units cannot share one name"),
        ("what: orc, name: Ö7, at: A1", "name: 'Ö7' makes no good short name; give an `id`"),
        ("what: orc, name: ☠, at: A1", "name: '☠' makes no good short name; give an `id`"),
        ("what: orc, at: A1, hp: 0", "hp: '0' is not a whole number from 1 to 1000"),
        ("what: orc, at: A1, hp: 1e3", "hp: '1e3' is not a whole number from 1 to 1000"),
        ("what: orc, at: A1, hp: 1:30", "hp: '1:30' is not a whole number from 1 to 1000"),
        ("what: orc, at: A1, hpp: 3", "hpp: unknown key; did you mean hp?"),
    ],
)  # fmt: skip
def test_a_unit_that_is_wrong(line: str, problem: str) -> None:
    separator = ": " if problem.startswith("'what'") else "."
    expected = [f"e.yaml:12: sides[1].units[1]{separator}{problem}"]
    assert problems_of(encounter(sides=units(line))) == expected


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("what: ogre, at: G3", "at: wolf cannot stand at H4: ogre stands at H4"),
        ("what: orc, at: H4", "at: wolf cannot stand at H4: orc stands at H4"),
        ("what: orc, at: A1, id: wolf", "what: two units are called 'wolf'; give one an `id`"),
    ],
)
def test_a_unit_that_is_in_the_way_of_a_later_one(line: str, problem: str) -> None:
    told = problems_of(encounter(sides=units(line)))
    assert told == [f"e.yaml:13: sides[2].units[1].{problem}"]


@pytest.mark.parametrize(
    ("wall", "problem"),
    [
        ("kind: wall", ": give one of `edge`, `line`, `lines`, or `from` with `to` and `side`"),
        ("edge: A1-B1, from: A1, side: east, kind: wall",
         ": give one of `edge`, `line`, `lines`, or `from` with `to` and `side`"),
        ("edge: A1-B1",
         ": 'kind' is missing; expected wall, low wall, window, slit, door, bars, portcullis or "
         "drop"),
        ("edge: A1-B1, kind: dor", ".kind: 'dor' is not known here; did you mean door?"),
        ("edge: A1-B1, kind: fog",
         ".kind: 'fog' is not known here; use wall, low wall, window, slit, door, bars, portcullis "
         "or drop"),
        ("edge: A1-C1, kind: wall",
         ".edge: 'A1-C1' is not an edge between two neighbouring squares such as `D4-D5`"),
        ("edge: H1-I1, kind: wall", ".edge: outside the map, which ends at H4"),
        ("edge: A1-B1, side: east, kind: wall", ": `to` and `side` go with `from`"),
        ("from: A1, kind: wall",
         ": 'side' is missing; north, east, south or west of the squares"),
        ("from: A1, to: B1, side: east, kind: wall",
         ".from: a wall on the east side runs along one column"),
        ("from: A1, to: A2, side: north, kind: wall",
         ".from: a wall on the north side runs along one row"),
        ("from: A1, to: A9, side: east, kind: wall",
         ".from: outside the map, which ends at H4"),
        ("line: [1, 2, 3], kind: wall",
         ".line: expected four numbers: from x, y to x, y, in squares"),
        ("line: [1, 2, 1, 2], kind: wall", ".line: the line has no length"),
        ("line: [1, 1, 9, 2], kind: wall", ".line: outside the map, which ends at H4"),
        ("line: [1, 1, 2.333, 2], kind: wall",
         ".line[3]: '2.333' is not a whole number of inches; a square has 60"),
        ("line: [1, 1, 2, 2], kind: window, width: 9 ft",
         ".width: the opening is wider than the wall"),
        ("lines: '1,1', kind: wall", ".lines: a line needs two points or more"),
        ("lines: '1,1 2;2', kind: wall", ".lines: '2;2' is not a point such as `4.5,3.25`"),
        ("lines: '1,1 1,1', kind: wall", ".lines: is empty; expected rows of points such as"
         " `0,0 4.5,0 4.5,3.25`, after `|`"),
        ("lines: '0,0 9,1 9,2', kind: wall",
         ".lines: 2 lines run outside the map, which ends at H4, the first from 0.00,0.00"),
        ("lines: [1, 1, 2, 2], kind: wall",
         ".lines: expected rows of points such as `0,0 4.5,0 4.5,3.25`, after `|`"),
        ("edge: A1-B1, kind: wall, open: yes",
         ".open: only a door or a portcullis can be open, not a wall"),
        ("edge: A1-B1, kind: wall, sill: 3",
         ".sill: a wall has no opening; use a window, slit or door"),
        ("edge: A1-B1, kind: window, sill: 7 ft",
         ": the lintel is not above the sill"),
        ("edge: A1-B1, kind: window, width: 6 ft",
         ".width: the opening is wider than the wall"),
        ("edge: A1-B1, kind: window, height: 3 ft",
         ": the opening begins above the top of the wall"),
        ("edge: A1-B1, kind: wall, height: 3.3 ft",
         ".height: '3.3 ft' is not a whole number of inches"),
        ("edge: A1-B1, kind: wall, height: tall",
         ".height: 'tall' is not a length in feet, such as `8 ft`"),
        ("edge: A1-B1, kind: wall, height: 2000 ft",
         ".height: '2000 ft' is out of bounds: 1 in to 1000 ft"),
    ],
)  # fmt: skip
def test_a_wall_that_is_wrong(wall: str, problem: str) -> None:
    text = encounter(f"{MAP}  walls:\n    - {{{wall}}}\n")
    assert problems_of(text) == [f"e.yaml:10: map.walls[1]{problem}"]


@pytest.mark.parametrize(
    ("legend", "problem"),
    [
        ("ab: {floor: 1}", "ab: 'ab' is not one character of the map"),
        ("a: {flor: 1}", "a.flor: unknown key; did you mean floor?"),
        ("a: {ground: wet}",
         "a.ground: 'wet' is not known here; use plain, difficult or impassable"),
        ("a: {ground: difficult, stairs: on}",
         "a.ground: stairs cannot be difficult ground as well"),
        ("a: {solid: 3 ft, stairs: yes}",
         "a.solid: a solid square cannot be entered; it needs no `ground` or `stairs`"),
        ("a: {solid: 3 ft, area: gate}", "a.area: no unit can start in a solid square"),
        ("a: {floor: 9 ft, ceiling: 9 ft}", "a.ceiling: the ceiling is not above the floor"),
        ("a: {area: B2-C3}",
         "a.area: 'B2-C3' looks like the name of a square; choose another name"),
        ("a: {solid: to the sky}",
         "a.solid: 'to the sky' is not a height such as `8 ft` or `to ceiling`"),
    ],
)  # fmt: skip
def test_a_legend_that_is_wrong(legend: str, problem: str) -> None:
    text = encounter(f"{MAP}  legend:\n    {legend}\n")
    assert problems_of(text) == [f"e.yaml:10: map.legend.{problem}"]


def test_rows_of_different_length_and_characters_nobody_explained() -> None:
    rows = "map:\n  squares: |\n    ....\n    .?.\n    .. ?\n    ...\t\n    ..\t.\n"
    assert problems_of(encounter(rows, units("what: orc, at: A1"))) == [
        "e.yaml:6: map.squares: row 2 has 3 squares, row 1 has 4",
        "e.yaml:6: map.squares: '?' is not in the legend",
        "e.yaml:7: map.squares: a blank in the map; write '-' for a gap that cannot be entered, "
        "'#' for rock",
        "e.yaml:7: map.squares: '?' is not in the legend",
        "e.yaml:8: map.squares: row 4 has 3 squares, row 1 has 4",
        "e.yaml:9: map.squares: a tab in the map; write one character a square",
        "e.yaml:14: sides[2].units[1].at: wolf cannot stand at H4: H4 is outside the map, "
        "which ends at D5",
    ]


@pytest.mark.parametrize(
    ("squares", "problem"),
    [
        ("....", "expected rows of characters, one line each, after `|`"),
        ("[....]", "expected rows of characters, one line each, after `|`"),
        ("|\n", "the map has no squares"),
        ("|\n    " + "." * 401, "too large: at most 400 x 400 squares"),
        ("|" + "\n    ." * 401, "too large: at most 400 x 400 squares"),
    ],
)
def test_squares_that_are_no_map(squares: str, problem: str) -> None:
    text = encounter(f"map:\n  squares: {squares}\n")
    assert problems_of(text) == [f"e.yaml:4: map.squares: {problem}"]


def test_a_floor_above_the_ceiling() -> None:
    rows = MAP.replace("..#.", "..^.") + "  ceiling: 10 ft\n  legend:\n    ^: {floor: 12 ft}\n"
    assert problems_of(encounter(rows)) == [
        "e.yaml:9: map.ceiling: the floor of '^' is not below the ceiling"
    ]


def test_a_ceiling_too_low_to_stand_under() -> None:
    rows = MAP.replace("..#.", "..^^") + "  legend:\n    ^: {ceiling: 4 ft}\n"
    sides = units("what: orc, at: C3", "what: ogre, at: A1")
    assert problems_of(encounter(rows + "  ceiling: 8 ft\n", sides)) == [
        "e.yaml:15: sides[1].units[1].at: orc cannot stand at C3: the ceiling is too low at C3",
        "e.yaml:16: sides[1].units[2].at: ogre cannot stand at A1: the ceiling is too low at A1",
    ]


def test_a_large_creature_on_two_levels_or_across_a_wall() -> None:
    rows = MAP.replace("..#.", "..^.") + (
        "  legend:\n    ^: {floor: 2 ft}\n"
        "  walls:\n    - {edge: F1-G1, kind: low wall}\n    - {line: [0, 4, 1, 3], kind: wall}\n"
    )
    sides = units("what: ogre, at: B2", "what: ogre, at: F1", "what: orc, at: A4")
    assert problems_of(encounter(rows, sides)) == [
        "e.yaml:17: sides[1].units[1].at: ogre-1 cannot stand at B2: its squares are not on one "
        "level",
        "e.yaml:18: sides[1].units[2].at: ogre-2 cannot stand at F1: a wall runs through its "
        "squares",
        "e.yaml:19: sides[1].units[3].at: orc cannot stand at A4: a wall runs through A4",
    ]


def test_walls_over_doors_and_over_ledges() -> None:
    rows = MAP.replace("..#.", "..^.") + (
        "  legend:\n    ^: {floor: 2 ft}\n"
        "  walls:\n"
        "    - {edge: A1-B1, kind: door}\n"
        "    - {from: A1, to: A4, side: east, kind: wall}\n"
        "    - {from: C1, to: C3, side: east, kind: door}\n"
        "    - {line: [2.5, 1, 2.5, 4], kind: wall}\n"
    )
    assert problems_of(encounter(rows)) == [
        "e.yaml:13: map.walls[2]: runs over the door at A1-B1",
        "e.yaml:14: map.walls[3]: a door cannot stand on floors of different height",
        "e.yaml:15: map.walls[4].line: runs over floors of different height; write one wall for "
        "each",
    ]


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ("sides: []\n", ["e.yaml:9: sides: a fight needs two sides or more"]),
        ("sides: nobody\n", ["e.yaml:9: sides: expected a list, each a side"]),
        ("sides:\n  - {name: a, team: x, units: [{what: orc, at: A1}]}\n"
         "  - {name: b, team: x, units: [{what: wolf, at: A2}]}\n",
         ["e.yaml:9: sides: all sides are on one team; no side is left to fight"]),
        ("sides:\n  - {name: a, units: []}\n  - {name: b, units: [{what: orc, at: A1}]}\n",
         ["e.yaml:10: sides[1]: this side has no units; give it `units` or a `party`"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: a, units: [{what: orc, at: A2}]}\n",
         ["e.yaml:11: sides[2].name: two sides are called 'a'"]),
        ("sides:\n  - {name: referee, units: [{what: wolf, at: A1}]}\n"
         "  - {name: a, units: [{what: orc, at: A2, id: referee}]}\n",
         ["e.yaml:10: sides[1].name: 'referee' is reserved for the GM's seat",
          "e.yaml:11: sides[2].units[1].id: 'referee' is reserved for the GM; "
          "give it another `id`"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: b, only: alda, units: [{what: orc, at: A2}]}\n",
         ["e.yaml:11: sides[2].only: `only` goes with `party`"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: b, party: adventurer, area: B1-B4}\n",
         ["e.yaml:11: sides[2].party: 'adventurer': no such party; did you mean adventurers?"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: b, party: missing.yaml, area: B1-B4}\n",
         ["e.yaml:11: sides[2].party: 'missing.yaml': no such file"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: b, party: adventurers, only: [alda, bran], places: {alda: A1}}\n",
         ["e.yaml:11: sides[2].only[2]: no member of the party is called 'bran'; did you mean "
          "brand?",
          "e.yaml:11: sides[2].places.alda: alda cannot stand at A1: wolf stands at A1"]),
        ("sides:\n  - {name: a, units: [{what: wolf, at: A1}]}\n"
         "  - {name: b, party: adventurers}\n",
         ["e.yaml:11: sides[2].party: nowhere to put alda, brand, cenric, dunstan; give `at` or "
          "`area`"]),
    ],
)  # fmt: skip
def test_sides_that_are_wrong(sides: str, told: list[str]) -> None:
    assert problems_of(encounter(sides=sides)) == told


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("surprised: [rigt]\n", "surprised[1]: unknown side 'rigt'; did you mean right?"),
        ("poised: wolff\n", "poised: no unit is called 'wolff'; did you mean wolf?"),
        ("rounds: 0\n", "rounds: '0' is not a whole number from 1 to 1000"),
        ("rounds:\n", "rounds: is empty; expected a whole number from 1 to 1000"),
        ("rounds: {a: 1}\n",
         "rounds: expected a whole number from 1 to 1000, not keys with values"),
        ("colour: red\n", "colour: unknown key"),
        ("look-for: " + "x" * 401 + "\n", "look-for: too long: at most 400 characters"),
        ("creatures: {imp: {hd: 1}}\n",
         "creatures.imp: has no weapon; give it `weapons` or `natural` ones, or `natural: []`"),
        ("creatures: {imp: {weapons: sword}}\n",
         "creatures.imp: 'hd' is missing; expected hit dice such as `3`, `4+1`, `1-1` or `1/2`"),
        ("creatures: {imp: {hd: 0, weapons: sword}}\n",
         "creatures.imp.hd: '0' is not hit dice such as `3`, `4+1`, `1-1` or `1/2`"),
        ("creatures: {imp: {hd: 1, weapons: swrod}}\n",
         "creatures.imp.weapons: unknown weapon 'swrod'; did you mean sword?"),
        ("creatures: {imp: {hd: 1, weapons: +9 sword}}\n",
         "creatures.imp.weapons: a magic bonus is at most +5"),
        ("creatures: {imp: {hd: 1, weapons: sword, armour: lether}}\n",
         "creatures.imp.armour: unknown armour 'lether'; did you mean leather?"),
        ("creatures: {imp: {hd: 1, weapons: sword, armour: shield}}\n",
         "creatures.imp.armour: unknown armour 'shield'; known: none, leather, chain, plate"),
        ("creatures: {imp: {hd: 1, weapons: sword, shield: big}}\n",
         "creatures.imp.shield: unknown shield 'big'; known: shield"),
        ("creatures: {imp: {hd: 1, weapons: sword, ac: 12, armour: chain}}\n",
         "creatures.imp.armour: give either `ac` or `armour`, not both"),
        ("creatures: {imp: {hd: 1, weapons: sword, routine: [bite]}}\n",
         "creatures.imp.routine[1]: has no 'bite' to attack with; known: sword, unarmed"),
        ("creatures: {imp: {hd: 1, natural: [{name: bite, damage: 1d6, type: piercing}], "
         "stowed: sword}}\n",
         "creatures.imp.stowed: give `weapons` too: the first of them is in hand"),
        ("stops: sometimes\n",
         "stops: 'sometimes' is not known here; use never, when it matters or always"),
        ("creatures: {imp: {hd: 1, natural: [{name: bite, damage: 6, type: piercing}]}}\n",
         "creatures.imp.natural[1].damage: '6' is not dice such as `1d8` or `2d6+1`"),
    ],
)  # fmt: skip
def test_the_rest_of_the_file(more: str, problem: str) -> None:
    assert problems_of(encounter(more=more)) == [f"e.yaml:12: {problem}"]


def test_a_creature_whose_name_cannot_be_shortened() -> None:
    more = "creatures: {C7: {hd: 1, weapons: club}, ☠: {hd: 1, weapons: club}}\n"
    sides = units("what: C7, at: A1", "what: 2 x ☠, area: B1-B2", "what: ☠, id: skull, at: C1")
    assert problems_of(encounter(sides=sides, more=more)) == [
        "e.yaml:12: sides[1].units[1].what: 'C7' makes no good short name; give an `id`",
        "e.yaml:13: sides[1].units[2].what: '☠' makes no good short name; give an `id`",
    ]


def test_what_a_file_must_have() -> None:
    assert problems_of("look-for: nothing\n") == [
        "e.yaml:1: 'title' is missing; expected text",
        "e.yaml:1: 'rules' is missing; expected the rules to play by, such as `sovereign`",
        "e.yaml:1: 'sides' is missing; expected a list, each a side",
        "e.yaml:1: 'map' is missing; a fight without one says `space: open`",
    ]


def test_unknown_rules() -> None:
    text = encounter().replace("sovereign", "soverign")
    assert problems_of(text) == [
        "e.yaml:2: rules: unknown rules 'soverign'; did you mean sovereign or sovereign-early?"
    ]


def test_problems_of_all_parts_come_together_in_the_order_of_the_file() -> None:
    text = encounter(
        MAP.replace("..#.-...", "..#.?..") + "  walls:\n    - {edge: A1-A3, kind: wall}\n",
        units("what: gobln, at: A1", "what: orc, at: C3"),
        "rounds: many\n",
    )
    assert [problem.split(": ")[0] for problem in problems_of(text)] == [
        "e.yaml:7", "e.yaml:7", "e.yaml:10", "e.yaml:14", "e.yaml:15", "e.yaml:17",
    ]  # fmt: skip


def test_a_file_with_hundreds_of_problems_is_read_no_further() -> None:
    assert len(problems_of(encounter(more="".join(f"key{n}: 1\n" for n in range(5000))))) == 200


def test_problems_of_a_party_file_are_told_under_its_name(tmp_path: Path) -> None:
    (tmp_path / "heroes.yaml").write_text(
        "characters:\n"
        "  - {name: Ann, class: fighter, attributes: {str: 19, dex: 9, con: 9, int: 9}}\n"
        "  - {name: C7, class: mage, attributes: {str: 9, dex: 9, con: 9, int: 9, wis: 9}}\n"
        "  - {name: Bo, class: mage, attributes: {str: 9, dex: 9, con: 9, int: 9, wis: 9}}\n"
        "  - {name: bo, class: mage, attributes: {str: 9, dex: 9, con: 9, int: 9, wis: 9}}\n"
        "  - {name: Al, class: mage, attributes: {str: 9, dex: 9, con: 9, int: 9, wis: 9},\n"
        "     skills: {stabb: 1}, armour: mithril, weapons: [knife]}\n"
    )
    sides = SIDES.replace("units: [{what: orc, at: A1}]", "party: heroes, area: A1-B2")
    name = str(tmp_path / "heroes.yaml")
    assert problems_of(encounter(sides=sides), tmp_path) == [
        f"{name}:2: characters[1].class: unknown class 'fighter'; known: warrior, expert, mage, "
        "expert/mage, mage/mage, warrior/expert, warrior/mage, warrior/duelist, duelist",
        f"{name}:2: characters[1].attributes: 'wis' is missing; expected a whole number from 3 to "
        "18",
        f"{name}:2: characters[1].attributes.str: '19' is not a whole number from 3 to 18",
        f"{name}:3: characters[2].name: 'C7' makes no good short name; give an `id`",
        f"{name}:5: characters[4].name: two characters are called 'bo'; give one an `id`",
        f"{name}:7: characters[5].skills.stabb: unknown key; did you mean stab?",
        f"{name}:7: characters[5].armour: unknown armour 'mithril'; known: none, leather, chain, "
        "plate",
        f"{name}:7: characters[5].weapons[1]: unknown weapon 'knife'",
    ]


def test_a_party_file_that_is_not_yaml_and_the_rest_of_the_encounter(tmp_path: Path) -> None:
    (tmp_path / "heroes.yaml").write_text("characters: [\n")
    sides = SIDES.replace("units: [{what: orc, at: A1}]", "party: heroes.yaml, area: A1-B2")
    told = problems_of(encounter(sides=sides, more="rounds: x\n"), tmp_path)
    assert [line.split(": ")[0] for line in told] == [
        f"{tmp_path / 'heroes.yaml'}:2",
        "e.yaml:12",
    ]
    assert "not valid YAML" in told[0]


def test_a_party_without_anybody(tmp_path: Path) -> None:
    path = tmp_path / "nobody.yaml"
    path.write_text("characters: []\n")
    with pytest.raises(ContentError, match=r"nobody\.yaml:1: characters: the party has no members"):
        load_party(str(path))


def test_text_from_afar_cannot_name_files_by_path(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("password: 1\n")
    sides = SIDES.replace("units: [{what: orc, at: A1}]", f"party: {path}, area: A1-B2")
    assert problems_of(encounter(sides=sides)) == [
        f"e.yaml:10: sides[1].party: '{path}': no such file"
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("yrad", "yrad: no such encounter; did you mean yard?"),
        ("xyz", "xyz: no such encounter; `shieldwall list` lists what there is"),
        ("nowhere/yard.yaml", "nowhere/yard.yaml: no such file"),
        ("x" * 5000 + ".yaml", "x" * 5000 + ".yaml: no such file"),
    ],
)
def test_an_encounter_that_is_not_there(name: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_encounter(name)
    assert str(caught.value) == message


def test_a_party_that_is_not_there() -> None:
    with pytest.raises(ContentError, match="adventurer: no such party; did you mean adventurers"):
        load_party("adventurer")
    with pytest.raises(ContentError, match=r"x/y\.yaml: no such file"):
        load_party("x/y.yaml")


def test_a_content_error_is_a_value_error_that_can_be_sent_to_another_process() -> None:
    import pickle

    error = ContentError([Problem("b", 2, 1, "f", "m"), Problem("a", 1, 1, "", "m")])
    assert isinstance(error, ValueError)
    twin = pickle.loads(pickle.dumps(error))
    assert str(twin) == "a:1: m\nb:2: f: m"
    assert twin.problems == error.problems


@pytest.mark.parametrize(
    ("rulings", "problem"),
    [
        ("swarm_max_assailant: 3", "swarm_max_assailant: no ruling is called "
         "'swarm_max_assailant'; did you mean swarm_max_assailants?"),
        ("swarm_max_assailants: 7", "swarm_max_assailants: '7' is no option of "
         "swarm_max_assailants; use 3, 4 or 5"),
        ("zzz: yes", "zzz: no ruling is called 'zzz'; `shieldwall rules rulings` lists them"),
    ],
)  # fmt: skip
def test_a_ruling_that_is_wrong(rulings: str, problem: str) -> None:
    found = problems_of(encounter(more=f"rulings:\n  cover_in_melee: yes\n  {rulings}\n"))
    assert found == [f"e.yaml:14: rulings.{problem}"]


@pytest.mark.parametrize(
    ("enforce", "problem"),
    [
        ("SOV-05: warn", "SOV-05: 'SOV-05' is no rule that can be waived; those are SOV-017, "),
        ("SOV-017: maybe", "SOV-017: 'maybe' is not known here; use on, warn or off"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_waived_so(enforce: str, problem: str) -> None:
    found = problems_of(encounter(more=f"enforce:\n  SOV-050: off\n  {enforce}\n"))
    assert len(found) == 1
    assert found[0].startswith(f"e.yaml:14: enforce.{problem}")
