"""Seats of one fight, and the clients that sit there."""

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
"""The name of the seat that the holder of the start page's address takes."""
MOST_WAITING: Final = 400
"""Messages a slow client may be behind with before it is shown out; it may come back."""
MOST_CLIENTS: Final = 8
POINTS_A_SECOND: Final = 2
POINTS_AT_ONCE: Final = 4
MOST_UNHEARD: Final = 400
"""Messages of a client that wait until they may be heard, before it is shown out."""


class NotAllowed(ValueError):
    """What a seat may not do, in words for it."""


class Client:
    """One open connection: what is put here is sent in order."""

    def __init__(self) -> None:
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.gone = False
        self.is_welcome = False
        """Whether it has been told where it is."""
        self.busy = 0
        """Odds it waits for."""
        self.watches = 0
        """Danger maps it has asked for: only the last is sharpened."""
        self.reason = ""
        """Why the server closes the connection."""
        self.unheard: deque[object] = deque()
        """What it has said while the table waited for somebody in hiding."""

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
        """Close the connection once everything before is sent, or at once where that is stuck."""
        if self.gone:
            return
        self.gone = True
        self.reason = reason
        while self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class OpenAsk:
    """A question as one seat knows it, by the id the seat has for it."""

    def __init__(self, ident: str, request: Request | None) -> None:
        self.ident = ident
        self.request = request
        """None for a die."""
        self.shown: Ask | None = None


class Newcomer(NamedTuple):
    """A client that has just come, and what of the log it has already."""

    client: Client
    since: int
    same_run: bool


class Seat:
    """A place at the table. What it has been told is kept, so that only news are sent."""

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
        """Those that have not been greeted yet."""
        self.in_silence = False
        """Whether the table has gone on since, and the seat has not been told."""
        self.has_chosen = False
        """Whether it has not been told what came of its own choice."""
        self.sent = 0
        """Messages to the seat so far."""
        self.pointing = Bucket(POINTS_A_SECOND, POINTS_AT_ONCE)
        """How often it may point at places: what comes faster is not shown."""
        self.marks = Marks(setup, in_advance=role == "gm")
        self.state: State | None = None
        self.ground: object = None
        """The map it was last told: the map itself, or what its team remembers and how much."""
        self.map: MapView | None = None
        self.asked: Asked | None = None
        self.asked_key: object = None
        """What was asked last, and until when."""
        self.plan: MindPlan | None = None
        self.saw_end = False
        self.asks: dict[tuple[int, int], OpenAsk] = {}
        """By the number of the moment and the unit asked."""
        self.count = 0
        """Questions asked so far: their ids must not tell how often others are asked."""
        self.lines: list[tuple[int, LogLine]] = []
        """A place among the events, and the line that was made of it."""
        self.read = 0
        """Events looked at so far."""
        self.last_line = 0
        self.was_cut = False
        """Whether it has just lost lines of its log."""

    @property
    def here(self) -> bool:
        return bool(self.clients)

    def connected(self) -> list[Client]:
        """Also those that have not been greeted yet."""
        return [*self.clients, *(one.client for one in self.entering)]

    def show_out(self, reason: str) -> None:
        """Everybody who sits here, or is about to."""
        for client in self.connected():
            client.leave(reason)

    def send(self, message: Message) -> None:
        self.sent += 1
        if self.clients:
            text = message.model_dump_json()
            for client in self.clients:
                client.tell(text)

    def forget(self) -> None:
        """It plays other units now: what it sees and is asked is made anew, its log too."""
        for ask in self.asks.values():
            ask.shown = None

    def cut(self, kept: int) -> int | None:
        """Forget lines of events that are undone; the number of the first of them."""
        if self.read <= kept:
            return None
        self.read = kept
        first: int | None = None
        while self.lines and self.lines[-1][0] >= kept:
            first = self.lines.pop()[1].number
        self.was_cut = self.was_cut or first is not None
        return first
