"""Distances between creatures: the longest axis in squares, height included."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.state.state import Unit


def gap(a: i64, a_size: i64, b: i64, b_size: i64) -> i64:
    """Steps between two spans of squares: 0 if they overlap, 1 if they touch."""
    if b >= a + a_size:
        return b - (a + a_size) + 1
    if a >= b + b_size:
        return a - (b + b_size) + 1
    return 0


def rise(a: i64, a_size: i64, b: i64, b_size: i64) -> i64:
    """Steps between two spans of height, from feet in inches: 0 if they overlap."""
    between: i64
    if b >= a + a_size * SQUARE:
        between = b - (a + a_size * SQUARE)
    elif a >= b + b_size * SQUARE:
        between = a - (b + b_size * SQUARE)
    else:
        return 0
    return (between + SQUARE - 1) // SQUARE + 1


def steps_between(
    ax: i64, ay: i64, az: i64, a_size: i64, bx: i64, by: i64, bz: i64, b_size: i64
) -> i64:
    """Chebyshev distance in squares between the nearest squares of two bodies (SOV-007, G-06)."""
    most: i64
    other: i64
    if a_size == 1 and b_size == 1:
        most = ax - bx if ax > bx else bx - ax
        other = ay - by if ay > by else by - ay
    else:
        most = gap(ax, a_size, bx, b_size)
        other = gap(ay, a_size, by, b_size)
    if other > most:
        most = other
    if az != bz:
        other = rise(az, a_size, bz, b_size)
        if other > most:
            most = other
    return most


def distance(a: Unit, b: Unit) -> i64:
    """In squares; 1 is adjacent.

    Without a map it is 5 ft to adjacent units, and 10 ft or more to all others.
    """
    if a.mapless:
        if a.beside != 0 and a.beside & b.bit:
            return 1
    elif a.feet != b.feet or a.sheet.size != 1 or b.sheet.size != 1:
        return steps_between(a.x, a.y, a.feet, a.sheet.size, b.x, b.y, b.feet, b.sheet.size)
    most: i64 = a.x - b.x if a.x > b.x else b.x - a.x
    other: i64 = a.y - b.y if a.y > b.y else b.y - a.y
    if other > most:
        most = other
    if a.mapless:
        if a.feet != b.feet:
            other = (a.feet - b.feet if a.feet > b.feet else b.feet - a.feet) // SQUARE
            if other > most:
                most = other
        if most < 2:
            most = 2
    return most


def steps_in_plan(a: Unit, b: Unit) -> i64:
    """On a map: distance in squares without height; a step changes it by at most 1."""
    across: i64 = gap(a.x, a.sheet.size, b.x, b.sheet.size)
    down: i64 = gap(a.y, a.sheet.size, b.y, b.sheet.size)
    return across if across > down else down


def feet_apart(grid: GridMap, a: Unit, b: Unit) -> i64:
    """In feet, for ranges: exact if two sides are closer than whole positions."""
    steps: i64 = distance(a, b)
    if grid.nearer and steps > 1 and a.side != b.side:
        return steps * 5 - grid.nearer
    return steps * 5
