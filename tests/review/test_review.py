"""Reviews: chances agree with `sim`, and the costs of bad choices and luck are found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from shieldwall.cli.main import cli
from shieldwall.content import load_encounter, setup_to_text
from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.review.continuations import do_work
from shieldwall.review.decisions import Decision, turns
from shieldwall.review.fight_review import Chance, Effort, difference, review
from shieldwall.review.luck import chance, luck_of, luckier_than
from shieldwall.review.review_workers import Here
from shieldwall.sim.intervals import share
from shieldwall.sim.job import Job
from shieldwall.sim.runs import Run
from shieldwall.sim.worker_pool import BatchRunner
from shieldwall.store.save_file import tape_text

DOORWAY = """
title: The Doorway
rules: sovereign
map:
  ceiling: 10
  squares: |
    ......
    ......
    ......
sides:
  - name: party
    players: yes
    party: adventurers
    only: [alda]
    places: {alda: C2}
  - name: foes
    units:
      - {what: sergeant, at: D2, hp: 3}
"""
SMALL = Effort(fights=60, quick=16, choices=2, quick_mind="natural", strongest="natural")


@pytest.fixture
def doorway(tmp_path: Path) -> Setup:
    path = tmp_path / "doorway.yaml"
    path.write_text(DOORWAY, encoding="utf-8")
    return load_encounter(str(path))


def idle(setup: Setup) -> Fight:
    """Alda, hurt, could strike first and does nothing; then the sergeant strikes her."""
    fight = Fight(setup, 1, by_hand=True)
    fight.rule("hp alda 4")
    natural = seated(setup)
    first = iter((8, 1))
    while fight.outcome is None and fight.state.clock.round < 4:
        if fight.die is not None:
            fight.push_die(min(fight.die.sides, next(first, 12)))
            continue
        request = fight.request
        assert request is not None
        mine = any(one.unit == 0 for one in request.options)
        if mine and fight.state.clock.round == 1:
            fight.push("alda done" if request.point == 0 else "alda pass")
        else:
            fight.push(natural[request.seats[0]](request))
    return fight


@pytest.mark.slow
def test_the_chances_are_those_of_sim_from_there() -> None:
    """With other dice: the intervals of both meet at the beginning, in the middle and near the
    end."""
    setup = load_encounter("duel")
    fight = Fight(setup, 3)
    fight.play(seated(setup))
    effort = Effort(fights=120, quick=1, choices=0, quick_mind="natural", strongest="natural")
    report = review(fight, Here(fight, 1).do, effort)
    points = report["chances"]
    assert len(points) == len(turns(fight))
    seen = set()
    for one in (points[0], points[len(points) // 2], points[-1]):
        tape = tape_text(fight.at(one["entry"]))
        job = Job(setup_to_text(setup), 77, tape=tape, tape_name="here")
        result = Run(job, BatchRunner()).play(150)
        there = share(result.won, result.fights)
        assert one["fights"] == 120
        assert one["low"] <= there.high, one
        assert there.low <= one["high"], one
        seen.add(one["chance"])
    assert len(seen) > 1, "a test that compares constants proves nothing"


def test_the_choice_that_cost_most_is_found(doorway: Setup) -> None:
    """Doing nothing next to a foe with 3 HP: the better choice, its gain, and the reason."""
    fight = idle(doorway)
    report = review(fight, Here(fight, 5).do, SMALL)
    assert report["sides"] == ["party"]
    passed, idled = report["choices"]
    assert (passed["chosen"], passed["better"]) == ("Alda passes", "Alda defends")
    assert (idled["chosen"], idled["better"]) == ("Alda ends the turn", "Alda attacks the sergeant")
    for one in report["choices"]:
        assert one["unit"] == "alda"
        assert one["round"] == 1
        assert 0 < one["low"] <= one["cost"] <= one["high"] <= 1
        gain = one["chance_after_better"] - one["chance_after_chosen"]
        assert gain == pytest.approx(one["cost"], abs=1e-3)
        assert one["why"].startswith("Alda then falls in ")
    turned = report["turning_points"][-1]
    assert turned["text"] == "Alda goes down and lies dying."
    assert turned["low"] <= turned["change"] <= turned["high"] < 0
    assert json.loads(json.dumps(report)) == report


def test_a_good_choice_is_not_blamed(doorway: Setup) -> None:
    fight = Fight(doorway, 4)
    fight.play(seated(doorway))
    report = review(fight, Here(fight, 5).do, SMALL)
    assert report["choices"] == []
    assert report["outcome"]["entry"] == len(fight.entries)


def test_parts_are_the_same_wherever_they_are_played(doorway: Setup) -> None:
    """In any order, and cut differently: fights are numbered."""
    fight = idle(doorway)
    forwards = review(fight, Here(fight, 5).do, SMALL)
    backwards = review(
        fight, lambda works: ((one, do_work(fight, one, 5)) for one in reversed(works)), SMALL
    )
    assert forwards == backwards


def test_a_change_is_as_doubtful_as_its_parts() -> None:
    """Newcombe's own example: 56 of 70 and 48 of 80."""
    one, other = Chance(Decision(0, 0, 0, 1)), Chance(Decision(9, 0, 0, 1))
    other.wins, other.fights = 56, 70
    one.wins, one.fights = 48, 80
    change, low, high = difference(one, other, 1.959964)
    assert (round(change, 4), round(low, 4), round(high, 4)) == (0.2, 0.0524, 0.3339)


def test_luck_is_rolled_against_expected(doorway: Setup) -> None:
    fight = idle(doorway)
    attacks = [one for one in fight.events if isinstance(one, AttackRolled) and one.unit == 1]
    found = next(one for one in luck_of(fight.state, fight.events) if one["unit"] == "sergeant")
    assert found["attacks"] == found["rolls"] == len(attacks) > 0
    assert found["mean_die"] == 12
    needed = attacks[0].ac - (attacks[0].total - attacks[0].die)
    assert found["expected_hits"] == pytest.approx(len(attacks) * (21 - needed) / 20)
    assert [chance(-3), chance(11), chance(30)] == pytest.approx([0.95, 0.5, 0.05])
    assert luckier_than([0.5, 0.5], 1) == pytest.approx(0.5)
    assert luckier_than([0.5, 0.5], 2) == pytest.approx(0.875)
    assert luckier_than([0.9, 0.2], 0) == pytest.approx(0.04)


@pytest.mark.slow
def test_the_command_says_the_same_in_words_and_as_json(doorway: Setup, tmp_path: Path) -> None:
    fight = idle(doorway)
    tape = tmp_path / "idle.tape"
    tape.write_text(tape_text(fight), encoding="utf-8")
    options = ["review", str(tape), "-n", "20", "--mind", "natural", "--seed", "5"]
    said = CliRunner().invoke(cli, [*options, "--workers", "1"])
    assert said.exit_code == 0, said.output
    assert "The Doorway: review for the party" in said.output
    assert "Luck: rolled and expected" in said.output
    apart = CliRunner().invoke(cli, [*options, "--json", "--workers", "2"])
    report = json.loads(apart.stdout)
    here = CliRunner().invoke(cli, [*options, "--json", "--workers", "1"])
    assert json.loads(here.stdout) == report
    assert report["chances"][0]["fights"] == 20
    for one in report["choices"]:
        assert one["better"] in said.output.replace("\n    ", " ")


def test_a_fight_nobody_has_begun_is_not_reviewed(doorway: Setup, tmp_path: Path) -> None:
    tape = tmp_path / "new.tape"
    tape.write_text(tape_text(Fight(doorway, 1)), encoding="utf-8")
    said = CliRunner().invoke(cli, ["review", str(tape)])
    assert said.exit_code == 2
    assert "has no choices yet" in said.output
