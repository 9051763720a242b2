"""Spells in the canonical text of a set-up: written with every fact, and read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from shieldwall.abilities.registry import CONDITION_NAMES
from shieldwall.engine.checks import AGAINST, AGAINST_NAMES
from shieldwall.engine.magic.power_data import TRIGGER_NAMES, Power
from shieldwall.engine.magic.spell_data import (
    AIM_NAMES,
    CAST_COSTS,
    DO_NAMES,
    KIND_NAMES,
    NO_LIMIT,
    PRIMITIVE_RECORDS,
    SORT_NAMES,
    UP_TO_LEVEL,
    WHEN_NAMES,
    WHO_NAMES,
    Amount,
    Primitive,
    Spell,
    make_spell,
)
from shieldwall.engine.state.condition import (
    condition_of,
)
from shieldwall.engine.state.fact_records import grouped
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import SKILL_NAMES, Sheet

if TYPE_CHECKING:
    from shieldwall.content.formats.checked_data import CheckedData

BIG: Final = 9999
AMOUNTS: Final = ("amount", "rounds", "value", "most")
PRIMITIVE_NUMBERS: Final = {
    "do": (0, len(DO_NAMES) - 1),
    "when": (0, len(WHEN_NAMES) - 1),
    "most_dice": (UP_TO_LEVEL, NO_LIMIT),
    "least_dice": (UP_TO_LEVEL, NO_LIMIT),
    "tall": (0, 999),
    "skill": (-1, len(SKILL_NAMES) - 1),
    "kinds": (0, (1 << len(HARM_NAMES)) - 1),
}
PRIMITIVE_FLAGS: Final = ("element", "nameless", "solid", "climb", "by_hp")
SPELL_NUMBERS: Final = {
    "level": (0, 99),
    "cost": (0, len(CAST_COSTS) - 1),
    "aim": (0, len(AIM_NAMES) - 1),
    "who": (0, len(WHO_NAMES) - 1),
    "kind": (0, len(KIND_NAMES) - 1),
    "reach": (0, BIG),
    "level_reach": (0, BIG),
    "count": (0, BIG),
    "level_count": (0, BIG),
    "radius": (0, BIG),
    "level_radius": (0, BIG),
    "tall": (0, 999),
    "save": (-1, AGAINST + len(AGAINST_NAMES) - 1),
    "save_plus": (-99, 99),
    "save_skill": (-1, len(SKILL_NAMES) - 1),
    "uses": (0, 99),
    "sort": (0, len(SORT_NAMES) - 1),
}
SPELL_FLAGS: Final = ("art", "down", "spreads", "mundane", "spares_user")
SPELL_TEXTS: Final = ("name", "text", "source")


def spell_data(spell: Spell, sheet_data: Callable[[Sheet], dict[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {name: getattr(spell, name) for name in SPELL_TEXTS}
    data.update((name, int(getattr(spell, name))) for name in SPELL_NUMBERS)
    data.update((name, bool(getattr(spell, name))) for name in SPELL_FLAGS)
    parts: list[object] = []
    for primitive in spell.primitives:
        part: dict[str, object] = {
            name: int(getattr(primitive, name)) for name in PRIMITIVE_NUMBERS
        }
        part["effect"] = -1 if primitive.effect is None else primitive.effect.number
        part.update((name, bool(getattr(primitive, name))) for name in PRIMITIVE_FLAGS)
        part.update((name, list(getattr(primitive, name).key())) for name in AMOUNTS)
        part["sheet"] = [] if primitive.sheet is None else [sheet_data(primitive.sheet)]
        parts.append(part)
    data["primitives"] = parts
    return data


def read_spell(data: CheckedData, sheet: Callable[[CheckedData], Sheet]) -> Spell:
    numbers: dict[str, Any] = {k: data.number(k, *span) for k, span in SPELL_NUMBERS.items()}
    flags: dict[str, Any] = {name: data.flag(name) for name in SPELL_FLAGS}
    texts: dict[str, Any] = {name: data.text(name) for name in SPELL_TEXTS}
    primitives = tuple(_primitive(part, sheet) for part in data.items("primitives"))
    return make_spell(primitives=primitives, **texts, **numbers, **flags)


def _primitive(data: CheckedData, sheet: Callable[[CheckedData], Sheet]) -> Primitive:
    numbers: dict[str, Any] = {k: data.number(k, *span) for k, span in PRIMITIVE_NUMBERS.items()}
    flags: dict[str, Any] = {name: data.flag(name) for name in PRIMITIVE_FLAGS}
    amounts: dict[str, Any] = {name: _amount(data, name) for name in AMOUNTS}
    sheets = [sheet(part) for part in data.items("sheet")]
    number = data.number("effect", -1, max(CONDITION_NAMES))
    kind = None if number < 0 else condition_of(number)
    shown = {"effect": kind, "sheet": sheets[0] if sheets else None}
    return Primitive(**grouped(numbers | flags | amounts | shown, PRIMITIVE_RECORDS))


POWER_NUMBERS: Final = {
    "trigger": (0, len(TRIGGER_NAMES) - 1),
    "uses": (0, 99),
    "recharge": (0, 6),
    "nth": (1, 99),
    "least_die": (0, 20),
}


def power_data(power: Power, sheet_data: Callable[[Sheet], dict[str, object]]) -> dict[str, object]:
    return {
        "spell": spell_data(power.spell, sheet_data),
        "onset": list(power.onset.key()),
        "once": power.once,
        **{name: int(getattr(power, name)) for name in POWER_NUMBERS},
    }


def read_power(data: CheckedData, sheet: Callable[[CheckedData], Sheet]) -> Power:
    numbers: dict[str, Any] = {k: data.number(k, *span) for k, span in POWER_NUMBERS.items()}
    spell = read_spell(data.part("spell"), sheet)
    return Power(spell, onset=_amount(data, "onset"), once=data.flag("once"), **numbers)


def _amount(data: CheckedData, name: str) -> Amount:
    dice, sides, plus, level_dice, level_plus, step, up = data.numbers(name, -BIG, BIG, 7)
    if step < 1 or up not in (0, 1) or min(dice, sides, level_dice) < 0:
        raise data.part(name).wrong("dice, sides, plus, dice and plus a level, levels, 0 or 1")
    return Amount(dice, sides, plus, level_dice, level_plus, step, bool(up))
