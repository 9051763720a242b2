"""Files from other programs, dropped on the page: previewed first, then written."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.exchange.samples import OSE_BLOCK, crypt_text, ose_actor, png, scene, stat_block
from tests.table.server import UNHURRIED, Json, Server, worker

from shieldwall.table.library.chance_runs import ChanceRuns
from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.server.large_bodies import UPLOAD_BODY
from shieldwall.table.workers import Workers


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder))
    return folder


@pytest.fixture
def table(home: Path, tmp_path: Path) -> Iterator[Server]:
    made = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED)
    made.server.config.app.state.chances = ChanceRuns(Workers(1, lent=worker()))  # type: ignore[union-attr]
    yield made
    made.stop()


def send(table: Server, file: str, data: bytes | str, save: bool = False, **asked: object) -> Json:
    body = data.encode() if isinstance(data, str) else data
    params = {"name": file, "asked": json.dumps(asked), "save": str(save).lower()}
    answer = table.http.post("/api/uploads", params=params, content=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_map_is_shown_then_asked_about_then_saved(table: Server, home: Path) -> None:
    seen = send(table, "Old Crypt.dd2vtt", crypt_text())
    assert seen["kind"] == "Universal VTT map"
    assert seen["asks_openings"]
    made = seen["files"][0]
    assert (made["kind"], made["name"], made["picture"]) == ("maps", "old-crypt", "old-crypt.png")
    assert made["map"]["width"] == 13
    assert not list(home.rglob("*.yaml"))
    doors = sum(wall["kind"] == "door" for wall in made["map"]["walls"])
    as_windows = send(table, "Old Crypt.dd2vtt", crypt_text(), openings="window")
    walls = as_windows["files"][0]["map"]["walls"]
    assert sum(wall["kind"] == "door" for wall in walls) == doors - 1
    saved = send(table, "Old Crypt.dd2vtt", crypt_text(), save=True)["written"]
    assert [one["name"] for one in saved] == ["old-crypt"]
    assert (home / "maps" / "old-crypt.png").read_bytes().startswith(b"\x89PNG")
    again = send(table, "Old Crypt.dd2vtt", crypt_text(), save=True)
    assert again["files"][0]["taken"]
    assert [one["name"] for one in again["written"]] == ["old-crypt-2"]
    assert "picture: old-crypt-2.png" in (home / "maps" / "old-crypt-2.yaml").read_text()
    lines = table.http.get("/api/library").json()["lines"]
    found = next(one for one in lines if one["kind"] == "maps")
    assert (found["origin"], found["trouble"]) == ("imported", "")
    picture = table.http.get("/api/library/maps/old-crypt/picture")
    assert picture.headers["content-type"] == "image/png"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert picture.headers["x-content-type-options"] == "nosniff"


def test_creatures_of_three_programs_and_a_pasted_block(table: Server, home: Path) -> None:
    for name, text in (
        ("actor.json", json.dumps(ose_actor())),
        ("initiative.json", json.dumps(stat_block())),
        ("pasted text", OSE_BLOCK),
    ):
        seen = send(table, name, text)
        assert [one["kind"] for one in seen["files"]] == ["creatures"], name
        assert {one["sure"] for one in seen["fields"]} <= {"sure", "likely", "guess"}
        assert seen["fields"]
        assert len(send(table, name, text, save=True)["written"]) == 1
    fight = send(table, "scene.json", json.dumps(scene()), save=True)
    assert {"maps"} <= {one["kind"] for one in fight["written"]}
    paths = [str(path) for path in home.rglob("*.yaml")]
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "check", "--json", *paths],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [one["problems"] for one in json.loads(said.stdout)] == [[]] * len(paths)


def test_a_plain_picture_becomes_a_map_with_its_grid(table: Server, home: Path) -> None:
    seen = send(table, "cave.png", png(200, 120), pixels=20, name="The Cave", save=True)
    assert seen["kind"] == "picture of a map"
    assert (seen["files"][0]["map"]["width"], seen["files"][0]["map"]["height"]) == (10, 6)
    text = (home / "maps" / "the-cave.yaml").read_text()
    assert "picture: the-cave.png\npixels: 20\n" in text
    assert (home / "maps" / "the-cave.png").read_bytes() == png(200, 120)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "SVG"),
        ("a.png", b"<?xml version='1.0'?>\n<!-- x -->\n<svg onload='x'/>", "SVG"),
        ("a.zip", b"PK\x03\x04rest", "archive"),
        ("a.json", b"", "empty"),
        ("a.json", b"{" * 100_000, "cannot be imported"),
        ("a.json", b'{"line_of_sight": [], "resolution": 5}', "resolution"),
        ("a.json", b"\xff\xfe\x00\xd8\x00", "cannot be imported"),
        ("a.bin", bytes(range(128, 256)) * 50, "UTF-8"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\xff" * 40, "cannot be imported"),
    ],
)
def test_what_is_hostile_or_nothing_is_refused_in_words(
    table: Server, home: Path, name: str, data: bytes, words: str
) -> None:
    params = {"name": name, "save": "true"}
    answer = table.http.post("/api/uploads", params=params, content=data)
    assert answer.status_code in (413, 415, 422), answer.text
    assert words in answer.json()["detail"]
    assert list(home.rglob("*")) == []


def test_names_lead_nowhere_and_sizes_are_bounded(table: Server, home: Path) -> None:
    for name in ("../../etc/passwd", "C:\\windows\\x.png", "a/../../b.png", "\u202e.png"):
        send(table, name, png(40, 40), pixels=10, save=True)
    assert {path.parent for path in home.rglob("*") if path.is_file()} == {home / "maps"}
    large = table.http.post("/api/uploads", content=b"x" * (UPLOAD_BODY + 1))
    assert large.status_code == 413
    bad = table.http.post("/api/uploads", params={"asked": "{"}, content=png(10, 10))
    assert bad.status_code == 422
