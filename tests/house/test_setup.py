"""What make says and does on machines that lack something, and the versions it installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest
from tests.house.conftest import ROOT


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
