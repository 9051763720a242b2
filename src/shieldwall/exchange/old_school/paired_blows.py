"""Attacks on one line and their damage on another, as in B/X and its successors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from shieldwall.exchange.creature_draft import Attack, plain_dice

WOUND: Final = r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2}(?![0-9d]))?|[0-9]{1,2}-[0-9]{1,3}"
LINES: Final = re.compile(
    r"^\W*(?:(?:No\. of )?Attacks?|#\s*AT)\s*:\s*(?P<ways>[^\n]{1,120})$"
    r"(?:\n(?!\n)[^\n]*$){0,6}?\n\W*Damage\s*:\s*(?P<harm>[^\n]{1,120})$",
    re.IGNORECASE | re.MULTILINE,
)
NO_BLOWS: Final = ("special", "see below", "hold", "hug", "spells", "spell")
"""Entries among the attacks that are explained further down."""
_PLURALS: Final = {"hooves": "hoof", "teeth": "tooth", "knives": "knife", "feet": "foot"}


@dataclass(slots=True)
class Wound:
    """One entry of the damage line."""

    dice: str
    words: str
    """`claw`, `all`, `poison`."""


def one_of(name: str) -> str:
    """The singular: `claws` is a claw."""
    last = name.rpartition(" ")[2]
    if last.lower() in _PLURALS:
        return name[: -len(last)] + _PLURALS[last.lower()]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def paired_blows(ways: str, harm: str) -> tuple[list[Attack], list[str]]:
    """Pair `2 claws, 1 bite or breath` with `1d4 claw, 2d8 bite or breath`."""
    wounds = _wounds(harm)
    named = {word: wound for wound in wounds for word in wound.words.lower().split()}
    made: list[Attack] = []
    left: list[str] = []
    turn = place = 0
    blows = _blows(ways)
    spread = sum(count for count, _, _ in blows) == len(wounds) > len(blows)
    for count, name, other in blows:
        turn += other
        if name.lower() in NO_BLOWS:
            left.append(name)
            continue
        stem = one_of(name).lower()
        wound = named.get(stem.rpartition(" ")[2]) or named.get("all")
        if wound is None and place < len(wounds):
            wound = wounds[place]
        place += count if spread else 1
        if wound is None or not wound.dice:
            left.append(f"{name}: {wound.words}" if wound and wound.words else name)
            continue
        attack = Attack(stem or "weapon", count, wound.dice, group=turn)
        attack.source = f"{ways}, {harm}"
        attack.effect = re.sub(rf"\b(?:{re.escape(stem)}s?|all|each)\b", "", wound.words).strip(
            " +"
        )
        made.append(attack)
    return made, left


def _blows(ways: str) -> list[tuple[int, str, bool]]:
    """Number, name, and whether it is an alternative to the one before."""
    found = []
    instead = False
    for part in re.split(r"(/|,|\+|\band\b|\bor\b)", ways):
        if part.strip().lower() == "or":
            instead = True
            continue
        told = re.match(r"\s*([0-9]{1,2})?\s*x?\s*([A-Za-z][A-Za-z' -]{0,30})?", part)
        if told and (told[1] or told[2]):
            name = (told[2] or "weapon").strip()
            found.append((max(1, min(12, int(told[1] or 1))), name, instead))
            instead = False
    return found


def _wounds(harm: str) -> list[Wound]:
    made = []
    for part in re.split(r"/(?!\s*round)|,|\bor\b", harm):
        dice = re.search(WOUND, part)
        words = (part[: dice.start()] + part[dice.end() :] if dice else part).strip(" +*.()")
        made.append(Wound(plain_dice(dice[0]) if dice else "", words))
    return made
