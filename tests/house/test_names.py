"""Names of modules: one file name, one file; and old names still work."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from tests.house.conftest import tree_of

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.moved import MOVED

pytestmark = pytest.mark.xdist_group("sources")

PACKAGE = Path(shieldwall.__file__).parent
NO_NAMES = (
    "album", "archivist", "camera", "chronicle", "clockwork", "crew", "doorkeeper", "foreteller",
    "foretold", "gauge", "glance", "guest", "hall", "herald", "keeper", "lens", "lookout", "muster",
    "patience", "porch", "prospect", "reckoning", "scribe", "steward", "trail", "uncanny",
)  # fmt: skip
"""Persons, roads, sounds and other pictures: a class is called by a term of the field."""
WORDS_OF_A_NAME = re.compile(r"[A-Z][a-z]+")


def module_file(name: str) -> Path:
    return PACKAGE / (name.replace(".", "/") + ".py")


def test_no_file_name_occurs_twice() -> None:
    names = Counter(path.name for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_no_class_or_module_is_called_by_a_metaphor() -> None:
    found = []
    for path in PACKAGE.rglob("*.py"):
        names = [path.stem.replace("_", " ").title().replace(" ", "")]
        tree = tree_of(path)
        names += [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for name in names:
            words = [word.lower() for word in WORDS_OF_A_NAME.findall(name)]
            found += [name for word in words if word in NO_NAMES or word.rstrip("s") in NO_NAMES]
    assert found == []


def test_every_moved_module_has_gone_and_arrived() -> None:
    for old, new in MOVED.items():
        assert not module_file(old).exists(), old
        for place in new.split():
            assert module_file(place).exists() or (PACKAGE / place.replace(".", "/")).is_dir(), new


def test_a_script_with_old_names_runs_and_is_told_the_new_ones() -> None:
    script = (
        "from shieldwall.core.battle import ReactionOptions as old\n"
        "from shieldwall.engine.battle import ReactionOptions as new\n"
        "from shieldwall.rules import RULESETS\n"
        "from shieldwall.notation import read_choice\n"
        "from shieldwall.abilities.conditions import BLIND, CHARGED, GRAPPLING\n"
        "print(old is new, len(RULESETS), read_choice.__name__)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "default", "-c", script], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(f"True {len(RULESETS)} read_choice")
    assert "shieldwall.core.battle is now shieldwall.engine.battle" in ran.stderr


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.warns(DeprecationWarning, match="is now"), pytest.raises(ModuleNotFoundError):
        import_module("shieldwall.core.nonsense")
