"""One client of the table: what it has received, and its messages without an answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tests import patience
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import CloseCode

Json = dict[str, Any]
PATIENCE: Final = 2.0 * patience.SECONDS
"""Seconds until something that should come counts as missing; the machine may be busy."""
GONE: Final = (ConnectionClosed, ConnectionError, OSError, EOFError)
SILENT: Final = ("does not answer", "Play stops")
BROKEN: Final = "error in Shieldwall"


class Refused(Exception):
    """The server does not let it in, and says why."""

    def __init__(self, words: str, code: int) -> None:
        super().__init__(words)
        self.code = code


class Told(NamedTuple):
    """What a client knows."""

    log: list[str]
    units: list[Json]
    clock: Json
    table: Json
    """Settings, minds and seats, as the GM is shown them."""


class Screen:
    """Reads all the time. `gone` is set when the connection is."""

    def __init__(self, name: str, line: ClientConnection) -> None:
        self.name = name
        self.line = line
        self.state: Json = {}
        self.lines: list[tuple[int, str]] = []
        self.asked: Json = {"asks": [], "die": None}
        self.options: Json = {}
        self.over = False
        self.welcome: Json = {}
        self.troubles: list[str] = []
        self.refusals = 0
        self.pongs = 0
        self.moved = 0
        """Grows with every piece of news."""
        self.sent: Json | None = None
        """The pending message: sent, with unknown result."""
        self.waits = False
        """Whether nothing has come of what was sent last."""
        self.was_left_in_doubt = False
        """Whether the store was silent when it was sent: it may be done yet, or not at all."""
        self.gone = asyncio.Event()
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def enter(cls, base: str, name: str, token: str, fight: str = "") -> Screen:
        """Connect and get the state: at once, except for a client that waits for a hidden unit."""
        try:
            line = await connect(
                base.replace("http", "ws") + "/ws",
                max_size=None,
                open_timeout=PATIENCE,
                ping_interval=None,
                compression=None,
            )
        except (InvalidHandshake, TimeoutError) as error:
            raise ConnectionError(str(error)) from error
        screen = cls(name, line)
        await line.send(json.dumps({"type": "hello", "token": token, "fight": fight}))
        await screen.until(lambda: bool(screen.welcome) or bool(screen.troubles))
        if not screen.welcome:
            await screen.until(screen.gone.is_set, quietly=True)
            code = screen.line.close_code or 0
            await screen.leave()
            raise Refused(screen.troubles[-1] if screen.troubles else "not let in", code)
        await screen.sync()
        return screen

    async def _read(self) -> None:
        try:
            async for text in self.line:
                self._take(json.loads(text))
                self._news.set()
        except GONE:
            pass
        finally:
            self.gone.set()
            self._news.set()

    def _take(self, message: Json) -> None:
        kind = message["type"]
        self.moved += kind in ("state", "log", "asked", "over", "refused", "error")
        if kind == "welcome":
            self.welcome = message
        elif kind == "state":
            self.state |= {key: value for key, value in message.items() if value is not None}
        elif kind == "log":
            if message["cut"] is not None:
                self.lines = [line for line in self.lines if line[0] < message["cut"]]
            self.lines += [(line["number"], line["text"]) for line in message["lines"]]
        elif kind == "asked":
            self.asked = message
            self.over = self.over and not message["asks"]
        elif kind == "options":
            self.options = message
        elif kind == "over":
            self.over = True
        elif kind == "refused":
            self.refusals += not message["stale"]
        elif kind == "error":
            self.troubles.append(message["text"])
        elif kind == "pong":
            self.pongs += 1

    async def until(self, true: Callable[[], bool], quietly: bool = False) -> None:
        """Until it is true; ConnectionError where the connection is gone before."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                if self.gone.is_set():
                    if quietly:
                        return
                    raise ConnectionError("gone")
                self._news.clear()
                await self._news.wait()

    async def sync(self) -> None:
        """Until everything sent before now is answered."""
        before = self.pongs
        await self.line.send('{"type": "ping"}')
        await self.until(lambda: self.pongs > before)

    async def do(self, message: Json) -> bool:
        """Send it and wait for the acknowledgement; returns whether it was done, as far as visible.

        While a hidden unit is asked, a player's message waits: then nothing is visible.
        """
        refusals, troubles, moved = self.refusals, len(self.troubles), self.moved
        self.sent = message
        await self.line.send(json.dumps(message))
        await self.sync()
        self.sent = None
        self.waits = self.moved == moved
        self.was_left_in_doubt = any(
            words in told for told in self.troubles[troubles:] for words in SILENT
        )
        return self.refusals == refusals and len(self.troubles) == troubles

    def was_shown_out(self) -> bool:
        """Whether the server closed the connection itself; one that is killed says nothing."""
        return self.line.close_code not in (None, CloseCode.ABNORMAL_CLOSURE)

    def told(self) -> Told:
        seats = [
            {"name": seat["name"], "role": seat["role"], "units": sorted(seat["units"])}
            for seat in self.state.get("seats", [])
        ]
        table = {
            "settings": self.state["settings"],
            "minds": self.state["minds"],
            "seats": sorted(seats, key=lambda seat: str(seat["name"])),
        }
        return Told(
            [text for _, text in self.lines], self.state["units"], self.state["clock"], table
        )

    async def leave(self) -> None:
        self._reading.cancel()
        try:
            async with asyncio.timeout(1):
                await self.line.close()
        except (TimeoutError, *GONE):
            self.line.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)
