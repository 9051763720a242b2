"""Actors of dnd5e from early 2019, in the shape of a few months later.

There each figure has its type and label beside it, and a weapon has its damage, its range and its
properties as texts.
"""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.untrusted_json import items, table, text_of

WRAPPED: Final = {"type", "label", "value", "min"}
DEPTH: Final = 4
NAMED: Final = {"finesse": "fin", "thrown": "thr", "reach": "rch"}


def is_oldest(facts: dict[str, Any]) -> bool:
    size = table(table(facts.get("traits")).get("size"))
    return "label" in size or "label" in table(table(facts.get("details")).get("alignment"))


def renewed(entry: dict[str, Any], facts: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The actor and its figures, as later versions keep them."""
    traits = dict(table(facts.get("traits")))
    for key in ("size", "senses"):
        traits[key] = _bare(traits.get(key))
    size = text_of(traits["size"], 10).lower()
    short = {"small": "sm", "medium": "med", "large": "lg", "gargantuan": "grg"}
    traits["size"] = short.get(size, size)
    figures = {**facts, "traits": traits, "details": _bare(facts.get("details"))}
    made = [_item(table(item)) for item in items(entry.get("items"))]
    return {**entry, "items": made}, figures


def _bare(value: object, depth: int = DEPTH) -> Any:
    """A value without its type and its label."""
    if not isinstance(value, dict) or not depth:
        return value
    if "label" in value and set(value) <= WRAPPED:
        return value.get("value", "")
    return {key: _bare(part, depth - 1) for key, part in value.items()}


def _item(item: dict[str, Any]) -> dict[str, Any]:
    inner = table(_bare(item.get("data")))
    if item.get("type") != "weapon":
        return {**item, "data": inner}
    said = text_of(inner.get("range"), 40)
    span = re.search(r"([0-9]{1,4})(?:\s*/\s*([0-9]{1,4}))?", said)
    near, far = (int(span[1]), int(span[2] or 0)) if span else (0, 0)
    words = text_of(inner.get("properties"), 120).lower()
    has = {short: name in words for name, short in NAMED.items()}
    # A thrown weapon has a range too, and strikes as well.
    shoots = bool(far or near > 15) and not has["thr"]
    kind = text_of(inner.get("damageType"), 20)
    first = text_of(inner.get("damage"), 30)
    parts = [[f"{first} + @mod" if first else "", kind]]
    more, other = text_of(inner.get("damage2"), 30), text_of(inner.get("damage2Type"), 20)
    if more and other and other != kind:
        parts.append([more, other])
    data = {
        **inner,
        "actionType": "rwak" if shoots else "mwak",
        "attackBonus": inner.get("bonus") or 0,
        "damage": {"parts": parts if first else parts[1:]},
        "range": {"value": near or 5, "long": far or None},
        "properties": has,
    }
    return {**item, "data": data}
