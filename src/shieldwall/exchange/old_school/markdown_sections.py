"""Bestiaries in Markdown: one heading per creature, with its figures in a two-column table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_HEADING: Final = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
_RULE: Final = re.compile(r"^\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$")
_ROW: Final = re.compile(r"^\s*\|?\s*[*_]*([^|]{1,40}?)[*_:]*\s*\|\s*([^|]+?)\s*\|?\s*$")
_LABEL: Final = re.compile(
    r"(?:AC|Armou?r Class|HD|Hit Dice|HP|Hit Points|Att|Attacks?|Damage|THAC0|MV|Move|Movement"
    r"|Speed|Saves?|Saving Throws?|Save As|ML|Morale|Alignment|XP|XP Value|Number Appearing"
    r"|No\. Appearing|Treasure Type|Size|Skills?|Level)\Z",
    re.IGNORECASE,
)
_DICE: Final = re.compile(r"\b(?:HD|Hit Dice|HP|Hit Points)\b", re.IGNORECASE)
_ARMOUR: Final = re.compile(r"\b(?:AC|Armou?r Class)\b", re.IGNORECASE)
_ARMOUR_FIRST: Final = re.compile(r"\W*(?:AC|Armou?r Class)\b", re.IGNORECASE)
_ABILITY: Final = re.compile(r"^\s*[*+-]\s+[*_]{0,3}([^:*_.][^:.]{0,60}?)[*_]*\s*[:.][*_]*\s*(.*)$")
MAIN_ENTRY: Final = re.compile(r"see (?:the )?main entry", re.IGNORECASE)


def rows_as_figures(text: str) -> str:
    """Two-column tables as lines of `Armour Class: 6 [13]`."""
    made: list[str] = []
    in_table = False
    for line in text.split("\n"):
        row = _ROW.match(line)
        if row and _LABEL.match(row[1].strip()):
            in_table = True
            made.append(f"{row[1].strip()}: {row[2]}")
        elif in_table and "|" in line and not line.strip(" |:-"):
            continue
        else:
            in_table = False
            made.append(line)
    return "\n".join(made)


@dataclass(slots=True)
class Section:
    """The text under one heading, up to the next."""

    depth: int
    title: str
    lines: list[str]

    @property
    def has_figures(self) -> bool:
        body = "\n".join(self.lines)
        return bool(_DICE.search(body) and _ARMOUR.search(body))

    @property
    def has_several(self) -> bool:
        """Whether more than one creature is under this heading."""
        tables = sum(bool(_ARMOUR_FIRST.match(line)) for line in self.lines)
        lines = sum(bool(_DICE.search(line) and _ARMOUR.search(line)) for line in self.lines)
        return tables > 1 or (not tables and lines > 1)

    @property
    def abilities(self) -> dict[str, str]:
        return {found[1].strip(): found[2] for found in map(_ABILITY.match, self.lines) if found}


def sections_of(text: str) -> list[Section]:
    found = [Section(0, "", [])]
    for line in text.split("\n"):
        heading = _HEADING.match(line)
        if heading:
            found.append(Section(len(heading[1]), heading[2].strip(" *_"), []))
        else:
            found[-1].lines.append(line)
    return found


def split_sections(text: str) -> list[tuple[Section, str]]:
    """Each heading with figures, and its block; empty if there are figures above all headings.

    A common heading above ("Dragon", then "Black Dragon") has shared abilities: they are added to
    each creature below it.
    """
    blocks: list[tuple[Section, str]] = []
    above: list[Section] = []
    for section in sections_of(text):
        above = [each for each in above if each.depth < section.depth]
        if section.depth and section.has_figures:
            blocks.append((section, _block(section, above)))
        elif section.has_figures:
            return []
        above.append(section)
    return blocks


def _block(section: Section, above: list[Section]) -> str:
    """Its name, its lines, and the shared abilities of its kind."""
    lines = [section.title, *(line for line in section.lines if not _RULE.match(line))]
    shared = {
        name: told
        for each in above
        if not each.has_figures
        for name, told in each.abilities.items()
    }
    if not shared:
        return "\n".join(lines)
    for place, line in enumerate(lines):
        own = _ABILITY.match(line)
        if own and own[1].strip() in shared:
            told = shared.pop(own[1].strip())
            kept = MAIN_ENTRY.sub("", own[2]).strip(" .")
            lines[place] = f"* {own[1].strip()}: {f'{kept}. ' if kept else ''}{told}"
    return "\n".join([*lines, *(f"* {name}: {told}" for name, told in shared.items())])
