"""Visibility of a corner: the exact test for every map, on integers of any length.

The same test as in `fast_corner` with the same terms, for screens and viewers of any shape.
"""

from __future__ import annotations

from math import gcd

from shieldwall.engine.space.grid import SKY, SQUARE
from shieldwall.engine.space.sight.screen_list import DEEP, Screen
from shieldwall.engine.space.sight.screens import Box, Scene

Point = tuple[int, int, int]
"""A point in plan, homogeneous: x, y, positive scale."""
Arrow = tuple[int, int]
Edge = tuple[int, int, int]
"""The slope over plan direction (x, y) is (m * x + n * y) / d; infinite, with the sign of m, if d
is 0."""


class Piece:
    """A convex part of a box that no screen crosses: its outline in plan, and heights."""

    def __init__(self, column: int, row: int, outline: list[Point], z0: int, z1: int) -> None:
        self.column = column
        self.row = row
        self.outline = outline
        self.z0 = z0
        self.z1 = z1


def cross(a: Arrow, b: Arrow) -> int:
    return a[0] * b[1] - a[1] * b[0]


def lowest(point: Point) -> Point:
    """The same point in lowest terms."""
    x, y, d = point
    common = gcd(gcd(x, y), d)
    return (x // common, y // common, d // common)


def side_of(a: Point, b: Point, c: Point) -> int:
    """Positive if a, b, c turn from x towards y."""
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def pieces_of(
    scene: Scene, box: Box, screens: list[Screen], crossed: bool, by_square: bool
) -> list[Piece]:
    """Cut the free part of a box into convex pieces that no screen crosses.

    `crossed` says whether a screen crosses the box.
    """
    size = int(box.size)
    parts: list[Piece] = []
    if size == 1 or not (box.uneven or by_square or crossed):
        outline = rectangle(int(box.x0), int(box.y0), int(box.x1), int(box.y1))
        parts.append(Piece(int(box.column), int(box.row), outline, int(box.z0), int(box.z1)))
    else:
        for j in range(size):
            for i in range(size):
                column = int(box.column) + i
                row = int(box.row) + j
                cell = row * scene.width + column
                x = column * SQUARE
                y = row * SQUARE
                low = max(int(box.foot), int(scene.top[cell]))
                high = min(int(box.head), int(scene.roof[cell]))
                outline = rectangle(x, y, x + SQUARE, y + SQUARE)
                parts.append(Piece(column, row, outline, low, high))
    parts = [piece for piece in parts if piece.z0 < piece.z1]
    if crossed:
        for screen in screens:
            cut: list[Piece] = []
            for piece in parts:
                cut.extend(split(piece, screen))
            parts = cut
    return parts


def rectangle(x0: int, y0: int, x1: int, y1: int) -> list[Point]:
    return [(x0, y0, 1), (x1, y0, 1), (x1, y1, 1), (x0, y1, 1)]


def split(piece: Piece, screen: Screen) -> list[Piece]:
    """The piece, or its two halves if the screen crosses it."""
    a = (screen[0], screen[1], screen[2])
    b = (screen[3], screen[4], screen[5])
    outline = piece.outline
    count = len(outline)
    for index in range(count):
        u = outline[index]
        v = outline[(index + 1) % count]
        if side_of(u, v, a) <= 0 and side_of(u, v, b) <= 0:
            return [piece]
    return halves(piece, a, b)


def halves(piece: Piece, a: Point, b: Point) -> list[Piece]:
    """The parts of the piece on both sides of the line through two points."""
    outline = piece.outline
    count = len(outline)
    sides = [side_of(a, b, corner) for corner in outline]
    if min(sides) >= 0 or max(sides) <= 0:
        return [piece]
    left: list[Point] = []
    right: list[Point] = []
    for index in range(count):
        u = outline[index]
        s = sides[index]
        if s >= 0:
            left.append(u)
        if s <= 0:
            right.append(u)
        t = sides[(index + 1) % count]
        if s * t < 0:
            v = outline[(index + 1) % count]
            p = abs(s)
            q = abs(t)
            middle = lowest((u[0] * q + v[0] * p, u[1] * q + v[1] * p, u[2] * q + v[2] * p))
            left.append(middle)
            right.append(middle)
    return [
        Piece(piece.column, piece.row, left, piece.z0, piece.z1),
        Piece(piece.column, piece.row, right, piece.z0, piece.z1),
    ]


class Eye:
    """A corner of a box, infinitesimally inside it."""

    def __init__(self, x: int, y: int, z: int, sx: int, sy: int, sz: int) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.sx = sx
        self.sy = sy
        self.sz = sz

    def cell(self, scene: Scene) -> int:
        """The square it is in."""
        column = (self.x if self.sx > 0 else self.x - 1) // SQUARE
        row = (self.y if self.sy > 0 else self.y - 1) // SQUARE
        return row * int(scene.width) + column

    def is_buried(self, scene: Scene) -> bool:
        """Whether it is inside matter."""
        cell = self.cell(scene)
        top = scene.top[cell]
        roof = scene.roof[cell]
        if self.sz > 0:
            return top > self.z or roof <= self.z
        return top >= self.z or roof < self.z


class ExactCornerTest:
    """Looks at one piece from a corner infinitesimally inside its box."""

    def __init__(self, eye: Eye, piece: Piece, screens: list[Screen]) -> None:
        self.eye = eye
        self.piece = piece
        self.hair: Arrow = (-eye.sx, -eye.sy)
        self.outline = [self.arrow(point) for point in piece.outline]
        self.is_inside = True
        count = len(self.outline)
        self.front: list[bool] = []
        for index in range(count):
            way = self.way(piece.outline[index], piece.outline[(index + 1) % count])
            self.front.append(way < 0)
            if way < 0:
                self.is_inside = False
        arrows = [arrow for arrow in self.outline if arrow != (0, 0)]
        self.first = arrows[0]
        self.last = arrows[0]
        for arrow in arrows:
            if cross(arrow, self.first) > 0:
                self.first = arrow
            if cross(self.last, arrow) > 0:
                self.last = arrow
        self.ranges: list[tuple[Arrow, Arrow]] = []
        self.hiders: list[Screen] = []
        if not self.is_inside:
            for screen in screens:
                self.add(screen)

    def arrow(self, point: Point) -> Arrow:
        """The direction of a point from the corner; zero for the corner itself."""
        x, y, d = point
        return (x - d * self.eye.x, y - d * self.eye.y)

    def way(self, a: Point, b: Point) -> int:
        """Positive if the eye turns from x towards y in going from a to b."""
        u = self.arrow(a)
        v = self.arrow(b)
        return cross(u, v) or cross(u, self.hair) * b[2] + cross(self.hair, v) * a[2]

    def add(self, screen: Screen) -> None:
        a = (screen[0], screen[1], screen[2])
        b = (screen[3], screen[4], screen[5])
        way = self.way(a, b)
        if way == 0:
            return
        if way < 0:
            a, b = b, a
        if not self.is_before(a, b):
            return
        u = self.arrow(a)
        v = self.arrow(b)
        if cross(u, v) == 0 and u[0] * v[0] + u[1] * v[1] > 0:
            return  # seen edge on
        if u == (0, 0):
            u = self.hair
        if v == (0, 0):
            v = self.hair
        start = u
        if not (cross(self.first, u) >= 0 and cross(u, self.last) >= 0):
            if not (cross(u, self.first) >= 0 and cross(self.first, v) >= 0):
                return
            start = self.first
        end = v
        if not (cross(self.first, v) >= 0 and cross(v, self.last) >= 0):
            end = self.last
        if cross(start, end) > 0:
            self.ranges.append((start, end))
            self.hiders.append(screen)

    def is_before(self, a: Point, b: Point) -> bool:
        """Whether a screen, which turns left as seen from here, is in front of the piece."""
        outline = self.piece.outline
        count = len(outline)
        for index in range(count):
            if self.front[index]:
                u = outline[index]
                v = outline[(index + 1) % count]
                if side_of(u, v, a) <= 0 and side_of(u, v, b) <= 0:
                    return True
        for corner in outline:
            if side_of(a, b, corner) > 0:
                return False
        return True

    def sees(self) -> bool:
        """Whether part of the piece is not hidden by any screen."""
        if self.is_inside:
            return True
        for start, end in self.gaps():
            ends = self.ends(start, end)
            for index in range(len(ends) - 1):
                if self.sees_within(ends[index], ends[index + 1]):
                    return True
        return False

    def gaps(self) -> list[tuple[Arrow, Arrow]]:
        """The directions not hidden by closed screens; keeps only the other screens."""
        shut: list[tuple[Arrow, Arrow]] = []
        ranges: list[tuple[Arrow, Arrow]] = []
        hiders: list[Screen] = []
        for index in range(len(self.ranges)):
            pair = self.ranges[index]
            screen = self.hiders[index]
            if screen[6] > DEEP or screen[7] < SKY:
                ranges.append(pair)
                hiders.append(screen)
                continue
            place = len(shut)
            while place > 0 and cross(pair[0], shut[place - 1][0]) > 0:
                place -= 1
            shut.insert(place, pair)
        self.ranges = ranges
        self.hiders = hiders
        found: list[tuple[Arrow, Arrow]] = []
        reached = self.first
        for start, end in shut:
            if cross(reached, start) > 0:
                found.append((reached, start))
            if cross(reached, end) > 0:
                reached = end
        if cross(reached, self.last) > 0:
            found.append((reached, self.last))
        return found

    def ends(self, first: Arrow, last: Arrow) -> list[Arrow]:
        """The ordered directions at which screens begin or end."""
        found = [first, last]
        for arrow in self.outline:
            self.put_end(found, arrow)
        for start, end in self.ranges:
            self.put_end(found, start)
            self.put_end(found, end)
        return found

    def put_end(self, found: list[Arrow], arrow: Arrow) -> None:
        if cross(found[0], arrow) <= 0 or cross(arrow, found[-1]) <= 0:
            return
        low = 0
        high = len(found) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if cross(found[middle], arrow) >= 0:
                low = middle
            else:
                high = middle
        if cross(found[low], arrow) > 0:
            found.insert(high, arrow)

    def sees_within(self, r: Arrow, s: Arrow) -> bool:
        floors: list[Edge] = []
        ceilings: list[Edge] = []
        middles: list[tuple[Edge, Edge]] = []
        self.viewer_edges(r, s, floors, ceilings)
        for index in range(len(self.ranges)):
            start, end = self.ranges[index]
            if cross(start, r) < 0 or cross(s, end) < 0:
                continue
            screen = self.hiders[index]
            low = screen[6]
            high = screen[7]
            a = (screen[0], screen[1], screen[2])
            b = (screen[3], screen[4], screen[5])
            if low <= DEEP:
                floors.append(self.edge(a, b, high))
            elif high >= SKY:
                ceilings.append(self.edge(a, b, low))
            else:
                middles.append((self.edge(a, b, low), self.edge(a, b, high)))
        return has_gap(floors, ceilings, middles, r, s)

    def hides(self) -> bool:
        """Whether the only screen given hides part of the piece."""
        if not self.ranges:
            return False
        screen = self.hiders[0]
        start, end = self.ranges[0]
        a = (screen[0], screen[1], screen[2])
        b = (screen[3], screen[4], screen[5])
        ends = self.ends(start, end)
        for index in range(len(ends) - 1):
            r = ends[index]
            s = ends[index + 1]
            floors: list[Edge] = []
            ceilings: list[Edge] = []
            self.viewer_edges(r, s, floors, ceilings)
            if screen[6] > DEEP:
                floors.append(self.edge(a, b, screen[6]))
            if screen[7] < SKY:
                ceilings.append(self.edge(a, b, screen[7]))
            if has_gap(floors, ceilings, [], r, s):
                return True
        return False

    def viewer_edges(self, r: Arrow, s: Arrow, floors: list[Edge], ceilings: list[Edge]) -> None:
        """The lowest and highest slope of the piece between two directions."""
        outline = self.piece.outline
        count = len(outline)
        z0 = self.piece.z0
        z1 = self.piece.z1
        for index in range(count):
            front = self.front[index]
            a = outline[index]
            b = outline[(index + 1) % count]
            u = self.arrow(a)
            v = self.arrow(b)
            if front:
                u, v = v, u
            if cross(u, v) == 0:
                # Only a side that contains the corner itself is met in all directions of the piece.
                if not front or u[0] * v[0] + u[1] * v[1] > 0:
                    continue
            elif cross(u, r) < 0 or cross(s, v) < 0:
                continue
            if front == (z0 <= self.eye.z):
                floors.append(LEVEL if z0 == self.eye.z else self.edge(a, b, z0))
            if front == (z1 > self.eye.z):
                ceilings.append(LEVEL if z1 == self.eye.z else self.edge(a, b, z1))

    def edge(self, a: Point, b: Point, height: int) -> Edge:
        """The level edge over a and b at a height."""
        z = height - self.eye.z
        u = self.arrow(a)
        v = self.arrow(b)
        d = cross(u, v)
        if d == 0:
            if z != 0:
                return (z, 0, 0)
            # At the same infinitesimal distance as the eye's height from its corner.
            z = -self.eye.sz
            d = self.way(a, b)
        x = v[0] * a[2] - u[0] * b[2]
        y = v[1] * a[2] - u[1] * b[2]
        if d < 0:
            return (-z * y, z * x, -d)
        return (z * y, -z * x, d)


LEVEL: Edge = (0, 0, 1)


def compare(one: Edge, other: Edge, r: Arrow) -> int:
    """The difference of two slopes over a direction, times a positive number."""
    if one[2] == 0 or other[2] == 0:
        steep = 0
        if one[2] == 0:
            steep = 1 if one[0] > 0 else -1
        if other[2] == 0:
            steep -= 1 if other[0] > 0 else -1
        return steep
    return (one[0] * r[0] + one[1] * r[1]) * other[2] - (other[0] * r[0] + other[1] * r[1]) * one[2]


def has_gap(
    floors: list[Edge],
    ceilings: list[Edge],
    middles: list[tuple[Edge, Edge]],
    r: Arrow,
    s: Arrow,
) -> bool:
    """Whether slopes between r and s are free: above all floors, below all ceilings, in no middle.

    The free region consists of polygons. The first direction of a polygon is r, or one where an
    edge below it and an edge above it cross: so only the directions just after those are tested.
    """
    if is_open_after(floors, ceilings, middles, r, s):
        return True
    lower = floors + [pair[1] for pair in middles]
    upper = ceilings + [pair[0] for pair in middles]
    for low in lower:
        for high in upper:
            if compare(low, high, r) > 0 and compare(low, high, s) < 0:
                x = low[0] * high[2] - high[0] * low[2]
                y = low[1] * high[2] - high[1] * low[2]
                # Where they cross, x and y times the direction is zero: it is (-y, x) or (y, -x).
                meeting = (-y, x) if cross(r, (-y, x)) > 0 else (y, -x)
                if is_open_after(floors, ceilings, middles, meeting, s):
                    return True
    return False


def is_open_after(
    floors: list[Edge],
    ceilings: list[Edge],
    middles: list[tuple[Edge, Edge]],
    r: Arrow,
    s: Arrow,
) -> bool:
    """Whether slopes are free just after direction r, towards s."""
    level = floors[0]
    for edge in floors:
        if (compare(edge, level, r) or compare(edge, level, s)) > 0:
            level = edge
    goal = ceilings[0]
    for edge in ceilings:
        if (compare(edge, goal, r) or compare(edge, goal, s)) < 0:
            goal = edge
    moved = True
    while moved:
        if (compare(level, goal, r) or compare(level, goal, s)) >= 0:
            return False
        moved = False
        for under, over in middles:
            if (compare(under, level, r) or compare(under, level, s)) <= 0 and (
                compare(over, level, r) or compare(over, level, s)
            ) > 0:
                level = over
                moved = True
    return True


def sees_corner(eye: Eye, viewer: list[Piece], screens: list[Screen], scene: Scene) -> bool:
    """Whether a viewer, given in pieces, sees a corner."""
    if eye.is_buried(scene):
        return False
    for piece in viewer:
        for part in parts_around(eye, piece):
            if ExactCornerTest(eye, part, screens).sees():
                return True
    return False


def parts_around(eye: Eye, piece: Piece) -> list[Piece]:
    """The piece, cut north-south and east-west through the corner if the corner lies on it.

    As seen from the corner, each part then spans less than half the horizon.
    """
    corner = (eye.x, eye.y, 1)
    outline = piece.outline
    count = len(outline)
    for index in range(count):
        if side_of(outline[index], outline[(index + 1) % count], corner) < 0:
            return [piece]
    east = (eye.x + 1, eye.y, 1)
    south = (eye.x, eye.y + 1, 1)
    return [part for half in halves(piece, corner, east) for part in halves(half, corner, south)]
