"""The examples of the README and the pages it links to work as shown."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from shieldwall.cli.main import cli

README = Path(__file__).parent.parent / "README.md"
TEXT = "\n".join(
    page.read_text(encoding="utf-8")
    for page in (README, README.parent / "docs/python.md", README.parent / "docs/books.md")
)
COMMANDS = re.findall(r"^\$ shieldwall (.*)$", TEXT, re.MULTILINE)


def test_the_python_examples_run() -> None:
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)), {}, "README", None, 0
    )
    assert len(examples.examples) > 10
    result = doctest.DocTestRunner(verbose=False).run(examples)
    assert result.failed == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str) -> None:
    result = CliRunner().invoke(cli, shlex.split(command))
    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_the_commands_are_found() -> None:
    assert len(COMMANDS) >= 6
