"""The shipped feats: read from `feats.yaml`, taken by name and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from shieldwall.content.gifts import PRIMITIVES, Gifts, gifts_of
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.content.problems import did_you_mean
from shieldwall.content.schema import Field, Item, MapOf, Place, Record, Text, Values, Whole

MAX_LEVEL: Final = 2

TEXT: Final = Field("text", Text(300, "what it gives, in a sentence"), required=True)
LEVEL: Final = Record("what a level of a feat gives", TEXT, *PRIMITIVES)
LEVELS: Final = (Field("level-1", LEVEL, required=True), Field("level-2", LEVEL))
FEAT: Final = Record("a feat", *LEVELS)

FEATS: Final = Field(
    "feats", MapOf(Whole(1, MAX_LEVEL), what="feats by name, each with its level: 1 or 2")
)


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat and what each of its levels adds."""

    name: str
    texts: tuple[str, ...]
    levels: tuple[Values, ...]


@cache
def shipped_feats(shelves: tuple[str, ...] = PLAIN) -> dict[str, Feat]:
    """Read once for each book, by name."""
    found = {}
    for name, item in read_shipped("feats.yaml", MapOf(FEAT), shelves):
        levels = [values for values in (item.value.get(field) for field in LEVELS) if values]
        texts = tuple(values.value(TEXT, "") for values in levels)
        found[name] = Feat(name, texts, tuple(levels))
    return found


def chosen_levels(chosen: dict[str, Item[int]], shelves: tuple[str, ...] = PLAIN) -> list[Values]:
    """What the feats of a sheet give, level by level; unknown names are noted as problems."""
    given: list[Values] = []
    known = shipped_feats(shelves)
    for name, item in chosen.items():
        feat = known.get(name)
        if feat is None:
            item.place.problem(f"unknown feat {name!r}{did_you_mean(name, list(known))}")
        elif item.value > len(feat.levels):
            item.place.problem(f"{name} has one level only")
        else:
            given += feat.levels[: item.value]
    return given


def gifts_of_feats(
    skills: Sequence[int], level: int, shelves: tuple[str, ...] = PLAIN, **feats: int
) -> Gifts:
    """What some feats give, by name with `_` for blanks: `gifts_of_feats(skills, 1, die_hard=2)`.

    For tools and tests; ValueError for a feat that is not there.
    """
    place = Place("feats", [])
    chosen = {name.replace("_", " "): Item(count, place) for name, count in feats.items()}
    given = chosen_levels(chosen, shelves)
    if place.problems:
        raise ValueError("; ".join(problem.message for problem in place.problems))
    return gifts_of(given, skills, level)
