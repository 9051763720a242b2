"""Foundry VTT exports: scenes, and actors of the supported systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shieldwall.exchange.creature_draft import Draft, creature_name
from shieldwall.exchange.fifth.improved_initiative import take_ours
from shieldwall.exchange.foundry_vtt.foundry_actors import FLAG
from shieldwall.exchange.foundry_vtt.foundry_dolmenwood import read_dolmenwood
from shieldwall.exchange.foundry_vtt.foundry_fifth import fifth_actor, is_fifth_actor
from shieldwall.exchange.foundry_vtt.foundry_number import read_number
from shieldwall.exchange.foundry_vtt.foundry_ose import read_ose
from shieldwall.exchange.foundry_vtt.foundry_parts import facts_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.untrusted_json import (
    ContentError,
    items,
    parse_json,
    table,
    text_of,
)
from shieldwall.exchange.untrusted_yaml import is_document, parse_yaml

OSE: Final = "ose"
WWN: Final = "wwn"
DOLMENWOOD: Final = "dolmenwood"
SWNR: Final = "swnr"
FIFTH: Final = "dnd5e"
ACTORS: Final = ("", "monster", "creature", "npc", "character", "adventurer")
"""Types of actors that fight; a faction or a ship does not."""
SYSTEMS: Final = {
    OSE: "OSE", WWN: "Worlds Without Number", DOLMENWOOD: "Dolmenwood", SWNR: "Without Number",
    FIFTH: "the fifth edition",
}  # fmt: skip
READERS: Final[dict[str, Callable[[Draft, dict[str, Any], dict[str, Any]], None]]] = {
    OSE: read_ose, WWN: read_ose, DOLMENWOOD: read_dolmenwood, SWNR: read_number,
}  # fmt: skip
CHARACTERS: Final = ("character", "adventurer")
MAX_DOCUMENTS: Final = 10_000


def parse_documents(text: str, name: str) -> Any:
    """Parse JSON, an old compendium with one document per line, or one unpacked to YAML."""
    if text.lstrip()[:1] not in ("{", "[") and is_document(text):
        return parse_yaml(text, name)
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines[:3]):
        try:
            first = parse_json(lines[0], name)
        except ContentError:
            return parse_json(text, name)
        if isinstance(first, dict):
            return _living([parse_json(line, name) for line in lines])
    return parse_json(text, name)


def _living(entries: list[Any]) -> list[Any]:
    """The documents of a `.db`: a later line replaces an earlier one of its id, or deletes it."""
    last = {text_of(table(entry).get("_id"), 40): place for place, entry in enumerate(entries)}
    return [
        entry
        for place, entry in enumerate(entries)
        if last.get(key := text_of(table(entry).get("_id"), 40)) == place or not key
        if table(entry).get("$$deleted") is not True
    ]


def documents(data: object) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The scenes and actors of a file: one document, a list, or the bundle of a whole world."""
    found = [table(entry) for entry in data] if isinstance(data, list) else [table(data)]
    world = table(table(data).get("world")) or table(data)
    for key in ("scenes", "actors", "items", "documents"):
        if key != "items" or not system_of(table(data)):
            found += [table(entry) for entry in items(world.get(key))]
    scenes = [entry for entry in found if is_scene(entry)]
    actors = [entry for entry in found if not is_scene(entry) and system_of(entry)]
    return scenes[:MAX_DOCUMENTS], actors[:MAX_DOCUMENTS]


def is_foundry(data: object) -> bool:
    """Whether documents are Foundry's, of any system."""
    found = data if isinstance(data, list) else [data]
    return any(
        facts_of(table(entry)) and {"type", "items", "_id", "flags"} & set(table(entry))
        for entry in found[:20]
    )


def is_scene(entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("walls"), list) and "grid" in entry


def system_of(entry: dict[str, Any]) -> str:
    """The system of an actor; "" if it is not supported."""
    named = text_of(table(entry.get("_stats")).get("systemId"), 40).lower()
    facts = facts_of(entry)
    if named in SYSTEMS and text_of(entry.get("type"), 20).lower() in ACTORS:
        return named
    if "hpDice" in facts or "monsterType" in facts or {"kindred", "abilities"} <= set(facts):
        return DOLMENWOOD
    if "thac0" in facts or "aac" in facts:
        return OSE
    if "acManual" in table(facts.get("combat")):
        return WWN
    if is_fifth_actor(facts) and text_of(entry.get("type"), 20).lower() in ACTORS:
        return FIFTH
    return SWNR if "hitDice" in facts or "moralScore" in facts else ""


def read_actor(entry: dict[str, Any], report: Report) -> Draft:
    """The creature of an actor."""
    draft = Draft(creature_name(text_of(entry.get("name"), 80)))
    ours = table(table(table(entry.get("flags")).get(FLAG)).get("creature"))
    if ours:
        take_ours(draft, ours)
        return draft
    system = system_of(entry)
    if system == FIFTH:
        draft = fifth_actor(entry, facts_of(entry))
    elif system in READERS:
        READERS[system](draft, facts_of(entry), entry)
    if text_of(entry.get("type"), 20).lower() in CHARACTERS:
        report.warn(draft.name, "is a character; imported as a creature with the same figures")
    return draft
