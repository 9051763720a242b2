"""The messages of make on machines that lack something, and the versions it installs."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from tests.house.conftest import ROOT, tree_of
from tools import bootstrap
from tools import compile as compile_tool


def test_every_installed_tool_is_pinned_to_its_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {plain(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}
    assert len(pins) == len([line for line in lines if line and not line.startswith("#")])
    ours = Path(sys.prefix, "shieldwall.json").exists()
    if not ours:
        pytest.skip("this environment was not made by make")
    installed = {plain(found.metadata["Name"]): found.version for found in distributions()}
    for name in ("pip", "shieldwall"):
        installed.pop(name, None)
    assert installed.items() <= pins.items()


def plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def test_make_names_a_python_that_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\ncase "$2" in *sys.exit*) exit 1 ;; *) echo 3.9.2 ;; esac\n')
    old.chmod(0o755)
    ran = find_python({"PATH": str(tmp_path)})
    assert ran.returncode == 1
    assert "python3 is Python 3.9.2; Shieldwall needs 3.11 or newer." in ran.stderr
    ran = find_python({"PATH": str(tmp_path), "PYTHON": str(old)})
    assert f"PYTHON={old} is Python 3.9.2" in ran.stderr


def test_make_takes_a_newer_python_when_python3_is_old(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    (tmp_path / "python3.12").symlink_to(sys.executable)
    assert find_python({"PATH": str(tmp_path)}).stdout == "python3.12\n"


def find_python(env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    shell = shutil.which("sh")
    assert shell is not None
    script = str(ROOT / "tools" / "find-python.sh")
    return subprocess.run([shell, script], env=env, capture_output=True, text=True, check=False)


def test_make_names_the_package_to_install_where_debian_left_out_ensurepip(tmp_path: Path) -> None:
    without = (
        "import importlib.util as util, runpy, sys\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'ensurepip' else real(name, *rest)\n"
        "sys.argv = ['bootstrap.py', 'tools', sys.argv[1]]\n"
        f"runpy.run_path({str(ROOT / 'tools' / 'bootstrap.py')!r}, run_name='__main__')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", without, str(tmp_path / "venv")],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )
    assert ran.returncode == 1
    assert "has no ensurepip" in ran.stderr
    assert f"apt-get install python3-venv (or python3.{sys.version_info.minor}-venv)" in ran.stderr
    assert not (tmp_path / "venv").exists()


def test_playing_needs_none_of_the_developers_tools() -> None:
    wanted = bootstrap.wanted_packages()
    heavy = ("dask", "playwright", "matplotlib", "schemathesis", "pytest", "mypy>", "setuptools")
    assert not [line for line in wanted["running"] if line.startswith(heavy)]
    assert set(wanted["building"]) >= {line for line in wanted["running"] if "hatchling" in line}


class Shelf(bootstrap.House):
    """A set-up that records what it would do."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)
        self.did: list[str] = []
        self.done["python"] = "3"

    def node(self) -> None: ...

    def build(self, mark: str, mode: str, page: str) -> Path:
        self.did.append(f"build {mode}")
        return put_wheel(mark)

    def install(self, trouble: str, *arguments: str) -> None:
        self.did.append("install")
        assert self.done["package"] == ""  # so that an interrupted installation is made again

    def record(self) -> dict[str, object]:
        return {"kind": "pure", "reason": "a test", "page": "", "modules": []}


def put_wheel(mark: str) -> Path:
    wheel = bootstrap.STORE / "wheels" / mark / "shieldwall.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    wheel.touch()
    return wheel


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setattr(bootstrap, "STORE", tmp_path / "build")
    monkeypatch.setattr(bootstrap, "any_compiler", lambda: True)
    monkeypatch.setenv("SHIELDWALL_COMPILE", "auto")
    monkeypatch.setenv("SHIELDWALL_PAGE", "off")
    house = Shelf(tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "start_compiling", lambda venv: house.did.append("background"))
    return house


def test_the_first_start_plays_interpreted_and_the_next_one_compiled(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.engine("later")
    assert shelf.did == ["build off", "install", "background"]
    assert "Engine: interpreted, for now." in capsys.readouterr().err
    shelf.engine("later")  # not ready yet: nothing is built or installed again
    assert shelf.did[3:] == ["background"]
    put_wheel(shelf.mark("auto", "off"))
    shelf.engine("later")
    assert shelf.did[4:] == ["install"]
    shelf.engine("now")
    assert shelf.did[5:] == []


def test_without_a_compiler_nothing_is_left_for_later(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "any_compiler", lambda: False)
    shelf.engine("later")
    assert shelf.did == ["build auto", "install"]


def test_one_at_a_time_holds_a_lock_that_another_process_respects(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    ask = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.bootstrap import locked; "
        "print(locked(open(sys.argv[2], 'a+'), wait=False))"
    )
    command = [sys.executable, "-c", ask, str(ROOT), str(path)]
    with bootstrap.alone(path, "busy"):
        held = subprocess.run(command, capture_output=True, text=True, check=True)
    free = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (held.stdout, free.stdout) == ("False\n", "True\n")


def test_where_uv_fails_pip_installs(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, int(command[0] == "uv"), "", "")

    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(shelf, "uv", lambda: "uv")
    assert shelf.pip_or_uv("--force-reinstall", "click").returncode == 0
    assert ran[0][:3] == ["uv", "pip", "install"]
    assert ran[0][-2:] == ["--reinstall", "click"]
    assert ran[1][:4] == [str(shelf.python), "-m", "pip", "install"]


ONLY_ON_UNIX = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "posix")


@pytest.mark.xdist_group("sources")
def test_nothing_we_ship_needs_a_module_only_unix_has() -> None:
    """Windows has none of these; a module may use one only if it is not on Windows."""
    found = []
    for path in (ROOT / "src").rglob("*.py"):
        tree = tree_of(path)
        asked = {
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and "win32" in ast.dump(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if node not in asked:
                found += [f"{path.name}: {name}" for name in names if name in ONLY_ON_UNIX]
    assert found == []


@pytest.mark.xdist_group("sources")
def test_what_is_compiled_needs_no_package_but_those_installed_to_compile_it() -> None:
    """`make run` compiles in an environment without the developer's tools: numpy is not in it."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    there = {re.split(r"[<>=]", name)[0].lower() for name in build["requires"]}
    there |= {"yaml", "shieldwall", *sys.stdlib_module_names}
    source = ROOT / "src"
    for name in compile_tool.compiled_sources(source / "shieldwall"):
        text = (source / name).read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(tree_of(source / name)):
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported = [node.module]
            else:
                continue
            missing = {each.partition(".")[0] for each in imported} - there
            excused = "type: ignore[import-not-found" in lines[node.lineno - 1]
            assert not missing or excused, f"{name}:{node.lineno}: {missing}"


def test_an_engine_that_does_not_compile_is_not_called_ready() -> None:
    assert bootstrap.is_pure(Path("shieldwall-0.1.0-py3-none-any.whl"))
    assert not bootstrap.is_pure(Path("shieldwall-0.1.0-cp311-cp311-linux_x86_64.whl"))


# `posix` is what `os` is made of, and `resource` is asked for where it is not Windows.
HIDDEN = tuple(name for name in ONLY_ON_UNIX if name not in ("posix", "resource"))
MISSING_ON_WINDOWS = ("fork", "forkpty", "killpg", "setsid", "getuid", "geteuid", "getpgid", "nice")
AS_ON_WINDOWS = f"""
import os, sys
for name in {HIDDEN!r}:
    sys.modules[name] = None
for name in {MISSING_ON_WINDOWS!r}:
    delattr(os, name)
from shieldwall.cli.main import cli
for line in ("sim duel -n 40 --workers 2", "play duel --seed 1", "serve --no-browser --no-lan"):
    cli.main(line.split(), prog_name="shieldwall", standalone_mode=False)
    print("ran", line.split()[0], flush=True)
"""


@pytest.mark.slow
def test_what_people_start_runs_without_what_only_unix_has(tmp_path: Path) -> None:
    """It was never tried on Windows: this is the closest possible test here."""
    ran = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS],
        cwd=tmp_path,
        env={**os.environ, "SHIELDWALL_HOME": str(tmp_path), "SHIELDWALL_ONCE": "1"},
        input="done\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in ran.stdout.splitlines() if line.startswith("ran ")]
    assert said == ["ran sim", "ran play", "ran serve"], ran.stdout + ran.stderr
