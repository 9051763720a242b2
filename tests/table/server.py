"""A real server to test against: in a thread of this process, or a process that can be killed."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, TypeVar

import httpx
import pytest
from tests import patience
from tests.table.fixed_dice import fixed_seed
from tests.table.forked import Forked, Forker
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from shieldwall.table.persistence.database import Store, sqlite_url
from shieldwall.table.play.rooms import Rooms
from shieldwall.table.server.access import Place, Rate
from shieldwall.table.server.app import make_app, server_of
from shieldwall.table.server.connection_limits import Limits
from shieldwall.table.workers import Workers, start_workers

PATIENCE = patience.SECONDS * 3 // 2
"""Seconds after which something that should have come counts as missing."""
UNHURRIED = Rate(10_000, 10_000, 10_000, 10_000)
"""For tests with many messages; rate limits have their own tests."""
Json = dict[str, Any]
Result = TypeVar("Result")


@lru_cache
def worker() -> ProcessPoolExecutor:
    """One process that works for all servers of these tests: to start one takes its time."""
    return start_workers(1)


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """In a separate event loop; the browser tests keep one running in this thread."""
    with ThreadPoolExecutor(1) as hands:
        return hands.submit(asyncio.run, work).result()


def ask(method: str, address: str, **more: Any) -> httpx.Response:
    """One request to a server; it may take as long as a busy machine needs."""
    # To verify certificates it would read all there are, and there are none here.
    return httpx.request(method, address, timeout=PATIENCE, verify=False, **more)


def open_socket(address: str, **more: Any) -> ClientConnection:
    """A WebSocket to a server, which may be slow on a busy machine."""
    found = connect(address, open_timeout=PATIENCE, ping_timeout=PATIENCE, **more)
    assert isinstance(found, ClientConnection)
    return found


class Person:
    """A client: reads messages and keeps the latest of each kind."""

    def __init__(
        self, base: str, token: str, fight: str = "", since: int = 0, run: str = ""
    ) -> None:
        address = base.replace("http", "ws") + "/ws"
        self.socket = open_socket(address, max_size=None).__enter__()
        self.state: Json = {}
        self.asked: Json = {"asks": [], "die": None}
        self.lines: list[Json] = []
        self.received: list[Json] = []
        self.welcome: Json = {}
        hello = {"type": "hello", "token": token, "fight": fight, "since": since, "run": run}
        self.send(**hello)

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.__exit__(kind, error, trace)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def read(self, patience: float = PATIENCE) -> Json:
        message: Json = json.loads(self.socket.recv(timeout=patience))
        self.received.append(message)
        kind = message["type"]
        if kind == "welcome":
            self.welcome = message
        elif kind == "state":
            self.state = {**self.state, **{k: v for k, v in message.items() if v is not None}}
        elif kind == "asked":
            self.asked = message
        elif kind == "log":
            if message["cut"] is not None:
                self.lines = [line for line in self.lines if line["number"] < message["cut"]]
            self.lines += message["lines"]
        return message

    def until(self, *kinds: str) -> Json:
        """The next message of one of these kinds."""
        while True:
            message = self.read()
            if message["type"] in kinds:
                return message

    def sync(self) -> None:
        """Read everything sent so far, and the results of its own messages.

        The results of a mind or a timer may be incomplete then: `until_state` waits for them.
        """
        self.send(type="ping")
        self.until("pong")

    def until_state(self, holds: Callable[[Json], bool]) -> None:
        """Until the fight stands as it should."""
        while not holds(self.state):
            self.read()

    def until_asked(self) -> Json:
        """Until there is something for this person to answer."""
        while not self.own_asks() and self.asked["die"] is None:
            self.read()
        return self.asked

    def own_asks(self) -> list[Json]:
        return [ask for ask in self.asked["asks"] if not ask["whose"]]

    def choose(self, choice: str, request: str = "") -> None:
        self.send(type="choose", request=request or self.own_asks()[0]["request"], choice=choice)

    def unit(self, ident: str) -> Json:
        found: Json = next(unit for unit in self.state["units"] if unit["id"] == ident)
        return found

    def texts(self) -> list[str]:
        return [line["text"] for line in self.lines]

    def is_shown_out(self) -> bool:
        """Whether the server closes the connection."""
        try:
            while True:
                self.read()
        except ConnectionClosed:
            return True


class Api:
    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.token = token
        headers = {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=base, headers=headers, timeout=PATIENCE, verify=False)

    def start(self, encounter: str = "yard", **more: Any) -> Json:
        answer = self.http.post("/api/fights", json={"encounter": encounter, **more})
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def gm(self, fight: str, **more: Any) -> Person:
        return Person(self.base, self.token, fight, **more)

    def player(self, started: Json, name: str, **more: Any) -> Person:
        link = next(seat["link"] for seat in started["seats"] if seat["name"] == name)
        return Person(self.base, link.partition("token=")[2], **more)


class Server(Api):
    """The real app on a real port, with a real store."""

    def __init__(
        self,
        store: str | Store,
        lan: bool = False,
        hosts: tuple[str, ...] = (),
        rate: Rate = Rate(),  # noqa: B008
        limits: Limits | None = None,
    ) -> None:
        kept = Store(store) if isinstance(store, str) else store
        self.rooms = Rooms(kept, Workers(1, lent=worker()))
        self.rooms.new_seed = fixed_seed  # type: ignore[method-assign]
        # Waiting on a busy table has its own tests; these compare messages in order.
        self.rooms.loop_delay.busy = math.inf
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = make_app(self.rooms, Place(address, lan), hosts, rate=rate, limits=limits)
        self.server = server_of(app)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=asyncio.run, args=[self._serve(listening)])
        self.thread.start()
        super().__init__(address, self.rooms.host_token)

    async def _serve(self, listening: socket.socket) -> None:
        self._stopping = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.server.main_loop = self._until_stopped  # type: ignore[method-assign]
        await self.server.serve(sockets=[listening])

    async def _until_stopped(self) -> None:
        """As uvicorn's own, which looks ten times a second whether it should stop."""
        counter = 0
        while not await self.server.on_tick(counter):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), 0.1)
            counter += 1

    def on_loop(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Have the server's own loop do it."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        if self.loop is not None:
            with suppress(RuntimeError):  # it has stopped by itself
                self.loop.call_soon_threadsafe(self._stopping.set)
        self.thread.join()


class Process(Api):
    """`shieldwall serve` in a separate process; `alive` has the running ones."""

    alive: ClassVar[list[Process]] = []
    home: tempfile.TemporaryDirectory[str] | None = None

    def __init__(
        self, store: Path | str, *options: str, files: int = 0, forker: Forker | None = None
    ) -> None:
        """With `files`, it may have at most this many open files, as with `ulimit -n`.

        With `forker` it starts faster, because everything is imported already.
        """
        url = store if isinstance(store, str) else sqlite_url(store)
        self.errors = tempfile.NamedTemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        argv = ["serve", "--json", "--port", "0", "--no-lan", "--store", url, *options]
        command = [sys.executable, "-m", "shieldwall", *argv]
        if files:
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        self.process: subprocess.Popen[str] | Forked
        if forker is not None:
            self.process = forker.start(argv, self.errors.name, self._home(url))
        else:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                text=True,
                start_new_session=True,
                env={**os.environ, "SHIELDWALL_ONCE": "", **self._home(url)},
            )
        Process.alive.append(self)
        assert self.process.stdout is not None
        where = json.loads(self.process.stdout.readline())
        base, _, token = where["gm"].partition("/#token=")
        self.guest_token = where["players"].partition("/#token=")[2]
        super().__init__(base, token)
        self._wait()

    def _home(self, url: str) -> dict[str, str]:
        """If the store is not a file, links are kept in the GM's folder."""
        if url.startswith("sqlite"):
            return {}
        self.home = tempfile.TemporaryDirectory()
        return {"SHIELDWALL_HOME": self.home.name}

    def _wait(self) -> None:
        for _ in range(PATIENCE * 20):
            try:
                self.http.get("/api/health")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As `kill -9` does: it has no chance to tidy up."""
        self.stop(signal.SIGKILL)

    def stop(self, sent: signal.Signals, to_group: bool = False) -> str:
        """Send it a signal, as a terminal does to the whole group; returns its last output."""
        Process.alive.remove(self)
        self.http.close()
        if to_group:
            os.killpg(self.process.pid, sent)
        else:
            self.process.send_signal(sent)
        self.process.wait(PATIENCE)
        said = ""
        if self.process.stdout is not None:
            said = self.process.stdout.read()
            self.process.stdout.close()
        self.errors.seek(0)
        said += self.errors.read()
        self.errors.close()
        if self.home is not None:
            self.home.cleanup()
        return said

    def members(self) -> set[int]:
        """The processes of its group, itself among them."""
        found = set()
        for entry in Path("/proc").iterdir():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (OSError, ValueError):
                continue
            if fields[0] != "Z" and fields[2] == str(self.process.pid):
                found.add(int(entry.name))
        return found

    def until_nobody_is_left(self) -> None:
        end = time.monotonic() + PATIENCE
        while left := self.members():
            assert time.monotonic() < end, left
            time.sleep(0.05)


def until_idle(server: Server, fight: str) -> None:
    """Wait until no mind and no view update is running."""
    room = server.rooms.by_id[fight]
    end = time.monotonic() + PATIENCE
    while not room.room_timers.is_idle():
        assert time.monotonic() < end, "the server still thinks"
        time.sleep(0.01)


@contextmanager
def own_encounters(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, variants: dict[str, dict[str, str]]
) -> Iterator[Server]:
    """A server whose GM has own encounters: one text, a variant for each set of words."""
    home = folder / "home" / "encounters"
    home.mkdir(parents=True)
    for name, words in variants.items():
        written = text
        for word, value in words.items():
            written = written.replace(word, value)
        (home / f"{name}.yaml").write_text(written, encoding="utf-8")
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder / "home"))
    server = Server(sqlite_url(folder / "table.sqlite3"), rate=UNHURRIED)
    try:
        yield server
    finally:
        server.stop()
