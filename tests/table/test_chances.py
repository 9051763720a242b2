"""Chances over REST: a rough answer soon, a better one later, changes with the same dice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import patience
from tests.table.server import UNHURRIED, Json, Server, worker

from shieldwall.content.encounters import load_encounter
from shieldwall.sim.runs import simulate
from shieldwall.table.library.chance_runs import ChanceRuns
from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.workers import Workers

DUEL = """\
title: Two against three
rules: sovereign
map:
  squares: |
    ............
    ............
    ............
    ............
sides:
  - {name: party, party: adventurers, only: [alda, brand], area: A1-B4}
  - {name: foes, units: [{what: 3 x goblin, area: K1-L4}]}
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    made = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED)
    made.server.config.app.state.chances = ChanceRuns(Workers(1, lent=worker()))  # type: ignore[union-attr]
    yield made
    made.stop()


def ask(table: Server, **wanted: object) -> str:
    answer = table.http.post("/api/chances", json=wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["run"])


def until(table: Server, run: str, *states: str) -> Json:
    end = time.monotonic() + patience.SECONDS * 4
    found: Json = {}
    while time.monotonic() < end:
        found = table.http.get(f"/api/chances/{run}").json()
        if found["state"] in states:
            return found
        time.sleep(0.05)
    raise AssertionError(f"still {found['state']} after {found['fights']} fights")


def test_the_answer_is_that_of_the_simulator(table: Server, tmp_path: Path) -> None:
    found = until(table, ask(table, text=DUEL, fights=30), "done", "failed")
    assert found["state"] == "done", found["trouble"]
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL)
    same = simulate(load_encounter(str(path)), 30, 1)
    wins = found["shares"][0]
    assert wins["value"] == same.won / 30
    assert 0 <= wins["low"] <= wins["value"] <= wins["high"] <= 1
    assert found["headline"].startswith("The party wins")
    assert [row[0] for row in found["units"]] == ["", "Alda", "Brand", "goblin (each of 3)"]
    assert sum("<svg" in chart for chart in found["charts"]) == 5


def test_what_can_be_changed_and_what_the_changes_are_worth(table: Server) -> None:
    knobs = table.http.post("/api/chances/knobs", json={"text": DUEL}).json()
    foes = knobs["foes"]
    assert foes == [{"name": "goblin", "plural": "goblins", "count": 3, "hp": foes[0]["hp"]}]
    assert (knobs["party"], knobs["lowest"], knobs["shock"]) == ("adventurers", 1, True)
    assert knobs["distance"] >= 40
    variants = [
        {"numbers": {"goblin": 2}},
        {"surprised": ["foes"]},
        {"levels": 2},
        {"shock": False, "morale": False},
        {"hp": {"goblin": 200}, "distance": 20},
    ]
    found = until(table, ask(table, text=DUEL, fights=24, variants=variants), "done", "failed")
    assert found["state"] == "done", found["trouble"]
    assert [one["label"] for one in found["variants"]] == [
        "2 goblins instead of 3",
        "surprised: foes",
        "party 2 levels higher",
        "no Shock, no morale checks",
        "goblins at 200 % HP, 20 ft apart",
    ]
    assert "<svg" in found["tornado"]
    for one in found["variants"]:
        assert one["low"] <= one["change"] <= one["high"]
        wins = one["shares"][0]["value"] - found["shares"][0]["value"]
        assert one["change"] == pytest.approx(wins)


def test_a_slider_moved_again_finds_the_encounter_played(table: Server) -> None:
    first = ask(table, text=DUEL, fights=20, variants=[{"numbers": {"goblin": 2}}])
    assert until(table, first, "done", "failed")["state"] == "done"
    runs = table.server.config.app.state.chances  # type: ignore[union-attr]
    again = ask(table, text=DUEL, fights=32, variants=[{"numbers": {"goblin": 1}}])
    assert runs.find(again).base is runs.find(first).base
    found = until(table, again, "done", "failed")
    alone = until(
        table, ask(table, text=DUEL, fights=32, seed=1, variants=[{"morale": False}]), "done"
    )
    assert found["fights"] == 32
    assert found["shares"] == alone["shares"]


def test_a_coarse_answer_comes_before_the_end_and_a_run_can_be_stopped(table: Server) -> None:
    run = ask(table, text=DUEL, fights=20_000)
    end = time.monotonic() + patience.SECONDS * 2
    while (found := table.http.get(f"/api/chances/{run}").json())["fights"] == 0:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert found["state"] == "running"
    assert found["headline"]
    stopped = table.http.delete(f"/api/chances/{run}").json()
    assert stopped["state"] == "stopped"
    assert 0 < stopped["fights"] < 20_000
    again = table.http.get(f"/api/chances/{run}").json()
    assert (again["state"], again["fights"]) == ("stopped", stopped["fights"])


def test_a_search_finds_the_number_of_foes(table: Server) -> None:
    asked = {
        "text": DUEL,
        "fights": 100,
        "want": "the party wins 80 % +- 20",
        "knob": "number.goblin=1..4",
    }
    found = until(table, ask(table, **asked), "done", "failed", "stopped")
    assert found["state"] == "done", found["trouble"]
    assert found["tried"]
    assert found["tuned"]
    assert found["found"] is None or 1 <= found["found"] <= 4


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"text": DUEL.replace("goblin", "gobblin")}, "did you mean"),
        ({"text": DUEL, "variants": [{"numbers": {"ogre": 2}}]}, "no foe is called 'ogre'"),
        ({"text": DUEL, "variants": [{"surprised": ["nobody"]}]}, "No side is called"),
        ({"text": DUEL, "want": "fun", "knob": "number.goblin=1..4"}, "has no number"),
        ({"text": DUEL, "want": "wins 80 %", "knob": "x"}, "should read NAME=FROM..TO"),
        ({"encounter": "../../etc/passwd"}, "no shipped"),
    ],
)
def test_what_cannot_be_played_is_told(table: Server, wanted: Json, words: str) -> None:
    answer = table.http.post("/api/chances", json=wanted)
    assert answer.status_code in (404, 422)
    assert words in answer.json()["detail"]
