"""How the suite runs: groups, order, and a second try for a few failed tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from tests import patience
from tests.house.conftest import ROOT
from tests.side_by_side import chunks_of
from tools import suite
from tools.suite import Suite, likely_tests

# Fails the first time in a folder, passes the next.
UNSTABLE = """
import pathlib
import pytest

@pytest.mark.xdist_group("one at a time")
@pytest.mark.parametrize("who", ["alda", "a@b [c]"])
def test_sometimes(who):
    seen = pathlib.Path(__file__).with_name("seen " + who.replace("/", ""))
    again = seen.exists()
    seen.touch()
    assert again

def test_always(): pass
"""
GROUPED = """
import os
import pathlib
import pytest

def write(name):
    with pathlib.Path(__file__).with_name("order").open("a") as order:
        order.write(f"{name} {os.getpid()}\\n")

@pytest.fixture(scope="session")
def postgres():
    write("database")
    yield
    write("no database")

@pytest.mark.parametrize("i", range(45))
def test_small(i): write("small")

@pytest.mark.slow
def test_slow(): write("slow")

@pytest.mark.xdist_group("build")
@pytest.mark.parametrize("i", range(8))
def test_build(i): write("build")

@pytest.mark.parametrize("i", range(6))
def test_row(i, postgres): write("row")
"""
FATAL = """
import os
import pytest

@pytest.mark.parametrize("i", range(5))
def test_sometimes_fatal(i):
    print("before the end")
    if i == 2:
        os._exit(7)
"""
POOL = """
import multiprocessing
import os
import pathlib
from concurrent.futures import ProcessPoolExecutor

pools = [ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))]

def test_asks_a_worker():
    worker = pools[0].submit(os.getpid).result()
    pathlib.Path(__file__).with_name("worker").write_text(str(worker))

def test_another(): pass
"""
BROKEN = "def test_never(): assert 1 == 2\n"
SKIPPED_LATER = """
import pathlib
import pytest

def test_hides():
    seen = pathlib.Path(__file__).with_name("seen")
    if seen.exists():
        pytest.skip("not this time")
    seen.touch()
    assert 1 == 2
"""
BROKEN_FIXTURE = """
import pathlib
import pytest

@pytest.fixture
def server():
    yield
    seen = pathlib.Path(__file__).with_name("seen")
    again = seen.exists()
    seen.touch()
    assert again

def test_with_a_server(server): pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(ROOT / "tests" / "running.py", tmp_path / "conftest.py")
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "side_by_side.py", tmp_path / "tests")
    unneeded = "-p no:schemathesis -p no:hypothesispytest -p no:anyio"
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nmarkers = slow\naddopts = {unneeded}\n")
    monkeypatch.setenv("SHIELDWALL_JOBS", "1")
    return tmp_path


def run(folder: Path, **tests: str) -> Suite:
    for name, text in tests.items():
        (folder / f"test_{name}.py").write_text(text)
    ours = Suite(folder)
    ours.pytest("all")
    return ours


def test_what_passes_the_second_time_is_unstable_and_the_run_passes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHIELDWALL_JOBS", "2")
    ran = run(folder, some=UNSTABLE)
    assert ran.failed == []
    assert sorted(ran.unstable) == [
        "test_some.py::test_sometimes[a@b [c]] (all)",
        "test_some.py::test_sometimes[alda] (all)",
    ]
    ran.finish()
    said = capfd.readouterr().out
    assert "== all: 2 failed, again and alone" in said
    assert "unstable: test_some.py::test_sometimes[alda] (all)" in said
    assert "All passed" in said.splitlines()[-1]
    assert re.search(r"^ +\d+\.\d s  all$", said, re.MULTILINE), "how long each step took"
    assert re.search(r"^ +\d+\.\d s  all: 2 failed, again and alone$", said, re.MULTILINE)


def test_what_fails_twice_fails_the_run_and_the_unstable_are_still_named(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ran = run(folder, some=UNSTABLE, broken=BROKEN)
    assert ran.failed == ["all"]
    assert len(ran.unstable) == 2
    with pytest.raises(SystemExit):
        ran.finish()
    said = capfd.readouterr().out
    assert "unstable: test_some.py::test_sometimes[alda] (all)" in said
    assert "FAILED" in said.splitlines()[-1]


def test_what_is_skipped_the_second_time_has_not_passed(folder: Path) -> None:
    ran = run(folder, hides=SKIPPED_LATER)
    assert (ran.failed, ran.unstable) == (["all"], [])


def test_a_failure_while_tidying_up_is_tried_again_too(folder: Path) -> None:
    ran = run(folder, fixture=BROKEN_FIXTURE)
    assert ran.failed == []
    assert ran.unstable == ["test_fixture.py::test_with_a_server (all)"]


def test_many_failures_are_not_tried_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "MOST_RETRIED", 1)
    ran = run(folder, some=UNSTABLE)
    assert (ran.failed, ran.unstable) == (["all"], [])


def test_tests_that_cannot_be_read_are_not_tried_again(folder: Path) -> None:
    ran = run(folder, some="def test_it(:\n")
    assert (ran.failed, ran.unstable) == (["all"], [])


def test_passing_tests_run_once(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    ran = run(folder, good="def test_it(): pass\n")
    assert (ran.failed, ran.unstable) == ([], [])
    assert "again" not in capfd.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_every_test_runs_once_and_groups_and_databases_stay_in_few_processes(
    folder: Path, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIELDWALL_JOBS", jobs)
    assert run(folder, grouped=GROUPED).failed == []
    ran = [line.rsplit(" ", 1) for line in (folder / "order").read_text().splitlines()]
    names = Counter(name for name, _ in ran)
    assert {name: names[name] for name in ("small", "slow", "build", "row")} == {
        "small": 45, "slow": 1, "build": 8, "row": 6,
    }  # fmt: skip
    assert len({process for name, process in ran if name == "build"}) == 1
    assert names["database"] == names["no database"] <= 2


class Listed(NamedTuple):
    """A test as far as its place in the queue is concerned."""

    nodeid: str
    mark: str = ""
    group: str = ""
    fixturenames: tuple[str, ...] = ()

    def get_closest_marker(self, name: str) -> object:
        if name == "xdist_group":
            return SimpleNamespace(args=(self.group,)) if self.group else None
        return self.mark if name == self.mark else None


def test_long_tests_come_first_and_short_ones_of_a_file_together() -> None:
    items: list[Any] = [
        *(Listed(f"tests/rules/test_a.py::test_{number}") for number in range(25)),
        Listed("tests/rules/test_b.py::test_it", group="sources"),
        Listed("tests/rules/test_c.py::test_it", mark="slow"),
        Listed("tests/rules/test_d.py::test_it", group="sources"),
        Listed("tests/browser/test_e.py::test_it", fixturenames=("browser",)),
    ]
    assert [(chunk.lane, chunk.tests) for chunk in chunks_of(items)] == [
        ("browser", [28]),
        ("", [26]),
        ("", list(range(20))),
        ("", list(range(20, 25))),
        ("", [25, 27]),
    ]


def test_a_test_that_ends_its_process_fails_and_the_others_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHIELDWALL_JOBS", "2")
    (folder / "test_fatal.py").write_text(FATAL)
    ours = Suite(folder)
    status, outcomes = ours.tests("all", "-p", "tests.side_by_side", "--processes", "2")
    assert status == 1
    assert "The process ended in this test, with status 7." in capfd.readouterr().out
    assert [test[-3:] for test, outcome in outcomes.items() if outcome == "failed"] == ["[2]"]
    assert len(outcomes) == 5


def test_a_pool_of_workers_that_nothing_shuts_down_does_not_keep_the_suite_waiting(
    folder: Path,
) -> None:
    (folder / "test_pool.py").write_text(POOL)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.side_by_side", "--processes", "2"],
        cwd=folder,
        capture_output=True,
        timeout=patience.SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert not Path("/proc", (folder / "worker").read_text()).exists()


class Built:
    """A build that is there at once."""

    def __init__(self, passes: bool = True) -> None:
        self.passes = passes

    def finish(self) -> bool:
        return self.passes


@pytest.mark.parametrize("built", [True, False])
def test_the_interpreted_engine_is_tested_beside_the_build_and_then_the_compiled_one(
    built: bool, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("engine", "table"):
        (folder / "tests" / name).mkdir()
        (folder / "tests" / name / f"test_{name}.py").write_text("def test_it(): pass\n")
    monkeypatch.setattr(suite, "Building", lambda: Built(built))
    monkeypatch.setattr(suite, "installed_build", lambda: ("compiled", ""))
    monkeypatch.setattr(suite, "forget_bytecode", lambda folder: None)
    ours = Suite(folder)
    monkeypatch.setattr(ours, "lint", lambda: None)
    ours.test()
    said = capfd.readouterr().out
    assert said.count("== pytest: pure Python\n") == 1
    assert said.count("== pytest: compiled\n") == int(built)
    assert said.count("1 passed") == 1
    assert said.count("2 passed") == int(built)
    assert ours.failed == ([] if built else ["building Shieldwall"])
    assert len(ours.took) == 1 + int(built)


@pytest.mark.parametrize("forbidden", ["", "1"])
def test_bytecode_is_kept_with_what_we_build_where_it_may_not_lie_beside_the_sources(
    forbidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {"PYTHONDONTWRITEBYTECODE": forbidden})
    suite.keep_bytecode()
    kept = {"PYTHONPYCACHEPREFIX": str(ROOT / ".build" / "pycache")}
    assert os.environ == (kept if forbidden else {})


def test_the_bytecode_of_what_was_installed_anew_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a file of the same length and date would run as it was before."""
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    ours, others = tmp_path / "site" / "shieldwall", tmp_path / "site" / "yaml"
    for folder in (ours, others):
        folder.mkdir(parents=True)
    suite.forget_bytecode(Path("/site/shieldwall"))
    assert (ours.exists(), others.exists()) == (False, True)


def test_check_takes_the_tests_named_after_a_file_before_those_that_use_it(tmp_path: Path) -> None:
    tests = tmp_path / "tests" / "rules"
    tests.mkdir(parents=True)
    texts = {
        "test_shove": "import shieldwall.engine.push\n",
        "test_push_back": "",
        "test_moving": "from shieldwall.engine import dice, push\n",
        "test_other": "from shieldwall.engine import dice\nimport shieldwall.engine.pushed\n",
    }
    for name, text in texts.items():
        (tests / f"{name}.py").write_text(text)
    changed = ["src/shieldwall/engine/push.py", "tests/rules/test_other.py"]
    assert likely_tests(tmp_path, changed) == [
        "tests/rules/test_other.py",
        "tests/rules/test_push_back.py",
        "tests/rules/test_moving.py",
        "tests/rules/test_shove.py",
    ]
