"""Messages instead of tracebacks: invalid origins, numbers and characters, odds that fail."""

from __future__ import annotations

import pytest
from tests.table.server import Server, ask

from shieldwall.table.publish import seat_odds

NONSENSE = (
    '{"encounter": NaN}',
    '{"encounter": 1e999}',
    '{"encounter": "duel", "settings": {"timer": NaN}}',
    '{"encounter": "duel", "settings": {"timer": 1e999}}',
    '{"encounter": "duel", "settings": {"timer": -Infinity}}',
    '{"encounter": "\\ud800"}',
    '{"encounter": "duel", "rulings": {"\\udfff": "\\ud800"}}',
    '{"encounter": "duel", "seats": [{"name": "\\ud800"}]}',
    '{"encounter": "duel", "seats": [{"name": "A", "units": ["\\ud800"]}]}',
    "[" * 3000 + "]" * 3000,
    '{"encounter": ' + "9" * 5000 + "}",
    "\x00",
)


@pytest.mark.parametrize("origin", ["http://[bad", "http://[::1", "http://]", "//", "null", "\\"])
def test_an_origin_that_is_none_is_foreign(server: Server, origin: str) -> None:
    answer = server.http.get("/api/fights", headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.text == "foreign origin\n"


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_what_is_no_json_for_us_is_refused_with_words(server: Server, number: int) -> None:
    body = NONSENSE[number]
    headers = {"content-type": "application/json"}
    answer = server.http.post("/api/fights", content=body.encode(), headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "said",
    [
        '{"type": "hello", "token": "\\ud800"}',
        '{"type": "hello", "token": NaN}',
        '{"type": "rule", "what": "hp veteran-1 NaN"}',
        '{"type": "rule", "what": "tell \\ud800"}',
        '{"type": "rule", "what": 1e999}',
        '{"type": "die", "request": "x", "value": 1e999}',
        '{"type": "settings", "settings": {"timer": NaN}}',
        '{"type": "settings", "settings": {"timer": 99999999999999999999}}',
        "[" * 3000 + "]" * 3000,
    ],
)
def test_the_socket_refuses_the_same_and_goes_on(server: Server, said: str) -> None:
    fight = server.start("yard")["fight"]
    with server.gm(fight) as gm:
        gm.until("asked")
        gm.sync()
        before = server.rooms.by_id[fight].settings
        gm.socket.send(said)
        assert gm.until("error", "refused")["text"]
        gm.sync()
        assert server.rooms.by_id[fight].settings == before


def test_a_token_that_is_no_text_opens_nothing(server: Server) -> None:
    answer = ask(
        "GET", f"{server.base}/api/me", headers={b"authorization": b"Bearer \xff\xfe\xed\xa0\x80"}
    )
    assert answer.status_code == 401


def test_a_preview_that_fails_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    fight = server.start("yard")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()

        async def fail(*_: object) -> object:
            raise IndexError("a mistake")

        ask = gm.own_asks()[0]
        choice = ask["groups"][-1]["options"][-1]["choice"]
        with monkeypatch.context() as broken:
            broken.setattr(server.rooms.workers, "do", fail)
            gm.send(type="preview", request=ask["request"], choice=choice)
            shown = gm.until("previewed", "refused")
            assert shown["preview"]["unforeseen"] == seat_odds.FAILED
            gm.send(type="squares", unit=gm.state["units"][0]["id"])
            assert gm.until("error")["text"] == seat_odds.FAILED
        gm.sync()
