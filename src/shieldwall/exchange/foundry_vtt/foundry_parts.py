"""Shared by the readers of Foundry's old-school systems: figures, hit dice, items."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.creature_draft import GUESS, LIKELY, SURE, Draft, Said
from shieldwall.exchange.untrusted_json import number, plain_html, table, text_of, whole

FEW_DICE: Final = 4


def facts_of(entry: dict[str, Any]) -> dict[str, Any]:
    """The system part of a document: `system`, in old versions `data`."""
    return table(entry.get("system")) or table(entry.get("data"))


def figure(value: object) -> int | None:
    """A number, or the `value` of a mapping."""
    found = number(table(value).get("value") if isinstance(value, dict) else value)
    return None if found is None else int(found)


def put_figure(draft: Draft, key: str, value: int | None, source: str) -> None:
    if value is not None:
        draft.put(key, value, f"{source} {value}")


def hit_dice(draft: Draft, text: str, source: str) -> None:
    found = re.match(r"\s*([0-9]{1,2})(?:d([0-9]{1,2}))?\s*([+-]\s*[0-9]{1,2})?", text)
    if not found:
        draft.note(f"{source} {text}" if text else "")
        return
    count, sides = found[1], found[2] or "8"
    bonus = re.sub(r"\s", "", found[3] or "")
    if count == "0" or (count == "1" and int(sides) <= 4):
        draft.put("hd", "1/2", text, LIKELY, "less than a whole die")
    else:
        draft.put("hd", f"{count}{bonus}", text, LIKELY if sides != "8" else SURE)


def hit_points(draft: Draft, points: int | None, blank: int = 0) -> None:
    """Set HP, unless they are the default of a new actor.

    Fewer than two per die, or the form's default, was not rolled: the hit dice are used instead,
    and the GM is asked.
    """
    dice = re.match(r"[0-9]+", str(draft.values.get("hd", "")))
    count = int(dice[0]) if dice else 0
    few = count >= FEW_DICE and points is not None and points < 2 * count
    form = points == blank and bool(count) and not 2 <= count <= 3
    if points is not None and (few or form):
        told = f"{count} {'die' if count == 1 else 'dice'}"
        why = f"{points} is the default of a new actor, not a roll of {told}"
        draft.said.append(Said("hp", "by its hit dice", f"HP {points}", GUESS, why))
        draft.ask("hp", str(max(1, count * 9 // 2)), why)
    else:
        put_figure(draft, "hp", points, "HP")


def notes(draft: Draft, *values: object) -> None:
    for value in values:
        draft.note(text_of(plain_html(text_of(value)), 1500))


def described(item: dict[str, Any]) -> tuple[str, str]:
    """The name of an item and its text."""
    inner = facts_of(item)
    told = text_of(plain_html(text_of(inner.get("description"))), 1500)
    return text_of(item.get("name"), 60), told


def ranges(value: dict[str, Any], keys: tuple[str, ...]) -> tuple[int, ...]:
    found = [whole(value.get(key), 1, 2000) for key in keys]
    return tuple(feet for feet in found if feet is not None)


def five_saves(draft: Draft, facts: dict[str, Any], keys: tuple[str, ...]) -> None:
    """Our files have one save; the five come from the hit dice, as in their books."""
    saves = table(facts.get("saves"))
    told = [f"{key} {value}" for key in keys if (value := figure(saves.get(key))) is not None]
    draft.note(f"saves {', '.join(told)}" if told else "")


def shock_of(value: object, name: str, draft: Draft) -> str:
    """Their Shock may be dice; ours is a number. One without an AC goes to the report."""
    shock = table(value)
    damage = whole(shock.get("dmg") or shock.get("damage"), 1, 99)
    limit = whole(shock.get("ac"), 1, 30)
    if damage and not limit:
        draft.leave("what hits do", f"{name}: Shock {damage} without an AC")
    return f"{damage}/{limit}" if damage and limit else ""


def rolled(damage: str) -> str:
    """`1d6*10` cannot be written as our dice; `6d10` comes near it."""
    tens = re.fullmatch(r"\s*([0-9]{1,2})d([0-9]{1,2})\s*[*x]\s*10\s*", damage)
    return f"{int(tens[1]) * int(tens[2])}d10" if tens else damage
