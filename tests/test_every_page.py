"""Every command on every page runs: in a console block, an indented line or a sentence.

`test_docs.py` and `test_readme.py` compare the console blocks with the real output.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import Result
from tests.cli.test_help_examples import EXAMPLES
from tests.example_desk import ROOT, furnish, is_slow, run_example

from shieldwall.cli.main import COMMANDS

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OWN_TESTS = ("docs/damaged-files.md", "docs/decisions", "docs/rules")
"""The first is written by `tests/table/test_damaged.py`; the others show no commands to type."""
COMMAND = re.compile(
    r"^(?: {4}|)(?:\$ |)shieldwall (?P<line>\S.*)$|`shieldwall (?P<inline>[^`]+)`", re.MULTILINE
)
PLACEHOLDER = re.compile(r"\b(?:FILE|OUT|NAME)\b")
STANDS_FOR = {
    "import FILE": {"FILE": "goblins.json", "OUT": "out.yaml"},
    "check FILE": {"FILE": "cellar.yaml"},
    "replay FILE": {"FILE": "mine.tape"},
    "sim NAME": {"NAME": "duel"},
}
BARE = {
    "duel": "duel alda orc",
    "replay": "replay mine.tape",
    "check": "check cellar.yaml",
    "share": "share duel.fight -o duel.html",
}
"""A command named in a sentence, without its arguments."""
ELSEWHERE = {"sim hall -n 1000000 --cluster tcp://HOST:8786": "tests/sim/test_cluster.py"}
"""Lines that need more than this machine, and the test that runs them."""


def commands_on(page: Path) -> list[str]:
    found = []
    for match in COMMAND.finditer(page.read_text(encoding="utf-8")):
        line = match["line"] or match["inline"]
        line = re.split(r"\s{2,}(?=\S)|\s+#", line)[0].strip()
        for start, meant in STANDS_FOR.items():
            for word in PLACEHOLDER.findall(line) if line.startswith(start) else ():
                line = line.replace(word, meant[word])
        found.append(BARE.get(line, line))
    return found


def tried_pages() -> list[Path]:
    return [page for page in PAGES if not str(page.relative_to(ROOT)).startswith(OWN_TESTS)]


EVERY = list(dict.fromkeys(line for page in tried_pages() for line in commands_on(page)))
# What stands in a help text too is run by its test, in the same way.
LINES = [line for line in EVERY if line not in ELSEWHERE and line not in EXAMPLES]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    furnish(folder)
    return folder


def test_the_pages_show_commands_that_there_are() -> None:
    assert len(EVERY) > 60
    assert set(ELSEWHERE) <= set(EVERY)
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())
    shown = [line for line in EVERY if line not in ELSEWHERE]
    assert not [line for line in shown if PLACEHOLDER.search(line)]
    for line in shown:
        assert line.split()[0] in {*COMMANDS, "--version"}, line


@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=pytest.mark.slow) if is_slow(line) else line for line in LINES],
)
def test_a_command_on_a_page_runs(
    line: str, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder / "home"))
    told = run_example(line, folder)
    if isinstance(told, Result):
        assert told.exit_code == 0 or (line.startswith("tune") and told.exit_code == 1), told.output
        assert told.output.strip()
    else:
        assert told.params is not None
