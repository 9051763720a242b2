"""Wheels to inspect: a tiny package built with our build files, and the real one."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tools.compile import check_compiler

ROOT = Path(__file__).resolve().parents[2]
BUILD_FILES = ("pyproject.toml", "hatch_build.py", "LICENSE", "README.md")

KERNEL = '''"""Machine integers and a packed vector, as in the grid kernel."""

from librt.vecs import append, vec
from mypy_extensions import i64


def squares(count: i64) -> i64:
    made = vec[i64]()
    i: i64 = 0
    while i < count:
        made = append(made, i * i)
        i += 1
    total: i64 = 0
    for square in made:
        total += square
    return total
'''

WORDS = """def greeting(name: str) -> str:
    return "Hail, " + name + "!" * 1000003
"""


@cache
def tree_of(path: Path) -> ast.Module:
    """The parsed source; many tests read all of them, in one process (group `sources`)."""
    return ast.parse(path.read_bytes(), str(path))


class Wheel:
    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as archive:
            self.names = archive.namelist()
            self.record: dict[str, Any] = json.loads(archive.read("shieldwall/_build.json"))

    def run(self, folder: Path, code: str) -> str:
        """What the code prints where only the unpacked wheel has a shieldwall."""
        with zipfile.ZipFile(self.path) as archive:
            archive.extractall(folder)
        env = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command, cwd=folder, env=env, check=True, text=True, capture_output=True
        ).stdout


def build(project: Path, out: Path, target: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Build as pip does, without its isolation; `out` holds the result."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=project,
        env={**os.environ, "SHIELDWALL_PAGE": "auto", **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def build_wheel(project: Path, out: Path, **env: str) -> Wheel:
    ran = build(project, out, "wheel", **env)
    assert ran.returncode == 0, ran.stderr
    (path,) = out.glob("*.whl")
    return Wheel(path)


@pytest.fixture
def tiny_project(tmp_path: Path) -> Path:
    return make_tiny_project(tmp_path / "project")


@pytest.fixture(scope="session")
def compiled_tiny_project(
    tmp_path_factory: pytest.TempPathFactory, needs_compiler: None
) -> tuple[Path, Wheel]:
    project = make_tiny_project(tmp_path_factory.mktemp("tiny") / "project")
    how = {"SHIELDWALL_COMPILE": "require", "SHIELDWALL_SPEED": "quick"}
    return project, build_wheel(project, project / "out", **how)


@pytest.fixture(scope="session")
def needs_compiler() -> None:
    required = os.environ.get("SHIELDWALL_COMPILE") == "require" or os.environ.get("CI") == "true"
    try:
        check_compiler()
    except SystemExit:
        if required:
            raise
        pytest.skip("no C compiler works here")


@pytest.fixture(scope="session")
def real_wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Our package's wheel; what make has compiled already comes from its cache."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def make_tiny_project(project: Path) -> Path:
    package = project / "src" / "shieldwall"
    (package / "engine" / "tables").mkdir(parents=True)
    (project / "tools").mkdir()
    for name in BUILD_FILES:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, project / name)
    for name in ("compile.py", "c_files.py", "page.py"):
        shutil.copy(ROOT / "tools" / name, project / "tools")
    for name in ("buildinfo.py", "py.typed"):
        shutil.copy(ROOT / "src" / "shieldwall" / name, package)
    (package / "__init__.py").write_text("")
    (package / "version.py").write_text('__version__ = "0.0.1"\n')
    (package / "engine" / "__init__.py").write_text("")
    (package / "engine" / "kernel.py").write_text(KERNEL)
    (package / "engine" / "words.py").write_text(WORDS)
    (package / "engine" / "tables" / "table.yaml").write_text("goblin: 3\n")
    return project
