"""What became of a file: facts for everybody, warnings for who has to decide or to mend."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MOST_FACTS: Final = 200
MOST_WARNINGS: Final = 5000
"""A large file has a fact for each creature; those must not crowd out a warning."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of a report."""

    topic: str
    text: str
    warning: bool = False


@dataclass(slots=True)
class Report:
    """The remarks in the order they were made."""

    remarks: list[Remark] = field(default_factory=list)

    def fact(self, topic: str, text: str) -> None:
        self._add(Remark(topic, text))

    def warn(self, topic: str, text: str) -> None:
        """Something that was left out, or taken one way where it might be meant another."""
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
        """For machines."""
        return [
            {"topic": remark.topic, "text": remark.text, "warning": remark.warning}
            for remark in self.remarks
        ]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 door`, `12 doors`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
