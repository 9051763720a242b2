"""The import contracts in pyproject.toml detect violations and allow everything else."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import grimp
import pytest
from tests.house.conftest import ROOT

LINT = "from importlinter.cli import lint_imports_command as lint; lint()"
LOWER = ["engine", "abilities", "gm", "books", "content", "text", "knowledge", "fight"]
UPPER = ["minds", "sim", "odds", "env", "review", "display", "table", "agents", "cli"]


def lint(folder: Path, importer: str, imported: str) -> subprocess.CompletedProcess[str]:
    package = folder / "shieldwall"
    for name in [*LOWER, "engine/space", *UPPER]:
        (package / name).mkdir(parents=True)
        (package / name / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "engine" / "space" / "visibility.py").write_text("")
    (package / importer / "some.py").write_text(f"import {imported}\n")
    config = str(ROOT / "pyproject.toml")
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--config", config],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("engine", "shieldwall.books"),
        ("engine", "random"),
        ("books", "time"),
        ("books", "shieldwall.content"),
        ("knowledge", "shieldwall.fight"),
        ("minds", "shieldwall.sim"),
        ("minds", "shieldwall.engine.space.visibility"),
        ("table", "shieldwall.engine.space.visibility"),
        ("table", "shieldwall.cli"),
    ],
)
def test_an_import_against_the_layers_is_found(
    importer: str, imported: str, tmp_path: Path
) -> None:
    ran = lint(tmp_path, importer, imported)
    assert ran.returncode == 1
    assert f"shieldwall.{importer}.some -> {imported}" in ran.stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books", "shieldwall.engine"),
        ("fight", "shieldwall.knowledge"),
        ("minds", "shieldwall.fight"),
    ],
)
def test_an_import_along_the_layers_is_allowed(
    importer: str, imported: str, tmp_path: Path
) -> None:
    ran = lint(tmp_path, importer, imported)
    assert ran.returncode == 0, ran.stdout


def test_only_rules_and_knowledge_read_which_sides_do_not_know_a_unit() -> None:
    """Minds, odds, environments and the table ask `knowledge`."""
    package = ROOT / "src" / "shieldwall"
    above = [path for room in UPPER for path in (package / room).rglob("*.py")]
    assert len(above) > 200
    readers = [path.name for path in above if ".unknown_to" in path.read_text(encoding="utf-8")]
    assert readers == []


def test_no_module_imports_itself_in_a_circle() -> None:
    """A module that nothing left imports, or that imports nothing left, is in no circle.

    Imports inside functions count too.
    """
    graph = grimp.build_graph("shieldwall", cache_dir=None, exclude_type_checking_imports=True)
    left = {name: set(graph.find_modules_directly_imported_by(name)) for name in graph.modules}
    while True:
        wanted = set().union(*left.values())
        free = {name for name, imported in left.items() if not imported or name not in wanted}
        if not free:
            break
        left = {name: imported - free for name, imported in left.items() if name not in free}
    assert set(left) == set()


def test_what_is_compiled_imports_nothing_but_what_every_machine_has() -> None:
    """Compiling stops at a package that is not there: numpy is on a developer's machine alone."""
    path = ROOT / "tools" / "compile.py"
    spec = importlib.util.spec_from_file_location("compile_tool", path)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    sources: list[str] = tool.compiled_sources(ROOT / "src" / "shieldwall")
    assert len(sources) > 100
    usual = {*sys.stdlib_module_names, "shieldwall", "librt", "mypy_extensions"}
    others: list[str] = []
    for source in sources:
        for node in ast.walk(ast.parse((ROOT / "src" / source).read_bytes())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            others += [f"{source}: {name}" for name in names if name.split(".")[0] not in usual]
    assert others == []
