"""Commands that print an answer: help, text, JSON, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.cli.typist import COMMAND, PATIENCE, Typist, environment, run, run_apart

from shieldwall import __version__
from shieldwall.cli.main import COMMANDS, cli

RULES = ("list", "show", "rulings", "diff", "coverage")
CALLS = [*([name] for name in COMMANDS), *(["rules", name] for name in RULES)]


def ask(*arguments: str) -> Any:
    """What a command answers as JSON."""
    result = CliRunner().invoke(cli, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_every_command_has_help_with_an_example(call: list[str]) -> None:
    result = CliRunner().invoke(cli, [*call, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.output
    assert f"shieldwall {' '.join(call)}" in result.output


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_list_of_commands_says_what_each_says_itself(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name][1]


@pytest.mark.parametrize("call", [call for call in CALLS if call != ["rules"]], ids=" ".join)
def test_every_example_in_the_help_names_options_that_exist(call: list[str]) -> None:
    shown = CliRunner().invoke(cli, [*call, "--help"]).output
    start = " ".join(["shieldwall", *call])
    examples = [line.split() for line in shown.splitlines() if line.strip().startswith(start)]
    assert examples
    for words in examples:
        for word in words:
            assert not word.startswith("--") or word in shown.split("Options:")[1]


def test_help_does_not_load_the_engine() -> None:
    code = "import sys; sys.argv = ['shieldwall', '--help']\n"
    code += "from shieldwall.cli.main import main\n"
    code += "try:\n    main()\nfinally:\n    print([m for m in sys.modules if 'yaml' in m or"
    code += " m.startswith('shieldwall.') and not"
    code += " m.startswith(('shieldwall.cli', 'shieldwall.moved', 'shieldwall.version'))],"
    code += " file=sys.stderr)"
    ended = subprocess.run(
        [COMMAND[0], "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert ended.stderr.strip() == "[]"


def test_the_version_names_the_build() -> None:
    shown = run("--version").stdout
    assert shown.startswith(f"shieldwall {__version__} (")
    assert "build" in shown


def test_the_list_holds_the_shipped_encounters() -> None:
    names = [entry["name"] for entry in ask("list")]
    assert {"corridor", "duel", "hall", "yard"} <= set(names)
    shown = run("list").stdout
    assert all(name in shown for name in names)


def test_watch_tells_the_same_fight_for_the_same_seed() -> None:
    one, other = run("watch", "hall", "--seed", "7"), run("watch", "hall", "--seed", "7")
    assert one.returncode == 0
    assert one.stdout == other.stdout
    assert "── Round 1 ──" in one.stdout
    assert "After" in one.stdout
    assert one.stdout != run("watch", "hall", "--seed", "8").stdout


def test_watch_without_a_seed_says_which_it_took() -> None:
    shown = run("watch", "duel").stdout
    seed = shown.split("seed ")[1].split(")")[0]
    assert run("watch", "duel", "--seed", seed).stdout == shown


APART = """
title: Over the wall
rules: sovereign
map:
  squares: |
    ..#..
    ..#..
sides:
  - {name: party, party: adventurers, only: alda, places: {alda: A1}}
  - {name: foes, units: [{what: giant rat, at: E1}]}
"""


def test_watch_gives_up_a_fight_that_no_side_can_win_and_says_so(tmp_path: Path) -> None:
    path, kept = tmp_path / "apart.yaml", tmp_path / "apart.fight"
    path.write_text(APART)
    shown = CliRunner().invoke(cli, ["watch", str(path), "--seed", "7", "--save", str(kept)])
    assert shown.exit_code == 0, shown.output
    assert "(no side has won in 200 rounds)." in shown.output
    assert "The last round is over: the fight is undecided" in shown.output
    outcome = ask("watch", str(path), "--seed", "7")["outcome"]
    assert outcome["reason"] == "round-limit"
    again = CliRunner().invoke(cli, ["replay", str(kept), "--quiet"])
    assert again.exit_code == 0, again.output
    assert "3 dice and 400 choices verified." in again.output


def test_sim_gives_up_a_fight_that_no_side_can_win_and_says_so(tmp_path: Path) -> None:
    path, page = tmp_path / "apart.yaml", tmp_path / "apart.html"
    path.write_text(APART)
    call = ["sim", str(path), "-n", "3", "--workers", "1"]
    shown = CliRunner().invoke(cli, [*call, "--report", str(page)])
    assert shown.exit_code == 0, shown.output
    said = "3 fights were given up undecided after round 200"
    assert "undecided 100.0 %" in " ".join(shown.output.split()).replace("\xa0", " ")
    assert said in " ".join(shown.output.split())
    assert said in page.read_text()
    data = ask(*call)
    assert (data["undecided"], data["given_up"], data["ends"]) == (3, 3, {"round-limit": 3})


def test_watch_draws_the_map_each_round() -> None:
    shown = run("watch", "duel", "--seed", "7", "--map").stdout
    assert shown.count("  A B C D E F G H I J K L") == shown.count("── Round")


def test_watch_answers_as_json() -> None:
    data = ask("watch", "duel", "--seed", "7")
    assert data["seed"] == 7
    assert data["outcome"]["winners"] in (["challenger"], ["champion"])
    assert {unit["id"] for unit in data["units"]} == {"alda", "sergeant"}
    assert data["log"][-1]["event"].startswith("ends ")
    assert data["log"][-1]["text"].endswith(" wins.")


def test_a_watched_fight_replays_and_a_damaged_one_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "duel.fight"
    run("watch", "duel", "--seed", "7", "--save", str(path))
    replayed = run("replay", str(path))
    assert replayed.returncode == 0, replayed.stderr
    assert "choices verified" in replayed.stdout
    outcome = ask("watch", "duel", "--seed", "7")["outcome"]
    assert ask("replay", str(path))["outcome"] == outcome

    lines = path.read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("! attack"))
    lines[place] = "! attack d12 3"
    path.write_text("\n".join(lines) + "\n")
    damaged = run("replay", str(path))
    assert damaged.returncode == 1
    assert f"{path}:{place + 1}: expected '! attack d20" in damaged.stderr
    assert "Traceback" not in damaged.stderr


def test_a_tape_of_another_map_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.tape"
    path.write_text("shieldwall-tape 1\nrules sovereign\nsetup sha256:00\n")
    ended = run("replay", str(path), "--encounter", "duel")
    assert ended.returncode == 2
    assert f"{path}:3: the tape belongs to a different set-up" in ended.stderr


def test_a_tape_written_by_hand_replays(tmp_path: Path) -> None:
    path = tmp_path / "mine.tape"
    path.write_text(
        "shieldwall-tape 1\nencounter duel\n\n! initiative d8 8\n! initiative d8 1\n"
        "> alda run D4   # one step\n= moved unit=alda path=D4 feet=5\n"
    )
    shown = run("replay", str(path))
    assert shown.returncode == 0, shown.stderr
    assert "Alda moves to D4, 5 ft." in shown.stdout
    assert "the fight does not end there" in shown.stdout


def test_sim_counts_all_fights_and_gives_the_same_for_the_same_seed() -> None:
    data = ask("sim", "duel", "-n", "20", "--seed", "4")
    again = ask("sim", "duel", "-n", "20", "--seed", "4")
    assert data["fights"] == 20
    wins = sum(side["wins"] for side in data["sides"].values())
    assert wins + data["undecided"] == 20
    assert sum(data["rounds"].values()) == 20
    assert data["checksum"] == again["checksum"]
    shown = run("sim", "duel", "-n", "20", "--seed", "4").stdout
    assert data["checksum"] in shown
    assert "challenger wins" in shown


def test_sim_shows_its_progress_on_a_terminal_and_what_it_knows_on_ctrl_c() -> None:
    with Typist("sim", "duel", "-n", "100000000") as typist:
        typist.wait_for("0 %")
        typist.interrupt()
        typist.wait_for("fights so far, seed 1")
        typist.wait_for("checksum")
        assert typist.end() == 130
        assert "Traceback" not in typist.seen


def test_sight_names_each_corner_and_what_hides_it() -> None:
    data = ask("sight", "hall", "D4", "F4")
    assert data["line"] is False
    assert data["cover"] is None
    assert len(data["corners"]) == 8
    assert all("the pillar at E4" in corner["hidden_by"] for corner in data["corners"])
    half = ask("sight", "hall", "C7", "V4")
    assert (half["line"], half["cover"]) == (True, "half")
    assert {corner["seen"] for corner in half["corners"]} == {True, False}
    clear = ask("sight", "duel", "alda", "sergeant")
    assert (clear["line"], clear["cover"]) == (True, "none")


def test_sight_says_it_in_words_both_ways() -> None:
    shown = " ".join(run("sight", "hall", "C7", "V4").stdout.split())
    assert "V4 has half cover from C7: " in shown
    assert "of 8 corners are hidden by the pillar at Q4" in shown
    assert "C7 has no cover from V4: all 8 corners are seen." in shown


def test_sight_takes_a_height_above_the_ground() -> None:
    from_above = ask("sight", "hall", "C7@10", "V4")
    assert from_above["line"] is True
    assert from_above != ask("sight", "hall", "C7", "V4")


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("zorg", "no unit is called 'zorg'"),
        ("E4", "no unit stands on E4: a pillar is there"),
        ("C7@x", "a height in feet goes after the @"),
        ("C7@30", "the ceiling of C7 is at 20 ft"),
        ("V4@1", "V4 is filled up to 5 ft"),
        ("ZZ99", "ZZ99 is not on the map"),
    ],
)
def test_sight_refuses_places_that_are_none(place: str, message: str) -> None:
    ended = run("sight", "hall", "A1", place)
    assert ended.returncode == 2
    assert message in ended.stderr


def test_reach_gives_cost_way_and_who_is_provoked() -> None:
    data = ask("reach", "hall", "alda", "--at", "O7")
    assert (data["unit"], data["from"], data["feet"]) == ("alda", "O7", 30)
    by_square = {entry["square"]: entry for entry in data["squares"]}
    assert by_square["N7"]["cost"] == 5
    assert by_square["N7"]["path"] == ["N7"]
    assert by_square["K7"]["provokes"] != []
    strikers = {foe for step in by_square["K7"]["provokes"] for foe in step["by"]}
    assert "sergeant" in strikers
    assert "O6" not in by_square
    assert all(entry["cost"] <= 30 and entry["path"][-1] == sq for sq, entry in by_square.items())


def test_reach_draws_the_costs_on_the_map() -> None:
    shown = run("reach", "duel", "alda").stdout
    assert "Alda at C4 reaches" in shown
    assert "30" in shown.splitlines()[5]
    assert "free blow" not in shown
    assert "! Gives" in run("reach", "hall", "alda", "--at", "O7").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["reach", "hall", "zorg"], "no unit is called 'zorg'"),
        (["reach", "hall", "alda", "--at", "E4"], "cannot stand on E4"),
        (["watch", "no-such"], "no such encounter; `shieldwall list` lists"),
        (["watch", "dule"], "did you mean duel?"),
        (["sim", "duel", "-n", "0"], "'-n' / '--fights'"),
        (["replay", "missing.tape"], "missing.tape: No such file or directory"),
        (["wach"], "did you mean watch?"),
        (["watch", "broken.yaml"], "broken.yaml:2:"),
    ],
)
def test_mistakes_are_told_with_what_would_be_right(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.yaml").write_text("title: x\nrulez: sovereign\n")
    ended = run(*arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["broken.yaml"]


def test_nothing_is_coloured_in_a_pipe_unless_it_is_wished() -> None:
    assert "\x1b[" not in run("watch", "duel", "--seed", "7").stdout
    assert "\x1b[32m" in run("watch", "duel", "--seed", "7", "--color").stdout


def test_no_color_is_respected_on_a_terminal() -> None:
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Typist("watch", "duel", "--seed", "7", env=env) as typist:
            assert typist.end() == 0
            assert ("\x1b[32m" in typist.seen) is coloured


def test_a_reader_that_has_enough_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    program = subprocess.Popen(
        [*COMMAND, "watch", "hall", "--seed", "7"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(writing)
    os.close(reading)
    _, complaints = program.communicate(timeout=PATIENCE)
    assert complaints == b""
    assert program.returncode == 0


def test_a_terminal_without_the_characters_still_gets_a_map() -> None:
    shown = run_apart("watch", "hall", "--seed", "7", "--map", env={"PYTHONIOENCODING": "ascii"})
    assert shown.returncode == 0
    assert "-- Round 1 --" in shown.stdout
    assert shown.stdout.isascii()


def test_the_rules_report_is_shown_or_said_how_to_make(tmp_path: Path) -> None:
    ended = run("rules", "coverage")
    if ended.returncode == 0:
        assert " rules: " in ended.stdout
        assert ask("rules", "coverage")["ids"]
    else:
        assert ended.returncode == 1
        assert "make coverage" in ended.stderr
