"""What all tests share: which build is under test, the `rule` marker, hypothesis's profiles.

SHIELDWALL_BUILD=compiled|pure     stop unless this build is the one loaded
SHIELDWALL_COVERAGE_OUT=FILE       write which catalogue ids each test proves, and its outcome
HYPOTHESIS_PROFILE=dev|ci          `ci` (the default where CI=true): the same examples each time
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import hypothesis
import pytest
from tests import running

from shieldwall import buildinfo

hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "dev")
)

RULE_IDS = "rule ids"

# A shell's background job ignores Ctrl-C, and so would every program the tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests must not use the own folder of this machine's user.
os.environ["SHIELDWALL_HOME"] = os.path.join(os.path.dirname(__file__), "no-such-folder")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the catalogue ids this test proves")
    config.addinivalue_line(
        "markers", "ruling(name, option): the option of a ruling that this test proves"
    )
    config.addinivalue_line("markers", "slow: takes seconds (builds a package, plays many fights)")
    config.addinivalue_line(
        "markers", "long_play: plays much, so `make test` runs it once, on the faster build"
    )
    config.addinivalue_line(
        "markers", "once: reads sources or starts the program; `make test` runs it on one build"
    )
    wanted = os.environ.get("SHIELDWALL_BUILD")
    info = buildinfo.build_info()
    if wanted not in (None, "", "compiled", "pure"):
        pytest.exit(f"SHIELDWALL_BUILD is {wanted!r}; it may be compiled or pure", returncode=4)
    if wanted and wanted != info.kind:
        pytest.exit(
            f"SHIELDWALL_BUILD={wanted}, but the build loaded from "
            f"{Path(buildinfo.__file__).parent} is {info.kind}: {info.reason or 'compiled'}",
            returncode=4,
        )
    if out := os.environ.get("SHIELDWALL_COVERAGE_OUT"):
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(RuleCoverage(Path(out)))
    config.pluginmanager.register(running)


def pytest_report_header() -> str:
    info = buildinfo.build_info()
    why = f" ({info.reason})" if info.reason else ""
    return f"shieldwall: {info.kind} build{why}, from {Path(buildinfo.__file__).parent}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Hang the ids on the tests, where the reports carry them, from other processes too."""
    for item in items:
        ids: list[str] = []
        for mark in item.iter_markers("rule"):
            if not mark.args or not all(isinstance(id_, str) for id_ in mark.args):
                raise pytest.UsageError(
                    f"{item.nodeid}: @pytest.mark.rule takes catalogue ids as strings, "
                    'e.g. @pytest.mark.rule("SOV-152")'
                )
            ids += mark.args
        if ids:
            item.user_properties.append((RULE_IDS, list(dict.fromkeys(ids))))


class RuleCoverage:
    """Writes `{test: {"ids": [...], "outcome": ...}}` for the tests that prove a rule."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.tests: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ids = dict(report.user_properties).get(RULE_IDS)
        if ids is None:
            return
        name = running.without_group(report.nodeid)
        test = self.tests.setdefault(name, {"ids": ids, "outcome": "passed"})
        if report.outcome != "passed" and test["outcome"] != "failed":
            test["outcome"] = report.outcome

    def pytest_sessionfinish(self) -> None:
        text = json.dumps(dict(sorted(self.tests.items())), indent=1)
        self.out.write_text(text + "\n", encoding="utf-8")
