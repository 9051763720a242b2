"""The table's page: built from web/ by Node, once; a wheel without it says so."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hatch_build import page_is_built
from tests.house.conftest import ROOT, build_wheel
from tools.page import PAGE, RECORD, page_hash, run

TOOL = ROOT / "tools" / "page.py"


def run_tool(root: Path, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", str(TOOL), str(root), str(root / ".build")],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("export {};\n")
    (tmp_path / "web" / "package-lock.json").write_text("{}\n")
    return tmp_path


def lay_page(project: Path, key: str) -> Path:
    page = project / PAGE
    page.mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>\n")
    (page / RECORD).write_text(json.dumps({"key": key}))
    return page


def test_the_hash_changes_with_the_sources_and_not_with_installed_packages(project: Path) -> None:
    before = page_hash(project)
    (project / "web" / "node_modules").mkdir()
    (project / "web" / "node_modules" / "some.js").write_text("1")
    assert page_hash(project) == before
    (project / "web" / "src" / "main.ts").write_text("export const x = 1;\n")
    assert page_hash(project) != before


def test_without_node_there_is_no_page_and_the_reason_is_said(project: Path) -> None:
    ran = run_tool(project, path="")
    assert ran.returncode == 3
    assert ran.stderr.startswith("building the page needs Node 20 or newer")
    assert "Traceback" not in ran.stderr


def test_a_page_built_from_the_same_sources_needs_no_node(project: Path) -> None:
    page = lay_page(project, page_hash(project))
    ran = run_tool(project, path="")
    assert (ran.returncode, ran.stdout.strip()) == (0, str(page.resolve()))


def test_a_page_of_other_sources_is_not_taken(project: Path) -> None:
    lay_page(project, "of other sources")
    assert run_tool(project, path="").returncode == 3


def test_an_isolated_build_needs_node_unless_the_page_is_of_these_sources(project: Path) -> None:
    (project / "tools").mkdir()
    shutil.copy(TOOL, project / "tools")
    assert not page_is_built(project)
    page = lay_page(project, "of other sources")
    assert not page_is_built(project)
    (page / RECORD).write_text(json.dumps({"key": page_hash(project)}))
    assert page_is_built(project)
    shutil.rmtree(project / "web")  # as where only the page was shipped
    assert page_is_built(project)


def test_a_wheel_without_its_page_says_so(tiny_project: Path, tmp_path: Path) -> None:
    wheel = build_wheel(tiny_project, tmp_path, SHIELDWALL_COMPILE="off")
    assert wheel.record["page"] == "the sources of the page, web/, are not here"


def test_a_wheel_takes_the_page_along(tiny_project: Path, tmp_path: Path) -> None:
    lay_page(tiny_project, "")
    wheel = build_wheel(tiny_project, tmp_path, SHIELDWALL_COMPILE="off")
    assert wheel.record["page"] == ""
    assert "shieldwall/table/page/index.html" in wheel.names


def test_the_lock_of_the_page_names_no_place_to_fetch_from() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock


def test_programs_beside_python_are_found_though_the_path_has_them_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Node from PyPI is there, and npm starts Vite by `env node`."""
    beside = tmp_path / "bin"
    beside.mkdir()
    node = beside / "node"
    node.write_text("#!/bin/sh\necho found > found\n")
    node.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(beside / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    run(["/usr/bin/env", "node"], tmp_path)
    assert (tmp_path / "found").exists()
