"""JSON Schema of our files, for editor completion: generated from the records that read them."""

from __future__ import annotations

from typing import Any, Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creature_sheets import CREATURES
from shieldwall.content.combatants.parties import PARTY
from shieldwall.content.encounter_fields import ENCOUNTER
from shieldwall.content.formats.file_schema import (
    Flag,
    Ident,
    Kind,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    Word,
)
from shieldwall.content.formats.number_text import DiceKind, Feet, HitDiceKind, Pair, SquareKind
from shieldwall.content.ground.map_file import MAP, MapOrName, Rows
from shieldwall.content.ground.walls import Lines
from shieldwall.content.house_rules.file_book import RulesName
from shieldwall.content.house_rules.homebrew import HOUSE

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
FILES: Final[dict[str, Kind[Any]]] = {
    "encounter": ENCOUNTER,
    "party": PARTY,
    "creatures": CREATURES,
    "map": MAP,
    "rules": HOUSE,
}
IDENT: Final = "^[a-z][a-z0-9-]{0,39}$"
WRITTEN: Final = ["string", "number", "boolean"]
"""YAML may parse a plain word as a number or a boolean; we read all of them as text."""


def file_schema(name: str) -> dict[str, Any]:
    """The schema of a kind of file."""
    kind = FILES[name]
    return {"$schema": DIALECT, "title": kind.what, **kind_schema(kind)}


def kind_schema(kind: Kind[Any]) -> dict[str, Any]:
    """The schema of one kind of value."""
    if isinstance(kind, Record):
        return _record(kind)
    if isinstance(kind, MapOf):
        return {"type": "object", "additionalProperties": kind_schema(kind.kind)}
    if isinstance(kind, ListOf):
        parts: dict[str, Any] = {
            "type": "array",
            "items": kind_schema(kind.kind),
            "maxItems": kind.most,
        }
        return {"anyOf": [parts, kind_schema(kind.kind)]} if kind.or_one else parts
    if isinstance(kind, MapOrName):
        return {"anyOf": [kind_schema(MAP), {"type": "string"}]}
    return {**_scalar(kind), "description": kind.what}


def _record(record: Record) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: kind_schema(field.kind) for key, field in record.fields.items()},
    }
    required = [key for key, field in record.fields.items() if field.required]
    if required:
        made["required"] = required
    return made


def _scalar(kind: Kind[Any]) -> dict[str, Any]:
    if isinstance(kind, Whole):
        return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
    if isinstance(kind, Flag):
        return {"enum": [True, False, *Flag.WORDS]}
    if isinstance(kind, Word):
        odd = [Flag.WORDS[word] for word in kind.words if word in Flag.WORDS]
        return {"enum": [*kind.words, *odd]}
    if isinstance(kind, RulesName):
        return {"type": "string", "examples": list(RULESETS)}
    if isinstance(kind, Ident):
        return {"type": "string", "pattern": IDENT}
    if isinstance(kind, Rows | Lines | DiceKind | Pair | SquareKind):
        return {"type": "string"}
    if isinstance(kind, Feet | HitDiceKind):
        return {"type": ["string", "number"]}
    if isinstance(kind, Text):
        return {"type": WRITTEN, "maxLength": kind.longest}
    # Kinds with their own reader accept anything; those that read text accept any scalar.
    return {"type": WRITTEN} if type(kind).read is Kind.read else {}
