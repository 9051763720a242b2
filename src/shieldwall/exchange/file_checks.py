"""Validation of our files: the kind of each, and all their problems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.character_figures import BOOK
from shieldwall.content.combatants.conversion_file import CONVERSION
from shieldwall.content.combatants.feats import FEAT
from shieldwall.content.combatants.items import ITEM_RECORD
from shieldwall.content.combatants.kindreds import KINDRED
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.combatants.parties import party_of
from shieldwall.content.encounters import read_encounter
from shieldwall.content.formats.file_schema import MapOf, Place, Values
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.formats.yaml_tree import parse_tree, read_text
from shieldwall.content.ground.map_file import build_ground, read_map
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.content.library import ARMOUR, CLASS, WEAPON, weapon_spec
from shieldwall.content.magic.spells import SPELL, read_spell
from shieldwall.engine.ruleset import Ruleset

LISTS: Final[dict[str, MapOf[Values]]] = {
    "weapons": MapOf(WEAPON),
    "armour": MapOf(ARMOUR),
    "classes": MapOf(CLASS),
    "feats": MapOf(FEAT),
    "kindreds": MapOf(KINDRED),
    "items": MapOf(ITEM_RECORD),
    "spells": MapOf(SPELL),
    "potions": MapOf(SPELL),
    "characters": MapOf(BOOK),
    "conversion": MapOf(CONVERSION),
}
"""The program's own lists, by file name."""
MARKS: Final = {"sides": "encounter", "characters": "party", "squares": "map", "extends": "rules"}
"""The key that identifies each kind of file."""


def kind_of(text: str, file: str) -> str:
    """The kind of a file; without any of the keys it is a list of creatures."""
    entries = parse_tree(text, file).entries
    for key, kind in MARKS.items():
        if key in entries:
            return kind
    if {"rules", "map", "title"} & set(entries):
        return "encounter"
    name = Path(file).name.removesuffix(".yaml")
    return name if name in LISTS else "creatures"


def check_file(path: Path) -> tuple[str, list[Problem]]:
    """The kind of a file, "" if unknown, and its problems."""
    file = str(path)
    try:
        text = read_text(path, file)
    except ContentError as error:
        return "", error.problems
    return check_text(text, path)


def check_text(text: str, path: Path) -> tuple[str, list[Problem]]:
    """The same for the text of a file."""
    kind = ""
    try:
        kind = kind_of(text, str(path))
        if kind in LISTS:
            _list(text, path, LISTS[kind])
        else:
            READERS[kind](text, path)
    except ContentError as error:
        return kind, error.problems
    return kind, []


def hints_of(path: Path) -> list[Problem]:
    """Hints on missing optional parts of a valid file."""
    file = str(path)
    text = read_text(path, file)
    return read_house(text, file).hints if kind_of(text, file) == "rules" else []


def _encounter(text: str, path: Path) -> None:
    read_encounter(text, str(path), path.parent)


def _by_some_book(path: Path, read: Callable[[Ruleset, list[Problem]], object]) -> None:
    """Valid if any book accepts it; else the problems of the book with the fewest."""
    fewest: list[Problem] | None = None
    for rules in RULESETS.values():
        problems: list[Problem] = []
        try:
            read(rules, problems)
        except ContentError as error:
            problems += error.problems
        if not problems:
            return
        if fewest is None or len(problems) < len(fewest):
            fewest = problems
    Place(str(path), fewest or []).raise_problems()


def _party(text: str, path: Path) -> None:
    _by_some_book(path, lambda rules, problems: party_of(text, str(path), problems, rules))


def _map(text: str, path: Path) -> None:
    problems: list[Problem] = []
    values = read_map(text, str(path), problems)
    if values is not None:
        build_ground(values)
    Place(str(path), problems).raise_problems()


def _creatures(text: str, path: Path) -> None:
    _by_some_book(path, lambda rules, problems: creature_file(text, str(path), rules.book_folders))


def _rules(text: str, path: Path) -> None:
    read_house(text, str(path))


def _list(text: str, path: Path, kind: MapOf[Values]) -> None:
    problems: list[Problem] = []
    found = kind.read(parse_tree(text, str(path)), Place(str(path), problems, line=1))
    for name, item in (found or {}).items():
        if kind is LISTS["weapons"]:
            weapon_spec(name, item.value)
        elif kind in (LISTS["spells"], LISTS["potions"]):
            read_spell(name, item.value)
    Place(str(path), problems).raise_problems()


READERS: Final[dict[str, Callable[[str, Path], None]]] = {
    "encounter": _encounter,
    "party": _party,
    "map": _map,
    "creatures": _creatures,
    "rules": _rules,
}
