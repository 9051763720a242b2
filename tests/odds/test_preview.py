"""The odds of options and the danger map, compared with independently known odds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.typist import run
from tests.odds.asking import odds, part

from shieldwall.cli.main import cli
from shieldwall.content.encounters import load_encounter
from shieldwall.engine.points import ROLLED
from shieldwall.engine.space.grid import PLAIN, SKY, GridMap, Squares
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
)
from shieldwall.engine.state.state import Side
from shieldwall.engine.tape.entries import Rolled
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.fight import Fight
from shieldwall.odds.combatants import combatant
from shieldwall.odds.danger import DangerMap
from shieldwall.odds.option_odds import Preview, Previewer, Unforeseen
from shieldwall.text.notation import parse_choice

HERO = "AB+3 1d8 AC 12 hp 6"
FOE = "AB+1 1d6 AC 14 hp 5"


def meeting(
    *places: tuple[str, str, int, int, int], hidden: tuple[str, ...] = (), size: int = 12
) -> Setup:
    """Name, figures, side and square of each."""
    cells = size * size
    grid = GridMap(
        size, size, Squares([0] * cells, [0] * cells, [SKY] * cells, [PLAIN] * cells), []
    )
    placements = [
        Placement(name, combatant(figures).sheet, side, x, y, "")
        for name, figures, side, x, y in places
    ]
    return Setup(
        "meeting", "sovereign", grid, [Side("party", True, 0), Side("foes", False, 1)], placements,
        Start(hidden=hidden),
    )  # fmt: skip


def first_to_act(setup: Setup, unit: int) -> Fight:
    for seed in range(200):
        fight = Fight(setup, seed)
        assert fight.request is not None
        if Choice(unit, DONE) in fight.request.options:
            return fight
    raise AssertionError("never first")


def first_to_be_asked(setup: Setup) -> Fight:
    """The second has struck first, and the first is asked about the roll."""
    for seed in range(400):
        fight = Fight(setup, seed)
        if Choice(1, DONE) in fight.requests[0].options:
            fight.push(Choice(1, "attack", 0, 0))
            request = fight.request
            if request is not None and (request.point, request.unit) == (ROLLED, 0):
                return fight
    raise AssertionError("never asked")


def look(fight: Fight, choice: Choice) -> Preview:
    return Previewer(fight).look(choice)


def test_an_attack_is_worth_what_the_odds_say() -> None:
    fight = first_to_act(meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4)), 0)
    found = look(fight, Choice(0, "attack", 1, 0))
    known = odds(f"{HERO} vs {FOE}")
    assert found.odds.hit == known.hit == part(10)
    assert found.odds.dropped == known.dropped
    assert found.odds.damage == known.damage
    assert found.dodged == part(8)
    assert (found.provokes, found.label) == ({}, "exact")


def test_who_walks_away_is_struck_and_the_risk_is_told() -> None:
    fight = first_to_act(meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4)), 0)
    away = look(fight, Choice(0, "run", path=(4 * 12 + 3, 4 * 12 + 2)))
    blow = odds(f"{FOE} vs {HERO}")
    assert away.provokes == {1: Fraction(1)}
    assert away.odds.mean_taken == blow.mean
    assert away.odds.fell == blow.dropped
    beside = look(fight, Choice(0, "run", path=(3 * 12 + 4,)))
    assert beside.provokes == {}


def test_an_answer_in_the_middle_of_a_step_is_previewed_from_there() -> None:
    """The die is known: Total Defense makes it a miss, and doing nothing does not."""
    setup = meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4))
    fight = first_to_be_asked(setup)
    dodge = look(fight, Choice(0, "total-defense"))
    stand = look(fight, Choice(0, "pass"))
    assert dodge.odds.mean_taken == 0
    assert stand.odds.mean_taken == Fraction(7, 2)
    assert stand.odds.fell == Fraction(1, 6)


def test_a_foe_nobody_knows_of_does_not_show_in_a_preview() -> None:
    places = (("a", HERO, 0, 4, 4), ("g", FOE, 1, 11, 11), ("h", FOE, 1, 4, 5))
    away = Choice(0, "run", path=(3 * 12 + 4, 2 * 12 + 4))
    seen = look(first_to_act(meeting(*places), 0), away)
    unseen = look(first_to_act(meeting(*places, hidden=("h",)), 0), away)
    assert seen.provokes == {2: Fraction(1)}
    assert unseen.provokes == {}


def test_the_danger_of_a_square_is_what_the_foes_could_do_there() -> None:
    """Beside two foes, one after the other: the second matters where the first has not felled."""
    setup = meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4), ("h", FOE, 1, 3, 4))
    fight = first_to_act(setup, 0)
    danger = DangerMap(fight.state, fight.rules, 0)
    while not danger.refine(5):
        pass
    here = danger.squares[4 * 12 + 4]
    blow = odds(f"{FOE} vs {HERO}").damage
    both = sum(
        chance * other
        for dealt, chance in blow.items()
        for more, other in blow.items()
        if dealt + more >= 6
    )
    assert here.chance == pytest.approx(float(both))
    assert here.label == "exact"
    assert len(here.assaults) == 2


def test_what_was_no_time_for_is_sampled_with_its_margin_and_sharpened() -> None:
    setup = meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4))
    fight = first_to_act(setup, 0)
    danger = DangerMap(fight.state, fight.rules, 0)
    assert not danger.refine(-1)
    rough = danger.squares[4 * 12 + 4]
    assert rough.label.startswith("± ")
    while not danger.refine(5):
        pass
    sharp = danger.squares[4 * 12 + 4]
    assert sharp.label == "exact"
    assert abs(sharp.chance - rough.chance) < 2.5 * rough.margin
    assert set(danger.squares) == set(danger.cells)


def test_the_command_answers_with_labels() -> None:
    result = CliRunner().invoke(cli, ["preview", "duel", "--seed", "3", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert {one["label"] for one in found["options"]} == {"exact"}
    charges = [one for one in found["options"] if " charge " in one["choice"]]
    assert charges
    assert all(0 < one["hit"] < 1 for one in charges)
    assert found["squares"]
    text = CliRunner().invoke(cli, ["preview", "duel", "--seed", "3"]).output
    assert "(exact odds)" in text
    assert "down before its next turn" in text


def facts(found: Preview) -> tuple[object, ...]:
    odds = found.odds
    ends = [(facts.key, chance) for facts, chance in odds.ends]
    return ends, odds.offered, found.provokes, found.dodged


def two_worlds() -> tuple[Setup, Setup]:
    """They differ only in an unknown foe: its position and kind."""
    worlds = []
    for figures, x, y in (("AB+9 2d8 AC 20 hp 30 disciplined", 4, 5), (FOE, 9, 2)):
        worlds.append(
            meeting(
                ("a", f"{HERO} disciplined", 0, 4, 4),
                ("g", FOE, 1, 5, 4),
                ("h", figures, 1, x, y),
                hidden=("h",),
            )
        )
    return worlds[0], worlds[1]


def dice(fight: Fight) -> list[tuple[str, int]]:
    return [(entry.tag, entry.value) for entry in fight.tape if isinstance(entry, Rolled)]


def test_on_a_turn_worlds_that_differ_in_the_unknown_alone_look_the_same() -> None:
    one, other = (first_to_act(setup, 0) for setup in two_worlds())
    looker, looker_there = Previewer(one), Previewer(other)
    seen = 0
    for choice in one.requests[0].options:
        if choice.unit == 0 and choice in other.requests[0].options:
            assert facts(looker.look(choice)) == facts(looker_there.look(choice)), choice
            seen += 1
    assert seen > 20
    assert all(unit != 2 for unit, _ in looker.look(Choice(0, "attack", 1, 0)).odds.offered)


def test_in_the_middle_of_a_step_they_look_the_same_too() -> None:
    one, other = (first_to_be_asked(setup) for setup in two_worlds())
    assert dice(one) == dice(other)
    answers = list(one.requests[0].options)
    assert {answer.verb for answer in answers} >= {"pass", "total-defense", "snap"}
    for choice in answers:
        found = Previewer(one).look(choice)
        assert all(unit != 2 for unit, _ in found.odds.offered)
        assert found.provokes.keys() <= {1}
        assert facts(found) == facts(Previewer(other).look(choice))


def test_who_has_shown_itself_in_the_step_is_counted() -> None:
    """A foe out of hiding strikes: from then on the side knows of it."""
    setup = meeting(("a", HERO, 0, 4, 4), ("g", FOE, 1, 5, 4), hidden=("g",))
    fight = first_to_be_asked(setup)
    assert look(fight, Choice(0, "pass")).odds.mean_taken == Fraction(7, 2)


def test_each_of_several_who_are_asked_at_one_moment_is_foretold() -> None:
    """Both see the foe approach; the second one's options count whatever the first is asked."""
    setup = meeting(
        ("a", f"{HERO} disciplined", 0, 4, 3),
        ("b", f"{HERO} disciplined", 0, 4, 4),
        ("g", FOE, 1, 10, 4),
    )
    fight = first_to_act(setup, 2)
    for charge in [one for one in fight.requests[0].options if one.verb == "charge"]:
        trial = fight.fork()
        trial.push(charge)
        if len(trial.requests) == 2:
            fight = trial
            break
    assert [request.unit for request in fight.requests] == [0, 1]
    for request in fight.requests:
        snap = next(one for one in request.options if one.verb == "snap")
        assert Previewer(fight, request).look(snap).odds.hit > 0


def test_what_throws_more_dice_than_can_be_counted_is_said_to_be_so(tmp_path: Path) -> None:
    """A bomb on three goblins kept a worker of the table busy for good."""
    path = tmp_path / "storm.yaml"
    path.write_text(STORM, encoding="utf-8")
    fight = Fight(load_encounter(str(path)), by_hand=True)
    for value in (8, 1):
        fight.push_die(value)
    bomb = parse_choice(fight.names, "corvin cast J4 : magic bomb")
    with pytest.raises(Unforeseen, match="too many dice to count"):
        Previewer(fight).look(bomb)


STORM = """\
title: The Storm
rules: sovereign
look-for: one who throws fire into a crowd
map:
  ceiling: sky
  squares: |
    ............
    ............
    ............
    ............
    ............
sides:
  - name: party
    party: champions
    only: [corvin]
    places: {corvin: B4}
  - name: raiders
    units:
      - {what: goblin, at: J3}
      - {what: goblin, at: J4}
      - {what: goblin, at: J5}
"""


def test_options_that_differ_only_in_the_square_share_a_line() -> None:
    told = CliRunner().invoke(cli, ["preview", "duel", "alda", "--seed", "1", "--quick"])
    shown = " ".join(told.output.split("Where")[0].split())
    sword = "alda charge sergeant with sword, from I4, J4, K4, I5, I6, J6 and 1 more square: hits"
    assert shown.count(sword) == 1, shown
    assert " more squares: hits" in shown


def test_a_bow_out_of_range_is_named_with_how_far_it_reaches() -> None:
    told = run("odds", "cenric vs orc at 900 ft")
    assert told.returncode == 2
    assert "the target is 900 ft away, and Cenric's large bow reaches 600 ft" in told.stderr
