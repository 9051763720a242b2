"""Dials and rulings are no longer named after a book; the old names still work."""

from __future__ import annotations

import pytest
from tests.scene import fighter, foe, ruled, setup

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.former_dials import RENAMED
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.content.house_rules.ruling_text import merged, ruling_problem
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.dials import DIAL_ENTRIES
from shieldwall.fight_start import rules_of

FAMILIES = {*(name.split("-")[0] for name in RULESETS), "sov", "aac", "dol"}


def test_no_dial_and_no_ruling_is_named_after_a_book() -> None:
    for name in [*DIAL_ENTRIES, *RULINGS]:
        assert not set(name.split("_")) & FAMILIES, name


@pytest.mark.parametrize("old", RENAMED)
def test_an_earlier_name_of_a_ruling_means_the_new_one(old: str) -> None:
    ruling = RULINGS[RENAMED[old]]
    book = next(book for book in RULESETS.values() if ruling.taken_by(book) is not None)
    for option in ruling.options:
        assert ruling_problem(book, old, option.word) == ""
        made = setup("a g", rules=book.name, a=fighter(), g=foe())
        rules = rules_of(ruled(made, **{old: option.word}))
        assert ruling.taken_by(rules) is option
        text = setup_to_text(made)
        assert setup_to_text(setup_from_text(text)) == text, "a set-up of then keeps its digest"


def test_a_ruling_given_twice_under_two_names_is_the_later_one() -> None:
    first = (("dol_tie", "reroll"), ("fall_die", "6"))
    assert merged(first, (("tied_sides", "simultaneous"),)) == (
        ("fall_die", "6"),
        ("tied_sides", "simultaneous"),
    )


def test_a_file_with_an_earlier_name_of_a_dial_is_read_with_a_hint() -> None:
    text = "extends: dolmenwood\nname: mine\ntitle: Mine\ndials: {dol_tie: simultaneous}\n"
    made = read_house(text, "h.yaml")
    assert RULINGS["tied_sides"].taken_by(made.book) is RULINGS["tied_sides"].option("simultaneous")
    assert [hint.message for hint in made.hints] == ["dol_tie is now called tied_sides"]
