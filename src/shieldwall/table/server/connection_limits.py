"""Limits for connections without a token: number, time, and priority for those with one.

A connection is a stranger until it has shown a token. Strangers that take too long to finish a
request are disconnected. If there are too many, the one that has waited longest is closed, so that
a client with a token can still connect.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import Any, Final, NamedTuple, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if sys.platform != "win32":
    import resource

KEPT_FILES: Final = 128
"""Files reserved for the table itself: the store, its workers, the page."""
MOST_FILES: Final = 16_384
AT_ONCE: Final = 16
"""Connections accepted at a time.

Each uses a file until it is counted: with many at once the files run out, whatever the limit.
"""
QUEUE: Final = 512
"""Connections waiting in the system's queue."""
A_MINUTE: Final = 60.0
LOG: Final = logging.getLogger(__name__)
Peer = tuple[str, int]


class Limits(NamedTuple):
    """Maximum number of connections, and maximum time for a request to arrive."""

    in_all: int = 2000
    strangers: int = 400
    an_address: int = 200
    """Strangers from one address."""
    header_seconds: float = 10.0
    body_seconds: float = 20.0


def limits_here() -> Limits:
    """Limits from the system's maximum of open files, less our own."""
    usual = Limits()
    if sys.platform == "win32":
        return usual
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            pass
    if soft == resource.RLIM_INFINITY:
        return usual
    most = max(16, min(usual.in_all, soft - KEPT_FILES))
    return usual._replace(
        in_all=most,
        strangers=min(usual.strangers, most // 2),
        an_address=min(usual.an_address, most // 4),
    )


class OpenConnection:
    """One connection."""

    def __init__(self, peer: Peer, transport: asyncio.Transport) -> None:
        self.peer = peer
        self.transport = transport
        self.is_known = False
        self.is_waiting = True
        """Whether its request is incomplete."""


class OpenConnections:
    """All connections of one server, oldest first."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.guests: dict[Peer, OpenConnection] = {}
        self.turned_away = 0
        self._said = -A_MINUTE

    def come(self, peer: Peer, transport: asyncio.Transport) -> bool:
        """Whether a new connection may stay."""
        strangers = [one for one in self.guests.values() if not one.is_known]
        near = [one for one in strangers if one.peer[0] == peer[0]]
        if len(near) >= self.limits.an_address:
            self._make_room(near)
        elif len(strangers) >= self.limits.strangers or len(self.guests) >= self.limits.in_all:
            self._make_room(strangers)
        if len(self.guests) >= self.limits.in_all:
            self.count()
            return False
        self.guests[peer] = OpenConnection(peer, transport)
        return True

    def _make_room(self, strangers: list[OpenConnection]) -> None:
        """Connections without a finished request are closed first."""
        for one in sorted(strangers, key=lambda one: not one.is_waiting)[:1]:
            self.guests.pop(one.peer, None)
            one.transport.abort()
            self.count()

    def know(self, peer: Peer | None) -> None:
        """Record that it has shown a token."""
        found = self.guests.get((peer[0], peer[1])) if peer is not None else None
        if found is not None:
            found.is_known = True

    def waits(self, peer: Peer, is_waiting: bool) -> None:
        if peer in self.guests:
            self.guests[peer].is_waiting = is_waiting

    def go(self, peer: Peer, transport: asyncio.Transport) -> None:
        found = self.guests.get(peer)
        if found is not None and found.transport is transport:
            del self.guests[peer]

    def count(self) -> None:
        """Log at most one line a minute."""
        self.turned_away += 1
        now = time.monotonic()
        if now - self._said >= A_MINUTE:
            self._said = now
            LOG.warning(
                "Connections turned away, because there are too many or they are too slow: %d",
                self.turned_away,
            )
            self.turned_away = 0


def http_protocol(open_connections: OpenConnections) -> type[H11Protocol]:
    """The HTTP protocol class: each request must be complete by its deadline."""

    class LimitedHttp(H11Protocol):
        _alarm: asyncio.TimerHandle | None = None
        _in_body = False
        _is_socket = False
        """Whether it has become a WebSocket, which has no deadline."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not open_connections.come(self._peer(), transport):
                transport.abort()
                return
            self._set(open_connections.limits.header_seconds)

        def _peer(self) -> Peer:
            return self.client or ("", id(self))

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._is_socket:
                return
            state = self.conn.their_state
            if state is h11.IDLE:
                # Start of a request; the first one already has its deadline.
                if self._alarm is None:
                    self._set(open_connections.limits.header_seconds)
            elif state is h11.SEND_BODY:
                if not self._in_body:
                    self._in_body = True
                    self._set(open_connections.limits.body_seconds)
            else:
                self._in_body = False
                self._unset()
                open_connections.waits(self._peer(), False)

        def connection_lost(self, exc: Exception | None) -> None:
            self._unset()
            open_connections.go(self._peer(), self.transport)
            super().connection_lost(exc)

        def send_400_response(self, msg: str) -> None:
            """The rest of a request is invalid: work on its start gets no answer."""
            cycle = cast("RequestResponseCycle | None", self.cycle)
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
            if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
                self.transport.close()
                return
            super().send_400_response(msg)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._is_socket = True
            self._unset()
            open_connections.waits(self._peer(), False)
            super().handle_websocket_upgrade(event)

        def _set(self, seconds: float) -> None:
            self._unset()
            open_connections.waits(self._peer(), True)
            self._alarm = self.loop.call_later(seconds, self._too_slow)

        def _unset(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

        def _too_slow(self) -> None:
            self._alarm = None
            open_connections.count()
            self.transport.abort()

    return LimitedHttp


def websocket_protocol(open_connections: OpenConnections) -> type[WebSocketsSansIOProtocol]:
    """The WebSocket protocol class: takes over a connection already counted."""

    class CountedWebSocket(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            peer = cast(Any, self.client)
            if peer is not None:
                open_connections.go((peer[0], peer[1]), self.transport)
            super().connection_lost(exc)

    return CountedWebSocket


class OnceAMinute(logging.Filter):
    """Limits equal log messages to one a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        words = str(record.msg)
        if now - self._said.get(words, -A_MINUTE) < A_MINUTE:
            return False
        if len(self._said) > 100:
            self._said.clear()
        self._said[words] = now
        return True
