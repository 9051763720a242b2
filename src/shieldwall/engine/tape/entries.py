"""The tape: every die, choice and ruling of a fight, in order. It is the only record."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shieldwall.engine.tape.request import Choice


class Entry:
    """An entry of the tape."""


class Rolled(Entry):
    """A die, its purpose and its result."""

    def __init__(self, tag: str, sides: int, value: int) -> None:
        self.tag = tag
        self.sides = sides
        self.value = value

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Rolled)
            and self.tag == other.tag
            and self.sides == other.sides
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((self.tag, self.sides, self.value))


class Chose(Entry):
    """A choice, its seat and the point it answers."""

    def __init__(self, seat: int, point: int, choice: Choice) -> None:
        self.seat = seat
        self.point = point
        self.choice = choice

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Chose)
            and self.seat == other.seat
            and self.point == other.point
            and self.choice == other.choice
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.point, self.choice))


class Ruled(Entry):
    """An order of the GM between two steps, with an optional note."""

    def __init__(self, what: str, note: str) -> None:
        self.what = what
        self.note = note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruled) and self.what == other.what and self.note == other.note

    def __hash__(self) -> int:
        return hash((self.what, self.note))


class Desync(ValueError):
    """A tape entry does not fit the fight: its index, its content, what was expected."""

    def __init__(self, place: int, found: Entry | None, expected: str) -> None:
        super().__init__(f"entry {place + 1}: expected {expected}")
        self.place = place
        """Index of the entry, from 0, counted from the start of the replay."""
        self.found = found
        """None at the end of the tape."""
        self.expected = expected
