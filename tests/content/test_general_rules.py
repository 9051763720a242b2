"""General rules: a book has them or not, and a table's file can add them or take them away."""

from __future__ import annotations

import pytest
from tests.scene import fighter, foe, play_setup, setup, unit

from shieldwall.books import RULESETS
from shieldwall.books.dolmenwood.melees import MELEES
from shieldwall.books.former_dials import NOW_RULES
from shieldwall.books.shared.general_rules import SHOCK
from shieldwall.content import ContentError, setup_to_text
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.content.house_rules.ruling_text import dial_problem
from shieldwall.engine.dials import DIAL_ENTRIES
from shieldwall.engine.general_rule import GENERAL_RULES
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.house_rules import House
from shieldwall.sim.job import Job
from shieldwall.sim.variants import make_variant
from shieldwall.text import rulebook

BY_BOOK = {
    "sovereign": ["shock", "frailty"],
    "sovereign-early": ["shock", "frailty"],
    "aachen": ["shock"],
    "aachen-early": ["shock"],
    "dolmenwood": ["melees", "attacks_from_behind", "declared_cover", "cold_iron_hurts"],
}


def house_file(book: str, line: str) -> str:
    return f"extends: {book}\nname: mine\ntitle: Mine\ndials: {{{line}}}\n"


def test_each_book_has_its_own_general_rules_and_none_is_a_dial_too() -> None:
    for name, expected in BY_BOOK.items():
        assert [rule.name for rule in RULESETS[name].general] == expected
    assert {name for names in BY_BOOK.values() for name in names} <= set(GENERAL_RULES)
    assert set(GENERAL_RULES).isdisjoint(DIAL_ENTRIES)


@pytest.mark.parametrize("book", BY_BOOK)
@pytest.mark.parametrize("name", list(GENERAL_RULES))
def test_a_file_can_add_any_general_rule_to_any_book_and_take_it_away(book: str, name: str) -> None:
    rule = GENERAL_RULES[name]
    more = read_house(house_file(book, f"{name}: yes"), "h.yaml").book
    less = read_house(house_file(book, f"{name}: no"), "h.yaml").book
    assert rule.is_in(more)
    assert not rule.is_in(less)
    assert rule.is_in(RULESETS[book]) == (name in BY_BOOK[book])
    others = [other for other in BY_BOOK[book] if other != name]
    assert [other.name for other in less.general] == others
    assert rulebook.difference(more, less)[0].kind == "rule"


@pytest.mark.parametrize(
    ("line", "book", "dial", "value"),
    [
        ("attack_by_way: 1", "dolmenwood", "attack_adds", 2),
        ("attack_by_way: 0", "dolmenwood", "attack_adds", 0),
        ("throw_skill: 0", "aachen", "attack_adds", 0),
        ("throw_attribute: 1", "aachen", "attack_adds", 1),
        ("melee_most: 10", "dolmenwood", "melee_distance", 10),
        ("missile_beyond: 10", "dolmenwood", "melee_distance", 10),
    ],
)
def test_dials_that_were_joined_are_read_with_a_hint(
    line: str, book: str, dial: str, value: int
) -> None:
    made = read_house(house_file(book, line), "h.yaml")
    assert made.book.dial(dial) == value
    assert [hint.message for hint in made.hints] == [f"{line.split(':')[0]} is now called {dial}"]
    old, number = line.split(": ")
    job = Job(setup_to_text(setup("a g", rules=book, a=fighter(), g=foe())), 1)
    variant = make_variant(job, f"dial.{old}={number}", lambda _: setup("a", a=fighter()))
    assert variant.job.switches.applied(RULESETS[book]).dial(dial) == value


@pytest.mark.parametrize("old", NOW_RULES)
def test_a_dial_of_earlier_versions_that_said_so_is_read_with_a_hint(old: str) -> None:
    made = read_house(house_file("dolmenwood", f"{old}: no"), "h.yaml")
    assert not GENERAL_RULES[NOW_RULES[old]].is_in(made.book)
    assert [hint.message for hint in made.hints] == [f"{old} is now called {NOW_RULES[old]}"]


def test_what_is_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(ContentError, match=r"h\.yaml:4: dials\.shock: 'often'"):
        read_house(house_file("sovereign", "shock: often"), "h.yaml")
    assert dial_problem(RULESETS["aachen"], "shock", 2) == "shock is 0 or 1, not 2"
    assert dial_problem(RULESETS["aachen"], "shock", 0) == ""


@pytest.mark.rule("SOV-115")
def test_a_table_without_shock_takes_none_from_a_miss() -> None:
    for dials, taken in ((), 2), ((("shock", 0),), 0):
        made = setup("a g", a=fighter(), g=foe(hp=8, ac=13))
        made.house = House("mine", "Mine", dials)
        fight = play_setup(made, "> a attack g\n! attack d20 2\n")
        assert unit(fight, "g").hp == 8 - taken


def test_an_edition_takes_over_the_general_rules_of_its_book() -> None:
    book = RULESETS["dolmenwood"].but("late", "Late", Dial("melees", 0, ""), Dial("shock", 1, ""))
    assert not MELEES.is_in(book)
    assert SHOCK.is_in(book)
    assert [rule.name for rule in book.but("later", "Later").general] == [
        "attacks_from_behind",
        "declared_cover",
        "cold_iron_hurts",
        "shock",
    ]
