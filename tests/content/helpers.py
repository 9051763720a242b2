"""Short ways to write encounters in tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from shieldwall.books import RULESETS
from shieldwall.content import ContentError, read_encounter
from shieldwall.content.combatants.parties import PARTY, members
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet

MAP = """\
map:
  squares: |
    ........
    ........
    ..#.-...
    ........
"""
SIDES = """\
sides:
  - {name: left, units: [{what: orc, at: A1}]}
  - {name: right, units: [{what: wolf, at: H4}]}
"""


def encounter(map_text: str = MAP, sides: str = SIDES, more: str = "") -> str:
    """A whole encounter: two lines, the map, the sides and what else there is."""
    return f"title: Test\nrules: sovereign\n{map_text}{sides}{more}"


def load(map_text: str = MAP, sides: str = SIDES, more: str = "") -> Setup:
    return read_encounter(encounter(map_text, sides, more), "e.yaml")


def problems_of(text: str, folder: Path | None = None) -> list[str]:
    """What is wrong with an encounter, as a person sees it."""
    with pytest.raises(ContentError) as caught:
        read_encounter(text, "e.yaml", folder)
    told = [str(problem) for problem in caught.value.problems]
    assert str(caught.value) == "\n".join(told)
    return told


def units(*lines: str) -> str:
    """Sides of which the first has these units, one a line; after `MAP` from line 12."""
    rows = "".join(f"      - {{{line}}}\n" for line in lines)
    right = "  - {name: right, units: [{what: wolf, at: H4}]}\n"
    return f"sides:\n  - name: left\n    units:\n{rows}{right}"


SCORES = "str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10"


def one_character(facts: str, rules: str = "sovereign", scores: str = SCORES) -> Sheet:
    """The sheet of a character with some facts; a ContentError with all its problems."""
    text = f"characters:\n  - {{name: Ann, attributes: {{{scores}}}, {facts}}}\n"
    place = Place("p.yaml", [], line=1)
    values = PARTY.read(parse_tree(text, "p.yaml"), place)
    found = [] if values is None else members(values, RULESETS[rules])
    place.raise_problems()
    return found[0].sheet
