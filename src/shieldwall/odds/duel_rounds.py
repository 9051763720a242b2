"""The rounds of a duel without damage: the same sums over and over, with other values of the next.

A round is a list of steps on slots. A slot holds a value: its bounds and the chances to win and to
lose. Values that no round changes have slots of their own. Each step does what
`Values.work_out` does for a node.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.odds.mixed_strategies import mixed, pure_choice

SLACK: Final = 1 << 14
"""Differences up to this are rounding errors: 10^-11."""

DIE: Final = 0
CHOSEN: Final = 1
CHOSEN_TOGETHER: Final = 2


class Slots:
    """Values by slot."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.low = vec[i64](capacity=256)
        self.high = vec[i64](capacity=256)
        self.wins = vec[i64](capacity=256)
        self.losses = vec[i64](capacity=256)

    def add(self, low: i64, high: i64, wins: i64, losses: i64) -> i64:
        self.low = append(self.low, low)
        self.high = append(self.high, high)
        self.wins = append(self.wins, wins)
        self.losses = append(self.losses, losses)
        self.count += 1
        return self.count - 1

    def put(self, slot: i64, low: i64, high: i64, wins: i64, losses: i64) -> None:
        self.low[slot] = low
        self.high[slot] = high
        self.wins[slot] = wins
        self.losses[slot] = losses

    def copy_to(self, slot: i64, other: Slots, place: i64) -> None:
        other.put(place, self.low[slot], self.high[slot], self.wins[slot], self.losses[slot])

    def is_like(self, slot: i64, other: Slots, place: i64) -> bool:
        return (
            self.low[slot] == other.low[place]
            and self.high[slot] == other.high[place]
            and self.wins[slot] == other.wins[place]
            and self.losses[slot] == other.losses[place]
        )


class Rounds:
    """A round as steps; the first slots hold the values of the next round's beginnings."""

    def __init__(self) -> None:
        self.slots = Slots()
        self.heads: i64 = 0
        """How many beginnings a round has."""
        self.found = Slots()
        """Their values after a round."""
        self.roots = vec[i64](capacity=16)
        """The slots that hold the values of these beginnings."""
        self.kinds = vec[i64](capacity=256)
        self.results = vec[i64](capacity=256)
        """By step: its slot."""
        self.starts = vec[i64](capacity=256)
        """By step: where its part of `parts` begins; the last entry is the end of all."""
        self.facts = vec[i64](capacity=256)
        """By step: the faces of a die; 1 or -1 for the first or second duellist's choice."""
        self.widths = vec[i64](capacity=256)
        """By step: for a choice on a turn 1, for one of both how many choices the other has."""
        self.parts = vec[i64](capacity=1024)
        """The slots that the steps read."""
        self.weights = vec[i64](capacity=1024)
        """For dice: how many faces lead to each."""

    def head(self, low: i64, high: i64, wins: i64, losses: i64) -> i64:
        """The slot of another beginning of the next round; before any other slot."""
        self.heads += 1
        self.found.add(low, high, wins, losses)
        return self.slots.add(low, high, wins, losses)

    def part(self, slot: i64, weight: i64) -> None:
        """Another slot that the step reads which is added next."""
        self.parts = append(self.parts, slot)
        self.weights = append(self.weights, weight)

    def step(self, kind: i64, start: i64, fact: i64, width: i64) -> i64:
        """A step with the parts from `start` on; its slot."""
        slot: i64 = self.slots.add(0, 0, 0, 0)
        self.kinds = append(self.kinds, kind)
        self.results = append(self.results, slot)
        self.starts = append(self.starts, start)
        self.facts = append(self.facts, fact)
        self.widths = append(self.widths, width)
        return slot

    def end_at(self, slot: i64) -> None:
        """The slot where a round has the value of the next beginning."""
        self.roots = append(self.roots, slot)

    def play(self) -> bool:
        """Another round; whether any beginning is worth something else than before."""
        number: i64 = 0
        count: i64 = len(self.kinds)
        while number < count:
            start: i64 = self.starts[number]
            end: i64 = self.starts[number + 1] if number + 1 < count else len(self.parts)
            kind: i64 = self.kinds[number]
            if kind == DIE:
                self.throw(number, start, end)
            elif kind == CHOSEN:
                self.choose(number, start, end)
            else:
                self.choose_together(number, start, end)
            number += 1
        return self.has_changed()

    def has_changed(self) -> bool:
        changed = False
        slots = self.slots
        found = self.found
        place: i64 = 0
        while place < self.heads:
            slots.copy_to(self.roots[place], found, place)
            place += 1
        place = 0
        while place < self.heads:
            if not found.is_like(place, slots, place):
                changed = True
                found.copy_to(place, slots, place)
            place += 1
        return changed

    def throw(self, number: i64, start: i64, end: i64) -> None:
        """A die: the mean of its faces, rounded down and, for the upper bound, up."""
        lows = self.slots.low
        highs = self.slots.high
        won = self.slots.wins
        lost = self.slots.losses
        parts = self.parts
        weights = self.weights
        low: i64 = 0
        high: i64 = 0
        wins: i64 = 0
        losses: i64 = 0
        place: i64 = start
        while place < end:
            slot: i64 = parts[place]
            weight: i64 = weights[place]
            low += weight * lows[slot]
            high += weight * highs[slot]
            wins += weight * won[slot]
            losses += weight * lost[slot]
            place += 1
        total: i64 = self.facts[number]
        self.slots.put(
            self.results[number],
            low // total,
            (high + total - 1) // total,
            wins // total,
            losses // total,
        )

    def choose(self, number: i64, start: i64, end: i64) -> None:
        """The best choice; of equal ones the simplest."""
        slots = self.slots
        parts = self.parts
        sign: i64 = self.facts[number]
        on_turn = self.widths[number] == 1
        best: i64 = parts[start]
        low: i64 = slots.low[best]
        high: i64 = slots.high[best]
        merit: i64 = sign * (low + high)
        place: i64 = start + 1
        while place < end:
            slot: i64 = parts[place]
            other_low: i64 = slots.low[slot]
            other_high: i64 = slots.high[slot]
            found: i64 = sign * (other_low + other_high)
            if is_better(found, merit, on_turn):
                best = slot
            if found > merit:
                merit = found
            if sign * other_low > sign * low:
                low = other_low
            if sign * other_high > sign * high:
                high = other_high
            place += 1
        slots.put(self.results[number], low, high, slots.wins[best], slots.losses[best])

    def choose_together(self, number: i64, start: i64, end: i64) -> None:
        """Simultaneous answers to one moment: see `Values.both_chosen`."""
        slots = self.slots
        columns: i64 = self.widths[number]
        rows: i64 = (end - start) // columns
        result: i64 = self.results[number]
        # Our choices are the rows if the first duellist is asked first, otherwise the columns.
        first = self.facts[number] > 0
        count: i64 = rows if first else columns
        step: i64 = columns if first else 1
        others: i64 = columns if first else rows
        other_step: i64 = 1 if first else columns
        ours = pure_choice(slots.low, self.parts, start, count, step, others, other_step, 1)
        theirs: i64 = -1
        if ours >= 0:
            theirs = pure_choice(slots.high, self.parts, start, others, other_step, count, step, -1)
        if theirs < 0:
            low, high, wins, losses = mixed(
                first,
                self.rows_of(slots.low, start, rows, columns),
                self.rows_of(slots.high, start, rows, columns),
                self.rows_of(slots.wins, start, rows, columns),
                self.rows_of(slots.losses, start, rows, columns),
            )
            slots.put(result, low, high, wins, losses)
            return
        both: i64 = self.parts[start + ours * step + theirs * other_step]
        low = slots.low[both]
        high = slots.high[both]
        place: i64 = 0
        while place < others:
            value: i64 = slots.low[self.parts[start + ours * step + place * other_step]]
            if value < low:
                low = value
            place += 1
        place = 0
        while place < count:
            value = slots.high[self.parts[start + place * step + theirs * other_step]]
            if value > high:
                high = value
            place += 1
        slots.put(result, low, high, slots.wins[both], slots.losses[both])

    def rows_of(self, values: vec[i64], start: i64, rows: i64, columns: i64) -> list[list[int]]:
        found: list[list[int]] = []
        place: i64 = start
        for _ in range(rows):
            row: list[int] = []
            for _ in range(columns):
                row.append(int(values[self.parts[place]]))
                place += 1
            found.append(row)
        return found


def is_better(merit: i64, best: i64, on_turn: bool) -> bool:
    """Of equal choices: the attack on a turn, and in a window nothing."""
    return merit > best + SLACK or (not on_turn and merit >= best - SLACK)
