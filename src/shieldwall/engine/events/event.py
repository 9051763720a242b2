"""The base class of events; the kinds are in `*_events.py`.

Each kind is one entry: its name (`KIND`), its fields with types in the order of its notation
(`FIELDS`), and its sentence (`SENTENCE`). `view` hides secrets.

Field types: `unit`, `side`, `weapon` (of the event's `unit`), `square`, `squares`, `int`, `flag`,
`word`, `sides`, `units`.
"""

from __future__ import annotations

from typing import ClassVar

Fields = tuple[tuple[str, str], ...]
"""Names and types of the fields of an event."""


class Term:
    """One term of a displayed number: name, value, and the rule that adds it."""

    def __init__(self, what: str, value: int, cite: str) -> None:
        self.what = what
        self.value = value
        self.cite = cite

    def key(self) -> tuple[str, int, str]:
        return (self.what, self.value, self.cite)


class Event:
    """Something that happened, as a typed fact."""

    KIND: ClassVar[str] = ""
    FIELDS: ClassVar[Fields] = ()
    SENTENCE: ClassVar[str] = ""
    """Text with field names in braces; `text/sentences.py` says what can be in braces."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.unknown: list[int] = []
        """Per unit, a bit mask of the sides that did not know its position at this moment; empty if
        all positions were known."""

    def template(self) -> str:
        """The sentence of this event; a kind with several sentences chooses one here."""
        return self.SENTENCE

    def key(self) -> tuple[object, ...]:
        """Kind and fields, for comparison; terms are excluded."""
        values: list[object] = [self.KIND]
        for name, _ in self.FIELDS:
            values.append(getattr(self, name))
        return tuple(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{' '.join(str(value) for value in self.key())}>"
