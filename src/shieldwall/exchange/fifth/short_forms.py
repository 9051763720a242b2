"""Condensed wording of the fifth edition, spelled out: `(DC 13 Dex half)`, `+ 9 (2d8) fire`."""

from __future__ import annotations

import re
from typing import Final

_SAVES: Final = "(?:Str|Dex|Con|Int|Wis|Cha)[a-z]*"
_SAVE_BEHIND: Final = re.compile(
    r"(?:(?<!attack):\s*|(?<=\. )(?=(?:The )?target takes ))"
    r"(?P<effects>(?:[^():]|\([^():]{0,40}\)){3,600}?)\s*"
    rf"\((?:[^();]{{0,40}};\s*)?DC (?P<dc>[0-9]{{1,2}}) (?P<of>{_SAVES})"
    r" (?!save|check)(?P<rest>[^()]{3,120})\)",
    re.IGNORECASE,
)
"""`Each creature in the area: 21 (6d6) poison (DC 14 Dex half).`"""
_SAVE_OF_TARGET: Final = re.compile(
    r"(?P<effects>\b(?:the )?target (?:is |becomes |has |gets |contracts )?[^.():]{3,120}?)\s*"
    rf"\(DC (?P<dc>[0-9]{{1,2}}) (?P<of>{_SAVES}) (?!save|check)(?P<rest>[^()]{{3,120}})\)",
    re.IGNORECASE,
)
"""`9 (2d6 + 2) piercing damage and target paralyzed for 1 min (DC 14 Con not paralyzed).`"""
_OR_ELSE: Final = re.compile(rf"\b(DC [0-9]{{1,2}} {_SAVES}) or (?=[a-z0-9])", re.IGNORECASE)
_SAVE_WITHOUT_DC: Final = re.compile(
    rf"\b(?P<who>(?:each|the|that|any|every|a) (?:creature|target)\b[^.:;]{{0,80}}?)"
    rf"(?:must make|makes) an? (?P<of>{_SAVES}) (?:saving throw|save)\b",
    re.IGNORECASE,
)
_PLUS: Final = re.compile(r"\s\+\s(?=[0-9]{1,3}\s?\([0-9]{1,2}d)")
_FAIL: Final = re.compile(r"(?<=[.;)])\s*Fail:\s*", re.IGNORECASE)
_MINUTE: Final = re.compile(r"\b(?P<number>[0-9]{1,2}) min\b(?!\.?\w)", re.IGNORECASE)
_AGAIN: Final = re.compile(r"\bre-?save\b", re.IGNORECASE)


def in_full(text: str) -> str:
    """Put a save before its effects, and use the usual words."""
    full = _SAVE_BEHIND.sub(lambda found: f": {_save_first(found)}", text)
    full = _SAVE_OF_TARGET.sub(_save_first, full)
    full = _OR_ELSE.sub(r"\1 saving throw or ", full)
    full = _SAVE_WITHOUT_DC.sub(r"\g<who>must make a DC 10 \g<of> saving throw", full)
    full = _PLUS.sub(" plus ", full)
    full = _FAIL.sub(" Failure: ", full)
    full = _MINUTE.sub(_minutes, full)
    return _AGAIN.sub("repeat the saving throw", full)


def _save_first(found: re.Match[str]) -> str:
    rest = found["rest"].strip()
    success = "half damage" if "half" in rest.lower() else "no effect"
    return (
        f"DC {found['dc']} {found['of']} saving throw."
        f" Failure: {found['effects'].strip()}. Success: {success}"
    )


def _minutes(found: re.Match[str]) -> str:
    return f"{found['number']} minute" + ("" if found["number"] == "1" else "s")
