"""Where a test may keep fights: a SQLite file, and where one is installed a real PostgreSQL."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from shieldwall.table.store import sqlite_url


def postgres_tool(name: str) -> str:
    """Debian keeps these out of the path."""
    found = shutil.which(name)
    if found:
        return found
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / name).exists():
            return str(folder / name)
    return ""


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own in a temporary folder; it refuses to run as root."""
    initdb, pg_ctl = postgres_tool("initdb"), postgres_tool("pg_ctl")
    if not initdb or not pg_ctl:
        if os.environ.get("CI") == "true":
            pytest.fail("CI should have PostgreSQL installed")
        pytest.skip("no PostgreSQL is installed")
    folder = Path(tempfile.mkdtemp(prefix="shieldwall-pg-"))
    who: str | None = None
    if os.geteuid() == 0:
        who = next((n for n in ("postgres", "nobody") if has_user(n)), None)
        if who is None:
            pytest.skip("PostgreSQL does not run as root, and there is nobody else")
        shutil.chown(folder, who)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(
            command, user=who, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=120
        )

    run(initdb, "-D", str(data), "-U", "gm", "-A", "trust", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    run(pg_ctl, "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql+psycopg://gm@127.0.0.1:{port}/postgres"
    finally:
        run(pg_ctl, "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "table.sqlite3")
    found: str = request.getfixturevalue("postgres")
    engine = create_engine(found)
    with engine.begin() as connection:
        for table in ("meta", "fights", "entries", "seats"):
            connection.execute(text(f"DROP TABLE IF EXISTS shieldwall_{table}"))
    engine.dispose()
    return found
