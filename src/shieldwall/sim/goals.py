"""Parsing goals of a fight in words: "TPK below 2 %, somebody falls in about 30 %"."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.content.formats.problems import did_you_mean, fail
from shieldwall.sim.tuning import Want, read_want

WHERE: Final = "--want"
CLAUSES: Final = re.compile(r"\s*(?:[,;]|\band\b|\bbut\b)\s*", re.IGNORECASE)
NUMBER: Final = re.compile(
    r"([0-9]+(?:\.[0-9]+)?)\s*(?:%|per ?cent)?(?:\s*(?:\+-|±|\+/-)\s*([0-9]+(?:\.[0-9]+)?))?"
)
MEASURES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("tpk", ("tpk", "total party kill", "everybody dies", "all die", "wiped out", "party dies")),
    ("dies", ("dies", "die", "death", "killed", "dead")),
    ("falls", ("falls", "fall", "goes down", "is down", "drops")),
    ("wins", ("wins", "win", "victory", "victories")),
)
"""Words by measure; the first match wins."""
BELOW: Final = ("below", "under", "less than", "at most", "no more than", "up to", "<")
ABOVE: Final = ("above", "over", "more than", "at least", "no less than", ">")


def read_wishes(text: str) -> list[Want]:
    """One goal per clause."""
    clauses = [clause for clause in CLAUSES.split(text.strip()) if clause.strip()]
    if not clauses:
        raise fail(WHERE, f"{text!r} says nothing; {EXAMPLE}")
    wants = [read_wish(clause) for clause in clauses]
    names = [want.name for want in wants]
    for name in names:
        if names.count(name) > 1:
            raise fail(WHERE, f"{text!r} sets two goals for one chance; {EXAMPLE}")
    return wants


EXAMPLE: Final = "say for instance 'TPK below 2 %, somebody falls in about 30 %'"


def read_wish(clause: str) -> Want:
    words = " ".join(clause.lower().split())
    number = NUMBER.search(words)
    if number is None:
        raise fail(WHERE, f"{clause!r} has no number; {EXAMPLE}")
    name = measure_of(words, clause)
    sign = "<" if says(words, BELOW) else ">" if says(words, ABOVE) else ""
    around = f"+-{number[2]}" if number[2] else ""
    if sign and around:
        raise fail(WHERE, f"{clause!r}: give a limit or a value, not both")
    return read_want(name, f"{sign}{number[1]}%{around}")


def measure_of(words: str, clause: str) -> str:
    for name, known in MEASURES:
        if says(words, known):
            return name
    every = [word for _, known in MEASURES for word in known]
    hint = ""
    for word in re.findall(r"[a-z]+", words):
        hint = hint or did_you_mean(word, every)
    raise fail(WHERE, f"{clause!r} does not say which chance{hint}; use {KNOWN}")


KNOWN: Final = "TPK, somebody dies, somebody falls, or the party wins"


def says(words: str, known: tuple[str, ...]) -> bool:
    """Whether one of the words occurs as a whole word."""
    for word in known:
        pattern = rf"\b{re.escape(word)}\b" if word[0].isalpha() else re.escape(word)
        if re.search(pattern, words):
            return True
    return False
