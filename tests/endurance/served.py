"""`shieldwall serve` as a process: forked from an imported process, or started from scratch."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
from tests.endurance.screen import PATIENCE

from shieldwall.table.persistence.database import sqlite_url

SERVE: Final = ("serve", "--json", "--port", "0", "--no-lan", "--no-browser")


class DidNotStart(AssertionError):
    """A server that should be there is not."""


class Forker:
    """Where servers come from; see `forker.py`."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            **environment,
            "SHIELDWALL_ONCE": "",
            "SHIELDWALL_HOME": str(folder),
        }
        self.count = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.endurance.forker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
            process_group=0,
        )
        assert self.process.stdout is not None
        if self.process.stdout.readline() != "ready\n":
            raise DidNotStart("nothing can be forked")

    def start(self, argv: list[str], cold: bool = False) -> Child:
        self.count += 1
        out, err = self.folder / f"out-{self.count % 4}", self.folder / f"err-{self.count % 4}"
        for path in (out, err):
            path.unlink(missing_ok=True)
        if cold:
            process = self._cold(argv, out, err)
            return Child(process.pid, out, err, process)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = {"argv": argv, "out": str(out), "err": str(err)}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Child(int(self.process.stdout.readline()), out, err)

    def _cold(self, argv: list[str], out: Path, err: Path) -> subprocess.Popen[bytes]:
        """Started as from a shell."""
        with out.open("wb") as told, err.open("wb") as complained:
            return subprocess.Popen(
                [sys.executable, "-m", "shieldwall", *argv],
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=complained,
                env=self.environment,
                process_group=0,
            )

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Child:
    """A process that was started here."""

    def __init__(
        self, pid: int, out: Path, err: Path, process: subprocess.Popen[bytes] | None = None
    ) -> None:
        self.pid = pid
        self.process = process
        """For one started from scratch: no other process waits for it."""
        self.out = out
        self.err = err
        self.ended = asyncio.Event()
        try:
            self._handle = os.pidfd_open(pid)
        except ProcessLookupError:  # A short one has ended and was waited for by its parent.
            self.ended.set()
        else:
            asyncio.get_running_loop().add_reader(self._handle, self._has_ended)

    def _has_ended(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)
        self.ended.set()
        if self.process is not None:
            self.process.wait()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def first_line(self) -> str:
        """Its first output; "" if it ends without any."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(FileNotFoundError):
                    text = self.out.read_text("utf-8")
                    if "\n" in text:
                        return text.partition("\n")[0]
                if self.ended.is_set():
                    return ""
                await asyncio.sleep(0.01)

    def said(self) -> str:
        """All it has written, and complained of."""
        found = ""
        for path in (self.out, self.err):
            with suppress(OSError):
                found += path.read_text("utf-8", "replace")
        return found


class Table:
    """A server that runs, with its addresses."""

    def __init__(self, child: Child, base: str, token: str, guests: str) -> None:
        self.child = child
        self.base = base
        self.token = token
        self.guests = guests
        self.http = httpx.AsyncClient(
            base_url=base, headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
        )

    @classmethod
    async def start(cls, forker: Forker, url: str, cold: bool = False) -> Table:
        child = forker.start([*SERVE, "--store", url], cold)
        try:
            line = await child.first_line()
        except TimeoutError:
            child.kill()
            said = child.said()[-1500:]
            raise DidNotStart(f"no start within {PATIENCE:.0f} s: {said}") from None
        if not line:
            raise DidNotStart(f"the table does not start: {child.said()[-1500:]}")
        where = json.loads(line)
        base, _, token = where["gm"].partition("/#token=")
        return cls(child, base, token, where["players"].partition("/#token=")[2])

    async def close(self) -> None:
        await self.http.aclose()


def sqlite_of(folder: Path) -> str:
    return sqlite_url(folder / "table.sqlite3")
