"""Notation reads back as itself, and errors give the correct form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.scene import AXE, BOW, DAGGER, SPEAR, SWORD, fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.engine.events.all_events import EVENT_TYPES
from shieldwall.engine.events.event import Event
from shieldwall.engine.space.square_names import parse_square, square_name
from shieldwall.engine.tape.entries import Chose, Entry, Rolled
from shieldwall.engine.tape.request import DONE, PASS, Choice
from shieldwall.fight import Fight
from shieldwall.text.notation import (
    Names,
    NotationError,
    choice_text,
    entry_text,
    event_text,
    parse_choice,
    parse_event,
    parse_rolled,
    read_choice,
)

WIDE = "\n".join([". " * 60] * 40 + ["a b . g h"])
VERBS = sorted(
    {spec.verb for book in RULESETS.values() for spec in book.action_list}
    | {spec.verb for book in RULESETS.values() for spec in book.reaction_list}
    | {DONE, PASS}
)


def wide_fight() -> Fight:
    """A map with squares beyond Z and rows of two digits, and weapons that share a name."""
    return Fight(
        setup(
            WIDE,
            a=fighter(weapons=(SWORD, DAGGER, DAGGER, AXE)),
            b=fighter(weapons=(BOW, DAGGER)),
            g=foe(weapons=(SPEAR,)),
            h=foe(weapons=(SPEAR, SPEAR, SPEAR)),
        ),
        seed=1,
    )


FIGHT = wide_fight()
NAMES = FIGHT.names
CELLS = NAMES.width * NAMES.height

# Squares.


@given(st.integers(0, 18277), st.integers(0, 9998))
def test_a_square_reads_back_in_either_case(x: int, y: int) -> None:
    """Up to column ZZZ and row 9999."""
    assert parse_square(square_name(x, y)) == (x, y)
    assert parse_square(square_name(x, y).lower()) == (x, y)


def test_columns_go_on_after_z_as_in_a_spreadsheet() -> None:
    named = {square_name(x, 6): x for x in (0, 2, 25, 26, 51, 52, 701, 702)}
    assert list(named) == ["A7", "C7", "Z7", "AA7", "AZ7", "BA7", "ZZ7", "AAA7"]


@pytest.mark.parametrize("text", ["", "C", "7", "C0", "C07", "7C", "C-7", "ABCD1", "C77777", "Ç7"])
def test_what_is_no_square_is_not_read_as_one(text: str) -> None:
    assert parse_square(text) is None


def test_no_two_squares_of_a_map_share_a_name() -> None:
    assert len({NAMES.square(cell) for cell in range(CELLS)}) == CELLS
    assert all(NAMES.cell(NAMES.square(cell)) == cell for cell in range(CELLS))


# Choices.


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    unit = draw(st.integers(0, len(NAMES.units) - 1))
    return Choice(
        unit,
        draw(st.sampled_from(VERBS)),
        draw(st.integers(-1, len(NAMES.units) - 1)),
        draw(st.integers(-1, len(NAMES.weapons[unit]) - 1)),
        tuple(draw(st.lists(st.integers(0, CELLS - 1), max_size=6))),
    )


@given(choices())
def test_a_choice_reads_back_as_itself(choice: Choice) -> None:
    text = choice_text(NAMES, choice)
    assert parse_choice(NAMES, text) == choice
    assert parse_choice(NAMES, text.upper().replace(" WITH ", " with ")) == choice


@given(choices(), choices())
def test_two_choices_are_never_written_alike(one: Choice, other: Choice) -> None:
    assert (choice_text(NAMES, one) == choice_text(NAMES, other)) == (one == other)


def test_the_second_of_two_like_weapons_has_a_number() -> None:
    assert NAMES.weapons[0] == ["sword", "dagger", "dagger#2", "war axe"]
    assert choice_text(NAMES, Choice(0, "throw", 2, 2)) == "a throw g with dagger#2"
    assert parse_choice(NAMES, "a throw g with dagger") == Choice(0, "throw", 2, 1)


def test_a_run_of_one_square_is_filled_up_with_the_way_there() -> None:
    fight = two_abreast()
    request = fight.request
    assert request is not None
    typed = read_choice(fight.names, request, "a run D1")
    assert choice_text(fight.names, typed) == "a run B1-C1-D1"
    assert typed in request.options


def test_what_is_left_out_is_taken_from_the_options() -> None:
    fight = two_abreast()
    fight.push("a prone")
    request = fight.request
    assert request is not None
    assert request.unit == 0
    assert read_choice(fight.names, request, "throw g") == Choice(0, "throw", 1, 1)
    assert read_choice(fight.names, request, "DONE") == Choice(0, DONE)


def two_abreast() -> Fight:
    """One fighter to play and one foe out of its reach; the fighter's side begins."""
    for seed in range(20):
        fight = Fight(
            setup(
                """
                a . . . .
                . . . . g
                """,
                a=fighter(weapons=(SWORD, DAGGER)),
                g=foe(),
            ),
            seed,
        )
        if fight.state.clock.order[0] == 0:
            return fight
    raise AssertionError("the party should win initiative with one of twenty seeds")


# Events.

FIELDS: dict[str, Callable[[int], st.SearchStrategy[object]]] = {
    "unit": lambda unit: st.just(unit),
    "side": lambda unit: st.integers(0, len(NAMES.sides) - 1),
    "sides": lambda unit: st.lists(st.integers(0, len(NAMES.sides) - 1), max_size=3).map(tuple),
    "weapon": lambda unit: st.integers(0, len(NAMES.weapons[unit]) - 1),
    "square": lambda unit: st.integers(0, CELLS - 1),
    "squares": lambda unit: st.lists(st.integers(0, CELLS - 1), max_size=5).map(tuple),
    "int": lambda unit: st.integers(-1000, 1000),
    "flag": lambda unit: st.booleans(),
    "word": lambda unit: st.from_regex(r"[a-z]+([ -][a-z]+){0,2}", fullmatch=True),
}


@st.composite
def events(draw: st.DrawFn) -> Event:
    kind = draw(st.sampled_from(EVENT_TYPES))
    unit = draw(st.integers(0, len(NAMES.units) - 1))
    values = {
        name: draw(
            st.integers(0, len(NAMES.units) - 1)
            if field == "unit" and name != "unit"
            else FIELDS[field](unit)
        )
        for name, field in kind.FIELDS
    }
    return kind(**values)


@given(events())
def test_an_event_reads_back_as_itself(event: Event) -> None:
    read = parse_event(NAMES, event_text(NAMES, event))
    assert read == event
    assert type(read) is type(event)


@given(events(), events())
def test_two_events_are_never_written_alike(one: Event, other: Event) -> None:
    assert (event_text(NAMES, one) == event_text(NAMES, other)) == (one == other)


# Entries of a tape.

rolls = st.builds(
    Rolled,
    st.from_regex(r"[a-z]+( [a-z]+){0,2}", fullmatch=True),
    st.integers(2, 100),
    st.integers(-5, 200),
)
chosen = st.builds(lambda choice: Chose(0, 0, choice), choices())


@given(st.one_of(rolls, chosen))
def test_an_entry_reads_back_as_itself(entry: Entry) -> None:
    mark, _, text = entry_text(NAMES, entry).partition(" ")
    if isinstance(entry, Rolled):
        assert mark == "!"
        assert parse_rolled(text) == entry
    else:
        assert isinstance(entry, Chose)
        assert mark == ">"
        assert parse_choice(NAMES, text) == entry.choice


# What does not read.

T = TypeVar("T")


def attempt(read: Callable[[str], T], text: str) -> tuple[T | None, str]:
    """The parsed value, or None and the error message; any other error is a failure."""
    try:
        return read(text), ""
    except NotationError as error:
        return None, str(error)


@given(st.text())
@example("attack d20 --5")
@example("attack d² 3")
@example("attack d20 ³")
def test_no_text_whatever_is_read_as_a_die_or_breaks_the_reader(text: str) -> None:
    rolled, wrong = attempt(parse_rolled, text)
    if rolled is None:
        assert "'! attack d20 14'" in wrong
    else:
        assert parse_rolled(f"{rolled.tag} d{rolled.sides} {rolled.value}") == rolled


WORDS = [
    *NAMES.units, *VERBS, "A1", "b2-c3", "ZZ99", "-", "with", "sword", "nobody", "",
    "harm", "unit=a", "by=x", "amount=many", "=", "attack", "path=A1,ZZ9", "hit=maybe", "#",
]  # fmt: skip


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)))
def test_no_text_whatever_breaks_the_reader_of_choices_and_events(text: str) -> None:
    request = FIGHT.request
    assert request is not None
    choice, wrong = attempt(lambda text: parse_choice(NAMES, text), text)
    assert choice is None or parse_choice(NAMES, choice_text(NAMES, choice)) == choice
    assert choice is not None or wrong
    typed, wrong = attempt(lambda text: read_choice(NAMES, request, text), text)
    assert typed is not None or wrong
    event, wrong = attempt(lambda text: parse_event(NAMES, text), text)
    assert event is None or parse_event(NAMES, event_text(NAMES, event)) == event
    assert event is not None or wrong


WRONG_CHOICES = {
    "a": "should read like 'alda attack orc'",
    "x attack g": "no unit is called 'x'",
    "a attack hh": "'hh' is neither a unit nor a square; did you mean h?",
    "a attack g h": "a choice has one target, and 'h' is a second one",
    "a run A99": "A99 is not on the map, which ends at BH41",
    "a attack g with swrd": "a has no 'swrd'; did you mean sword?",
    "a attack g with trebuchet": "a has no 'trebuchet'; it has sword, dagger, dagger#2, war axe",
}


@pytest.mark.parametrize("text", WRONG_CHOICES)
def test_a_wrong_choice_is_told_what_would_be_right(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_choice(NAMES, text)
    assert WRONG_CHOICES[text] in str(caught.value)


WRONG_TYPING = {
    "": "say what to do, or 'done'",
    "atack g": "'atack' is neither a unit nor an action; did you mean attack?",
    "attack g": " attack g'",
}


@pytest.mark.parametrize("text", WRONG_TYPING)
def test_what_a_person_mistypes_is_told_what_would_be_right(text: str) -> None:
    """At the last one the side has yet to say who acts."""
    request = FIGHT.request
    assert request is not None
    assert request.unit == -1
    with pytest.raises(NotationError) as caught:
        read_choice(NAMES, request, text)
    assert WRONG_TYPING[text] in str(caught.value)


WRONG_EVENTS = {
    "": "'' is not a kind of event",
    "harn unit=a": "'harn' is not a kind of event; did you mean harm?",
    "round": "round lacks number",
    "round one": "'one' should read name=value",
    "round nmber=1": "round has no 'nmber'; did you mean number?",
    "round number=one": "'one' should be a whole number",
    "side side=fose": "no side is called 'fose'; did you mean foes?",
    "turn unit=zz": "no unit is called 'zz'",
    "moved unit=a path=A0 feet=5": "'A0' is not a square; squares have names like C7",
    "reloads unit=b weapon=small_bo": "b has no 'small bo'; did you mean small bow?",
    "attack unit=a target=g weapon=sword how=melee die=3 total=4 ac=12 hit=maybe": (
        "'maybe' should be yes or no"
    ),
}


@pytest.mark.parametrize("text", WRONG_EVENTS)
def test_a_wrong_event_is_told_what_would_be_right(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_event(NAMES, text)
    assert WRONG_EVENTS[text] in str(caught.value)


def test_names_of_two_fights_do_not_mix() -> None:
    other = Names(two_abreast().state)
    with pytest.raises(NotationError, match="no unit is called 'h'"):
        parse_choice(other, "h done")
