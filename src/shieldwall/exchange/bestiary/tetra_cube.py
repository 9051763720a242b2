"""Creatures of Tetra-cube's stat block generator (`.monster`), with formulas for figures."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.fifth.fifth_edition import ABILITIES
from shieldwall.exchange.untrusted_json import items, number, table, text_of

DICE: Final = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
ARMOUR: Final = {
    "padded": (11, 9), "leather": (11, 9), "studded": (12, 9), "mage armor": (13, 9),
    "hide": (12, 2), "chain shirt": (13, 2), "scale mail": (14, 2), "spiked": (14, 2),
    "breastplate": (14, 2), "half plate": (15, 2), "ring mail": (14, 0), "chain mail": (16, 0),
    "splint": (17, 0), "plate": (18, 0),
}  # fmt: skip
"""Armour class, and how much of Dexterity counts on top."""
WAYS: Final = {
    "burrowspeed": "burrow", "climbspeed": "climb", "flyspeed": "fly", "swimspeed": "swim",
}  # fmt: skip
SENSES: Final = ("blindsight", "darkvision", "tremorsense", "truesight")
KINDS: Final = {"v": "damagevulnerabilities", "r": "damageresistances", "i": "damageimmunities"}
PARTS: Final = {
    "abilities": "traits", "actions": "actions", "bonusactions": "bonusactions",
    "reactions": "reactions", "legendaries": "legendaryactions", "mythics": "mythicactions",
}  # fmt: skip


def is_tetra_cube(entry: dict[str, Any]) -> bool:
    return {"strpoints", "hitdice", "armorname"} <= entry.keys()


def plain_record(entry: dict[str, Any]) -> dict[str, Any]:
    """The same with the figures that its sheet shows, in the keys of other records."""
    scores = {key.lower(): _whole(entry.get(f"{key.lower()}points"), 10) for key in ABILITIES}
    bonus = {key: (score - 10) // 2 for key, score in scores.items()}
    skilled = _skill_bonus(entry)
    size = text_of(entry.get("size"), 20).lower()
    made: dict[str, Any] = {
        "name": entry.get("name"), "size": size, "type": entry.get("type"),
        "subtype": entry.get("tag"), **scores, "challengerating": entry.get("cr"),
    }  # fmt: skip
    if entry.get("customhp") is True:
        made["hitpoints"] = entry.get("hptext")
    else:
        count, die = _whole(entry.get("hitdice"), 1), DICE.get(size, 8)
        plus = count * bonus["con"]
        rolled = f"{count}d{die}{plus:+}" if plus else f"{count}d{die}"
        made["hitpoints"] = f"{max(1, count * (die + 1) // 2 + plus)} ({rolled})"
    made["armorclass"] = _armour(entry, bonus["dex"])
    made["speed"] = _speed(entry)
    made["savingthrows"] = {
        name: bonus[name] + skilled
        for part in map(table, items(entry.get("sthrows")))
        if (name := text_of(part.get("name"), 20).lower()[:3]) in bonus
    }
    for part in map(table, [*items(entry.get("damagetypes")), *items(entry.get("specialdamage"))]):
        key = KINDS.get(text_of(part.get("type"), 2).lower(), "")
        name = text_of(part.get("name"), 80)
        if key and name not in made.setdefault(key, []):
            made[key].append(name)
    made["conditionimmunities"] = _names(entry.get("conditions"))
    made["senses"] = [
        f"{sense} {_whole(entry.get(sense), 0)} ft."
        for sense in SENSES
        if _whole(entry.get(sense), 0)
    ]
    made["languages"] = _names(entry.get("languages"))
    words = (text_of(entry.get("shortname"), 80) or text_of(entry.get("name"), 80)).lower()
    for theirs, ours in PARTS.items():
        made[ours] = [
            {
                "name": text_of(part.get("name"), 80),
                "desc": _filled(text_of(part.get("desc")), words, bonus, skilled),
            }
            for part in map(table, items(entry.get(theirs)))
        ]
    for key, ours in (("lairs", "lair action"), ("regionals", "regional effect")):
        made["legendaryactions"] += [
            {"name": f"{ours}: {text_of(part.get('name'), 80)}", "desc": text_of(part.get("desc"))}
            for part in map(table, items(entry.get(key)))
        ]
    return made


def _whole(value: object, usual: int) -> int:
    found = number(value)
    return usual if found is None else int(found)


def _names(value: object) -> list[str]:
    return [text_of(table(part).get("name"), 60) for part in items(value)]


def _skill_bonus(entry: dict[str, Any]) -> int:
    """The proficiency bonus of its challenge."""
    told = text_of(entry.get("cr"), 10)
    if told == "*":
        return _whole(entry.get("customprof"), 2)
    rating = 0 if "/" in told else _whole(told, 0)
    return 2 + max(0, rating - 1) // 4


def _armour(entry: dict[str, Any], dexterity: int) -> str:
    name = text_of(entry.get("armorname"), 40).lower()
    shield = _whole(entry.get("shieldbonus"), 0)
    if name == "other":
        return text_of(entry.get("otherarmordesc"), 60)
    if name in ARMOUR:
        base, most = ARMOUR[name]
        score = base + min(dexterity, most if most else 0)
    else:
        score = 10 + dexterity + (_whole(entry.get("natarmorbonus"), 0) if "natural" in name else 0)
    told = "" if name in ("none", "") else f" ({name}{', shield' if shield else ''})"
    return f"{score + shield}{told}"


def _speed(entry: dict[str, Any]) -> str:
    if entry.get("customspeed") is True:
        return text_of(entry.get("speeddesc"), 200)
    made = [f"{_whole(entry.get('speed'), 30)} ft."]
    for key, way in WAYS.items():
        feet = _whole(entry.get(key), 0)
        made += [f"{way} {feet} ft."] if feet else []
    return ", ".join(made)


_TOKEN: Final = re.compile(
    r"\[\s*(?:(?P<score>STR|DEX|CON|INT|WIS|CHA)\s*)?"
    r"(?P<what>ATK|SAVE|(?P<count>[0-9]{1,2})D(?P<die>[0-9]{1,3}))?\s*"
    r"(?P<plus>[+-]\s*[0-9]{1,3})?\s*\]",
    re.IGNORECASE,
)


def _filled(text: str, name: str, bonus: dict[str, int], skilled: int) -> str:
    """`[STR ATK] to hit` as `+7 to hit`, `[STR 2D8]` as `13 (2d8 + 4)`, `[CON SAVE]` as `15`."""

    def figure(found: re.Match[str]) -> str:
        if not found["score"] and not found["what"]:
            return found[0]
        own = bonus[found["score"].lower()] if found["score"] else 0
        own += int((found["plus"] or "0").replace(" ", ""))
        what = (found["what"] or "").upper()
        if what == "ATK":
            return f"{own + skilled:+}"
        if what == "SAVE":
            return str(8 + own + skilled)
        if not what:
            return f"{own:+}"
        count, die = int(found["count"]), int(found["die"])
        dice = f"{count}d{die}"
        rolled = dice if not own else f"{dice} {'+' if own > 0 else '-'} {abs(own)}"
        return f"{max(1, count * (die + 1) // 2 + own)} ({rolled})"

    plain = re.sub(r"\[(?:MONS?|MON'S)\]", name, text, flags=re.IGNORECASE)
    return _TOKEN.sub(figure, plain).replace("_", "").replace("**", "")
