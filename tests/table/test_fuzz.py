"""Hostile clients: random messages on the socket, generated requests, floods, foreign pages."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from tests.table.server import Person, Server, ask, open_socket, until_idle
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.protocol import client_message
from shieldwall.table.server.access import MOST_BODY, MOST_MESSAGE, Rate

TYPES = sorted(client_message.json_schema()["discriminator"]["mapping"])
WORDS = ["alda", "sergeant", "GM", "", "done", "pass", "alda done", "x" * 600, "\x00", "<b>", "🛡"]
FIELDS = [
    "type", "request", "choice", "unit", "value", "what", "note", "who", "mind", "name", "units",
    "role", "settings", "when", "viewer", "target", "token", "fight", "since", "extra",
]  # fmt: skip


def some_message(chance: random.Random, person: Person) -> str:
    """Now and then well-formed, often nearly, sometimes nothing at all."""
    if chance.random() < 0.1:
        return chance.choice(["", "[]", "null", "{", "7", '"hello"', "[" * 500, '{"type": 3}'])
    values: list[Any] = [*WORDS, 0, 1, -5, 10**30, 1.5, None, True, [], ["alda"], {}, {"a": 1}]
    message: dict[str, Any] = {"type": chance.choice(TYPES)}
    for _ in range(chance.randrange(5)):
        message[chance.choice(FIELDS)] = chance.choice(values)
    asks = person.asked["asks"]
    if asks and chance.random() < 0.5:
        # About real open questions, so that it passes the first checks.
        ask = chance.choice(asks)
        message["request"] = ask["request"]
        options = [one["choice"] for group in ask["groups"] for one in group["options"]]
        if options and chance.random() < 0.7:
            message["choice"] = chance.choice(options)
    return json.dumps(message)


def closed_with(person: Person, messages: list[str]) -> int:
    """Send them all; returns the server's close code, 0 if the connection stays open."""
    try:
        for message in messages:
            person.socket.send(message)
        person.sync()
    except ConnectionClosed as error:
        return -1 if error.rcvd is None else error.rcvd.code
    return 0


@pytest.mark.parametrize("role", ["gm", "player"])
def test_no_message_harms_the_table(server: Server, role: str) -> None:
    chance = random.Random(role)
    started = server.start("duel", seats=[{"name": "Ann", "units": ["alda"]}])
    with server.gm(started["fight"]) as gm:
        gm.until("asked")
        before = table_of(gm)
    for _ in range(12):
        person = server.gm(started["fight"]) if role == "gm" else server.player(started, "Ann")
        person.until("asked")
        messages = [some_message(chance, person) for _ in range(20)]
        assert closed_with(person, messages) in (0, 1008)
        if role == "player":
            kinds = {message["type"] for message in person.received}
            assert not kinds & {"workshop", "plan"}, "that is the GM's"
        person.__exit__(None, None, None)
    until_idle(server, started["fight"])
    assert not server.rooms.by_id[started["fight"]].lock.locked()
    with server.gm(started["fight"]) as gm:
        gm.until("asked")
        assert gm.state["units"], "the table still stands"
        if role == "player":
            assert table_of(gm) == before, "a player sets nothing at the table"


def table_of(gm: Person) -> list[Any]:
    """Settings only the GM may change, without the connected clients."""
    seats = [{**seat, "here": False} for seat in gm.state["seats"]]
    return [gm.state["settings"], gm.state["minds"], gm.state["pending"], seats]


def test_a_flood_is_shown_out_and_the_others_play_on(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm, server.gm(started["fight"]) as flood:
        gm.sync()
        try:
            for _ in range(500):
                flood.send(type="ping")
        except ConnectionClosed:
            pass
        assert flood.is_shown_out()
        gm.sync()


def test_who_comes_to_the_door_too_often_is_told_so(tmp_path: Path) -> None:
    store = sqlite_url(tmp_path / "table.sqlite3")
    server = Server(store, rate=Rate(requests_a_second=0, requests_at_once=5))
    try:
        answers = [server.http.get("/api/health") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert answers[-1].headers["retry-after"] == "1"
        assert "content-security-policy" in answers[-1].headers
        address = server.base.replace("http", "ws") + "/ws"
        with pytest.raises(InvalidStatus) as refused, open_socket(address):
            raise AssertionError("it came in")
        assert refused.value.response.status_code == 403
    finally:
        server.stop()


def test_a_message_that_is_too_long_closes_the_connection(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.sync()
        gm.socket.send("x" * (MOST_MESSAGE + 1))
        assert gm.is_shown_out()


def test_without_a_known_token_nobody_comes_in(server: Server) -> None:
    started = server.start("duel")
    for token in ("", "nonsense", "x" * 300, server.rooms.guest_token):
        with Person(server.base, token, started["fight"]) as stranger:
            assert stranger.is_shown_out()
            assert all(message["type"] == "error" for message in stranger.received)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({}, 200),
    ],
)
def test_pages_of_other_sites_are_turned_away(
    server: Server, headers: dict[str, str], status: int
) -> None:
    answer = ask("GET", f"{server.base}/api/health", headers=headers)
    assert answer.status_code == status


def test_a_foreign_page_cannot_open_the_socket(server: Server) -> None:
    address = server.base.replace("http", "ws") + "/ws"
    evil = Origin("http://evil.example")
    with pytest.raises(InvalidStatus) as refused, open_socket(address, origin=evil):
        raise AssertionError("it came in")
    assert refused.value.response.status_code == 403


def test_another_name_of_this_machine_is_let_in_when_it_is_allowed(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path / "table.sqlite3"), hosts=("table.test",))
    try:
        port = server.base.rpartition(":")[2]
        address = f"{server.base}/api/health"
        assert ask("GET", address, headers={"host": f"table.test:{port}"}).status_code == 200
        assert ask("GET", address, headers={"host": f"10.0.0.7:{port}"}).status_code == 403
    finally:
        server.stop()


def test_every_answer_has_the_headers_that_keep_a_page_safe(server: Server) -> None:
    for path in ("/", "/api/health", "/api/fights", "/nothing"):
        answer = ask("GET", server.base + path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    body = b'{"encounter": "' + b"x" * MOST_BODY + b'"}'
    answer = server.http.post("/api/fights", content=body)
    assert answer.status_code == 413


def test_only_what_is_known_by_name_is_played_never_a_path(server: Server) -> None:
    said = []
    for name in ("/etc/passwd", "../duel", "./duel.yaml", "duell"):
        answer = server.http.post("/api/fights", json={"encounter": name})
        assert answer.status_code == 422
        said.append(answer.json()["detail"])
    assert all(text.startswith("no encounter is called") for text in said)
    assert said[-1].endswith("did you mean duel?")


OPEN_TO = {
    "host": None,
    "guest": {"health", "me", "fights", "take"},
    "seat": {"health", "me", "replay", "share"},
    "revoked": {"health"},
    "nobody": {"health"},
}
"""By whose token: the last words of the paths it may ask; None for all of them."""


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(sqlite_url(tmp_path_factory.mktemp("siege") / "table.sqlite3"))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def tokens(besieged: Server) -> dict[str, str]:
    seats = [{"name": "Ann", "units": ["alda"]}, {"name": "Gone"}, {"name": "Free"}]
    started = besieged.start("duel", seats=seats)
    links = {one["name"]: one["link"].partition("token=")[2] for one in started["seats"]}
    path = f"/api/fights/{started['fight']}/seats/Gone"
    assert besieged.http.delete(path).status_code in (200, 204)
    return {
        "host": besieged.token,
        "guest": besieged.rooms.guest_token,
        "seat": links["Ann"],
        "revoked": links["Gone"],
        "nobody": "nonsense",
        "fight": started["fight"],
    }


@pytest.fixture(scope="module")
def operations(besieged: Server) -> list[Any]:
    described = schemathesis.openapi.from_dict(
        ask("GET", f"{besieged.base}/api/openapi.json").json()
    )
    return [one.ok() for one in described.get_all_operations() if isinstance(one, Ok)]


@pytest.mark.parametrize("holder", list(OPEN_TO))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_generated_requests_get_the_answers_the_schema_names(
    besieged: Server,
    tokens: dict[str, str],
    operations: list[Any],
    holder: str,
    data: st.DataObject,
) -> None:
    """Every operation of the OpenAPI description with inputs from schemathesis, all kinds of token,
    and existing and other fights.
    """
    server = besieged
    operation = data.draw(st.sampled_from(operations))
    case = data.draw(operation.as_strategy())
    parts = case.path_parameters or {}
    for name, real in (("fight", tokens["fight"]), ("ident", tokens["fight"]), ("name", "Ann")):
        if name in parts and data.draw(st.booleans()):
            parts[name] = real
    before = [row.ident for row in server.rooms.store.fights()]
    headers = {"authorization": f"Bearer {tokens[holder]}"}
    answer = case.call(base_url=server.base, headers=headers)
    assert answer.status_code < 500, answer.text
    allowed = OPEN_TO[holder]
    if allowed is not None:
        if operation.path.rpartition("/")[2] not in allowed or (
            operation.method == "post" and (operation.path.endswith("fights"))
        ):
            assert answer.status_code in (401, 403, 404, 405, 422), answer.text
        assert [row.ident for row in server.rooms.store.fights()] == before
        others = {tokens[one] for one in ("host", "guest", "seat") if one != holder}
        assert not any(secret in answer.text for secret in others)
    case.validate_response(answer, checks=(schemathesis.checks.not_a_server_error,))
