"""Untrusted JSON: bounded parsing and safe access to its values."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from pathlib import Path
from typing import Any, Final, NoReturn

from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.content.formats.yaml_tree import is_file

MAX_FILE: Final = 64_000_000
MAX_DIGITS: Final = 400
MAX_NUMBER: Final = 1e9
MAX_TEXT: Final = 4000


LEVEL_DB: Final = (
    "a compendium as Foundry stores it since version 11 (LevelDB), which only Foundry reads. "
    "In Foundry, right-click an actor and choose Export Data, or unpack the compendium to JSON "
    "with `fvtt package unpack`; then import that file"
)


def read_bytes(path: Path, most: int = MAX_FILE) -> bytes:
    """A file of limited size."""
    if not is_file(path):
        if path.is_dir() and (path / "CURRENT").exists():
            raise fail(str(path), LEVEL_DB)
        if path.is_dir():
            raise fail(str(path), "is a folder; name one file in it, exported as JSON or .db")
        raise fail(str(path), "no such file")
    if path.suffix == ".ldb":
        raise fail(str(path), LEVEL_DB)
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise fail(str(path), f"cannot be read: {error.strerror}") from error
    if len(data) > most:
        raise fail(str(path), f"too large: at most {most // 1_000_000} MB")
    return data


NO_TEXTS: Final = (
    (b"\x89PNG", "a picture: import reads text, so type or copy its words into a file"),
    (b"\xff\xd8\xff", "a picture: import reads text, so type or copy its words into a file"),
    (b"%PDF", "a PDF: copy the stat block out of it and paste it into `shieldwall import -`"),
    (b"PK\x03\x04", "a ZIP file: unpack it, then import its files or its folder"),
    (b"\x1f\x8b", "a compressed file: unpack it first"),
)


def decoded(data: bytes, name: str) -> str:
    """Decode as UTF-8, or UTF-16 with a byte order mark."""
    for head, told in NO_TEXTS:
        if data.startswith(head):
            raise fail(name, told)
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(name, "not UTF-8 text; save it as UTF-8", line) from error


def parse_json(text: str, name: str) -> Any:
    """Parse JSON; raises ContentError if it is invalid."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise fail(name, f"not valid JSON: {error.msg}", error.lineno) from error
    except _Refused as error:
        raise fail(name, f"not valid JSON: {error}") from error
    except RecursionError as error:
        raise fail(name, "nested too deep") from error


class _Refused(ValueError):
    """A number that is not JSON, or out of bounds."""


def _no_constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is not a number")


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _Refused(f"a number of {len(text)} digits")
    return int(text)


def table(value: object) -> dict[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def number(value: object) -> float | None:
    """A number, also one written as text; None for anything else and out of bounds."""
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,9}(\.[0-9]{1,9})?\s*", value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return float(value) if abs(value) <= MAX_NUMBER else None


def whole(value: object, least: int, most: int) -> int | None:
    """An integer between two bounds, else None."""
    found = number(value)
    if found is None or found != int(found) or not least <= found <= most:
        return None
    return int(found)


def text_of(value: object, most: int = MAX_TEXT) -> str:
    """Printable text on one line; numbers as written; "" for anything else."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        found = number(value)
        return "" if found is None else f"{found:g}"
    if not isinstance(value, str):
        return ""
    return " ".join(printable(value[: 4 * most]).split())[:most]


def printable(text: str) -> str:
    """The text without unprintable characters; line breaks stay."""
    kept = []
    for char in text:
        if char in "\n\t" or char.isprintable() or unicodedata.category(char) == "Zs":
            kept.append(char)
        elif char in "\r\x0b\x0c\x85\u2028\u2029":
            kept.append("\n")
    return "".join(kept)


def plain_html(text: str) -> str:
    """The words of an HTML text."""
    from html import unescape

    bare = re.sub(r"<(?:br|/p|/li|/h[1-6]|/tr)\b[^<>]{0,200}>", "\n", text[: 4 * MAX_TEXT])
    bare = re.sub(r"<[^<>]{0,1000}>", "", bare)
    return printable(unescape(bare))


__all__ = [
    "ContentError",
    "decoded",
    "items",
    "number",
    "parse_json",
    "plain_html",
    "printable",
    "read_bytes",
    "table",
    "text_of",
    "whole",
]
