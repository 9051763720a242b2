"""A server that is killed in the middle of it all, and started again: nothing told is lost."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from tests.table.server import Person, Process
from websockets.exceptions import ConnectionClosed

KILLS = 12


def play(gm: Person, chance: random.Random) -> None:
    """Answer whatever is asked, as fast as it goes, until the server is gone or the fight over."""
    try:
        while gm.received[-1]["type"] != "over" if gm.received else True:
            gm.until_asked()
            ask = gm.own_asks()[0]
            group = chance.choice(ask["groups"])
            option = chance.choice(group["options"])
            gm.send(type="choose", request=ask["request"], choice=option["choice"])
            gm.until("asked", "over", "refused")
    except (ConnectionClosed, TimeoutError):
        return


def answer_first(gm: Person) -> None:
    """The first question with the last of its answers, which is to let it be."""
    ask = gm.own_asks()[0]
    option = ask["groups"][-1]["options"][-1]
    gm.send(type="choose", request=ask["request"], choice=option["choice"])
    gm.until("asked")


@pytest.mark.slow
def test_a_fight_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(8)
    store = tmp_path / "table.sqlite3"
    process = Process(store)
    fight = process.start("duel")["fight"]
    told: list[str] = []
    grown = 0
    for _ in range(KILLS):
        with process.gm(fight) as gm:
            gm.sync()
            assert gm.texts()[: len(told)] == told, "what was told before the kill is still told"
            if any(message["type"] == "over" for message in gm.received):
                fight = process.start("duel")["fight"]
                told = []
                continue
            timer = threading.Timer(chance.uniform(0.05, 1.0), process.kill)
            timer.start()
            before = len(gm.lines)
            play(gm, chance)
            timer.join()
            told = gm.texts()
            grown += len(told) - before
        process = Process(store)
    process.kill()
    assert grown > 0, "somebody did something between the kills"


@pytest.mark.slow
def test_a_sealed_answer_outlives_the_server(tmp_path: Path) -> None:
    """Whether one's side waits is asked of both at once: one answer is in when it is killed."""
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
