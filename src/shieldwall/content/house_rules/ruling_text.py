"""Rulings as people write them: `swarm_max_assailants: 3` in a file, `name=option` in a command.

Also the rules a table enforces: `SOV-050: warn`.
"""

from __future__ import annotations

from collections.abc import Callable

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.former_dials import RETIRED, dial_name
from shieldwall.books.house_book import with_house
from shieldwall.books.rulings import rulings_of, waivable_in
from shieldwall.content.formats.file_schema import Item, shown
from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean, either, fail
from shieldwall.engine.dials import DIAL_ENTRIES, named_range
from shieldwall.engine.enforcement import MODES
from shieldwall.engine.general_rule import GENERAL_RULES
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Setup

Rulings = tuple[tuple[str, str], ...]


def ruling_problem(book: Ruleset, name: str, word: str) -> str:
    """The problem with a ruling in this book; "" if it is valid."""
    name = dial_name(name)
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


def dial_range(name: str) -> tuple[int, int]:
    """The range of a dial; for a ruling, the range of its options."""
    found = named_range(name)
    ruling = RULINGS.get(name)
    if ruling is None or ruling.fixed:
        assert found is not None, f"the dial {name} has no range"
        return found
    values = [option.value for option in ruling.options]
    return min(values), max(values)


def dials_of(book: Ruleset) -> list[str]:
    """What a file may set under `dials`: the dials of the book and all general rules."""
    return [*book.cites, *GENERAL_RULES]


def dial_problem(book: Ruleset, name: str, value: int) -> str:
    """The problem with the value of a dial; "" if it is valid."""
    if name in RETIRED:
        return ""
    name = dial_name(name)
    if name in GENERAL_RULES:
        return "" if value in (0, 1) else f"{name} is 0 or 1, not {value}"
    if name not in book.cites:
        what = f"{book.name} sets no dial" if name in DIAL_ENTRIES else "there is no dial"
        return f"{what} {shown(name)}{did_you_mean(name, dials_of(book))}"
    ruling = RULINGS.get(name)
    if ruling is not None and not ruling.fixed:
        values = sorted({*(option.value for option in ruling.options), book.dial(name)})
        if value not in values:
            return f"{name} is {either([str(one) for one in values])}, not {value}"
        return ""
    least, most = dial_range(name)
    if not least <= value <= most:
        return f"{name} goes from {least} to {most}, not to {value}"
    return ""


def enforcement_problem(book: Ruleset, ident: str, word: str) -> str:
    """The problem with waiving a rule in this book; "" if it is valid."""
    known = waivable_in(book)
    if ident not in known:
        return f"{shown(ident)} is no rule that can be waived; those are {either(list(known))}"
    if word not in MODES:
        return f"{shown(word)} is not known here; use {either(MODES)}"
    return ""


Check = Callable[[Ruleset, str, str], str]


def read_pairs(book: Ruleset, items: dict[str, Item[str]], check: Check) -> Rulings:
    """The pairs of a file, sorted by name; problems are recorded with their locations."""
    for name, item in items.items():
        problem = check(book, name, item.value)
        if problem:
            item.place.problem(problem)
    return tuple(sorted((name, item.value) for name, item in items.items()))


def problems_of(book: Ruleset, pairs: Rulings, check: Check, file: str) -> list[Problem]:
    """The problems of pairs from `file`, or from a command option."""
    found: list[Problem] = []
    for name, word in pairs:
        problem = check(book, name, word)
        if problem:
            found += fail(file, f"{name}={word}: {problem}").problems
    return found


def merged(first: Rulings, then: Rulings) -> Rulings:
    """Merge pairs; those in `then` take precedence."""
    replaced = {dial_name(name) for name, _ in then}
    kept = {name: word for name, word in first if dial_name(name) not in replaced}
    return tuple(sorted({**kept, **dict(then)}.items()))


def more_rulings(book: Ruleset, first: Rulings, then: Rulings, file: str) -> Rulings:
    problems = problems_of(book, then, ruling_problem, file)
    if problems:
        raise ContentError(problems)
    return merged(first, then)


def decide(setup: Setup, rulings: Rulings, enforce: Rulings) -> None:
    """Override the rulings of a set-up, and the rules it enforces."""
    book = RULESETS[setup.rules]
    if setup.house is not None:
        book = with_house(book, setup.house, RULINGS)
    problems = problems_of(book, rulings, ruling_problem, "--ruling")
    problems += problems_of(book, enforce, enforcement_problem, "--enforce")
    if problems:
        raise ContentError(problems)
    setup.rulings = merged(setup.rulings, rulings)
    setup.enforce = merged(setup.enforce, enforce)
