"""Split pasted text into stat blocks."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.content.formats.problems import fail
from shieldwall.exchange.fifth.fifth_text import is_fifth, split_fifth
from shieldwall.exchange.old_school.compact_lines import in_words
from shieldwall.exchange.old_school.markdown_sections import rows_as_figures, split_sections
from shieldwall.exchange.old_school.old_school_lines import near_and_far

MAX_BLOCK: Final = 20_000
MAX_TEXT: Final = 8_000_000


def split_blocks(text: str, name: str) -> list[str]:
    """The blocks of a text, separated by lines of `---`, by two empty lines, or by their names.

    Each row of a table of creatures, and each line of a list, is its own block.
    """
    if len(text) > MAX_TEXT:
        raise fail(name, f"too long: at most {MAX_TEXT:,} characters")
    text = text.replace("\r\n", "\n")
    if is_fifth(text):
        found = [part for part in split_fifth(text) if part.strip()]
    else:
        text = in_words(re.sub(r"(?m)^\s*(?:`{3,}|~{3,}).*$", "", text))
        text = _GLUED.sub(r"\1 ", near_and_far(text))
        text = rows_as_figures(_rows_as_lines(_bars_as_commas(text)))
        found = _under_headings(text) or _named(text) or _parted(text)
    if not found:
        raise fail(name, "the text is empty")
    for part in found:
        if len(part) > MAX_BLOCK:
            line = text.count("\n", 0, text.find(part)) + 1
            raise fail(name, f"a stat block is longer than {MAX_BLOCK:,} characters", line)
    return found


_GLUED: Final = re.compile(r"\b(AC|HD|HP|hp|MV|ML|XP)(?=-?[0-9])")
"""`AC7, HD1` of terse lists."""


def _parted(text: str) -> list[str]:
    """Split by lines of `---` and by two empty lines, then lists with one creature per line."""
    parts = re.split(r"\n\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*\n|\n\s*\n\s*\n", f"\n{text}\n")
    return [line for part in parts for line in _lines_apart(part) if line.strip()]


_IN_BARS: Final = re.compile(
    r"(?m)^\W*([A-Za-z][^\[\]|\n]{1,60}?)\s*\[((?:AC|HD)\b[^\[\]]{0,3000}?\|[^\[\]]{0,3000})\]"
    r"(?:\n\W*(?:There (?:is|are) ([0-9]{1,3})[^\[\n]{0,40})\[HIT POINTS:([0-9, ]{1,400})\])?"
)
_THEIR_LABELS: Final = {"atk": "#AT", "dmg": "D", "#app": "NA", "notes": "\n* Notes:"}


def _bars_as_commas(text: str) -> str:
    """`GHAST [AC: 6 | HD: 3 | ATK: 2 claws | DMG: 1d3/1d3]` as a line of a usual block."""

    def line(found: re.Match[str]) -> str:
        figures = []
        for part in found[2].replace("\n", " ").replace("`", "'").split("|"):
            label, _, figure = part.strip().partition(":")
            ours = _THEIR_LABELS.get(label.strip().lower(), label.strip())
            figures.append(
                f"{ours}: {figure.strip()}" if "\n" in ours else f"{ours} {figure.strip()}"
            )
        hp = f"\nhp {found[4].strip()}" if found[4] else ""
        return f"{found[1].title()}: {', '.join(figures)}{hp}\n\n\n"

    return _IN_BARS.sub(line, text)


_NAME_ABOVE: Final = re.compile(
    r"(?m)^[ \t]*([A-Z][^:\n]{1,60})\n(?=[ \t]*Armou?r Class\s*:[^\n]*\n[ \t]*(?:Hit Dice|HD)\s*:)"
)


def _named(text: str) -> list[str]:
    """Blocks of a figure per line, each below its name, with prose between them."""
    starts = [found.start() for found in _NAME_ABOVE.finditer(text)]
    if len(starts) < 2:
        return []
    ends = [*starts[1:], len(text)]
    found = [text[start:end] for start, end in zip(starts, ends)]
    return [text[: starts[0]], *found] if text[: starts[0]].strip("\ufeff \n") else found


def _under_headings(text: str) -> list[str]:
    """One creature per heading with figures, or all of a list below one."""
    found: list[str] = []
    for section, block in split_sections(text):
        found += _parted("\n".join(section.lines)) if section.has_several else [block]
    return found


_HAS_DICE: Final = re.compile(
    r"\bHD\b|\bHit Dice\b|[0-9]\s*HD\b|\bLevel\s+[0-9]|#\s*AT?\b", re.IGNORECASE
)
_HAS_ARMOUR: Final = re.compile(r"\b(?:AC|Armou?r Class)\b", re.IGNORECASE)


def _is_whole(line: str) -> bool:
    """Whether a line is a complete creature: a name, armour and hit dice."""
    head = re.match(
        r"\W*(?:[0-9]{1,3}[.)]\s+)?(?:(?:[0-9]{1,2}-|[0-9]d)?[0-9]{1,3}\s+(?:x\s+)?)?"
        r"[^\W\d_][^:;,(\[]{1,50}?(?:[:;,(\[-]|[.\s]\s*(?=(?:HD|AC)\b))",
        line,
    )
    return bool(head and _HAS_DICE.search(line) and _HAS_ARMOUR.search(line))


_FIGURES_FIRST: Final = re.compile(r"\W*(?:HD|AC|Hit Dice|Armou?r Class|Level)\b", re.IGNORECASE)


def _start_of(lines: list[str], place: int) -> int:
    """First line of the creature that a line of figures belongs to: the name above it, if any."""
    if not _FIGURES_FIRST.match(lines[place]):
        return place
    above = place - 1
    while above >= 0 and not lines[above].strip():
        above -= 1
    if above < 0 or len(lines[above]) > 60 or _HAS_ARMOUR.search(lines[above]):
        return place
    return above


def _lines_apart(part: str) -> list[str]:
    """Split a list with one creature per line, each with its following text; else one piece."""
    lines = part.strip("\n").split("\n")
    starts = [_start_of(lines, place) for place, line in enumerate(lines) if _is_whole(line)]
    before = [line for line in lines[: starts[0]] if line.strip()] if starts else []
    if before and all(re.search(r"[.!?:]\W*$", line) for line in before):
        # Sentences above the first creature are not its name.
        return ["\n".join(before), *_lines_apart("\n".join(lines[starts[0] :]))]
    if len(starts) < 2:
        return ["\n".join(lines)]
    if before and not lines[starts[0] - 1].strip() and _is_whole(lines[starts[0]]):
        # Nor is the heading of a list whose lines have names of their own.
        if not _FIGURES_FIRST.match(lines[starts[0]]):
            return ["\n".join(before), *_lines_apart("\n".join(lines[starts[0] :]))]
    starts[0] = 0
    return ["\n".join(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)])]


_COUNTS: Final = re.compile(r"(?:No|Nr|Number|Count|Qty)\.?|#", re.IGNORECASE)


_COLUMNS: Final = {
    "bab": "Atk", "ab": "Atk", "attack bonus": "Atk", "skl": "Skill", "dmg": "Dmg",
    "shock": "Shock", "inst": "Inst",
}  # fmt: skip


def _column(head: str, cell: str) -> str:
    """The usual label of a column; `SV 14+` is one save for all."""
    if head.lower() in ("sv", "saves") and re.fullmatch(r"[0-9]{1,2}\+?", cell):
        return "Save"
    return _COLUMNS.get(head.lower(), head)


def _rows_as_lines(text: str) -> str:
    """A Markdown table of creatures as lines, with the column heading before each figure."""
    made: list[str] = []
    heads: list[str] = []
    for line in text.split("\n"):
        cells = [cell.strip(" *_") for cell in line.strip().strip("|").split("|")]
        if "|" not in line or len(cells) < 3:
            heads = []
            made.append(line)
        elif not heads:
            joined = " ".join(cells)
            if _HAS_DICE.search(joined) and _HAS_ARMOUR.search(joined):
                heads = cells
            else:
                made.append(line)
        elif not re.fullmatch(r"[\s|:-]*", line):
            pairs = [pair for pair in zip(heads[1:], cells[1:]) if not _COUNTS.fullmatch(pair[0])]
            told = ", ".join(
                f"{_column(head, cell)} {cell}" for head, cell in pairs if cell.strip(" -")
            )
            made.append(f"{cells[0]}: {told}")
    return "\n".join(made)
