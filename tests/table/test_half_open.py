"""1,100 unfinished requests at a file limit of 1,024, against `shieldwall serve` as it is started.

test_porch.py tests the parts; this test uses real sockets, a real limit and a real log.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.table.server import PATIENCE, Process

if sys.platform != "linux":
    pytest.skip("counts files in /proc, comes from 127.0.0.2 to .9", allow_module_level=True)

import resource

FILES = 1024
UNFINISHED = 1100
NEEDED = 2 * UNFINISHED
"""Files this process needs for its ends of the connections, and for all else."""
HEAD = b"POST /api/fights HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SAID = [
    b"",
    b"GET / HT",
    HEAD,
    HEAD + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    UPGRADE,
]
"""Nothing, half a line, half a head, half a body, and a WebSocket that never says hello."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Process]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < NEEDED:
        pytest.skip(f"may open {hard} files, and needs {NEEDED}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, NEEDED), hard))
    yield Process(tmp_path / "table.sqlite3", files=FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def knock(table: Process, said: bytes, address: str) -> socket.socket:
    host, _, port = table.base.removeprefix("http://").partition(":")
    made = socket.create_connection((host, int(port)), PATIENCE, source_address=(address, 0))
    # It may be shown out already: there are too many like it.
    with suppress(OSError):
        made.sendall(said)
    return made


def files_of(table: Process) -> int:
    return len(os.listdir(f"/proc/{table.process.pid}/fd"))


def until_few(table: Process, most: int) -> None:
    end = time.monotonic() + PATIENCE
    while files_of(table) > most:
        assert time.monotonic() < end, files_of(table)
        time.sleep(0.05)


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], [f"127.0.0.{number}" for number in range(2, 10)]],
    ids=["from one address", "from eight addresses"],
)
def test_1100_unfinished_requests_do_not_stop_the_table_at_a_limit_of_1024_files(
    table: Process, addresses: list[str]
) -> None:
    started = table.start("duel")
    before = files_of(table)
    with table.gm(started["fight"]) as gm, ExitStack() as held:
        gm.until("asked")
        for number in range(UNFINISHED):
            address = addresses[number % len(addresses)]
            held.enter_context(knock(table, SAID[number % len(SAID)], address))
        # Who sat at the table plays on, and who comes now with a token gets in.
        gm.send(type="rule", what="hp alda 5")
        gm.sync()
        assert gm.unit("alda")["hp"] == 5
        with table.player(started, "Alda") as alda:
            alda.until("asked")
            while not (gm.own_asks() or alda.own_asks()):
                gm.sync()
                alda.sync()
            player = gm if gm.own_asks() else alda
            asked = player.own_asks()[0]
            player.choose(asked["groups"][0]["options"][0]["choice"])
            player.until("log")
        assert table.http.get("/api/fights").status_code == 200
        assert table.start("duel")["fight"]
        assert files_of(table) < FILES - 100, "room is left for those who hold a token"
    until_few(table, before + 10)
    # Afterwards all is as before, also for those without a token.
    with knock(table, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", addresses[0]) as one:
        assert one.recv(12) == b"HTTP/1.1 200"
    said = table.stop(signal.SIGTERM)
    assert said.count("turned away") == 1, said
    assert len(said.splitlines()) == 1, said
