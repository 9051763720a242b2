"""The map of a fight: squares with floor, ceiling and solids, and upright walls between them.

All lengths are integers in inches on one lattice: a square is 60 inches (5 ft) wide, x grows to the
right, y downwards, z upwards. `reach` computes movement on it, `sight` visibility; both cache their
tables here, one set for each state of the doors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

FOOT: Final = 12
SQUARE: Final = 60
SKY: Final = 1 << 20
"""The ceiling of a square under open sky."""
MAX_SIDE: Final = 400
MAX_HEIGHT: Final = 1000 * FOOT
"""Bounds asserted when a map is made, so that machine integers cannot overflow in the kernels."""

MOST_WALLED: Final = 15
"""How many maps with raised walls are cached besides the newest."""

# Ground, one value per square.
PLAIN: Final = 0
DIFFICULT: Final = 1
IMPASSABLE: Final = 2
STAIRS: Final = 4

TOTAL: Final = 5
"""Cover of a position without a map that blocks all sight."""


# Materials of a wall.
MASONRY: Final = 0
"""Blocks movement and sight."""
BARRED: Final = 1
"""Bars and grates: block movement, but not sight, missiles or weapons with the reach."""
SHEER: Final = 2
"""A drop that cannot be climbed: blocks movement both ways at any height, and nothing else."""


class Opening:
    """A hole in a wall: `start` to `end` along it from (x0, y0), `sill` to `lintel` in height."""

    def __init__(self, start: int, end: int, sill: int, lintel: int) -> None:
        self.start = start
        self.end = end
        self.sill = sill
        self.lintel = lintel

    def key(self) -> tuple[int, int, int, int]:
        return (self.start, self.end, self.sill, self.lintel)


class Wall:
    """An upright rectangle from (x0, y0) to (x1, y1), `bottom` to `top`, without its openings.

    A door is a wall whose openings count only while it is open; `door` is its number on the map, -1
    for any other wall. `label` names it in explanations ("the door at C7-D7"), `make` is MASONRY,
    BARRED or SHEER.
    """

    def __init__(
        self,
        x0: int,
        y0: int,
        x1: int,
        y1: int,
        bottom: int,
        top: int,
        label: str,
        openings: tuple[Opening, ...] = (),
        door: int = -1,
        make: int = MASONRY,
    ) -> None:
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.bottom = bottom
        self.top = top
        self.label = label
        self.openings = openings
        self.door = door
        self.make = make

    def key(self) -> tuple[object, ...]:
        holes = tuple(hole.key() for hole in self.openings)
        return (
            self.x0,
            self.y0,
            self.x1,
            self.y1,
            self.bottom,
            self.top,
            self.label,
            holes,
            self.door,
            self.make,
        )


@dataclass(eq=False)
class Squares:
    """The squares of a map, by rows: heights in inches, kinds of ground, and declared cover."""

    floor: list[int]
    solid: list[int]
    ceiling: list[int]
    ground: list[int]
    cover: tuple[int, ...] = ()


class GridMap:
    """A map with its doors in one state. Immutable; `with_door` returns another map.

    `floor`, `solid` and `ceiling` are heights in inches, one per square, by rows. A square is
    matter up to its floor, and up to `solid` if that is higher (a pillar up to the ceiling, a
    statue of 8 ft): it cannot be entered. Above its ceiling it is matter again. `ground` holds
    PLAIN, DIFFICULT, IMPASSABLE (cannot be entered, does not block sight) or STAIRS.
    """

    def __init__(
        self,
        width: int,
        height: int,
        squares: Squares,
        walls: list[Wall],
        doors_open: int = 0,
        variants: dict[int, GridMap] | None = None,
        root: GridMap | None = None,
        open_cover: tuple[int, ...] = (),
        passage: int = 0,
        origin: GridMap | None = None,
        nearer: int = 0,
    ) -> None:
        assert 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE, "map too large"
        floor = squares.floor
        assert len(floor) == len(squares.solid) == width * height
        assert len(squares.ceiling) == len(squares.ground) == width * height
        self.squares = squares
        """As given, for maps that differ in their walls; never changed."""
        self.width: i64 = width
        self.height: i64 = height
        self.cells: i64 = width * height
        self.floor = vec[i64](floor)
        self.solid = vec[i64](squares.solid)
        self.ceiling = vec[i64](squares.ceiling)
        self.ground = vec[i64](squares.ground)
        self.walls = walls
        self.doors_open = doors_open
        """Bit d is set while door d is open."""
        self.drops = any(wall.make == SHEER for wall in walls)
        """Whether any edge is a sheer drop."""
        self.doors = 1 + max([wall.door for wall in walls], default=-1)
        self.variants: dict[int, GridMap] = {} if variants is None else variants
        self.variants[doors_open] = self
        self.root: GridMap = self if root is None else root
        """This map without walls raised during the fight."""
        self.origin: GridMap = self if origin is None else origin
        """The map at the start of the fight, before edits of the GM (`gm.map_edits`)."""
        self.edited: list[tuple[tuple[str, ...], GridMap]] = []
        """On an origin: cache of the last edited maps."""
        self.walled: list[tuple[tuple[object, ...], GridMap]] = []
        """On a root: cache of the last maps with raised walls."""
        self.open = open_cover != ()
        """A fight without a map: the squares are positions that hold any number of units."""
        self.open_cover = open_cover
        """Without a map: the cover at each position, 0 none to 4, TOTAL if it blocks all sight."""
        self.coverless = min(floor) == max(floor) and (
            not any(open_cover)
            if self.open
            else not walls and not any(squares.cover) and self.is_empty_space()
        )
        """Whether nothing hides any creature from any other: no matter above one floor."""
        self.ground_cover = squares.cover
        """On a map: the cover a square itself gives, as in open_cover; empty if none does."""
        self.passage: i64 = passage
        """Without a map: the width of the place in feet; 0 for no limit."""
        self.nearer: i64 = nearer
        """Without a map: how many feet foes are closer than their positions, 0 to 4."""
        self.blank = vec[u8](bytes(width * height))
        """A zero for each square, as a template to copy."""
        self.step_tables: object | None = None
        self.sight_table: object | None = None
        self.caches: dict[str, object] = {}
        """Tables that other modules derive from this map, by name (the two hottest have their own
        fields); never part of the state."""

    def is_empty_space(self) -> bool:
        """Whether all squares are free above their floors, up to the sky."""
        cell: i64 = 0
        while cell < self.cells:
            if self.solid[cell] > self.floor[cell] or self.ceiling[cell] < SKY:
                return False
            cell += 1
        return True

    def cover_of(self, cell: int) -> int:
        """The declared cover of a square, 0 none to 4 (DOL-029)."""
        declared = self.open_cover if self.open else self.ground_cover
        return declared[cell] if declared else 0

    def is_solid(self, cell: int) -> bool:
        """Whether the square is filled and cannot be entered."""
        return self.solid[cell] > self.floor[cell]

    def matter_top(self, cell: i64) -> i64:
        """The height below which the square is matter."""
        top: i64 = self.solid[cell]
        low: i64 = self.floor[cell]
        return top if top > low else low

    def is_open(self, door: int) -> bool:
        return bool(self.doors_open >> door & 1)

    def with_doors(self, doors_open: int) -> GridMap:
        """The same map with the doors as in the bit mask; cached and shared."""
        found = self.variants.get(doors_open)
        if found is None:
            root = None if self.root is self else self.root
            found = GridMap(
                self.width, self.height, self.squares, self.walls, doors_open, self.variants, root,
                origin=self.origin,
            )  # fmt: skip
        return found

    def with_raised(self, raised: list[Wall]) -> GridMap:
        """This map with these raised walls instead of earlier ones; doors unchanged."""
        root = self.root
        if not raised:
            return root.with_doors(self.doors_open)
        key = tuple([wall.key() for wall in raised])
        for known, grid in root.walled:
            if known == key:
                return grid.with_doors(self.doors_open)
        made = GridMap(
            root.width, root.height, root.squares, root.walls + raised, self.doors_open, None, root,
            origin=root.origin,
        )  # fmt: skip
        root.walled = [*root.walled[-MOST_WALLED:], (key, made)]
        return made

    def with_door(self, door: int, is_open: bool) -> GridMap:
        mask = 1 << door
        return self.with_doors(self.doors_open | mask if is_open else self.doors_open & ~mask)
