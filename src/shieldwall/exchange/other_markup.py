"""Markup of other places as Markdown: BBCode, and tables whose columns are labels."""

from __future__ import annotations

import re
from typing import Final

_BBCODE: Final = re.compile(r"\[/(?:b|i|u|h[1-6])\]", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?:AC|Armou?r Class|HP|Hit Points|Speed|Movement|Initiative|CR|Challenge(?: Rating)?"
    r"|Proficiency(?: Bonus)?|Size|Saving Throws|Saves|Skills|Senses|Languages)\Z",
    re.IGNORECASE,
)


def as_markdown(text: str) -> str:
    """A text in Markdown; what is Markdown already stays as it is."""
    if len(_BBCODE.findall(text)) > 1:
        text = _from_bbcode(text)
    return _columns_as_lines(text)


def _from_bbcode(text: str) -> str:
    """`[h2]Goblin[/h2]`, `[b]Armor Class[/b] 15`."""
    text = re.sub(r"(?i)\[h([1-6])[^\[\]]{0,40}\]", lambda found: f"\n{'#' * int(found[1])} ", text)
    text = re.sub(r"(?i)\[/h[1-6]\]|\[br\]|\[hr\]|\[/?(?:tr|li|row|col|quote)[^\[\]]{0,40}\]",
                  "\n", text)  # fmt: skip
    text = re.sub(r"(?i)\[/?b\]", "**", text)
    text = re.sub(r"(?i)\[/?i\]", "*", text)
    # Square brackets around a figure are an armour class that counts up.
    return re.sub(r"\[/?[A-Za-z][A-Za-z0-9]{0,12}(?:[=: ][^\[\]]{0,120})?\]", " ", text)


def _columns_as_lines(text: str) -> str:
    """A row of labels with one row of figures below: a line each."""
    lines = text.split("\n")
    made: list[str] = []
    place = 0
    while place < len(lines):
        labels = _cells(lines[place])
        figures = _cells(lines[place + 2]) if place + 2 < len(lines) else []
        rule = place + 1 < len(lines) and re.fullmatch(r"[\s|:>-]*-[\s|:>-]*", lines[place + 1])
        known = len(labels) > 1 and all(_LABEL.match(label) for label in labels)
        if rule and known and len(labels) == len(figures):
            made += [f"**{label}** {told}" for label, told in zip(labels, figures)]
            place += 3
            continue
        made.append(lines[place])
        place += 1
    return "\n".join(made)


def _cells(line: str) -> list[str]:
    bare = line.strip().lstrip("> ")
    return [cell.strip(" *_") for cell in bare.strip("|").split("|")] if "|" in bare else []
