"""Seats of one fight, and their connected clients."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, NamedTuple

from shieldwall.display.markers import Marks
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import Request
from shieldwall.table.message_parts import (
    Ask,
    LogLine,
    MapView,
    Message,
    Role,
)
from shieldwall.table.protocol import Asked, MindPlan, State
from shieldwall.table.server.access import Bucket

GM: Final = "GM"
"""Name of the host's seat."""
MOST_WAITING: Final = 400
"""Maximum queued messages of a slow client before it is disconnected; it may reconnect."""
MOST_CLIENTS: Final = 8
POINTS_A_SECOND: Final = 2
POINTS_AT_ONCE: Final = 4
MOST_UNHEARD: Final = 400
"""Maximum waiting messages from a client before it is disconnected."""


class NotAllowed(ValueError):
    """A refusal, with a message for the seat."""


class Client:
    """One open connection; its queue is sent in order."""

    def __init__(self) -> None:
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.gone = False
        self.is_welcome = False
        """Whether it has been welcomed."""
        self.busy = 0
        """Number of pending odds requests."""
        self.watches = 0
        """Number of danger maps requested: only the last is refined."""
        self.reason = ""
        """Why the server closes the connection."""
        self.unheard: deque[object] = deque()
        """Its messages that wait while a hidden unit is asked."""

    def keep(self, message: object) -> None:
        if len(self.unheard) >= MOST_UNHEARD:
            self.leave("too many messages")
        else:
            self.unheard.append(message)

    def tell(self, text: str) -> None:
        if self.gone:
            return
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.leave("too slow")

    def send(self, message: Message) -> None:
        self.tell(message.model_dump_json())

    def leave(self, reason: str) -> None:
        """Close the connection after all queued messages, or at once if that is stuck."""
        if self.gone:
            return
        self.gone = True
        self.reason = reason
        while self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class OpenAsk:
    """A question with its id for one seat."""

    def __init__(self, ident: str, request: Request | None) -> None:
        self.ident = ident
        self.request = request
        """None for a die."""
        self.shown: Ask | None = None


class Newcomer(NamedTuple):
    """A new client, and the log lines it already has."""

    client: Client
    since: int
    same_run: bool


class Seat:
    """A seat at the table. Its last messages are kept, so that only news is sent."""

    def __init__(
        self, setup: Setup, name: str, role: Role, units: frozenset[str], hashed: str
    ) -> None:
        self.name = name
        self.role: Role = role
        self.units = units
        self.hash = hashed
        self.link = ""
        self.entered = False
        self.clients: set[Client] = set()
        self.entering: list[Newcomer] = []
        """Clients not greeted yet."""
        self.in_silence = False
        """Whether the fight has moved on without an update to the seat."""
        self.has_chosen = False
        """Whether the result of its own choice has not been sent yet."""
        self.sent = 0
        """Number of messages to the seat."""
        self.pointing = Bucket(POINTS_A_SECOND, POINTS_AT_ONCE)
        """Rate limit for pointing at places: excess is dropped."""
        self.marks = Marks(setup, in_advance=role == "gm")
        self.state: State | None = None
        self.ground: object = None
        """The last map sent: the map itself, or the state of its team's memory."""
        self.map: MapView | None = None
        self.asked: Asked | None = None
        self.asked_key: object = None
        """The last questions and their deadlines."""
        self.plan: MindPlan | None = None
        self.saw_end = False
        self.asks: dict[tuple[int, int], OpenAsk] = {}
        """By number of the moment and the unit asked."""
        self.count = 0
        """Number of questions asked: ids must not reveal how often other seats are asked."""
        self.lines: list[tuple[int, LogLine]] = []
        """Event index and line."""
        self.read = 0
        """Number of processed events."""
        self.last_line = 0
        self.was_cut = False
        """Whether lines of its log were just undone."""

    @property
    def here(self) -> bool:
        return bool(self.clients)

    def connected(self) -> list[Client]:
        """All clients, including those not greeted yet."""
        return [*self.clients, *(one.client for one in self.entering)]

    def show_out(self, reason: str) -> None:
        """Disconnect all clients of this seat."""
        for client in self.connected():
            client.leave(reason)

    def send(self, message: Message) -> None:
        self.sent += 1
        if self.clients:
            text = message.model_dump_json()
            for client in self.clients:
                client.tell(text)

    def forget(self) -> None:
        """After a change of units: view, questions and log are rebuilt."""
        for ask in self.asks.values():
            ask.shown = None

    def cut(self, kept: int) -> int | None:
        """Drop the lines of undone events; returns the number of the first of them."""
        if self.read <= kept:
            return None
        self.read = kept
        first: int | None = None
        while self.lines and self.lines[-1][0] >= kept:
            first = self.lines.pop()[1].number
        self.was_cut = self.was_cut or first is not None
        return first
