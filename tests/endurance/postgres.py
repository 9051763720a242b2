"""Our own PostgreSQL in a temporary folder, which can be stopped, frozen, cut off and filled."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

PATIENCE: Final = 300
MISSING: Final = "no PostgreSQL is installed"
NOBODY: Final = "PostgreSQL does not run as root, and there is nobody else"


class NoPostgres(RuntimeError):
    """Why there is none here."""


def postgres_tool(name: str) -> str:
    """Debian keeps these out of the path."""
    found = shutil.which(name)
    if found:
        return found
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / name).exists():
            return str(folder / name)
    return ""


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class Postgres:
    """It refuses to run as root, so then it runs as another user."""

    def __init__(self) -> None:
        self.initdb, self.pg_ctl = postgres_tool("initdb"), postgres_tool("pg_ctl")
        if not self.initdb or not self.pg_ctl:
            raise NoPostgres(MISSING)
        self.who: str | None = None
        if os.geteuid() == 0:
            self.who = next((name for name in ("postgres", "nobody") if has_user(name)), None)
            if self.who is None:
                raise NoPostgres(NOBODY)
        self.folder = Path(tempfile.mkdtemp(prefix="shieldwall-pg-"))
        if self.who is not None:
            shutil.chown(self.folder, self.who)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.data = self.folder / "data"
        self.environment: dict[str, str] = {}
        """Additional environment variables for faults."""
        self._run(self.initdb, "-D", str(self.data), "-U", "gm", "-A", "trust", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://gm@127.0.0.1:{self.port}/postgres"

    def _run(self, *command: str) -> None:
        subprocess.run(
            command,
            user=self.who,
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            env={**os.environ, **self.environment},
        )

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        log = str(self.folder / "log")
        self._run(
            self.pg_ctl, "-D", str(self.data), "-w", "-t", str(PATIENCE), "-o",
            f"{options}{self.folder}", "-l", log, "start",
        )  # fmt: skip

    def stop(self) -> None:
        """As a crash does: what was not committed is gone, and it recovers when it starts."""
        self._run(self.pg_ctl, "-D", str(self.data), "-w", "-m", "immediate", "stop")

    def runs(self) -> bool:
        command = [self.pg_ctl, "-D", str(self.data), "status"]
        ran = subprocess.run(
            command, user=self.who, cwd=self.folder, check=False, capture_output=True
        )
        return ran.returncode == 0

    def is_well(self) -> bool:
        """Whether it takes a connection."""
        try:
            self._say("SELECT 1")
        except DBAPIError:
            return False
        return True

    def _say(self, words: str) -> None:
        engine = create_engine(self.url, connect_args={"connect_timeout": 5})
        try:
            with engine.begin() as connection:
                connection.execute(text(words))
        finally:
            engine.dispose()

    def cut(self) -> None:
        """End every connection but our own."""
        with suppress(DBAPIError):
            self._say(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def processes(self) -> list[int]:
        """Its own and those it has started."""
        try:
            first = int((self.data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return []
        found = [first]
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError, IndexError):
                if (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(first):
                    found.append(int(entry.name))
        return found

    def freeze(self) -> list[int]:
        """It neither answers nor hangs up."""
        stopped = self.processes()
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        return stopped

    def thaw(self, stopped: list[int]) -> None:
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        # It may have been frozen when the run was stopped.
        self.thaw(self.processes())
        with suppress(subprocess.SubprocessError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
