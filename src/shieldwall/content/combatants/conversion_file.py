"""The conversion of creatures by a book, read from its `conversion.yaml`."""

from __future__ import annotations

from functools import cache
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.conversion import AS_WRITTEN, MAN, Conversion
from shieldwall.content.formats.file_schema import Field, Flag, MapOf, Record, Whole
from shieldwall.content.library import PLAIN, read_shipped

NUMBER_OF_SAVES: Final = Field("saves", Whole(3, 5))
ATTACK_LESS: Final = Field("attack-less", Whole(0, 9))
ATTACK_SLOWS: Final = Field("attack-slows", Flag())
PREDATORS: Final = Field("predators", Flag())
HAS_SHOCK: Final = Field("shock", Flag())
SPEED: Final = Field("speed", Whole(5, 200))
CONVERSION: Final = Record(
    "how creatures are converted",
    NUMBER_OF_SAVES, ATTACK_LESS, ATTACK_SLOWS, PREDATORS, HAS_SHOCK, SPEED,
)  # fmt: skip


@cache
def conversion_for(family: str) -> Conversion:
    """By base book (`Ruleset.family`): editions and house rules convert as their base book does."""
    book = RULESETS.get(family)
    book_folders = book.book_folders if book is not None and book.family == family else PLAIN
    found = dict(read_shipped("conversion.yaml", MapOf(CONVERSION), book_folders))
    if not found:
        return AS_WRITTEN
    values = found["creature"].value
    return Conversion(
        values.value(NUMBER_OF_SAVES, 3),
        values.value(ATTACK_LESS, 0),
        values.value(ATTACK_SLOWS, False),
        values.value(PREDATORS, True),
        values.value(HAS_SHOCK, True),
        values.value(SPEED, MAN),
    )
