"""`shieldwall` without arguments: a menu in a terminal, the help in a pipe."""

from __future__ import annotations

import shlex

import pytest
from tests.cli.typist import Typist, run

from shieldwall.cli.main import QUESTIONS


def test_the_menu_answers_questions_with_commands() -> None:
    with Typist() as typist:
        typist.wait_for("1, 2 or 3: ")
        typist.type("3")
        assert typist.end() == 0
        assert "Play in the browser" in typist.seen
        assert "shieldwall sim yard -n 200" in typist.seen


def test_the_menu_plays_in_the_terminal() -> None:
    with Typist() as typist:
        typist.wait_for("1, 2 or 3: ")
        typist.type("2")
        typist.wait_for("1 to 5, or a name [1]: ")
        typist.type("yard")
        assert "The Yard" in typist.wait_for("Type `help` for help.")


def test_without_a_terminal_it_prints_the_help() -> None:
    shown = run()
    assert shown.returncode == 0
    assert shown.stdout.startswith("Usage: shieldwall")


@pytest.mark.parametrize("line", [line for _, line in QUESTIONS])
def test_the_commands_the_menu_names_work(line: str) -> None:
    words = shlex.split(line.replace("-n 200", "-n 2"))
    answered = run(*words[1:])
    assert (answered.returncode, answered.stderr) == (0, "")
