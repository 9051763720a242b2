"""Plain English: a few words that we do not use in docs, rules and messages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.house.conftest import tree_of

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("sources")]

ROOT = Path(__file__).parents[2]
UNUSUAL = re.compile(
    r"\b(?:whoever|whomever|ones? who|anew|lest|whereby|therein|thereby|had better"
    r"|comes? of it|came of it|comes? to nothing|put out of action|kept back"
    r"|as one (?:likes|pleases|wishes))\b",
    re.IGNORECASE,
)
PAGES = ("*.md", "docs/*.md", "docs/start/*.md", "Makefile", "src/shieldwall/data/rules/*.yaml")
SVELTE_TEXT = re.compile(r'>([^<>{}]*)<|(?:aria-label|title|placeholder)="([^"]*)"')


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def unusual(path: Path, text: str) -> list[str]:
    return [f"{path.name}: {found[0]}" for found in UNUSUAL.finditer(re.sub(r"\s+", " ", text))]


def messages(tree: ast.Module) -> str:
    """The texts in the code of a module, without its docstrings."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return "\n".join(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    )


def test_docs_and_rules_use_usual_words() -> None:
    found = []
    for path in files(*PAGES):
        found += unusual(path, path.read_text(encoding="utf-8"))
    assert found == []


def test_messages_use_usual_words() -> None:
    found = []
    for path in files("src/**/*.py"):
        found += unusual(path, messages(tree_of(path)))
    assert found == []


def test_the_page_uses_usual_words() -> None:
    found = []
    for path in files("web/src/**/*.svelte"):
        texts = SVELTE_TEXT.findall(path.read_text(encoding="utf-8").split("<style")[0])
        found += unusual(path, "\n".join(" ".join(each) for each in texts))
    assert found == []


def test_an_unusual_word_is_found() -> None:
    tree = ast.parse('"""Whoever reads this."""\nprint("whoever\\nasks")\n')
    assert unusual(Path("mine.py"), messages(tree)) == ["mine.py: whoever"]
