"""The table's REST routes and its socket, called in this process as a server would."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from tests.fuzz.damage import ODD, VALUES, spoilt, spoilt_json
from tests.fuzz.target import REFUSED, USED, Broken, Target

from shieldwall.books import RULESETS
from shieldwall.gm.order_entries import USAGE
from shieldwall.minds import MIND_NAMES
from shieldwall.table.persistence.database import Store, sqlite_url
from shieldwall.table.play.rooms import Rooms
from shieldwall.table.protocol import client_message, server_message
from shieldwall.table.server.access import Rate
from shieldwall.table.server.app import make_app
from shieldwall.table.server.rest_models import NewFight, NewSeat
from shieldwall.table.workers import Workers

Json = dict[str, Any]
HOLDERS: Final = ("gm", "player", "watcher", "guest", "none", "wrong", "revoked")
"""Whose token an input holds."""
OPEN_TO: Final = {"gm": None, "guest": ("health", "me", "fights", "take"), "player": ("health",
"me"),
                  "watcher": ("health", "me")}  # fmt: skip
"""By holder: how the paths end that its token opens; None for all, nothing for strangers."""
STRANGERS: Final = ("health", "openapi.json")
UNHURRIED: Final = Rate(10**6, 10**6, 10**6, 10**6)
LONGEST: Final = 600.0
"""Seconds of the clock until something counts as stuck; a busy machine takes its time."""
INPUTS_A_TABLE: Final = 400
"""Inputs per table: a failure depends on these at most."""
WORDS: Final = (
    "@fight", "Ann", "GM", "alda", "sergeant", "duel", "yard", "done", "pass", "alda done",
    "party", "foes",
    *MIND_NAMES, *RULESETS, "numbers", "bands", "hidden", "server", "by hand", "always", "never",
    "map",
    "open", "player", "watcher", *USAGE.values(), "hp alda 5", "@request", "@choice",
)  # fmt: skip


class Errors(logging.Handler):
    """Tracebacks that the server writes into its log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.caught: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.caught.append(record.exc_info[1])
        else:
            self.caught.append(Broken(record.getMessage()))


class Table:
    """A hall with one fight, and a token of every kind."""

    def __init__(self) -> None:
        self.scratch = tempfile.TemporaryDirectory(prefix="fuzz-")
        store = Store(sqlite_url(Path(self.scratch.name) / "table.sqlite3"))
        # Threads in the place of processes: they end with this one, and start at once.
        self.hands = ThreadPoolExecutor(1)
        self.rooms = Rooms(store, Workers(1, lent=self.hands))  # type: ignore[arg-type]
        self.app = make_app(self.rooms, rate=UNHURRIED)
        self.tokens: dict[str, str] = {}
        self.fight = ""
        self.used = 0

    async def lay(self) -> None:
        seats = [
            NewSeat(name="Ann", units=["alda"]),
            NewSeat(name="Wat", role="watcher"),
            NewSeat(name="Gone"),
            NewSeat(name="Free"),
        ]
        started = await self.rooms.start(NewFight(encounter="duel", seats=seats))
        links = {one.name: one.link.partition("token=")[2] for one in started.seats}
        self.fight = started.fight
        room = await self.rooms.room(self.fight)
        async with room.lock:
            await self.rooms.revoke(room, "Gone")
        self.tokens = {
            "gm": self.rooms.host_token,
            "player": links["Ann"],
            "watcher": links["Wat"],
            "guest": self.rooms.guest_token,
            "none": "",
            "wrong": "nonsense",
            "revoked": links["Gone"],
        }

    async def clear(self) -> None:
        await self.rooms.close()
        self.hands.shutdown(wait=True, cancel_futures=True)
        self.scratch.cleanup()


class AtTheTable(Target):
    """An input is a list of steps as JSON; each says whose token it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.table: Table | None = None
        self.errors = Errors()
        logging.getLogger().addHandler(self.errors)

    def run(self, text: str) -> str:
        try:
            steps = json.loads(text)
        except (ValueError, RecursionError):
            return REFUSED
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            return REFUSED
        self.errors.caught.clear()
        done = self.loop.run_until_complete(self._steps(steps))
        if self.errors.caught:
            raise self.errors.caught[0]
        return done

    def fresh(self) -> None:
        """Lay another table before the next input."""
        if self.table is not None:
            self.loop.run_until_complete(self.table.clear())
            self.table = None

    async def _steps(self, steps: list[Json]) -> str:
        if self.table is not None and self.table.used >= INPUTS_A_TABLE:
            await self.table.clear()
            self.table = None
        if self.table is None:
            self.table = Table()
            await self.table.lay()
        self.table.used += 1
        outcome = REFUSED
        for step in steps:
            if await self.step(self.table, step):
                outcome = USED
        return outcome

    async def step(self, table: Table, step: Json) -> bool:
        raise NotImplementedError

    def close(self) -> None:
        self.fresh()
        logging.getLogger().removeHandler(self.errors)
        self.loop.close()


class Rest(AtTheTable):
    """Every path and method, with valid and invalid bodies and all kinds of token."""

    name = "rest"
    share = 60
    paths = (
        ("GET", "/api/health"), ("GET", "/api/me"), ("GET", "/api/invitation"), ("GET",
        "/api/fights"),
        ("POST", "/api/fights"), ("POST", "/api/fights/@fight/continue"), ("PUT",
        "/api/fights/@fight/seats"),
        ("DELETE", "/api/fights/@fight/seats/Ben"), ("POST", "/api/fights/@fight/seats/Free/take"),
        ("GET", "/api/fights/@fight/seats/Ann/invitation"), ("GET", "/api/fights/@fight/tape"),
        ("GET", "/api/openapi.json"), ("GET", "/"), ("GET", "/ws"), ("HEAD", "/api/fights"),
        ("OPTIONS", "/api/fights"), ("GET", "/assets/../../etc/passwd"), ("GET", "/%2e%2e/%00"),
    )  # fmt: skip
    bodies = (
        {"encounter": "duel", "book": "sovereign", "rulings": {"shock": "all"}, "space": "open",
         "settings": {"fog": True, "dice": "by hand", "by_hand": ["Ann"], "timer": 0,
         "foes_hp": "hidden"},
         "minds": {"foes": "natural"}, "seats": [{"name": "Ann", "units": ["alda"],
         "role": "player"}]},
        {"name": "Ben", "units": ["alda"], "role": "player"},
        {"encounter": "yard"},
    )  # fmt: skip

    def make_seeds(self) -> list[str]:
        return [json.dumps(body) for body in self.bodies]

    def make(self, dice: random.Random) -> str:
        steps = []
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            method, path = dice.choice(self.paths)
            if dice.random() < 0.3:
                path = spoilt(path, dice, WORDS)
            if dice.random() < 0.05:
                method = dice.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "X" * 50))
            step: Json = {"who": dice.choice(HOLDERS), "method": method, "path": path}
            if method in ("POST", "PUT") or dice.random() < 0.05:
                seed = dice.choice(self.seeds)
                good = dice.random() < 0.15
                step["body"] = seed if good else spoilt_json(seed, dice, WORDS)
            if dice.random() < 0.1:
                names = (
                    "authorization",
                    "host",
                    "origin",
                    "content-length",
                    "content-type",
                    "accept",
                    "range",
                )
                step["headers"] = {dice.choice(names): dice.choice(ODD)}
            steps.append(step)
        return json.dumps(steps)

    async def step(self, table: Table, step: Json) -> bool:
        holder = step.get("who") if step.get("who") in HOLDERS else "none"
        path = str(step.get("path", "/")).replace("@fight", table.fight)
        before = len(table.rooms.by_id)
        status, body = await self._ask(table, holder, path, step)
        if status >= 500 and status != 503:
            raise Broken(f"{step.get('method')} {path} is answered with {status}")
        if holder != "gm":
            method = str(step.get("method", "GET"))
            self._check(table, str(holder), method, path, status, body, before)
        return status < 400

    async def _ask(self, table: Table, holder: object, path: str, step: Json) -> tuple[int, bytes]:
        sent = str(step.get("body", "")).encode("utf-8", "surrogatepass")
        headers = {
            "host": "127.0.0.1:80",
            "content-type": "application/json",
            "content-length": str(len(sent)),
            "authorization": f"Bearer {table.tokens[str(holder)]}",
        }
        more = step.get("headers")
        if isinstance(more, dict):
            headers.update({str(name): str(value) for name, value in more.items()})
        raw, _, query = path.encode("utf-8", "surrogatepass").partition(b"?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": str(step.get("method", "GET")), "path": _unquoted(raw), "raw_path": raw,
            "query_string": query,
            "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
            "headers": [(k.encode("latin-1", "ignore"), v.encode("latin-1", "ignore")) for k,
            v in headers.items()],
        }  # fmt: skip
        status: list[int] = []
        parts: list[bytes] = []

        asked = False

        async def receive() -> Json:
            """The body once, as a server gives it; then nothing until the client is gone."""
            nonlocal asked
            if asked:
                await asyncio.get_running_loop().create_future()
            asked = True
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                status.append(message["status"])
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        async with asyncio.timeout(LONGEST):
            await table.app(scope, receive, send)
        if not status:
            raise Broken(f"{scope['method']} {path} is not answered at all")
        return status[0], b"".join(parts)

    def _check(
        self,
        table: Table,
        holder: str,
        method: str,
        path: str,
        status: int,
        body: bytes,
        rooms: int,
    ) -> None:
        """What a token opens; no secret reaches the wrong seat."""
        if len(table.rooms.by_id) > rooms and holder != "guest":
            raise Broken(f"{holder} has made or opened a fight")
        last = path.partition("?")[0].rpartition("/")[2]
        allowed = (*STRANGERS, *(OPEN_TO.get(holder) or ()))
        begun = method == "POST" and last == "fights"
        if status < 300 and path.startswith("/api") and (begun or last not in allowed):
            raise Broken(f"{path} is open to {holder}")
        text = body.decode("utf-8", "replace")
        for other, token in table.tokens.items():
            if token and other not in (holder, "wrong") and token in text:
                raise Broken(f"{holder} is told the token of {other}")


def _unquoted(raw: bytes) -> str:
    """As a server does it."""
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(raw).decode("utf-8", "replace")


TYPES: Final = sorted(client_message.json_schema()["discriminator"]["mapping"])
MESSAGES: Final[tuple[Json, ...]] = (
    {"type": "choose", "request": "@request", "choice": "@choice"},
    {"type": "choose", "request": "@request", "choice": "@choice"},
    {"type": "choose", "request": "@request", "choice": "alda attack sergeant"},
    {"type": "focus", "request": "@request", "unit": "alda"},
    {"type": "die", "request": "@request", "value": 4},
    {"type": "undo", "unit": ""},
    {"type": "preview", "request": "@request", "choice": "@choice"},
    {"type": "squares", "unit": "alda"},
    {"type": "look", "viewer": "alda", "target": "sergeant"},
    {"type": "stops", "unit": "alda", "when": "always"},
    {"type": "rule", "what": "hp alda 5", "note": "why"},
    {"type": "workshop"},
    {"type": "mind", "who": "foes", "mind": "natural", "shows_plan": False},
    {"type": "approve", "request": "@request"},
    {"type": "seat", "name": "Ben", "units": ["alda"], "role": "player"},
    {"type": "invite", "name": "Ben"},
    {"type": "revoke", "name": "Ben"},
    {"type": "settings", "settings": {"fog": True, "dice": "by hand", "by_hand": ["Ann"],
    "timer": 0,
                                      "paused": False, "foes_hp": "hidden", "hidden_rolls": True}},
    {"type": "ping"},
    {"type": "hello", "token": "x", "fight": "", "since": 3, "run": "x"},
)  # fmt: skip
SLOW: Final = ("captain",)
"""Minds that think for seconds: they have tests of their own."""


class Socket(AtTheTable):
    """A step is one connection: its token, its hello, and its messages."""

    name = "socket"
    share = 60

    def make_seeds(self) -> list[str]:
        return [json.dumps(message) for message in MESSAGES]

    def make(self, dice: random.Random) -> str:
        step: Json = {"who": dice.choice(HOLDERS[:3] if dice.random() < 0.8 else HOLDERS)}
        if dice.random() < 0.1:
            hello = json.dumps(
                {"type": "hello", "token": "@token", "fight": "@fight", "since": 0, "run": ""}
            )
            step["hello"] = spoilt_json(hello, dice, WORDS)
        said = []
        for _ in range(dice.randrange(1, 6)):
            seed = dice.choice(self.seeds)
            luck = dice.random()
            if luck < 0.35:
                said.append(seed)
            elif luck < 0.85:
                said.append(spoilt_json(seed, dice, WORDS))
            else:
                message = {"type": dice.choice(TYPES), dice.choice(WORDS): dice.choice(VALUES)}
                said.append(spoilt(json.dumps(message), dice, WORDS))
        step["says"] = [text for text in said if not any(slow in text for slow in SLOW)]
        return json.dumps([step])

    async def step(self, table: Table, step: Json) -> bool:
        holder = str(step.get("who")) if step.get("who") in HOLDERS else "none"
        says = step.get("says")
        line = Line(table, holder, str(step.get("hello", "")))
        heard = await line.talk([str(text) for text in says] if isinstance(says, list) else [])
        if holder in HOLDERS[:3]:
            return heard
        if heard:
            raise Broken(f"{holder} has come in")
        return False


class Line:
    """One connection, spoken over as a server hands it to the app."""

    def __init__(self, table: Table, holder: str, hello: str) -> None:
        self.table = table
        self.holder = holder
        usual = {"type": "hello", "token": "@token", "fight": table.fight if holder == "gm" else ""}
        self.hello = hello or json.dumps(usual)
        self.inbox: asyncio.Queue[Json] = asyncio.Queue()
        self.heard: list[Json] = []
        self.closed: int | None = None
        self.news = asyncio.Event()
        self.asked: Json = {"asks": []}

    async def talk(self, says: list[str]) -> bool:
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": "/ws", "raw_path": b"/ws", "query_string": b"", "root_path": "",
            "subprotocols": [],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "headers": [(b"host",
            b"127.0.0.1:80")],
        }  # fmt: skip
        async with asyncio.timeout(LONGEST):
            app = asyncio.create_task(self.table.app(scope, self.inbox.get, self._hear))
            self.inbox.put_nowait({"type": "websocket.connect"})
            self._say(self.hello)
            if await self._until(app, lambda: self._has("asked") or self._has("error")):
                for text in says:
                    self._say(text)
                    pongs = self._count("pong")
                    self._say('{"type": "ping"}')
                    if not await self._until(app, lambda n=pongs: self._count("pong") > n):  # type: ignore[misc]
                        break
            self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await app
        if self.closed not in (None, 1000, 1008, 1013):
            raise Broken(f"closed with {self.closed}")
        self._check()
        return self._has("welcome")

    def _say(self, text: str) -> None:
        ask = self.asked["asks"][0] if self.asked["asks"] else None
        options = [] if ask is None else [o["choice"] for g in ask["groups"] for o in g["options"]]
        die = self.asked.get("die")
        request = ask["request"] if ask is not None else die["request"] if die else "x"
        for word, value in (
            ("@request", request),
            ("@choice", options[len(self.heard) % len(options)] if options else "done"),
            ("@token", self.table.tokens[self.holder]),
            ("@fight", self.table.fight),
        ):
            text = text.replace(word, json.dumps(value)[1:-1])
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            data = server_message.validate_json(message["text"]).model_dump()
            self.heard.append(data)
            if data["type"] == "asked":
                self.asked = data
        elif message["type"] == "websocket.close":
            self.closed = int(message.get("code", 1000))
        self.news.set()

    async def _until(self, app: asyncio.Task[None], true: Callable[[], bool]) -> bool:
        """Whether it comes true before the connection is closed."""
        while not true():
            if self.closed is not None or app.done():
                return False
            self.news.clear()
            waiting = asyncio.create_task(self.news.wait())
            await asyncio.wait({waiting, app}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        return True

    def _has(self, kind: str) -> bool:
        return any(message["type"] == kind for message in self.heard)

    def _count(self, kind: str) -> int:
        return sum(message["type"] == kind for message in self.heard)

    def _check(self) -> None:
        """What is the GM's stays the GM's."""
        if self.holder == "gm":
            return
        kinds = {message["type"] for message in self.heard}
        if kinds & {"workshop", "plan"}:
            raise Broken(f"{self.holder} is told what is the GM's")
        text = json.dumps(self.heard)
        for other, token in self.table.tokens.items():
            if token and other not in (self.holder, "wrong") and token in text:
                raise Broken(f"{self.holder} is told the token of {other}")
