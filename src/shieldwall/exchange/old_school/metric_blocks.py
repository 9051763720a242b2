"""Blocks with feet, metres and squares side by side, `30ft 9m 6sq t, 60ft 18m 12sq tt fly`."""

from __future__ import annotations

import re
from typing import Final

_METRIC: Final = re.compile(r"\b[0-9]{1,3} ?ft [0-9.]{1,5} ?m\b")
_SPEED: Final = re.compile(
    r"\b(?P<feet>[0-9]{1,3}) ?ft [0-9.]{1,5} ?m(?: [0-9]{1,3} ?sq)?"
    r"(?:[ ]+[0-9]?[tFV]{1,6}(?:[+-][0-9])?)?"
    r"[ ]+(?P<way>fly|swim|climb|burrow|hover)\w*"
)
_PARAGRAPH: Final = re.compile(r"(?m)^_(?P<name>[^_\n]{2,40})_:?[ ]+(?=\S)")
_SCORES: Final = re.compile(r"(?m)^\W*DCs:\s*(?P<scores>(?:[a-z]{3} ?[0-9]{1,2}\s*){6})$")
_EFFECT_BEHIND: Final = re.compile(
    r"\((?P<dice>[0-9]*d[0-9]+(?:[ ]*[+-][ ]*[0-9]+)?)\)(?:[ ]*\+)?[ ]+"
    r"(?P<effect>(?!or\b|and\b|x\b)[a-z]{3,20})(?=[,\n]|$)",
    re.MULTILINE,
)
_HP_ONLY: Final = re.compile(r"\bHD:\s*\(HP ([0-9]{1,3})\)")


def in_feet(text: str) -> str:
    """The same in the labels of `statblock`."""
    if not _METRIC.search(text):
        return text
    text = _SPEED.sub(_feet, text)
    text = _SCORES.sub(lambda found: f"Abilities: {found['scores'].strip()}", text)
    text = _EFFECT_BEHIND.sub(r"(\g<dice> + \g<effect>)", text)
    text = _HP_ONLY.sub(r"HD: 0, HP: \1", text)
    return _PARAGRAPH.sub(r"* \g<name>: ", text)


def _feet(found: re.Match[str]) -> str:
    way = "fly" if found["way"] == "hover" else found["way"]
    return f"{way} {found['feet']} ft"
