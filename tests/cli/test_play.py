"""A fight in the terminal: questions, answers, undo, explanations, saving, killing and resuming."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.typist import Typist, run

from shieldwall.content import load_encounter
from shieldwall.fight import Fight


def seed_where(side: int) -> str:
    """A seed with which this side of the duel acts first."""
    setup = load_encounter("duel")
    for seed in range(100):
        request = Fight(setup, seed).request
        if request is not None and request.seats == (side,):
            return str(seed)
    raise AssertionError("initiative always goes one way")


FIRST = ["--seed", seed_where(0)]
"""Alda acts first."""
BOTH = ["--seed", seed_where(1), "--side", "champion=me"]
"""The sergeant acts first, and is played by a person too."""
TO_THE_WINDOW = ["run D5", "pass", "done", "run A1"]
"""The sergeant comes to Alda's side, and she runs; `pass` answers what she could do meanwhile."""
ON = ["charge alda", "charge sergeant", "attack alda", "attack sergeant", "pass", "done"] * 60


def ending(shown: str) -> str:
    """The summary after the last round."""
    found = re.search(r"After \d+ rounds?, seed.*", shown, re.DOTALL)
    assert found is not None, shown[-2000:]
    return found[0].split("\n\n")[0].strip()


def test_a_fight_killed_in_the_middle_of_an_attack_of_opportunity_ends_as_if_it_had_not_been(
    tmp_path: Path,
) -> None:
    whole, broken = tmp_path / "whole.fight", tmp_path / "broken.fight"
    uninterrupted = run(
        "play", "duel", *BOTH, "--save", str(whole), lines=[*TO_THE_WINDOW, "strike", *ON]
    )
    assert uninterrupted.returncode == 0, uninterrupted.stderr

    with Typist("play", "duel", *BOTH, "--save", str(broken)) as typist:
        for line in TO_THE_WINDOW:
            typist.wait_for_prompt()
            typist.type(line)
        typist.wait_for("Alda is about to leave the sergeant's reach.")
        typist.wait_for("strike or pass? ")
        typist.kill()

    resumed = run(
        "play", "--resume", str(broken), "--side", "champion=me", "--save", str(broken),
        lines=["strike", *ON],
    )  # fmt: skip
    assert resumed.returncode == 0, resumed.stderr
    assert "The sergeant attacks Alda in passing." in " ".join(resumed.stdout.split())
    assert ending(resumed.stdout) == ending(uninterrupted.stdout)
    assert whole.read_text() == broken.read_text()
    assert run("replay", str(broken)).returncode == 0


def test_after_the_end_the_last_blow_can_be_explained_and_taken_back() -> None:
    with Typist("play", "duel", *BOTH) as typist:
        shown = ""
        for line in ON:
            shown = typist.wait_for_prompt()
            if "The fight is over." in shown:
                break
            typist.type(line)
        assert " wins ──" in shown
        typist.type("why")
        assert "weapon" in typist.wait_for("undo, why, log, save: ")
        typist.type("undo")
        typist.wait_for("Taken back: ")
        typist.wait_for_prompt()
        typist.type("quit")
        typist.wait_for("The fight is not saved: `save FILE` saves it")
        typist.wait_for_prompt()
        typist.type("quit")
        assert typist.end() == 0


def test_passing_in_that_window_gives_another_fight(tmp_path: Path) -> None:
    fights = []
    for answer in ("strike", "pass"):
        path = tmp_path / f"{answer}.fight"
        run("play", "duel", *BOTH, "--save", str(path), lines=[*TO_THE_WINDOW, answer])
        fights.append(path.read_text())
    assert "= opportunity unit=sergeant target=alda" in fights[0]
    assert "= opportunity" not in fights[1]


def test_undo_goes_back_over_the_minds_answers_to_ones_own_choice() -> None:
    lines = ["done", "undo", "undo", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    before, after = shown.split("Taken back: alda done.")
    assert "The champion:" in before
    assert "Round 1, turn of the challenger" in after
    assert "alda> undo\nYou have no choice to take back." in after


def test_undo_takes_back_an_answer_in_a_window() -> None:
    lines = [*TO_THE_WINDOW, "strike", "undo", "pass", "quit"]
    shown = run("play", "duel", *BOTH, lines=lines).stdout
    assert "Taken back: sergeant strike alda with sword." in shown
    after = shown.split("Taken back:")[1]
    assert "strike or pass?" in after
    assert "Alda moves to A1" in after


def test_what_cannot_be_done_is_refused_with_its_reason_and_asked_again() -> None:
    lines = ["sergeant", "run L1", "dance", "run Z99", "", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    assert re.search(r"L1 is \d\d ft away; 30 ft of movement left \(SOV-084\)\.", shown)
    assert "'dance' is neither a unit nor an action" in shown
    assert "Z99 is not on the map, which ends at L8." in shown
    assert "It is not the sergeant's side's turn (SOV-030)." in shown
    assert "Traceback" not in shown


def test_the_beginning_of_a_word_is_enough_and_case_does_not_matter() -> None:
    shown = run("play", "duel", *BOTH, lines=["RU i5", "do", "quit"]).stdout
    assert "The sergeant moves to I5, 5 ft." in shown
    assert "alda> quit" in shown


def test_why_gives_the_terms_of_the_last_number_and_of_the_one_before() -> None:
    lines = ["throw sergeant", "why", "why 1", "why 99", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    explained = " ".join(shown.split("why", 1)[1].split())
    assert re.search(r"= (d20|weapon) \d+ \(SOV-1\d\d\)", explained)
    assert re.search(r" \+ (attack bonus|STR|DEX) \d+ \(SOV-1\d\d\)", explained)
    assert "There are not that many rolls yet." in shown


def test_the_log_the_map_the_options_and_help_do_not_use_up_the_question() -> None:
    shown = run("play", "duel", *FIRST, lines=["log all", "map", "options", "help"]).stdout
    assert shown.count("Initiative for the champion") == 2
    assert shown.count("alda> ") == 5
    assert "run: " in shown
    assert "take back your last choice" in shown


def test_leaving_says_how_to_save_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for lines in (["quit"], []):
        ended = run("play", "duel", lines=lines)
        assert ended.returncode == 0
        assert "The fight is not saved." in ended.stdout
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_at_the_prompt_ends_with_130_and_says_how_to_save() -> None:
    with Typist("play", "duel", *FIRST) as typist:
        typist.wait_for("alda> ")
        typist.interrupt()
        typist.wait_for("The fight is not saved.")
        assert typist.end() == 130
        assert "Traceback" not in typist.seen


def test_end_of_input_at_the_prompt_leaves_quietly() -> None:
    with Typist("play", "duel", *FIRST) as typist:
        typist.wait_for("alda> ")
        typist.press("\x04")
        assert typist.end() == 0
        assert "Traceback" not in typist.seen


def test_tab_completes_verbs_targets_and_squares() -> None:
    with Typist("play", "duel", *FIRST) as typist:
        typist.wait_for("alda> ")
        typist.press("opt\t\r")
        shown = typist.wait_for("alda> ")
        assert "options" in shown
        typist.press("ru\tC3\t\r")
        typist.wait_for("run C3")
        typist.wait_for("Alda moves to C3")


def test_saving_by_hand_and_resuming_gives_the_same_moment(tmp_path: Path) -> None:
    path = str(tmp_path / "a fight")
    shown = run("play", "duel", *BOTH, lines=[*TO_THE_WINDOW, f"save {path}", "quit"]).stdout
    assert f"Saved. Continue with: shieldwall play --resume '{path}' --side=champion=me" in shown
    again = run("play", "--resume", path, "--side=champion=me", lines=["quit"]).stdout
    assert "sergeant: strike or pass? quit" in again


def test_a_fight_saved_under_other_rules_goes_on_from_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "old.fight"
    run("play", "duel", *FIRST, "--save", str(path), lines=["run D4", "done"])
    text = path.read_text()
    path.write_text(text.replace("path=D4 feet=5", "path=D4 feet=10"))
    resumed = run("play", "--resume", str(path), lines=["undo", "quit"])
    assert resumed.returncode == 0, resumed.stderr
    told = " ".join(resumed.stdout.split())
    assert "The rules have changed since" in told
    assert "on it can no longer be replayed." in told
    assert "You have no choice to take back." in told


def test_a_save_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "old.fight"
    path.write_text("Dear aunt,\n")
    ended = run("play", "--resume", str(path))
    assert ended.returncode == 2
    assert f"{path}:1: not a tape" in ended.stderr


def test_dice_rolled_on_the_table_are_asked_for_by_name_until_they_make_sense() -> None:
    lines = ["9", "x", "", "5", "3", "charge sergeant", "0", "21", "12", "undo", "20", "7", "quit"]
    shown = run("play", "duel", "--dice", "ask", lines=lines).stdout
    assert shown.count("d8 for the initiative of the challenger: ") == 4
    assert "A d8 shows 1 to 8, not '9'." in shown
    assert "A d20 shows 1 to 20, not '21'." in shown
    assert "d20 for Alda's attack: 12" in shown
    assert "Taken back: a die." in shown
    assert "d8 for Alda's damage: 7" in shown


def test_one_may_wish_not_to_be_asked_about_instants() -> None:
    passing = ["pass"] * 20 + ["quit"]
    asked = run("play", "hall", "--seed", "3", "--stops", "always", lines=passing).stdout
    assert " or pass? " in asked
    left_alone = run("play", "hall", "--seed", "3", "--stops", "never", lines=passing).stdout
    assert "snap or pass? " not in left_alone


def test_a_person_may_play_every_side_and_a_mind_every_side() -> None:
    mine = run("play", "duel", "--side", "champion=me", lines=["quit"]).stdout
    assert "> quit" in mine
    theirs = run("play", "duel", "--seed", "3", "--side", "challenger=mind")
    assert theirs.returncode == 0
    assert ending(theirs.stdout) == ending(run("watch", "duel", "--seed", "3").stdout)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 15), (24, 8), (200, 60)])
def test_the_screen_fits_the_terminal(columns: int, rows: int) -> None:
    with Typist("play", "hall", "--seed", "3", columns=columns, rows=rows) as typist:
        screen = typist.wait_for_prompt().split(", turn of the")[1]
        assert max(len(line) for line in screen.splitlines()) <= columns
        if rows >= 20:
            assert len(screen.splitlines()) <= rows


def test_a_terminal_gets_colour_unless_it_says_no() -> None:
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with Typist("play", "duel", *FIRST, env=env) as typist:
            typist.wait_for("alda> ")
            assert ("\x1b[32m" in typist.seen or "\x1b[32;1" in typist.seen) is coloured


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "nowhere"], "no such encounter"),
        (["play", "duel", "--side", "orcs=me"], "no side is called 'orcs'"),
        (["play", "duel", "--side", "champion=you"], "champion=me or champion=mind"),
        (["play", "--resume", "nothing.fight"], "nothing.fight: No such file"),
        (["play", "duel", "--resume", "x.fight"], "--resume brings its own encounter"),
        (["play", "duel", "--seed", "-1"], "--seed"),
        (["play", "duel", "--save", "nowhere/x.fight"], "nowhere/x.fight"),
    ],
)
def test_a_wrong_call_is_told_and_ends_with_2(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(*arguments)
    assert ended.returncode == 2, ended.stdout
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_save_is_not_overwritten(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear aunt,\n")
    ended = run("play", "duel", "--save", str(letter), lines=["quit"])
    assert ended.returncode == 2
    shown = run("play", "duel", lines=[f"save {letter}", "quit"]).stdout
    assert "exists and is not a saved fight; choose another name" in " ".join(shown.split())
    assert letter.read_text() == "Dear aunt,\n"


def test_a_save_is_not_overwritten_by_a_new_fight(tmp_path: Path) -> None:
    path = str(tmp_path / "x.fight")
    run("play", "duel", "--save", path, lines=["quit"])
    before = Path(path).read_text()
    ended = run("play", "duel", "--save", path, lines=["quit"])
    assert ended.returncode == 2
    assert f"--resume {path}" in ended.stderr
    assert Path(path).read_text() == before


def test_a_narrow_terminal_names_the_units_outside_its_part_of_the_map() -> None:
    shown = run("play", "yard", "--seed", "3", lines=["quit"], env={"COLUMNS": "60"}).stdout
    (said,) = [line for line in shown.split("\n") if line.startswith("not shown")]
    assert said == "not shown: v1 Q8, v2 Q12, a S11"
    wide = run("play", "yard", "--seed", "3", lines=["quit"], env={"COLUMNS": "120"}).stdout
    assert "shown:" not in wide
