"""The shipped creatures and those of a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from shieldwall.content.combatants.caster_fields import casting_creature
from shieldwall.content.combatants.creature_sheets import CREATURES, NOTES, SOURCE, TEMPERAMENT
from shieldwall.content.formats.file_schema import (
    Item,
    Values,
)
from shieldwall.content.library import (
    PLAIN,
    read_shipped,
    shipped,
)
from shieldwall.engine.state.sheet import (
    Sheet,
    facts_of,
    make_sheet,
)

BESTIARY: Final = "bestiary"
"""Folder of the creatures common to all books."""


def read_creatures(
    found: dict[str, Values], book_folders: tuple[str, ...] = PLAIN, book: str = ""
) -> dict[str, Sheet]:
    """The sheets of creatures by name, in the figures of a book."""
    sheets = (
        (name, casting_creature(name, values, book_folders, book)) for name, values in found.items()
    )
    return {name: sheet for name, sheet in sheets if sheet is not None}


@cache
def shipped_creatures(book_folders: tuple[str, ...] = PLAIN, book: str = "") -> dict[str, Sheet]:
    """The shipped creatures in the figures of a book, cached per book.

    The bestiary and the common ones are in every book; a creature of the book's own folders takes
    precedence.
    """
    sheets = {}
    every_folder = tuple(dict.fromkeys((*PLAIN, *book_folders)))
    for name, item in bestiary():
        sheet = casting_creature(name, item.value, every_folder, book)
        if sheet is not None:
            sheets[name] = sheet
    for name, item in read_shipped("creatures.yaml", CREATURES, every_folder):
        require_facts(item.value)
        sheet = casting_creature(name, item.value, every_folder, book)
        if sheet is not None:
            sheets[name] = sheet
    return sheets


def require_facts(values: Values) -> None:
    """Required facts of shipped creatures beyond their figures: tactics, source, description."""
    for field in (TEMPERAMENT, SOURCE, NOTES):
        if not values.has(field):
            values.place.problem(f"'{field.key}' is missing; a shipped creature has one")


def bestiary() -> Iterator[tuple[str, Item[Values]]]:
    """The creatures of the shipped bestiary, file by file."""
    yield from _read_bestiary()


@cache
def _read_bestiary() -> list[tuple[str, Item[Values]]]:
    found = []
    for file in shipped(BESTIARY):
        for name, item in read_shipped(f"{BESTIARY}/{file}.yaml", CREATURES):
            require_facts(item.value)
            found.append((name, item))
    return found


def changed(
    sheet: Sheet,
    name: str | None,
    hp: int | None,
    leader: bool | None = None,
    morale: int | None = None,
) -> Sheet:
    """The same creature with its own name, other hit points, or as leader of its side."""
    if name is None and hp is None and leader is None and morale is None:
        return sheet
    changes = {"name": name, "hp": hp, "leader": leader, "morale": morale}
    facts = facts_of(sheet) | {key: value for key, value in changes.items() if value is not None}
    facts["named"] = sheet.named or name is not None
    return make_sheet(facts)
