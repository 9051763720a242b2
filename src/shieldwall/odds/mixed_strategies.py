"""Simultaneous decisions: the best mixed strategies."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
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


def mixed(
    first: bool,
    low: list[list[int]],
    high: list[list[int]],
    wins: list[list[int]],
    losses: list[list[int]],
) -> tuple[i64, i64, i64, i64]:
    """The value of simultaneous choices, and the chances to win and to lose.

    The rows are the first duellist's choices if `first`, otherwise the second one's. Any mix
    guarantees at least its value against the worst reply. So the best mixes found give valid
    bounds, even if they are not optimal.
    """
    ours = best_mix(low if first else turned(low), 1)
    theirs = best_mix(turned(high) if first else high, -1)
    by_row = ours if first else theirs
    by_column = theirs if first else ours
    return (
        worst_reply(low if first else turned(low), ours, 1),
        worst_reply(turned(high) if first else high, theirs, -1),
        both_mixed(wins, by_row, by_column),
        both_mixed(losses, by_row, by_column),
    )


def pure_choice(
    values: vec[i64],
    parts: vec[i64],
    start: i64,
    count: i64,
    step: i64,
    others: i64,
    other_step: i64,
    sign: i64,
) -> i64:
    """The row that `best_mix` takes if it takes a single one; -1 if that is not certain.

    The value of row r against column c is that of part start + r * step + c * other_step.
    """
    most: i64 = 0
    level: i64 = 0
    column: i64 = 0
    while column < others:
        # The best row against this column; the upper bound of all mixes is the least of these.
        best: i64 = 0
        row: i64 = 0
        while row < count:
            value: i64 = sign * values[parts[start + row * step + column * other_step]]
            if row == 0 or value > best:
                best = value
            row += 1
        if column == 0 or best < most:
            most = best
            level = column
        column += 1
    equal: i64 = 0
    row = 0
    while row < count:
        column = 0
        while column < others:
            value = sign * values[parts[start + row * step + column * other_step]]
            if value < most:
                break
            column += 1
        if column == others:
            # A mix of two rows before it would do as well only if both reach the bound at every
            # column, also at the one that sets it.
            return row if row < 2 or equal < 2 else -1
        if sign * values[parts[start + row * step + level * other_step]] == most:
            equal += 1
        row += 1
    return -1
