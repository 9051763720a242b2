"""Reviews at the table: run in the background, stopped, stored with the fight, for the GM only."""

from __future__ import annotations

import time
from pathlib import Path

from tests import patience
from tests.table.server import UNHURRIED, Json, Server, ask, until_idle

from shieldwall.review.fight_review import Effort
from shieldwall.table.persistence.database import sqlite_url

SMALL = Effort(fights=10, quick=2, choices=1, quick_mind="natural", strongest="natural")
ENDLESS = Effort(fights=20_000, quick=2, choices=1, quick_mind="natural", strongest="natural")


def until_reviewed(server: Server, fight: str) -> Json:
    end = time.monotonic() + patience.SECONDS
    while True:
        state: Json = server.http.get(f"/api/fights/{fight}/review").json()
        if not state["running"]:
            return state
        assert time.monotonic() < end, state
        time.sleep(0.02)


def played(server: Server) -> Json:
    # Simple minds do not flee: a pursuit would need the GM's answer.
    started = server.start("duel", minds={"challenger": "simple", "champion": "simple"})
    gm = server.gm(started["fight"])
    gm.until("over")
    gm.__exit__(None, None, None)
    until_idle(server, started["fight"])
    return started


def test_a_review_is_stored_with_the_fight(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "table.sqlite3")
    server = Server(url, rate=UNHURRIED)
    server.rooms.reviews.effort = SMALL
    started = played(server)
    fight = started["fight"]
    address = f"/api/fights/{fight}/review"
    assert server.http.get(address).json()["report"] is None
    begun = server.http.post(address)
    assert begun.status_code == 202
    assert begun.json()["running"]
    assert begun.json()["whole"] > 0
    state = until_reviewed(server, fight)
    report = state["report"]
    assert state["trouble"] == ""
    assert not state["stale"]
    assert all(one["fights"] == 10 for one in report["chances"])
    tape = server.http.get(f"/api/fights/{fight}/tape").text
    server.stop()
    again = Server(url, rate=UNHURRIED)
    try:
        assert again.http.get(address).json()["report"] == report
        assert again.http.get(f"/api/fights/{fight}/tape").text == tape
        # The fight goes on: the review is of another one then.
        gm = again.gm(fight)
        gm.until("over")
        gm.send(type="rule", what="play-on")
        gm.sync()
        gm.__exit__(None, None, None)
        assert again.http.get(address).json()["stale"]
    finally:
        again.stop()


def test_a_review_can_be_stopped_and_is_the_gms_alone(server: Server) -> None:
    started = played(server)
    fight = started["fight"]
    address = f"{server.base}/api/fights/{fight}/review"
    alda = next(seat["link"] for seat in started["seats"] if seat["name"] == "Alda")
    for token in (alda.partition("token=")[2], server.rooms.guest_token):
        headers = {"authorization": f"Bearer {token}"}
        for method in ("GET", "POST", "DELETE"):
            assert ask(method, address, headers=headers).status_code == 403
    server.rooms.reviews.effort = ENDLESS
    assert server.http.post(address).json()["running"]
    assert server.http.post(address).json()["running"], "a second one joins the first"
    assert server.http.delete(address).status_code == 204
    state = server.http.get(address).json()
    assert (state["running"], state["report"], state["trouble"]) == (False, None, "")
    assert server.rooms.reviews.running == {}


def test_a_review_of_a_fight_nobody_has_begun(server: Server) -> None:
    fight = server.start("duel", settings={"dice": "by hand"})["fight"]
    answer = server.http.post(f"/api/fights/{fight}/review")
    assert answer.status_code == 409
    assert "No choice has been made" in answer.text
