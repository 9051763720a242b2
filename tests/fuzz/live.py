"""A real server in its own process, addressed over sockets, byte by byte."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.fuzz.damage import spoilt
from tests.fuzz.tabletop import HOLDERS, MESSAGES, Rest
from tests.fuzz.target import REFUSED, USED, Broken, Target, as_bytes
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from shieldwall.table.persistence.database import sqlite_url

SECONDS: Final = 300.0
AT_ONCE: Final = 2.0


class Server(Target):
    """Raw requests, and messages over a WebSocket; after each the server must still be well."""

    name = "server"
    share = 5

    def __init__(self) -> None:
        super().__init__()
        self.process: subprocess.Popen[str] | None = None
        self.scratch: tempfile.TemporaryDirectory[str] | None = None

    def make_seeds(self) -> list[str]:
        found = []
        for method, path in Rest.paths:
            body = json.dumps(Rest.bodies[0])
            found.append(
                f"{method} {path} HTTP/1.1\r\nHost: @host\r\nAuthorization: Bearer @gm\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                f"Connection: close\r\n\r\n{body}"
            )
        found.append(
            "GET /ws HTTP/1.1\r\nHost: @host\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            "\x81\x05hello\x88\x00"
        )
        return found

    def make(self, dice: random.Random) -> str:
        if dice.random() < 0.3:
            said = [
                spoilt(json.dumps(dice.choice(MESSAGES)), dice) for _ in range(dice.randrange(6))
            ]
            return json.dumps({"who": dice.choice(HOLDERS), "says": said})
        text = dice.choice(self.seeds).replace("@gm", f"@{dice.choice(HOLDERS)}")
        return spoilt(
            text, dice, ("Transfer-Encoding: chunked", "Content-Length: 0", "HTTP/1.0", "\r\n\r\n")
        )

    # The server.

    def _start(self) -> None:
        self.scratch = tempfile.TemporaryDirectory(prefix="fuzz-")
        folder = Path(self.scratch.name)
        self.log = (folder / "log").open("w+", encoding="utf-8")
        command = [sys.executable, "-m", "shieldwall", "serve", "--json", "--port", "0", "--no-lan"]
        self.process = subprocess.Popen(
            [*command, "--store", sqlite_url(folder / "table.sqlite3")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "SHIELDWALL_ONCE": "", "SHIELDWALL_HOME": str(folder)},
        )
        assert self.process.stdout is not None
        where = json.loads(self.process.stdout.readline())
        base, _, token = where["gm"].partition("/#token=")
        self.address = ("127.0.0.1", int(base.rpartition(":")[2]))
        self.tokens = dict.fromkeys(HOLDERS, "nonsense")
        self.tokens |= {"gm": token, "guest": where["players"].partition("/#token=")[2], "none": ""}
        seats = [{"name": "Ann", "units": ["alda"]}, {"name": "Wat", "role": "watcher"}]
        started = self._json("POST", "/api/fights", {"encounter": "duel", "seats": seats})
        self.fight = str(started["fight"])
        for seat, holder in zip(started["seats"], ("player", "watcher"), strict=True):
            self.tokens[holder] = seat["link"].partition("token=")[2]

    def _json(self, method: str, path: str, body: object) -> Any:
        data = json.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: @host\r\nAuthorization: Bearer @gm\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        answer = self._exchange(f"{head}Connection: close\r\n\r\n{data}", finished=True)
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    def _exchange(self, text: str, *, finished: bool = False) -> bytes:
        port = self.address[1]
        for word, value in (
            ("@host", f"127.0.0.1:{port}"),
            ("@fight", getattr(self, "fight", "x")),
        ):
            text = text.replace(word, value)
        for holder in HOLDERS:
            text = text.replace(f"@{holder}", self.tokens[holder])
        heard = b""
        with socket.create_connection(self.address, SECONDS) as line:
            try:
                line.sendall(as_bytes(text))
                if not finished:
                    # Do not wait for an unfinished request.
                    heard += self._heard(line, AT_ONCE)
                    line.shutdown(socket.SHUT_WR)
                heard += self._heard(line, SECONDS)
            except OSError:
                pass
        return heard

    def _heard(self, line: socket.socket, seconds: float) -> bytes:
        heard = b""
        line.settimeout(seconds)
        try:
            while got := line.recv(65536):
                heard += got
        except TimeoutError:
            if seconds == SECONDS:
                raise Broken("the connection is neither answered nor closed") from None
        return heard

    # Inputs.

    def run(self, text: str) -> str:
        if self.process is None:
            self._start()
        outcome = self._talk(text) if text.startswith('{"who"') else self._ask(text)
        self._is_well()
        return outcome

    def _ask(self, text: str) -> str:
        status = self._exchange(text)[9:12]
        if status.startswith(b"5") and status not in (b"501", b"503", b"505"):
            raise Broken(f"answered with {status!r}")
        return USED if status.startswith(b"2") else REFUSED

    def _talk(self, text: str) -> str:
        try:
            step = json.loads(text)
            holder, says = step["who"], [str(one) for one in step["says"]]
            token = self.tokens[holder]
        except (ValueError, KeyError, TypeError, RecursionError):
            return REFUSED
        fight = self.fight if holder == "gm" else ""
        came_in = False
        try:
            with connect(
                f"ws://127.0.0.1:{self.address[1]}/ws",
                max_size=None,
                open_timeout=SECONDS,
                ping_timeout=SECONDS,
            ) as line:
                line.send(json.dumps({"type": "hello", "token": token, "fight": fight}))
                for one in says:
                    line.send(one.encode("utf-8", "replace").decode())
                line.send('{"type": "ping"}')
                while json.loads(line.recv(SECONDS))["type"] != "pong":
                    came_in = True
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code not in (1000, 1007, 1008, 1009, 1013):
                raise Broken(f"closed with {error.rcvd.code}") from None
        except InvalidHandshake:
            return REFUSED
        return USED if came_in else REFUSED

    def _is_well(self) -> None:
        assert self.process is not None
        if self.process.poll() is not None:
            raise Broken(f"the server has ended with {self.process.returncode}")
        answer = self._exchange(
            "GET /api/health HTTP/1.1\r\nHost: @host\r\nConnection: close\r\n\r\n"
        )
        if not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 429")):
            raise Broken(f"health is answered with {answer[:40]!r}")
        self.log.seek(0)
        written = self.log.read()
        if "Traceback" in written:
            self.close()
            raise Broken(f"the server writes: {written[-1500:]}")

    def close(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        self.process = None
        if self.scratch is not None:
            self.scratch.cleanup()
