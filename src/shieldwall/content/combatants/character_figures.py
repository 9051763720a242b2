"""The figures of a book for characters, read from `characters.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    ListOf,
    MapOf,
    Record,
    Values,
    Whole,
    Word,
)
from shieldwall.content.library import MAX_LEVEL, PLAIN, CharacterClass, read_shipped
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES

if TYPE_CHECKING:
    from shieldwall.content.formats.number_text import Dice

LOWEST: Final = 3
HIGHEST: Final = 18
BEST_SAVE: Final = 2

MODIFIERS: Final = Field(
    "modifiers", ListOf(Whole(-9, 9), most=HIGHEST - LOWEST + 1), required=True
)
LEVELS: Final = Field("levels", Whole(1, MAX_LEVEL), required=True)
SPEED: Final = Field("speed", Whole(5, 200), required=True)
LOADS: Final = Field("loads", ListOf(Whole(0, 99), most=6))
SLOWER: Final = Field("slower", Whole(0, 50))
MAGIC_SAVE: Final = Field("magic-save", Word(*ATTRIBUTE_NAMES))
REMEMBERS: Final = Field("remembers", Flag())
UNSKILLED: Final = Field("unskilled", Whole(-9, 0))
BOOK: Final = Record(
    "the figures of characters",
    MODIFIERS,
    LEVELS,
    SPEED,
    LOADS,
    SLOWER,
    MAGIC_SAVE,
    REMEMBERS,
    UNSKILLED,
)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A book's figures for characters."""

    modifiers: tuple[int, ...]
    """Modifiers for scores of 3 to 18."""
    levels: int
    """The highest level."""
    speed: int
    """Without heavy load."""
    loads: tuple[int, ...] = ()
    """Limits of the ready load before each reduction of speed; empty if load does not count."""
    slower: int = 0
    """Feet lost at each limit."""
    magic_save: int = -1
    """The attribute for saves against magic, -1 for none."""
    remembers: bool = False
    """Whether a spell can be prepared twice."""
    unskilled: int = 0
    """Penalty to hit with a weapon the class is not trained in."""

    def modifier(self, score: int) -> int:
        return self.modifiers[min(max(score, LOWEST), HIGHEST) - LOWEST]

    def speed_with(self, load: int) -> int:
        """Feet per move, by load."""
        return self.speed - self.slower * sum(load > limit for limit in self.loads)


def average_hp(die: Dice, con: int, level: int) -> int:
    """The average of the class's dice, each at least 1, rounded down."""
    faces = range(1, die.sides + 1)
    total = sum(max(1, face + die.bonus + con) for face in faces)
    return level * total // die.sides


def hit_points(class_: CharacterClass, con: int, level: int) -> int:
    """One die for each of the first levels, a fixed number for later ones."""
    dice = min(level, class_.hp.dice_levels)
    return average_hp(class_.hp.die, con, dice) + (level - dice) * class_.hp.flat


def saves_of(
    class_: CharacterClass, pairs: tuple[tuple[int, ...], ...], mods: list[int], level: int
) -> tuple[int, ...]:
    """By the class's table, or 16 minus the level and the better attribute of a pair."""
    if class_.saves:
        better = class_.save_steps[level - 1] - class_.save_steps[0]
        return tuple(max(BEST_SAVE, save - better) for save in class_.saves)
    return tuple(16 - level - max((mods[one] for one in pair), default=0) for pair in pairs)


@cache
def arithmetic(book_folders: tuple[str, ...] = PLAIN) -> Arithmetic:
    """The figures of a book, cached."""
    found = dict(read_shipped("characters.yaml", MapOf(BOOK), book_folders))
    return _read(found["character"].value)


def _read(values: Values) -> Arithmetic:
    helps = values.get(MAGIC_SAVE)
    return Arithmetic(
        tuple(item.value for item in values.value(MODIFIERS, [])),
        values.value(LEVELS, 1),
        values.value(SPEED, 30),
        tuple(item.value for item in values.value(LOADS, [])),
        values.value(SLOWER, 0),
        -1 if helps is None else ATTRIBUTE_NAMES.index(helps),
        values.value(REMEMBERS, False),
        values.value(UNSKILLED, 0),
    )
