"""A table of small numbers by pairs of large ones, without objects."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

FIRST_SIZE: Final = 64
MOST_PAIRS: Final = 1 << 20
"""When it holds so many it starts again, instead of growing without bound."""


class PairTable:
    """Open addressing: a pair lies at its place or at the next free one after it."""

    def __init__(self) -> None:
        self.clear(FIRST_SIZE)

    def clear(self, size: i64) -> None:
        """Make it empty, with room for a power of two."""
        self.size: i64 = size
        self.count: i64 = 0
        self.ones = vec[i64]([0] * size)
        """The first number of each pair; 0 where there is none."""
        self.others = vec[i64]([0] * size)
        self.values = vec[u8]([0] * size)

    def place(self, one: i64, other: i64) -> i64:
        """Where the pair is, or would be. Numbers are below 2 to the 40th."""
        mask: i64 = self.size - 1
        mixed: i64 = (one * 31 + other) * 40503
        place: i64 = (mixed ^ mixed >> 17) & mask
        while self.ones[place] != 0 and (self.ones[place] != one or self.others[place] != other):
            place = (place + 1) & mask
        return place

    def get(self, one: i64, other: i64) -> i64:
        """The number of a pair; -1 if it is unknown."""
        place: i64 = self.place(one, other)
        return i64(self.values[place]) if self.ones[place] != 0 else -1

    def put(self, one: i64, other: i64, value: i64) -> None:
        """Set the number of a pair of numbers other than 0."""
        if 2 * self.count >= self.size:
            self.grow()
        place: i64 = self.place(one, other)
        if self.ones[place] == 0:
            self.count += 1
        self.ones[place] = one
        self.others[place] = other
        self.values[place] = u8(value)

    def grow(self) -> None:
        ones = self.ones
        others = self.others
        values = self.values
        size: i64 = self.size
        if size >= 2 * MOST_PAIRS:
            self.clear(FIRST_SIZE)
            return
        self.clear(2 * size)
        place: i64 = 0
        while place < size:
            if ones[place] != 0:
                self.put(ones[place], others[place], i64(values[place]))
            place += 1
