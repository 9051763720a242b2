"""How the tests run: in groups, the long ones first, and what became of each.

SHIELDWALL_OUTCOMES_OUT=FILE       write how each test ended, by the id pytest knows it by, and list
                                   the files that take longest

pytest 9.2 took away what pytest-xdist 3.8 kept groups in, so that tests of one group ran in several
processes at once and nothing said so (pytest-xdist's issue 1386). Here the workers hand the groups
to the scheduler in a file, which works with every version of both.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

GROUPS = "shieldwall groups"
BROWSER = "tests/browser/"
# So many processes have a browser of their own.
BROWSERS = 4
# What waits for browsers and processes more than it works; first, so that nobody waits for it at
# the end while the other processes have nothing left to do.
LONG = (BROWSER, "tests/table/test_killed.py", "tests/sim/test_cluster.py")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    if out := os.environ.get("SHIELDWALL_OUTCOMES_OUT"):
        config.pluginmanager.register(Outcomes(Path(out)))
        config.pluginmanager.register(SecondsByFile())
    if config.getoption("dist", "no") == "loadgroup":
        config.pluginmanager.register(Groups(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=place_in_line)
    told = getattr(config, "workerinput", {})
    if told.get("workerid") == "gw0" and GROUPS in told:
        pages = sorted({file_of(item) for item in items if item.nodeid.startswith(BROWSER)})
        groups = {item.nodeid: group for item in items if (group := group_of(item, pages))}
        Path(told[GROUPS]).write_text(json.dumps(groups), encoding="utf-8")


def place_in_line(item: pytest.Item) -> int:
    for place, start in enumerate(LONG):
        if item.nodeid.startswith(start):
            return place
    return len(LONG) + (item.get_closest_marker("slow") is None)


def file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def group_of(item: pytest.Item, pages: list[str]) -> str:
    """Tests of the page share a few processes, file by file: each starts a server and a browser."""
    mark = item.get_closest_marker("xdist_group")
    if mark is None and item.nodeid.startswith(BROWSER):
        return f"{BROWSER}{pages.index(file_of(item)) % BROWSERS}"
    return str(mark.args[0]) if mark is not None else ""


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Tests of the page leave a loop of theirs marked as running; others start their own."""
    loop = asyncio._get_running_loop()
    if loop is None or pyfuncitem.nodeid.startswith(BROWSER):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


class Groups:
    """Tests of one group run in one process, in the order in which they stand in line."""

    def __init__(self, config: pytest.Config) -> None:
        folder = tempfile.mkdtemp(prefix="shieldwall-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        self.path = Path(folder, "groups.json")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[GROUPS] = str(self.path)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        from xdist.scheduler import LoadGroupScheduling

        path = self.path

        class InGroups(LoadGroupScheduling):  # type: ignore[misc]
            groups: dict[str, str] | None = None

            def _split_scope(self, nodeid: str) -> str:
                if self.groups is None:
                    self.groups = json.loads(path.read_text(encoding="utf-8"))
                test = without_group(nodeid)
                return self.groups.get(test, test)

        config.option.loadscopereorder = False
        return InGroups(config, log)


class Outcomes:
    """Writes `{test: "passed" | "failed" | "skipped"}`; one failed step makes a failed test."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.tests: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = without_group(report.nodeid)
        if report.outcome != "passed" and self.tests.get(test) != "failed":
            self.tests[test] = report.outcome
        self.tests.setdefault(test, "passed")

    def pytest_sessionfinish(self) -> None:
        self.out.write_text(json.dumps(self.tests, indent=1) + "\n", encoding="utf-8")


class SecondsByFile:
    """Prints which test files take longest: `--durations` shows single tests only."""

    SHOWN = 25

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        self.seconds[file] += report.duration
        self.tests[file] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        whole = sum(self.seconds.values())
        terminalreporter.section(f"{whole:.0f} s in {len(self.seconds)} files; the longest")
        longest = sorted(self.seconds, key=lambda file: -self.seconds[file])
        for file in longest[: self.SHOWN]:
            terminalreporter.write_line(
                f"{self.seconds[file]:7.1f} s  {self.tests[file]:5} tests  {file}"
            )


def without_group(test: str) -> str:
    """Older pytests have the group of a test behind its id, after its parameters."""
    name, at, group = test.rpartition("@")
    return name if at and "]" not in group else test
