"""Notation of the game's figures: feet, dice, Shock, ranges, hit dice, squares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from shieldwall.content.formats.dice_text import DiceError, parse_dice, simple_dice
from shieldwall.content.formats.file_schema import Kind, Place
from shieldwall.engine.space.grid import FOOT, MAX_HEIGHT
from shieldwall.engine.space.square_names import parse_square, square_name
from shieldwall.engine.state.sheet import ANY_AC

_NUMBER: Final = r"[0-9]{1,6}(?:\.[0-9]{1,4})?"
_PLAIN_FEET: Final = re.compile(rf"(-?)({_NUMBER})()")
_LENGTH: Final = re.compile(
    rf"(-?)(?:({_NUMBER}) *(?:ft\.?|feet|foot|'))? *(?:({_NUMBER}) *(?:in\.?|inch|inches|\"))?"
)


class Feet(Kind[int]):
    """A length in feet, read into inches: `8 ft`, `2.5`, `5 ft 3 in`; or one of some words."""

    def __init__(
        self,
        least: int = 0,
        most: int = MAX_HEIGHT,
        words: dict[str, int] | None = None,
        what: str = "a length in feet, such as `8 ft`",
    ) -> None:
        self.least = least
        self.most = most
        self.words = words or {}
        self.what = " or ".join([what, *(f"`{word}`" for word in self.words)])

    def parse(self, text: str, place: Place) -> int | None:
        if text in self.words:
            return self.words[text]
        found = _PLAIN_FEET.fullmatch(text) or _LENGTH.fullmatch(text)
        if not found or not (found[2] or found[3]):
            self.wrong(text, place)
            return None
        length = Fraction(found[2] or 0) * FOOT + Fraction(found[3] or 0)
        inches = -length if found[1] else length
        if inches.denominator != 1:
            place.problem(f"{text!r} is not a whole number of inches")
        elif not self.least <= inches <= self.most:
            low, high = feet_text(self.least), feet_text(self.most)
            place.problem(f"{text!r} is out of bounds: {low} to {high}")
        else:
            return int(inches)
        return None


def feet_text(inches: int) -> str:
    """`8 ft`, `2 ft 6 in`, `0 ft`."""
    feet, rest = divmod(abs(inches), FOOT)
    text = f"{feet} ft {rest} in" if rest and feet else f"{rest} in" if rest else f"{feet} ft"
    return f"-{text}" if inches < 0 else text


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of dice with their sides, and a bonus."""

    count: int
    sides: int
    bonus: int


class DiceKind(Kind[Dice]):
    """`1d8`, `2d6+1`."""

    what = "dice such as `1d8` or `2d6+1`"

    def parse(self, text: str, place: Place) -> Dice | None:
        try:
            found = simple_dice(parse_dice(text))
        except DiceError:
            found = None
        if found is not None and found[0] <= 99 and found[1] <= 999 and abs(found[2]) <= 99:
            return Dice(*found)
        self.wrong(text, place)
        return None


class Percent(Kind[int]):
    """`30 %`, or the number alone."""

    what = "a chance from 1 % to 100 %"

    def parse(self, text: str, place: Place) -> int | None:
        found = re.fullmatch(r"([0-9]{1,3}) *%?", text)
        if found and 1 <= int(found[1]) <= 100:
            return int(found[1])
        self.wrong(text, place)
        return None


class Pair(Kind[tuple[int, int]]):
    """Two numbers with a slash: Shock `2/13` or range `30/60`."""

    def __init__(self, what: str, any_ac: bool = False) -> None:
        self.what = what
        self.any_ac = any_ac

    def parse(self, text: str, place: Place) -> tuple[int, int] | None:
        found = re.fullmatch(r"([0-9]{1,4}) */ *([0-9]{1,4}|-)", text)
        if found and (found[2] != "-" or self.any_ac):
            return int(found[1]), ANY_AC if found[2] == "-" else int(found[2])
        self.wrong(text, place)
        return None


@dataclass(frozen=True, slots=True)
class Bands:
    """Range bands of a weapon: short, perhaps medium, and long."""

    near: int = 0
    middle: int = 0
    """0 for books with only two bands."""
    far: int = 0


class BandsKind(Kind[Bands]):
    """`30/60`, or `10/20/30` for books with three bands."""

    what = "ranges in feet such as `30/60` or `10/20/30`"

    def parse(self, text: str, place: Place) -> Bands | None:
        if not re.fullmatch(r"[0-9]{1,4}(?: */ *[0-9]{1,4}){1,2}", text):
            self.wrong(text, place)
            return None
        feet = [int(part) for part in text.split("/")]
        if feet != sorted(feet):
            place.problem("the normal range is beyond the long one")
            return None
        return Bands(feet[0], feet[1] if len(feet) == 3 else 0, feet[-1])


SHOCK: Final = Pair("a Shock such as `2/13` or `5/-`", any_ac=True)
BANDS: Final = BandsKind()
RANGE: Final = Pair("two ranges in feet such as `30/60`")
DICE: Final = DiceKind()


@dataclass(frozen=True, slots=True)
class HitDice:
    """Hit dice of d8: `3`, `4+1`, `1-1`, or `1/2` for one d4 (half a die)."""

    count: int
    half: bool = False
    bonus: int = 0

    @property
    def average(self) -> int:
        """The average of the dice, rounded down, at least 1."""
        twice = 5 if self.half else 9 * self.count
        return max(1, (twice + 2 * self.bonus) // 2)

    @property
    def attack(self) -> int:
        return self.count + (1 if self.bonus > 0 else 0)

    @property
    def save(self) -> int:
        return 15 - self.count // 2

    @property
    def predator_bonus(self) -> int:
        return 1 if self.half else (self.count + 1) // 2


class HitDiceKind(Kind[HitDice]):
    what = "hit dice such as `3`, `4+1`, `1-1` or `1/2`"

    def parse(self, text: str, place: Place) -> HitDice | None:
        if text == "1/2":
            return HitDice(0, half=True)
        found = re.fullmatch(r"([0-9]{1,2})(?: *([+-]) *([0-9]{1,2}))?", text)
        if found and int(found[1]) >= 1:
            bonus = int(found[3] or 0)
            return HitDice(int(found[1]), bonus=-bonus if found[2] == "-" else bonus)
        self.wrong(text, place)
        return None


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of squares, both corners included."""

    left: int
    top: int
    right: int
    bottom: int

    def cells(self) -> list[tuple[int, int]]:
        """In reading order."""
        columns = range(self.left, self.right + 1)
        return [(x, y) for y in range(self.top, self.bottom + 1) for x in columns]

    def __str__(self) -> str:
        first = square_name(self.left, self.top)
        last = square_name(self.right, self.bottom)
        return first if first == last else f"{first}-{last}"


def parse_block(text: str) -> Block | None:
    """`C7`, or `B2-F4` by two opposite corners."""
    corners = [parse_square(part.strip()) for part in text.split("-")]
    if len(corners) > 2 or any(corner is None for corner in corners):
        return None
    xs = [corner[0] for corner in corners if corner]
    ys = [corner[1] for corner in corners if corner]
    return Block(min(xs), min(ys), max(xs), max(ys))


class SquareKind(Kind[tuple[int, int]]):
    what = "a square such as `C7`"

    def parse(self, text: str, place: Place) -> tuple[int, int] | None:
        found = parse_square(text)
        if found is None:
            self.wrong(text, place)
        return found


SQUARE: Final = SquareKind()
