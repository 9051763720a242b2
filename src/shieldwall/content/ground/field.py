"""Fights without a map: the `field` of an encounter file, positions in feet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from shieldwall.content.formats.file_schema import Field, Kind, ListOf, Place, Record, Values, Whole
from shieldwall.content.formats.number_text import Feet
from shieldwall.content.ground.map_file import Ground
from shieldwall.engine.space.grid import FOOT, MAX_SIDE, PLAIN, SKY, TOTAL, GridMap, Squares
from shieldwall.engine.space.square_names import parse_square
from shieldwall.engine.state.setup import Placement, Setup

STEP: Final = 5
MARGIN: Final = 12
"""Positions beyond the outermost group if a field has no length."""
FIRST: Final = 60
APART: Final = 60
"""Default distance in feet to the first side, and between one side and the next."""
COVER_WORDS: Final = {"none": 0, "half": 2, "full": 4, "total": TOTAL}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file: a square of a map, or a position in feet without one."""

    x: int
    y: int
    in_feet: bool


class SpotKind(Kind[Spot]):
    what = "a square such as `C7`, or feet such as `30` where there is no map"

    def parse(self, text: str, place: Place) -> Spot | None:
        square = parse_square(text)
        if square is not None:
            return Spot(square[0], square[1], False)
        found = re.fullmatch(r"([0-9]{1,5}) *(?:ft)?(?: */ *([0-9]{1,5}) *(?:ft)?)?", text)
        if found is None:
            self.wrong(text, place)
            return None
        return Spot(int(found[1]) // STEP, int(found[2] or 0) // STEP, True)


class CoverKind(Kind[int]):
    what = "`none`, `half`, `full`, `total`, or a penalty from 1 to 4"

    def parse(self, text: str, place: Place) -> int | None:
        if text in COVER_WORDS:
            return COVER_WORDS[text]
        if text in ("1", "2", "3", "4"):
            return int(text)
        self.wrong(text, place)
        return None


SPOT: Final = SpotKind()
PLACE_AT: Final = Field("at", SPOT, required=True)
COVER: Final = Field("cover", CoverKind())
HEIGHT: Final = Field("height", Feet(0, 200 * FOOT))
PLACE: Final = Record("a place", PLACE_AT, COVER, HEIGHT)

LENGTH: Final = Field("length", Whole(STEP, MAX_SIDE * STEP))
BREADTH: Final = Field("breadth", Whole(STEP, MAX_SIDE * STEP))
PASSAGE: Final = Field("passage", Whole(STEP, 200))
PLACES: Final = Field("places", ListOf(PLACE, most=200))
FIELD: Final = Record("a field", LENGTH, BREADTH, PASSAGE, PLACES)


def build_field(values: Values | None, outermost: tuple[int, int]) -> Ground:
    """Positions for all units, up to the outermost group and a margin, with declared values."""
    width = outermost[0] + 1 + MARGIN
    height = outermost[1] + 1
    passage = 0
    if values is not None:
        width = values.value(LENGTH, (width - 1) * STEP) // STEP + 1
        height = values.value(BREADTH, (height - 1) * STEP) // STEP + 1
        passage = values.value(PASSAGE, 0)
        if passage and values.has(BREADTH):
            values.at(PASSAGE).problem("a passage runs along one line; leave `breadth` out")
        if passage:
            height = 1
    width, height = min(width, MAX_SIDE), min(height, MAX_SIDE)
    cells = width * height
    floor = [0] * cells
    cover = [0] * cells
    for item in [] if values is None else values.value(PLACES, []):
        spot = item.value.get(PLACE_AT)
        if spot is None:
            continue
        reason = why_not_there(spot, width, height)
        if reason:
            item.value.at(PLACE_AT).problem(reason)
            continue
        cell = spot.y * width + spot.x
        floor[cell] = item.value.value(HEIGHT, 0)
        cover[cell] = item.value.value(COVER, 0)
    return Ground(open_grid(width, height, floor, cover, passage), {})


def why_not_there(spot: Spot, width: int, height: int) -> str:
    """Why a unit cannot be at a position, "" if it can."""
    if not spot.in_feet:
        return "this fight has no map; give feet such as `30`"
    if spot.x >= width:
        return f"{spot.x * STEP} ft is beyond the field, which is {(width - 1) * STEP} ft long"
    if spot.y >= height:
        return f"{spot.y * STEP} ft is beyond the field, which is {(height - 1) * STEP} ft broad"
    return ""


def open_grid(
    width: int, height: int, floor: list[int], cover: list[int], passage: int, nearer: int = 0
) -> GridMap:
    cells = width * height
    return GridMap(
        width, height, Squares(floor, floor, [SKY] * cells, [PLAIN] * cells), [],
        open_cover=tuple(cover), passage=passage, nearer=nearer,
    )  # fmt: skip


def without_map(setup: Setup) -> Setup:
    """The same fight without its map: distances are kept, walls and terrain are dropped."""
    grid = setup.grid
    if grid.open:
        return setup
    floor = [int(height) for height in grid.floor]
    bare = open_grid(int(grid.width), int(grid.height), floor, [0] * len(floor), 0)
    return Setup(
        setup.title, setup.rules, bare, setup.sides,
        [
            Placement(one.ident, one.sheet, one.side, one.x, one.y, one.seat)
            for one in setup.placements
        ],
        setup.start(), setup.table(), setup.rounds,
    )  # fmt: skip
