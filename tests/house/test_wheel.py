"""The real package, installed without the checkout and without a compiler."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.house.conftest import ROOT, Wheel, build

PACKAGE = ROOT / "src" / "shieldwall"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def link_with_dependencies(name: str, folder: Path) -> None:
    """Make the installed package `name`, and what it needs, importable from the folder."""
    installed = distribution(name)
    tops = {file.parts[0] for file in installed.files or [] if file.parts[0] != ".."}
    for top in tops - {"__pycache__"}:
        if not (folder / top).exists():
            (folder / top).symlink_to(str(installed.locate_file(top)))
    for line in installed.requires or []:
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            link_with_dependencies(needed.name, folder)


@pytest.fixture(scope="module")
def elsewhere(real_wheel: Wheel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what the wheel says it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv, needed = folder / "venv", folder / "needed"
    needed.mkdir()
    for line in PROJECT["project"]["dependencies"]:
        link_with_dependencies(Requirement(line).name, needed)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "needed.pth").write_text(f"{needed}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", str(real_wheel.path)]
    subprocess.run(install, check=True)
    return folder


def run_elsewhere(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(folder / "venv" / "bin" / command[0]), *command[1:]],
        cwd=folder,
        env={"PATH": str(folder / "venv" / "bin"), "CC": "false", "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.xdist_group("real wheel")
def test_the_wheel_plays_a_fight_in_an_empty_environment_without_a_compiler(
    elsewhere: Path,
) -> None:
    ran = run_elsewhere(elsewhere, "shieldwall", "watch", "duel", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.mark.slow
@pytest.mark.xdist_group("real wheel")
def test_the_installed_wheel_is_the_build_its_record_says(
    elsewhere: Path, real_wheel: Wheel
) -> None:
    ask = "from shieldwall.buildinfo import build_info as b; print(b().kind, b().source_hash)"
    ran = run_elsewhere(elsewhere, "python", "-c", ask)
    assert ran.stdout.split() == [real_wheel.record["kind"], real_wheel.record["source_hash"]]


@pytest.mark.slow
@pytest.mark.xdist_group("real wheel")
def test_the_wheel_holds_every_file_of_the_package(real_wheel: Wheel) -> None:
    assert package_files("shieldwall/") <= set(real_wheel.names)


@pytest.mark.slow
def test_the_sdist_holds_the_package_and_all_it_takes_to_build_it(tmp_path: Path) -> None:
    ran = build(ROOT, tmp_path, "sdist")
    assert ran.returncode == 0, ran.stderr
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert package_files("src/shieldwall/") <= names
    needed = {"pyproject.toml", "hatch_build.py", "tools/compile.py", "tools/c_files.py"}
    assert needed | {"LICENSE"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc", "_build.json"))]


def package_files(prefix: str) -> set[str]:
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {prefix + path.relative_to(PACKAGE).as_posix() for path in files}


def test_nothing_compiled_lies_beside_the_sources() -> None:
    assert not [*PACKAGE.rglob("*.so"), *PACKAGE.rglob("*.pyd"), *PACKAGE.rglob("_build.json")]


def test_what_the_package_needs_is_there_when_it_is_built() -> None:
    """The build imports what it has compiled; and librt must be the one compiled against."""
    needed = [line for line in PROJECT["project"]["dependencies"] if not is_of_the_table(line)]
    assert len(needed) == 4
    assert set(needed) <= set(PROJECT["build-system"]["requires"])


def is_of_the_table(line: str) -> bool:
    """The table is never compiled, so the build does not import what only the table needs."""
    name = Requirement(line).name
    return name in ("fastapi", "pydantic", "segno", "SQLAlchemy", "uvicorn", "websockets")
