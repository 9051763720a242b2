"""Report of an import: facts, and warnings that need a decision or a correction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MOST: Final = 5000
"""Maximum number of facts, and of warnings."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of a report."""

    topic: str
    text: str
    warning: bool = False


@dataclass(slots=True)
class Report:
    """The remarks in order."""

    remarks: list[Remark] = field(default_factory=list)
    on_step: Callable[[int, int, str], None] | None = None
    """Called while a large file is read: done, of how many, and what."""
    _facts: set[Remark] = field(default_factory=set)
    _warnings: set[Remark] = field(default_factory=set)

    def step(self, done: int, most: int, what: str) -> None:
        if self.on_step is not None:
            self.on_step(done, most, what)

    def fact(self, topic: str, text: str) -> None:
        self._add(Remark(topic, text))

    def warn(self, topic: str, text: str) -> None:
        """Report something left out, or an ambiguous reading."""
        self._add(Remark(topic, text, True))

    def _add(self, remark: Remark) -> None:
        seen = self._warnings if remark.warning else self._facts
        if remark not in seen and len(seen) < MOST:
            self.remarks.append(remark)
            seen.add(remark)

    @property
    def warnings(self) -> list[Remark]:
        return [remark for remark in self.remarks if remark.warning]

    def data(self) -> list[dict[str, object]]:
        """For programs."""
        return [
            {"topic": remark.topic, "text": remark.text, "warning": remark.warning}
            for remark in self.remarks
        ]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 door`, `12 doors`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
