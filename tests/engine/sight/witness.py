"""A line of sight constructed from the result of the search."""

from __future__ import annotations

from fractions import Fraction

from tests.engine.sight.reference import Vector

from shieldwall.engine.space.sight.cones import cross3
from shieldwall.engine.space.sight.line_search import LineSearch

STEEP = Fraction(10**12)
Spot = tuple[Fraction, Fraction]
"""A place along the line in plan, and a height."""


def witness(search: LineSearch) -> tuple[Vector, Vector]:
    """Two points, one in each box, between which the line found runs."""
    line = search.found
    inside_a = _chord(line, search.a)
    inside_b = _chord(line, search.b)
    z0, z1, z2, z3 = search.z
    floors: list[Spot] = [(_place(line, post), Fraction(height)) for post, height in search.above]
    ceilings: list[Spot] = [(_place(line, post), Fraction(height)) for post, height in search.below]
    if not floors:
        here = (inside_a[0] + inside_a[1]) / 2
        there = (inside_b[0] + inside_b[1]) / 2
        floors = [(here, Fraction(z0)), (there, Fraction(z2))]
        ceilings = [(here, Fraction(z1)), (there, Fraction(z3))]
    slope, start = _run(floors, ceilings)
    ends = []
    for (west, east), low, high in ((inside_a, z0, z1), (inside_b, z2, z3)):
        # The part of the line in plan over the box where its height is in the box too.
        if slope:
            s, t = sorted(((low - start) / slope, (high - start) / slope))
            west, east = max(west, s), min(east, t)
        assert west < east
        x = (west + east) / 2
        y = Fraction(-(line[0] * x + line[2])) / line[1]
        z = start + slope * x
        assert low < z < high
        ends.append(
            (y + search.x, x + search.y, z) if search.swap else (x + search.x, y + search.y, z)
        )
    return ends[0], ends[1]


def _place(line: tuple[int, int, int], other: tuple[int, int, int]) -> Fraction:
    meeting = cross3(line, other)
    return Fraction(meeting[0], meeting[2])


def _chord(
    line: tuple[int, int, int], outline: list[tuple[int, int, int]]
) -> tuple[Fraction, Fraction]:
    sides = [line[0] * x + line[1] * y + line[2] * d for x, y, d in outline]
    places = []
    for index, corner in enumerate(outline):
        after = (index + 1) % len(outline)
        if sides[index] * sides[after] < 0:
            places.append(_place(line, cross3(corner, outline[after])))
        elif sides[index] == 0:
            places.append(Fraction(corner[0], corner[2]))
    return min(places), max(places)


def _run(floors: list[Spot], ceilings: list[Spot]) -> tuple[Fraction, Fraction]:
    """A slope and a height at zero that keep above all floors and below all ceilings."""
    corners: list[tuple[Fraction, Fraction]] = []
    west = min(place for place, _ in floors + ceilings)
    east = max(place for place, _ in floors + ceilings)
    floors = [*floors, (west, -STEEP), (east, -STEEP)]
    ceilings = [*ceilings, (west, STEEP), (east, STEEP)]
    spots = floors + ceilings
    for s, (t, height) in enumerate(spots):
        for u, other in spots[:s]:
            if t != u:
                slope = (height - other) / (t - u)
                start = height - slope * t
                if all(start + slope * x >= z for x, z in floors) and all(
                    start + slope * x <= z for x, z in ceilings
                ):
                    corners.append((slope, start))
    assert corners
    slope = sum((corner[0] for corner in corners), Fraction(0)) / len(corners)
    start = sum((corner[1] for corner in corners), Fraction(0)) / len(corners)
    assert all(start + slope * x > z for x, z in floors)
    assert all(start + slope * x < z for x, z in ceilings)
    return slope, start
