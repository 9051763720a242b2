"""What happened, as typed facts: their common form; the kinds are in `*_events.py`.

A kind is one entry: its name (`KIND`), its fields with their types in the order its notation gives
them (`FIELDS`), and its sentence (`SENTENCE`). Secrets are kept in `view`.
Field types: `unit`, `side`, `weapon` (of the event's `unit`), `square`, `squares`, `int`, `flag`,
`word`, `sides`, `units`.
"""

from __future__ import annotations

from typing import ClassVar, Final

EVERYONE: Final = -1

Fields = tuple[tuple[str, str], ...]
"""Names and types of the fields of an event."""


class Term:
    """One summand of a number shown: what it is, how much, and the rule that adds it."""

    def __init__(self, what: str, value: int, cite: str) -> None:
        self.what = what
        self.value = value
        self.cite = cite

    def key(self) -> tuple[str, int, str]:
        return (self.what, self.value, self.cite)


class Event:
    """A fact. `audience` is the team that may know it, or EVERYONE."""

    KIND: ClassVar[str] = ""
    FIELDS: ClassVar[Fields] = ()
    SENTENCE: ClassVar[str] = ""
    """With its fields in braces; empty where `sentences` has a function for the kind."""

    def __init__(self) -> None:
        self.audience = EVERYONE
        self.terms: list[Term] = []
        self.unknown: list[int] = []
        """For each unit, a bit for each side that did not know its place when this happened; empty
        where everybody was known to all."""

    def key(self) -> tuple[object, ...]:
        """Kind and fields, for comparison; terms explain and are not part of the fact."""
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
