"""Scenes without a map: positions in feet instead of a drawing.

fight = play_open("a 60, g 100", tape, a=fighter(), g=foe())
"""

from __future__ import annotations

from tests.scene import play_setup

from shieldwall.engine.space.grid import PLAIN, SKY, GridMap, Squares
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Side
from shieldwall.fight import Fight


def field(
    length: int = 300,
    breadth: int = 0,
    passage: int = 0,
    cover: dict[int, int] | None = None,
    height: dict[int, int] | None = None,
) -> GridMap:
    """A field of this length in feet; `cover` and `height` (in feet) by position in feet."""
    width = length // 5 + 1
    cells = width * (breadth // 5 + 1)
    shelter = [0] * cells
    floor = [0] * cells
    for feet, value in (cover or {}).items():
        shelter[feet // 5] = value
    for feet, value in (height or {}).items():
        floor[feet // 5] = value * 12
    return GridMap(
        width, breadth // 5 + 1, Squares(floor, floor, [SKY] * cells, [PLAIN] * cells), [],
        open_cover=tuple(shelter), passage=passage,
    )  # fmt: skip


def open_setup(
    places: str,
    ground: GridMap | None = None,
    party: str = "a b c d e",
    engaged: str = "",
    rules: str = "sovereign",
    stops: int = 0,
    **sheets: Sheet,
) -> Setup:
    """`places` reads "a 60, g 100"; `engaged` "a-g b-h": who begins face to face."""
    grid = field() if ground is None else ground
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    placements = []
    for part in places.split(","):
        name, feet = part.split()
        along, _, across = feet.partition("/")
        side = 0 if name in party.split() else 1
        placements.append(
            Placement(name, sheets[name], side, int(along) // 5, int(across or 0) // 5, "")
        )
    assert sorted(sheets) == sorted(placement.ident for placement in placements)
    pairs = tuple((pair.split("-")[0], pair.split("-")[1]) for pair in engaged.split())
    start, table = Start(engaged=pairs), TableRules(stops=stops)
    return Setup("open scene", rules, grid, sides, placements, start, table)


def play_open(
    places: str,
    tape: str,
    ground: GridMap | None = None,
    first: str = "party",
    party: str = "a b c d e",
    engaged: str = "",
    rules: str = "sovereign",
    stops: int = 0,
    **sheets: Sheet,
) -> Fight:
    made = open_setup(places, ground, party, engaged, rules, stops, **sheets)
    return play_setup(made, tape, first)
