"""User minds on the real command line: their plans, and how failures end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.typist import run

pytestmark = pytest.mark.once
EXAMPLE = "docs/examples/my_mind.py"
HEAD = "from shieldwall.engine.tape.request import Choice\nfrom shieldwall.minds import make_mind\n"
MINDS = (
    HEAD
    + """
def good(request):
    return make_mind("simple")(request)

def broken(request):
    return 1 // 0

def cheating(request):
    return Choice(request.unit, "attack", 99, 0)

def mute(request):
    return None

class Needy:
    def __init__(self, what):
        pass

number = 5
"""
)


@pytest.fixture
def minds(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(MINDS)
    return str(path)


def test_any_callable_plays_like_a_shipped_one(minds: str) -> None:
    own = run("watch", "duel", "--seed", "3", "--mind", f"{minds}:good")
    shipped = run("watch", "duel", "--seed", "3", "--mind", "simple")
    assert own.returncode == 0
    assert own.stdout == shipped.stdout


@pytest.mark.parametrize("name", ["careful", "Avenger"])
def test_the_example_of_the_documentation_plays(name: str) -> None:
    ended = run("watch", "yard", "--seed", "3", "--mind", f"party={EXAMPLE}:{name}", "--plans")
    assert ended.returncode == 0, ended.stderr
    assert "After " in ended.stdout
    assert ("Means to finish somebody" in ended.stdout) == (name == "Avenger")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken", "ZeroDivisionError"),
        ("cheating", "it answered"),
        ("mute", "it answered None, which is no Choice"),
    ],
)
@pytest.mark.parametrize("command", ["watch", "sim"])
def test_a_failing_mind_is_named_and_ends_the_run_without_a_traceback(
    minds: str, command: str, name: str, said: str
) -> None:
    more = ["-n", "3", "--workers", "1"] if command == "sim" else ["--seed", "1"]
    ended = run(command, "duel", "--mind", f"challenger={minds}:{name}", *more)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    text = " ".join(ended.stderr.split())
    assert f"mine.py:{name} failed for Alda" in text
    assert said in text


def test_a_person_at_the_table_is_told_how_to_go_on(minds: str, tmp_path: Path) -> None:
    """The fight up to there is saved; with another mind it goes on."""
    save = str(tmp_path / "f.fight")
    given = ["--side", "challenger=mind", "--side", "champion=me"]
    ended = run(
        "play", "duel", "--seed", "1", "--save", save, *given,
        "--mind", f"challenger={minds}:broken", lines=["done"] * 3,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "mine.py:broken failed for Alda" in " ".join(ended.stderr.split())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("captian", "did you mean captain"),
        ("orcs=simple", "no side is called 'orcs'"),
        ("nowhere.py:x", "nowhere.py: no such file"),
        ("{}:godo", "has no 'godo'; did you mean good?"),
        ("{}:number", "number is int, not a callable"),
        ("{}:Needy", "Needy cannot be made"),
        ("{}", "say which mind of the file"),
    ],
)
def test_a_mind_that_cannot_be_had_is_explained(minds: str, given: str, said: str) -> None:
    ended = run("watch", "duel", "--mind", given.format(minds))
    assert ended.returncode == 2
    assert said in " ".join(ended.stderr.split())


def test_a_file_that_does_not_even_load_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("x = 1\ny = x.nothing\n")
    ended = run("watch", "duel", "--mind", f"{path}:mind")
    assert ended.returncode == 2
    assert "AttributeError" in ended.stderr
    assert "bad.py, line 2" in " ".join(ended.stderr.split())


def test_each_side_has_its_own_mind() -> None:
    both = run("watch", "duel", "--seed", "5", "--mind", "simple").stdout
    named = run("watch", "duel", "--seed", "5", "--mind", "challenger=simple", "--mind", "simple")
    other = run("watch", "duel", "--seed", "5", "--mind", "challenger=coward", "--mind", "simple")
    assert named.stdout == both
    assert other.stdout != both


def test_the_minds_say_what_they_are_about() -> None:
    text = run("watch", "yard", "--seed", "7", "--plans").stdout
    assert "[Brand finishes foes that are nearly down: charges Veteran 2.]" in text
    assert "[Alda stands in front of allies who need it: charges Veteran 1.]" in text
    assert "[" not in run("watch", "yard", "--seed", "7").stdout


def test_the_captain_says_that_it_has_looked_further() -> None:
    text = run(
        "watch", "duel", "--seed", "2", "--plans", "--mind", "challenger=captain:fast"
    ).stdout
    assert " s of thought." in text
