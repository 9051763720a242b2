"""Every example in the help of a command runs, in a folder with the files it names."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import pytest
from click.testing import Result
from tests.example_desk import furnish, is_slow, run_example

from shieldwall.cli.main import COMMANDS, cli

ELSEWHERE = {"campaign add": "one table alone knows the fight's id: tests/table/test_campaigns.py"}
"""Examples that cannot run here, and why."""


def helped(command: click.Command, name: str, parent: click.Context) -> list[str]:
    inner = click.Context(command, info_name=name, parent=parent, max_content_width=200)
    found = re.findall(r"^    shieldwall (.*)$", command.get_help(inner), re.MULTILINE)
    if isinstance(command, click.Group):
        for sub in command.list_commands(inner):
            part = command.get_command(inner, sub)
            assert part is not None
            found += helped(part, sub, inner)
    return found


def every_example() -> list[str]:
    context = click.Context(cli, info_name="shieldwall")
    lines: list[str] = []
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        lines += helped(command, name, context)
    return list(dict.fromkeys(lines))


EXAMPLES = every_example()
TRIED = [
    pytest.param(line, marks=pytest.mark.slow) if is_slow(line) else line
    for line in EXAMPLES
    if not line.startswith(tuple(ELSEWHERE))
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    furnish(folder)
    return folder


def test_every_command_has_an_example() -> None:
    assert {line.split()[0] for line in EXAMPLES} == set(COMMANDS)


def test_only_one_example_is_left_out() -> None:
    assert [line.split('"')[0].strip() for line in EXAMPLES if line not in values()] == [
        "campaign add"
    ]


def values() -> set[str]:
    return {line if isinstance(line, str) else str(line.values[0]) for line in TRIED}


@pytest.mark.parametrize("line", TRIED)
def test_the_example_runs(
    line: str, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder / "home"))
    told = run_example(line, folder)
    if not isinstance(told, Result):
        assert told.params is not None
        return
    if line.startswith("share") and "has not been built" in told.output:
        pytest.skip("the page of the table has not been built here")
    # A hundred fights may not be enough to tell: `tune` says so and ends with 1.
    assert told.exit_code == 0 or (line.startswith("tune") and told.exit_code == 1), told.output
    assert told.output.strip()
