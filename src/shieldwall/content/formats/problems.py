"""Problems of a file, for its author: all at once, each with its line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

LONGEST_WORD: Final = 60
"""Longer words are not compared with known names."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem and its location. Line 0 means the file as a whole."""

    file: str
    line: int
    column: int
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (where, self.field, self.message) if part)


class ContentError(ValueError):
    """An unusable file, with all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        each_once = dict.fromkeys(problems)
        self.problems = sorted(each_once, key=lambda p: (p.file, p.line, p.column))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[ContentError], tuple[list[Problem]]]:
        return (ContentError, (self.problems,))


def fail(file: str, message: str, line: int = 0, field: str = "") -> ContentError:
    """The error for a file with this one problem."""
    return ContentError([Problem(file, line, 0, field, message)])


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint after "unknown …": the most similar names, or all if there are few."""
    from difflib import get_close_matches

    if len(word) > LONGEST_WORD:
        return ""
    close = get_close_matches(word.casefold(), known, n=3, cutoff=0.6)
    if close:
        return f"; did you mean {either(close)}?"
    if known and len(known) <= 12:
        return f"; known: {', '.join(known)}"
    return ""


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
