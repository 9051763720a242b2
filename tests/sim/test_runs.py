"""Runs of fights: the same result for any number of workers and any starting point."""

from __future__ import annotations

import csv
import json
import os
import pickle
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.cli.typist import COMMAND, PATIENCE, Typist, environment, run

from shieldwall.content import load_encounter, setup_to_text
from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight import Fight
from shieldwall.fight_start import rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.minds.look_ahead.captain import NO_LIMIT, Captain
from shieldwall.sim.counts import SimResult
from shieldwall.sim.fight_facts import BLEEDS, DIED, GONE, LIES, STANDS, Row, Sample, is_sampled
from shieldwall.sim.job import Job
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.answer_text import (
    captured_words,
    headline,
    result_data,
    state_table,
    stopped_words,
)
from shieldwall.sim.runs import Run, simulate
from shieldwall.sim.worker_pool import BatchRunner, Processes, Ready, play_batch, play_parcel
from shieldwall.store.save_file import load_fight, save_fight

DUEL = Job(setup_to_text(load_encounter("duel")), 4)


def ask(*arguments: str) -> Any:
    ended = run("sim", *arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def without_clock(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "seconds"}


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    alone, two, three = (ask("duel", "-n", "230", "--workers", count) for count in "123")
    assert without_clock(alone) == without_clock(two) == without_clock(three)
    assert alone["checksum"] == simulate(load_encounter("duel"), 230, 1).checksum


def test_fights_that_are_watched_play_like_those_that_are_not() -> None:
    game = DUEL.game()
    assert [game.play(number) for number in range(20)] == [
        game.play(number, Sample()) for number in range(20)
    ]


def test_a_captain_decides_alike_whether_it_is_watched_or_not() -> None:
    game = Job(DUEL.setup_text, 4, ("captain:fast",)).game()
    assert game.play(0) == game.play(0, Sample())


def test_only_a_captain_that_somebody_waits_for_watches_the_clock() -> None:
    for name, seconds in (("captain:fast", 0.15), ("captain", 1.5), ("captain:strong", 15.0)):
        awaited = make_mind(name)
        assert isinstance(awaited, Captain)
        assert awaited.limit == pytest.approx(seconds)
        for simulated in seat_minds(load_encounter("duel"), (name,)):
            assert isinstance(simulated, Captain)
            assert (simulated.limit, simulated.counting) == (NO_LIMIT, NO_LIMIT)


def test_a_mind_that_fails_is_named_by_the_program_that_played_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def broken(request):\n    raise RuntimeError('no idea')\n")
    for workers in "12":
        ended = run("sim", "duel", "-n", "100", "--workers", workers, "--mind", f"{file}:broken")
        assert ended.returncode == 2
        assert "fight 0: the mind" in ended.stderr
        assert "RuntimeError: no idea" in ended.stderr
        assert "Traceback" not in ended.stderr


def test_of_many_fights_some_are_watched_and_the_report_says_how_many() -> None:
    data = ask("duel", "-n", "500")
    assert data["sample"]["fights"] == sum(is_sampled(number) for number in range(500)) == 405
    assert "from 405 of the fights" in run("sim", "duel", "-n", "500", "--full").stdout


def test_a_lost_worker_costs_time_and_nothing_else() -> None:
    runner = Processes(2)
    try:
        doomed = next(iter(runner.pool._processes))
        struck: list[int] = []

        def strike(done: int) -> None:
            if not struck:
                struck.append(done)
                os.kill(doomed, signal.SIGKILL)

        result = Run(DUEL, runner, strike).play(600)
        assert struck[0] < 300
        assert doomed not in runner.pool._processes
    finally:
        runner.close()
    assert result.checksum == Run(DUEL, BatchRunner()).play(600).checksum


def workers_of(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(number) for number in found.split()]


def is_running(process: int) -> bool:
    """An unreaped child is not alive."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return told.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks the workers up in /proc")
def test_workers_do_not_outlive_a_run_that_is_killed() -> None:
    with Typist("sim", "duel", "-n", "100000000", "--workers", "2") as typist:
        typist.wait_for("/s")
        workers = workers_of(typist.process.pid)
        assert len(workers) == 2
        typist.process.kill()
        deadline = time.monotonic() + PATIENCE
        while any(map(is_running, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        left = [worker for worker in workers if is_running(worker)]
        for worker in left:
            os.kill(worker, signal.SIGKILL)
    assert not left


def test_ctrl_c_gives_the_fights_known_so_far_without_a_gap() -> None:
    with Typist("sim", "duel", "-n", "100000000", "--workers", "2") as typist:
        typist.wait_for("/s")
        typist.interrupt()
        shown = typist.wait_for("fights so far, seed 1")
        typist.wait_for("checksum ")
        assert typist.end() == 130
        assert "Traceback" not in typist.seen
    fights = shown.split(" fights so far")[0].split()[-1]
    checksum = typist.plain().split("checksum ")[1].split()[0]
    assert 0 < int(fights) < 100_000_000
    assert ask("duel", "-n", fights)["checksum"] == checksum


def test_ctrl_c_to_a_run_in_a_pipe_ends_with_130_and_its_answer(tmp_path: Path) -> None:
    path = tmp_path / "fights.csv"
    program = subprocess.Popen(
        [*COMMAND, "sim", "duel", "-n", "100000000", "--json", "--csv", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    while not path.exists() or path.stat().st_size == 0 or path.read_text().count("\n") < 60:
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    out, complaints = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert complaints == b""
    data = json.loads(out)
    assert data["asked"] == 100_000_000
    assert data["fights"] == sum(data["rounds"].values())
    assert path.read_text().count("\n") == data["fights"] + 1


def test_jobs_on_one_set_up_share_its_map_and_play_as_if_alone() -> None:
    text = setup_to_text(load_encounter("corridor"))
    one, other = Job(text, 1), Job(text, 1, ("party=fearless",))
    ready = Ready()
    games = [ready.game(one.digest, lambda: one), ready.game(other.digest, lambda: other)]
    assert games[0].setup.grid is games[1].setup.grid
    turns = [[game.play(number) for game in games] for number in range(8)]
    for place, job in enumerate((one, other)):
        alone = job.game()
        assert [alone.play(number) for number in range(8)] == [rows[place] for rows in turns]


@pytest.mark.parametrize("count", [1, 40, 130])
def test_what_is_played_before_it_is_asked_for_is_what_would_be_played(count: int) -> None:
    other = Job(DUEL.setup_text, 9)
    runner = Processes(2)
    try:
        runner.will_ask(other, count)
        first = Run(DUEL, runner).play(90)
        early = dict(runner.early)
        assert sum(size for size, _ in early.values()) == count
        then = Run(other, runner).play(100)
        assert not runner.early or count > 100
    finally:
        runner.close()
    assert first.checksum == Run(DUEL, BatchRunner()).play(90).checksum
    assert then.checksum == Run(other, BatchRunner()).play(100).checksum


def test_batches_shrink_towards_the_end_and_do_not_miss_a_fight() -> None:
    runner = Processes(2)
    try:
        batches = list(runner.batches(DUEL, 5, 400, each=False))
    finally:
        runner.close()
    sizes = [batch.fights for batch in batches]
    assert sum(sizes) == 400
    assert [batch.first for batch in batches] == [5 + sum(sizes[:n]) for n in range(len(sizes))]
    assert sizes[0] == 400 // 8
    assert all(batch.seconds > 0 for batch in batches)


def test_a_line_for_every_fight(tmp_path: Path) -> None:
    path = tmp_path / "duel.csv"
    data = ask("duel", "-n", "120", "--csv", str(path))
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["fight"]) for row in rows] == list(range(120))
    assert Counter(row["winner"] for row in rows) == {
        name: side["wins"] for name, side in data["sides"].items()
    }
    assert Counter(row["rounds"] for row in rows) == data["rounds"]
    alda = next(unit for unit in data["units"] if unit["id"] == "alda")
    assert Counter(row["alda hp"] for row in rows) == alda["hp_left_counts"]
    assert Counter(row["alda fate"] for row in rows) == alda["fates"]


def test_what_is_said_of_a_fight_is_what_its_state_says() -> None:
    setup = load_encounter("yard")
    game = Job(setup_to_text(setup), 9).game()
    for row in play_batch(game, 0, 12).rows:
        for hp, fate, fell in zip(row.hp, row.fates, row.fell, strict=True):
            # A unit carried off the field has escaped with no HP left.
            assert (hp == 0) == (LIES <= fate <= DIED) or (fate == GONE and hp == 0)
            assert (fell > 0) == (LIES <= fate <= DIED)
            assert fell <= row.rounds
        ours = [fate for fate, p in zip(row.fates, setup.placements, strict=True) if p.side == 0]
        if row.team == 1:
            assert all(fate >= LIES for fate in ours)
        assert row.team != 0 or any(fate < LIES for fate in ours)
        assert row.team == 0 or BLEEDS not in ours or row.team == 1


def test_a_run_from_a_save_goes_on_from_that_very_moment(tmp_path: Path) -> None:
    setup = load_encounter("duel")
    fight = Fight(setup, seed=3)
    minds = [make_mind("simple") for _ in seat_names(setup)]
    while fight.outcome is None:
        request = fight.request
        assert request is not None
        if request.point != 0 and len(fight.entries) > 4:
            break
        fight.push(minds[request.seats[0]](request))
    _, before = fight.last_checkpoint()
    assert len(fight.entries) > before, "this save should lie in the middle of a step"
    path = tmp_path / "duel.fight"
    save_fight(fight, str(path))
    hp = {unit.ident: int(unit.hp) for unit in load_fight(str(path)).state.units}
    data = ask(str(path), "-n", "60", "--workers", "1")
    assert data["fights"] == 60
    assert all(
        int(left) <= hp[unit["id"]] for unit in data["units"] for left in unit["hp_left_counts"]
    )
    assert ask(str(path), "-n", "60", "--workers", "2")["checksum"] == data["checksum"]
    assert data["checksum"] != ask("duel", "-n", "60")["checksum"]
    assert len(set(data["rounds"])) > 1


def test_a_save_after_the_last_blow_has_no_chances_left(tmp_path: Path) -> None:
    path = tmp_path / "over.fight"
    run("watch", "duel", "--seed", "7", "--save", str(path))
    ended = run("sim", str(path))
    assert ended.returncode == 2
    assert "this fight is over" in ended.stderr


def test_a_fight_without_an_encounter_file() -> None:
    data = ask("--party", "adventurers", "--foes", "3 goblin, 1 ogre", "-n", "30")
    assert [unit["id"] for unit in data["units"]] == [
        "alda", "brand", "cenric", "dunstan", "ogre", "goblin-1", "goblin-2", "goblin-3",
    ]  # fmt: skip
    near = ask("--party", "adventurers", "--foes", "3 goblin", "--distance", "10", "-n", "30")
    far = ask("--party", "adventurers", "--foes", "3 goblin", "--distance", "120", "-n", "30")
    assert near["mean_rounds"] < far["mean_rounds"]
    rooms = ask("--party", "adventurers", "--foes", "3 goblin", "--map", "hall", "-n", "5")
    assert "The Pillared Hall" in rooms["title"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Name an ENCOUNTER, or give both --party and --foes."),
        (["--party", "adventurers", "--foes", "6 gobblin"], "did you mean goblin"),
        (["--party", "adventurers", "--foes", "0 goblin"], "0 is not a number from 1 to"),
        (["--party", "nobody", "--foes", "goblin"], "no such party"),
        (["duel", "--foes", "goblin"], "--foes cannot be used with an ENCOUNTER"),
        (["duel", "-n", "5", "--until", "1%"], "Give either -n or --until."),
        (["duel", "--until", "70%"], "a percentage from 0.01% to 50%"),
        (["duel", "--mind", "simpel"], "did you mean simple?"),
        (["duel", "--mind", "champon=simple"], "did you mean champion?"),
    ],
)
def test_mistakes_are_told_with_what_would_be_right(arguments: list[str], message: str) -> None:
    ended = run("sim", *arguments)
    assert ended.returncode == 2
    assert message in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_another_party_in_the_same_encounter() -> None:
    data = ask("duel", "--party", "adventurers", "-n", "20")
    assert [unit["id"] for unit in data["units"]][:4] == ["alda", "brand", "cenric", "dunstan"]
    assert data["won"]["count"] > ask("duel", "-n", "20")["won"]["count"]


def test_the_first_sentence_answers_and_every_share_has_its_interval() -> None:
    shown = " ".join(run("sim", "yard", "-n", "40", "--full").stdout.split())
    sentence = shown.split("seed 1 ")[1].split(". ")[0]
    assert "The party wins" not in sentence or sentence.startswith("The party wins ")
    for part in ("The party wins", "somebody dies in", "total party kill", "usually"):
        assert part in shown
    shares = shown.count(" % (")
    assert shares > 20
    assert shown.count("%") == shares


def test_the_first_screen_is_short_and_names_what_to_change() -> None:
    shown = run("sim", "yard", "-n", "40", env={"COLUMNS": "80"}).stdout
    assert len(shown.splitlines()) <= 11
    assert "Assumed: the party retreats or surrenders when it is losing." in " ".join(shown.split())
    flat = " ".join(shown.split())
    for part in ("The party wins", "In danger: Brand falls in", "Most harm: "):
        assert part in flat
    assert "To make it easier: shieldwall tune yard --wins 90%" in flat
    assert flat.count("%") == flat.count(" % (") + 1
    goblins = run("sim", "--party", "adventurers", "--foes", "1 goblin", "-n", "20").stdout
    harder = "shieldwall tune --party adventurers --foes '1 goblin' --wins 75%"
    assert harder in " ".join(goblins.split())


def test_a_party_all_taken_alive_is_captured_and_not_killed() -> None:
    setup = load_encounter("yard")
    count = len(setup.placements)
    result = SimResult(setup, 1)
    side = [placement.side for placement in setup.placements]
    foes = next(each.team for each in setup.sides if not each.players)
    for fate, word in (
        (LIES, "knocked out"),
        (GONE, "surrendered"),
        (GONE, "fled"),
        (BLEEDS, "dying"),
        (DIED, "slain"),
    ):
        ours = [setup.sides[s].players for s in side]
        fates = tuple(fate if our else STANDS for our in ours)
        words = tuple(word if our else "standing" for our in ours)
        result.add_row(Row(foes, "defeat", 3, 9, (0,) * count, fates, (1,) * count, words))
    assert (result.captured, result.party_killed, result.somebody_dies) == (2, 2, 2)
    assert "all captured alive 40.0 %" in headline(result)
    assert "total party kill 40.0 %" in headline(result)
    assert captured_words(result).startswith("All captured alive: none of the party stands")
    assert "none of the party stands, has fled or is dead" in captured_words(result)
    (hero, *_) = result.our_units
    assert set(hero.states) == {"knocked out", "surrendered", "fled", "dying", "slain"}
    head, first, *_ = state_table(result)
    assert head == ["", "standing", "dying", "knocked out", "slain", "fled", "surrendered"]
    assert [cell.partition(" %")[0] for cell in first[1:]] == ["0.0", *["20.0"] * 5]
    data: Any = result_data(result, rules_of(setup), None)
    assert data["all_captured"]["count"] == 2
    assert data["units"][0]["states"]["surrendered"]["count"] == 1
    assert data["units"][0]["fates"] == {"down": 1, "dying": 1, "dead": 1, "fled": 2}


def test_a_fight_that_never_ends_is_given_up_and_the_answer_says_so() -> None:
    data = setup_to_text(load_encounter("duel"))
    made = json.loads(data)
    made["rounds"] = 2
    result = Run(Job(json.dumps(made), 1), BatchRunner()).play(20)
    assert result.reasons["round-limit"] > 0
    assert stopped_words(result).startswith(f"{result.reasons['round-limit']} fights were given up")
    assert "after round 2" in stopped_words(result)
    assert stopped_words(Run(Job(data, 1), BatchRunner()).play(20)) == ""


def test_without_a_limit_of_its_own_a_fight_has_that_of_the_simulation() -> None:
    game = Job(setup_to_text(load_encounter("duel")), 1).game()
    assert game.setup.rounds == 0
    battle = game.battle(Live(Dice(1), game.minds), None)
    assert battle.rounds == MOST_ROUNDS


@pytest.mark.parametrize("command", [["sim", "duel"], ["compare", "duel", "--ablate"]])
def test_where_the_report_cannot_go_is_told_before_the_fights(
    command: list[str], tmp_path: Path
) -> None:
    for path, message in ((tmp_path / "no" / "x.html", "there is no folder"), (tmp_path, "folder")):
        ended = run(*command, "-n", "100000000", "--report", str(path))
        assert ended.returncode == 2
        assert message in " ".join(ended.stderr.split())
        assert ended.stdout == ""


def test_counts_of_parts_add_up_to_the_counts_of_the_whole() -> None:
    """Workers send what their fights come to together; nothing may be lost on the way."""
    setup = load_encounter("duel")
    job = Job(setup_to_text(setup), 5)
    whole = SimResult(setup, 5)
    parts = SimResult(setup, 5)
    for first, count in ((0, 7), (7, 1), (8, 12)):
        whole.add(play_parcel(job.digest, job.parcel, first, count))
        sent = pickle.dumps(play_parcel(job.digest, job.parcel, first, count, each=False))
        parts.add(pickle.loads(sent))
    assert whole.checksum == parts.checksum

    def facts(result: SimResult) -> dict[str, object]:
        plain = {name: value for name, value in vars(result).items() if name[0] != "_"}
        plain["units"] = [vars(unit) for unit in result.units]
        plain["sample"] = vars(result.sample)
        return plain

    assert facts(parts) == facts(whole)
    assert whole.fights == 20
