"""File format of the parts of spells and powers: amounts, spans, effects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from shieldwall.abilities.registry import CONDITION_NAMES
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Kind,
    ListOf,
    Place,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.number_text import SHOCK
from shieldwall.engine.magic.spell_data import (
    ALWAYS,
    DO_NAMES,
    NO_LIMIT,
    NOTHING,
    UP_TO_LEVEL,
    WHEN_NAMES,
    Amount,
    Appearing,
    Primitive,
    TargetLimits,
    UserPart,
    WallShape,
)
from shieldwall.engine.state.condition import CONDITIONS
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import SKILL_NAMES, Sheet

_TERM: Final = re.compile(
    r"(?:([0-9]{1,2})d([0-9]{1,3})|([0-9]{1,4})|(level))"
    r"(?: per (?:level|([0-9]) levels(, rounded up)?))?"
)


class AmountKind(Kind[Amount]):
    """`1d8 per level`, `2d6`, `1d6 + level`, `20 per level`, `1 per 2 levels, rounded up`."""

    what = "an amount such as `1d6 + level` or `1d8 per level`"

    def parse(self, text: str, place: Place) -> Amount | None:
        made = Amount()
        for part in text.split(" + "):
            found = _TERM.fullmatch(part.strip())
            if not found:
                self.wrong(text, place)
                return None
            by_level = " per " in part or bool(found[4])
            if found[5]:
                made.step = int(found[5])
                made.round_up = bool(found[6])
            if found[1]:
                made.sides = int(found[2])
                if by_level:
                    made.level_dice = int(found[1])
                else:
                    made.dice = int(found[1])
            elif by_level:
                made.level_plus = int(found[3] or 1)
            else:
                made.plus = int(found[3])
        return made


@dataclass(frozen=True, slots=True)
class Span:
    """A number and its increase per level."""

    fixed: int
    level: int = 0


class SpanKind(Kind[Span]):
    """`200`, `100 per level`, or one of some words."""

    def __init__(self, what: str, **words: int) -> None:
        self.what = what
        self.words = words

    def parse(self, text: str, place: Place) -> Span | None:
        if text in self.words:
            return Span(self.words[text])
        found = re.fullmatch(r"([0-9]{1,4})( per level)?", text)
        if not found:
            self.wrong(text, place)
            return None
        return Span(0, int(found[1])) if found[2] else Span(int(found[1]))


class DiceLimit(Kind[int]):
    what = "a number of hit dice, or `level`"

    def parse(self, text: str, place: Place) -> int | None:
        if text == "level":
            return UP_TO_LEVEL
        return Whole(0, 99).parse(text, place)


AMOUNT_KIND: Final = AmountKind()
DO: Final = Field("do", Word(*DO_NAMES), required=True)
WHEN: Final = Field("when", Word(*WHEN_NAMES))
AMOUNT: Final = Field("amount", AMOUNT_KIND)
ROUNDS: Final = Field("rounds", AMOUNT_KIND)
BY_NAME: Final = {kind.name: kind for kind in CONDITIONS.values()}
EFFECT: Final = Field("effect", Word(*CONDITION_NAMES.values()))
VALUE: Final = Field("value", AMOUNT_KIND)
MOST: Final = Field("most", AMOUNT_KIND)
ELEMENT: Final = Field("element", Flag())
MOST_HD: Final = Field("most-hd", DiceLimit())
ABOVE: Final = Field("above-hd", DiceLimit())
NAMELESS: Final = Field("nameless", Flag())
SOLID: Final = Field("solid", Flag())
CLIMB: Final = Field("climb", Flag())
TALL: Final = Field("tall", Whole(0, 200))
SKILL: Final = Field("skill", Word(*SKILL_NAMES))
BY_HP: Final = Field("by-hp", Flag())
BY_LEVEL: Final = Field("by-level", Flag())
BLADE: Final = Field("blade", SHOCK)
HANDS: Final = Field("hands", Whole(1, 2))
"""For an art that is a weapon: level as attack bonus, melee, Shock, number of hands."""
OF: Final = Field("of", ListOf(Word(*HARM_NAMES), or_one=True))
"""Its kinds of damage."""
PARTS: Final[tuple[Field[Any], ...]] = (
    DO, WHEN, AMOUNT, ROUNDS, EFFECT, VALUE, MOST, ELEMENT, MOST_HD, ABOVE, NAMELESS, SOLID, CLIMB,
    TALL, SKILL, OF, BY_HP, BY_LEVEL, BLADE, HANDS,
)  # fmt: skip


def harm_bits(values: Values, field: Field[Any] = OF) -> int:
    """The kinds of damage in a field, one bit each."""
    bits = 0
    for item in values.value(field, []):
        bits |= 1 << HARM_NAMES.index(item.value)
    return bits


def read_primitive(values: Values, sheet: Sheet | None = None, kinds: int = 0) -> Primitive | None:
    """One part; `kinds` are its default kinds of damage."""
    do = values.get(DO)
    if do is None:
        return None
    skill = values.get(SKILL)
    effect = values.get(EFFECT)
    above = values.get(ABOVE)
    return Primitive(
        do=DO_NAMES.index(do),
        when=WHEN_NAMES.index(values.value(WHEN, WHEN_NAMES[ALWAYS])),
        amount=values.value(AMOUNT, NOTHING),
        rounds=values.value(ROUNDS, NOTHING),
        effect=None if effect is None else BY_NAME[effect],
        value=values.value(VALUE, NOTHING),
        element=values.value(ELEMENT, False),
        touched=TargetLimits(
            values.value(MOST_HD, NO_LIMIT),
            0 if above is None else UP_TO_LEVEL if above == UP_TO_LEVEL else above + 1,
            values.value(NAMELESS, False),
        ),
        wall=WallShape(
            values.value(SOLID, False), values.value(TALL, 0), values.value(CLIMB, False)
        ),
        appearing=Appearing(sheet, values.value(MOST, NOTHING)),
        user=UserPart(
            -1 if skill is None else SKILL_NAMES.index(skill), values.value(BY_HP, False)
        ),
        kinds=harm_bits(values) if values.has(OF) else kinds,
    )
