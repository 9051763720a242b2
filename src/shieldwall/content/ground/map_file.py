"""The map of an encounter: rows of characters, their legend, and walls along the squares."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Item,
    Kind,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
    shown,
)
from shieldwall.content.formats.number_text import Feet, parse_block
from shieldwall.content.formats.problems import Problem
from shieldwall.content.formats.yaml_tree import Node, Scalar, parse_tree
from shieldwall.content.ground.walls import WALL, Near, build_walls
from shieldwall.engine.space.grid import (
    DIFFICULT,
    FOOT,
    IMPASSABLE,
    MAX_HEIGHT,
    MAX_SIDE,
    PLAIN,
    SKY,
    STAIRS,
    TOTAL,
    GridMap,
    Squares,
)

TO_CEILING: Final = -1
DEFAULT_CEILING: Final = 20 * FOOT


class Rows(Kind[list[Item[str]]]):
    """The block of characters, one row per line."""

    what = "rows of characters, one line each, after `|`"

    def read(self, node: Node, place: Place) -> list[Item[str]] | None:
        if not isinstance(node, Scalar) or node.style != "|":
            place.problem(f"expected {self.what}")
            return None
        if not node.text.strip():
            place.problem("the map has no squares")
            return None
        rows = node.text.rstrip("\n").split("\n")
        if len(rows) > MAX_SIDE or max(map(len, rows)) > MAX_SIDE:
            place.problem(f"too large: at most {MAX_SIDE} x {MAX_SIDE} squares")
            return None
        items = []
        for number, row in enumerate(rows, 1):
            spot = Place(place.file, place.problems, place.field, node.line + number)
            items.append(Item(row.rstrip(), spot))
        return items


class Character(Kind[str]):
    """One character of the map."""

    what = "one character of the map"

    def read(self, node: Node, place: Place) -> str | None:
        assert isinstance(node, Scalar)
        if len(node.text) == 1 and not node.text.isspace():
            return node.text
        place.problem(f"{shown(node.text)} is not {self.what}")
        return None


class AreaName(Text):
    """The name of a start area; it must not look like squares."""

    def __init__(self) -> None:
        super().__init__(40, "the name of an area")

    def parse(self, text: str, place: Place) -> str | None:
        if parse_block(text) is not None:
            place.problem(f"{text!r} looks like the name of a square; choose another name")
            return None
        return super().parse(text, place)


SOLID: Final = Field(
    "solid", Feet(1, words={"to ceiling": TO_CEILING}, what="a height such as `8 ft`")
)
FLOOR: Final = Field("floor", Feet(-MAX_HEIGHT, what="a height such as `5 ft`"))
CEILING: Final = Field("ceiling", Feet(-MAX_HEIGHT, words={"sky": SKY}, what="a height in feet"))
GROUND: Final = Field("ground", Word("plain", "difficult", "impassable"))
STAIRS_FIELD: Final = Field("stairs", Flag())
AREA: Final = Field("area", AreaName())
NAME: Final = Field("name", Text(40))
COVER: Final = Field("cover", Whole(1, TOTAL - 1))
SQUARE: Final = Record(
    "what the character stands for",
    SOLID, FLOOR, CEILING, GROUND, STAIRS_FIELD, AREA, NAME, COVER,
)  # fmt: skip


class FileName(Text):
    """The name of a file in the same folder; never a path."""

    def __init__(self) -> None:
        super().__init__(80, "the name of a file beside this one, such as `crypt.png`")

    def parse(self, text: str, place: Place) -> str | None:
        if not re.fullmatch(r"[^/\\:.][^/\\:]*", text):
            self.wrong(text, place)
            return None
        return super().parse(text, place)


LIGHT_AT: Final = Field("at", ListOf(Near(), most=2, all_or_none=True), required=True)
LIGHT_RANGE: Final = Field("range", Feet(), required=True)
LIGHT_COLOUR: Final = Field("colour", Text(8, "a colour such as `ffd28a60`"))
LIGHT: Final = Record("a light", LIGHT_AT, LIGHT_RANGE, LIGHT_COLOUR)

TITLE: Final = Field("title", Text())
PICTURE: Final = Field("picture", FileName())
MAX_LIGHTS: Final = 1000
LIGHTS: Final = Field("lights", ListOf(LIGHT, most=MAX_LIGHTS))
PIXELS: Final = Field("pixels", Whole(1, 2000))
USUAL_PIXELS: Final = 100
"""Default pixels per square of a picture."""
SQUARES: Final = Field("squares", Rows(), required=True)
LEGEND: Final = Field("legend", MapOf(SQUARE, Character(), what="characters with their meaning"))
WALLS: Final = Field("walls", ListOf(WALL))
MAP: Final = Record("a map", TITLE, SQUARES, CEILING, LEGEND, WALLS, PICTURE, PIXELS, LIGHTS)


class MapOrName(Kind["Values | str"]):
    """A map, or the name of a map file."""

    what = "a map, or the name of a map file"

    def read(self, node: Node, place: Place) -> Values | str | None:
        if isinstance(node, Scalar) and not node.style.startswith(("|", ">")):
            return Text(200, self.what).read(node, place)
        return MAP.read(node, place)


def read_map(text: str, file: str, problems: list[Problem]) -> Values | None:
    """Read a map file; its problems are appended to `problems`."""
    return MAP.read(parse_tree(text, file), Place(file, problems, line=1))


GROUND_VALUES: Final = {"plain": PLAIN, "difficult": DIFFICULT, "impassable": IMPASSABLE}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of one character of the map, heights in inches."""

    floor: int = 0
    solid: int = 0
    """Above the floor; 0 for an open square."""
    ceiling: int | None = None
    """If it differs from the map's."""
    ground: int = PLAIN
    area: str = ""
    name: str = ""
    cover: int = 0
    """Cover for the unit in the square, in books that use it."""


BUILT_IN: Final = {
    ".": Meaning(),
    "#": Meaning(solid=TO_CEILING, name="wall"),
    "~": Meaning(ground=DIFFICULT),
    "-": Meaning(ground=IMPASSABLE),
}


@dataclass(slots=True)
class Ground:
    """The map with extra data for placing units."""

    grid: GridMap
    names: dict[int, str]
    areas: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


def build_ground(values: Values) -> Ground | None:
    """The map, or None after recording its problems."""
    meanings = dict(BUILT_IN)
    for char, item in values.value(LEGEND, {}).items():
        meanings[char] = _meaning(item.value)
    rows = values.get(SQUARES)
    if rows is None:
        return None
    _check_rows(rows, meanings)
    width, height = max(len(row.value) for row in rows), len(rows)
    above = values.value(CEILING, DEFAULT_CEILING)
    # Wrong or missing squares count as floor, so that the rest can be checked.
    cells = [meanings.get(char, Meaning()) for row in rows for char in row.value.ljust(width, ".")]
    floor = [cell.floor for cell in cells]
    cover = tuple(cell.cover for cell in cells)
    ceiling = [above if cell.ceiling is None else cell.ceiling for cell in cells]
    solid = []
    for cell, top in zip(cells, ceiling):
        solid.append(top if cell.solid == TO_CEILING else min(cell.floor + cell.solid, top))
    for char, meaning in meanings.items():
        if meaning.ceiling is None and meaning.floor >= above and meaning in cells:
            values.at(CEILING).problem(f"the floor of {char!r} is not below the ceiling")
    kinds = [cell.ground for cell in cells]
    squares = Squares(floor, solid, ceiling, kinds, cover if any(cover) else ())
    names = {index: cell.name for index, cell in enumerate(cells) if cell.name}
    ground = Ground(GridMap(width, height, squares, []), names)
    for index, cell in enumerate(cells):
        if cell.area:
            ground.areas.setdefault(cell.area, []).append((index % width, index // width))
    walls, doors_open = build_walls(values.value(WALLS, []), ground.grid)
    ground.grid = GridMap(width, height, squares, walls, doors_open)
    return ground


def _meaning(values: Values) -> Meaning:
    floor = values.value(FLOOR, 0)
    ceiling = values.get(CEILING)
    if ceiling is not None and ceiling <= floor:
        values.at(CEILING).problem("the ceiling is not above the floor")
    stairs = values.value(STAIRS_FIELD, False)
    word = values.value(GROUND, "plain")
    if stairs and word != "plain":
        values.at(GROUND).problem(f"stairs cannot be {word} ground as well")
    if values.has(SOLID) and (stairs or word != "plain"):
        values.at(SOLID).problem(
            "a solid square cannot be entered; it needs no `ground` or `stairs`"
        )
    if values.has(SOLID) and values.has(AREA):
        values.at(AREA).problem("no unit can start in a solid square")
    return Meaning(
        floor=floor,
        solid=values.value(SOLID, 0),
        ceiling=ceiling,
        ground=STAIRS if stairs else GROUND_VALUES[word],
        area=values.value(AREA, ""),
        name=values.value(NAME, ""),
        cover=values.value(COVER, 0),
    )


def _check_rows(rows: list[Item[str]], meanings: dict[str, Meaning]) -> None:
    width = len(rows[0].value)
    for number, row in enumerate(rows, 1):
        if len(row.value) != width:
            count = len(row.value)
            row.place.problem(f"row {number} has {count} squares, row 1 has {width}")
        for char in sorted(set(row.value) - set(meanings)):
            row.place.problem(_stranger(char))


def _stranger(char: str) -> str:
    if char == " ":
        return "a blank in the map; write '-' for a gap that cannot be entered, '#' for rock"
    if char == "\t":
        return "a tab in the map; write one character a square"
    return f"{char!r} is not in the legend"
