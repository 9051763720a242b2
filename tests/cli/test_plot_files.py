"""`--plot FILE`: what cannot be written is refused before the computation."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli import plots
from shieldwall.cli.main import cli

COMMANDS = [
    ["sim", "duel", "-n", "100000000"],
    ["compare", "duel", "--ablate", "-n", "100000000"],
    ["duel", "alda hp 60", "orc hp 60"],
    ["odds", "alda vs orc"],
]


def refused(command: list[str], path: Path) -> Result:
    told = CliRunner().invoke(cli, [*command, "--plot", str(path)])
    assert told.exit_code == 2
    assert told.stdout == ""
    return told


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command[0]))
def test_a_plot_that_cannot_be_written_is_refused_first(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "x.png").mkdir()
    assert "there is no folder" in refused(command, tmp_path / "no" / "x.png").stderr
    assert "is a folder; name a file" in refused(command, tmp_path / "x.png").stderr
    assert (
        "name a file that ends in .png, .svg, .pdf" in refused(command, tmp_path / "x.gif").stderr
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command[0]))
def test_without_matplotlib_a_plot_is_refused_first(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(plots, "find_spec", nothing)
    assert "pip install 'shieldwall[plots]'" in refused(command, tmp_path / "x.png").stderr


@pytest.mark.parametrize(
    ("ending", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("PNG", b"\x89PNG")]
)
def test_the_ending_says_what_is_written(ending: str, begins: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"plot.{ending}"
    assert CliRunner().invoke(cli, ["sim", "duel", "-n", "5", "--plot", str(path)]).exit_code == 0
    assert path.read_bytes().startswith(begins)
