"""Every example in the help of a command runs, in a folder with the files it names."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from tests.exchange.samples import OSE_BLOCK, crypt_text, stat_block

from shieldwall.cli.main import COMMANDS, cli
from shieldwall.content.library import data_folder

FOREVER = ("serve", "mcp")
"""These do not end by themselves: their options are read, and no more."""
FEWER = {
    "sim": ["-n", "4", "--workers", "1"],
    "compare": ["-n", "4", "--workers", "1"],
    "tune": ["--most", "100", "--workers", "1"],
}
"""What keeps an example short; the last of two equal options counts."""
SLOW = (
    "--ablate",
    "--until",
    "exact duel",
    "alda vs 2 goblin",
    "duel alda orc",
    "goblin --no-map",
)


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
ELSEWHERE = ("continue", "review", "campaign", "library", "what-if.fight")
"""Examples about fights played on and campaigns: their own tests play them."""
TRIED = [
    pytest.param(line, marks=pytest.mark.slow) if any(word in line for word in SLOW) else line
    for line in EXAMPLES
    if not any(word in line for word in ELSEWHERE)
]


def ran(words: list[str], typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples speak of."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("duel.fight", "evening.fight", "mine.tape", "ambush.tape", "hall.fight"):
        fight = "toll-road" if name == "ambush.tape" else "duel"
        told = ran(["watch", fight, "--seed", "7", "--save", str(folder / name)])
        assert told.exit_code == 0, told.output
    for name in ("hall.fight", "duel.fight"):
        (folder / name).rename(folder / f"saved-{name}")
    begun = ran(["play", "duel", "--save", str(folder / "begun.fight")], "quit\nquit\n")
    assert begun.exit_code == 0, begun.output
    (folder / "begun.fight").rename(folder / "evening.fight")
    (folder / "crypt.dd2vtt").write_text(crypt_text())
    (folder / "goblins.json").write_text(json.dumps([stat_block()]))
    data = data_folder()
    for name, shipped in (("cellar", "encounters/rat-cellar"), ("heroes", "parties/novices")):
        text = data.joinpath(f"{shipped}.yaml").read_text(encoding="utf-8")
        (folder / f"{name}.yaml").write_text(text)
    return folder


def test_every_command_has_an_example() -> None:
    assert {line.split()[0] for line in EXAMPLES} == set(COMMANDS)


@pytest.mark.parametrize("line", TRIED)
def test_the_example_runs(
    line: str, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in desk.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    if re.search(r"(?:--resume|replay|share) \S*\.fight", line):
        for name in ("hall.fight", "duel.fight"):
            (tmp_path / f"saved-{name}").rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    # The captain thinks for minutes on the interpreted build.
    words = shlex.split(line.partition(" > ")[0].replace("=captain", "=simple"))
    if words[0] in FOREVER:
        command = cli.commands.get(words[0]) or cli.get_command(click.Context(cli), words[0])
        assert command is not None
        assert command.make_context(words[0], words[1:]).params is not None
        return
    if words[0] == "sim" and "--until" in words:
        words[words.index("--until") + 1] = "40%"
    else:
        words += FEWER.get(words[0], [])
    typed = OSE_BLOCK if words[-1] == "-" else "quit\nquit\n"
    if words[:2] == ["new", "encounter"]:
        typed = "At the Ford\nsovereign\n20x12\nadventurers\n4 goblins\n"
        if "--title" in words:
            typed = "sovereign\n20x12\nadventurers\n"
    told = ran(words, typed)
    if words[0] == "share" and "has not been built" in told.output:
        pytest.skip("the page of the table has not been built here")
    # A hundred fights may not be enough to tell: `tune` says so and ends with 1.
    assert told.exit_code == 0 or (words[0] == "tune" and told.exit_code == 1), told.output
    assert told.output.strip()
