"""Load on the table: many fights at once, and the time until a choice reaches every screen.

    python bench/load.py --tables 50 --clients 6 --seconds 60

Starts `shieldwall serve` with a store of its own, connects a GM, players and watchers to every
table, and makes a choice at each table every two seconds. At half of the tables units are asked at
every moment, so that attacks are interrupted. At three tables captains lead the foes. The measured
time runs from sending a choice until the last client of the table has all its results, including
the next question. If captains think about an answer meanwhile, it ends when the client has the
choice. A choice on a unit's turn is public: a client that does not get it counts as an error. The
client that is asked also requests the odds of up to ten attacks, as the page does for the rows of
its list. At the end all clients connect again, and the state they get must equal the one built from
messages, so a lost message is found. `--lose 5` tests this: it discards the fifth update of one
screen and must end with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
QUIET = ("hold", "prone", "stand", "total-defense", "stow", "done")
ROUGH = ("attack", "shoot", "throw", "run", "done")
BLOWS = ("attack", "shoot", "throw", "charge")
MOST_ODDS = 10
SETTLED = 0.8
"""Seconds a list is open before the page asks for its odds."""


class Screen:
    """One client of a table."""

    def __init__(self, table: Table, socket: ClientConnection, token: str, fight: str) -> None:
        self.table = table
        self.socket = socket
        self.token = token
        self.fight = fight
        self.asked: Json = {"asks": []}
        self.heard = 0.0
        self.first = 0.0
        """When the first update about the current choice arrived; 0 before."""
        self.bytes = 0
        self.state: Json = {}
        self.lines: list[str] = []
        self.numbers: list[int] = []
        self.loses = 0
        """The update it discards, counted from 1; 0 for none."""
        self.logs = 0
        self.foreseen = asyncio.Event()
        """Clear while odds are pending."""
        self.foreseen.set()
        self.odds = 0
        self.waits: list[float] = []
        """Seconds until odds arrived."""
        self.is_gone = False
        """Whether the server has disconnected it."""

    async def foresee(self, asked: Json) -> None:
        """Request the odds of the rows of a list, one at a time, while it is open."""
        await asyncio.sleep(SETTLED)
        for ask in asked["asks"]:
            rows = [
                one["choice"]
                for group in ask["groups"]
                if not ask["whose"] and group["verb"] in BLOWS
                for one in group["options"]
            ]
            for choice in rows[:MOST_ODDS]:
                if self.asked is not asked:
                    return
                self.foreseen.clear()
                wanted = {"type": "preview", "request": ask["request"], "choice": choice}
                before = time.perf_counter()
                await self.socket.send(json.dumps(wanted))
                await self.foreseen.wait()
                self.waits.append(time.perf_counter() - before)

    async def listen(self) -> None:
        try:
            await self._listen()
        finally:
            self.is_gone = True
            self.foreseen.set()

    async def _listen(self) -> None:
        async for text in self.socket:
            self.bytes += len(text)
            message = json.loads(text)
            kind = message["type"]
            late = kind == "refused" and message["stale"] and not self.foreseen.is_set()
            if kind == "previewed" or late:
                self.odds += kind == "previewed"
                self.foreseen.set()
                continue
            self.heard = time.perf_counter()
            if kind == "log" and message["lines"]:
                self.logs += 1
                if self.logs == self.loses:
                    continue
            if kind in ("log", "state") and not self.first:
                self.first = self.heard
            self.take(message)
            if kind == "asked":
                self.asked = message
                self.table.news.set()
                asyncio.create_task(self.foresee(message))  # noqa: RUF006 - ends by itself
            elif kind == "refused" and message["stale"] and self.table.may_be_late:
                self.table.late += 1
                self.table.news.set()
            elif kind in ("refused", "error"):
                self.table.errors.append(message["text"])
                self.table.news.set()
            elif kind == "over":
                self.table.over = True
                self.table.news.set()

    def take(self, message: Json) -> None:
        """Apply an update, as a page does."""
        if message["type"] == "state":
            self.state = {key: message[key] for key in ("clock", "units", "sides")}
        elif message["type"] == "log":
            if message["cut"] is not None:
                kept = sum(number < message["cut"] for number in self.numbers)
                del self.numbers[kept:]
                del self.lines[kept:]
            self.numbers += [line["number"] for line in message["lines"]]
            self.lines += [line["text"] for line in message["lines"]]

    async def agrees(self, base: str) -> bool:
        """Whether a new connection gets the state that this one built from updates."""
        fresh = Screen(self.table, self.socket, self.token, self.fight)
        async with connect(base.replace("http", "ws") + "/ws", max_size=None) as socket:
            hello = {"type": "hello", "token": self.token, "fight": self.fight}
            await socket.send(json.dumps(hello))
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                fresh.take(message)
                if message["type"] == "asked":
                    break
        return fresh.state == self.state and fresh.lines == self.lines


class Table:
    """One fight and its clients."""

    patience = 5.0
    """Seconds until a choice counts as lost."""
    pace = 2.0
    """Seconds between two choices."""
    may_be_late = False
    """Whether answering a question that others have already answered is allowed."""

    def __init__(self, number: int, rough: bool, captain: bool) -> None:
        self.number = number
        self.rough = rough
        self.captain = captain
        self.screens: list[Screen] = []
        self.news = asyncio.Event()
        self.errors: list[str] = []
        self.over = False
        self.chance = random.Random(number)
        self.times: list[float] = []
        self.interrupts = 0
        self.late = 0

    async def sit(self, base: str, host: str, clients: int, http: httpx.AsyncClient) -> None:
        minds = {"foes": "captain"} if self.captain else {}
        answer = await http.post("/api/fights", json={"encounter": "yard", "minds": minds})
        answer.raise_for_status()
        started = answer.json()
        tokens = [(host, started["fight"])]
        tokens += [(seat["link"].partition("token=")[2], "") for seat in started["seats"]]
        while len(tokens) < clients:
            name = f"Watcher {len(tokens)}"
            path = f"/api/fights/{started['fight']}/seats"
            seat = await http.put(path, json={"name": name, "role": "watcher"})
            tokens.append((seat.json()["link"].partition("token=")[2], ""))
        for token, fight in tokens[:clients]:
            socket = await connect(base.replace("http", "ws") + "/ws", max_size=None)
            await socket.send(json.dumps({"type": "hello", "token": token, "fight": fight}))
            screen = Screen(self, socket, token, fight)
            self.screens.append(screen)
            asyncio.create_task(screen.listen())  # noqa: RUF006 - ends with its socket
        if self.rough:
            for unit in ("alda", "brand", "cenric", "dunstan"):
                await self.screens[0].socket.send(
                    json.dumps({"type": "stops", "unit": unit, "when": "always"})
                )

    def open_ask(self) -> tuple[Screen, Json] | None:
        for screen in self.screens:
            for ask in screen.asked["asks"]:
                if not ask["whose"] and ask["groups"]:
                    return screen, ask
        return None

    def option(self, ask: Json) -> str:
        """A legal choice."""
        wanted = ROUGH if self.rough else QUIET
        groups = [group for group in ask["groups"] if group["verb"] in wanted] or ask["groups"]
        option = self.chance.choice(self.chance.choice(groups)["options"])
        return str(option["choice"])

    async def choose(self) -> None:
        """Make one choice, and measure the time until all clients have it."""
        found = self.open_ask()
        if found is None:
            return
        screen, ask = found
        self.interrupts += ask["point"] != "turn"
        message = {"type": "choose", "request": ask["request"], "choice": self.option(ask)}
        before = time.perf_counter()
        screen.asked = {"asks": []}
        for one in self.screens:
            one.first = 0.0
        await screen.socket.send(json.dumps(message))
        # All clients learn of a choice on a turn; only some of one in a hidden moment.
        needed = len(self.screens) if ask["point"] == "turn" else 1
        heard: list[float] = []
        while time.perf_counter() - before < self.patience:
            await asyncio.sleep(0.005)
            early = self.captain and ask["point"] == "turn"
            told = [one.first if early else one.heard for one in self.screens]
            heard = [when for when in told if when > before]
            if len(heard) >= needed and time.perf_counter() - max(heard) > 0.3:
                self.times.append(max(heard) - before)
                return
        late = f"within {self.patience:.0f} s"
        self.errors.append(f"{len(heard)} of {needed} heard of {message['choice']} {late}")

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.chance.uniform(0, self.pace))
        while time.perf_counter() < until and not self.over:
            began = time.perf_counter()
            await self.choose()
            await asyncio.sleep(max(0.0, self.pace - (time.perf_counter() - began)))


async def load(wanted: argparse.Namespace, base: str, host: str) -> Json:
    tables, clients, seconds = wanted.tables, wanted.clients, wanted.seconds
    headers = {"authorization": f"Bearer {host}"}
    made = [Table(n, rough=n % 2 == 0, captain=n < wanted.captains) for n in range(tables)]
    for table in made if wanted.busy else []:
        table.patience, table.may_be_late = 60.0, True
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=120) as http:
        for table in made:
            await table.sit(base, host, clients, http)
    await asyncio.sleep(2)
    # A table without captains: captains go on thinking, so their tables are not compared at the
    # end.
    loser = made[-1].screens[-1]
    loser.loses = loser.logs + wanted.lose if wanted.lose else 0
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(until) for table in made))
    await asyncio.sleep(5)
    for table in made:
        for screen in table.screens:
            if not table.captain and not await screen.agrees(base):
                table.errors.append(f"a screen of table {table.number} was not told everything")
    if loser.logs < loser.loses:
        made[-1].errors.append(f"there were no {wanted.lose} pieces of news, so none was lost")
    times = sorted(one for table in made for one in table.times)
    errors = [error for table in made for error in table.errors]
    return {
        "tables": tables,
        "clients": tables * clients,
        "choices": len(times),
        "interrupts": sum(table.interrupts for table in made),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p95_ms": round(1000 * times[int(len(times) * 0.95)], 1),
        "max_ms": round(1000 * times[-1], 1),
        "odds": sum(screen.odds for table in made for screen in table.screens),
        "megabytes": round(sum(s.bytes for table in made for s in table.screens) / 1e6, 1),
        "load_of_the_machine": [round(one, 1) for one in os.getloadavg()],
        "errors": len(errors),
        "answers_to_old_questions": sum(table.late for table in made),
        "first_errors": list(dict.fromkeys(errors))[:3],
    }


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """`shieldwall serve` with a store of its own: its address and the GM's token."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{Path(folder) / 'load.sqlite3'}"
        command = [sys.executable, "-m", "shieldwall", "serve", "--json", "--port", "0", "--no-lan"]
        server = subprocess.Popen(
            [*command, "--store", store],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SHIELDWALL_ONCE": ""},
        )
        try:
            assert server.stdout is not None
            base, _, host = json.loads(server.stdout.readline())["gm"].partition("/#token=")
            time.sleep(1.5)
            yield base, host
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--captains", type=int, default=3, help="tables with captain minds")
    parser.add_argument("--lose", type=int, default=0, help="pretend a message was lost")
    parser.add_argument(
        "--busy",
        action="store_true",
        help="other programs are at work: wait for a minute, and answering too late is no error",
    )
    wanted = parser.parse_args()
    # Pauses of this program must not count as pauses of the table.
    gc.disable()
    with served() as (base, host):
        found = asyncio.run(load(wanted, base, host))
    print(json.dumps(found, indent=1))
    if found["errors"] or found["p95_ms"] > 100:
        sys.exit(1)


if __name__ == "__main__":
    main()
