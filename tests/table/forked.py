"""Servers forked from a process that has imported everything, for tests that start many of them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


class Forked:
    """A process, as far as these tests ask one for anything: like `subprocess.Popen`."""

    def __init__(self, pid: int, out: Path) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)
        self.stdout = out.open(encoding="utf-8")
        self.returncode: int | None = None
        """Known to its parent alone."""

    def send_signal(self, sent: signal.Signals) -> None:
        signal.pidfd_send_signal(self._handle, sent)

    def wait(self, timeout: float) -> None:
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("shieldwall", timeout)
        os.close(self._handle)


class Forker:
    """Where they come from; see `tests/endurance/forker.py`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.endurance.forker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SHIELDWALL_ONCE": ""},
            process_group=0,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def start(self, argv: list[str], errors: str, env: dict[str, str]) -> Forked:
        """`errors`: the file for its standard error."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            out = Path(made, "out")
            os.mkfifo(out)
            order = {"argv": argv, "out": str(out), "err": errors, "env": env}
            self.process.stdin.write(json.dumps(order) + "\n")
            self.process.stdin.flush()
            return Forked(int(self.process.stdout.readline()), out)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def forker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forker | None]:
    """None if the system cannot fork: then each server is started by itself."""
    if not hasattr(os, "pidfd_open"):
        yield None
        return
    made = Forker(tmp_path_factory.mktemp("forker"))
    yield made
    made.close()
