"""Magic items to wear or use: read from `items.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shieldwall.content.combatants.ability_fields import TRAITS
from shieldwall.content.formats.file_schema import (
    Field,
    Item,
    ListOf,
    MapOf,
    Record,
    Text,
    Values,
    Whole,
)
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.content.magic.spells import SPELL, read_spell
from shieldwall.engine.magic.spell_data import ITEM, Spell

AC: Final = Field("ac", Whole(1, 5))
BARE_AC: Final = Field("bare-ac", Whole(11, 20))
SAVES: Final = Field("saves", Whole(1, 5))
SPEED: Final = Field("speed", Whole(5, 60))
LIGHT: Final = Field("light", Whole(5, 120))
DARKVISION: Final = Field("darkvision", Whole(5, 120))
POWER: Final = Field("power", SPELL)
CHARGES: Final = Field("charges", Whole(1, 20))
TEXT: Final = Field("text", Text(300), required=True)
SOURCE: Final = Field("source", Text(200), required=True)
ITEM_RECORD: Final = Record(
    "a magic item", AC, BARE_AC, SAVES, SPEED, LIGHT, DARKVISION, TRAITS, POWER, CHARGES, TEXT,
    SOURCE,
)  # fmt: skip
ITEMS: Final = Field("items", ListOf(Text(40, "an item such as `ring of warding`"), most=20))


@dataclass(frozen=True, slots=True)
class MagicItem:
    """The abilities an item gives its bearer."""

    name: str
    ac: int = 0
    bare_ac: int = 0
    """AC without armour, if higher."""
    saves: int = 0
    speed: int = 0
    light: int = 0
    darkvision: int = 0
    given: Values | None = None
    powers: tuple[Spell, ...] = ()
    """Its powers when activated, one per charge."""
    text: str = ""


@cache
def shipped_items(book_folders: tuple[str, ...] = PLAIN) -> dict[str, MagicItem]:
    """By name, those of the book and those of all books."""
    found = {}
    every = tuple(dict.fromkeys((*PLAIN, *book_folders)))
    for name, item in read_shipped("items.yaml", MapOf(ITEM_RECORD), every):
        found[name] = _read(name, item.value)
    return found


def _read(name: str, values: Values) -> MagicItem:
    return MagicItem(
        name,
        values.value(AC, 0),
        values.value(BARE_AC, 0),
        values.value(SAVES, 0),
        values.value(SPEED, 0),
        values.value(LIGHT, 0),
        values.value(DARKVISION, 0),
        values.get(TRAITS),
        _powers(name, values),
        values.value(TEXT, ""),
    )


def _powers(name: str, values: Values) -> tuple[Spell, ...]:
    """One per charge; each is removed from the item when used."""
    power = values.get(POWER)
    if power is None:
        return ()
    charges = values.get(CHARGES)
    (spell,) = read_spell(name, power)
    spell.sort = ITEM
    spell.uses = 0 if charges is None else 1
    return (spell,) * (charges or 1)


def borne_items(items: list[Item[str]], book_folders: tuple[str, ...] = PLAIN) -> list[MagicItem]:
    """The items on a sheet; unknown ones are recorded as problems."""
    known = shipped_items(book_folders)
    found = []
    for item in items:
        thing = known.get(item.value.lower())
        if thing is None:
            hint = did_you_mean(item.value.lower(), list(known))
            item.place.problem(f"unknown item {item.value!r}{hint}")
        else:
            found.append(thing)
    return found
