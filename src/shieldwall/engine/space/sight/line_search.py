"""Existence of a line of sight: the search among all lines from one box to another.

A line in plan is l1 x + l2 y + l0 = 0 with l2 > 0, so that it runs towards larger x. Each point is
above or below it, and the lines with given points above and given points below form a convex cone
of triples (l1, l2, l0), whose edges are lines through two of the points: the lines that touch two
upright edges. The search cuts the cone of all lines through both boxes at the ends of every screen,
drops the lines that a closed screen stops, and tests whether the rest has room between the level
edges crossed: the height along the line must be above some points and below others, which is
possible if it is possible for any three of them, and for edges along the axes that is again a
linear condition on (l1, l2, l0). So integers suffice, and a cone with an interior is a line that
can be moved a little in all directions.
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.sight.cones import (
    Cone,
    Curve,
    Triple,
    bounds,
    clip,
    cross3,
    dot,
    evened,
    inside,
    minus,
    plus,
    value,
)
from shieldwall.engine.space.sight.exact_corner import Piece, Point, lowest
from shieldwall.engine.space.sight.screen_list import Screen
from shieldwall.engine.space.sight.screens import CLOSED, HIGH, LOW

CURVED_DEPTH: Final = 7
"""How often triangles of lines are subdivided in the search if slanted edges are crossed."""


class Post:
    """The place where the line crosses the upright plane over a given line in plan."""

    def __init__(self, line: Triple) -> None:
        self.line = line
        a, b, c = line
        # The crossing's x times l1, as a linear function of the line, if it is one.
        self.is_level = True
        self.reach: Triple = (0, 0, 0)
        if b == 0:
            self.scale = a
            self.reach = (-c, 0, 0)
        elif a == 0:
            self.scale = b
            self.reach = (0, c, -b)
        else:
            self.is_level = False
            self.scale = 1
        if self.scale < 0:
            self.scale = -self.scale
            self.reach = (-self.reach[0], -self.reach[1], -self.reach[2])


class Obstacle:
    """A screen in the form of the search."""

    def __init__(self, a: Point, b: Point, low: int, high: int, kind: int) -> None:
        self.a = a
        self.b = b
        self.low = low
        self.high = high
        self.kind = kind
        self.line = lowest(cross3(a, b))


Bar = tuple[int, int]
"""Above (or below) this height at this post."""


class LineSearch:
    """The search for a clear line between two pieces in different squares."""

    def __init__(
        self, a: Piece, b: Piece, screens: list[Screen], kinds: list[int], is_plain: bool
    ) -> None:
        if a.column > b.column or (a.column == b.column and a.row > b.row):
            a, b = b, a
        # Run towards larger x, or y if both are in one column; relative to a's square.
        self.swap = a.column == b.column
        self.x = a.column * SQUARE
        self.y = a.row * SQUARE
        self.z = (a.z0, a.z1, b.z0, b.z1)
        self.a = [self.point(corner) for corner in a.outline]
        self.b = [self.point(corner) for corner in b.outline]
        self.square_a = self.square(a)
        self.square_b = self.square(b)
        self.obstacles: list[Obstacle] = []
        partial: list[Obstacle] = []
        self.is_plain = is_plain
        for screen, kind in zip(screens, kinds):
            u = self.point((screen[0], screen[1], screen[2]))
            v = self.point((screen[3], screen[4], screen[5]))
            obstacle = Obstacle(u, v, screen[6], screen[7], kind)
            if kind == CLOSED:
                self.obstacles.append(obstacle)
            else:
                partial.append(obstacle)
        self.obstacles.extend(partial)
        self.crossed: list[Obstacle] = []
        # After a line is found: one in plan, and the heights it has to stay above and below on the
        # lines in plan given with them.
        self.found: Triple = (0, 0, 0)
        self.above: list[tuple[Triple, int]] = []
        self.below: list[tuple[Triple, int]] = []

    def point(self, point: Point) -> Point:
        x = point[0] - self.x * point[2]
        y = point[1] - self.y * point[2]
        return (y, x, point[2]) if self.swap else (x, y, point[2])

    def square(self, piece: Piece) -> tuple[int, int, int, int]:
        x = piece.column * SQUARE
        y = piece.row * SQUARE
        corner = self.point((x, y, 1))
        return (corner[0], corner[1], corner[0] + SQUARE, corner[1] + SQUARE)

    def run(self) -> bool:
        """Whether there is a clear line, rising or falling from smaller to larger x."""
        for rises in (True, False):
            # All rising lines above the lower right corner of a's square, all falling ones above
            # its lower left corner.
            cone: Cone | None = Cone(
                [(1, 0, 0), (0, 1, 0), (0, 0, -1)], [(0, 0, -1), (1, 0, 0), (0, 1, 0)]
            )
            if rises:
                cone = Cone(
                    [(-1, 0, SQUARE), (0, 1, 0), (0, 0, -1)],
                    [(-SQUARE, 0, -1), (-1, 0, 0), (0, 1, 0)],
                )
            # A rising line through a square passes below its upper left corner and above its lower
            # right one; a falling line between the other two.
            for square in (self.square_a, self.square_b):
                x0, y0, x1, y1 = square
                above: Triple = (x0, y1, 1) if rises else (x1, y1, 1)
                below: Triple = (x1, y0, 1) if rises else (x0, y0, 1)
                if cone is not None:
                    cone = clip(cone, above)
                if cone is not None:
                    cone = clip(cone, minus(below))
            if cone is None:
                continue
            if self.past(cone, 0) if self.is_plain else self.through(cone, 0, 0, 0):
                return True
        return False

    def through(self, cone: Cone, index: int, above: int, below: int) -> bool:
        """Split the lines at every corner of both pieces, keeping those that pass through both."""
        count = len(self.a)
        if index == count:
            if above == 0 or below == 0:
                return False
            above = 0
            below = 0
        elif index == count + len(self.b):
            return above > 0 and below > 0 and self.past(cone, 0)
        corner = self.a[index] if index < count else self.b[index - count]
        part = clip(cone, corner)
        if part is not None and self.through(part, index + 1, above + 1, below):
            return True
        part = clip(cone, minus(corner))
        return part is not None and self.through(part, index + 1, above, below + 1)

    def past(self, cone: Cone, index: int) -> bool:
        """Split the lines at the ends of the screens in turn."""
        if index == len(self.obstacles):
            if self.crossed:
                return self.has_room(cone)
            self.found = inside(cone)
            return True
        obstacle = self.obstacles[index]
        above = clip(cone, obstacle.a)
        if above is not None:
            part = clip(above, obstacle.b)
            if part is not None and self.past(part, index + 1):
                return True
            part = clip(above, minus(obstacle.b))
            if part is not None and self.across(part, index):
                return True
        below = clip(cone, minus(obstacle.a))
        if below is not None:
            part = clip(below, minus(obstacle.b))
            if part is not None and self.past(part, index + 1):
                return True
            part = clip(below, obstacle.b)
            if part is not None and self.across(part, index):
                return True
        return False

    def across(self, cone: Cone, index: int) -> bool:
        """Continue with lines that cross a screen, or whose extension does."""
        obstacle = self.obstacles[index]
        if not self.is_plain and not self.is_between(inside(cone), obstacle):
            return self.past(cone, index + 1)
        if obstacle.kind == CLOSED:
            return False
        self.crossed.append(obstacle)
        found = self.past(cone, index + 1)
        self.crossed.pop()
        return found

    def is_between(self, line: Triple, obstacle: Obstacle) -> bool:
        """Whether a line crosses a screen after leaving one piece and before entering the other.

        No screen crosses a piece, so each crossing is before or behind it.
        """
        place = crossing(line, obstacle.line)
        leaving = ends_within(line, self.a)[1]
        entering = ends_within(line, self.b)[0]
        return compare_places(leaving, place) <= 0 and compare_places(place, entering) <= 0

    def has_room(self, cone: Cone) -> bool:
        """Whether some line of the cone can pass over and under what it crosses."""
        # All lines must cross the same sides of both pieces, and all screens in the same order.
        for corner in self.a + self.b:
            part = clip(cone, corner)
            other = clip(cone, minus(corner))
            if part is not None and other is not None:
                return self.has_room(part) or self.has_room(other)
        crossed = self.crossed
        for i in range(len(crossed)):
            for j in range(i):
                meeting = cross3(crossed[i].line, crossed[j].line)
                if meeting[2] == 0:
                    continue
                part = clip(cone, meeting)
                other = clip(cone, minus(meeting))
                if part is not None and other is not None:
                    return self.has_room(part) or self.has_room(other)
        line = inside(cone)
        posts: list[Post] = []
        first, second = sides_crossed(line, self.a)
        begin = put_post(posts, first)
        leave = put_post(posts, second)
        in_order = sort_along(line, crossed)
        places = [put_post(posts, obstacle.line) for obstacle in in_order]
        first, second = sides_crossed(line, self.b)
        enter = put_post(posts, first)
        end = put_post(posts, second)
        z = self.z
        # A line meets the heights of a box if it is above the lower one at one end and below the
        # upper one at the other.
        for falls in (False, True):
            for then_falls in (False, True):
                floors: list[Bar] = [
                    (begin if falls else leave, z[0]),
                    (enter if then_falls else end, z[2]),
                ]
                ceilings: list[Bar] = [
                    (leave if falls else begin, z[1]),
                    (end if then_falls else enter, z[3]),
                ]
                if self.fits(cone, posts, in_order, places, floors, ceilings):
                    return True
        return False

    def fits(
        self,
        cone: Cone,
        posts: list[Post],
        crossed: list[Obstacle],
        places: list[int],
        floors: list[Bar],
        ceilings: list[Bar],
    ) -> bool:
        """Choose over or under for each screen in turn; then test whether a line fits."""
        index = len(floors) + len(ceilings) - 4
        if index == len(crossed):
            return self.line_fits(cone, posts, floors, ceilings)
        obstacle = crossed[index]
        found = False
        if obstacle.kind != HIGH:
            floors.append((places[index], obstacle.high))
            found = self.fits(cone, posts, crossed, places, floors, ceilings)
            floors.pop()
        if not found and obstacle.kind != LOW:
            ceilings.append((places[index], obstacle.low))
            found = self.fits(cone, posts, crossed, places, floors, ceilings)
            ceilings.pop()
        return found

    def line_fits(
        self, cone: Cone, posts: list[Post], floors: list[Bar], ceilings: list[Bar]
    ) -> bool:
        """Whether some line of the cone can run above all floors and below all ceilings."""
        left = cone
        some = inside(cone)
        curves: list[Curve] = []
        for side in (1, -1):
            outer = floors if side > 0 else ceilings
            inner = ceilings if side > 0 else floors
            for bar in inner:
                for other in outer:
                    if bar[0] == other[0] and (bar[1] - other[1]) * side <= 0:
                        return False
                for i in outer:
                    for k in outer:
                        if not i[0] < bar[0] < k[0]:
                            continue
                        a = posts[i[0]]
                        b = posts[bar[0]]
                        c = posts[k[0]]
                        if not (a.is_level and b.is_level and c.is_level):
                            curves.append(curved_bow(some, a, b, c, i[1], bar[1], k[1], side))
                            continue
                        condition = bow(a, b, c, i[1], bar[1], k[1])
                        # It was multiplied by l1, which is negative for rising lines.
                        if (some[0] < 0) == (side > 0):
                            condition = minus(condition)
                        part = clip(left, condition)
                        if part is None:
                            return False
                        left = part
        if curves:
            if not self.curves_fit(left, curves):
                return False
        else:
            self.found = inside(left)
        self.above = [(posts[place].line, height) for place, height in floors]
        self.below = [(posts[place].line, height) for place, height in ceilings]
        return True

    def curves_fit(self, cone: Cone, curves: list[Curve]) -> bool:
        """Whether a line of the cone meets quadratic conditions, within the search depth."""
        rays = evened(cone.rays)
        for index in range(1, len(rays) - 1):
            if self.search_within(rays[0], rays[index], rays[index + 1], curves, CURVED_DEPTH):
                return True
        return False

    def search_within(
        self, p: Triple, q: Triple, r: Triple, curves: list[Curve], depth: int
    ) -> bool:
        """Search the lines between three, skipping triangles where a condition never holds."""
        middle = plus(p, plus(q, r))
        open_curves: list[Curve] = []
        is_met = True
        for curve in curves:
            low, high = bounds(curve, p, q, r)
            if high <= 0:
                return False
            if low < 0:
                open_curves.append(curve)
                is_met = is_met and value(curve, middle, middle) > 0
        if is_met:
            self.found = middle
            return True
        if depth == 0:
            return False
        pq = plus(p, q)
        qr = plus(q, r)
        rp = plus(r, p)
        return (
            self.search_within(pq, qr, rp, open_curves, depth - 1)
            or self.search_within(plus(p, p), pq, rp, open_curves, depth - 1)
            or self.search_within(pq, plus(q, q), qr, open_curves, depth - 1)
            or self.search_within(rp, qr, plus(r, r), open_curves, depth - 1)
        )


def bow(a: Post, b: Post, c: Post, p: int, q: int, r: int) -> Triple:
    """How far q at b is above the line through p at a and r at c, times l1 and all scales."""
    # q (c - a) - p (c - b) - r (b - a), each reach over its scale.
    wa = (r - q) * b.scale * c.scale
    wb = (p - r) * a.scale * c.scale
    wc = (q - p) * a.scale * b.scale
    return (
        wa * a.reach[0] + wb * b.reach[0] + wc * c.reach[0],
        wa * a.reach[1] + wb * b.reach[1] + wc * c.reach[1],
        wa * a.reach[2] + wb * b.reach[2] + wc * c.reach[2],
    )


def curved_bow(some: Triple, a: Post, b: Post, c: Post, p: int, q: int, r: int, side: int) -> Curve:
    """`bow` for posts on lines of any direction: positive if q is above, or below for side -1.

    A line l meets the line m at (l x m), whose last component D(m) is its scale, and two such
    points differ by l2 det(l, m, n) over their scales. So the bow, times all scales, is q det(l, a,
    c) D(b) - p det(l, b, c) D(a) - r det(l, a, b) D(c), quadratic in l.
    """
    scale_a = (a.line[1], -a.line[0], 0)
    scale_b = (b.line[1], -b.line[0], 0)
    scale_c = (c.line[1], -c.line[0], 0)
    sign = side
    for scale in (scale_a, scale_b, scale_c):
        if dot(some, scale) < 0:
            sign = -sign
    curve = [0] * 9
    for weight, first, second in (
        (q * sign, cross3(a.line, c.line), scale_b),
        (-p * sign, cross3(b.line, c.line), scale_a),
        (-r * sign, cross3(a.line, b.line), scale_c),
    ):
        for i in range(3):
            for j in range(3):
                curve[3 * i + j] += weight * (first[i] * second[j] + first[j] * second[i])
    return curve


def crossing(line: Triple, other: Triple) -> tuple[int, int]:
    """The x where two lines meet, as numerator and positive denominator; lines with l2 > 0."""
    meeting = cross3(line, other)
    if meeting[2] < 0:
        return (-meeting[0], -meeting[2])
    return (meeting[0], meeting[2])


def compare_places(a: tuple[int, int], b: tuple[int, int]) -> int:
    return a[0] * b[1] - b[0] * a[1]


def ends_within(line: Triple, outline: list[Point]) -> list[tuple[int, int]]:
    """Where a line enters and leaves a convex outline; it must not pass through a corner."""
    first, second = sides_crossed(line, outline)
    return [crossing(line, first), crossing(line, second)]


def sides_crossed(line: Triple, outline: list[Point]) -> tuple[Triple, Triple]:
    """The two sides of an outline that a line crosses, in its direction."""
    found: list[Triple] = []
    count = len(outline)
    for index in range(count):
        u = outline[index]
        v = outline[(index + 1) % count]
        if (dot(line, u) > 0) != (dot(line, v) > 0):
            found.append(lowest(cross3(u, v)))
    first, second = found
    if compare_places(crossing(line, first), crossing(line, second)) > 0:
        return second, first
    return first, second


def put_post(posts: list[Post], line: Triple) -> int:
    """The index of the post on a line: the last one if it matches, otherwise a new one."""
    if not posts or cross3(posts[-1].line, line) != (0, 0, 0):
        posts.append(Post(line))
    return len(posts) - 1


def sort_along(line: Triple, obstacles: list[Obstacle]) -> list[Obstacle]:
    """The obstacles in the order in which a line crosses them."""
    found: list[Obstacle] = []
    for obstacle in obstacles:
        place = crossing(line, obstacle.line)
        index = len(found)
        while index > 0 and compare_places(crossing(line, found[index - 1].line), place) > 0:
            index -= 1
        found.insert(index, obstacle)
    return found


def has_line(
    a: list[Piece], b: list[Piece], screens: list[Screen], kinds: list[int], is_plain: bool
) -> bool:
    """Whether any part of one box sees any part of the other.

    `is_plain`: each box is one square, no screen is slanted or crosses either of them. Then any
    screen that a line crosses within the hull of both squares lies between them.
    """
    for piece_a in a:
        for piece_b in b:
            if piece_a.column == piece_b.column and piece_a.row == piece_b.row:
                if piece_a.outline == piece_b.outline:
                    return True
            elif LineSearch(piece_a, piece_b, screens, kinds, is_plain).run():
                return True
    return False
