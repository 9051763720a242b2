"""The rules in our own words, by id: text, interpretation with reasons, example."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.formats.file_schema import Field, ListOf, MapOf, Place, Record, Text
from shieldwall.content.formats.problems import Problem
from shieldwall.content.formats.yaml_tree import parse_tree, read_text

FILES: Final = tuple(
    dict.fromkeys(name for book in RULESETS.values() for name in book.facts.text.rule_files)
)

RULE: Final = Record(
    "a rule",
    title := Field("title", Text(60), required=True),
    text := Field("text", Text(600), required=True),
    why := Field("why", Text(500)),
    example := Field("example", Text(300)),
    only := Field("only", Text(30)),
)
SECTION: Final = Record(
    "a section",
    heading := Field("title", Text(60), required=True),
    rules := Field("rules", MapOf(RULE), required=True),
)
BOOK: Final = Record("the rules of a book", sections := Field("sections", ListOf(SECTION)))


@dataclass(frozen=True, slots=True)
class RuleText:
    ident: str
    section: str
    title: str
    text: str
    why: str
    """The interpretation of an unclear text, with the reason; "" if it is clear."""
    example: str
    only: str = ""
    """If drafts share a file: the draft with this text, which the other borrows; "" for both."""


@cache
def texts_of(name: str) -> dict[str, RuleText]:
    """The rules of one file, in book order."""
    path = f"data/rules/{name}.yaml"
    problems: list[Problem] = []
    place = Place(path, problems)
    source = files("shieldwall") / path
    values = BOOK.read(parse_tree(read_text(source, path), path), place)
    place.raise_problems()
    assert values is not None
    found = {}
    for section in values.value(sections, []):
        for ident, item in section.value.value(rules, {}).items():
            rule = item.value
            found[ident] = RuleText(
                ident,
                section.value.value(heading, ""),
                rule.value(title, ""),
                rule.value(text, ""),
                rule.value(why, ""),
                rule.value(example, ""),
                rule.value(only, ""),
            )
    return found


def rule_text(ident: str) -> RuleText | None:
    """The text of a rule of any book."""
    for name in FILES:
        if ident in texts_of(name):
            return texts_of(name)[ident]
    return None
