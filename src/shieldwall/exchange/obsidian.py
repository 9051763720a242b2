"""Fantasy Statblocks of Obsidian: notes with ```statblock fences, each a creature in YAML."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.content.problems import ContentError, fail
from shieldwall.content.yaml_tree import parse_tree
from shieldwall.exchange.creature_draft import LIKELY, Attack, Draft, creature_name, plain_dice
from shieldwall.exchange.fifth_edition import ABILITIES, draft_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.improved_initiative import plain_form, record_of
from shieldwall.exchange.untrusted_json import items, number, table, text_of

FENCE: Final = re.compile(
    r"(?ms)^[ \t>]*(`{3,}|~{3,})[ \t]*statblock[ \t]*\n(.*?)^[ \t>]*\1[ \t]*$"
)
OLD_SCHOOL: Final = ("morale", "thac0", "hd")
"""Keys a block of the fifth edition does not have."""
PARTS: Final = {
    "traits": "Traits",
    "actions": "Actions",
    "bonus_actions": "BonusActions",
    "reactions": "Reactions",
    "legendary_actions": "LegendaryActions",
    "mythic_actions": "MythicActions",
}
LISTS: Final = {
    "damage_vulnerabilities": "DamageVulnerabilities",
    "damage_resistances": "DamageResistances",
    "damage_immunities": "DamageImmunities",
    "condition_immunities": "ConditionImmunities",
    "senses": "Senses",
    "languages": "Languages",
}


def has_fences(text: str) -> bool:
    return FENCE.search(text.replace("\r\n", "\n")) is not None


def read_fences(text: str, source: str, report: Report) -> list[Draft]:
    """Every creature of a note; one that is no YAML is named in the report."""
    drafts = []
    text = text.replace("\r\n", "\n")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        body = re.sub(r"(?m)^[ \t]*>[ \t]?", "", found[2])
        try:
            entry = table(plain_form(parse_tree(body, source)))
        except ContentError as error:
            problem = error.problems[0].message
            report.warn(f"line {line}", f"a statblock fence that is not readable YAML: {problem}")
            continue
        draft = _draft({str(key).lower(): value for key, value in entry.items()}, report)
        drafts.append(draft)
        report.fact(draft.name or "nameless", "written as in Obsidian's Fantasy Statblocks")
    if not drafts:
        raise fail(source, "no statblock fence in it could be read")
    return drafts


def _draft(entry: dict[str, Any], report: Report) -> Draft:
    if "stats" not in entry and any(key in entry for key in OLD_SCHOOL):
        return _old_school(entry)
    return draft_of(record_of(_as_initiative(entry), report))


def _as_initiative(entry: dict[str, Any]) -> dict[str, Any]:
    """The same in the fields of Improved Initiative, which the fifth edition is read from."""
    kind = " ".join(
        told for key in ("size", "type", "subtype") if (told := text_of(entry.get(key), 60))
    )
    made: dict[str, Any] = {
        "Name": text_of(entry.get("name"), 80),
        "Type": f"{kind}, {text_of(entry.get('alignment'), 40)}".strip(", "),
        "HP": {
            "Value": _first(entry.get("hp")),
            "Notes": f"({text_of(entry.get('hit_dice'), 60)})",
        },
        "AC": {"Value": _first(entry.get("ac")), "Notes": text_of(entry.get("ac_class"), 60)},
        "Speed": _commas(entry.get("speed")),
        "Abilities": dict(zip(ABILITIES, map(_first, items(entry.get("stats"))), strict=False)),
        "Challenge": text_of(entry.get("cr"), 20),
    }
    made["Saves"] = _pairs(entry.get("saves"))
    made["Skills"] = _pairs(entry.get("skillsaves"))
    for theirs, ours in LISTS.items():
        made[ours] = _commas(entry.get(theirs))
    for theirs, ours in PARTS.items():
        made[ours] = [
            {"Name": text_of(part.get("name"), 80), "Content": text_of(part.get("desc"))}
            for part in map(table, items(entry.get(theirs)))
        ]
    return made


def _old_school(entry: dict[str, Any]) -> Draft:
    """The layouts of the old school: hit dice, morale, attacks as text."""
    draft = Draft(creature_name(text_of(entry.get("name"), 80)))
    dice = text_of(entry.get("hd") or entry.get("hit_dice"), 20)
    counted = re.match(r"\s*([0-9]{1,2})\s*([+-]\s*[0-9]{1,2})?", dice)
    if counted:
        draft.put("hd", f"{counted[1]}{re.sub(r' ', '', counted[2] or '')}", f"HD {dice}")
    for key, ours in (("hp", "hp"), ("morale", "morale"), ("ac", "ac"), ("speed", "speed")):
        value = _first(entry.get(key))
        if value is not None and value > 0:
            descending = key == "ac" and value < 10
            figure = 19 - value if descending else value
            draft.put(ours, figure, f"{key} {value}", LIKELY if descending else "sure")
    bonus = _first(entry.get("thac0"))
    if bonus is not None:
        draft.put("attack", max(0, 19 - bonus), f"THAC0 {bonus}", LIKELY)
    for part in map(table, items(entry.get("actions") or entry.get("attacks"))):
        name, told = text_of(part.get("name"), 40), text_of(part.get("desc"))
        damage = re.search(r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2})?", told)
        if damage:
            attack = Attack(name.lower() or "attack", damage=plain_dice(damage[0]), source=told)
            draft.attacks.append(attack)
        else:
            draft.leave("actions", f"{name}: {told}")
    for part in map(table, items(entry.get("traits"))):
        draft.leave("traits", f"{text_of(part.get('name'), 60)}: {text_of(part.get('desc'), 300)}")
    return draft


def _first(value: object) -> int | None:
    """The first whole number of a value: `15 (natural armor)`, or 15."""
    found = number(value)
    if found is None:
        words = re.search(r"-?[0-9]{1,4}", text_of(value, 60))
        return int(words[0]) if words else None
    return int(found)


def _commas(value: object) -> list[str]:
    if isinstance(value, list):
        return [told for part in value if (told := text_of(part, 200))]
    return [part.strip() for part in text_of(value, 400).split(",") if part.strip()]


def _pairs(value: object) -> list[dict[str, Any]]:
    """`- dexterity: 5`, and the same as one table."""
    tables = [table(part) for part in items(value)] or [table(value)]
    return [
        {"Name": str(key), "Modifier": _first(figure)}
        for part in tables
        for key, figure in part.items()
        if str(key) not in ("name", "desc")
    ]
