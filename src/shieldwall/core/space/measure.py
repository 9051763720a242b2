"""Distances between creatures: squares along the longest axis, height counted like the others."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.core.space.grid import SQUARE
from shieldwall.core.state import Unit


def gap(a: i64, a_size: i64, b: i64, b_size: i64) -> i64:
    """Steps between two spans of squares: 0 where they overlap, 1 where they touch."""
    if b >= a + a_size:
        return b - (a + a_size) + 1
    if a >= b + b_size:
        return a - (b + b_size) + 1
    return 0


def rise(a: i64, a_size: i64, b: i64, b_size: i64) -> i64:
    """The same upwards: feet in inches, 0 where the bodies overlap in height."""
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
    most: i64 = gap(ax, a_size, bx, b_size)
    other: i64 = gap(ay, a_size, by, b_size)
    if other > most:
        most = other
    if az != bz:
        other = rise(az, a_size, bz, b_size)
        if other > most:
            most = other
    return most


def distance(a: Unit, b: Unit) -> i64:
    """In squares; 1 is adjacent."""
    return steps_between(a.x, a.y, a.feet, a.sheet.size, b.x, b.y, b.feet, b.sheet.size)
