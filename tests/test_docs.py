"""The pages of the site: every example runs, and the reference is made from the code."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools import site

from shieldwall.cli.main import COMMANDS, cli

DOCS = Path(__file__).parent.parent / "docs"
PAGES = [DOCS / "index.md", *sorted((DOCS / "start").glob("*.md"))]
LINES = [
    (page.stem, line)
    for page in PAGES
    for line in re.findall(r"^\$ shieldwall (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize(("page", "line"), LINES)
def test_the_examples_of_the_pages_run(page: str, line: str) -> None:
    told = CliRunner().invoke(cli, shlex.split(line))
    assert told.exit_code == 0, f"{page}: {told.output}"
    assert told.output.strip()


def test_the_python_of_the_pages_runs() -> None:
    text = "\n".join(
        code
        for page in PAGES
        for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs", None, 0)
    assert examples.examples
    assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_every_link_and_picture_of_the_pages_is_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_reference_has_every_command_and_kind_of_file() -> None:
    commands, files = site.commands_page(), site.files_page()
    assert all(f"## shieldwall {name}\n" in commands for name in COMMANDS)
    assert "| `look-for` |" in files
