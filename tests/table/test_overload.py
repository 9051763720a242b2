"""A table that is too busy: choices go first, odds wait, minds look less far ahead."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from tests.table.server import Json, Person, Server, run_apart, until_idle

from shieldwall.minds.look_ahead.captain import STRENGTHS
from shieldwall.table import workers
from shieldwall.table.overload import LOOK, ODDS, SHARPER, THOUGHT, LoopDelay, Turns, hurried
from shieldwall.table.server import access
from shieldwall.table.server.access import Bucket
from shieldwall.table.workers import FightText, Thought


def set_busy(server: Server, busy: bool) -> None:
    """As if the event loop were late, or no longer."""

    async def note() -> None:
        loop_delay = server.rooms.loop_delay
        loop_delay.stop()
        loop_delay.busy = 0.1
        loop_delay.note(10.0 if busy else 0.0)
        assert loop_delay.is_busy == busy

    server.on_loop(note()).result()


def kinds(person: Person) -> list[str]:
    return [one["type"] for one in person.received if one["type"] != "pong"]


def ask_for_odds(person: Person, ask: Json) -> None:
    choice = ask["groups"][0]["options"][0]["choice"]
    person.send(type="preview", request=ask["request"], choice=choice)


def test_odds_wait_while_the_table_is_busy_and_choices_go_first(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        set_busy(server, True)
        ask_for_odds(gm, gm.own_asks()[0])
        gm.send(type="squares", unit="alda")
        gm.send(type="look", viewer="alda", target="sergeant")
        gm.send(type="rule", what="hp alda 3")
        gm.sync()
        assert gm.unit("alda")["hp"] == 3, "an order is heard at once"
        before = gm.state["clock"]
        ask = gm.own_asks()[0]
        gm.choose(f"{ask['focus']} done")
        gm.sync()
        assert gm.state["clock"] != before, "and so is a choice"
        assert not {"previewed", "danger", "sight"} & set(kinds(gm))
        set_busy(server, False)
        gm.until("sight")
        until_idle(server, started["fight"])
        gm.sync()
        assert "danger" in kinds(gm)
        late = [one for one in gm.received if one["type"] == "refused"]
        assert [one["stale"] for one in late] == [True], "those odds nobody needs any more"
        ask_for_odds(gm, gm.own_asks()[0])
        gm.until("previewed")


def test_nobody_asks_for_more_odds_than_may_wait(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        set_busy(server, True)
        for _ in range(20):
            ask_for_odds(gm, gm.own_asks()[0])
        gm.sync()
        refused = [one for one in gm.received if one["type"] == "error"]
        assert [one["text"] for one in refused] == ["One question at a time, please."] * 4
        set_busy(server, False)
        until_idle(server, started["fight"])
        gm.sync()
        assert kinds(gm).count("previewed") == 16


def test_work_is_done_by_its_deadline_and_nothing_waits_for_ever() -> None:
    async def order() -> list[str]:
        turns, goes_on = Turns(1), asyncio.Event()
        done: list[str] = []

        async def work(name: str, kind: float) -> None:
            async with turns.turn(kind):
                done.append(name)
                await goes_on.wait()

        tasks = [asyncio.create_task(work("first", ODDS))]
        await asyncio.sleep(0)
        for name, kind in (
            ("map", SHARPER), ("odds", ODDS), ("mind", THOUGHT), ("fog", LOOK), ("odds too", ODDS),
        ):  # fmt: skip
            tasks.append(asyncio.create_task(work(name, kind)))
            await asyncio.sleep(0)
        assert (turns.waiting(ODDS), turns.waiting(THOUGHT)) == (2, 1)
        tasks[2].cancel()
        goes_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.turn(ODDS):
            done.append("last")
        return done

    assert run_apart(order()) == ["first", "fog", "mind", "odds too", "map", "last"]


def test_a_unit_that_is_stopped_in_its_turn_gives_its_place_to_the_next() -> None:
    async def stopped() -> None:
        turns = Turns(1)
        first = asyncio.create_task(hold(turns))
        await asyncio.sleep(0)
        second = asyncio.create_task(hold(turns))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        # It has its place, and is stopped before it knows.
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        async with asyncio.timeout(30), turns.turn(ODDS):
            pass

    async def hold(turns: Turns) -> None:
        async with turns.turn(ODDS):
            await asyncio.Event().wait()

    run_apart(stopped())


def test_minds_look_less_far_ahead_where_many_wait() -> None:
    names = tuple(STRENGTHS)

    def in_the_place_of(name: str, waiting: int) -> str:
        return hurried(name, names, waiting, 2, "natural")

    assert in_the_place_of("captain:strong", 3) == "captain:strong"
    assert in_the_place_of("captain:strong", 4) == "captain"
    assert in_the_place_of("captain", 4) == "captain:fast"
    assert in_the_place_of("captain:fast", 4) == "natural"
    assert in_the_place_of("captain:strong", 12) == "natural"
    assert in_the_place_of("brute", 100) == "brute"
    assert list(STRENGTHS.values()) == sorted(STRENGTHS.values()), "the quickest first"


def test_a_captain_at_a_busy_table_thinks_less_and_recovers(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[str] = []

    async def run(_: object, function: Any, text: FightText, unit: int, name: str) -> Thought:
        thought.append(name)
        return workers.think(text, unit, "natural")

    monkeypatch.setattr(workers.Workers, "run", run)
    turns = server.rooms.workers.turns
    for waiting, expected in ((0, "captain"), (2, "captain:fast"), (6, "natural"), (0, "captain")):
        monkeypatch.setattr(turns, "waiting", lambda _, waiting=waiting: waiting)
        thought.clear()
        started = server.start("duel", minds={"champion": "captain", "challenger": "captain"})
        with server.gm(started["fight"]) as gm:
            while not thought:
                gm.read()
            gm.send(type="settings", settings={"paused": True})
            gm.sync()
        assert set(thought) == {expected}, waiting


def test_the_gauge_counts_what_lasts_and_lets_everybody_go_on_when_it_is_over() -> None:
    async def gauged() -> list[bool]:
        loop_delay, found = LoopDelay(0.15), []
        for late in (0.3, 0.0, 0.3, 0.3, 0.3, 0.3, 0.1, 0.06, 0.0):
            loop_delay.note(late)
            found.append(loop_delay.is_busy)
        loop_delay.note(60)
        waiting = asyncio.create_task(loop_delay.calm(300))
        await loop_delay.calm(0.001)
        assert loop_delay.is_busy, "who does not want to wait longer goes on"
        loop_delay.note(0)
        async with asyncio.timeout(30):
            await waiting
        return found

    assert run_apart(gauged()) == [False, False, False, True, True, True, True, True, False]


def test_whoever_started_the_table_is_told_once_that_it_stays_busy(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def busy() -> None:
        loop_delay, clock = LoopDelay(0.15), 1000.0
        for _ in range(300):
            clock += 0.1
            monkeypatch.setattr(time, "monotonic", lambda now=clock: now)
            loop_delay.note(1.0)
            if clock < 1019:
                assert caplog.records == [], "a moment is no news"

    run_apart(busy())
    assert [record.getMessage() for record in caplog.records] == [
        "the table is busy (1000 ms late): choices go first, odds wait, minds look less far ahead"
    ]


def test_who_speaks_at_a_pace_is_not_shown_out_because_we_are_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    bucket = Bucket(20, 60)
    assert all(bucket.take() for _ in range(60))
    assert not bucket.take(), "too many at once"
    assert all(bucket.take(late=2.0) for _ in range(40)), "what came in the two seconds we missed"
    assert not bucket.take(late=2.0)
