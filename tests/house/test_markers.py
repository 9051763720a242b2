"""The promises of tests/conftest.py: the build under test is named, and rules are collected."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.conftest import ROOT

from shieldwall.buildinfo import build_info

TESTS = """
import pytest

@pytest.mark.rule("SOV-1", "SOV-2")
def test_good(): pass

@pytest.mark.rule("SOV-3")
def test_bad(): assert 1 == 2

@pytest.mark.rule("SOV-4")
@pytest.mark.skip(reason="later")
def test_later(): pass

@pytest.mark.rule("SOV-5")
class TestGroup:
    @pytest.mark.rule("SOV-6")
    def test_inner(self): pass

def test_of_no_rule(): pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "tests").mkdir()
    for name in ("running.py", "side_by_side.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\npythonpath = .\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def run_pytest(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


SIDE_BY_SIDE = ["-p", "tests.side_by_side", "--processes", "2"]


@pytest.mark.parametrize("forks", [[], SIDE_BY_SIDE], ids=["alone", "side by side"])
def test_the_report_names_the_rules_each_test_proves(folder: Path, forks: list[str]) -> None:
    out = folder / "coverage.json"
    ran = run_pytest(folder, *forks, SHIELDWALL_COVERAGE_OUT=str(out))
    assert ran.returncode == 1, ran.stdout
    assert json.loads(out.read_text()) == {
        "test_some.py::test_good": {"ids": ["SOV-1", "SOV-2"], "outcome": "passed"},
        "test_some.py::test_bad": {"ids": ["SOV-3"], "outcome": "failed"},
        "test_some.py::test_later": {"ids": ["SOV-4"], "outcome": "skipped"},
        "test_some.py::TestGroup::test_inner": {"ids": ["SOV-6", "SOV-5"], "outcome": "passed"},
    }


def test_a_rule_marker_without_ids_is_refused(folder: Path) -> None:
    (folder / "test_some.py").write_text(
        "import pytest\n@pytest.mark.rule\ndef test_nothing(): pass\n"
    )
    ran = run_pytest(folder)
    assert ran.returncode == 4
    assert "@pytest.mark.rule takes catalogue ids as strings" in ran.stderr


def test_the_header_names_the_build_and_the_wrong_build_stops_the_tests(folder: Path) -> None:
    kind = build_info().kind
    other = "pure" if kind == "compiled" else "compiled"
    right = run_pytest(folder, "-k", "good", SHIELDWALL_BUILD=kind)
    assert right.returncode == 0
    assert f"shieldwall: {kind} build" in right.stdout
    wrong = run_pytest(folder, "-k", "good", SHIELDWALL_BUILD=other)
    assert wrong.returncode == 4
    assert f"SHIELDWALL_BUILD={other}, but the build loaded from" in wrong.stdout + wrong.stderr
