"""The kindreds of a book: read from `kindreds.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shieldwall.content.combatants.ability_fields import TRAITS
from shieldwall.content.formats.file_schema import (
    Field,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Word,
)
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.engine.state.sheet import KIN_NAMES

TEXT: Final = Field("text", Text(300), required=True)
KIN: Final = Field("kin", ListOf(Word(*KIN_NAMES), most=len(KIN_NAMES), or_one=True))
KINDRED: Final = Record("a kindred", TEXT, TRAITS, KIN)


@dataclass(frozen=True, slots=True)
class Kindred:
    """Common abilities of a kindred."""

    name: str = ""
    given: Values | None = None
    kin: int = 0


def kin_bits(values: Values) -> int:
    """The kinds of creature in a file, one bit each."""
    bits = 0
    for item in values.value(KIN, []):
        bits |= 1 << KIN_NAMES.index(item.value)
    return bits


@cache
def shipped_kindreds(book_folders: tuple[str, ...] = PLAIN) -> dict[str, Kindred]:
    """By name; empty for a book without kindreds."""
    return {
        name: Kindred(name, item.value.get(TRAITS), kin_bits(item.value))
        for name, item in read_shipped("kindreds.yaml", MapOf(KINDRED), book_folders)
    }


def kindred_of(name: str, book_folders: tuple[str, ...], place: Place) -> Kindred:
    """A kindred by name; an unknown one is recorded as a problem."""
    known = shipped_kindreds(book_folders)
    if not name:
        return Kindred()
    if name not in known:
        hint = did_you_mean(name, list(known)) if known else "; this book has no kindreds"
        place.problem(f"unknown kindred {name!r}{hint}")
        return Kindred()
    return known[name]
