"""Other markup as Markdown: BBCode, HTML in Markdown, tables with labels as columns."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from shieldwall.exchange.bestiary.record_text import braces_as_words

_BBCODE: Final = re.compile(r"\[/(?:b|i|u|h[1-6])\]", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?:Name|Type|AC|Armou?r Class|HP|Hit Points|Speed|Movement|Initiative|CR"
    r"|Challenge(?: Rating)?|Proficiency(?: Bonus)?|Size|Saving Throws|Saves|Skills|Senses"
    r"|Languages)\Z",
    re.IGNORECASE,
)


def as_markdown(text: str) -> str:
    """A text in Markdown; existing Markdown is kept."""
    if len(_BBCODE.findall(text)) > 1:
        text = _from_bbcode(text)
    if "{@" in text:
        text = "\n".join(_words_of_braces(line) for line in text.split("\n"))
        text = re.sub(r"\b(DC [0-9]{1,2}) Saving Throw\b", r"\1", text)
    return _attack_rows(_columns_as_lines(_without_tags(text)))


def _words_of_braces(line: str) -> str:
    """`{@atk mw} {@hit 4} to hit` as words, and incomplete conversions repaired."""
    if "{@" not in line:
        return line
    plain = re.sub(r"\bto hit to hit\b", "to hit", braces_as_words(line))
    return re.sub(r"([0-9]) damage\)", r"\1)", plain)


_TAG: Final = re.compile(
    r"(?i)</?(?:strong|em|b|i|u|span|div|sup|sub|small|center|font|section|thead|tbody)"
    r"(?:\s[^<>]{0,500})?>"
)


def _without_tags(text: str) -> str:
    """The tables and tags of HTML within Markdown: a row of a table becomes one of Markdown."""
    if not re.search(r"<[a-zA-Z/][^<>\n]{0,500}>|&[a-z]{2,6};", text):
        return text
    text = re.sub(r"(?is)<table\b.{0,20000}?</table\s*>", lambda found: _rows(found[0]), text)
    text = re.sub(r"(?i)<hr ?/?>|</?p\b[^<>]{0,500}>", "\n", text)
    return unescape(_TAG.sub("", text))


def _rows(table: str) -> str:
    made = []
    for row in re.findall(r"(?is)<tr\b[^<>]{0,500}>(.{0,5000}?)</tr\s*>", table):
        cells = re.findall(r"(?is)<t[dh]\b[^<>]{0,500}>(.{0,2000}?)</t[dh]\s*>", row)
        told = [" ".join(_TAG.sub("", cell).split()) for cell in cells]
        made += [f"| {' | '.join(told)} |"] if any(told) else []
    return "\n".join(["", *made, ""])


_DEED: Final = re.compile(r"(?:Action|Attack|Weapon|Ability|Name)s?\Z", re.IGNORECASE)
_HIT: Final = re.compile(r"(?:(?:To )?Hit\b.*|Attack Bonus|Bonus|Atk)\Z", re.IGNORECASE)
_HARM: Final = re.compile(r"(?:Damage|Dmg)\Z", re.IGNORECASE)


def _attack_rows(text: str) -> str:
    """A table of attacks as entries; a row is left out where an entry of that name follows."""
    made: list[str] = []
    heads: list[str] = []
    for line in text.split("\n"):
        cells = _cells(line)
        if not cells:
            heads = []
        elif not heads and _is_table_of_attacks(cells):
            heads = cells
            continue
        if not heads:
            made.append(line)
        elif re.search(r"\w", line) and len(cells) == len(heads):
            row = dict(zip(map(_kind_of_column, heads), cells))
            name = re.escape(row["name"])
            hit = re.search(r"[+-]\s*[0-9]{1,2}", row["hit"])
            if not re.search(rf"(?m)^[\s>-]*[*_]{{2,3}}{name}\W", text) and hit:
                harm = re.sub(r"\bdamage\b|\)$", "", row["harm"]).strip()
                where = row.get("range", "")
                made.append(f"***{row['name']}.*** {hit[0]} to hit, {where}. Hit: {harm} damage.")
    return "\n".join(made)


def _is_table_of_attacks(heads: list[str]) -> bool:
    kinds = [_kind_of_column(head) for head in heads]
    return kinds[0] == "name" and "hit" in kinds and "harm" in kinds


def _kind_of_column(head: str) -> str:
    for pattern, kind in ((_DEED, "name"), (_HIT, "hit"), (_HARM, "harm")):
        if pattern.match(head):
            return kind
    return "range" if re.match(r"(?:range|reach)", head, re.IGNORECASE) else head


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
            pairs = [pair for pair in zip(labels, figures) if pair[0].lower() != "name"]
            if "name" in (label.lower() for label in labels) and not made:
                made.append(f"# {dict(zip(map(str.lower, labels), figures))['name']}")
            made += [f"**{label}** {told}" for label, told in pairs]
            place += 3
            continue
        made.append(lines[place])
        place += 1
    return "\n".join(made)


def _cells(line: str) -> list[str]:
    bare = line.strip().lstrip("> ")
    return [cell.strip(" *_") for cell in bare.strip("|").split("|")] if "|" in bare else []
