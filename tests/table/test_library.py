"""The library over REST: the GM's own files, listed, read, written, deleted and restored."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.table.server import UNHURRIED, Json, Server

from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.server.large_bodies import FILE_BODY

CELLAR = """\
# A cellar under the mill.
title: The Cellar
rules: sovereign  # the book we play
map:
  squares: |
    ........
    ...##...
    ........
    ........
sides:
  # Our heroes.
  - name: party
    party: adventurers
    area: A1-B4
  - name: foes
    units:
      - {what: 3 x goblin, area: G1-H4}  # in the dark
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder))
    return folder


@pytest.fixture
def table(home: Path, tmp_path: Path) -> Iterator[Server]:
    made = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED)
    yield made
    made.stop()


def save(table: Server, name: str, text: str, version: str = "", kind: str = "encounters") -> Json:
    body = {"text": text, "version": version}
    answer = table.http.put(f"/api/library/{kind}/{name}", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def line(table: Server, kind: str, name: str, origin: str = "") -> Json:
    lines = table.http.get("/api/library").json()["lines"]
    found: Json = next(
        one
        for one in lines
        if one["kind"] == kind and one["name"] == name and origin in ("", one["origin"])
    )
    return found


def test_what_is_shipped_own_and_imported_stands_in_one_list(table: Server, home: Path) -> None:
    save(table, "cellar", CELLAR)
    save(
        table,
        "ogres",
        "# From ogres.json.\nbig ogre:\n  hd: 5\n  ac: 13\n  weapons: club\n",
        kind="creatures",
    )
    found = line(table, "encounters", "cellar")
    assert (found["title"], found["origin"], found["trouble"]) == ("The Cellar", "own", "")
    assert found["facts"] == ["4 v 3", "8 x 4 squares"]
    assert len(found["dots"]) == 7
    assert found["map"]["width"] == 8
    assert line(table, "creatures", "ogres")["origin"] == "imported"
    assert line(table, "creatures", "ogres")["title"] == "big ogre"
    rooms = line(table, "encounters", "hall")
    assert rooms["origin"] == "shipped"
    assert rooms["version"] == ""
    assert "undead" in line(table, "creatures", "skeleton")["tags"]
    books = [
        one["book"]
        for one in table.http.get("/api/library").json()["lines"]
        if (one["kind"], one["name"]) == ("parties", "novices")
    ]
    assert books == ["sovereign", "aachen", "dolmenwood"]
    assert (home / "encounters" / "cellar.yaml").read_text() == CELLAR


def test_the_page_notices_what_changes_on_disk(table: Server, home: Path) -> None:
    before = table.http.get("/api/library/stamp").json()["stamp"]
    assert table.http.get("/api/library").json()["stamp"] == before
    (home / "encounters").mkdir()
    (home / "encounters" / "by-hand.yaml").write_text(CELLAR)
    after = table.http.get("/api/library/stamp").json()["stamp"]
    assert after != before
    assert line(table, "encounters", "by-hand")["title"] == "The Cellar"
    (home / "encounters" / "by-hand.yaml").write_text(CELLAR.replace("goblin", "gobblin"))
    assert "did you mean goblin" in line(table, "encounters", "by-hand")["trouble"]


def test_a_second_browser_with_an_old_version_is_told_and_overwrites_nothing(
    table: Server, home: Path
) -> None:
    first = save(table, "cellar", CELLAR)
    mine = CELLAR.replace("The Cellar", "My Cellar")
    save(table, "cellar", mine, first["version"])
    theirs = {"text": CELLAR.replace("The Cellar", "Their Cellar"), "version": first["version"]}
    answer = table.http.put("/api/library/encounters/cellar", json=theirs)
    assert answer.status_code == 409
    told = answer.json()
    assert "changed by somebody else" in told["detail"]
    assert told["text"] == mine
    assert (home / "encounters" / "cellar.yaml").read_text() == mine
    save(table, "cellar", theirs["text"], told["version"])
    answer = table.http.put("/api/library/encounters/cellar", json={"text": CELLAR})
    assert answer.status_code == 409
    assert "already" in answer.json()["detail"]
    answer = table.http.delete(f"/api/library/encounters/cellar?version={first['version']}")
    assert answer.status_code == 409
    (home / "encounters" / "cellar.yaml").unlink()
    answer = table.http.put("/api/library/encounters/cellar", json=theirs)
    assert answer.status_code == 409
    assert "no longer exists" in answer.json()["detail"]
    assert not (home / "encounters" / "cellar.yaml").exists()


def test_of_many_who_save_at_once_one_wins_and_the_file_is_whole(table: Server, home: Path) -> None:
    version = save(table, "cellar", CELLAR)["version"]
    texts = [CELLAR + f"# writer {number}\n" * 200 for number in range(12)]
    codes: list[int] = []

    def write(text: str) -> None:
        with httpx.Client(
            base_url=table.base, headers=table.http.headers, timeout=patience.SECONDS
        ) as mine:
            body = {"text": text, "version": version}
            codes.append(mine.put("/api/library/encounters/cellar", json=body).status_code)

    writers = [threading.Thread(target=write, args=[text]) for text in texts]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    assert sorted(codes) == [200] + [409] * 11
    assert (home / "encounters" / "cellar.yaml").read_text() in texts
    assert [one.name for one in (home / "encounters").iterdir()] == ["cellar.yaml"]


def test_what_is_deleted_comes_back(table: Server, home: Path) -> None:
    version = save(table, "cellar", CELLAR)["version"]
    undo = table.http.delete(f"/api/library/encounters/cellar?version={version}").json()["undo"]
    assert not (home / "encounters" / "cellar.yaml").exists()
    assert table.http.get("/api/library/encounters/cellar").status_code == 404
    save(table, "cellar", "title: Another\n")
    answer = table.http.post(f"/api/library/undo/{undo}")
    assert answer.status_code == 409
    assert "rename" in answer.json()["detail"]
    new = table.http.get("/api/library/encounters/cellar").json()["version"]
    moved = table.http.post(
        "/api/library/encounters/cellar/rename", json={"name": "attic", "version": new}
    )
    assert moved.json()["name"] == "attic"
    assert table.http.post(f"/api/library/undo/{undo}").json()["name"] == "cellar"
    assert (home / "encounters" / "cellar.yaml").read_text() == CELLAR
    assert table.http.post(f"/api/library/undo/{undo}").status_code == 404


def test_copies_are_files_of_ones_own_that_check_accepts(table: Server, home: Path) -> None:
    save(table, "cellar", CELLAR)
    made = [
        table.http.post(f"/api/library/{path}/copy", json={}).json()
        for path in (
            "encounters/cellar",
            "encounters/cellar",
            "shipped/encounters/hall",
            "shipped/creatures/troll",
            "shipped/parties/novices",
        )
    ]
    made.append(
        table.http.post("/api/library/shipped/parties/novices/copy?book=aachen", json={}).json()
    )
    assert [one["name"] for one in made] == [
        "cellar-copy", "cellar-copy-2", "my-hall", "my-troll", "my-novices", "my-novices-2"
    ]  # fmt: skip
    paths = [one["path"] for one in made]
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "check", "--json", *paths],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    checked = json.loads(said.stdout)
    assert [one["problems"] for one in checked] == [[]] * 6
    assert (home / "encounters" / "cellar-copy.yaml").read_text() == CELLAR


def test_tags_are_a_comment_at_the_head_of_the_file(table: Server, home: Path) -> None:
    version = save(table, "cellar", CELLAR)["version"]
    put = {"tags": ["Mill", "first evening"], "version": version}
    answer = table.http.put("/api/library/encounters/cellar/tags", json=put)
    text = (home / "encounters" / "cellar.yaml").read_text()
    assert text == "# tags: mill, first evening\n" + CELLAR
    assert line(table, "encounters", "cellar")["tags"][:2] == ["mill", "first evening"]
    put = {"tags": [], "version": answer.json()["version"]}
    table.http.put("/api/library/encounters/cellar/tags", json=put)
    assert (home / "encounters" / "cellar.yaml").read_text() == CELLAR
    bad = {"tags": ["a\nb: c"], "version": "x"}
    assert table.http.put("/api/library/encounters/cellar/tags", json=bad).status_code in (409, 422)


@pytest.mark.parametrize(
    "name",
    ["../outside", "..%2Foutside", "..", ".", "%2e%2e%2foutside", "a%2Fb", "A", "con", "nul",
     "x.yaml", "a%00b", "-a", "a" * 61, "C%3A%5Cx", "%E2%80%AE"],
)  # fmt: skip
def test_no_name_leads_out_of_the_folder(table: Server, home: Path, name: str) -> None:
    for kind in ("encounters", "maps"):
        body = {"text": "title: x\n", "version": ""}
        answer = table.http.put(f"/api/library/{kind}/{name}", json=body)
        assert answer.status_code in (404, 405, 422), answer.text
        assert table.http.get(f"/api/library/{kind}/{name}").status_code in (200, 404, 405)
    assert [one for one in home.rglob("*") if one.is_file()] == []
    assert not (home.parent / "outside.yaml").exists()


@pytest.mark.parametrize("kind", ["rules", "..", "%2e%2e", "encounters%2F..", ".deleted", "x"])
def test_no_kind_leads_out_of_the_folder(table: Server, home: Path, kind: str) -> None:
    answer = table.http.put(f"/api/library/{kind}/a", json={"text": "a: b\n", "version": ""})
    assert answer.status_code in (404, 405)
    assert list(home.iterdir()) == []


def test_a_link_out_of_the_folder_is_not_written_through(table: Server, home: Path) -> None:
    secret = home.parent / "secret.yaml"
    secret.write_text(CELLAR)
    (home / "encounters").mkdir()
    (home / "encounters" / "link.yaml").symlink_to(secret)
    version = table.http.get("/api/library/encounters/link").json()["version"]
    body = {"text": "title: gone\n", "version": version}
    answer = table.http.put("/api/library/encounters/link", json=body)
    assert answer.status_code == 409
    assert "link" in answer.json()["detail"]
    assert secret.read_text() == CELLAR


def test_sizes_are_bounded_before_and_after_the_token(table: Server, home: Path) -> None:
    large = {"text": "#" * 1_000_001, "version": ""}
    assert table.http.put("/api/library/encounters/big", json=large).status_code == 422
    huge = b"x" * (FILE_BODY + 1)
    assert table.http.put("/api/library/encounters/big", content=huge).status_code == 413
    assert table.http.post("/api/fights", content=b"x" * 70_000).status_code == 413
    umlauts = {"text": "ä" * 600_000, "version": ""}
    assert table.http.put("/api/library/encounters/big", json=umlauts).status_code == 413
    assert not (home / "encounters").exists()


def test_only_the_gm_reaches_the_library(table: Server) -> None:
    started = table.start("duel")
    seat = started["seats"][0]["link"].partition("token=")[2]
    spec = table.http.get("/api/openapi.json").json()
    routes = [
        (method, path.format(kind="encounters", name="hall", undo="0" * 16, run="x", file="x"))
        for path, methods in spec["paths"].items()
        for method in methods
        if path.startswith(
            ("/api/library", "/api/editor", "/api/uploads", "/api/chances", "/api/handouts")
        )
    ]
    assert len(routes) >= 15
    for token, wanted in (("", 401), ("wrong", 401), (seat, 403), (table.rooms.guest_token, 403)):
        with httpx.Client(base_url=table.base, timeout=patience.SECONDS) as stranger:
            for method, path in routes:
                headers = {"authorization": f"Bearer {token}"} if token else {}
                answer = stranger.request(method, path, headers=headers)
                assert answer.status_code == wanted, (method, path, answer.status_code)


def test_a_disk_that_refuses_is_told_and_nothing_is_half_written(
    table: Server, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    version = save(table, "cellar", CELLAR)["version"]

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    body = {"text": CELLAR + "# more\n", "version": version}
    answer = table.http.put("/api/library/encounters/cellar", json=body)
    assert answer.status_code == 507
    assert "No space left" in answer.json()["detail"]
    assert (home / "encounters" / "cellar.yaml").read_text() == CELLAR
    assert [one.name for one in (home / "encounters").iterdir()] == ["cellar.yaml"]
