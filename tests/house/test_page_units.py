"""The page's own unit tests without a browser, and its types."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest
from tests.house.conftest import ROOT
from tests.house.test_recipes import blocks
from tools.page import NPM_FLAGS, copy_sources, npm_command, search_path

PLACE = ROOT / ".build" / "web-tests"
"""Kept between runs: installing takes longer than testing."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page-units")]


def npm(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*npm_command(), *words],
        cwd=PLACE,
        env={**os.environ, "PATH": search_path(), "NO_COLOR": "1", "CI": "true"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def web() -> Path:
    """The sources of the page with the component of the recipes, and what testing them needs."""
    if not npm_command():
        if os.environ.get("CI") == "true":
            pytest.fail("no Node: the page cannot be tested")
        pytest.skip("no Node: the page cannot be tested")
    copy_sources(ROOT / "web", PLACE)
    for _, where, text in blocks():
        path = where.removeprefix("new file: ")
        if path.startswith("web/"):
            (PLACE / path.removeprefix("web/")).write_text(text, encoding="utf-8")
    lock = hashlib.sha256((PLACE / "package-lock.json").read_bytes()).hexdigest()
    note = PLACE / "node_modules" / ".shieldwall"
    if not note.is_file() or note.read_text(encoding="utf-8") != lock:
        installed = npm("install", *NPM_FLAGS)
        assert installed.returncode == 0, installed.stdout + installed.stderr
        note.write_text(lock, encoding="utf-8")
    return PLACE


def test_the_pure_parts_of_the_page_pass_their_own_tests(web: Path) -> None:
    ran = npm("test")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(list((web / "tests").glob("*.test.ts"))) >= 4


def test_the_page_type_checks_without_a_warning(web: Path) -> None:
    ran = npm("run", "check")
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr
