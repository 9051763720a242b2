"""Seeded dice: Chris Doty-Humphrey's sfc64 (PractRand), with unbiased faces by Lemire's method.

The generator works on 32-bit halves in machine integers, so that the compiled build (where 64-bit
sums wrap) and the interpreted one (where they do not) give the same dice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFFFFFFFFFF
HALF: Final = 0xFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15


def splitmix64(state: int) -> int:
    """The output function of Steele, Lea and Flood's splitmix64: turns a counter into noise."""
    low: i64 = state & HALF
    high: i64 = (state >> 32) & HALF
    low, high = folded(low, high, 30)
    low, high = times(low, high, 0x1CE4E5B9, 0xBF58476D)
    low, high = folded(low, high, 27)
    low, high = times(low, high, 0x133111EB, 0x94D049BB)
    low, high = folded(low, high, 31)
    return int(high) << 32 | int(low)


def folded(low: i64, high: i64, by: i64) -> tuple[i64, i64]:
    """A word of two halves xor itself shifted to the right, by less than 32 bits."""
    return low ^ ((low >> by) | (high << (32 - by) & HALF)), high ^ (high >> by)


def times(low: i64, high: i64, by_low: i64, by_high: i64) -> tuple[i64, i64]:
    """The lower 64 bits of a product, in halves; no step exceeds a machine integer."""
    first: i64 = (low & 0xFFFF) * by_low
    second: i64 = (low >> 16) * by_low + (first >> 16)
    cross: i64 = (low & 0xFFFF) * by_high + (((low >> 16) * by_high & 0xFFFF) << 16)
    cross += (high & 0xFFFF) * by_low + (((high >> 16) * by_low & 0xFFFF) << 16)
    return (first & 0xFFFF) | (second << 16 & HALF), ((second >> 16) + cross) & HALF


class Root:
    """Cache of `substream`: the last seed of a run, and the part its fights share."""

    def __init__(self) -> None:
        self.last = (0, splitmix64(GOLDEN))


ROOT: Final = Root()


def substream(seed: int, number: int) -> int:
    """The seed of stream `number` of a run: fight i uses it in any process."""
    known, shared = ROOT.last
    if known != seed:
        shared = splitmix64(seed + GOLDEN)
        ROOT.last = (seed, shared)
    return splitmix64(shared ^ (number * GOLDEN & WORD))


def fold(digest: int, text: str) -> int:
    """Update a running digest with text: FNV-1a over its bytes, mixed."""
    value = digest ^ 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & WORD
    return splitmix64(value + GOLDEN)


class Dice:
    """One stream of dice from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        low: i64 = seed & HALF
        high: i64 = (seed >> 32) & HALF
        self.a_low: i64 = low
        self.a_high: i64 = high
        self.b_low: i64 = low
        self.b_high: i64 = high
        self.c_low: i64 = low
        self.c_high: i64 = high
        self.n_low: i64 = 1
        self.n_high: i64 = 0
        self.low: i64 = 0
        """Both halves of the last word."""
        self.high: i64 = 0
        self.spare = False
        """Whether the low half is still unused."""
        for _ in range(12):
            self.advance()

    def copy(self) -> Dice:
        """An independent copy of the stream."""
        twin = Dice(0)
        twin.a_low = self.a_low
        twin.a_high = self.a_high
        twin.b_low = self.b_low
        twin.b_high = self.b_high
        twin.c_low = self.c_low
        twin.c_high = self.c_high
        twin.n_low = self.n_low
        twin.n_high = self.n_high
        twin.low = self.low
        twin.high = self.high
        twin.spare = self.spare
        return twin

    def words(self) -> tuple[int, ...]:
        """The position in the stream, for `from_words`."""
        spare = 1 if self.spare else 0
        return (
            self.a_low, self.a_high, self.b_low, self.b_high, self.c_low, self.c_high,
            self.n_low, self.n_high, self.low, self.high, spare,
        )  # fmt: skip

    @staticmethod
    def from_words(words: tuple[int, ...]) -> Dice:
        dice = Dice(0)
        dice.a_low, dice.a_high, dice.b_low, dice.b_high = words[0], words[1], words[2], words[3]
        dice.c_low, dice.c_high, dice.n_low, dice.n_high = words[4], words[5], words[6], words[7]
        dice.low, dice.high = words[8], words[9]
        dice.spare = words[10] == 1
        return dice

    def advance(self) -> None:
        """Generate the next 64-bit word."""
        low: i64 = self.a_low + self.b_low + self.n_low
        high: i64 = (self.a_high + self.b_high + self.n_high + (low >> 32)) & HALF
        low &= HALF
        count: i64 = self.n_low + 1
        self.n_low = count & HALF
        self.n_high = (self.n_high + (count >> 32)) & HALF

        b_low: i64 = self.b_low
        b_high: i64 = self.b_high
        self.a_low = b_low ^ ((b_low >> 11) | ((b_high << 21) & HALF))
        self.a_high = b_high ^ (b_high >> 11)

        c_low: i64 = self.c_low
        c_high: i64 = self.c_high
        sum_low: i64 = c_low + ((c_low << 3) & HALF)
        self.b_high = (c_high + (((c_high << 3) | (c_low >> 29)) & HALF) + (sum_low >> 32)) & HALF
        self.b_low = sum_low & HALF

        turned: i64 = (((c_low << 24) | (c_high >> 8)) & HALF) + low
        self.c_high = ((((c_high << 24) | (c_low >> 8)) & HALF) + high + (turned >> 32)) & HALF
        self.c_low = turned & HALF

        self.low = low
        self.high = high

    def word(self) -> int:
        """The next whole 64-bit word, as in the generator's published test vectors."""
        self.advance()
        self.spare = False
        return int(self.high) << 32 | int(self.low)

    def roll(self, sides: i64) -> i64:
        """A face from 1 to `sides`, uniformly: Lemire's multiply and reject."""
        half: i64
        limit: i64 = -1
        while True:
            if self.spare:
                half = self.low
                self.spare = False
            else:
                self.advance()
                half = self.high
                self.spare = True
            product: i64 = half * sides
            fraction: i64 = product & HALF
            if fraction >= sides:
                return (product >> 32) + 1
            if limit < 0:
                limit = (HALF + 1) % sides
            if fraction >= limit:
                return (product >> 32) + 1
