"""Every dial has a range, files must respect it, and both its ends can be played in every book."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from mypy_extensions import i64
from tests.engine.arena import arena

from shieldwall.books import RULESETS, RULINGS
from shieldwall.cli.main import cli
from shieldwall.content import ContentError, setup_digest, setup_from_text, setup_to_text
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.content.house_rules.ruling_text import dial_problem, dial_range
from shieldwall.engine.battle import Battle
from shieldwall.engine.dials import DIAL_ENTRIES, named_range
from shieldwall.engine.ruleset import Dial, Ruleset
from shieldwall.engine.state.house_rules import House
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Answer, Live, Oracle
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.sim.job import Job
from shieldwall.sim.variants import make_variant

ARENAS = ("skirmish", "wrestlers", "skirmish in the open", "fairies", "rough ground")
SPANS = {name: entry.span for name, entry in DIAL_ENTRIES.items() if entry.span is not None}
MOST_DICE = 4000
"""More dice than any three rounds need: more would be an endless loop."""


def ends_of(book: Ruleset) -> list[tuple[str, int]]:
    """Each dial with each end of its range, or each option of its ruling."""
    found: list[tuple[str, int]] = []
    for dial in book.dials:
        ruling = RULINGS.get(dial.name)
        if ruling is not None and not ruling.fixed:
            found += [(dial.name, option.value) for option in ruling.options]
        else:
            found += [(dial.name, value) for value in dial_range(dial.name)]
    return found


class Careful(Oracle):
    """Rolls no die without faces, and not for ever."""

    def __init__(self, answers: list[Answer]) -> None:
        self.live = Live(Dice(5), answers)
        self.rolled = 0

    def choose(self, requests: list[Request]) -> list[Choice]:
        return self.live.choose(requests)

    def roll(self, tag: str, sides: i64) -> i64:
        self.rolled += 1
        assert sides >= 1, f"a d{sides} for {tag}"
        assert self.rolled < MOST_DICE, f"no end of {tag}"
        return self.live.roll(tag, sides)


def play(book: Ruleset, name: str, *dials: tuple[str, int]) -> int:
    """Three rounds of a fight with these dials; how many dice it took."""
    made = arena(name, book.name)
    turned = book.but(
        book.name, book.title, *[Dial(dial, value, book.cites[dial]) for dial, value in dials]
    )
    oracle = Careful([make_mind("simple") for _ in seat_names(made)])
    battle = Battle(initial_state(made), turned, oracle, [], 3)
    battle.play()
    for unit in battle.state.units:
        assert 0 <= unit.hp <= unit.sheet.hp, unit.ident
        assert unit.mains >= 0
        assert unit.moves >= 0
    return oracle.rolled


@pytest.mark.parametrize("book", RULESETS)
def test_every_dial_can_be_played_at_both_ends(book: str) -> None:
    rules = RULESETS[book]
    rolled = 0
    for number, (name, value) in enumerate(ends_of(rules)):
        rolled += play(rules, ARENAS[number % len(ARENAS)], (name, value))
    assert rolled > 0


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("name", ARENAS)
@pytest.mark.parametrize("book", RULESETS)
def test_all_dials_can_stand_at_one_end(book: str, name: str, end: int) -> None:
    rules = RULESETS[book]
    dials = [(dial.name, dial_range(dial.name)[end]) for dial in rules.dials]
    assert play(rules, name, *dials) > 0


def test_every_dial_has_a_range_with_all_that_books_and_rulings_set() -> None:
    for name in DIAL_ENTRIES:
        ruling = RULINGS.get(name)
        assert ruling is not None or named_range(name) is not None, f"{name} has no range"
        least, most = dial_range(name)
        assert least < most, name
    for name in SPANS:
        assert name not in RULINGS, f"{name} has the options of its ruling"
    for book in RULESETS.values():
        for dial in book.dials:
            assert dial_problem(book, dial.name, dial.value) == ""


# Where they are written.


def house_file(line: str) -> str:
    return f"extends: sovereign\nname: mine\ntitle: Mine\n{line}\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("dials: {initiative_die: 1}",
         "h.yaml:4: dials.initiative_die: '1' is not a whole number from 2 to 100"),
        ("dials: {fall_die: 0}",
         "h.yaml:4: dials.fall_die: '0' is not a whole number from 1 to 100"),
        ("dials: {chase_speed: 0}",
         "h.yaml:4: dials.chase_speed: '0' is not a whole number from 5 to 1000"),
        ("dials: {prone_speed_divisor: 0}",
         "h.yaml:4: dials.prone_speed_divisor: '0' is not a whole number from 1 to 6"),
        ("dials: {snap_to_hit: -11}",
         "h.yaml:4: dials.snap_to_hit: '-11' is not a whole number from -10 to 10"),
        ("rulings: {swarm_max_assailants: 900}",
         "h.yaml:4: rulings.swarm_max_assailants: '900' is no option of swarm_max_assailants; "
         "use 3, 4 or 5"),
    ],
)  # fmt: skip
def test_a_file_that_turns_a_dial_too_far_is_told_the_range(line: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_house(house_file(line), "h.yaml")
    assert str(caught.value) == problem


@pytest.mark.parametrize("name", SPANS)
def test_both_ends_of_a_range_can_be_written(name: str) -> None:
    book = next(book for book in RULESETS.values() if name in book.cites)
    for value in SPANS[name]:
        text = f"extends: {book.name}\nname: mine\ntitle: Mine\ndials: {{{name}: {value}}}\n"
        made = read_house(text, "h.yaml")
        assert made.book.dial(name) == value
    for value in (SPANS[name][0] - 1, SPANS[name][1] + 1):
        text = f"extends: {book.name}\nname: mine\ntitle: Mine\ndials: {{{name}: {value}}}\n"
        with pytest.raises(ContentError, match="is not a whole number from"):
            read_house(text, "h.yaml")


@pytest.mark.parametrize(
    ("dial", "problem"),
    [
        (("initiative_die", 1), "initiative_die goes from 2 to 100, not to 1"),
        (("fall_die", -3), "fall_die goes from 1 to 100, not to -3"),
        (("nat20", 7), "nat20 is 0 or 1, not 7"),
        (("chase_wnis", 7), "there is no dial 'chase_wnis'; did you mean chase_wins"),
    ],
)
def test_a_saved_set_up_cannot_turn_a_dial_too_far(dial: tuple[str, int], problem: str) -> None:
    made = arena("duel")
    made.house = House("mine", "Mine", (("initiative_die", 6),))
    text = setup_to_text(made)
    assert setup_from_text(text).house is not None
    name, value = dial
    with pytest.raises(ContentError) as caught:
        setup_from_text(text.replace('["initiative_die",6]', f'["{name}",{value}]'))
    assert problem in str(caught.value)


def test_a_dial_of_earlier_versions_is_read_with_a_hint_and_does_nothing(tmp_path: Path) -> None:
    """Rounds without harm once ended a fight, after as many as a table liked."""
    path = tmp_path / "old.yaml"
    path.write_text(house_file("dials: {quiet_rounds: 5, initiative_die: 6}"))
    made = read_house(path.read_text(), "old.yaml")
    assert made.house.dials == (("initiative_die", 6),)
    assert "quiet_rounds" not in made.book.cites
    checked = CliRunner().invoke(cli, ["check", str(path)])
    assert checked.exit_code == 0, checked.output
    hint = f"{path}:4: dials.quiet_rounds: left out: rounds without harm no longer end a fight"
    assert checked.output.startswith(hint)
    assert "rules, nothing wrong" in checked.output
    (found,) = json.loads(CliRunner().invoke(cli, ["check", str(path), "--json"]).output)
    assert found["problems"] == []
    assert [(one["line"], one["field"]) for one in found["hints"]] == [(4, "dials.quiet_rounds")]


def test_a_saved_set_up_with_a_dial_of_earlier_versions_is_the_same_set_up() -> None:
    made = arena("duel")
    made.house = House("mine", "Mine", (("quiet_rounds", 5),))
    again = setup_from_text(setup_to_text(made))
    assert setup_digest(again) == setup_digest(made)
    assert rules_of(again).title == "Mine"
    job = Job(setup_to_text(arena("duel")), 1)
    with pytest.raises(ContentError, match="rounds without harm no longer end a fight"):
        make_variant(job, "dial.quiet_rounds=5", by_book)


def by_book(book: str) -> Setup:
    return arena("duel", book)


def test_an_experiment_cannot_turn_a_dial_too_far() -> None:
    job = Job(setup_to_text(arena("duel")), 1)
    for value in (2, 100):
        make_variant(job, f"dial.initiative_die={value}", by_book)
    with pytest.raises(ContentError, match="initiative_die goes from 2 to 100, not to 1"):
        make_variant(job, "dial.initiative_die=1", by_book)
