"""Tuning: goals and settings as people write them, and a search that finds a known answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.typist import Typist, run

from shieldwall.content import load_encounter, load_party, setup_to_text
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.setup_changes import (
    at_distance,
    feet_apart,
    foe_kinds,
    with_hp,
    with_number,
)
from shieldwall.content.skirmish import skirmish
from shieldwall.sim.goals import read_wishes
from shieldwall.sim.intervals import share
from shieldwall.sim.job import Job
from shieldwall.sim.runs import Run
from shieldwall.sim.tuning import (
    RIGHT,
    TOO_EASY,
    TOO_HARD,
    Tried,
    Tuner,
    read_knob,
    read_want,
    together,
    usual_knobs,
)
from shieldwall.sim.worker_pool import BatchRunner

DUEL = Job(setup_to_text(load_encounter("duel")), 1, ("simple",))


@pytest.mark.parametrize(
    ("name", "text", "low", "high"),
    [
        ("tpk", "<2%", 0.0, 0.02),
        ("wins", "> 70 %", 0.7, 1.0),
        ("falls", "30%", 0.25, 0.35),
        ("falls", "30%+-2", 0.28, 0.32),
        ("dies", "3", 0.0, 0.08),
    ],
)
def test_a_want_is_read_as_it_is_said(name: str, text: str, low: float, high: float) -> None:
    want = read_want(name, text)
    assert (want.low, want.high) == pytest.approx((low, high))


def test_a_verdict_waits_until_the_interval_speaks() -> None:
    want = read_want("tpk", "<10%")
    assert want.verdict(share(0, 1000), False) == RIGHT
    assert want.verdict(share(300, 1000), False) == TOO_HARD
    assert want.verdict(share(100, 1000), False) is None
    assert want.verdict(share(101, 1000), True) == TOO_HARD
    assert want.verdict(share(99, 1000), True) == RIGHT
    wins = read_want("wins", ">50%")
    assert wins.verdict(share(300, 1000), False) == TOO_HARD
    about = read_want("wins", "50%")
    assert about.verdict(share(900, 1000), False) == TOO_EASY


def test_verdicts_together() -> None:
    assert together([RIGHT, TOO_HARD]) == TOO_HARD
    assert together([RIGHT, TOO_EASY]) == TOO_EASY
    assert together([TOO_HARD, TOO_EASY]) == RIGHT
    assert together([RIGHT]) == RIGHT


def test_the_search_finds_what_trying_every_setting_finds() -> None:
    """Number of sergeants against one: the hardest that Alda still wins in 40 of 100."""
    wins = []
    for number in range(1, 5):
        setup = with_number(load_encounter("duel"), "sergeant", number)
        result = Run(Job(setup_to_text(setup), 1, ("simple",)), BatchRunner()).play(400)
        wins.append(result.won / 400)
    known = max(place + 1 for place, chance in enumerate(wins) if chance > 0.4)
    want = read_want("wins", ">40%")
    found = Tuner(DUEL, "", read_knob("number.sergeant=1..4"), [want], BatchRunner(), 400).search()
    assert found.found is not None
    assert found.found.value == known
    assert len({tried.value for tried in found.tried}) == len(found.tried) <= 3


def test_a_knob_that_makes_it_easier_is_turned_the_other_way() -> None:
    job = Job(setup_to_text(skirmish("adventurers", "6 orc")), 1, ("simple",))
    want = read_want("wins", ">60%")
    found = Tuner(job, "adventurers", read_knob("level=0..5"), [want], BatchRunner(), 100).search()
    assert found.found is not None
    for tried in found.tried:
        assert (tried.verdict == TOO_HARD) == (tried.value < found.found.value)


def test_what_cannot_be_had_together_is_said() -> None:
    wants = [read_want("wins", ">90%"), read_want("falls", "90%")]
    found = Tuner(DUEL, "", read_knob("hp.sergeant=20..200"), wants, BatchRunner(), 200).search()
    assert found.found is None


def test_set_ups_are_changed_as_asked() -> None:
    yard = load_encounter("yard")
    assert {kind: len(who) for kind, who in foe_kinds(yard).items()} == {
        "sergeant": 1, "veteran": 2, "veteran archer": 1,
    }  # fmt: skip
    more = with_number(yard, "veteran", 5)
    assert len(foe_kinds(more)["veteran"]) == 5
    assert len({(p.x, p.y) for p in more.placements}) == len(more.placements)
    assert len({p.ident for p in more.placements}) == len(more.placements)
    fewer = with_number(yard, "veteran", 0)
    assert "veteran" not in foe_kinds(fewer)
    weaker = with_hp(yard, "sergeant", 50)
    before = foe_kinds(yard)["sergeant"][0].sheet.hp
    assert foe_kinds(weaker)["sergeant"][0].sheet.hp == (int(before) * 50 + 50) // 100
    assert feet_apart(at_distance(load_encounter("duel"), 20)) == 20
    higher = load_party("adventurers", levels=2)
    assert [m.sheet.hit_dice for m in higher] == [
        m.sheet.hit_dice + 2 for m in load_party("adventurers")
    ]


def ask(*arguments: str) -> Any:
    ended = run("tune", *arguments, "--json")
    return json.loads(ended.stdout)


def test_the_command_shows_its_path_and_its_answer() -> None:
    arguments = ["duel", "--wins", ">50%", "--vary", "number.sergeant=1..3", "--most", "100"]
    ended = run("tune", *arguments)
    assert ended.returncode == 0, ended.stderr
    shown = " ".join(ended.stdout.split())
    assert "Wanted: the party wins >50%." in shown
    assert "2 sergeants: the party wins " in shown
    assert "too hard" in shown
    (data,) = ask(*arguments)
    assert data["found"] == 1
    assert [tried["setting"] for tried in data["path"]] == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["duel", "--vary", "hp.sergeant=1..9"], "Say what you want"),
        (["duel", "--wins", "many", "--vary", "hp.sergeant=1..9"], "should read <2%, >70%"),
        (["duel", "--wins", "50%", "--vary", "hp.orc=50..100"], "no foe is called 'orc'"),
        (["duel", "--wins", "50%", "--vary", "height=1..9"], "nothing is called 'height'"),
        (["duel", "--wins", "50%", "--vary", "hp.sergeant=9..1"], "should be larger"),
        (["duel", "--wins", "50%", "--vary", "level=0..3"], "name the characters with --party"),
        (["duel", "--wins", "50%", "--vary", "number=1..3"], "write number.FOE="),
    ],
)
def test_mistakes_are_told_with_what_would_be_right(arguments: list[str], message: str) -> None:
    ended = run("tune", *arguments)
    assert ended.returncode == 2
    assert message in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_ctrl_c_to_a_search_shows_the_path_so_far() -> None:
    arguments = ["duel", "--wins", "50%+-0.1", "--vary", "hp.sergeant=10..900"]
    with Typist("tune", *arguments, "--most", "100000000") as typist:
        typist.wait_for("too hard")
        typist.interrupt()
        assert typist.end() == 130
        assert "Traceback" not in typist.seen
        assert "Wanted: the party wins 50%+-0.1." in " ".join(typist.plain().split())


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("TPK below 2 %, somebody falls in about 30 %", [("tpk", "<2%"), ("falls", "30%")]),
        ("the party wins at least 70% and somebody dies in less than 10 per cent",
         [("wins", ">70%"), ("dies", "<10%")]),
        ("total party kill under 1.5%", [("tpk", "<1.5%")]),
        ("somebody falls in 40 % +- 3", [("falls", "40%+-3")]),
    ],
)  # fmt: skip
def test_a_wish_is_read_as_it_is_said(text: str, wants: list[tuple[str, str]]) -> None:
    assert [(want.name, want.text) for want in read_wishes(text)] == wants


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "says nothing"),
        ("TPK below", "has no number"),
        ("somebody flals in 30 %", "did you mean fall"),
        ("it lasts 5 rounds", "does not say which chance"),
        ("TPK below 2 %, TPK above 1 %", "two goals for one chance"),
        ("TPK below 2 % +- 1", "give a limit or a value, not both"),
        ("TPK below 200 %", "should read"),
    ],
)
def test_a_wish_nobody_understands_is_told_with_an_example(text: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_wishes(text)
    assert message in str(caught.value)


def test_without_a_knob_the_numbers_of_the_foes_are_turned_and_the_strength_of_a_lone_one() -> None:
    rooms = usual_knobs(load_encounter("hall"))
    assert [(knob.name, knob.low, knob.high) for knob in rooms] == [
        ("number.skeleton", 1, 9), ("hp.sergeant", 25, 250), ("number.veteran archer", 1, 6),
    ]  # fmt: skip


def test_the_command_takes_a_wish_and_finds_the_knob_itself() -> None:
    ended = run("tune", "duel", "--want", "the party wins at least 60 %", "--most", "100")
    assert ended.returncode == 0, ended.stderr
    assert "Wanted: the party wins >60%." in " ".join(ended.stdout.split())
    assert "of their HP" in ended.stdout


def test_settings_that_come_to_the_same_fight_are_played_once() -> None:
    """From 40 to 55 % the sergeant has few different numbers of HP.

    The search goes on upwards to the hardest setting that keeps the limit.
    """
    played: list[int] = []

    class Counting(Tuner):
        def play(self, value: int, setup_text: str) -> Tried:
            played.append(value)
            return super().play(value, setup_text)

    knob = read_knob("hp.sergeant=40..55")
    tuning = Counting(DUEL, "", knob, [read_want("tpk", "<99%")], BatchRunner(), 4).search()
    values = [tried.value for tried in tuning.tried]
    hp = [
        with_hp(load_encounter("duel"), "sergeant", value).placements[1].sheet.hp
        for value in values
    ]
    assert len(values) > len(set(hp)), "some settings are alike"
    assert len(played) == len(set(hp))
    by_hp: dict[int, str] = {}
    for tried, left in zip(tuning.tried, hp, strict=True):
        assert by_hp.setdefault(left, tried.result.checksum) == tried.result.checksum
