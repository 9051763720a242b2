"""Improved Initiative: import and export of stat blocks and encounters.

Attacks and powers are written in the phrasing of its own stat blocks. Values without a field there
(hit dice, morale) become traits, and the complete data is in our own key, for a lossless round
trip.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.caster_fields import casting_creature
from shieldwall.content.combatants.creature_sheets import CREATURE, CREATURES, HD
from shieldwall.content.formats.file_schema import Place, Values
from shieldwall.content.formats.number_text import HitDice
from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.content.formats.yaml_tree import Listing, Node, Scalar, Table, parse_tree
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import Sheet
from shieldwall.exchange.creature_draft import MAX_NOTES, Draft, creature_name
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, Fifth, Part, draft_of
from shieldwall.exchange.fifth.fifth_words import unmarked
from shieldwall.exchange.fifth.initiative_text import actions, traits
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.untrusted_json import items, number, parse_json, plain_html, table, text_of
from shieldwall.exchange.yaml_text import Plain

OURS: Final = "x-shieldwall"
VERSION: Final = "2.11.0"
MAX_DEPTH: Final = 10
BEYOND: Final = {
    "BonusActions": "bonus actions",
    "Reactions": "reactions",
    "LegendaryActions": "legendary actions",
    "MythicActions": "legendary actions",
}
STORED: Final = ("Creatures.", "PersistentCharacters.")


def read_initiative(text: str, name: str, report: Report) -> list[Draft]:
    """The creatures of a file, without duplicates."""
    data = parse_json(text, name)
    found = stat_blocks(data)
    if not found:
        raise fail(
            name, "no stat block of Improved Initiative in it (`Name` and `HP`, or `Combatants`)"
        )
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
    report.fact("creatures", counted(len(drafts), "creature"))
    return drafts


def stat_blocks(data: object) -> list[dict[str, Any]]:
    """The stat blocks in one, a list of them, an encounter, or the program's whole storage."""
    if isinstance(data, list):
        return [entry for entry in data if isinstance(entry, dict) and _is_theirs(entry)]
    whole = table(data)
    if "Combatants" in whole:
        inner = [table(entry) for entry in items(whole["Combatants"])]
        return [table(entry.get("StatBlock")) or entry for entry in inner if entry]
    if _is_theirs(whole):
        return [whole]
    stored = [entry for key, entry in whole.items() if key.startswith(STORED)]
    blocks = [table(table(entry).get("StatBlock")) or table(entry) for entry in stored]
    return [entry for entry in blocks if "Name" in entry]


def _is_theirs(entry: dict[str, Any]) -> bool:
    """Whether it has a name, and its hit points in a mapping, or a creature of ours."""
    return "Name" in entry and (isinstance(entry.get("HP"), dict) or OURS in entry)


def _draft(entry: dict[str, Any], report: Report) -> Draft:
    draft = Draft(creature_name(text_of(entry.get("Name"), 80)))
    ours = table(table(entry.get(OURS)).get("creature"))
    if ours:
        take_ours(draft, ours)
        return draft
    return draft_of(record_of(entry, report))


def record_of(entry: dict[str, Any], report: Report) -> Fifth:
    """One of their stat blocks as a fifth edition record."""
    made = Fifth(name=text_of(entry.get("Name"), 80), kind=text_of(entry.get("Type"), 100))
    hp, armour = table(entry.get("HP")), table(entry.get("AC"))
    points, score = number(hp.get("Value")), number(armour.get("Value"))
    made.hp = None if points is None else int(points)
    made.dice = text_of(hp.get("Notes"), 60)
    made.ac = None if score is None else int(score)
    made.armour = text_of(armour.get("Notes"), 60)
    made.speeds = _listed(entry.get("Speed"))
    scores = table(entry.get("Abilities"))
    for key in ABILITIES:
        value = number(scores.get(key))
        if value is not None:
            made.scores[key] = int(value)
    for part in map(table, items(entry.get("Saves"))):
        value = number(part.get("Modifier"))
        key = text_of(part.get("Name"), 30)[:3].title()
        if value is not None and key in ABILITIES:
            made.saves[key] = int(value)
    made.weak = _listed(entry.get("DamageVulnerabilities"))
    made.resists = _listed(entry.get("DamageResistances"))
    made.immune = _listed(entry.get("DamageImmunities"))
    made.steadfast = _listed(entry.get("ConditionImmunities"))
    made.senses = _listed(entry.get("Senses"))
    made.challenge = text_of(entry.get("Challenge"), 20)
    made.traits = _parts(entry, "Traits")
    made.actions = _parts(entry, "Actions")
    for list_name, what in BEYOND.items():
        made.beyond += [(what, part) for part in _parts(entry, list_name)]
    languages = ", ".join(_listed(entry.get("Languages")))
    skills = ", ".join(
        f"{text_of(part.get('Name'), 30)} {text_of(part.get('Modifier'), 10)}"
        for part in map(table, items(entry.get("Skills")))
    )
    for word, told in (("Languages", languages), ("Skills", skills)):
        made.words += [f"{word}: {told}"] if told.strip() else []
    lore = text_of(plain_html(text_of(entry.get("Description"))))
    made.words += [lore] if lore else []
    length = sum(len(part.text) for part in (*made.traits, *made.actions)) + len(lore)
    if length > MAX_NOTES:
        report.warn(made.name, f"its texts are cut after {MAX_NOTES:,} characters")
    return made


def _listed(value: object) -> list[str]:
    if isinstance(value, str):
        return [text_of(value, 200)] if value.strip() else []
    return [told for part in items(value) if (told := text_of(part, 200))]


def _parts(entry: dict[str, Any], key: str) -> list[Part]:
    found = []
    for part in map(table, items(entry.get(key))):
        name = creature_name(text_of(part.get("Name"), 80))
        usage = text_of(part.get("Usage"), 40)
        content = unmarked(text_of(plain_html(text_of(part.get("Content")))))
        if name or content:
            found.append(Part(f"{name} ({usage})" if usage else name, content))
    return found


def take_ours(draft: Draft, ours: dict[str, Any]) -> None:
    """Restore a creature that was exported from here."""
    form = _plain(ours, MAX_DEPTH)
    assert isinstance(form, dict)
    for key, value in form.items():
        if key in CREATURE.fields and key != "notes":
            draft.values[key] = value
        elif isinstance(value, str):
            draft.notes.append(value if key == "notes" else f"{key}: {value}")


def _plain(value: object, depth: int) -> Plain:
    """Sanitise our own key on re-import: texts, lists and mappings only."""
    if isinstance(value, bool):
        return value
    if isinstance(value, dict) and depth:
        entries = list(value.items())[:100]
        return {text_of(key, 60) or "?": _plain(part, depth - 1) for key, part in entries}
    if isinstance(value, list) and depth:
        return [_plain(part, depth - 1) for part in value[:100]]
    return text_of(value, MAX_NOTES)


def write_initiative(creatures: str, name: str) -> str:
    """The creatures of one of our files as their encounter, by the first book that fits."""
    first: ContentError | None = None
    for book_folders in dict.fromkeys(book.book_folders for book in RULESETS.values()):
        try:
            entries = _combatants(creatures, name, book_folders)
        except ContentError as error:
            first = first or error
        else:
            data = {"Name": name, "Combatants": entries}
            return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    assert first is not None
    raise first


def _combatants(text: str, name: str, book_folders: tuple[str, ...]) -> list[dict[str, object]]:
    place = Place(name, [], line=1)
    found = CREATURES.read(parse_tree(text, name), place) or {}
    entries = []
    for called, item in found.items():
        sheet = casting_creature(called, item.value, book_folders)
        if sheet is not None:
            entries.append(stat_block(called, item.value, sheet))
    place.raise_problems()
    return entries


def stat_block(name: str, values: Values, sheet: Sheet) -> dict[str, object]:
    """One creature."""
    dice = values.value(HD, HitDice(1))
    form = plain_form(values.node)
    figures = [
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
        "Type": _type(form),
        "HP": {"Value": int(sheet.hp), "Notes": f"({_dice_text(dice)})"},
        "AC": {"Value": int(sheet.ac), "Notes": ""},
        "Speed": [f"{int(sheet.speed_ft)} ft.", *_flies(form)],
        "Abilities": dict.fromkeys(ABILITIES, 10),
        "InitiativeModifier": 0,
        "InitiativeAdvantage": False,
        "DamageVulnerabilities": _words(form.get("weak")),
        "DamageResistances": _words(form.get("resists")),
        "DamageImmunities": [word for word in _words(form.get("immune")) if word in HARM_NAMES],
        "ConditionImmunities": [
            CONDITIONS.get(word, word)
            for word in _words(form.get("immune"))
            if word not in HARM_NAMES
        ],
        "Saves": [],
        "Skills": [],
        "Senses": [f"darkvision {int(sheet.darkvision_ft)} ft."] if sheet.darkvision_ft else [],
        "Languages": [],
        "Challenge": "",
        "Traits": [*figures, *traits(sheet, form)],
        "Actions": actions(name, sheet, form),
        "BonusActions": [],
        "Reactions": [],
        "LegendaryActions": [],
        "MythicActions": [],
        "Description": sheet.notes,
        "Player": "",
        "ImageURL": "",
        OURS: {"creature": {key: form[key] for key in CREATURE.fields if key in form}},
    }


CONDITIONS: Final = {
    "paralysis": "paralyzed", "fear": "frightened", "charm": "charmed", "sleep": "unconscious",
    "petrification": "petrified", "blindness": "blinded", "webs": "restrained",
}  # fmt: skip
"""Immunities of our creatures, in their words."""
THEIR_SIZES: Final = {"man": "Medium", "large": "Large", "huge": "Huge"}
THEIR_KINDS: Final = {"mortal": "humanoid", "fairy": "fey", "goblin": "humanoid (goblinoid)"}


def _type(form: dict[str, Any]) -> str:
    """`Large giant`, in their format."""
    kinds = _words(form.get("kin")) or (["undead"] if form.get("undead") == "yes" else [])
    size = THEIR_SIZES.get(str(form.get("size", "man")), "Medium")
    return f"{size} {THEIR_KINDS.get(kinds[0], kinds[0])}" if kinds else size


def _flies(form: dict[str, Any]) -> list[str]:
    return [f"fly {form['flies']} ft."] if "flies" in form else []


def _words(value: object) -> list[str]:
    """A list, or one word as a list of one."""
    if isinstance(value, list):
        return [str(part) for part in value]
    return [value] if isinstance(value, str) else []


def _dice_text(dice: HitDice) -> str:
    bonus = f"{dice.bonus:+}" if dice.bonus else ""
    return "1d4" if dice.half else f"{dice.count}d8{bonus}"


def plain_form(node: Node) -> Any:
    """A part of a file as plain values."""
    if isinstance(node, Table):
        return {key.text: plain_form(part) for key, part in node.entries.values()}
    if isinstance(node, Listing):
        return [plain_form(part) for part in node.items]
    assert isinstance(node, Scalar)
    return " ".join(node.text.split())
