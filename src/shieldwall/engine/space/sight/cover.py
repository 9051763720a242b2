"""Line of sight and cover between creatures on a map (SOV-013 … SOV-021, G-01, G-03, G-04).

Fights use `cover`: one byte per pair of squares, cached with the map. `cover_between` handles
creatures of other sizes and heights, `look` explains a result corner by corner. The algorithm is
described in docs/decisions/0003-line-of-sight.md.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import SKY, SQUARE, TOTAL, GridMap
from shieldwall.engine.space.sight.exact_corner import (
    ExactCornerTest,
    Eye,
    Piece,
    parts_around,
    pieces_of,
    sees_corner,
)
from shieldwall.engine.space.sight.fast_corner import HIDDEN, SEEN, UNSURE, FastCornerTest
from shieldwall.engine.space.sight.line_search import has_line
from shieldwall.engine.space.sight.pair_table import PairTable
from shieldwall.engine.space.sight.plan_search import CLEAR, SHUT, PlanSearch
from shieldwall.engine.space.sight.screen_list import DEEP, Screen, wall_pieces
from shieldwall.engine.space.sight.screens import CLOSED, Box, Scene

# The target's cover from a viewer.
NONE: Final = 0
HALF: Final = 1
FULL: Final = 2
BLOCKED: Final = 3
"""No line: the target cannot be seen at all."""

CORNERS: Final = 8

MOST_KEPT: Final = 64 << 20
"""Maximum size in bytes of the covers cached with one map."""

Hider = tuple[str, int]
"""("cell", square) or ("wall", index into the map's walls)."""


def cover(grid: GridMap, viewer: i64, target: i64) -> i64:
    """The cover of a man-sized target from a man-sized viewer, both standing on their floors."""
    if grid.open:
        return declared_cover(grid, viewer, target)
    if grid.coverless:
        return NONE
    table = grid.sight_table
    if isinstance(table, SightTable):
        return table.cover(viewer, target)
    return sight_table(grid).cover(viewer, target)


def declared_cover(grid: GridMap, viewer: i64, target: i64) -> i64:
    """Without a map: the cover of the positions; high ground is half cover at least (SOV-019)."""
    if viewer == target:
        return NONE
    there = grid.open_cover[target]
    if there == TOTAL or grid.open_cover[viewer] == TOTAL:
        return BLOCKED
    if there > 2:
        return FULL
    if there > 0 or grid.floor[target] >= grid.floor[viewer] + SQUARE:
        return HALF
    return NONE


def cover_between(grid: GridMap, viewer: Stand, target: Stand) -> int:
    """The cover of a target from a viewer of any size at any height."""
    return int(
        cover_of_bodies(
            grid, viewer.cell, viewer.size, viewer.feet, target.cell, target.size, target.feet
        )
    )


def cover_of_bodies(
    grid: GridMap, here: i64, size: i64, feet: i64, there: i64, its_size: i64, its_feet: i64
) -> i64:
    """`cover_between`, without objects: the second body's cover from the first.

    Each by its first square, its size and the height of its feet.
    """
    if grid.coverless:
        return NONE
    table = sight_table(grid)
    if size == 1 and its_size == 1 and feet == grid.floor[here] and its_feet == grid.floor[there]:
        return table.cover(here, there)
    one: i64 = body_number(here, size, feet)
    other: i64 = body_number(there, its_size, its_feet)
    known: i64 = table.others.get(one, other)
    if known >= 0:
        return known
    return table.find_others(
        Stand(int(here), int(size), int(feet)),
        one,
        Stand(int(there), int(its_size), int(its_feet)),
        other,
    )


def look(grid: GridMap, viewer: Stand, target: Stand) -> Look:
    """The cover explained corner by corner; not cached."""
    return sight_table(grid).look(viewer, target)


def stand_on(grid: GridMap, cell: int, size: int) -> Stand:
    """The stand of a creature by its first square and size: on its highest floor."""
    feet = int(grid.floor[cell])
    for j in range(size):
        for i in range(size):
            feet = max(feet, int(grid.floor[cell + j * grid.width + i]))
    return Stand(cell, size, feet)


def sight_table(grid: GridMap) -> SightTable:
    """The map's table, for frequent use: `sight_table(grid).cover(viewer, target)`."""
    found = grid.sight_table
    if isinstance(found, SightTable):
        return found
    table = SightTable(grid)
    grid.sight_table = table
    return table


class Stand:
    """A creature's position: first square of its footprint, size in squares, height of its feet."""

    def __init__(self, cell: int, size: int, feet: int) -> None:
        self.cell = cell
        self.size = size
        self.feet = feet

    def key(self) -> tuple[int, int, int]:
        return (self.cell, self.size, self.feet)


def body_number(cell: i64, size: i64, feet: i64) -> i64:
    """A body in one number, never 0: a square is below 2 to the 20th, a size from 1 to 7."""
    return ((feet << 20) + cell) * 8 + size


class Corner:
    """One corner of a target's box, in inches; if it is not seen, what hides part of the viewer."""

    def __init__(self, x: int, y: int, z: int, seen: bool, hidden_by: tuple[Hider, ...]) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.seen = seen
        self.hidden_by = hidden_by


class Look:
    """The corners of a target that a viewer sees.

    Corners in order: feet, then head; four each by rows: smaller y first, then smaller x first.
    """

    def __init__(self, cover: int, corners: list[Corner]) -> None:
        self.line = cover != BLOCKED
        self.cover = cover
        self.corners = corners


class Row:
    """One viewer's covers plus one; 0 means unknown."""

    def __init__(self, cells: i64) -> None:
        self.known = vec[u8]([0] * cells)


class SightTable:
    """The sight cache of one map."""

    def __init__(self, grid: GridMap) -> None:
        self.grid = grid
        self.cells: i64 = grid.cells
        self.scene = Scene(grid)
        self.fast_test = FastCornerTest(self.scene)
        self.plan = PlanSearch()
        self.rows: list[Row | None] = [None] * int(grid.cells)
        self.lines: dict[int, Row] = {}
        """By viewer, cached results of line tests: 2 for a line, 1 for none."""
        self.kept: i64 = 0
        """Bytes in both caches."""
        self.others = PairTable()
        """Covers of bodies of other sizes and heights, by the numbers of viewer and target."""

    def cover(self, viewer: i64, target: i64) -> i64:
        row = self.rows[viewer]
        if row is not None:
            known: i64 = i64(row.known[target])
            if known != 0:
                return known - 1
        return self.find(viewer, target)

    def find(self, viewer: i64, target: i64) -> i64:
        """Compute a pair of squares, in both directions."""
        here = self.row(viewer)
        there = self.row(target)
        both: i64 = self.weigh(self.man(viewer), self.man(target))
        here.known[target] = u8(both % 4 + 1)
        there.known[viewer] = u8(both // 4 + 1)
        return both % 4

    def row(self, viewer: i64) -> Row:
        row = self.rows[viewer]
        if row is None:
            if self.kept >= MOST_KEPT:
                # Clear the cache of a large map instead of growing without bound.
                self.forget()
            row = Row(self.cells)
            self.rows[viewer] = row
            self.kept += self.cells
        return row

    def forget(self) -> None:
        """Clear the cache."""
        self.rows = [None] * int(self.cells)
        self.lines = {}
        self.kept = 0

    def man(self, cell: i64) -> Box:
        return Box(self.scene, cell, 1, self.grid.floor[cell])

    def find_others(self, viewer: Stand, one: i64, target: Stand, other: i64) -> i64:
        """Compute a pair of bodies with these numbers, in both directions."""
        both: i64 = self.weigh(self.box(viewer), self.box(target))
        self.others.put(one, other, both % 4)
        self.others.put(other, one, both // 4)
        return both % 4

    def box(self, stand: Stand) -> Box:
        return Box(self.scene, stand.cell, stand.size, stand.feet)

    def weigh(self, a: Box, b: Box) -> i64:
        """The cover of b from a, plus 4 times the cover of a from b."""
        if a.z0 >= a.z1 or b.z0 >= b.z1:
            return BLOCKED + 4 * BLOCKED
        self.scene.gather(a, b, True)
        if self.scene.parted:
            return BLOCKED + 4 * BLOCKED
        # Where closed screens come from both sides, usually nothing is left between them. Then the
        # corners need not be looked at.
        judged = self.scene.narrowed and self.is_plain(a, b)
        if judged and self.plan.judge(self.scene, a, b) == SHUT:
            return BLOCKED + 4 * BLOCKED
        of_b: i64 = self.corners_seen(a, b, self.scene.inner_a)
        of_a: i64 = self.corners_seen(b, a, self.scene.inner_b)
        if of_a == FULL and of_b == FULL and not self.has_line(a, b, judged):
            return BLOCKED + 4 * BLOCKED
        return of_b + 4 * of_a

    def corners_seen(self, viewer: Box, target: Box, crossed: bool) -> i64:
        """NONE if the viewer sees all corners, HALF if some, FULL if none.

        `crossed` says whether a picked screen crosses the viewer's box.
        """
        scene: Scene = self.scene
        seen: i64 = 0
        hidden: i64 = 0
        pieces: list[Piece] | None = None
        screens: list[Screen] = []
        is_odd = crossed or viewer.uneven
        corner: i64 = 0
        while corner < 4:
            cx: i64 = target.x1 if corner & 1 else target.x0
            cy: i64 = target.y1 if corner & 2 else target.y0
            sx: i64 = -1 if corner & 1 else 1
            sy: i64 = -1 if corner & 2 else 1
            found: i64 = UNSURE + 4 * UNSURE
            if not is_odd:
                if scene.count == 0:
                    found = SEEN + 4 * SEEN
                else:
                    found = self.fast_test.corner(cx, cy, sx, sy, target.foot, target.head, viewer)
            if self.is_buried(cx, cy, sx, sy, target.foot, 1):
                found = found // 4 * 4 + HIDDEN
            if self.is_buried(cx, cy, sx, sy, target.head, -1):
                found = found % 4 + 4 * HIDDEN
            half: i64 = 0
            while half < 2:
                result: i64 = found % 4 if half == 0 else found // 4
                if result == UNSURE:
                    if pieces is None:
                        screens = self.picked()
                        pieces = pieces_of(scene, viewer, screens, crossed, False)
                    if half == 0:
                        eye = Eye(cx, cy, target.foot, sx, sy, 1)
                    else:
                        eye = Eye(cx, cy, target.head, sx, sy, -1)
                    result = SEEN if sees_corner(eye, pieces, screens, scene) else HIDDEN
                if result == SEEN:
                    seen += 1
                else:
                    hidden += 1
                half += 1
            if seen > 0 and hidden > 0:
                return HALF
            corner += 1
        return NONE if seen > 0 else FULL

    def is_buried(self, cx: i64, cy: i64, sx: i64, sy: i64, cz: i64, sz: i64) -> bool:
        """Whether a corner, infinitesimally inside its box, is inside matter."""
        column: i64 = (cx if sx > 0 else cx - 1) // SQUARE
        row: i64 = (cy if sy > 0 else cy - 1) // SQUARE
        cell: i64 = row * self.scene.width + column
        top: i64 = self.scene.top[cell]
        roof: i64 = self.scene.roof[cell]
        if sz > 0:
            return top > cz or roof <= cz
        return top >= cz or roof < cz

    def picked(self) -> list[Screen]:
        scene = self.scene
        return [scene.pick(index) for index in range(scene.count)]

    def has_line(self, a: Box, b: Box, judged: bool) -> bool:
        """Whether there is a line between boxes that see no corner of each other.

        `judged` says that it is known not to be shut in plan.
        """
        scene = self.scene
        is_plain = self.is_plain(a, b)
        if is_plain and not judged and self.plan.judge(scene, a, b) == SHUT:
            return False
        return self.has_any_line(a, b, is_plain)

    def is_plain(self, a: Box, b: Box) -> bool:
        """Whether the boxes are single squares, not crossed, among axis-parallel screens."""
        scene = self.scene
        return not (scene.inner_a or scene.inner_b or scene.slanted or a.size > 1 or b.size > 1)

    def has_sight(self, viewer: i64, target: i64) -> bool:
        """Whether there is a line between men on two squares; cheaper than `cover`.

        Cached for the viewer only, who looks at many squares; `cover` caches both directions.
        """
        row = self.rows[viewer]
        if row is not None:
            known: i64 = i64(row.known[target])
            if known != 0:
                return known - 1 != BLOCKED
        lines = self.lines.get(viewer)
        if lines is None:
            if self.kept >= MOST_KEPT:
                self.forget()
            lines = Row(self.cells)
            self.lines[viewer] = lines
            self.kept += self.cells
        known = i64(lines.known[target])
        if known == 0:
            known = 2 if self.is_in_sight(self.man(viewer), self.man(target)) else 1
            lines.known[target] = u8(known)
        return known == 2

    def is_in_sight(self, a: Box, b: Box) -> bool:
        if a.z0 >= a.z1 or b.z0 >= b.z1:
            return False
        scene = self.scene
        scene.gather(a, b, True)
        if scene.parted:
            return False
        is_plain = self.is_plain(a, b)
        if is_plain:
            found: i64 = self.plan.judge(scene, a, b)
            if found == SHUT:
                return False
            if found == CLEAR and self.are_closed():
                return True
        return (
            self.corners_seen(a, b, scene.inner_a) != FULL
            or self.corners_seen(b, a, scene.inner_b) != FULL
            or self.has_any_line(a, b, is_plain)
        )

    def are_closed(self) -> bool:
        """Whether none of the picked screens can be looked over or under."""
        index: i64 = 0
        while index < self.scene.count:
            if self.scene.kinds[index] != CLOSED:
                return False
            index += 1
        return True

    def has_any_line(self, a: Box, b: Box, is_plain: bool) -> bool:
        """`has_line` by the general search."""
        scene = self.scene
        screens = self.picked()
        kinds = [int(scene.kinds[index]) for index in range(scene.count)]
        return has_line(
            pieces_of(scene, a, screens, scene.inner_a, True),
            pieces_of(scene, b, screens, scene.inner_b, True),
            screens,
            kinds,
            is_plain,
        )

    def look(self, viewer: Stand, target: Stand) -> Look:
        cover = cover_between(self.grid, viewer, target)
        a = self.box(viewer)
        b = self.box(target)
        self.scene.gather(a, b)
        screens = self.picked()
        pieces = pieces_of(self.scene, a, screens, self.scene.inner_a, False)
        hiders: list[tuple[Hider, list[Screen]]] | None = None
        corners: list[Corner] = []
        for index in range(CORNERS):
            sx = -1 if index & 1 else 1
            sy = -1 if index & 2 else 1
            sz = -1 if index & 4 else 1
            x = int(b.x1 if index & 1 else b.x0)
            y = int(b.y1 if index & 2 else b.y0)
            z = int(b.head if index & 4 else b.foot)
            eye = Eye(x, y, z, sx, sy, sz)
            seen = sees_corner(eye, pieces, screens, self.scene)
            hidden_by: list[Hider] = []
            if not seen:
                if eye.is_buried(self.scene):
                    hidden_by.append(("cell", eye.cell(self.scene)))
                else:
                    if hiders is None:
                        hiders = self.hiders(a, b)
                    for hider, parts in hiders:
                        if hides(eye, pieces, parts):
                            hidden_by.append(hider)
                    if not pieces:
                        hidden_by = [("cell", cell) for cell in self.squares(a)]
            corners.append(Corner(x, y, z, seen, tuple(sorted(hidden_by))))
        return Look(cover, corners)

    def squares(self, box: Box) -> list[int]:
        first = int(box.row * self.scene.width + box.column)
        width = int(self.scene.width)
        size = int(box.size)
        return [first + j * width + i for j in range(size) for i in range(size)]

    def hiders(self, a: Box, b: Box) -> list[tuple[Hider, list[Screen]]]:
        """The squares and walls between two boxes, each with its screens."""
        scene = self.scene
        low = int(min(a.foot, b.foot))
        high = int(max(a.head, b.head))
        x0 = int(min(a.x0, b.x0))
        y0 = int(min(a.y0, b.y0))
        x1 = int(max(a.x1, b.x1))
        y1 = int(max(a.y1, b.y1))
        found: list[tuple[Hider, list[Screen]]] = []
        for row in range(y0 // SQUARE, y1 // SQUARE):
            for column in range(x0 // SQUARE, x1 // SQUARE):
                cell = row * int(scene.width) + column
                x = column * SQUARE
                y = row * SQUARE
                parts: list[Screen] = []
                spans: list[tuple[int, int]] = []
                if scene.top[cell] > low:
                    spans.append((DEEP, int(scene.top[cell])))
                if scene.roof[cell] < high:
                    spans.append((int(scene.roof[cell]), SKY))
                for bottom, top in spans:
                    parts.append((x, y, 1, x + SQUARE, y, 1, bottom, top))
                    parts.append((x, y + SQUARE, 1, x + SQUARE, y + SQUARE, 1, bottom, top))
                    parts.append((x, y, 1, x, y + SQUARE, 1, bottom, top))
                    parts.append((x + SQUARE, y, 1, x + SQUARE, y + SQUARE, 1, bottom, top))
                if parts:
                    found.append((("cell", cell), parts))
        for index, wall in enumerate(self.grid.walls):
            if (
                max(wall.x0, wall.x1) >= x0
                and min(wall.x0, wall.x1) <= x1
                and max(wall.y0, wall.y1) >= y0
                and min(wall.y0, wall.y1) <= y1
            ):
                is_open = wall.door < 0 or self.grid.is_open(wall.door)
                found.append((("wall", index), wall_pieces(wall, is_open)))
        return found


def hides(eye: Eye, viewer: list[Piece], screens: list[Screen]) -> bool:
    """Whether one of the screens hides part of a viewer from a corner."""
    for piece in viewer:
        for part in parts_around(eye, piece):
            for screen in screens:
                if ExactCornerTest(eye, part, [screen]).hides():
                    return True
    return False
