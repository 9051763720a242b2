"""Cones of lines in plan, and conditions on them, for the search in `line_search`.

A line l1 x + l2 y + l0 = 0 is the triple (l1, l2, l0), a point homogeneous (x, y, scale); the sign
of their product is the side of the line on which the point lies.
"""

from __future__ import annotations

from shieldwall.engine.space.grid import SQUARE

Triple = tuple[int, int, int]
Curve = list[int]
"""A symmetric matrix by rows: a quadratic condition on a line."""


class Cone:
    """A convex cone of lines: its rays in order, and the bounding condition between each two."""

    def __init__(self, rays: list[Triple], sides: list[Triple]) -> None:
        self.rays = rays
        self.sides = sides


def dot(a: Triple, b: Triple) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross3(a: Triple, b: Triple) -> Triple:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def minus(a: Triple) -> Triple:
    return (-a[0], -a[1], -a[2])


def clip(cone: Cone, condition: Triple) -> Cone | None:
    """The part of a cone where a linear condition is positive, if its interior is not empty."""
    rays = cone.rays
    count = len(rays)
    values: list[int] = []
    some = False
    every = True
    for ray in rays:
        value = ray[0] * condition[0] + ray[1] * condition[1] + ray[2] * condition[2]
        values.append(value)
        if value > 0:
            some = True
        elif value < 0:
            every = False
    if not some:
        return None
    if every:
        return cone
    kept: list[Triple] = []
    sides: list[Triple] = []
    for index in range(count):
        value = values[index]
        after = values[(index + 1) % count]
        if value >= 0:
            kept.append(rays[index])
            if value == 0 and after <= 0:
                sides.append(condition)
            else:
                sides.append(cone.sides[index])
        if value * after < 0:
            # The new ray lies on this side of the cone; the previous side gives its direction.
            ray = cross3(cone.sides[index], condition)
            if dot(cone.sides[index - 1], ray) < 0:
                ray = minus(ray)
            kept.append(ray)
            sides.append(condition if value > 0 else cone.sides[index])
    return Cone(kept, sides)


def inside(cone: Cone) -> Triple:
    """A line in the interior of the cone."""
    x = 0
    y = 0
    z = 0
    for ray in cone.rays:
        x += ray[0]
        y += ray[1]
        z += ray[2]
    return (x, y, z)


def plus(a: Triple, b: Triple) -> Triple:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def evened(rays: list[Triple]) -> list[Triple]:
    """The rays scaled to similar lengths, so that their sums lie in the middle between them."""
    sizes = [(abs(ray[0]) + abs(ray[1])) * SQUARE + abs(ray[2]) for ray in rays]
    largest = max(sizes)
    found: list[Triple] = []
    for ray, size in zip(rays, sizes):
        times = 16 * largest // size
        found.append((ray[0] * times, ray[1] * times, ray[2] * times))
    return found


def value(curve: Curve, u: Triple, v: Triple) -> int:
    """The symmetric bilinear form of a quadratic condition for two lines."""
    return (
        u[0] * (curve[0] * v[0] + curve[1] * v[1] + curve[2] * v[2])
        + u[1] * (curve[3] * v[0] + curve[4] * v[1] + curve[5] * v[2])
        + u[2] * (curve[6] * v[0] + curve[7] * v[1] + curve[8] * v[2])
    )


def bounds(curve: Curve, p: Triple, q: Triple, r: Triple) -> tuple[int, int]:
    """Numbers whose signs bound the condition on all positive combinations of p, q and r."""
    values = (
        value(curve, p, p),
        value(curve, q, q),
        value(curve, r, r),
        value(curve, p, q),
        value(curve, q, r),
        value(curve, r, p),
    )
    return min(values), max(values)
