"""Pictures of units: untrusted until checked, and shown only to seats that may know the unit."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

import pytest
from tests.table.server import Server

from shieldwall.table.persistence.database import sqlite_url


def png(width: int = 2, height: int = 2) -> bytes:
    """A real, small picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = zlib.compress((b"\x00" + b"\x7f" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def token_of(started: dict[str, list[dict[str, str]]], name: str) -> dict[str, str]:
    link = next(seat["link"] for seat in started["seats"] if seat["name"] == name)
    return {"authorization": f"Bearer {link.partition('token=')[2]}"}


def test_a_player_gives_its_own_unit_a_picture_and_everybody_sees_it(server: Server) -> None:
    started = server.start("yard")
    path = f"/api/fights/{started['fight']}/pictures/alda"
    alda = token_of(started, "Alda")
    brand = server.player(started, "Brand")
    brand.until("state")
    assert server.http.put(path, content=png(), headers=alda).status_code == 204
    brand.sync()
    assert brand.unit("alda")["picture"]
    shown = server.http.get(path, headers=token_of(started, "Brand"))
    assert shown.content == png()
    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert server.http.delete(path, headers=alda).status_code == 204
    brand.sync()
    assert brand.unit("alda")["picture"] == ""
    assert server.http.get(path).status_code == 404


def test_only_the_gm_changes_the_pictures_of_others(server: Server) -> None:
    started = server.start("yard")
    other = server.start("yard")
    path = f"/api/fights/{started['fight']}/pictures/brand"
    for headers in (
        token_of(started, "Alda"),
        {"authorization": f"Bearer {server.rooms.guest_token}"},
    ):
        assert server.http.put(path, content=png(), headers=headers).status_code == 403
        assert server.http.delete(path, headers=headers).status_code == 403
    stranger = token_of(other, "Brand")
    assert server.http.put(path, content=png(), headers=stranger).status_code == 404
    assert server.http.put(path, content=png()).status_code == 204
    assert server.http.get(path, headers=stranger).status_code == 404


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", 415),
        (b"<html><script>alert(1)</script>", 415),
        (b"GIF89a" + bytes(40), 415),
        (b"", 415),
        (png(1025, 2), 413),
        (png() + bytes(64 * 1024), 413),
        (png()[:20], 415),
    ],
)
def test_what_is_no_small_picture_is_not_taken(server: Server, data: bytes, status: int) -> None:
    fight = server.start("duel")["fight"]
    unit = server.rooms.by_id[fight].fight.names.units[0]
    answer = server.http.put(f"/api/fights/{fight}/pictures/{unit}", content=data)
    assert answer.status_code == status
    assert server.rooms.store.pictures(fight) == []


def test_the_picture_of_one_in_hiding_is_not_to_be_had(server: Server) -> None:
    started = server.start("yard")
    fight = started["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        foe = next(unit["id"] for unit in gm.state["units"] if not unit["seat"])
        path = f"/api/fights/{fight}/pictures/{foe}"
        assert server.http.put(path, content=png()).status_code == 204
        headers = token_of(started, "Alda")
        assert server.http.get(path, headers=headers).status_code == 200
        gm.send(type="rule", what=f"hide {foe}")
        gm.sync()
    hidden = server.http.get(path, headers=headers)
    nobody = server.http.get(f"/api/fights/{fight}/pictures/nobody", headers=headers)
    assert (hidden.status_code, hidden.text) == (nobody.status_code, nobody.text)
    assert hidden.status_code == 404
    assert server.http.get(path).status_code == 200


MAP = """\
title: Cellar
squares: |
  ....
  ....
picture: cellar.png
pixels: 10
"""
FIGHT = """\
title: In the Cellar
rules: sovereign
look-for: a picture
map: cellar
sides:
  - name: party
    party: adventurers
    only: [alda]
    places: {alda: A1}
  - name: foes
    units:
      - {what: goblin, at: D2}
"""


@pytest.fixture
def cellar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The GM's own folder with a map that has a picture."""
    home = tmp_path / "home"
    (home / "maps").mkdir(parents=True)
    (home / "encounters").mkdir()
    (home / "maps" / "cellar.yaml").write_text(MAP, encoding="utf-8")
    (home / "maps" / "cellar.png").write_bytes(png(40, 20))
    (home / "encounters" / "cellar.yaml").write_text(FIGHT, encoding="utf-8")
    monkeypatch.setenv("SHIELDWALL_HOME", str(home))
    return home


def test_the_maps_picture_lies_under_the_grid_but_not_under_the_fog(
    cellar: Path, tmp_path: Path
) -> None:
    server = Server(sqlite_url(tmp_path / "table.sqlite3"))
    try:
        started = server.start("cellar")
        path = f"/api/fights/{started['fight']}/pictures/*map*"
        alda = server.player(started, "Alda")
        alda.until("state")
        shown = alda.state["map"]
        assert shown["picture"]
        assert (shown["picture_width"], shown["picture_height"]) == (4, 2)
        headers = token_of(started, "Alda")
        assert server.http.get(path, headers=headers).content == png(40, 20)
        (cellar / "maps" / "cellar.png").unlink()
        again = server.http.post(f"/api/fights/{started['fight']}/again").json()
        assert server.http.get(f"/api/fights/{again['fight']}/pictures/*map*").content == png(
            40, 20
        )
        guest = {"authorization": f"Bearer {server.rooms.guest_token}"}
        assert server.http.get(path, headers=guest).status_code == 404
        (cellar / "maps" / "cellar.png").write_bytes(png(40, 20))
        foggy = server.start("cellar", settings={"fog": True})
        path = f"/api/fights/{foggy['fight']}/pictures/*map*"
        player = server.player(foggy, "Alda")
        player.until("state")
        assert player.state["map"]["picture"] == ""
        assert server.http.get(path, headers=token_of(foggy, "Alda")).status_code == 404
        assert server.http.get(path).status_code == 200
    finally:
        server.stop()


def test_a_map_whose_picture_is_something_else_is_played_without(
    cellar: Path, tmp_path: Path
) -> None:
    (cellar / "maps" / "cellar.png").write_text("<svg/>", encoding="utf-8")
    server = Server(sqlite_url(tmp_path / "table.sqlite3"))
    try:
        fight = server.start("cellar")["fight"]
        assert server.rooms.store.pictures(fight) == []
    finally:
        server.stop()


def test_pictures_outlive_a_restart(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "table.sqlite3")
    server = Server(url)
    fight = server.start("yard")["fight"]
    server.http.put(f"/api/fights/{fight}/pictures/alda", content=png())
    server.stop()
    server = Server(url)
    try:
        with server.gm(fight) as gm:
            gm.until("state")
            assert gm.unit("alda")["picture"]
        assert server.http.get(f"/api/fights/{fight}/pictures/alda").content == png()
    finally:
        server.stop()


def test_a_picture_is_text_in_no_message(server: Server) -> None:
    """Messages carry only a mark; the picture itself is asked for once."""
    fight = server.start("yard")["fight"]
    server.http.put(f"/api/fights/{fight}/pictures/alda", content=png())
    with server.gm(fight) as gm:
        gm.until("asked")
        assert base64.b64encode(png()).decode() not in str(gm.received)
