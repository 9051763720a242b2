"""Rulings as people write them: `swarm_max_assailants: 3` in a file, `name=option` in a command."""

from __future__ import annotations

from shieldwall.content.problems import ContentError, did_you_mean, either, fail
from shieldwall.content.schema import Item, shown
from shieldwall.core.ruleset import Ruleset
from shieldwall.rules import RULINGS
from shieldwall.rules.rulings import rulings_of

Rulings = tuple[tuple[str, str], ...]


def ruling_problem(book: Ruleset, name: str, word: str) -> str:
    """What is wrong with a ruling in this book; "" where nothing is."""
    ruling = RULINGS.get(name)
    if ruling is None:
        known = list(rulings_of(book, RULINGS))
        hint = did_you_mean(name, known) or "; `shieldwall rules rulings` lists them"
        return f"no ruling is called {shown(name)}{hint}"
    if ruling.taken_by(book) is None:
        return f"{book.name} leaves nothing to rule on here: the question does not arise in it"
    if ruling.option(word) is None:
        why = f" ({ruling.fixed})" if ruling.fixed else ""
        return f"{shown(word)} is no option of {name}; use {either(ruling.words())}{why}"
    return ""


def read_rulings(book: Ruleset, items: dict[str, Item[str]]) -> Rulings:
    """Those of a file, in the order of their names; problems are noted at their places."""
    for name, item in items.items():
        problem = ruling_problem(book, name, item.value)
        if problem:
            item.place.problem(problem)
    return tuple(sorted((name, item.value) for name, item in items.items()))


def more_rulings(book: Ruleset, first: Rulings, then: Rulings, file: str) -> Rulings:
    """Rulings and others that go before them; `file` is where the latter come from."""
    problems = []
    for name, word in then:
        problem = ruling_problem(book, name, word)
        if problem:
            problems += fail(file, f"{name}={word}: {problem}").problems
    if problems:
        raise ContentError(problems)
    return tuple(sorted({**dict(first), **dict(then)}.items()))
