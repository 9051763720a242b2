"""Creatures of one line each with nothing but commas between their figures."""

from __future__ import annotations

import re
from typing import Final

_OSE: Final = re.compile(
    r"(?m)^[\s*_>#-]*(?P<name>[A-Z][^:\n*]{1,50}?)[*_]*\s*:[*_]*\s*"
    r"(?P<figures>AC(?:--|-?[0-9]{1,2}(?:\s?\[[0-9]{1,2}\])?[^,\n]{0,20}),\s*HD[^\n;]{1,400})"
    r"(?:;[ ]*(?P<more>[^\n]*))?$"
)
"""`**Ape**: AC6[13],HD4,2×claw(1d4)/rock(1d6),THAC0 16[+3],MV120',F2,ML7,XP75; hugs`."""
_FIFTH: Final = re.compile(
    r"(?m)^[\s>-]*`(?P<name>[A-Z][^,:`\n]{1,50}),(?=[^`\n]*\bAC: ?[0-9])(?=[^`\n]*\bHP: ?[0-9])"
    r"(?P<figures>[^`\n]{10,600})`[ \t]*$"
)
"""`Hound, HP: 9(3d4), AC: 12, [12, 12, 12, 3, 14, 3], Bite +3 1d4+2 piercing`, between ticks."""
_BLOW: Final = re.compile(
    r"([A-Za-z][A-Za-z' -]{1,30}?)(?:\([^()]{0,40}\))?\s+([+-][0-9]{1,2})\s+"
    r"((?:[0-9]{0,2}d[0-9]{1,2}(?:[+-][0-9]{1,2})?|[0-9]{1,2}\b)[^,]{0,80})"
)


def in_words(text: str) -> str:
    """The same with the usual labels, each creature apart from the next."""
    return _FIFTH.sub(_fifth, _OSE.sub(_ose, text))


def _ose(found: re.Match[str]) -> str:
    figures = re.sub(
        r"^AC(-?[0-9])(?![0-9\[])",
        lambda each: f"AC {each[1]} [{19 - int(each[1])}]",
        found["figures"],
    )
    figures = re.sub(r"\b(AC|HD|MV|ML|XP|THAC0)(?=[-0-9½])", r"\1 ", figures)
    figures = re.sub(r"\s*×\s*", " x ", figures).replace("wpn(", "weapon(").replace("](", "] (")
    figures = re.sub(r"\b(HD [^,]{1,12}),\s*(?!THAC0|MV)", r"\1, Att ", figures, count=1)
    figures = figures.replace(")/", ") or ").replace(")+", ") and ").replace(",", ", ")
    # A bare figure for movement is that of a turn, as everywhere in this game.
    figures = re.sub(
        r"\b(MV )([0-9]{1,3})'(?!\s*\()",
        lambda each: f"{each[1]}{each[2]}' ({int(each[2]) // 3}')",
        figures,
    )
    figures = re.sub(
        r"/([0-9]{2,3})'\s*(fly|swim|climb|burrow)\w*",
        lambda each: f", {each[2]} {each[1]}' ({int(each[1]) // 3}')",
        figures,
    )
    more = f"\n* Special: {found['more'].strip()}" if found["more"] else ""
    name = found["name"].replace(",", ", ")
    return f"\n---\n{name}\n{figures}{more}\n"


def _harm(told: str) -> str:
    plain = re.sub(r"\b(?:piercing|slashing|bludgeoning)\b", "", told).strip()
    return f"{plain} points" if plain.isdigit() else plain


def _fifth(found: re.Match[str]) -> str:
    told = found["figures"]
    blows = list(_BLOW.finditer(re.sub(r"\[[^\]]*\]", ",", told)))
    lines = [found["name"], re.sub(r"\[[^\]]*\]|,(?=\s*,)", " ", told)]
    for blow in blows:
        lines[1] = lines[1].replace(blow[0], " ")
    attacks = [f"1 x {blow[1].strip()} ({blow[2]}, {_harm(blow[3])})" for blow in blows]
    lines += [f"Attacks: {' or '.join(attacks)}"] if attacks else []
    return "\n---\n" + "\n".join(lines)
