"""Rulings on open questions of the texts, and books with changed rulings.

A ruling is a dial whose value the text does not settle; both have the same name. Each book sets a
default, and a table may choose another option. A ruling without a playable alternative is listed
here too, with the reason; it has no dial.
"""

from __future__ import annotations

from dataclasses import dataclass

from shieldwall.books.former_dials import dial_name
from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.engine.enforcement import MODES
from shieldwall.engine.ruleset import Dial, Ruleset


@dataclass(eq=False)
class Option:
    """One option of a ruling: the word users write, the value of the dial, its meaning."""

    word: str
    value: int
    meaning: str


@dataclass(eq=False)
class Ruling:
    """One open question of a text, with its options."""

    name: str
    source: str
    """The text and its section, e.g. "Sovereign, Make a Swarm Attack"."""
    at_issue: str
    """The gap or contradiction in the text, in our words."""
    cites: tuple[str, ...]
    options: tuple[Option, ...]
    fixed: str = ""
    """Why there is only one option; "" if there is a choice."""
    books: tuple[str, ...] = ()
    """For a ruling without a dial: the books it applies to."""

    def option(self, word: str) -> Option | None:
        for option in self.options:
            if option.word == word:
                return option
        return None

    def taken_by(self, book: Ruleset) -> Option | None:
        """The book's default; None if the question does not arise in it."""
        if self.fixed:
            return self.options[0] if book.name in self.books else None
        for dial in book.dials:
            if dial.name == self.name:
                for option in self.options:
                    if option.value == dial.value:
                        return option
        return None

    def words(self) -> list[str]:
        return [option.word for option in self.options]


class RulingError(ValueError):
    """Rulings that a book does not have, or with unknown options: name and word of each."""

    def __init__(self, book: str, wrong: list[tuple[str, str]]) -> None:
        super().__init__(
            f"{book} cannot be played with " + ", ".join(f"{name}={word}" for name, word in wrong)
        )
        self.wrong = wrong


def rulings_of(book: Ruleset, known: dict[str, Ruling]) -> dict[str, Ruling]:
    """The rulings that arise in a book, in list order."""
    return {name: ruling for name, ruling in known.items() if ruling.taken_by(book) is not None}


def with_rulings(
    book: Ruleset, rulings: tuple[tuple[str, str], ...], known: dict[str, Ruling]
) -> Ruleset:
    """The book with these rulings applied."""
    changed: list[Dial] = []
    wrong: list[tuple[str, str]] = []
    for name, word in rulings:
        ruling = known.get(dial_name(name))
        option = None if ruling is None else ruling.option(word)
        if ruling is None or option is None or ruling.taken_by(book) is None:
            wrong.append((name, word))
        elif not ruling.fixed:
            changed.append(Dial(ruling.name, option.value, book.cites[ruling.name]))
    if wrong:
        raise RulingError(book.name, wrong)
    return book.but(book.name, book.title, *changed)


def waivable_in(book: Ruleset) -> dict[str, list[str]]:
    """For each of the book's rule ids: the ids by which shared code asks whether it holds.

    Shared code mostly uses Sovereign's ids. A book without an id of its own for one of them does
    not have that rule: no Snap Attack, no discipline.
    """
    own = {_family(ident) for ident in (*book.cites.values(), *book.concordance.values())}
    found: dict[str, list[str]] = {}
    for rule in WAIVABLE:
        if _family(book.cite(rule)) in own:
            found.setdefault(book.cite(rule), []).append(rule)
    return dict(sorted(found.items()))


def _family(ident: str) -> str:
    """The text a rule id belongs to: `SOV` for `SOV-017`."""
    return ident.partition("-")[0]


def with_enforcement(book: Ruleset, enforce: tuple[tuple[str, str], ...]) -> Ruleset:
    """The book with some rules only warning, or off."""
    known = waivable_in(book)
    made = book.but(book.name, book.title)
    made.waived = dict(book.waived)
    for ident, word in enforce:
        for rule in known[ident]:
            made.waived[rule] = MODES.index(word)
    return made


def yes_or_no(yes: str, no: str) -> tuple[Option, ...]:
    """The options of a yes-no ruling."""
    return (Option("yes", 1, yes), Option("no", 0, no))
