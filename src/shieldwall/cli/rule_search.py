"""Rules by the words of a player: an action, a reaction, or words of a title."""

from __future__ import annotations

from shieldwall.books import RULESETS, RULINGS
from shieldwall.engine.ruleset import Ruleset
from shieldwall.text import rulebook


def rules_called(book: Ruleset, text: str) -> list[str]:
    """The ids of the rules meant by `snap`, `total-defense` or `flanking`."""
    wanted = text.lower().replace("-", " ").split()
    cites = {spec.verb: book.cite(spec.cite) for spec in book.reaction_list}
    verb = cites.get("-".join(wanted))
    if verb is not None:
        return [verb]
    found = []
    for ident in rulebook.ids_of(book):
        rule = rulebook.text_of(ident)
        words = [] if rule is None else rule.title.lower().replace("-", " ").split()
        if wanted and all(any(word.startswith(part) for word in words) for part in wanted):
            found.append(ident)
    return found


def meant(words: tuple[str, ...], is_book: bool) -> tuple[str, str]:
    """The book and what to show of it; "" for the book if no rule of any book fits."""
    if is_book:
        return words[0], " ".join(words[1:])
    text = " ".join(words)
    for name, book in RULESETS.items():
        ruling = RULINGS.get(text)
        taken = ruling is not None and ruling.taken_by(book) is not None
        dials = [fact.name for fact in rulebook.dial_facts(book)]
        dials += [rule.name for rule in book.general]
        if text.upper() in rulebook.ids_of(book) or text in book.actions or taken or text in dials:
            return name, text
    for name, book in RULESETS.items():
        if rules_called(book, text):
            return name, text
    return "", text
