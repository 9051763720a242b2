"""Report of an import: facts, and warnings that need a decision or a correction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MOST_FACTS: Final = 200
MOST_WARNINGS: Final = 5000
"""A large file has a fact per creature; those must not crowd out warnings."""


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

    def fact(self, topic: str, text: str) -> None:
        self._add(Remark(topic, text))

    def warn(self, topic: str, text: str) -> None:
        """Report something left out, or an ambiguous reading."""
        self._add(Remark(topic, text, True))

    def _add(self, remark: Remark) -> None:
        alike = sum(each.warning == remark.warning for each in self.remarks)
        most = MOST_WARNINGS if remark.warning else MOST_FACTS
        if remark not in self.remarks and alike < most:
            self.remarks.append(remark)

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
