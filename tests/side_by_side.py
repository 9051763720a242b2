"""Run tests in parallel: one process collects them all, and its forks run them.

    python -m pytest -p tests.side_by_side --processes 4 …

Collecting all tests takes ten seconds of processor time, so it happens once. A fork asks for more
when it is done, and long tests come first, so no fork is left with a long queue at the end. Tests
that share something expensive (a browser, a database) are a *lane*: a few forks run them and keep
it. Tests of one `xdist_group` run in one fork. Without `fork`, one process runs all tests.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import tempfile
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

import pytest

LANES: Final = {"browser": 3, "postgres": 2, "forker": 3, "server": 4}
"""Fixtures that start programs in each fork, and the maximum number of such forks."""
LONG: Final = (
    "tests/house/test_page_units.py",
    "tests/browser/",
    "tests/table/test_killed.py",
    "tests/table/test_attackers.py",
    "tests/table/test_two_worlds.py",
    "tests/house/test_recipes.py",
    "tests/house/test_build.py",
    "tests/house/test_wheel.py",
    "tests/table/test_load_bench.py",
    "tests/endurance/",
    "tests/sim/test_cluster.py",
    "tests/table/test_faults",
    "tests/fuzz/",
    "tests/cli/test_help_examples.py",
    "tests/table/",
    "tests/sim/",
)
"""What waits or takes long comes first, in this order; then tests marked `slow`, then the rest."""
MOST_TESTS: Final = 20
"""The number of short tests of one file handed out at once."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=1, help="run tests in so many processes")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("processes") > 1 and hasattr(os, "fork"):
        config.pluginmanager.register(SideBySide(config.getoption("processes")))


@dataclass
class Chunk:
    """Tests that one fork runs in this order."""

    place: int
    lane: str = ""
    tests: list[int] = field(default_factory=list)


@dataclass
class Fork:
    process: BaseProcess
    pipe: Connection
    lanes: set[str] = field(default_factory=set)
    left: list[int] = field(default_factory=list)
    """Tests it has not finished; it is at work on the first."""


class SideBySide:
    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.forks: list[Fork] = []
        self.queue: list[Chunk] = []
        self.started = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.config.option.collectonly or session.testsfailed or not session.items:
            return None
        self.queue = chunks_of(session.items)
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        gc.collect()
        gc.freeze()  # so that forks share what has been read
        try:
            for _ in range(min(self.processes, len(self.queue))):
                self.start(session)
            while self.forks:
                self.listen(session)
        finally:
            for fork in self.forks:
                fork.pipe.close()
            for fork in self.forks:
                fork.process.join()
        return True

    def start(self, session: pytest.Session) -> None:
        ours, theirs = multiprocessing.Pipe()
        others = [ours, *(fork.pipe for fork in self.forks)]
        process = multiprocessing.get_context("fork").Process(
            target=run_tests, args=(session, theirs, others, self.started)
        )
        self.started += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # NumPy has threads of its own
            process.start()
        theirs.close()
        self.forks.append(Fork(process, ours))

    def listen(self, session: pytest.Session) -> None:
        by_pipe = {fork.pipe: fork for fork in self.forks}
        for pipe in wait(list(by_pipe)):
            assert isinstance(pipe, Connection)
            fork = by_pipe[pipe]
            try:
                self.hear(session, fork, *pipe.recv())
            except (EOFError, ConnectionError):
                self.ended(session, fork)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)

    def hear(self, session: pytest.Session, fork: Fork, kind: str, data: Any) -> None:
        hook = session.config.hook
        if kind == "next":
            fork.pipe.send(self.next_tests(fork))
        elif kind == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=data)
            hook.pytest_runtest_logreport(report=report)
        else:
            item = session.items[fork.left.pop(0)]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def next_tests(self, fork: Fork) -> list[int]:
        """The next tests of this fork, of its own lane if there are any; empty when it may end."""
        open_to_it = [chunk for chunk in self.queue if self.may_take(fork, chunk.lane)]
        if not open_to_it:
            return []
        of_its_lane = (chunk for chunk in open_to_it if chunk.lane in fork.lanes)
        chunk = next(of_its_lane, open_to_it[0])
        self.queue.remove(chunk)
        if chunk.lane:
            fork.lanes.add(chunk.lane)
        fork.left += chunk.tests
        return chunk.tests

    def may_take(self, fork: Fork, lane: str) -> bool:
        if not lane or lane in fork.lanes:
            return True
        return sum(lane in other.lanes for other in self.forks) < LANES[lane]

    def ended(self, session: pytest.Session, fork: Fork) -> None:
        """After its last test, or in the middle of one."""
        fork.process.join()
        fork.pipe.close()
        self.forks.remove(fork)
        if fork.left:
            item = session.items[fork.left.pop(0)]
            said = f"The process ended in this test, with status {fork.process.exitcode}."
            report = pytest.TestReport(
                item.nodeid, item.location, {}, outcome="failed", longrepr=said, when="call"
            )
            session.config.hook.pytest_runtest_logreport(report=report)
            if fork.left:
                self.queue.insert(0, Chunk(0, tests=fork.left))
        if self.queue and (fork.left or not self.forks):
            self.start(session)


def chunks_of(items: list[pytest.Item]) -> list[Chunk]:
    groups: dict[str, Chunk] = {}
    of_file: dict[str, Chunk] = {}
    found: list[Chunk] = []
    for index, item in enumerate(items):
        place, lane = place_of(item), lane_of(item)
        file = item.nodeid.partition("::")[0]
        mark = item.get_closest_marker("xdist_group")
        chunk: Chunk | None = None
        if mark is not None:
            chunk = groups.get(str(mark.args[0]))
        elif place > len(LONG) and not lane:
            chunk = of_file.get(file)
        if chunk is None or (mark is None and len(chunk.tests) >= MOST_TESTS):
            chunk = Chunk(place, lane)
            found.append(chunk)
            if mark is not None:
                groups[str(mark.args[0])] = chunk
            elif place > len(LONG) and not lane:
                of_file[file] = chunk
        chunk.tests.append(index)
    return sorted(found, key=lambda chunk: chunk.place)


def place_of(item: pytest.Item) -> int:
    for place, start in enumerate(LONG):
        if item.nodeid.startswith(start):
            return place
    return len(LONG) + (item.get_closest_marker("slow") is None)


def lane_of(item: pytest.Item) -> str:
    names = getattr(item, "fixturenames", ())
    if getattr(getattr(item, "callspec", None), "params", {}).get("url") == "postgresql":
        return "postgres"
    return next((lane for lane in LANES if lane in names), "")


class Next:
    """Stands for the next test, which is asked for only once pytest must know what to tear down."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def listchain(self) -> list[Any]:
        item = self.work.next_item()
        return item.listchain() if item is not None else []


class Work:
    """What a fork does."""

    def __init__(self, session: pytest.Session, pipe: Connection) -> None:
        self.session = session
        self.pipe = pipe
        self.tests: list[int] = []

    def run(self) -> None:
        while (item := self.next_item()) is not None:
            self.tests.pop(0)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=Next(self))
            self.pipe.send(("finished", None))

    def next_item(self) -> pytest.Item | None:
        if not self.tests:
            self.pipe.send(("next", None))
            self.tests = list(self.pipe.recv())
        return self.session.items[self.tests[0]] if self.tests else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        data = config.hook.pytest_report_to_serializable(config=config, report=report)
        self.pipe.send(("report", data))


def run_tests(
    session: pytest.Session, pipe: Connection, others: list[Connection], number: int
) -> None:
    """In a fork: run what the first process hands out."""
    for other in others:
        other.close()
    manager = session.config.pluginmanager
    manager.unregister(name="terminalreporter")
    capturing = getattr(manager.get_plugin("capturemanager"), "_global_capturing", None)
    for captured in (getattr(capturing, "out", None), getattr(capturing, "err", None)):
        if captured is not None and hasattr(captured, "tmpfile"):
            # Forks that share a file to write to would mix up what their tests print.
            with tempfile.TemporaryFile() as own:
                os.dup2(own.fileno(), captured.tmpfile.fileno())
    folders = session.config._tmp_path_factory  # type: ignore[attr-defined]
    folders._given_basetemp = folders.getbasetemp() / f"{number}"
    folders._basetemp = None
    work = Work(session, pipe)
    manager.register(work)
    try:
        work.run()
    except (EOFError, ConnectionError, KeyboardInterrupt):
        # The first process has ended. Servers of the test at work would keep this one waiting.
        with suppress(Exception, KeyboardInterrupt):
            session._setupstate.teardown_exact(None)
        end_children()
        os._exit(2)
    end_children()


def end_children() -> None:
    """Pools of workers never end by themselves, and a process waits for its children at its end."""
    for child in multiprocessing.active_children():
        child.terminate()
