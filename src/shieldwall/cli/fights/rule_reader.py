"""The text of a rule in the middle of a fight."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.cli.terminal import Terminal
from shieldwall.engine.ruleset import Ruleset

RULE_ID: Final = re.compile(r"[A-Za-z]{2,4}-[0-9A-Za-z.-]+")


def is_rule_id(text: str) -> bool:
    return RULE_ID.fullmatch(text) is not None


def read_rule(terminal: Terminal, book: Ruleset, ident: str) -> str:
    """Print the text of a rule cited by `why`; the message if there is none, else ""."""
    from shieldwall.books import RULESETS
    from shieldwall.cli.main import Complaint
    from shieldwall.cli.rules_books import book_of, no_book, part_data, say_part
    from shieldwall.text.rulebook import ids_of

    if ident.upper() not in ids_of(book):
        home = book_of(ident)
        if not home:
            return no_book(ident)
        book = RULESETS[home]
    try:
        say_part(terminal, part_data(book, ident))
    except Complaint as error:
        return str(error.message)
    return ""


def rule_ids(book: Ruleset) -> list[str]:
    """The ids of all rules of a book, for completion."""
    from shieldwall.text.rulebook import ids_of

    return sorted(ids_of(book))


def verbs_of(book: Ruleset) -> list[str]:
    """The verbs of all actions and reactions of a book."""
    reactions = [spec.verb for spec in book.reaction_list]
    return list(dict.fromkeys([*book.actions, *reactions]))
