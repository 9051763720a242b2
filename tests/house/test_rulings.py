"""Every ruling is a dial of a book and names its rules and options; tests prove each option."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.rulings import Ruling, RulingError, rulings_of, with_rulings
from shieldwall.engine.dials import DIAL_ENTRIES
from shieldwall.engine.ruleset import Dial, Ruleset

ROOT = Path(__file__).resolve().parents[2]
IDS = re.compile(r"(SOV|SVE|AAC|DOL)-\d{3}|G-\d{2}")


def marked() -> set[tuple[str, str]]:
    """Every `@pytest.mark.ruling(name, option)` of the tests, read without importing them."""
    found: set[tuple[str, str]] = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "ruling"
                and isinstance(node.func.value, ast.Attribute)
                and node.func.value.attr == "mark"
            ):
                name, option = [str(ast.literal_eval(argument)) for argument in node.args]
                found.add((name, option))
    return found


def options() -> set[tuple[str, str]]:
    return {
        (ruling.name, option.word)
        for ruling in RULINGS.values()
        if not ruling.fixed
        for option in ruling.options
    }


def test_every_option_of_every_ruling_is_proved_by_a_test_and_no_other_is_named() -> None:
    assert sorted(options() - marked()) == []
    assert sorted(marked() - options()) == []


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=list(RULINGS))
def test_a_ruling_is_written_out(ruling: Ruling) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", ruling.name)
    assert len(ruling.at_issue) > 20
    assert ruling.at_issue.endswith(".")
    assert ", " in ruling.source
    assert ruling.cites
    assert [cite for cite in ruling.cites if not IDS.fullmatch(cite)] == []
    words = ruling.words()
    assert len(set(words)) == len(words)
    assert [option.word for option in ruling.options if not option.meaning] == []
    if ruling.fixed:
        assert len(words) == 1
        assert ruling.name not in DIAL_ENTRIES
        assert set(ruling.books) & set(RULESETS)
    else:
        assert len({option.value for option in ruling.options}) == len(words) > 1


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=list(RULINGS))
def test_a_ruling_is_the_dial_of_some_book_which_decides_it_by_one_of_the_options(
    ruling: Ruling,
) -> None:
    """Where a book sets the dial to something else, the question does not arise in it."""
    assert [book.name for book in RULESETS.values() if ruling.taken_by(book) is not None]


@pytest.mark.parametrize("book", RULESETS.values(), ids=list(RULESETS))
def test_a_book_keeps_its_names_and_citations_under_every_ruling(book: Ruleset) -> None:
    for name, ruling in rulings_of(book, RULINGS).items():
        for option in ruling.options:
            ruled = with_rulings(book, ((name, option.word),), RULINGS)
            assert (ruled.name, ruled.title, ruled.cites) == (book.name, book.title, book.cites)
            taken = ruling.taken_by(ruled)
            assert taken is not None
            assert taken.word == option.word
            others = [dial.name for dial in ruled.dials if dial.name != name]
            assert [ruled.dial(other) for other in others] == [book.dial(other) for other in others]


def test_what_a_book_does_not_know_is_refused_all_at_once() -> None:
    book = RULESETS["sovereign"]
    asked = (("cover_in_melee", "maybe"), ("nat20", "yes"), ("no_such", "yes"))
    with pytest.raises(RulingError) as caught:
        with_rulings(book, asked, RULINGS)
    assert caught.value.wrong == [("cover_in_melee", "maybe"), ("no_such", "yes")]
    bare = Ruleset(
        "bare", "Bare", (Dial("initiative_die", 6, "SOV-029"),), book.flow, (), (),
        book.policies, book.facts,
    )  # fmt: skip
    assert list(rulings_of(bare, RULINGS)) == []
    with pytest.raises(RulingError):
        with_rulings(bare, (("nat20", "yes"),), RULINGS)
