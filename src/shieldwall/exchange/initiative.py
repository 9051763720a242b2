"""Improved Initiative: its stat blocks and encounters, in and out.

What its fields have no room for (hit dice, morale, Shock) goes into the traits for people to read,
and all of it into a key of our own, from which it comes back exactly.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from shieldwall.content.creatures import CREATURE, CREATURES, HD, creature_sheet
from shieldwall.content.figures import HitDice
from shieldwall.content.problems import ContentError, fail
from shieldwall.content.schema import Place, Values
from shieldwall.content.tree import Listing, Node, Scalar, Table, parse_tree
from shieldwall.core.sheet import ANY_AC, Sheet, Weapon
from shieldwall.exchange.draft import (
    GUESS,
    LIKELY,
    MAX_NOTES,
    Attack,
    Draft,
    creature_name,
    creatures_text,
    plain_dice,
)
from shieldwall.exchange.foreign import items, number, parse_json, plain_html, table, text_of
from shieldwall.exchange.report import Report, counted
from shieldwall.exchange.yaml_text import Plain
from shieldwall.rules import RULESETS

OURS: Final = "x-shieldwall"
VERSION: Final = "2.11.0"
MAX_CREATURES: Final = 500
MAX_DEPTH: Final = 10
ABILITIES: Final = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
LISTS: Final = (
    "Traits", "Actions", "BonusActions", "Reactions", "LegendaryActions", "MythicActions",
)  # fmt: skip
STORED: Final = ("Creatures.", "PersistentCharacters.")
WORDS: Final = (
    "Type", "Challenge", "Senses", "Languages", "DamageVulnerabilities", "DamageResistances",
    "DamageImmunities", "ConditionImmunities",
)  # fmt: skip


def read_initiative(text: str, name: str, report: Report) -> tuple[str, list[Draft]]:
    """A file of creatures, and the drafts that had to be understood rather than read back."""
    data = parse_json(text, name)
    found = _stat_blocks(data)
    if not found:
        raise fail(name, "no stat blocks in it: neither `Combatants` nor a `Name` with `HP`")
    if len(found) > MAX_CREATURES:
        raise fail(name, f"too many creatures: at most {MAX_CREATURES}")
    drafts: list[Draft] = []
    seen: dict[str, int] = {}
    for entry in found:
        draft = _draft(entry, report)
        key = json.dumps([draft.name, draft.values, str(draft.attacks), draft.notes], default=str)
        if key in seen:
            seen[key] += 1
            continue
        seen[key] = 1
        drafts.append(draft)
    for draft, count in zip(drafts, seen.values()):
        if count > 1:
            report.fact("encounter", f"{count} x {draft.name}, written once")
    made = creatures_text(drafts, "", report)
    report.fact("creatures", counted(len(drafts), "creature"))
    return made, [draft for draft in drafts if draft.said]


def _stat_blocks(data: object) -> list[dict[str, Any]]:
    """One stat block, a list of them, an encounter, or all that the program stores."""
    if isinstance(data, list):
        return [entry for entry in data if isinstance(entry, dict) and "Name" in entry]
    whole = table(data)
    if "Combatants" in whole:
        inner = [table(entry) for entry in items(whole["Combatants"])]
        return [table(entry.get("StatBlock")) or entry for entry in inner if entry]
    if "Name" in whole and ("HP" in whole or OURS in whole):
        return [whole]
    stored = [entry for key, entry in whole.items() if key.startswith(STORED)]
    blocks = [table(table(entry).get("StatBlock")) or table(entry) for entry in stored]
    return [entry for entry in blocks if "Name" in entry]


def _draft(entry: dict[str, Any], report: Report) -> Draft:
    draft = Draft(creature_name(text_of(entry.get("Name"), 80)))
    ours = table(table(entry.get(OURS)).get("creature"))
    if ours:
        form = _plain(ours, MAX_DEPTH)
        assert isinstance(form, dict)
        for key, value in form.items():
            if key in CREATURE.fields and key != "notes":
                draft.values[key] = value
            elif isinstance(value, str):
                draft.notes.append(value if key == "notes" else f"{key}: {value}")
        return draft
    hp = table(entry.get("HP"))
    points = number(hp.get("Value"))
    if points is not None:
        draft.put("hp", max(1, int(points)), f"HP {points:g}")
    dice = re.search(r"([0-9]{1,2})d[0-9]{1,2}", text_of(hp.get("Notes"), 60))
    if dice:
        draft.put("hd", dice[1], dice[0], LIKELY, "from the dice for HP")
    elif points is not None:
        draft.put("hd", str(max(1, min(30, int(points) * 2 // 9))), "", GUESS, "from the HP")
    armour = number(table(entry.get("AC")).get("Value"))
    if armour is not None:
        draft.put("ac", int(armour), f"AC {armour:g}")
    for text in items(entry.get("Speed")):
        _speed(draft, text_of(text, 60))
    for key in LISTS:
        for part in items(entry.get(key)):
            _power(draft, table(part), key == "Actions")
    _remarks(draft, entry, report)
    return draft


def _plain(value: object, depth: int) -> Plain:
    """Our own key as it comes back: texts, lists and tables, whatever a stranger made of it."""
    if isinstance(value, bool):
        return value
    if isinstance(value, dict) and depth:
        entries = list(value.items())[:100]
        return {text_of(key, 60) or "?": _plain(part, depth - 1) for key, part in entries}
    if isinstance(value, list) and depth:
        return [_plain(part, depth - 1) for part in value[:100]]
    return text_of(value)


def _speed(draft: Draft, text: str) -> None:
    found = re.match(r"(?:(fly|swim|climb|burrow)\w*\s+)?([0-9]{1,3})", text, re.IGNORECASE)
    if not found:
        draft.note(text)
    elif found[1]:
        draft.moves(found[1].lower(), int(found[2]), text)
    else:
        draft.put("speed", int(found[2]), text)


_BLOW: Final = re.compile(
    r"([+-][0-9]{1,2}) to hit.{0,200}?(?:Hit:|,)[^(]{0,40}?"
    r"\(?([0-9]{1,2}d[0-9]{1,2}(?:\s*[+-]\s*[0-9]{1,2})?)",
    re.IGNORECASE | re.DOTALL,
)


def _power(draft: Draft, part: dict[str, Any], is_action: bool) -> None:
    name = creature_name(text_of(part.get("Name"), 60))
    content = text_of(plain_html(text_of(part.get("Content"))))
    blow = _BLOW.search(content) if is_action else None
    if blow and plain_dice(blow[2]):
        damage = plain_dice(blow[2])
        attack = Attack(name or "attack", damage=damage, bonus=int(blow[1]), source=content[:200])
        attack.group = len(draft.attacks)
        draft.attacks.append(attack)
        rest = (content[: blow.start()] + content[blow.end() :]).strip(" .,()")
        draft.note(f"{name}: {rest}" if rest else "")
    elif name or content:
        draft.note(f"{name}: {content}".strip(": "))


def _remarks(draft: Draft, entry: dict[str, Any], report: Report) -> None:
    for key in WORDS:
        value = entry.get(key)
        told = ", ".join(filter(None, map(text_of, value))) if isinstance(value, list) else ""
        told = told or (text_of(value, 200) if isinstance(value, str) else "")
        if told:
            draft.note(f"{key}: {told}")
    for key in ("Saves", "Skills"):
        parts = [table(part) for part in items(entry.get(key))]
        told = ", ".join(
            f"{text_of(part.get('Name'), 30)} {text_of(part.get('Modifier'), 10)}" for part in parts
        )
        draft.note(f"{key}: {told}" if told.strip() else "")
    scores = table(entry.get("Abilities"))
    if any(number(scores.get(key)) not in (None, 10.0) for key in ABILITIES):
        told = ", ".join(f"{key} {text_of(scores.get(key), 4)}" for key in ABILITIES)
        draft.note(f"Abilities: {told}")
    if "undead" in text_of(entry.get("Type"), 100).lower():
        draft.put("undead", True, text_of(entry.get("Type"), 100), LIKELY)
    draft.note(text_of(plain_html(text_of(entry.get("Description")))))
    if len("; ".join(draft.notes)) > MAX_NOTES:
        report.warn(draft.name, f"its texts are cut after {MAX_NOTES:,} characters")


def write_initiative(creatures: str, name: str) -> str:
    """The creatures of a file of ours as an encounter of theirs, by the first book that fits."""
    first: ContentError | None = None
    for shelves in dict.fromkeys(book.shelves for book in RULESETS.values()):
        try:
            entries = _combatants(creatures, name, shelves)
        except ContentError as error:
            first = first or error
        else:
            data = {"Name": name, "Combatants": entries}
            return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    assert first is not None
    raise first


def _combatants(text: str, name: str, shelves: tuple[str, ...]) -> list[dict[str, object]]:
    place = Place(name, [], line=1)
    found = CREATURES.read(parse_tree(text, name), place) or {}
    entries = []
    for called, item in found.items():
        sheet = creature_sheet(called, item.value, shelves)
        if sheet is not None:
            entries.append(stat_block(called, item.value, sheet))
    place.raise_problems()
    return entries


def stat_block(name: str, values: Values, sheet: Sheet) -> dict[str, object]:
    """One creature."""
    dice = values.value(HD, HitDice(1))
    form = plain_form(values.node)
    traits = [
        {"Name": "Hit Dice", "Content": _dice_text(dice), "Usage": ""},
        {"Name": "Morale", "Content": str(int(sheet.morale)), "Usage": ""},
        {"Name": "Save", "Content": f"{int(sheet.saves[0])}+", "Usage": ""},
    ]
    return {
        "Id": f"shieldwall.{re.sub(r'[^a-z0-9]+', '-', name.lower())}",
        "Name": name,
        "Path": "",
        "Version": VERSION,
        "Source": "Shieldwall",
        "Type": "undead" if sheet.undead else "",
        "HP": {"Value": int(sheet.hp), "Notes": f"({_dice_text(dice)})"},
        "AC": {"Value": int(sheet.ac), "Notes": ""},
        "Speed": [f"{int(sheet.speed)} ft."],
        "Abilities": dict.fromkeys(ABILITIES, 10),
        "InitiativeModifier": 0,
        "InitiativeAdvantage": False,
        "DamageVulnerabilities": [],
        "DamageResistances": [],
        "DamageImmunities": [],
        "ConditionImmunities": [],
        "Saves": [],
        "Skills": [],
        "Senses": [f"darkvision {int(sheet.darkvision)} ft."] if sheet.darkvision else [],
        "Languages": [],
        "Challenge": "",
        "Traits": traits,
        "Actions": [_action(weapon, sheet) for weapon in sheet.weapons],
        "BonusActions": [],
        "Reactions": [],
        "LegendaryActions": [],
        "MythicActions": [],
        "Description": sheet.notes,
        "Player": "",
        "ImageURL": "",
        OURS: {"creature": {key: form[key] for key in CREATURE.fields if key in form}},
    }


def _dice_text(dice: HitDice) -> str:
    bonus = f"{dice.bonus:+}" if dice.bonus else ""
    return "1d4" if dice.half else f"{dice.count}d8{bonus}"


def _action(weapon: Weapon, sheet: Sheet) -> dict[str, str]:
    bonus = f"{int(weapon.bonus):+}" if weapon.bonus else ""
    hit = int(sheet.attack + weapon.accuracy + weapon.magic)
    parts = [f"{hit:+} to hit", f"{int(weapon.dice)}d{int(weapon.sides)}{bonus} damage"]
    if weapon.shock:
        limit = "-" if weapon.shock_ac == ANY_AC else str(int(weapon.shock_ac))
        parts.append(f"Shock {int(weapon.shock)}/{limit}")
    if weapon.long_range:
        parts.append(f"range {int(weapon.normal_range)}/{int(weapon.long_range)} ft.")
    return {"Name": weapon.name, "Content": ", ".join(parts), "Usage": ""}


def plain_form(node: Node) -> Any:
    """A part of a file as it was written."""
    if isinstance(node, Table):
        return {key.text: plain_form(part) for key, part in node.entries.values()}
    if isinstance(node, Listing):
        return [plain_form(part) for part in node.items]
    assert isinstance(node, Scalar)
    return " ".join(node.text.split())
