"""Harmful and broken files in the GM's own folder: reported, never played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Server

from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.persistence.records import TABLE, TableState
from shieldwall.table.persistence.tables import Batch

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)
HOSTILE: dict[str, bytes] = {
    "laughs": LAUGHS.encode(),
    "deep": b"title: " + b"[" * 5000 + b"]" * 5000,
    "braces": b"{" * 100_000,
    "large": b"title: x\n" + b"# padding\n" * 300_000,
    "wide": b"title: x\nrules: sovereign\nmap:\n  squares: |\n    "
    + b"." * 9000
    + b"\nsides: []\n",
    "latin": "title: Zauberschüler\n".encode("latin-1"),
    "sixteen": "title: x\n".encode("utf-16"),
    "binary": bytes(range(256)) * 40,
    "empty": b"",
    "list": b"- a\n- b\n",
    "tag": b"!!python/object/apply:os.system ['true']\n",
    "markup": b"title: <script>alert(1)</script>\nrules: sovereign\n",
}


@pytest.fixture
def besieged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    folder = tmp_path / "home" / "encounters"
    folder.mkdir(parents=True)
    for name, content in HOSTILE.items():
        (folder / f"{name}.yaml").write_bytes(content)
    (folder / "folder.yaml").mkdir()
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    server = Server(sqlite_url(tmp_path / "table.sqlite3"))
    yield server
    server.stop()


def test_the_start_page_names_what_is_wrong_with_each_file(besieged: Server) -> None:
    answer = besieged.http.get("/api/shelf")
    assert answer.status_code == 200
    lines = {line["name"]: line for line in answer.json()["encounters"]}
    for name in HOSTILE:
        assert lines[name]["own"]
        assert lines[name]["trouble"], name
        assert f"{name}.yaml" in lines[name]["trouble"]
        assert "Traceback" not in lines[name]["trouble"]
        assert len(lines[name]["trouble"]) < 5000, name
    assert lines["duel"]["trouble"] == "", "the others are there as ever"


def test_none_of_them_is_played_and_the_table_goes_on(besieged: Server) -> None:
    for name in (*HOSTILE, "folder"):
        answer = besieged.http.post("/api/fights", json={"encounter": name})
        assert answer.status_code == 422, (name, answer.text)
        assert answer.json()["detail"]
    assert besieged.start("duel")["fight"]


def test_a_store_that_names_a_mind_by_a_file_runs_nothing(server: Server, tmp_path: Path) -> None:
    """The GM gets a message and plays on for it."""
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\ndef mind(request): ...\n")
    fight = server.start("duel")["fight"]
    server.rooms.by_id.pop(fight)
    minds = dict.fromkeys(("challenger", "champion"), f"{trap}:mind")
    entry = (TABLE, TableState(Settings(), minds, ()).text())
    count = len(server.rooms.store.entries(fight))
    server.rooms.store.append([Batch(fight, count, (entry,), 1, False)])
    with server.gm(fight) as gm:
        words = gm.until("error")["text"]
        assert "only the command line may name files to run" in words
        gm.until_asked()
    assert not (tmp_path / "ran").exists()
