"""Half-open connections are closed, and clients with a token can connect meanwhile."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.table.server import PATIENCE, UNHURRIED, Server

from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.server.connection_limits import (
    A_MINUTE,
    Limits,
    OnceAMinute,
    OpenConnections,
    limits_here,
)

HEAD = b"POST /api/fights HTTP/1.1\r\nHost: 127.0.0.1\r\n"
LIMITS = Limits(in_all=40, strangers=20, an_address=10, header_seconds=1.0, body_seconds=1.0)


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    made = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED, limits=LIMITS)
    yield made
    made.stop()


def knock(server: Server, said: bytes) -> socket.socket:
    host, _, port = server.base.removeprefix("http://").partition(":")
    made = socket.create_connection((host, int(port)), timeout=PATIENCE)
    made.sendall(said)
    return made


def is_shown_out(one: socket.socket) -> bool:
    try:
        return one.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        HEAD,
        HEAD + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_is_never_finished_is_shown_out(narrow: Server, said: bytes) -> None:
    with knock(narrow, said) as one:
        # The earlier message about the missing token does not count as staying.
        while not is_shown_out(one):
            pass
    assert narrow.http.get("/api/health").status_code == 200


def test_a_trickle_does_not_hold_the_door_open(narrow: Server) -> None:
    with knock(narrow, HEAD) as one:
        one.settimeout(0.05)
        shown_out = False
        for _ in range(PATIENCE * 20):
            try:
                one.sendall(b"X-A: b\r\n")
                shown_out = one.recv(1000) == b""
            except TimeoutError:
                continue
            except OSError:
                shown_out = True
            if shown_out:
                break
        assert shown_out


def test_those_with_a_token_get_in_while_others_hold_the_door(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Many more connections than the limit, each with an unfinished request."""
    slow = LIMITS._replace(header_seconds=600.0, body_seconds=600.0)
    server = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED, limits=slow)
    try:
        with caplog.at_level(logging.WARNING), ExitStack() as held:
            fight = server.start("duel")["fight"]
            gm = held.enter_context(server.gm(fight))
            gm.until("asked")
            for _ in range(100):
                held.enter_context(knock(server, HEAD))
            # Who sits at the table stays, and who has a token comes in.
            gm.sync()
            again = held.enter_context(server.gm(fight))
            again.until("asked")
            assert server.http.get("/api/fights").status_code == 200
            open_connections = server.server.config.app.state.open_connections  # type: ignore[union-attr]
            assert len(open_connections.guests) <= slow.in_all
            strangers = [one for one in open_connections.guests.values() if not one.is_known]
            assert len(strangers) <= slow.an_address
        said = [one for one in caplog.records if "turned away" in one.getMessage()]
        assert len(said) == 1
    finally:
        server.stop()


def test_a_connection_that_says_no_hello_counts_as_a_stranger(narrow: Server) -> None:
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with ExitStack() as held:
        for _ in range(30):
            one = held.enter_context(knock(narrow, upgrade))
            assert one.recv(12) == b"HTTP/1.1 101"
        assert narrow.http.get("/api/fights").status_code == 200
        open_connections = narrow.server.config.app.state.open_connections  # type: ignore[union-attr]
        assert len(open_connections.guests) <= LIMITS.an_address + 2


def test_who_sits_at_the_table_has_no_deadline(narrow: Server) -> None:
    """Once a WebSocket was shown out as a request whose body never came."""
    fight = narrow.start("duel")["fight"]
    with narrow.gm(fight) as gm:
        gm.until("asked")
        for _ in range(3):
            with knock(narrow, HEAD) as one:
                while not is_shown_out(one):
                    pass
        gm.sync()


def test_the_same_words_are_logged_once_a_minute() -> None:
    once = OnceAMinute()
    record = logging.LogRecord("x", logging.WARNING, "", 0, "out of files", (), None)
    other = logging.LogRecord("x", logging.WARNING, "", 0, "something else", (), None)
    assert [once.filter(record), once.filter(record), once.filter(other)] == [True, False, True]
    assert A_MINUTE == 60


def test_there_is_room_for_our_own_files() -> None:
    found = limits_here()
    assert found.an_address <= found.strangers <= found.in_all
    assert OpenConnections(found).guests == {}
