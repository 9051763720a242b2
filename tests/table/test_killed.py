"""A server that is killed during play and restarted: nothing acknowledged is lost.

`SHIELDWALL_KILLS=100` kills it more often than usual.
"""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.table.forked import Forker
from tests.table.server import Json, Person, Process
from websockets.exceptions import ConnectionClosed

from shieldwall.content import setup_from_text
from shieldwall.display.markers import Marks
from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.store.save_file import replay_file
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.database import Store
from shieldwall.table.persistence.tables import EntryRow
from shieldwall.table.publish.seat_state import clock_view, unit_view

KILLS = int(os.environ.get("SHIELDWALL_KILLS", "4"))
ORDERS = (
    "hp {unit} 5", "prone {unit}", "stand {unit}", "give {unit} main", "modifier {unit} +1",
    "stops {unit} always", "stops {unit} never", "dark on", "dark off", "fog on", "fog off",
    "tell the ground shakes", "condition {unit} blind for 2 rounds",
)  # fmt: skip


class Told(NamedTuple):
    """What a client knew when all its messages were done."""

    units: list[Json]
    clock: Json
    log: list[str]


def told(gm: Person) -> Told:
    return Told(gm.state["units"], gm.state["clock"], gm.texts())


class Player:
    """Does what comes to its mind, one thing after the other, until the server is gone."""

    def __init__(self, gm: Person, chance: random.Random) -> None:
        self.gm = gm
        self.chance = chance
        self.before = told(gm)
        """What it knew before its last message."""
        self.sent: Json = {}
        self.done = 0
        self.undone = 0
        self.ordered = 0

    def is_over(self) -> bool:
        return any(message["type"] == "over" for message in self.gm.received)

    def play(self) -> None:
        try:
            while not self.is_over():
                self.sent = self.something()
                self.gm.send(**self.sent)
                self.gm.sync()
                self.before = told(self.gm)
                self.done += 1
                self.undone += self.sent["type"] == "undo"
                self.ordered += self.sent["type"] == "rule"
                self.sent = {}
        except (ConnectionClosed, TimeoutError):
            return

    def something(self) -> Json:
        luck = self.chance.random()
        asks = self.gm.own_asks()
        if luck < 0.15:
            return {"type": "undo"}
        if luck < 0.35 or not asks:
            unit = self.chance.choice(self.gm.state["units"])["id"]
            return {"type": "rule", "what": self.chance.choice(ORDERS).format(unit=unit)}
        ask = self.chance.choice(asks)
        option = self.chance.choice(self.chance.choice(ask["groups"])["options"])
        return {"type": "choose", "request": ask["request"], "choice": option["choice"]}


def kept(before: list[EntryRow], url: str, fight: str) -> list[EntryRow]:
    """The entries in the store: those of before, each in its place, and what came after them."""
    store = Store(url)
    found = store.entries(fight)
    store.close()
    assert found[: len(before)] == before
    assert [entry.number for entry in found] == list(range(len(found)))
    return found


def shown_of(fight: Fight) -> tuple[list[Json], Json]:
    """What the GM is shown of a fight, who sits where left out."""
    knowledge = SeatKnowledge(fight.setup, fight.state, "gm", frozenset(), Settings())
    marks = Marks(fight.setup, in_advance=True)
    units = [unit_view(fight, knowledge, marks, Nobody(), unit) for unit in fight.state.units]
    return [unit.model_dump() for unit in units], clock_view(fight, knowledge).model_dump()


class Nobody:
    def seat_of(self, _: object) -> str:
        return ""

    def mind_of(self, _: object) -> str:
        return ""

    def picture_of(self, _: object) -> str:
        return ""


def replayed(process: Process, url: str, fight: str, folder: Path) -> tuple[list[Json], Json]:
    """The same, of the tape the server hands out, replayed here from its first entry."""
    path = folder / "handed-out.tape"
    path.write_text(process.http.get(f"/api/fights/{fight}/tape").text, encoding="utf-8")
    store = Store(url)
    row = store.fight(fight)
    store.close()
    assert row is not None
    return shown_of(replay_file(str(path), setup_from_text(row.setup)))


@pytest.mark.slow
@pytest.mark.parametrize("book", ["sovereign", "dolmenwood"])
def test_a_fight_survives_being_killed_at_any_moment(
    tmp_path: Path, url: str, book: str, forker: Forker | None
) -> None:
    """Choices, orders, undos and sealed answers: everything acknowledged is there, unchanged."""
    chance = random.Random(book)
    process = Process(url, forker=forker)
    seats: list[Json] = []
    fight = process.start("duel", book=book, seats=seats)["fight"]
    entries: list[EntryRow] = []
    player: Player | None = None
    done = undone = ordered = lost = 0
    for _ in range(KILLS):
        with process.gm(fight) as gm:
            gm.sync()
            now = told(gm)
            if player is not None:
                check_nothing_is_lost(player, now)
                lost += now == player.before and bool(player.sent)
            units, clock = replayed(process, url, fight, tmp_path)
            assert [{**unit, "seat": ""} for unit in now.units] == units
            assert now.clock == clock
            player = Player(gm, chance)
            if player.is_over():
                fight = process.start("duel", book=book, seats=seats)["fight"]
                entries, player = [], None
                continue
            timer = threading.Timer(chance.uniform(0.05, 1.5), process.kill)
            timer.start()
            player.play()
            timer.join()
            done, undone = done + player.done, undone + player.undone
            ordered += player.ordered
        entries = kept(entries, url, fight)
        process = Process(url, forker=forker)
    process.kill()
    assert done > 0, "somebody did something between the kills"
    print(f"{done} done, {ordered} orders, {undone} undone, {lost} not stored when it was killed")


def check_nothing_is_lost(player: Player, now: Told) -> None:
    """The state is the last known one, or that after the pending message."""
    if now == player.before:
        assert player.gm.texts() == now.log, "whoever heard of it knows that it was stored"
        return
    assert player.sent, "nothing was under way, and yet it stands otherwise"
    heard = player.gm.texts()
    if player.sent["type"] == "undo":
        assert now.log == player.before.log[: len(now.log)]
        assert heard in (player.before.log, now.log[: len(heard)])
    else:
        assert now.log[: len(heard)] == heard


def answer_first(gm: Person) -> None:
    """The first question with the last of its answers, which is to let it be."""
    ask = gm.own_asks()[0]
    option = ask["groups"][-1]["options"][-1]
    gm.send(type="choose", request=ask["request"], choice=option["choice"])
    gm.until("asked")


@pytest.mark.slow
def test_a_sealed_answer_outlives_the_server(tmp_path: Path) -> None:
    """Both sides are asked at once whether to wait: one answer is in when the server is killed."""
    store = tmp_path / "table.sqlite3"
    process = Process(store)
    started = process.start("yard", book="dolmenwood")
    fight = started["fight"]
    with process.gm(fight) as gm:
        gm.until_asked()
        while len(gm.own_asks()) < 2:
            answer_first(gm)
        sealed = len(gm.own_asks())
        answer_first(gm)
        assert len(gm.own_asks()) == sealed - 1
        waiting = gm.asked["sealed"]
        assert len(waiting) == 1
    process.kill()
    process = Process(store)
    with process.gm(fight) as gm:
        gm.until_asked()
        assert gm.asked["sealed"] == waiting
        assert len(gm.own_asks()) == sealed - 1
        gm.send(type="undo")
        gm.until("asked")
        assert gm.asked["sealed"] == {}
        assert len(gm.own_asks()) == sealed
    process.kill()
