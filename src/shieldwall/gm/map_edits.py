"""Edits of the map during a fight, as the GM writes them.

    ground E5 difficult        ground E5-G7 plain      also impassable, stairs
    floor E5 10                the height of the floor, in feet
    solid E5 8                 filled up to 8 ft above its floor; `full` to the ceiling, `none`
    wall D4-D5 low wall        on the edge between two squares: a kind of `shapes.SHAPES`
    wall D4-D5 none            remove the wall on that edge
    cover E5 2                 declared cover, 0 to 4 (DOL-029)

An edited map is built from the initial map and all edits, and cached there, so that all copies of
the fight share it and its tables of sight and paths.
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.space.grid import (
    DIFFICULT,
    FOOT,
    IMPASSABLE,
    MASONRY,
    MAX_HEIGHT,
    MOST_WALLED,
    PLAIN,
    SHEER,
    SQUARE,
    STAIRS,
    TOTAL,
    GridMap,
    Opening,
    Squares,
    Wall,
)
from shieldwall.engine.space.square_names import parse_place, square_name
from shieldwall.engine.space.wall_shapes import DOORS, MAKES, SHAPES

GROUNDS: Final = {
    "plain": PLAIN,
    "difficult": DIFFICULT,
    "impassable": IMPASSABLE,
    "stairs": STAIRS,
}
EDITS: Final = ("ground", "floor", "solid", "wall", "cover")
NO_WALL: Final = "none"
FULL: Final = -1
"""Filled up to the ceiling."""
NOTHING: Final = 0


class Edit:
    """One parsed edit."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.cells: list[int] = []
        """The squares it changes; for a wall, the two it stands between."""
        self.value = 0
        self.kind = ""
        """For a wall: its kind, or NO_WALL."""


def read_edit(grid: GridMap, text: str) -> Edit | None:
    """Parse an edit of the map; None if it cannot be parsed."""
    words = text.split()
    if len(words) < 3 or words[0] not in EDITS:
        return None
    edit = Edit(words[0])
    rest = " ".join(words[2:])
    if edit.verb == "wall":
        edit.cells = read_edge(grid, words[1])
        edit.kind = rest
        understood = not grid.open and (rest == NO_WALL or rest in SHAPES)
    else:
        edit.cells = read_area(grid, words[1])
        understood = read_value(grid, edit, rest)
    return edit if understood and edit.cells else None


def read_value(grid: GridMap, edit: Edit, word: str) -> bool:
    if edit.verb == "cover":
        edit.value = int(word) if len(word) == 1 and word in "012345" else -1
        return 0 <= edit.value < (TOTAL + 1 if grid.open else TOTAL)
    if grid.open:
        return False
    if edit.verb == "ground":
        edit.value = GROUNDS.get(word, -1)
        return edit.value >= 0
    if edit.verb == "solid" and word in ("none", "full"):
        edit.value = NOTHING if word == "none" else FULL
        return True
    digits = word[1:] if word[:1] == "-" and edit.verb == "floor" else word
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 3):
        return False
    edit.value = int(word) * FOOT
    return abs(edit.value) <= MAX_HEIGHT and (edit.verb == "floor" or edit.value > 0)


def read_square(grid: GridMap, text: str) -> int:
    """The index of a square on the map, or -1."""
    found = parse_place(text, grid.open)
    if found is None or found[0] >= grid.width or found[1] >= grid.height:
        return -1
    return found[1] * int(grid.width) + found[0]


def read_area(grid: GridMap, text: str) -> list[int]:
    """`E5`, or `E5-G7` for the rectangle between two corners."""
    corners = [read_square(grid, part) for part in text.split("-")]
    if len(corners) > 2 or min(corners) < 0:
        return []
    width = int(grid.width)
    columns = sorted([cell % width for cell in corners])
    rows = sorted([cell // width for cell in corners])
    return [
        y * width + x
        for y in range(rows[0], rows[-1] + 1)
        for x in range(columns[0], columns[-1] + 1)
    ]


def read_edge(grid: GridMap, text: str) -> list[int]:
    """`D4-D5`: two adjacent squares."""
    pair = sorted([read_square(grid, part) for part in text.split("-")])
    if len(pair) != 2 or pair[0] < 0:
        return []
    width = int(grid.width)
    dx = pair[1] % width - pair[0] % width
    dy = pair[1] // width - pair[0] // width
    return pair if (dx, dy) in ((1, 0), (0, 1)) else []


# Edited maps.


def edited(origin: GridMap, edits: tuple[str, ...]) -> GridMap:
    """The map with these edits, doors as at the start of the fight; cached and shared."""
    if not edits:
        return origin
    for known, grid in origin.edited:
        if known == edits:
            return grid
    draft = Draft(origin)
    for text in edits:
        edit = read_edit(origin, text)
        assert edit is not None, "only parsed edits are applied"
        draft.apply(edit)
    made = draft.grid()
    origin.edited = [*origin.edited[-MOST_WALLED:], (edits, made)]
    return made


class Draft:
    """A map being edited."""

    def __init__(self, origin: GridMap) -> None:
        self.origin = origin
        self.width = int(origin.width)
        self.floor = list(origin.squares.floor)
        self.solid = list(origin.squares.solid)
        self.ceiling = origin.squares.ceiling
        self.ground = list(origin.squares.ground)
        self.walls = list(origin.walls)
        self.cover = list(origin.open_cover if origin.open else origin.ground_cover)
        self.doors = origin.doors
        """The last door number used; numbers of removed doors are not reused."""

    def grid(self) -> GridMap:
        origin = self.origin
        cover = tuple(self.cover)
        return GridMap(
            int(origin.width),
            int(origin.height),
            Squares(
                self.floor, self.solid, self.ceiling, self.ground, () if origin.open else cover
            ),
            self.walls,
            origin.doors_open,
            open_cover=cover if origin.open else (),
            passage=int(origin.passage),
            origin=origin,
            nearer=int(origin.nearer),
        )

    def apply(self, edit: Edit) -> None:
        if edit.verb == "wall":
            self.clear_edge(edit.cells)
            if edit.kind != NO_WALL:
                self.build(edit)
            return
        if edit.verb == "cover" and not self.cover:
            self.cover = [0] * len(self.floor)
        for cell in edit.cells:
            if edit.verb == "ground":
                self.ground[cell] = edit.value
            elif edit.verb == "floor":
                self.raise_floor(cell, edit.value)
            elif edit.verb == "solid":
                self.fill(cell, edit.value)
            else:
                self.cover[cell] = edit.value

    def raise_floor(self, cell: int, height: int) -> None:
        """Change the height of a floor, with everything standing on it."""
        above = self.solid[cell] - self.floor[cell]
        self.floor[cell] = height
        self.solid[cell] = height + above if above > 0 else height

    def fill(self, cell: int, height: int) -> None:
        top = self.ceiling[cell] if height == FULL else self.floor[cell] + height
        self.solid[cell] = min(top, self.ceiling[cell])

    # Walls.

    def ends(self, cells: list[int]) -> tuple[int, int, int, int]:
        """The end points of the edge between two squares, in inches."""
        x, y = cells[1] % self.width * SQUARE, cells[1] // self.width * SQUARE
        if cells[1] - cells[0] == 1:
            return x, y, x, y + SQUARE
        return x, y, x + SQUARE, y

    def clear_edge(self, cells: list[int]) -> None:
        x0, y0, x1, y1 = self.ends(cells)
        upright = x0 == x1
        gone_doors: list[int] = []
        kept: list[Wall] = []
        for wall in self.walls:
            line = wall.x0 if upright else wall.y0
            same = (wall.x0 == wall.x1 if upright else wall.y0 == wall.y1) and line == (
                x0 if upright else y0
            )
            first, last = (wall.y0, wall.y1) if upright else (wall.x0, wall.x1)
            begin, end = (y0, y1) if upright else (x0, x1)
            if not same or max(first, last) <= begin or min(first, last) >= end:
                kept.append(wall)
            elif wall.door >= 0:
                gone_doors.append(wall.door)
            else:
                kept += self.rest_of(wall, upright, begin, end)
        self.walls = [wall for wall in kept if wall.door < 0 or wall.door not in gone_doors]

    def rest_of(self, wall: Wall, upright: bool, begin: int, end: int) -> list[Wall]:
        """The parts of a wall on both sides of a gap."""
        first, last = (wall.y0, wall.y1) if upright else (wall.x0, wall.x1)
        way = 1 if last > first else -1
        near, far = (begin, end) if way > 0 else (end, begin)
        pieces = ((first, near), (far, last))
        found: list[Wall] = []
        for start, stop in pieces:
            length = (stop - start) * way
            if length <= 0:
                continue
            offset = (start - first) * way
            holes = [
                Opening(max(0, hole.start - offset), min(length, hole.end - offset), hole.sill,
                        hole.lintel)
                for hole in wall.openings
                if hole.start - offset < length and hole.end - offset > 0
            ]  # fmt: skip
            line = (wall.x0, start, wall.x0, stop) if upright else (start, wall.y0, stop, wall.y0)
            made = Wall(*line, wall.bottom, wall.top, wall.label, tuple(holes), -1, wall.make)
            found.append(made)
        return found

    def build(self, edit: Edit) -> None:
        """Put a wall of the usual shape on an edge, measured from the higher of the two floors."""
        shape = SHAPES[edit.kind]
        free = [cell for cell in edit.cells if self.solid[cell] <= self.floor[cell]] or edit.cells
        floors = [self.floor[cell] for cell in free]
        base = max(floors)
        make = MAKES.get(edit.kind, MASONRY)
        top = base if make == SHEER else max([self.ceiling[cell] for cell in free])
        if shape.height:
            top = min(top, base + shape.height)
        holes: tuple[Opening, ...] = ()
        if shape.width:
            margin = (SQUARE - shape.width) // 2
            lintel = min(base + shape.lintel, top)
            holes = (Opening(margin, SQUARE - margin, base + shape.sill, lintel),)
        door = -1
        if edit.kind in DOORS:
            door = self.doors
            self.doors += 1
        names = [square_name(cell % self.width, cell // self.width) for cell in edit.cells]
        label = f"the {edit.kind} at {names[0]}-{names[1]}"
        x0, y0, x1, y1 = self.ends(edit.cells)
        self.walls.append(Wall(x0, y0, x1, y1, min(floors), top, label, holes, door, make))
