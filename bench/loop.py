"""The longest pauses of the table's event loop, on a large map with many units.

    python bench/loop.py --choices 200
    python bench/loop.py --choices 20 --units 500 --side 400 --most 60

Plays a fight of 40 units on a map of 60 x 60 squares at a table with a GM and four players. It runs
everything of the server except the network, and times each callback of the event loop: previews,
danger maps and lists of choices at every choice, then orders, fog, undo, and opening the fight
again. Only time of the loop's own thread counts. Fails if a callback takes more than 20 ms. Also
prints the wall-clock time of each request and the size of the largest message.
"""

from __future__ import annotations

import argparse
import asyncio
import asyncio.events
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from shieldwall.cli.serve import collect_seldom
from shieldwall.table.persistence.database import Store, sqlite_url
from shieldwall.table.play.new_fights import read_fight_sources
from shieldwall.table.play.room import Room
from shieldwall.table.play.rooms import Rooms
from shieldwall.table.protocol import AskDanger, AskPreview, Change, Choose, Focus, Rule, Undo
from shieldwall.table.seats import GM, Client, OpenAsk, Seat
from shieldwall.table.server.rest_models import NewFight
from shieldwall.table.workers import Workers

SIDE = 60
UNITS = 40
HEROES = 4
ROW = 18
"""Goblins per row."""


def encounter(side: int, units: int) -> str:
    """Rocks, difficult ground, walls and a door; four adventurers against goblins."""
    chance = random.Random(6)
    camp = 6 + 2 * (units // ROW)
    rows = [
        "".join(chance.choices(".~#", (92, 5, 3 if camp < y < side - 6 else 0), k=side))
        for y in range(side)
    ]
    squares = "\n".join(f"    {row}" for row in rows)
    goblins = "\n".join(
        f"      - {{what: goblin, id: goblin-{n + 1}, at: {chr(65 + n % ROW)}{4 + 2 * (n // ROW)}}}"
        for n in range(units - HEROES)
    )
    return f"""title: The Plain
rules: sovereign
map:
  ceiling: sky
  squares: |
{squares}
  walls:
    - {{from: B10, to: T10, side: south, kind: wall}}
    - {{edge: H10-H11, kind: door}}
    - {{from: K12, to: K30, side: east, kind: low wall}}
sides:
  - name: party
    players: yes
    party: adventurers
    places: {{alda: C3, brand: E3, cenric: G3, dunstan: I3}}
  - name: foes
    units:
{goblins}
"""


class Meter:
    """The seconds of every callback from now on, by current activity."""

    def __init__(self) -> None:
        self.doing = "start"
        self.spent: dict[str, list[float]] = {}
        self.waited: dict[str, float] = {}
        self._since = time.perf_counter()
        run = asyncio.events.Handle._run

        def metered(handle: asyncio.events.Handle) -> None:
            before = time.thread_time()
            run(handle)
            self.spent.setdefault(self.doing, []).append(time.thread_time() - before)

        setattr(asyncio.events.Handle, "_run", metered)  # noqa: B010 - a private name

    def begin(self, doing: str) -> None:
        """Start another activity; record the wall-clock time of the one before."""
        now = time.perf_counter()
        self.waited[self.doing] = max(self.waited.get(self.doing, 0.0), now - self._since)
        self.doing, self._since = doing, now


def open_ask(room: Room) -> tuple[Seat, Client, OpenAsk] | None:
    for seat in room.seats.values():
        for ask in seat.asks.values():
            if ask.shown is not None and not ask.shown.whose and ask.shown.groups:
                return seat, next(iter(seat.clients)), ask
    return None


async def play(store: Store, choices: int, meter: Meter) -> tuple[int, int]:
    """The number of choices made, and the length of the largest message."""
    rooms = Rooms(store, Workers(1))
    started = await rooms.start(NewFight(encounter="plain"))
    room = rooms.by_id[started.fight]
    meter.begin("come in")
    clients: list[Client] = []
    largest = 0
    for seat in list(room.seats.values()):
        client = Client()
        clients.append(client)
        await room.enter(seat, client, 0, "")
    largest = max(largest, drain(clients))
    chance = random.Random(3)
    done = 0
    while done < choices and room.fight.outcome is None:
        found = open_ask(room)
        assert found is not None, "somebody is always asked"
        seat, client, ask = found
        assert ask.shown is not None
        option = chance.choice(chance.choice(ask.shown.groups).options)
        meter.begin("preview")
        await room.hear(seat, client, AskPreview(request=ask.ident, choice=option.choice))
        if ask.shown.focus is not None:
            meter.begin("danger")
            await room.hear(seat, client, AskDanger(unit=ask.shown.focus))
            meter.begin("focus")
            await room.hear(seat, client, Focus(request=ask.ident, unit=ask.shown.focus))
        meter.begin("choose")
        await room.hear(seat, client, Choose(request=ask.ident, choice=option.choice))
        done += 1
        largest = max(largest, drain(clients))
    await disturb(rooms, room, meter)
    await rooms.close()
    return done, largest


async def disturb(rooms: Rooms, room: Room, meter: Meter) -> None:
    """Occasional GM actions, and reopening the fight as after a restart."""
    gm = room.seats[GM]
    client = next(iter(gm.clients))
    fog = room.settings.model_copy(update={"fog": True})
    for what in ("ground A1 difficult", "wall C20-C21 wall", "door 1 open", "hp alda 3", "dark on"):
        meter.begin(what.partition(" ")[0])
        await room.hear(gm, client, Rule(what=what))
    meter.begin("fog")
    await room.hear(gm, client, Change(settings=fog))
    while not room.room_timers.is_idle():
        await asyncio.sleep(0.01)
    meter.begin("undo")
    for _ in range(8):
        await room.hear(gm, client, Undo())
    meter.begin("come back")
    await room.enter(gm, Client(), 0, "")
    meter.begin("shelf")
    await asyncio.to_thread(read_fight_sources)
    meter.begin("open again")
    rooms.by_id.clear()
    again = await rooms.room(room.row.ident)
    await again.enter(again.seats[GM], Client(), 0, "")
    meter.begin("end")


def drain(clients: list[Client]) -> int:
    """Discard what was sent; returns the length of the longest message."""
    longest = 0
    for one in clients:
        while not one.outbox.empty():
            longest = max(longest, len(one.outbox.get_nowait() or ""))
    return longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--choices", type=int, default=200)
    parser.add_argument("--units", type=int, default=UNITS, help="up to 500")
    parser.add_argument("--side", type=int, default=SIDE, help="squares, up to 400")
    parser.add_argument("--most", type=float, default=20, help="milliseconds a callback may take")
    wanted = parser.parse_args()
    collect_seldom()
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        (home / "encounters").mkdir(parents=True)
        (home / "encounters" / "plain.yaml").write_text(
            encounter(wanted.side, wanted.units), encoding="utf-8"
        )
        os.environ["SHIELDWALL_HOME"] = str(home)
        # As in the server, the store exists before the loop.
        store = Store(sqlite_url(Path(folder, "loop.sqlite3")))
        done, largest = asyncio.run(play(store, wanted.choices, meter))
    spent = sorted(one for many in meter.spent.values() for one in many)
    longest = {doing: round(1000 * max(many), 1) for doing, many in meter.spent.items()}
    over = sum(1000 * one > wanted.most for one in spent)
    found = {
        "choices": done,
        "callbacks": len(spent),
        "p99_ms": round(1000 * spent[int(len(spent) * 0.99)], 1),
        "max_ms": round(1000 * spent[-1], 1),
        f"over_{wanted.most:g}_ms": over,
        "longest_ms": longest,
        "waited_s": {doing: round(one, 2) for doing, one in meter.waited.items()},
        "largest_message": largest,
    }
    print(json.dumps(found))
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
