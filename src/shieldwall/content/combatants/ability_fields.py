"""Abilities of feats, classes and creatures: primitives by name, summed for one sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from shieldwall.abilities.registry import abilities_of, names_of
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Kind,
    ListOf,
    Place,
    Record,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.number_text import DICE, Dice
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.checks import LUCK_NAME, SAVE_NAMES
from shieldwall.engine.state.sheet import BRAWL, KIN_NAMES, SKILL_NAMES, Weapon

NUMBERS: Final = names_of("traits", flags=False)
FLAGS: Final = names_of("traits", flags=True)

_TERM: Final = re.compile(
    rf"(-?[0-9]{{1,2}})|({'|'.join(SKILL_NAMES)})|level(?:/([1-9])( up)?)?"
    r"|([0-9]{1,2}) from level ([0-9]{1,2})"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that may grow with a skill or the level."""

    plus: int = 0
    skill: int = -1
    step: int = 0
    """Levels per increase; 0 if the level does not count."""
    up: bool = False
    later: int = 0
    since: int = 0
    """The bonus applies from this level on."""

    def value(self, skills: Sequence[int], level: int) -> int:
        """An untrained skill is no penalty."""
        total = self.plus
        if self.skill >= 0:
            total += max(0, skills[self.skill])
        if self.step:
            total += (level + (self.step - 1 if self.up else 0)) // self.step
        return total + (self.later if level >= self.since else 0)


class FigureKind(Kind[Figure]):
    """`2`, `stab`, `level/2 up`, `14 + level/3 up`, `2 from level 5`."""

    what = "a number, a skill such as `stab`, `level/2 up`, `2 from level 5`, or a sum of them"

    def parse(self, text: str, place: Place) -> Figure | None:
        plus, skill, step, up = 0, -1, 0, False
        later, since = 0, 0
        for part in text.split("+"):
            found = _TERM.fullmatch(part.strip())
            if not found:
                self.wrong(text, place)
                return None
            if found[1]:
                plus += int(found[1])
            elif found[2]:
                skill = SKILL_NAMES.index(found[2])
            elif found[5]:
                later, since = int(found[5]), int(found[6])
            else:
                step, up = int(found[3] or 1), bool(found[4])
        return Figure(plus, skill, step, up, later, since)


def key_of(name: str) -> str:
    """The name of an ability in files."""
    return name.replace("_", "-")


SETS: Final = ("slays", "save_edge")
"""Bit sets, given as names in files."""
PLAIN_NUMBERS: Final = tuple(name for name in NUMBERS if name not in SETS)
FIGURES: Final = tuple(Field(key_of(name), FigureKind()) for name in PLAIN_NUMBERS)
SLAYS: Final = Field("slays", ListOf(Word(*KIN_NAMES), most=len(KIN_NAMES), or_one=True))
SAVE_WORDS: Final = (*SAVE_NAMES, LUCK_NAME)
SAVE_EDGE: Final = Field("save-edge", ListOf(Word(*SAVE_WORDS), most=4, or_one=True))
SAVE_PLUS: Final = tuple(Field(f"{name}-save", Whole(1, 5)) for name in SAVE_WORDS)
LUCK: Final = Field("veterans-luck", Whole(0, 9))
MASTERY: Final = Field("mastery", Whole(1, 5))
YES: Final = tuple(Field(key_of(name), Flag()) for name in FLAGS)

HP: Final = Field("hp-a-level", Whole(0, 9))
BARE_AC: Final = Field("bare-ac", FigureKind())
HAND_DICE: Final = Field("hand-dice", ListOf(DICE, most=5))
HAND_SHOCK: Final = Field("hand-shock", FigureKind())
HAND_SHOCK_AC: Final = Field("hand-shock-ac", Whole(1, 30))
CAST_ENC: Final = Field("casts-in-armour", Whole(0, 9))
CAST_SHIELD: Final = Field("casts-with-shield", Flag())
HANDS: Final = (HAND_DICE, HAND_SHOCK, HAND_SHOCK_AC)

TRAITS: Final = Field("traits", Record("traits", *FIGURES, *YES, *HANDS, SLAYS, SAVE_EDGE))
"""Abilities of a class or a creature."""
PRIMITIVES: Final[tuple[Field[Any], ...]] = (
    *FIGURES, *YES, *HANDS, SLAYS, SAVE_EDGE, *SAVE_PLUS, HP, BARE_AC, CAST_ENC, CAST_SHIELD, LUCK,
    MASTERY,
)  # fmt: skip
"""Abilities of a feat; the loader turns the last ones into other figures of the sheet."""


@dataclass(frozen=True, slots=True)
class Gifts:
    """Everything given to one sheet."""

    sizes: dict[str, int]
    """Abilities by name, each with its value."""
    hp: int = 0
    """Per level."""
    bare_ac: int = 0
    """AC without armour, before DEX and shield."""
    hands: Dice | None = None
    hand_shock: tuple[int, int] = (0, 0)
    cast_enc: int = 0
    """The heaviest armour that allows casting."""
    cast_shield: bool = False
    saves: tuple[int, ...] = (0, 0, 0, 0)
    """Reduction of the save targets."""
    luck: int = 0

    @property
    def abilities(self) -> Abilities:
        return abilities_of(self.sizes)

    def hampers_casting(self, enc: int, shield: bool) -> bool:
        return enc > self.cast_enc or (shield and not self.cast_shield)

    def teach_hands(self, weapons: Sequence[Weapon], extra: int) -> None:
        """Make the bare hands among them as good as trained ones."""
        for weapon in weapons:
            if weapon.unarmed and self.hands is not None:
                shock, shock_ac = self.hand_shock
                weapon.dice = self.hands.count
                weapon.sides = self.hands.sides
                weapon.bonus = self.hands.bonus + extra
                weapon.shock = shock + extra if shock else 0
                weapon.shock_ac = shock_ac if shock else 0


def gifts_of(
    given: Sequence[Values],
    skills: Sequence[int],
    level: int,
    magic_save: int = 0,
    slays: int = 0,
    melee_hit: int = 0,
) -> Gifts:
    """Sum the numbers; a flag given twice counts once."""
    sizes = {"magic_save": magic_save, "slays": slays, "melee_hit": melee_hit}
    hp = bare_ac = cast_enc = luck = 0
    saves = [0] * len(SAVE_WORDS)
    hands: Dice | None = None
    hand_shock = (0, 0)
    cast_shield = False
    for values in given:
        for name, field in zip(PLAIN_NUMBERS, FIGURES, strict=True):
            figure = values.value(field, Figure())
            sizes[name] = sizes.get(name, 0) + figure.value(skills, level)
        for name, flag in zip(FLAGS, YES, strict=True):
            sizes[name] = int(bool(sizes.get(name, 0)) or values.value(flag, False))
        for item in values.value(SLAYS, []):
            sizes["slays"] |= 1 << KIN_NAMES.index(item.value)
        for item in values.value(SAVE_EDGE, []):
            bit = 1 << SAVE_WORDS.index(item.value)
            sizes["save_edge"] = sizes.get("save_edge", 0) | bit
        saves = [old + values.value(plus, 0) for old, plus in zip(saves, SAVE_PLUS, strict=True)]
        luck += values.value(LUCK, 0)
        hp += values.value(HP, 0)
        bare_ac = max(bare_ac, values.value(BARE_AC, Figure()).value(skills, level))
        cast_enc = max(cast_enc, values.value(CAST_ENC, 0))
        cast_shield = cast_shield or values.value(CAST_SHIELD, False)
        dice = [item.value for item in values.value(HAND_DICE, [])]
        if dice:
            hands = dice[min(max(0, skills[BRAWL]), len(dice) - 1)]
            shock = values.value(HAND_SHOCK, Figure()).value(skills, level)
            hand_shock = (shock, values.value(HAND_SHOCK_AC, 0))
    return Gifts(sizes, hp, bare_ac, hands, hand_shock, cast_enc, cast_shield, tuple(saves), luck)
