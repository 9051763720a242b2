"""The pages of the site: every example runs, and the reference is made from the code."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools import site

import shieldwall
from shieldwall.cli.main import COMMANDS, cli

DOCS = Path(__file__).parent.parent / "docs"
PAGES = [
    *(DOCS / name for name in ("index.md", "simulation.md", "minds.md", "books.md")),
    *sorted((DOCS / "start").glob("*.md")),
]
NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
POINTS = 8.0
"""How far a figure of a page may be from what is printed today."""


def shown(page: Path) -> list[tuple[str, str, str]]:
    """The page, a command on it, and what the page says it prints; `…` stands for anything."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ shieldwall ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = part.partition("\n")
            found.append((page.stem, line, printed.strip()))
    return found


def is_like(said: str, printed: str) -> bool:
    """The same words in the same order, figures within the tolerance."""
    words = printed.split()
    place = 0
    for chunk in said.split("…"):
        wanted = chunk.split()
        places = range(place, len(words) - len(wanted) + 1)
        at = next((n for n in places if all(map(same, wanted, words[n:]))), -1)
        if at < 0:
            return False
        place = at + len(wanted)
    return True


def same(wanted: str, printed: str) -> bool:
    if NUMBER.sub("#", wanted) != NUMBER.sub("#", printed):
        return False
    pairs = zip(NUMBER.findall(wanted), NUMBER.findall(printed), strict=True)
    return all(abs(float(one) - float(other)) <= POINTS for one, other in pairs)


LINES = list(dict.fromkeys(example for page in PAGES for example in shown(page)))


@pytest.mark.parametrize(("page", "line", "said"), LINES)
def test_the_examples_of_the_pages_print_what_the_page_says(
    page: str, line: str, said: str
) -> None:
    told = CliRunner().invoke(cli, shlex.split(line))
    assert told.exit_code == 0, f"{page}: {told.output}"
    assert told.output.strip()
    assert is_like(said, told.output), f"{page}:\n{said}\nis not in\n{told.output}"


def test_no_page_with_a_console_is_left_out() -> None:
    others = [page for page in DOCS.rglob("*.md") if page not in PAGES]
    assert not [page.name for page in others if "```console" in page.read_text(encoding="utf-8")]


def test_a_stale_figure_and_a_stale_word_are_noticed() -> None:
    assert is_like("wins 75.0 %\n…\nrounds", "It wins 80.1 % in four rounds")
    assert not is_like("wins 75.0 %", "It wins 95.1 % in four rounds")
    assert not is_like("loses 75.0 %", "It wins 75.0 %")


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


def test_the_site_loads_nothing_from_elsewhere_and_searches_without_a_server() -> None:
    text = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    assert "http" not in text
    assert "  - offline\n" in text
    assets = DOCS.parent / "tools" / "site_assets"
    for name in re.findall(r"assets/([a-z.-]+)", text):
        assert (assets / name).is_file(), name
    assert "window.IFrameWorker" in (assets / "iframe-worker.js").read_text(encoding="utf-8")


def test_the_reference_has_every_command_and_kind_of_file() -> None:
    commands, files = site.commands_page(), site.files_page()
    assert all(f"## shieldwall {name}\n" in commands for name in COMMANDS)
    assert "| `look-for` | text |" in files
    assert "| `hd` | hit dice such as `3`, `4+1`, `1-1` or `1/2` | yes |" in files
    assert "### creatures: natural\n" in files
    assert "title: The Duel\n" in files


def test_the_python_reference_has_all_that_is_exported_and_its_examples_run() -> None:
    names = [name for group in site.GROUPS.values() for name in group]
    assert sorted(names) == sorted(shieldwall.__all__)
    page = site.python_page()
    assert all(f"::: shieldwall.{name}\n" in page for name in names)
    assert set(site.EXAMPLES) <= set(names)
    for name, lines in site.EXAMPLES.items():
        test = doctest.DocTestParser().get_doctest("\n".join([*lines, ""]), {}, name, None, 0)
        assert test.examples
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, name
