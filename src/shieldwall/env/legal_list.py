"""The legal actions of a decision as machine integers; choices are made on demand."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shieldwall.engine.listing import Listing
from shieldwall.engine.space.reach import Reach
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.env.action_codes import Codes

PLACE_BITS: Final = 20
MOST_CHOICES: Final = 1 << PLACE_BITS
"""Upper bound of choices kept at once."""
NOT_MADE: Final = MOST_CHOICES - 1
"""Instead of a choice's index: not made yet."""


class Ways:
    """The paths of one unit to many squares."""

    def __init__(self, number: i64, unit: int, reach: Reach) -> None:
        self.number = number
        """The action's place in the book."""
        self.unit = unit
        self.reach = reach


class LegalList(Listing):
    """Action numbers in ascending order, and the choices that are more than their number.

    Of two choices with the same number the first stays.
    """

    def __init__(self, codes: Codes, slots: list[int]) -> None:
        super().__init__()
        self.codes = codes
        self.slots = slots
        self.keys = vec[i64]([0] * 48)
        """Each number, then in PLACE_BITS the index of its choice, or NOT_MADE."""
        self.count: i64 = 0
        self.choices: list[Choice] = []
        self.ways: list[Ways] = []
        self.number: i64 = -1
        self.block = codes.blocks[0]
        self.unit: i64 = -1
        """The unit's number, -1 if it has none."""
        self.doer: Unit | None = None
        """The unit whose verbs are being listed."""
        self.in_order = True
        """Whether every number so far is larger than the one before."""
        self.numbers: list[int] | None = None

    def clear(self, slots: list[int]) -> None:
        """Start again with another decision."""
        self.slots = slots
        self.count = 0
        if self.choices:
            self.choices = []
        if self.ways:
            self.ways = []
        self.in_order = True
        self.numbers = None
        self.doer = None

    def begin(self, number: i64, verb: str, unit: Unit) -> None:
        self.trial.verb = verb
        self.number = number
        self.block = self.codes.of_action[number] if number >= 0 else self.codes.by_verb[verb]
        if self.doer is not unit:
            self.doer = unit
            self.trial.unit = int(unit.index)
            slot: i64 = self.slots[unit.index]
            self.unit = slot if slot < self.codes.units else -1

    def first_of(self, target: i64, weapon: i64) -> i64:
        """The number without a square; -1 if the target or weapon has none."""
        block = self.block
        code: i64 = self.unit
        if code < 0:
            return -1
        if block.targets > 1:
            slot: i64 = self.slots[target] + 1 if target >= 0 else 0
            if slot >= block.targets or (slot == 0 and target >= 0):
                return -1
            code = code * block.targets + slot
        if block.weapons > 1:
            if weapon + 1 >= block.weapons:
                return -1
            code = code * block.weapons + weapon + 1
        return code * block.squares * block.notes + block.first

    def put(self, target: i64, weapon: i64) -> None:
        first = self.first_of(target, weapon)
        if first >= 0:
            self.add(first * MOST_CHOICES + NOT_MADE)

    def put_note(self, note: str) -> None:
        first = self.first_of(-1, -1)
        if first >= 0:
            self.add((first + self.codes.note_number(note)) * MOST_CHOICES + NOT_MADE)

    def put_squares(self, target: i64, weapon: i64, cells: vec[i64]) -> None:
        first = self.first_of(target, weapon)
        if first < 0:
            return
        many: i64 = len(cells)
        self.make_room(many)
        keys = self.keys
        each: i64 = self.block.notes * MOST_CHOICES
        # Square 0 has the number 1, since 0 stands for none.
        key: i64 = first * MOST_CHOICES + NOT_MADE + each
        place: i64 = self.count
        if many > 0 and place > 0 and keys[place - 1] | NOT_MADE >= key + cells[0] * each:
            self.in_order = False
        number: i64 = 0
        while number < many:
            keys[place] = key + cells[number] * each
            place += 1
            number += 1
        self.count = place

    def put_ways(self, unit: Unit, target: i64, cells: vec[i64], reach: Reach) -> None:
        ways = self.ways
        if not ways or ways[-1].reach is not reach or ways[-1].number != self.number:
            ways.append(Ways(self.number, int(unit.index), reach))
        self.put_squares(target, -1, cells)

    def keep(self, choice: Choice) -> None:
        code: i64 = self.codes.encode(choice, self.slots)
        if code >= 0:
            self.add(code * MOST_CHOICES + len(self.choices))
            self.choices.append(choice)

    def add(self, key: i64) -> None:
        place: i64 = self.count
        if place == len(self.keys):
            self.make_room(1)
        if place > 0 and self.keys[place - 1] | NOT_MADE >= key:
            self.in_order = False
        self.keys[place] = key
        self.count = place + 1

    def make_room(self, more: i64) -> None:
        needed: i64 = self.count + more
        if needed <= len(self.keys):
            return
        grown = vec[i64]([0] * (2 * needed))
        place: i64 = 0
        while place < self.count:
            grown[place] = self.keys[place]
            place += 1
        self.keys = grown

    def finish(self) -> None:
        """Sort, and drop choices with the same number as another."""
        if self.in_order:
            return
        keys = self.keys
        count: i64 = self.count
        put_in_order(keys, count)
        before: i64 = -1
        kept: i64 = 0
        place: i64 = 0
        while place < count:
            key: i64 = keys[place]
            place += 1
            if key >> PLACE_BITS != before:
                before = key >> PLACE_BITS
                keys[kept] = key
                kept += 1
        self.count = kept

    def keep_endings(self) -> None:
        """Keep only the actions that end the turn, if any."""
        # Their blocks come first.
        ending: i64 = self.codes.first_deed * MOST_CHOICES
        count: i64 = 0
        while count < self.count and self.keys[count] < ending:
            count += 1
        if count > 0:
            self.count = count

    def code(self, at: i64) -> i64:
        """The number at an index."""
        return self.keys[at] >> PLACE_BITS

    def as_numbers(self) -> list[int]:
        numbers = self.numbers
        if numbers is None:
            numbers = []
            for at in range(self.count):
                numbers.append(self.keys[at] >> PLACE_BITS)
            self.numbers = numbers
        return numbers

    def place_of(self, number: i64) -> i64:
        """The index of a number; -1 if it is not listed."""
        low: i64 = self.first_from(number, 0)
        return low if low < self.count and self.keys[low] >> PLACE_BITS == number else -1

    def first_from(self, number: i64, low: i64) -> i64:
        """The index of the first number that is not smaller; search from an index on."""
        high: i64 = self.count
        while low < high:
            middle: i64 = (low + high) >> 1
            if self.keys[middle] >> PLACE_BITS < number:
                low = middle + 1
            else:
                high = middle
        return low

    # Values of one factor after another. In the order of the numbers, all that share their first
    # factors are neighbours, so each value is found without a look at every action.

    def mark_values(self, chosen: list[int], out: vec[u8], at: i64) -> None:
        """Set the bytes of the legal values of the factor after the chosen ones, to 1.

        They begin at an index; the one behind the last stands for none.
        """
        many = len(chosen)
        if many == 0:
            self.mark_units(out, at)
        elif 0 <= chosen[0] < self.codes.units:
            if many == 1:
                self.mark_verbs(chosen[0], out, at)
            elif 0 <= chosen[1] < len(self.codes.blocks):
                self.mark_others(chosen, out, at)

    def mark_units(self, out: vec[u8], at: i64) -> None:
        place: i64 = 0
        while place < self.count:
            code: i64 = self.code(place)
            block = self.codes.block_of(code)
            unit: i64 = (code - block.first) // block.each
            out[at + unit] = 1
            place = self.first_from(block.first + (unit + 1) * block.each, place)

    def mark_verbs(self, unit: i64, out: vec[u8], at: i64) -> None:
        place: i64 = 0
        while place < self.count:
            code: i64 = self.code(place)
            block = self.codes.block_of(code)
            own: i64 = block.first + unit * block.each
            if own <= code < own + block.each:
                out[at + block.number] = 1
            if code < own:
                place = self.first_from(own, place)
            else:
                place = self.first_from(block.first + self.codes.units * block.each, place)

    def mark_others(self, chosen: list[int], out: vec[u8], at: i64) -> None:
        block = self.codes.blocks[chosen[1]]
        sizes = self.codes.factor_sizes()
        first: i64 = block.first + chosen[0] * block.each
        each: i64 = block.each
        factor: i64 = 2
        value: i64
        while factor < len(chosen):
            value = chosen[factor] + 1
            if value == sizes[factor] + 1:
                value = 0
            if value < 0 or value >= block.sizes[factor - 2]:
                return
            each = block.strides[factor - 2]
            first += value * each
            factor += 1
        none: i64 = sizes[factor]
        each_value: i64 = block.strides[factor - 2]
        place: i64 = self.first_from(first, 0)
        while place < self.count and self.code(place) < first + each:
            value = (self.code(place) - first) // each_value
            out[at + (value - 1 if value > 0 else none)] = 1
            place = self.first_from(first + (value + 1) * each_value, place)

    def made(self, at: i64) -> Choice | None:
        """The choice at an index; None if not made yet."""
        place: i64 = self.keys[at] & NOT_MADE
        return None if place == NOT_MADE else self.choices[place]

    def remember(self, at: i64, choice: Choice) -> None:
        """Store the choice at an index."""
        self.keys[at] = self.keys[at] & ~NOT_MADE | len(self.choices)
        self.choices.append(choice)

    def reach_of(self, number: int, unit: int) -> Reach | None:
        """The paths of a unit for an action, if it was listed with a search."""
        for ways in self.ways:
            if ways.number == number and ways.unit == unit:
                return ways.reach
        return None


def put_in_order(keys: vec[i64], count: i64) -> None:
    """Sort the first numbers in place, ascending, by merging the runs that are in order."""
    none: i64 = 0
    starts = vec[i64]([0] * none)
    place: i64 = 1
    starts = append(starts, 0)
    while place < count:
        if keys[place - 1] > keys[place]:
            starts = append(starts, place)
        place += 1
    runs: i64 = len(starts)
    spare = vec[i64]([0] * count)
    while runs > 1:
        number: i64 = 0
        left: i64 = 0
        while number < runs:
            first: i64 = starts[number]
            middle: i64 = starts[number + 1] if number + 1 < runs else count
            last: i64 = starts[number + 2] if number + 2 < runs else count
            one: i64 = first
            other: i64 = middle
            place = first
            while place < last:
                if other >= last or (one < middle and keys[one] <= keys[other]):
                    spare[place] = keys[one]
                    one += 1
                else:
                    spare[place] = keys[other]
                    other += 1
                place += 1
            starts[left] = first
            left += 1
            number += 2
        runs = left
        place = 0
        while place < count:
            keys[place] = spare[place]
            place += 1
