"""Moments that both answer, neither knowing the other's answer: the best mixes of answers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WHOLE: Final = 1 << 60
"""The weights of a mix of answers add up to this."""


def turned(rows: list[list[int]]) -> list[list[int]]:
    return [[row[column] for row in rows] for column in range(len(rows[0]))]


def worst_reply(rows: list[list[int]], mix: list[int], sign: int) -> i64:
    """What a mix of rows is worth against the best reply; sign 1 for one who wants much.

    Rounded against it.
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
    """The same of one row alone."""
    return min(row) if sign > 0 else max(row)


def best_mix(rows: list[list[int]], sign: int) -> list[int]:
    """The best of all single rows and of all mixes of two that make two columns equal."""
    count = len(rows)
    best: list[int] = []
    worth = 0
    # No mix gets more than a single column leaves of the best row against it.
    most = worst_of([worst_of(column, -sign) for column in turned(rows)], sign)
    for one in range(count):
        found = worst_of(rows[one], sign)
        if not best or sign * found > sign * worth:
            best = [WHOLE if row == one else 0 for row in range(count)]
            worth = found
        for other in range(one):
            if worth == most:
                return best
            for left in range(len(rows[0])):
                for right in range(left):
                    rise = rows[one][left] - rows[one][right]
                    fall = rows[other][right] - rows[other][left]
                    if rise * fall > 0:
                        share = WHOLE * fall // (rise + fall)
                        mix = [0] * count
                        mix[one] = share
                        mix[other] = WHOLE - share
                        found = int(worst_reply(rows, mix, sign))
                        if sign * found > sign * worth:
                            best = mix
                            worth = found
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
