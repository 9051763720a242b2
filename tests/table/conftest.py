from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.forked import forker
from tests.table.server import Process, Server
from tests.table.shaken import shaken
from tests.table.stores import postgres, url

from shieldwall.table.persistence.database import sqlite_url

__all__ = ["forker", "no_server_is_left_behind", "postgres", "server", "shaken", "url"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(sqlite_url(tmp_path / "table.sqlite3"))
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def no_server_is_left_behind() -> Iterator[None]:
    yield
    for process in list(Process.alive):
        process.kill()
