"""A fight without an encounter file: a party, some foes, and a map or an open field."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil, sqrt
from typing import Final

from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.combatants.parties import ident_of, party_by
from shieldwall.content.encounter_fields import MAX_COUNT, MAX_UNITS
from shieldwall.content.encounters import load_encounter, unsaid_attackers
from shieldwall.content.formats.naming import find_named
from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean
from shieldwall.content.ground.placement import Cell
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.roster import split_count
from shieldwall.content.setup_changes import NearestPlaces, players_side
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import SKY, GridMap, Squares
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Side

DISTANCE: Final = 60
"""Default feet between the sides: two rounds' walk for most."""
NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
MARGIN: Final = 6
"""Squares of margin behind each side and beside it."""


def skirmish(
    party: str, foes: str, map_name: str = "", distance: int = DISTANCE, rules: str = "sovereign"
) -> Setup:
    """The party against foes such as `6 goblin, 1 ogre`."""
    book = played_book(rules)
    members = party_by(book.rules, party)
    groups = read_foes(foes, book.rules)
    heads = len(members) + sum(count for count, _, _ in groups)
    if heads > MAX_UNITS:
        raise ContentError([problem(f"too many units: {heads}, at most {MAX_UNITS} on a map")])
    names: dict[int, str] = {}
    if map_name:
        model = load_encounter(map_name, rules)
        grid, names = model.grid, model.cell_names
        ours, theirs = starting_points(model)
        place = f"on the map of {model.title}"
    else:
        across = max(len(members), sum(count for count, _, _ in groups))
        grid, ours, theirs = plain_field(across, distance)
        place = f"{distance} ft apart in the open"
    camp = NearestPlaces(grid)
    placements: list[Placement | None] = [
        camp.put(member.ident, member.sheet, 0, member.seat, ours) for member in members
    ]
    taken = Counter(member.ident for member in members)
    for count, what, sheet in sorted(groups, key=lambda group: -int(group[2].size)):
        base = ident_of(what)
        for number in range(1, count + 1):
            ident = base if count == 1 else f"{base}-{number}"
            if taken[ident]:
                ident = f"{ident}-foe"
            taken[ident] += 1
            placements.append(camp.put(ident, sheet, 1, "", theirs))
    placed = [placement for placement in placements if placement is not None]
    if len(placed) < len(placements):
        message = f"there is room for {len(placed)} of {len(placements)} units on the map"
        raise ContentError([problem(message)])
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    title = f"{party} against {foes}, {place}"
    made = Setup(title, book.base, grid, sides, placed, cell_names=names)
    made.house = book.house
    made.attackers = unsaid_attackers(book.rules)
    return made


def problem(message: str) -> Problem:
    return Problem("--foes", 0, 0, "", message)


def known_creatures(book: Ruleset) -> dict[str, Sheet]:
    """Shipped creatures and the GM's own, in the figures of a book."""
    own, _ = own_creatures(book.book_folders, book.family)
    return {**shipped_creatures(book.book_folders, book.family), **own}


def read_foes(text: str, book: Ruleset) -> list[tuple[int, str, Sheet]]:
    """Numbers, names and sheets; raises all problems of the text."""
    known = known_creatures(book)
    found: list[tuple[int, str, Sheet]] = []
    problems: list[Problem] = []
    for part in foe_parts(text, known):
        count, what = split_count(part)
        sheet = find_named(known, what)
        if not what:
            problems.append(problem("name foes such as `6 goblin, 1 ogre`"))
        elif sheet is None:
            hint = did_you_mean(what, sorted(known))
            problems.append(problem(f"unknown creature {what!r}{hint}"))
        elif not 1 <= count <= MAX_COUNT:
            problems.append(problem(f"{count} is not a number from 1 to {MAX_COUNT}"))
        else:
            found.append((count, sheet.name, sheet))
    if problems:
        raise ContentError(problems)
    return found


def foe_parts(text: str, known: dict[str, Sheet]) -> list[str]:
    """The groups of a list such as `6 goblins, an ogre and two wolves`, each as `6 goblins`."""
    parts: list[str] = []
    for part in text.split(","):
        whole = find_named(known, split_count(part.strip())[1])
        for each in [part] if whole else re.split(r"(?:^|\s)and\s", part.strip()):
            one = each.strip()
            number, _, what = one.partition(" ")
            if number.lower() in NUMBERS and find_named(known, one) is None:
                one = f"{NUMBERS[number.lower()]} {what.strip()}"
            if one or not part.strip():
                parts.append(one)
    return parts


def plain_field(heads: int, distance: int) -> tuple[GridMap, Cell, Cell]:
    """An open field, and the middle of each side's half."""
    room = ceil(sqrt(2 * heads))
    width = min(400, 2 * (MARGIN + room) + distance // 5)
    height = min(400, 2 * MARGIN + 2 * room)
    cells = width * height
    flat = [0] * cells
    grid = GridMap(width, height, Squares(flat, flat, [SKY] * cells, flat), [])
    middle = height // 2
    half = (width - distance // 5) // 2
    return grid, (max(0, half - 1), middle), (min(width - 1, half - 1 + distance // 5), middle)


def starting_points(model: Setup) -> tuple[Cell, Cell]:
    """The average position of each side of an encounter, for placing other units."""
    side = players_side(model)
    ours = [p for p in model.placements if p.side == side]
    theirs = [p for p in model.placements if p.side != side]
    return middle_of(ours), middle_of(theirs)


def middle_of(placements: list[Placement]) -> Cell:
    count = len(placements)
    return sum(p.x for p in placements) // count, sum(p.y for p in placements) // count
