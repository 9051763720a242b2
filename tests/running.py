"""The outcome of each test, and the slowest files.

SHIELDWALL_OUTCOMES_OUT=FILE       write the outcome of each test by its pytest id, and list the
slowest files
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

BROWSER = "tests/browser/"


def pytest_configure(config: pytest.Config) -> None:
    if out := os.environ.get("SHIELDWALL_OUTCOMES_OUT"):
        config.pluginmanager.register(Outcomes(Path(out)))
        config.pluginmanager.register(SecondsByFile())


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
