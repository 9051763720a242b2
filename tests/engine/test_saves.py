"""Saves: a saved fight continues as if nothing had happened, even if the rules change."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.engine.arena import two_masters
from tests.scene import SWORD, fighter, foe, setup, unit, where

from shieldwall.books import RULESETS
from shieldwall.cli.main import cli
from shieldwall.engine.ruleset import Dial
from shieldwall.fight import Fight, NothingToUndo
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import SaveError, load_fight, replay_file, save_fight, tape_text
from shieldwall.text.notation import entry_text

ROOT = Path(__file__).resolve().parents[2]


def entries(fight: Fight) -> list[str]:
    return [entry_text(fight.names, entry) for entry in fight.entries]


def finish(fight: Fight) -> str:
    """Play on to the end with minds; the whole tape."""
    fight.play([make_mind("simple") for _ in seat_names(fight.setup)])
    return tape_text(fight)


def in_the_window() -> Fight:
    """Two seats are asked whether to strike, and one has answered."""
    fight = Fight(two_masters(), 5, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    fight.dice_by_hand(False)
    fight.push("a run F3")
    assert len(fight.requests) == 2
    fight.push("h strike a")
    assert len(fight.sealed()) == 1
    return fight


# Cut off.

SAVES_FOR_EVER = """
    import sys
    from tests.engine.test_saves import in_the_window
    from shieldwall.store.save_file import save_fight

    fight = in_the_window()
    save_fight(fight, sys.argv[1])
    print("saved", flush=True)
    while True:
        save_fight(fight, sys.argv[1])
"""
FINISHES = """
    import sys
    from tests.engine.test_saves import finish
    from shieldwall.store.save_file import load_fight

    fight = load_fight(sys.argv[1])
    assert fight.replayable_to is None
    print(len(fight.sealed()), len(fight.requests), fight.request.seats)
    fight.push("g strike a")
    print(finish(fight))
"""


def started(code: str, *arguments: str) -> subprocess.Popen[str]:
    """A separate process, on the build under test."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)])}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        cwd=ROOT,
        env=surroundings,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_fight_killed_amid_an_attack_of_opportunity_ends_as_if_it_had_not_been(
    tmp_path: Path,
) -> None:
    """kill -9 while it writes; another process resumes with one answer sealed, one seat asked."""
    path = str(tmp_path / "fight.save")
    doomed = started(SAVES_FOR_EVER, path)
    assert doomed.stdout is not None
    assert doomed.stdout.readline() == "saved\n"
    doomed.send_signal(signal.SIGKILL)
    assert doomed.wait() == -signal.SIGKILL
    doomed.stdout.close()

    resumed = started(FINISHES, path)
    said, _ = resumed.communicate()
    assert resumed.returncode == 0
    asked, _, tape = said.partition("\n")
    assert asked == "1 2 (2,)", "one sealed, two asked, the second seat still to answer"

    undisturbed = in_the_window()
    undisturbed.push("g strike a")
    assert tape.strip() == finish(undisturbed).strip()


def test_a_half_written_save_does_not_touch_the_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "fight.save"
    fight = in_the_window()
    save_fight(fight, str(path))
    whole = path.read_bytes()
    (tmp_path / "fight.save.part").write_bytes(whole[:100])
    assert load_fight(str(path)).state == fight.state
    save_fight(fight, str(path))
    assert path.read_bytes() == whole
    assert os.listdir(tmp_path) == ["fight.save"]


def test_saving_changes_nothing_and_says_the_same_twice(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    fight = in_the_window()
    save_fight(fight, str(one))
    save_fight(load_fight(str(one)), str(other))
    assert one.read_text() == other.read_text()


def test_a_fight_with_dice_by_hand_resumes_at_the_die_it_waits_for(tmp_path: Path) -> None:
    path = str(tmp_path / "fight.save")
    fight = Fight(setup("a g", a=fighter(), g=foe(hp=9)), by_hand=True)
    for answer in ("", "8", "1", "a attack g", "15", "6", "a done"):
        if answer.isdigit():
            fight.push_die(int(answer))
        elif answer:
            fight.push(answer)
        save_fight(fight, path)
        again = load_fight(path)
        assert again.replayable_to is None, f"after {answer!r} the save is taken for another book's"
        assert again.by_hand
        assert again.entries == fight.entries
        assert again.state == fight.state
        if fight.die is None:
            assert again.die is None
        else:
            assert again.die is not None
            assert (again.die.tag, again.die.sides) == (fight.die.tag, fight.die.sides)


@pytest.mark.parametrize("title", ["The Hall # 2", 'Say "when"', "é", "← ⚔ →"])
def test_any_printable_title_survives_a_save(title: str, tmp_path: Path) -> None:
    path = str(tmp_path / "fight.save")
    made = setup("a . g", a=fighter(), g=foe())
    made.title = title
    fight = Fight(made, 3)
    save_fight(fight, path)
    again = load_fight(path)
    assert again.setup.title == title
    assert again.state == fight.state


def test_a_finished_fight_is_saved_with_its_outcome(tmp_path: Path) -> None:
    path = str(tmp_path / "fight.save")
    fight = in_the_window()
    fight.push("g pass")
    finish(fight)
    save_fight(fight, path)
    again = load_fight(path)
    assert again.outcome is not None
    assert fight.outcome is not None
    assert again.outcome.key() == fight.outcome.key()
    assert again.requests == []
    with pytest.raises(ValueError, match="nothing is asked"):
        again.push("a done")


# When the rules have changed.

CHARGE = (8, 1, "a charge E1 g", 9)
"""Initiative, a charge with +2: 1 + 2 + 9 = 12 meets AC 12; harder charges miss."""


def charging(tmp_path: Path) -> tuple[Fight, str]:
    """A fight by the rules of today, saved after the charge and a turn that was ended."""
    path = str(tmp_path / "fight.save")
    made = setup(
        """
        a . . . . g
        b . . . . .
        """,
        a=fighter(weapons=(SWORD,), hp=12),
        b=fighter(hp=12),
        g=foe(hp=30),
    )
    fight = Fight(made, 9, by_hand=True)
    for answer in (*CHARGE, 5, "a done", "b run C2"):
        if isinstance(answer, int):
            fight.push_die(answer)
        else:
            fight.push(answer)
    fight.dice_by_hand(False)
    save_fight(fight, path)
    return fight, path


def change_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition in which a charge gives +1 to hit."""
    book = RULESETS["sovereign"]
    edition = book.but(book.name, book.title, Dial("charge_to_hit", 1, "SOV-065"))
    monkeypatch.setitem(RULESETS, "sovereign", edition)


def test_a_save_goes_on_from_its_last_state_where_the_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight, path = charging(tmp_path)
    assert load_fight(path).replayable_to is None
    change_the_book(monkeypatch)
    again = load_fight(path)
    assert again.replayable_to == 4, "two dice, a charge, its attack die; its damage is no more"
    assert again.state == fight.state
    assert entries(again) == entries(fight)
    assert unit(again, "g").hp == 25, "the blow that hit stays struck"
    assert where(again, "a") == "E1"
    assert again.request is not None
    assert fight.request is not None
    assert list(again.request.options) == list(fight.request.options)
    with pytest.raises(
        SaveError, match=r"expected here: attack .*total=12 .*What happened.*total=11"
    ):
        replay_file(path)


def test_after_a_change_of_rules_nothing_old_is_taken_back_and_the_new_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = charging(tmp_path)
    change_the_book(monkeypatch)
    again = load_fight(path)
    before = again.state.key()
    with pytest.raises(NothingToUndo):
        again.pop()
    again.push("b done")
    again.pop()
    assert again.state.key() == before


def test_after_a_change_of_rules_a_second_save_goes_on_with_the_same_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also saved again, the fight remembers from where on its tape is of another book."""
    _, path = charging(tmp_path)
    change_the_book(monkeypatch)
    straight = load_fight(path)
    broken_off = load_fight(path)
    for answer in ("b done", "g attack a with sword", "g done"):
        straight.push(answer)
        broken_off.push(answer)
        save_fight(broken_off, path)
        broken_off = load_fight(path)
        assert broken_off.state == straight.state
        assert entries(broken_off) == entries(straight)
        assert broken_off.replayable_to == 4
    for fight in (straight, broken_off):
        finish(fight)
    assert entries(broken_off) == entries(straight)
    assert broken_off.state == straight.state


def test_a_fight_that_goes_on_after_a_change_of_rules_hands_out_a_tape_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = charging(tmp_path)
    change_the_book(monkeypatch)
    fight = load_fight(path)
    for answer in ("b done", "g attack a with sword", "g done"):
        fight.push(answer)
    tape = tmp_path / "handed-out.tape"
    tape.write_text(tape_text(fight), encoding="utf-8")
    again = replay_file(str(tape))
    assert again.state == fight.state
    assert entries(again) == entries(fight)
    assert again.replayable_to == 4
    assert tape_text(again) == tape_text(fight)
    result = CliRunner().invoke(cli, ["replay", "--quiet", str(tape)])
    assert "verified" in result.output, result.output
    lines = tape.read_text(encoding="utf-8").splitlines()
    spoilt = [line.replace("by=g amount=", "by=g amount=1") for line in lines]
    assert spoilt != lines, "the foe has hit"
    tape.write_text("\n".join(spoilt) + "\n", encoding="utf-8")
    with pytest.raises(SaveError, match="expected here: harm"):
        replay_file(str(tape))
    for wrong in ("from 4", "from x {}", "from 4 {}", "from 4 [[[[", "from"):
        changed = [wrong if line.startswith("from ") else line for line in lines]
        tape.write_text("\n".join(changed) + "\n", encoding="utf-8")
        with pytest.raises(SaveError, match=r"handed-out\.tape:8: "):
            replay_file(str(tape))


# Damaged saves.


def with_state(path: str, change: dict[str, object]) -> None:
    """Change the saved state of unit `a`."""
    lines = Path(path).read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("state "))
    data = json.loads(lines[at][len("state ") :])
    data["units"]["a"].update(change)
    lines[at] = f"state {json.dumps(data)}"
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize(
    "change",
    [{"x": 99}, {"y": -1}, {"wielded": 7}, {"hp": "many"}, {"effects": 1}],
    ids=str,
)
def test_a_state_that_cannot_be_is_refused_at_its_line(
    change: dict[str, object], tmp_path: Path
) -> None:
    _, path = charging(tmp_path)
    with_state(path, change)
    with pytest.raises(SaveError, match="the saved state cannot be read") as caught:
        load_fight(path)
    line = Path(path).read_text("utf-8").splitlines()[caught.value.line - 1]
    assert line.startswith("state ")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 2}', '{"version": 1}', "null"])
def test_a_state_of_another_form_is_refused_at_its_line(text: str, tmp_path: Path) -> None:
    _, path = charging(tmp_path)
    lines = Path(path).read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("state "))
    lines[at] = f"state {text}"
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(SaveError, match="the saved state cannot be read") as caught:
        load_fight(path)
    assert caught.value.line == at + 1


def test_a_save_that_is_cut_short_is_refused_or_is_a_shorter_fight(tmp_path: Path) -> None:
    """Whatever is left of it, the reader refuses it or returns a playable fight."""
    _, path = charging(tmp_path)
    lines = Path(path).read_text("utf-8").splitlines()
    refused = [kept for kept in range(len(lines)) if not loads(path, lines[:kept])]
    assert refused[:7] == list(range(7)), "without the whole header it is no save"


def loads(path: str, lines: list[str]) -> bool:
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")
    try:
        fight = load_fight(path)
    except SaveError:
        return False
    return fight.request is not None or fight.die is not None
