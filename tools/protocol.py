"""Write the page's types from the table's protocol: `python tools/protocol.py`.

They are made from the JSON Schema of the messages, which `--schema` prints.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from shieldwall.table import message_parts, protocol
from shieldwall.table.library import library_models
from shieldwall.table.server import rest_models

TARGET: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.ts"
HEAD: Final = """\
// Made by tools/protocol.py from the modules message_parts, protocol, rest_models and
// library_models in src/shieldwall/table. Do not edit.

export const PROTOCOL = {number};
"""
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def models() -> list[type[BaseModel]]:
    """Every message and its parts, in the order of the files."""
    return [
        thing
        for module in (message_parts, protocol, rest_models, library_models)
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, message_parts.Message)
        and thing is not message_parts.Message
        and thing.__module__ == module.__name__
    ]


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages, as they are sent."""
    wanted: list[Any] = [(model, "serialization") for model in models()]
    return models_json_schema(wanted, ref_template="#/$defs/{model}")[1]


def typescript() -> str:
    definitions = schema()["$defs"]
    parts = [HEAD.format(number=protocol.PROTOCOL)]
    for model in models():
        parts.append(interface(model.__name__, definitions[model.__name__]))
    for name, union in (
        ("ServerMessage", protocol.server_message),
        ("ClientMessage", protocol.client_message),
    ):
        members = union.json_schema(ref_template="#/$defs/{model}")["oneOf"]
        names = "\n".join(f"  | {type_of(member)}" for member in members)
        parts.append(f"export type {name} =\n{names};\n")
    return "\n".join(parts)


def interface(name: str, definition: dict[str, Any]) -> str:
    """Fields that the server fills in by itself are optional for the sender."""
    sent_to_us = f"#/$defs/{name}" in from_clients()
    lines = [*comment(definition.get("description", ""), ""), f"export interface {name} {{"]
    for field, what in definition.get("properties", {}).items():
        optional = "?" if sent_to_us and "default" in what and "const" not in what else ""
        lines += comment(what.get("description", ""), "  ")
        lines.append(f"  {field}{optional}: {type_of(what)};")
    return "\n".join([*lines, "}", ""])


def from_clients() -> set[str]:
    """The types the page sends: its messages, the bodies of its requests, and their parts."""
    members = protocol.client_message.json_schema(ref_template="#/$defs/{model}")["oneOf"]
    bodies = ["NewFight", "NewSeat"]
    bodies += [one.__name__ for one in rest_models.Wanted.__subclasses__()]
    return {member["$ref"] for member in members} | {f"#/$defs/{name}" for name in bodies}


def comment(text: str, indent: str) -> list[str]:
    if not text:
        return []
    lines = text.split("\n")
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def type_of(what: dict[str, Any]) -> str:
    if "$ref" in what:
        return str(what["$ref"].rpartition("/")[2])
    if "const" in what:
        return json.dumps(what["const"])
    if "enum" in what:
        return " | ".join(json.dumps(value) for value in what["enum"])
    for several in ("anyOf", "oneOf"):
        if several in what:
            return " | ".join(type_of(one) for one in what[several])
    if what["type"] == "array":
        inner = type_of(what["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if what["type"] == "object":
        inside = what.get("additionalProperties", True)
        return f"Record<string, {'unknown' if inside is True else type_of(inside)}>"
    return PLAIN[what["type"]]


def main() -> None:
    if sys.argv[1:] == ["--schema"]:
        print(json.dumps(schema(), indent=1))
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
