"""The size and kind of a pasted creature, from words anywhere in its block."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.engine.state.sheet import KIN_NAMES
from shieldwall.exchange.creature_draft import LIKELY
from shieldwall.exchange.old_school.pasted_text import Pasted

KINS: Final = {"animal": "beast", "demi-fey": "fairy", "fungus": "plant"}
"""Dolmenwood's kinds of creature that we call otherwise."""
HEIGHTS: Final = {"tiny": 1, "small": 3, "gargantuan": 20}
"""The height of bodies whose size is none of ours."""
_OTHERS: Final = re.compile(
    r"\b(?:with|by|from|against|near|to|of|among|like|as|or|and|than|not|turns?|turning|hates?"
    r"|hunts?|commands?|controls?|creates?|animates?|raises?|summons?|destroys?|detects?)\W{1,3}"
    r"(?:(?:an?|the|any|all|other|some|lesser|nearby|more|sort of)\W{1,3}){0,3}"
    r"(?:undead|mindless)\b|\b(?:not(?: \w+){0,2},?|un)\W{1,3}(?:undead|mindless)\b"
    r"|\bmindless (?:creature|being|monster|foe|opponent)s?\b",
    re.IGNORECASE,
)
"""The undead and the mindless as a creature's company, prey or servants, or as immune to it."""


def read_nature(pasted: Pasted) -> None:
    """Size and kind of creature, from words anywhere; they stay in the notes as well."""
    draft = pasted.draft
    sizes = {"large": "large", "huge": "huge", "gigantic": "huge", "gargantuan": "huge"}
    anchor = re.search(
        r"^(small|medium|large|huge)\b[^\n]*-", pasted.text, re.IGNORECASE | re.MULTILINE
    ) or pasted.take(
        r"\bsize\s*:?\s*(tiny|small|medium|large|huge|gargantuan)\b(?:\s*\([^()\n]{0,40}\))?"
    )
    if anchor:
        size = anchor[1].lower()
        draft.put("size", sizes.get(size, "man"), anchor[0], LIKELY)
        if size in HEIGHTS:
            why = f"{size} bodies have no size here"
            draft.put("height", HEIGHTS[size], anchor[0], LIKELY, why)
    kind = re.search(r"^(?:small|medium|large|huge) ([a-z-]+?)\s*-", pasted.text, re.I | re.M)
    kin = "" if kind is None else KINS.get(kind[1].lower(), kind[1].lower())
    if kind and kin in KIN_NAMES:
        draft.put("kin", kin, kind[0])
    elif kind:
        draft.leave("kind of being", kind[1])
    own_words = _OTHERS.sub(" ", pasted.text)
    undead = re.search(r"\bundead\b", own_words, re.IGNORECASE)
    if undead:
        draft.put("undead", True, undead[0], LIKELY)
    anchored = re.search(
        r"-\s*(mindless|animal|semi-intelligent|sentient|genius)\s*-", pasted.text, re.IGNORECASE
    )
    if anchored:
        draft.minded(anchored[1])
    if re.search(r"\bmindless\b", own_words, re.IGNORECASE) and "fearless" not in draft.values:
        draft.put("fearless", True, "mindless", LIKELY)
