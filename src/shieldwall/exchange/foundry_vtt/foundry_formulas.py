"""Dice and bonuses as Foundry's dnd5e writes them: `2d6 + @mod`, `@abilities.dex.mod + 1`."""

from __future__ import annotations

import re

from shieldwall.exchange.fifth.fifth_edition import Fifth
from shieldwall.exchange.untrusted_json import items, number, table, text_of


def part_of(value: object, main: bool = False) -> tuple[str, str]:
    """Dice and kind of damage of `{number: 2, denomination: 6, bonus, types: [fire]}`."""
    part = table(value)
    custom = table(part.get("custom"))
    kinds = [text_of(kind, 20) for kind in items(part.get("types"))]
    kind = kinds[0] if kinds else ""
    if custom.get("enabled") is True:
        return text_of(custom.get("formula"), 40), kind
    count, sides = number(part.get("number")), number(part.get("denomination"))
    bonus = text_of(part.get("bonus"), 20)
    if not count or not sides:
        # A bite for 1 point has a kind and no dice.
        flat = bonus if re.fullmatch(r"[1-9][0-9]?", bonus) else "1" if main else ""
        return (flat if kind else ""), kind
    dice = f"{int(count)}d{int(sides)}"
    if main:
        dice += " + @mod"
    return (f"{dice} + {bonus}" if bonus else dice), kind


def old_part(value: object) -> tuple[str, str]:
    found = items(value)
    return (
        (text_of(found[0], 40), text_of(found[1], 20) if len(found) > 1 else "")
        if found
        else ("", "")
    )


def bonus_of(made: Fifth, given: object, proficiency: int) -> int:
    """A number, or `@abilities.dex.mod + 1`."""
    said = number(given)
    if said is not None:
        return int(said)
    formula = with_scores(made, text_of(given, 60)).replace("@prof", str(proficiency))
    return sum(
        int(part.replace(" ", "")) for part in re.findall(r"[+-]?\s*\b[0-9]{1,2}\b", formula)
    )


def with_scores(made: Fifth, formula: str) -> str:
    """A formula with the modifiers of the abilities it names."""
    return re.sub(
        r"@abilities\.([a-z]{3})\.mod",
        lambda found: str((made.scores.get(found[1].title(), 10) - 10) // 2),
        formula,
    )


def summed(formula: str, modifier: int) -> str:
    """Sum of dice and numbers: `2d6 + @mod + 1`."""
    text = re.sub(r"@mod", str(modifier), formula)
    text = re.sub(r"\[[^\]]*\]|@[a-z.]+", "", text).replace(" ", "").replace("+-", "-")
    dice = re.search(r"[0-9]{1,2}d[0-9]{1,3}", text)
    beside = text.replace(dice[0], "", 1) if dice else text
    rest = sum(int(part) for part in re.findall(r"[+-]?[0-9]+(?![0-9d])", beside))
    if not dice:
        return str(max(0, rest)) if text else ""
    return f"{dice[0]} {'+' if rest > 0 else '-'} {abs(rest)}" if rest else dice[0]
