"""Words of a record: nested entries as one text, and the braces of 5etools as words."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from shieldwall.exchange.untrusted_json import plain_html, printable, text_of

MOST: Final = 12_000
MAX_DEPTH: Final = 8
_ATTACKS: Final = {
    "mw": "Melee Weapon Attack:", "rw": "Ranged Weapon Attack:", "ms": "Melee Spell Attack:",
    "rs": "Ranged Spell Attack:", "mw,rw": "Melee or Ranged Weapon Attack:",
    "ms,rs": "Melee or Ranged Spell Attack:", "m": "Melee Attack Roll:",
    "r": "Ranged Attack Roll:", "m,r": "Melee or Ranged Attack Roll:",
}  # fmt: skip
_SAVES: Final = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence",
    "wis": "Wisdom", "cha": "Charisma",
}  # fmt: skip
_WORDS: Final = {
    "h": "Hit:", "hom": "Hit or Miss:", "actSaveFail": "Failure:", "actSaveSuccess": "Success:",
    "actSaveSuccessOrFail": "Failure or Success:",
}  # fmt: skip


def words_of(value: object, depth: int = 0) -> str:
    """The text of a value: a list or nested entries one after the other."""
    if depth > MAX_DEPTH:
        return ""
    if isinstance(value, list):
        parts = (words_of(part, depth + 1) for part in value)
        return " ".join(part for part in parts if part)[:MOST]
    if isinstance(value, dict):
        keys = ("name", "entry", "entries", "items", "text", "desc", "description")
        parts = (words_of(value.get(key), depth + 1) for key in keys)
        return ". ".join(part for part in parts if part)[:MOST]
    told = text_of(value, MOST)
    return text_of(plain_html(told), MOST) if "<" in told else told


def bracketed(text: str) -> str:
    """The text in brackets after a figure: `15 (natural armor)`."""
    found = re.search(r"\(([^()]{1,80})\)", text)
    return found[1] if found else ""


def braces_as_words(text: str) -> str:
    """`{@atk mw} {@hit 5}` as `Melee Weapon Attack: +5`."""
    for _ in range(3):
        text = re.sub(r"\{@([a-zA-Z]+)\s*([^{}]*)\}", _braced, text)
    return " ".join(text.split())


def _braced(found: re.Match[str]) -> str:
    tag, told = found[1], found[2].strip()
    first = told.split("|")[0]
    if tag in ("atk", "atkr"):
        short = _ATTACKS.get(told.replace(" ", ""), "Melee Weapon Attack:")
        return short if tag == "atk" else short.replace("Weapon Attack", "Attack Roll")
    if tag == "hit":
        return f"{int(first):+}" if re.fullmatch(r"-?\+?[0-9]{1,2}", first) else first
    if tag == "recharge":
        return f"(Recharge {first}-6)" if first and first != "6" else "(Recharge 6)"
    if tag == "actSave":
        return f"{_SAVES.get(first, first)} Saving Throw:"
    if tag in _WORDS:
        return _WORDS[tag]
    if tag == "dc":
        return f"DC {first}"
    shown = told.split("|")
    return shown[2] if len(shown) > 2 and shown[2] and tag not in ("chance",) else first


_PAGE: Final = re.compile(
    r"\s*<(?:!doctype html|html|head|body|div|section|article|table|h[1-6]|p)\b", re.IGNORECASE
)
_LINES: Final = re.compile(
    r"</?(?:p|div|br|li|tr|hr|section|article|table|h[1-6]|ul|ol|dl|dd)\b[^<>]{0,500}>",
    re.IGNORECASE,
)


def is_html(text: str) -> bool:
    """Whether a text is a saved page."""
    return _PAGE.match(text) is not None


def html_lines(text: str) -> str:
    """The words of a page: a heading, a paragraph and a row of a table are a line each."""
    text = re.sub(r"(?is)<(script|style|head)\b.{0,200000}?</\1\s*>|<!--.{0,20000}?-->", " ", text)
    text = re.sub(r"[ \t\r\n]+", " ", text)
    text = re.sub(r"(?i)<h[1-6]\b[^<>]{0,500}>", "\n\n", text)
    text = re.sub(
        r"(?i)</?(?:p|div|br|li|tr|hr|section|article|table|h[1-6]|ul|ol|dl|dd)\b[^<>]{0,500}>",
        "\n",
        text,
    )
    text = re.sub(r"(?i)</t[dh]>", " ", text)
    bare = unescape(re.sub(r"<[^<>]{0,1000}>", "", text))
    lines = [line.strip() for line in printable(bare).split("\n")]
    return "\n".join(
        line for number, line in enumerate(lines) if line or (number and lines[number - 1])
    )
