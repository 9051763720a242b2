"""Ways to damage a text: characters, lines, words, numbers, and values of JSON."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

NUMBERS: Final = (
    "0", "-0", "-1", "1", "2", "3", "7", "20", "63", "64", "65", "99", "255", "256", "1000", "1001",
    "65536", "1000000", "-1000000", "2147483648", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "1" + "0" * 30, "9" * 400, "9" * 5000, "1e3", "1e308", "1e999",
    "-1e999",
    "1.5", ".5", "1_000", "0x10", "007", "١٢", "²", "½", "NaN", "nan", "Infinity", "-inf",
)  # fmt: skip
ODD: Final = (
    "", " ", "\t", "\n", "\r\n", "\x00", "\x1b[31m", "\u2028", "\u202e", "\ufeff", "\ud800",
    "\udfff",
    "\U0001f409", "é", "ß", "İ", "x" * 60, "x" * 5000, "../../etc/passwd", "/dev/zero",
    "!!python/object",
    "&a", "*a", "<<: *a", "- ", ": ", "# ", "|", ">", "---", "...", "{", "}", "[", "]", "[[", "{{",
    "(",
    ")", "((((((", '"', "'", "\\", "`", "$", "%", "%s", "{0}", "~", "null", "true", "no", "1d6",
    "99999d99999", "1d0", "d", "d1", "-", "--", "+", "=", ",", ";", "<b>", "'; --", "[" * 3000,
    "{\"a\":" * 1500, "a" * 200 + ":", "A1", "ZZ99", "A0", "a-a", "30ft", "-5ft",
)  # fmt: skip
VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2, 3, 63, 64, 1000, 10**6, -(10**6), 2**31, 2**63, -(2**63),
    10**30,
    1e308, 1.5, -1e-9, float("nan"), float("inf"), "", "x", "x" * 5000, "\x00\x1b", "\ud800", [],
    {}, [[]],
    {"x": {}}, [1, 2, 3], ["a"], {"a": 1}, "1d6", "A1", "null", "2", "-1", "done", "foes",
)  # fmt: skip
NUMBER: Final = re.compile(r"-?\d+")
WORD: Final = re.compile(r"[^\s,:=\[\]{}\"']+")
LARGEST: Final = 200_000
"""Characters a spoilt text may have; longer ones tell nothing new and take their time."""

Damage = Callable[[str, random.Random, Sequence[str]], str]


def _span(text: str, dice: random.Random) -> tuple[int, int]:
    start = dice.randrange(len(text) + 1)
    return start, min(len(text), start + dice.choice((1, 1, 2, 3, 10, 50, 400)))


def characters(text: str, dice: random.Random, words: Sequence[str]) -> str:
    """Lost, doubled, exchanged or added."""
    start, end = _span(text, dice)
    change = dice.randrange(5)
    if change == 0:
        return text[:start] + text[end:]
    if change == 1:
        return text[:end] + text[start:end] * dice.choice((1, 1, 2, 20)) + text[end:]
    if change == 2:
        return text[:start] + dice.choice(ODD) + text[start:]
    if change == 3:
        return text[:start] + chr(dice.choice((dice.randrange(1, 128), dice.randrange(1,
        0x3000)))) + text[start + 1 :]  # fmt: skip
    return text[:start] + text[end - 1 : start - 1 if start else None : -1] + text[end:]


def lines(text: str, dice: random.Random, words: Sequence[str]) -> str:
    """Lost, doubled, moved or set otherwise."""
    rows = text.split("\n")
    here, there = dice.randrange(len(rows)), dice.randrange(len(rows))
    change = dice.randrange(5)
    if change == 0:
        del rows[here]
    elif change == 1:
        rows.insert(there, rows[here])
    elif change == 2:
        rows[here], rows[there] = rows[there], rows[here]
    elif change == 3:
        rows[here] = " " * dice.randrange(9) + rows[here].strip()
    else:
        rows[here] = dice.choice(words) if words else dice.choice(ODD)
    return "\n".join(rows)


def numbers(text: str, dice: random.Random, words: Sequence[str]) -> str:
    """One number becomes another."""
    found = list(NUMBER.finditer(text))
    if not found:
        return characters(text, dice, words)
    one = dice.choice(found)
    return text[: one.start()] + dice.choice(NUMBERS) + text[one.end() :]


def exchanged(text: str, dice: random.Random, words: Sequence[str]) -> str:
    """One word becomes another of the same text or of the target's own."""
    found = list(WORD.finditer(text))
    if not found:
        return characters(text, dice, words)
    one = dice.choice(found)
    other = dice.choice(words) if words and dice.random() < 0.6 else dice.choice(found).group()
    return text[: one.start()] + other + text[one.end() :]


def cut(text: str, dice: random.Random, words: Sequence[str]) -> str:
    """The end is missing, or the beginning."""
    place = dice.randrange(len(text) + 1)
    return text[:place] if dice.random() < 0.8 else text[place:]


WAYS: Final[tuple[Damage, ...]] = (
    characters,
    lines,
    numbers,
    numbers,
    exchanged,
    exchanged,
    exchanged,
)


def spoilt(text: str, dice: random.Random, words: Sequence[str] = ()) -> str:
    """A text with a few things changed."""
    for _ in range(dice.choice((1, 1, 1, 1, 2, 2, 3, 6))):
        text = dice.choice(WAYS)(text, dice, words)
    if dice.random() < 0.03:
        text = cut(text, dice, words)
    return text[:LARGEST]


DEEP = 3000


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every part of a value as what holds it and under which key."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            places(value[key], found)
    return found


def spoilt_json(text: str, dice: random.Random, words: Sequence[str] = ()) -> str:
    """JSON in which a few values are others, gone, or elsewhere."""
    try:
        return _spoilt_json(text, dice, words)
    except RecursionError:
        # Something deep was put into something deep: too deep for us to write down.
        return "[" * DEEP + "]" * DEEP


def _spoilt_json(text: str, dice: random.Random, words: Sequence[str]) -> str:
    data = json.loads(text)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        spots = places(data, [])
        if not spots:
            break
        holder, key = dice.choice(spots)
        change = dice.randrange(10)
        if change == 0 and isinstance(holder, list):
            holder *= dice.choice((0, 2, 3))
        elif change == 1:
            del holder[key]
        elif change == 2 and isinstance(holder, dict):
            holder[dice.choice(words) if words else dice.choice(ODD)] = holder.pop(key)
        elif change == 3:
            other, place = dice.choice(spots)
            # Written out and read again: nothing may hold itself.
            if isinstance(other, list) and not -len(other) <= place < len(other):
                continue
            if isinstance(other, dict) and place not in other:
                continue
            holder[key] = json.loads(json.dumps(other[place]))
        elif change == 4 and words:
            holder[key] = dice.choice(words)
        elif isinstance(holder[key], int) and change < 8:
            holder[key] += dice.choice((-100, -2, -1, 1, 2, 100))
        else:
            # A copy, because the inserted value may be changed later.
            holder[key] = copy.deepcopy(dice.choice(VALUES))
    made = json.dumps(data, ensure_ascii=dice.random() < 0.5)
    if dice.random() < 0.1:
        made = spoilt(made, dice, words)
    return made[:LARGEST]
