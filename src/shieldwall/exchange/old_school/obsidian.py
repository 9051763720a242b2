"""Obsidian's Fantasy Statblocks: a creature in YAML, in a fence, above a note, or as a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, draft_of
from shieldwall.exchange.fifth.improved_initiative import plain_form, record_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.old_school.statblock import read_block
from shieldwall.exchange.untrusted_json import items, number, printable, table, text_of

FENCE: Final = re.compile(
    r"(?ms)^[ \t>]*(`{3,}|~{3,})[ \t]*statblock[ \t]*\n(.*?)^[ \t>]*\1[ \t]*$"
)
_ABOVE: Final = re.compile(r"\A\ufeff?\s*---[ \t]*\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
"""The properties above a note."""
_DICE: Final = re.compile(r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2})?")
_KEYS: Final = re.compile(r"(?m)^([A-Za-z_]{2,20}):(?=\s|$)")
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


SILENT: Final = (
    "name", "layout", "statblock", "bestiary", "image", "source", "dice", "render", "columns",
    "columnwidth", "forcecolumns", "monster", "tags", "aliases", "cssclasses", "cssclass", "path",
    "publish", "detail_link", "note_link",
)  # fmt: skip
"""Keys that say nothing about the creature."""
FIFTH_KEYS: Final = (
    "size", "type", "subtype", "alignment", "hp", "hit_dice", "ac", "ac_class", "speed", "stats",
    "cr", "saves", "skillsaves", "spells", *PARTS, *LISTS,
)  # fmt: skip
OLD_KEYS: Final = (
    *(key for keys in OLD_LABELS.values() for key in keys), "actions", "traits", "stats",
    "skillsaves", "save", "skill", "size",
)  # fmt: skip


def has_fences(text: str) -> bool:
    return bool(_pieces(text.replace("\r\n", "\n")))


def without_properties(text: str) -> str:
    """A note without the properties above it, which are no creature."""
    return _ABOVE.sub("", text.replace("\r\n", "\n"), count=1)


def _pieces(text: str) -> list[tuple[int, str]]:
    """The place and the YAML of each creature."""
    found = [
        (each.start(), re.sub(r"(?m)^[ \t]*>[ \t]?", "", each[2])) for each in FENCE.finditer(text)
    ]
    if found:
        return found
    above = _ABOVE.match(text)
    if above and _is_creature(above[1]):
        return [(above.start(1), above[1])]
    return [(0, text)] if _is_creature(text) and not re.search(r"(?m)^#", text) else []


def _is_creature(text: str) -> bool:
    """Whether YAML is a creature, by its top-level keys."""
    keys = {key.lower() for key in _KEYS.findall(text)}
    return "name" in keys and "ac" in keys and bool(keys & {"hp", "hd", "hit_dice"})


def read_fences(text: str, source: str, report: Report) -> list[Draft]:
    """All creatures of a note; invalid YAML is named in the report."""
    drafts = []
    text = text.replace("\r\n", "\n")
    problem, line = "", 1
    for start, body in _pieces(text):
        line = text.count("\n", 0, start) + 1
        try:
            entry = table(plain_form(parse_tree(printable(body.replace("\u00a0", " ")), source)))
        except ContentError as error:
            problem = error.problems[0].message
            report.warn(f"line {line}", f"a statblock fence that is not readable YAML: {problem}")
            continue
        draft = _draft(_flat(entry), report)
        drafts.append(draft)
        report.fact(draft.name or "nameless", "written as in Obsidian's Fantasy Statblocks")
    if not drafts:
        raise fail(source, f"its YAML cannot be read: {problem}", line)
    return drafts


def _flat(entry: dict[str, Any]) -> dict[str, Any]:
    """Keys in lower case; figures that stand as pairs in a list: `stats: [{Morale: 8}]`."""
    made = {str(key).lower(): value for key, value in entry.items()}
    pairs = [
        (str(key).lower(), value)
        for name in ("stats", "skillsaves")
        for part in items(made.get(name))
        for key, value in table(part).items()
    ]
    if any(key in (*OLD_SCHOOL, "move", "save") for key, _ in pairs):
        made = {**dict(pairs), **made}
    return made


def _draft(entry: dict[str, Any], report: Report) -> Draft:
    if any(key in entry for key in (*OLD_SCHOOL, "move")):
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
    made["Description"] = "; ".join(_others(entry, FIFTH_KEYS))
    others = _other_parts(entry, FIFTH_KEYS)
    made["Saves"] = _pairs(entry.get("saves"))
    made["Skills"] = _pairs(entry.get("skillsaves"))
    for theirs, ours in LISTS.items():
        made[ours] = _commas(entry.get(theirs))
    for theirs, ours in PARTS.items():
        made[ours] = [
            {"Name": text_of(part.get("name"), 80), "Content": text_of(part.get("desc"))}
            for part in map(table, items(entry.get(theirs)))
        ]
    made["Actions"] += [
        {"Name": text_of(part.get("name"), 80), "Content": text_of(part.get("desc"))}
        for part in others
    ]
    casts = [_spell_line(part) for part in items(entry.get("spells"))]
    if casts:
        made["Traits"].append({"Name": "Spellcasting", "Content": "; ".join(casts)})
    return made


def _others(entry: dict[str, Any], known: Sequence[str]) -> list[str]:
    """What no field takes, for the notes."""
    kept = {key: value for key, value in entry.items() if key not in {*known, *SILENT}}
    told = ((key, _told(value)) for key, value in kept.items())
    return [f"{key}: {text}" for key, text in told if text]


def _other_parts(entry: dict[str, Any], known: Sequence[str]) -> list[dict[str, Any]]:
    """Actions under a key of someone's own layout: `main`, `on_turn`, `instant`."""
    return [
        part
        for key, value in entry.items()
        if key not in {*known, *SILENT, *PARTS}
        for part in map(table, items(value))
        if text_of(part.get("name"), 80).strip("~ ") and text_of(part.get("desc")).strip("~ ")
    ]


def _spell_line(part: object) -> str:
    """`1st level (4 slots): sleep`; without quotation marks YAML reads it as a key and a value."""
    if isinstance(part, dict):
        return "; ".join(f"{key}: {_told(value)}" for key, value in part.items())
    return text_of(part, 2000)


def _old_school(entry: dict[str, Any]) -> Draft:
    """Old-school layouts, parsed like a pasted block."""
    lines = [text_of(entry.get("name"), 80)]
    traits: list[str] = []
    for label, keys in OLD_LABELS.items():
        told = next((said for key in keys if (said := _told(entry.get(key)))), "")
        if label == "Hit Dice":
            told = told.replace("*", "")
        if label == "Armor Class" and re.fullmatch(r"-?[0-9]", told):
            told = f"{told} [{19 - int(told)}]"
        if label == "Movement" and "bfrpg" in text_of(entry.get("layout"), 40).lower():
            # Basic Fantasy gives feet per round, and for turning in brackets.
            told = re.sub(r"([0-9]{2,3})'?\s*\([0-9]{1,3}'?\)'?", r"\1'", told)
            told = re.sub(r"([0-9]{2,3})'?", lambda feet: f"{3 * int(feet[1])}' ({feet[1]}')", told)
        if told:
            lines.append(f"{label}: {told}")
    bonus = re.fullmatch(r"\+?(-?[0-9]{1,2})", _told(entry.get("attack")))
    # A figure beside damage is the number of attacks, unless it has a sign.
    if bonus and ("damage" not in entry or bonus[0][0] in "+-"):
        lines = [line for line in lines if not line.startswith("Attacks:")]
        lines.append(f"THAC0: {19 - int(bonus[1])} [{int(bonus[1]):+}]")
    for key in ("save", "skill", "size"):
        lines += [f"{key.title()}: {_told(entry[key])}"] if _told(entry.get(key)) else []
    if not any(line.startswith("Attacks:") for line in lines):
        blows: list[str] = []
        for part in [*map(table, items(entry.get("actions"))), *_other_parts(entry, OLD_KEYS)]:
            name, told = text_of(part.get("name"), 40), text_of(part.get("desc"))
            name = re.sub(r"^Damage per |\s*\([^()]*\)", "", name)
            dice = _DICE.search(told.replace("D20 to hit", ""))
            save = re.search(r"\bsav(?:e|es|ing)\b", told, re.IGNORECASE)
            if dice and not (save and save.start() < dice.start()):
                several = re.match(r"([1-9])(?:\s+attacks?\b|,)|[+-][0-9]{1,2} x([1-9])\b", told)
                shock = re.search(r"\bshock [0-9]{1,2}/[0-9]{1,2}", told, re.IGNORECASE)
                hit = re.match(r"\+[0-9]{1,2}\b", told)
                inside = ", ".join(
                    [*([hit[0]] if hit else []), dice[0], *([shock[0]] if shock else [])]
                )
                blows.append(f"{several[1] or several[2] if several else 1} x {name} ({inside})")
            if not dice or len(told) > 30:
                traits.append(f"* {name}: {told}")
        lines += [f"Attacks: {' or '.join(blows)}"] if blows else []
    for part in map(table, items(entry.get("traits"))):
        traits.append(f"* {text_of(part.get('name'), 60)}: {text_of(part.get('desc'))}")
    return read_block("\n".join([*lines, *traits, *_others(entry, OLD_KEYS)]))[0]


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(text_of(part, 60) for part in value if not isinstance(part, dict))
    return text_of(value, 200)


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
