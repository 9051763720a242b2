"""The table on a local network: other machines reach it, by address or by name, over plain http."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.table.server import PATIENCE, Json, Person, Server, ask, open_socket
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.server.access import FOREVER
from shieldwall.table.server.network import listen


def own_address() -> str:
    """This machine's address as others see it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            pytest.skip("this machine is on no network")
        found = str(probe.getsockname()[0])
    if found.startswith("127."):
        pytest.skip("this machine is on no network")
    return found


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Json]:
    """`shieldwall serve --lan` as a GM starts it, and its output."""
    command = [sys.executable, "-m", "shieldwall", "serve", "--json", "--port", "0", "--lan"]
    process = subprocess.Popen(
        [*command, "--store", sqlite_url(tmp_path / "table.sqlite3")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SHIELDWALL_ONCE": ""},
    )
    assert process.stdout is not None
    where: Json = json.loads(process.stdout.readline())
    base = where["gm"].partition("/#")[0]
    ask("GET", f"{base}/api/health")
    yield where
    process.terminate()
    process.wait()
    process.stdout.close()


def test_a_player_joins_by_the_address_that_is_printed(lan: Json) -> None:
    here = own_address()
    base, _, guest = lan["players"].partition("/#token=")
    assert base.startswith(f"http://{here}:")
    host = lan["gm"].partition("/#token=")[2]
    with httpx.Client(
        base_url=base, headers={"authorization": f"Bearer {host}"}, timeout=PATIENCE
    ) as http:
        started = http.post("/api/fights", json={"encounter": "yard"}).json()
        invitation = http.get("/api/invitation").json()
        assert invitation["address"] == lan["players"]
        assert set("".join(invitation["qr"])) == {"0", "1"}
        seat = http.get(f"/api/fights/{started['fight']}/seats/Alda/invitation").json()
        assert seat["address"] == base + started["seats"][0]["link"]
        assert seat["qr"] != invitation["qr"]
    free = ask("GET", f"{base}/api/fights", headers={"authorization": f"Bearer {guest}"}).json()
    assert [one["name"] for one in free[0]["free"]] == ["Alda", "Brand", "Cenric", "Dunstan"]
    with Person(base, started["seats"][0]["link"].partition("token=")[2]) as alda:
        assert alda.until("welcome")["seat"] == "Alda"


def test_a_page_comes_in_from_the_lan_and_a_foreign_one_does_not(lan: Json) -> None:
    base = lan["players"].partition("/#")[0]
    port = base.rpartition(":")[2]
    socket_address = base.replace("http", "ws") + "/ws"
    with open_socket(socket_address, origin=Origin(base)):
        pass
    for origin in ("http://evil.example", f"http://127.0.0.1:{port}", "null"):
        with pytest.raises(InvalidStatus), open_socket(socket_address, origin=Origin(origin)):
            raise AssertionError(f"{origin} came in")
    names = [socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local"]
    for name in names:
        answer = ask("GET", f"{base}/api/health", headers={"host": f"{name}:{port}"})
        assert answer.status_code == 200
    for name in ("evil.example", "8.8.8.8", "127.0.0.1.evil.example"):
        answer = ask("GET", f"{base}/api/health", headers={"host": f"{name}:{port}"})
        assert answer.status_code == 403


def test_under_a_name_of_its_own_everything_works_over_plain_http(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path / "table.sqlite3"), lan=True, hosts=("table.test",))
    port = server.base.rpartition(":")[2]
    name = f"table.test:{port}"
    try:
        started = server.start("yard")
        token = started["seats"][0]["link"].partition("token=")[2]
        headers = Headers({"Host": name})
        with open_socket(
            f"ws://{name}/ws",
            sock=socket.create_connection(("127.0.0.1", int(port))),
            origin=Origin(f"http://{name}"),
        ) as talk:
            talk.send(json.dumps({"type": "hello", "token": token}))
            assert json.loads(talk.recv(timeout=PATIENCE))["type"] == "welcome"
        answer = ask("GET", f"{server.base}/", headers=dict(headers))
        assert answer.status_code == 200
        # Browsers ignore it where the address is not trusted, and complain.
        assert "cross-origin-opener-policy" not in answer.headers
        assert "upgrade-insecure-requests" not in answer.headers["content-security-policy"]
        assert "strict-transport-security" not in answer.headers
        near = ask("GET", f"{server.base}/")
        assert near.headers["cross-origin-opener-policy"] == "same-origin"
    finally:
        server.stop()


def test_what_has_its_hash_in_its_name_is_kept_and_the_page_is_not(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path / "table.sqlite3"))
    try:
        page = ask("GET", f"{server.base}/")
        assert page.headers["cache-control"] == "no-store"
        missing = ask("GET", f"{server.base}/assets/nothing-12345678.js")
        assert missing.status_code == 404
        assert missing.headers["cache-control"] == "no-store"
        names = [part.split('"')[0] for part in page.text.split("/assets/")[1:]]
        if not names:
            pytest.skip("the page has not been built")
        for name in names:
            answer = ask("GET", f"{server.base}/assets/{name}")
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == FOREVER
    finally:
        server.stop()


def test_on_loopback_the_invitation_says_what_to_do_and_shows_no_dead_code(
    server: Server,
) -> None:
    found = server.http.get("/api/invitation").json()
    assert not found["lan"]
    assert found["qr"] == []
    assert "Open it to the network" in found["words"]
    assert found["can_open"]
    started = server.start("yard")
    seat = server.http.get(f"/api/fights/{started['fight']}/seats/Alda/invitation").json()
    assert seat["qr"] == []
    server.rooms.by_id.clear()
    gone = server.http.get(f"/api/fights/{started['fight']}/seats/Alda/invitation")
    assert gone.status_code == 409
    assert gone.json()["detail"] == "The link of Alda is no longer valid; make a new one."


def test_the_gm_opens_the_running_table_to_the_network_and_closes_it(server: Server) -> None:
    address = own_address()
    started = server.start("yard")
    opened = server.http.put("/api/network", json={"open": True}).json()
    assert opened["lan"]
    assert opened["can_close"]
    assert opened["qr"]
    base = opened["address"].partition("/#")[0]
    assert base.startswith(f"http://{address}:")
    assert ask("GET", f"{base}/api/health").status_code == 200
    assert ask("GET", f"{base}/api/me").status_code == 401
    assert ask("GET", f"{base}/api/health", headers={"host": "evil.test"}).status_code == 403
    link = next(seat["link"] for seat in started["seats"] if seat["name"] == "Alda")
    far = Person(base, link.partition("token=")[2])
    far.until("state")
    near = server.player(started, "Brand")
    near.until("state")
    again = server.http.put("/api/network", json={"open": True}).json()
    assert again["address"] == opened["address"]
    closed = server.http.put("/api/network", json={"open": False}).json()
    assert not closed["lan"]
    assert closed["qr"] == []
    assert far.is_shown_out()
    with pytest.raises(httpx.TransportError):
        ask("GET", f"{base}/api/health")
    near.sync()
    assert server.http.put("/api/network", json={"open": False}).status_code == 200


def test_a_port_that_is_taken_is_not_shared() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.parametrize(("system", "option"), [("linux", "REUSEADDR"), ("win32", "EXCLUSIVE")])
def test_windows_is_told_not_to_share_a_port(
    system: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, SO_REUSEADDR lets a second table listen on the port of the first."""
    named = {"SO_REUSEADDR": "REUSEADDR", "SO_EXCLUSIVEADDRUSE": "EXCLUSIVE"}
    asked: list[object] = []

    class Asked(socket.socket):
        def setsockopt(self, *words: object) -> None:
            asked.append(words[1])

    for name, value in named.items():
        monkeypatch.setattr(socket, name, value, raising=False)
    monkeypatch.setattr(socket, "socket", Asked)
    monkeypatch.setattr(sys, "platform", system)
    listen("127.0.0.1", 0).close()
    assert asked == [option]


def test_only_the_gm_opens_the_table(server: Server) -> None:
    started = server.start("yard")
    seat = started["seats"][0]["link"].partition("token=")[2]
    for token in (seat, server.rooms.guest_token, "nobody"):
        headers = {"authorization": f"Bearer {token}"}
        answer = server.http.put("/api/network", json={"open": True}, headers=headers)
        assert answer.status_code in (401, 403)
    assert not server.http.get("/api/invitation").json()["lan"]
