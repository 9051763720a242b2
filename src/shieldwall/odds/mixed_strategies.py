"""Simultaneous decisions: the best mixed strategies."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WHOLE: Final = 1 << 60
"""The sum of the weights of a mix."""


def turned(rows: list[list[int]]) -> list[list[int]]:
    return [[row[column] for row in rows] for column in range(len(rows[0]))]


def worst_reply(rows: list[list[int]], mix: list[int], sign: int) -> i64:
    """The value of a mix of rows against the best reply; sign 1 for the maximizing player.

    Rounded against that player.
    """
    worst = 0
    for column in range(len(rows[0])):
        value = 0
        for number in range(len(mix)):
            weight = mix[number]
            if weight == WHOLE:
                value = rows[number][column] * WHOLE
            elif weight != 0:
                value += rows[number][column] * weight
        value = value // WHOLE if sign > 0 else -(-value // WHOLE)
        if column == 0 or sign * value < sign * worst:
            worst = value
    return worst


def worst_of(row: list[int], sign: int) -> int:
    """The value of a single row against the best reply."""
    return min(row) if sign > 0 else max(row)


def best_mix(rows: list[list[int]], sign: int) -> list[int]:
    """The best of all single rows and of all mixes of two that make two columns equal."""
    count = len(rows)
    best: list[int] = []
    value = 0
    # Upper bound: no mix exceeds the best row against any single column.
    most = worst_of([worst_of(column, -sign) for column in turned(rows)], sign)
    for first in range(count):
        found = worst_of(rows[first], sign)
        if not best or sign * found > sign * value:
            best = [WHOLE if row == first else 0 for row in range(count)]
            value = found
        for second in range(first):
            if value == most:
                return best
            for left in range(len(rows[0])):
                for right in range(left):
                    rise = rows[first][left] - rows[first][right]
                    fall = rows[second][right] - rows[second][left]
                    if rise * fall > 0:
                        share = WHOLE * fall // (rise + fall)
                        mix = [0] * count
                        mix[first] = share
                        mix[second] = WHOLE - share
                        found = int(worst_reply(rows, mix, sign))
                        if sign * found > sign * value:
                            best = mix
                            value = found
    return best


def both_mixed(rows: list[list[int]], first: list[int], second: list[int]) -> i64:
    value = 0
    for number in range(len(first)):
        weight = first[number]
        if weight != 0:
            row = rows[number]
            for column in range(len(second)):
                if second[column] != 0:
                    value += row[column] * weight * second[column]
    return value // (WHOLE * WHOLE)
