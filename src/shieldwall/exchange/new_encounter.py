"""A new encounter from a few answers: a commented file, verified to be readable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from shieldwall.content.encounters import load_encounter, read_encounter
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.formats.yaml_tree import read_text
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.library import shipped
from shieldwall.content.skirmish import foe_parts, known_creatures
from shieldwall.content.user_folder import find_file
from shieldwall.engine.space.square_names import square_name
from shieldwall.exchange.map_files.map_drawing import ground_of
from shieldwall.exchange.yaml_text import quoted

LEAST: Final = 4
MOST: Final = 200


@dataclass(slots=True)
class Answers:
    """The user's answers."""

    title: str
    rules: str
    ground: str
    """`24 x 16`, or the name of a map."""
    party: str
    """Its name, or `none`."""
    foes: str
    """`6 x goblin, ogre`."""


def new_encounter(answers: Answers, folder: Path) -> str:
    """The text of the file; raises ContentError for an invalid answer."""
    width, height, map_text = _ground(answers.ground, folder)
    deep = max(1, min(3, width // 4))
    left = f"A1-{square_name(deep - 1, height - 1)}"
    right = f"{square_name(width - deep, 0)}-{square_name(width - 1, height - 1)}"
    book = played_book(answers.rules).rules
    foes = [part for part in foe_parts(answers.foes, known_creatures(book)) if part]
    units = "".join(f"      - {{what: {quoted(foe)}, area: {right}}}\n" for foe in foes)
    party = f"    party: {quoted(answers.party)}\n"
    if answers.party == "none":
        party = "    players: yes\n    units:\n      - {what: guard, name: Somebody}\n"
    text = f"""\
# Every key is explained in docs/encounters.md; `shieldwall check` tells what is wrong.
title: {quoted(answers.title)}
rules: {answers.rules}
# One line for lists: what makes this fight interesting.
look-for: who holds the middle

{map_text}
# Others you may want: surprised, ambush, hard-entry, dark, hidden, rounds.

sides:
  - name: party
{party}    # Where they begin: two corners, or the name of an area of the map.
    area: {left}
  - name: foes
    units:
      # what: a creature or a number of them; at: B2 puts one on a square.
{units}"""
    read_encounter(text, "the new encounter", folder)
    return text


def check_ground(text: str, folder: Path) -> None:
    """Raises ContentError if a text is neither a size nor a map."""
    _ground(text, folder)


def _map_of_encounter(name: str) -> tuple[int, int, str] | None:
    """A copy of the map of a shipped encounter, without its start areas."""
    if name not in shipped("encounters"):
        return None
    found = find_file("encounters", name, None, own=False)
    assert found is not None
    block = re.search(r"^map:\n(?:[ ].*\n|\n)+", read_text(found.source, found.shown), re.MULTILINE)
    if block is None:
        return None
    grid = load_encounter(name).grid
    return int(grid.width), int(grid.height), f"{block[0].rstrip()}\n"


def _ground(text: str, folder: Path) -> tuple[int, int, str]:
    """The size of the map, and its entry in the file."""
    size = re.fullmatch(r"\s*([0-9]{1,3})\s*[x×*]\s*([0-9]{1,3})\s*", text)
    if size:
        width, height = int(size[1]), int(size[2])
        if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
            raise ContentError(
                [Problem("map", 0, 0, "", f"from {LEAST} x {LEAST} to {MOST} x {MOST} squares")]
            )
        rows = f"    {'.' * width}\n" * height
        return (
            width,
            height,
            (
                "map:\n  # . floor, # rock or a pillar, ~ difficult ground, - cannot be entered\n"
                f"  squares: |\n{rows}"
            ),
        )

    found = find_file("maps", text.strip(), folder)
    if found is None:
        shown = _map_of_encounter(text.strip())
        if shown is not None:
            return shown
        words = f"no map is called {text.strip()!r}; give its name, or a size such as 20 x 12"
        raise ContentError([Problem("map", 0, 0, "", words)])
    ground, _ = ground_of(read_text(found.source, found.shown), found.shown)
    grid = ground.grid
    return int(grid.width), int(grid.height), f"map: {quoted(text.strip())}\n"
