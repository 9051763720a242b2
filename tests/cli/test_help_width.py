"""Help on a narrow terminal: no line is too long, and a broken example is still one command."""

from __future__ import annotations

import shlex

import click
import pytest
from click.testing import CliRunner

from shieldwall.cli.main import COMMANDS, cli, continued

NARROW = 60


def paths() -> list[str]:
    context = click.Context(cli)
    found = []
    for name in COMMANDS:
        command = cli.get_command(context, name)
        found.append(name)
        if isinstance(command, click.Group):
            found += [f"{name} {below}" for below in command.list_commands(context)]
    return found


@pytest.mark.parametrize("path", ["", *paths()])
def test_no_line_of_help_is_wider_than_the_terminal(path: str) -> None:
    told = CliRunner().invoke(cli, [*path.split(), "--help"], terminal_width=NARROW)
    assert told.exit_code == 0
    assert [line for line in told.output.splitlines() if len(line) > NARROW] == []


@pytest.mark.parametrize(
    "line",
    [
        '    shieldwall exact "alda hp 6, orc vs 2 goblins" --mind foes=simple --json',
        "    shieldwall tune yard --want 'TPK below 2 %, somebody falls in about 30 %'",
        "    shieldwall compare yard --with rules=sovereign-early --with without=snap",
    ],
)
def test_a_long_example_continues_as_a_shell_reads_it(line: str) -> None:
    made = continued(line, NARROW)
    assert len(made) == 2
    assert made[0].endswith(" \\")
    assert shlex.split("\n".join(made).replace("\\\n", "")) == shlex.split(line)


def test_other_lines_and_short_examples_stay() -> None:
    assert continued("    other " * 10, NARROW) == ["    other " * 10]
    assert continued("    shieldwall sim yard", NARROW) == ["    shieldwall sim yard"]
