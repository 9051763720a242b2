"""Names of modules: one file name, one file; and old names still work."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.moved import MOVED

PACKAGE = Path(shieldwall.__file__).parent


def module_file(name: str) -> Path:
    return PACKAGE / (name.replace(".", "/") + ".py")


def test_no_file_name_occurs_twice() -> None:
    names = Counter(path.name for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_every_moved_module_has_gone_and_arrived() -> None:
    for old, new in MOVED.items():
        assert not module_file(old).exists(), old
        assert module_file(new).exists() or (PACKAGE / new.replace(".", "/")).is_dir(), new


def test_a_script_with_old_names_runs_and_is_told_the_new_ones() -> None:
    script = (
        "from shieldwall.core.battle import ReactionOptions as old\n"
        "from shieldwall.engine.battle import ReactionOptions as new\n"
        "from shieldwall.rules import RULESETS\n"
        "from shieldwall.notation import read_choice\n"
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
