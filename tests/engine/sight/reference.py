"""Sight computed again, simply and slowly, by another method than the product's.

Matter consists of boxes and walls are rectangles, each a convex body. From a corner moved by e
times (sx, sy, sz) every body hides a convex cone of directions, bounded by the planes through the
eye and those of its edges that have the whole body on one side; a plane's normal is p + e q, and
what is left of it as e goes to nothing is p, or q where p is zero. The viewer's cone, less all
these, is cut into simple cones until nothing is left or something is.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap
from shieldwall.engine.space.sight.cover import Stand
from shieldwall.engine.space.sight.screen_list import wall_pieces

Number = Fraction | int
Vector = tuple[Number, Number, Number]
Whole = tuple[int, int, int]
Body = list[Vector]
"""The corners of a box (8) or of an upright rectangle (4)."""
DEPTH = -100_000
HEIGHT = 100_000


def box(x0: Number, y0: Number, z0: Number, x1: Number, y1: Number, z1: Number) -> Body:
    return [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]


def matter(grid: GridMap) -> list[tuple[Number, Number, Number, Number, Number, Number]]:
    """Every square's matter as boxes: x0, y0, z0, x1, y1, z1."""
    found: list[tuple[Number, Number, Number, Number, Number, Number]] = []
    for index in range(int(grid.cells)):
        x = index % int(grid.width) * SQUARE
        y = index // int(grid.width) * SQUARE
        top = max(int(grid.floor[index]), int(grid.solid[index]))
        found.append((x, y, DEPTH, x + SQUARE, y + SQUARE, top))
        if grid.ceiling[index] < SKY:
            found.append((x, y, int(grid.ceiling[index]), x + SQUARE, y + SQUARE, HEIGHT))
    return found


def sheets(grid: GridMap) -> list[tuple[Vector, Vector]]:
    """Every solid part of a wall as two opposite corners."""
    found: list[tuple[Vector, Vector]] = []
    for wall in grid.walls:
        for piece in wall_pieces(wall, wall.door < 0 or grid.is_open(wall.door)):
            x0, y0, d0, x1, y1, d1, low, high = piece
            found.append(
                (
                    (Fraction(x0, d0), Fraction(y0, d0), low),
                    (Fraction(x1, d1), Fraction(y1, d1), high),
                )
            )
    return found


def frame(grid: GridMap, stand: Stand) -> tuple[int, int, int, int, int, int]:
    x = stand.cell % int(grid.width) * SQUARE
    y = stand.cell // int(grid.width) * SQUARE
    side = stand.size * SQUARE
    return (x, y, stand.feet, x + side, y + side, stand.feet + side)


# Cones of directions.


def whole(vector: Vector) -> Whole:
    """The same direction in whole numbers without a common factor."""
    scale = 1
    for part in vector:
        scale = scale * Fraction(part).denominator // gcd(scale, Fraction(part).denominator)
    x, y, z = (int(part * scale) for part in vector)
    common = gcd(gcd(x, y), z) or 1
    return (x // common, y // common, z // common)


def product(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a: Vector, b: Vector) -> Number:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cut(cone: list[Whole], normal: Whole) -> list[Whole]:
    """The part of a cone, given by its rays in order, on the positive side of a plane."""
    values = [normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2] for ray in cone]
    if max(values) <= 0:
        return []
    if min(values) >= 0:
        return cone
    left: list[Whole] = []
    for index, ray in enumerate(cone):
        value = values[index]
        if value >= 0:
            left.append(ray)
        after = values[(index + 1) % len(cone)]
        if value * after < 0:
            other = cone[(index + 1) % len(cone)]
            p, q = abs(after), abs(value)
            x, y, z = (p * ray[i] + q * other[i] for i in range(3))
            common = gcd(gcd(x, y), z)
            left.append((x // common, y // common, z // common))
    return left


OCTANTS = [[(x, 0, 0), (0, y, 0), (0, 0, z)] for x in (1, -1) for y in (1, -1) for z in (1, -1)]


def negative(normal: Whole) -> Whole:
    return (-normal[0], -normal[1], -normal[2])


def edges_of(body: Body) -> list[tuple[int, int]]:
    if len(body) == 4:
        return [(0, 1), (1, 3), (3, 2), (2, 0)]
    return [(i, j) for i in range(8) for j in range(i) if i ^ j in (1, 2, 4)]


def hidden_cone(eye: Vector, hair: Vector, body: Body) -> list[Whole] | None:
    """Normals of the planes that bound what a body hides; none of it if the list is None."""
    normals: list[Whole] = []
    spread = False
    for i, j in edges_of(body):
        # (a - e h) x (b - e h) = a x b - e (h x b + a x h)
        a = minus(body[i], eye)
        b = minus(body[j], eye)
        first = product(a, b)
        second = product(hair, minus(a, b))
        low = False
        high = False
        for corner in body:
            c = minus(corner, eye)
            side = dot(first, c) or dot(second, c) - dot(first, hair) or -dot(second, hair)
            low = low or side < 0
            high = high or side > 0
        if low and high:
            continue
        spread = spread or low or high
        if not (low or high):
            return None  # a rectangle seen edge on
        lead = first if first != (0, 0, 0) else second
        normal = whole(lead)
        normals.append(negative(normal) if low else normal)
    return normals


def sees_corner(grid: GridMap, viewer: Stand, eye: Vector, hair: Vector) -> bool:
    """Whether some of the viewer's box is clear from a point moved a hair."""
    view = frame(grid, viewer)
    boxes = matter(grid)
    for b in boxes:
        if all(_within(eye[i], hair[i], b[i], b[i + 3]) for i in range(3)):
            return False
    fronts: list[tuple[int, int]] = []
    for axis in range(3):
        if _below(eye[axis], hair[axis], view[axis]):
            fronts.append((axis, 1))
        elif _below(-eye[axis], -hair[axis], -view[axis + 3]):
            fronts.append((axis, -1))
    bodies: list[Body] = []
    for axis, way in fronts:
        # The part on this side of that face of the viewer's box.
        limit = view[axis] if way > 0 else view[axis + 3]
        for b in boxes:
            part = list(b)
            if way > 0:
                part[axis + 3] = min(part[axis + 3], limit)
            else:
                part[axis] = max(part[axis], limit)
            if all(part[i] < part[i + 3] for i in range(3) if i != axis):
                if part[axis] < part[axis + 3]:
                    bodies.append(box(part[0], part[1], part[2], part[3], part[4], part[5]))
                elif part[axis] == part[axis + 3]:
                    bodies.append(face(part, axis))
        for u, v in sheets(grid):
            rectangle = clipped(u, v, axis, way, limit)
            if rectangle:
                bodies.append(rectangle)
    if not fronts:
        bodies = []
    cones: list[list[Whole]] = []
    for octant in OCTANTS:
        cone: list[Whole] = list(octant)
        for normal in view_normals(eye, view):
            if cone:
                cone = cut(cone, normal)
        if cone:
            cones.append(cone)
    if not fronts:
        return True
    for body in bodies:
        normals = hidden_cone(eye, hair, body)
        if normals is None:
            continue
        left: list[list[Whole]] = []
        for cone in cones:
            for normal in normals:
                outside = cut(cone, negative(normal))
                if outside:
                    left.append(outside)
                cone = cut(cone, normal)
                if not cone:
                    break
        cones = left
        if not cones:
            return False
    return True


def _below(a: Number, hair: Number, b: Number) -> bool:
    return a < b or (a == b and hair < 0)


def _within(a: Number, hair: Number, low: Number, high: Number) -> bool:
    return _below(-a, -hair, -low) and _below(a, hair, high)


def face(part: list[Number], axis: int) -> Body:
    """A box that is flat along one axis, as a rectangle."""
    corners = box(part[0], part[1], part[2], part[3], part[4], part[5])
    return [corners[i] for i in range(8) if not i & (4 >> axis)]


def view_normals(eye: Vector, view: tuple[int, int, int, int, int, int]) -> list[Whole]:
    """The planes through the corner itself between which the viewer's box lies."""
    body = box(*view)
    normals: list[Whole] = []
    for i, j in edges_of(body):
        normal = product(minus(body[i], eye), minus(body[j], eye))
        if normal == (0, 0, 0):
            continue
        sides = [dot(normal, minus(corner, eye)) for corner in body]
        if min(sides) >= 0 and max(sides) > 0:
            normals.append(whole(normal))
        elif max(sides) <= 0 and min(sides) < 0:
            normals.append(negative(whole(normal)))
    return normals


def clipped(u: Vector, v: Vector, axis: int, way: int, limit: int) -> Body | None:
    """An upright rectangle, less what lies beyond a plane."""
    if axis == 2:
        low, high = u[2], v[2]
        if way > 0:
            high = min(high, limit)
        else:
            low = max(low, limit)
        if low >= high:
            return None
        return [(u[0], u[1], low), (u[0], u[1], high), (v[0], v[1], low), (v[0], v[1], high)]
    a, b = u, v
    past_a = (a[axis] - limit) * way > 0
    past_b = (b[axis] - limit) * way > 0
    if past_a and past_b:
        return None
    if past_a or past_b:
        t = Fraction(limit - a[axis]) / (b[axis] - a[axis])
        middle = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        if past_a:
            a = (middle[0], middle[1], a[2])
        else:
            b = (middle[0], middle[1], b[2])
        if a[:2] == b[:2]:
            return None
    return [(a[0], a[1], u[2]), (a[0], a[1], v[2]), (b[0], b[1], u[2]), (b[0], b[1], v[2])]


# Single lines.


def is_clear(grid: GridMap, p: Vector, q: Vector) -> bool:
    """Whether the segment between two points touches nothing at all."""
    for b in matter(grid):
        if _meets_box(p, q, b):
            return False
    for u, v in sheets(grid):
        if _meets_sheet(p, q, u, v):
            return False
    return True


def _meets_box(
    p: Vector, q: Vector, b: tuple[Number, Number, Number, Number, Number, Number]
) -> bool:
    start: Number = 0
    end: Number = 1
    for axis in range(3):
        step = q[axis] - p[axis]
        low = b[axis] - p[axis]
        high = b[axis + 3] - p[axis]
        if step == 0:
            if low > 0 or high < 0:
                return False
            continue
        s, t = Fraction(low) / step, Fraction(high) / step
        start = max(start, min(s, t))
        end = min(end, max(s, t))
    return start <= end


def _meets_sheet(p: Vector, q: Vector, u: Vector, v: Vector) -> bool:
    def side(a: Vector, b: Vector, c: Vector) -> Number:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    s, t = side(u, v, p), side(u, v, q)
    if s * t > 0 or side(p, q, u) * side(p, q, v) > 0:
        return False
    if s == t:
        return True  # within the wall's plane: too close a thing to call clear
    z = p[2] + Fraction(s) / (s - t) * (q[2] - p[2])
    return u[2] <= z <= v[2]


# Lines on flat maps.


def has_flat_line(grid: GridMap, viewer: Stand, target: Stand) -> bool:
    """Whether there is a line, on a map whose solids and walls reach from floor to ceiling.

    Were there one, it could be moved until it touches two corners of solids, walls or boxes; so
    every line through two corners is tried, moved off either of them to both sides.
    """
    level = viewer.feet + Fraction(SQUARE, 2)
    views = (frame(grid, viewer), frame(grid, target))
    corners: set[tuple[Number, Number]] = set()
    for view in views:
        corners |= {(x, y) for x in (view[0], view[3]) for y in (view[1], view[4])}
    for x0, y0, _, x1, y1, top in matter(grid):
        if top > level and x1 - x0 > 0:
            corners |= {(x0, y0), (x0, y1), (x1, y0), (x1, y1)}
    for u, v in sheets(grid):
        corners |= {(u[0], u[1]), (v[0], v[1])}
    small, tiny = Fraction(1, 1 << 40), Fraction(1, 1 << 80)
    for p in sorted(corners):
        for q in sorted(corners):
            if p == q:
                continue
            nx, ny = p[1] - q[1], q[0] - p[0]
            for s in (small, -small):
                for t in (tiny, -tiny):
                    a = (p[0] + nx * s, p[1] + ny * s)
                    b = (q[0] + nx * t, q[1] + ny * t)
                    ends = [_middle_of_chord(a, b, view) for view in views]
                    if ends[0] is None or ends[1] is None:
                        continue
                    here = (ends[0][0], ends[0][1], level)
                    there = (ends[1][0], ends[1][1], level)
                    if is_clear(grid, here, there):
                        return True
    return False


def _middle_of_chord(
    a: tuple[Number, Number], b: tuple[Number, Number], view: tuple[int, int, int, int, int, int]
) -> tuple[Number, Number] | None:
    """The middle of the part of a line in plan that lies inside a box."""
    start: Number | None = None
    end: Number | None = None
    for axis in range(2):
        step = b[axis] - a[axis]
        if step == 0:
            if not view[axis] < a[axis] < view[axis + 3]:
                return None
            continue
        s, t = sorted((Fraction(view[i] - a[axis]) / step) for i in (axis, axis + 3))
        start = s if start is None else max(start, s)
        end = t if end is None else min(end, t)
    if start is None or end is None or start >= end:
        return None
    middle = Fraction(start + end) / 2
    return (a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))
