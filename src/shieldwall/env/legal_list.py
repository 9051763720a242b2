"""The legal actions of a decision as machine integers; choices are made on demand."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.engine.space.squares_reached import Ways
from shieldwall.engine.tape.request import DONE, PASS, Choice
from shieldwall.env.action_codes import Codes

ENDINGS: Final = (DONE, PASS)
PLACE_BITS: Final = 20
MOST_CHOICES: Final = 1 << PLACE_BITS
"""Upper bound of choices listed at once."""
NOT_MADE: Final = MOST_CHOICES - 1
"""Instead of a choice's index: not made yet."""


class LegalList:
    """Action numbers in order, and their choices."""

    def __init__(self, choices: list[Choice], ways: list[Ways]) -> None:
        none: i64 = 0
        self.choices = choices
        self.ways = ways
        """Moves to many squares: their choices are made on demand."""
        self.codes = vec[i64]([0] * none)
        self.places = vec[i64]([0] * none)
        """For each number the index of its choice; NOT_MADE for one of `ways`."""
        self.numbers: list[int] | None = None

    def fill(self, codes: Codes, slots: list[int]) -> None:
        """Number all choices; of two choices with the same number the first stays."""
        # The index is in the low bits of a key.
        keys = vec[i64]([0] * len(self.choices))
        place: i64 = 0
        count: i64 = 0
        for choice in self.choices:
            code: i64 = codes.encode(choice, slots)
            if code >= 0:
                keys[count] = code * MOST_CHOICES + place
                count += 1
            place += 1
        put_in_order(keys, count)
        for ways in self.ways:
            first: i64 = codes.encode_ends(ways.spec.verb, slots[ways.unit])
            if first >= 0:
                ends = ways.ends()
                put_in_order(ends, len(ends))
                keys = with_ends(keys, count, ends, first, codes.last.notes)
                count += len(ends)
        before: i64 = -1
        found = vec[i64]([0] * count)
        places = vec[i64]([0] * count)
        place = 0
        listed: i64 = 0
        while place < count:
            key: i64 = keys[place]
            number: i64 = key >> PLACE_BITS
            if number != before:
                before = number
                found[listed] = number
                places[listed] = key & NOT_MADE
                listed += 1
            place += 1
        self.codes = found if listed == count else found[:listed]
        self.places = places if listed == count else places[:listed]

    def keep_endings(self) -> None:
        """Keep only the actions that end the turn, if any."""
        found = vec[i64](capacity=2)
        places = vec[i64](capacity=2)
        for number in range(len(self.codes)):
            place: i64 = self.places[number]
            if place != NOT_MADE and self.choices[place].verb in ENDINGS:
                found = append(found, self.codes[number])
                places = append(places, place)
        if len(found) > 0:
            self.codes = found
            self.places = places

    def as_numbers(self) -> list[int]:
        numbers = self.numbers
        if numbers is None:
            numbers = []
            for code in self.codes:
                numbers.append(code)
            self.numbers = numbers
        return numbers

    def place_of(self, number: i64) -> i64:
        """The index of a number; -1 if it is not listed."""
        low: i64 = 0
        high: i64 = len(self.codes)
        while low < high:
            middle: i64 = (low + high) // 2
            if self.codes[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.codes) and self.codes[low] == number else -1

    def made(self, at: i64) -> Choice | None:
        """The choice at an index; None if not made yet."""
        place: i64 = self.places[at]
        return None if place == NOT_MADE else self.choices[place]

    def keep(self, at: i64, choice: Choice) -> None:
        """Store the choice at an index."""
        self.places[at] = len(self.choices)
        self.choices.append(choice)


def with_ends(keys: vec[i64], count: i64, ends: vec[i64], first: i64, each: i64) -> vec[i64]:
    """Sorted keys, and those of pure moves to squares in ascending order: sorted again."""
    more: i64 = len(ends)
    found = vec[i64]([0] * (count + more))
    left: i64 = 0
    right: i64 = 0
    place: i64 = 0
    while right < more:
        key: i64 = (first + ends[right] * each) * MOST_CHOICES + NOT_MADE
        while left < count and keys[left] <= key:
            found[place] = keys[left]
            left += 1
            place += 1
        found[place] = key
        place += 1
        right += 1
    while left < count:
        found[place] = keys[left]
        left += 1
        place += 1
    return found


def put_in_order(keys: vec[i64], count: i64) -> None:
    """Sort the first numbers in place, ascending; most are in order already."""
    # Usually only the last one, the end of the turn, is out of place.
    sorted_to: i64 = 1
    while sorted_to < count and keys[sorted_to - 1] <= keys[sorted_to]:
        sorted_to += 1
    if sorted_to >= count:
        return
    gap: i64 = 1
    if sorted_to < count - 1:
        while gap < count // 9:
            gap = 3 * gap + 1
    while gap > 0:
        place: i64 = gap
        while place < count:
            key: i64 = keys[place]
            at: i64 = place
            while at >= gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key
            place += 1
        gap //= 3
