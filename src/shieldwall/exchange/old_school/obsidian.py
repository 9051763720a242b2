"""Obsidian's Fantasy Statblocks: notes with ```statblock fences, one creature in YAML each."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, draft_of
from shieldwall.exchange.fifth.improved_initiative import plain_form, record_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.old_school.statblock import read_block
from shieldwall.exchange.untrusted_json import items, number, table, text_of

FENCE: Final = re.compile(
    r"(?ms)^[ \t>]*(`{3,}|~{3,})[ \t]*statblock[ \t]*\n(.*?)^[ \t>]*\1[ \t]*$"
)
OLD_SCHOOL: Final = ("morale", "moral", "thac0", "thaco", "hd")
"""Keys that fifth edition blocks do not have."""
OLD_LABELS: Final = {
    "Armor Class": ("ac",), "Hit Dice": ("hd", "hit_dice"), "Hit Points": ("hp",),
    "Attacks": ("attack", "attacks"), "Damage": ("damage",), "THAC0": ("thac0", "thaco"),
    "Movement": ("speed", "move", "movement", "mv"), "Morale": ("morale", "moral"),
    "Alignment": ("alignment",), "XP": ("xp",), "Treasure Type": ("loot", "treasure"),
}  # fmt: skip
"""Their keys for the figures of older games."""
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
    """All creatures of a note; invalid YAML is named in the report."""
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
    if any(key in entry for key in OLD_SCHOOL):
        return _old_school(entry)
    return draft_of(record_of(_as_initiative(entry), report))


def _as_initiative(entry: dict[str, Any]) -> dict[str, Any]:
    """The same in the fields of Improved Initiative, for the fifth edition reader."""
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
    casts = [_spell_line(part) for part in items(entry.get("spells"))]
    if casts:
        made["Traits"].append({"Name": "Spellcasting", "Content": "; ".join(casts)})
    return made


def _spell_line(part: object) -> str:
    """`1st level (4 slots): sleep`; without quotation marks YAML reads it as a key and a value."""
    if isinstance(part, dict):
        return "; ".join(f"{key}: {_told(value)}" for key, value in part.items())
    return text_of(part, 2000)


def _old_school(entry: dict[str, Any]) -> Draft:
    """Old-school layouts, parsed like a pasted block."""
    lines = [text_of(entry.get("name"), 80)]
    for label, keys in OLD_LABELS.items():
        told = next((said for key in keys if (said := _told(entry.get(key)))), "")
        if label == "Hit Dice":
            told = told.replace("*", "")
        if label == "Armor Class" and re.fullmatch(r"-?[0-9]", told):
            told = f"{told} [{19 - int(told)}]"
        feet = re.match(r"([0-9]{2,3})'?(?!\s*\()", told) if label == "Movement" else None
        if feet and int(feet[1]) > 60 and "bfrpg" in text_of(entry.get("layout"), 40).lower():
            # Basic Fantasy gives feet per round.
            told = f"{3 * int(feet[1])}' ({feet[1]}') {told[feet.end() :]}"
        if told:
            lines.append(f"{label}: {told}")
    if not any(line.startswith("Attacks:") for line in lines):
        parts = [table(part) for part in items(entry.get("actions"))]
        blows = [f"{text_of(part.get('name'), 40)} ({_dice_of(part)})" for part in parts]
        lines += [f"Attacks: {', '.join(blows)}"] if blows else []
    for part in map(table, items(entry.get("traits"))):
        lines.append(f"* {text_of(part.get('name'), 60)}: {text_of(part.get('desc'))}")
    return read_block("\n".join(lines))[0]


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(text_of(part, 60) for part in value if not isinstance(part, dict))
    return text_of(value, 200)


def _dice_of(part: dict[str, Any]) -> str:
    """The damage of an action, or its text."""
    told = text_of(part.get("desc"), 200)
    dice = re.search(
        r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2})?", told.replace("D20 to hit", "")
    )
    return dice[0] if dice else told


def _first(value: object) -> int | None:
    """The first integer of a value: `15 (natural armor)`, or 15."""
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
    """`- dexterity: 5`, or the same as one mapping."""
    tables = [table(part) for part in items(value)] or [table(value)]
    return [
        {"Name": str(key), "Modifier": _first(figure)}
        for part in tables
        for key, figure in part.items()
        if str(key) not in ("name", "desc")
    ]
