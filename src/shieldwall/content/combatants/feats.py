"""The shipped feats: read from `feats.yaml`, by name and level."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Final

from shieldwall.content.combatants.ability_fields import MASTERY, PRIMITIVES
from shieldwall.content.formats.file_schema import (
    Field,
    Item,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.engine.state.sheet import KIN_NAMES

MAX_LEVEL: Final = 2

TEXT: Final = Field("text", Text(300, "what it gives, in a sentence"), required=True)
LEVEL: Final = Record("what a level of a feat gives", TEXT, *PRIMITIVES)
LEVELS: Final = (Field("level-1", LEVEL, required=True), Field("level-2", LEVEL))
WEAPON: Final = "weapon"
KIN: Final = "kin"
CHOOSES: Final = Field("chooses", Word(WEAPON, KIN))
FEAT: Final = Record("a feat", CHOOSES, *LEVELS)
_CHOICE: Final = re.compile(r"(.+?) *\((.+)\)")

FEATS: Final = Field(
    "feats", MapOf(Whole(1, MAX_LEVEL), what="feats by name, each with its level: 1 or 2")
)


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat and the abilities of each of its levels."""

    name: str
    texts: tuple[str, ...]
    levels: tuple[Values, ...]
    chooses: str = ""
    """The choice in brackets after it: a weapon, or a kind of foe."""

    @property
    def mastery(self) -> int:
        """Bonus to hit and damage with the chosen weapon."""
        return sum(values.value(MASTERY, 0) for values in self.levels)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sum of the feats of one sheet."""

    given: list[Values]
    mastered: dict[str, int]
    """Bonus to hit and damage with weapons, by their names in the list."""
    kin: int = 0
    """The kinds of foe it is trained against, one bit each."""


@cache
def shipped_feats(book_folders: tuple[str, ...] = PLAIN) -> dict[str, Feat]:
    """By name, cached per book."""
    found = {}
    for name, item in read_shipped("feats.yaml", MapOf(FEAT), book_folders):
        levels = [values for values in (item.value.get(field) for field in LEVELS) if values]
        texts = tuple(values.value(TEXT, "") for values in levels)
        found[name] = Feat(name, texts, tuple(levels), item.value.value(CHOOSES, ""))
    return found


def chosen_feats(
    chosen: dict[str, Item[int]],
    book_folders: tuple[str, ...] = PLAIN,
    weapons: Collection[str] = (),
) -> Chosen:
    """The abilities from a sheet's feats, level by level; problems are recorded."""
    given: list[Values] = []
    mastered: dict[str, int] = {}
    kin = 0
    known = shipped_feats(book_folders)
    for written, item in chosen.items():
        found = _CHOICE.fullmatch(written)
        name, choice = (found[1], found[2]) if found else (written, "")
        feat = known.get(name)
        if feat is None:
            item.place.problem(f"unknown feat {name!r}{did_you_mean(name, list(known))}")
        elif item.value > len(feat.levels):
            item.place.problem(f"{name} has one level only")
        elif choice and not feat.chooses:
            item.place.problem(f"{name} is for everything; leave out `({choice})`")
        elif feat.chooses and _is_chosen(feat, choice, weapons, item.place):
            given += feat.levels[: item.value]
            if feat.chooses == WEAPON:
                mastered[choice] = mastered.get(choice, 0) + feat.mastery
            else:
                kin |= 1 << KIN_NAMES.index(choice)
        elif not feat.chooses:
            given += feat.levels[: item.value]
    return Chosen(given, mastered, kin)


def _is_chosen(feat: Feat, choice: str, weapons: Collection[str], place: Place) -> bool:
    options = list(weapons) if feat.chooses == WEAPON else list(KIN_NAMES)
    what = "weapon" if feat.chooses == WEAPON else "kind of foe"
    if choice in options:
        return True
    if choice:
        place.problem(f"unknown {what} {choice!r}{did_you_mean(choice, options)}")
    else:
        example = options[0] if options else "sword"
        place.problem(f"say for which {what}: `{feat.name} ({example})`")
    return False
