"""Our files as text: plain YAML that reads back to the same values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

Plain = str | int | bool | Sequence["Plain"] | Mapping[str, "Plain"]
"""Values a file can hold."""

_SAFE: Final = re.compile(r"-?[0-9]+|[A-Za-z0-9+][A-Za-z0-9 ()/.+_'-]*")
WIDTH: Final = 96


def quoted(text: str) -> str:
    """A text as YAML: plain if it has no special characters, else in quotes."""
    bare = " ".join(text.split())
    if _SAFE.fullmatch(bare) and bare[-1] != " ":
        return bare
    escaped = bare.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def scalar(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) else quoted(value)


def flow(value: Plain) -> str:
    """On one line: `{name: bite, damage: 1d6}`."""
    if isinstance(value, str | int | bool):
        text = scalar(value)
        # A comma within braces or brackets would split the text.
        return text if not re.search(r"[,\[\]{}]", text) or text[0] == '"' else f'"{text}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(key)}: {flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(flow(part) for part in value) + "]"


def block(entries: Mapping[str, Plain], indent: int = 0) -> str:
    """Keys with their values, one per line; short values are on the line of their key."""
    pad = " " * indent
    rows = []
    for key, value in entries.items():
        head = f"{pad}{quoted(key)}:"
        if isinstance(value, str | int | bool):
            rows.append(f"{head} {scalar(value)}\n")
        elif len(line := f"{head} {flow(value)}") <= WIDTH and not _records(value):
            rows.append(f"{line}\n")
        elif isinstance(value, Mapping):
            rows.append(f"{head}\n{block(value, indent + 2)}")
        else:
            rows.append(f"{head}\n" + "".join(f"{pad}  - {flow(part)}\n" for part in value))
    return "".join(rows)


def _records(value: Plain) -> bool:
    """Whether a list of records is better written one per line."""
    if isinstance(value, str | int | Mapping):
        return isinstance(value, Mapping) and len(value) > 3
    return any(isinstance(part, Mapping) for part in value)
