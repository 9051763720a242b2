"""The kindreds of a book that has them: read from `kindreds.yaml`, each what it gives its kin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shieldwall.content.ability_fields import TRAITS
from shieldwall.content.file_schema import Field, ListOf, MapOf, Place, Record, Text, Values, Word
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.content.problems import did_you_mean
from shieldwall.engine.state.sheet import KIN_NAMES

TEXT: Final = Field("text", Text(300), required=True)
KIN: Final = Field("kin", ListOf(Word(*KIN_NAMES), most=len(KIN_NAMES), or_one=True))
KINDRED: Final = Record("a kindred", TEXT, TRAITS, KIN)


@dataclass(frozen=True, slots=True)
class Kindred:
    """What all of one kindred have."""

    name: str = ""
    given: Values | None = None
    kin: int = 0


def kin_bits(values: Values) -> int:
    """The kinds of being a file names, a bit each."""
    bits = 0
    for item in values.value(KIN, []):
        bits |= 1 << KIN_NAMES.index(item.value)
    return bits


@cache
def shipped_kindreds(shelves: tuple[str, ...] = PLAIN) -> dict[str, Kindred]:
    """By name; none for a book that tells nobody apart."""
    return {
        name: Kindred(name, item.value.get(TRAITS), kin_bits(item.value))
        for name, item in read_shipped("kindreds.yaml", MapOf(KINDRED), shelves)
    }


def kindred_of(name: str, shelves: tuple[str, ...], place: Place) -> Kindred:
    """The kindred of that name; an unknown one is noted as a problem."""
    known = shipped_kindreds(shelves)
    if not name:
        return Kindred()
    if name not in known:
        hint = did_you_mean(name, list(known)) if known else "; this book has no kindreds"
        place.problem(f"unknown kindred {name!r}{hint}")
        return Kindred()
    return known[name]
