"""A fight that is opened again: in its last state, or as far as the current rules can replay it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from _pytest.monkeypatch import resolve
from sqlalchemy import text
from tests.table.server import Person, Server, ask
from tests.table.test_killed import answer_first
from tests.table.test_playing import play_to_the_party

from shieldwall.fight import Fight
from shieldwall.table.play.opened_fight import Found


def forget(server: Server, fight: str) -> None:
    """As if the server had been started again."""
    server.rooms.by_id.pop(fight)


def change_entry(server: Server, fight: str, number: int, to: str) -> None:
    """As if the rules had changed: a line of the tape that does not fit any more."""
    with server.rooms.store.engine.begin() as connection:
        connection.execute(
            text("UPDATE shieldwall_entries SET text = :to WHERE fight = :fight AND number = :n"),
            {"to": to, "fight": fight, "n": number},
        )


def entries(server: Server, fight: str) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in server.rooms.store.entries(fight)]


def test_a_tape_that_no_longer_replays_is_continued_from_its_last_good_entry(
    server: Server,
) -> None:
    started = server.start("duel")
    fight = started["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        texts = gm.texts()
        for _ in range(4):
            gm.choose(f"{gm.own_asks()[0]['focus']} done")
            gm.until("asked")
    before = entries(server, fight)
    last = max(n for n, (kind, said) in enumerate(before) if said.endswith(" done"))
    change_entry(server, fight, last, "> nobody juggles")
    forget(server, fight)
    with server.gm(fight) as gm:
        said = gm.until("error")["text"]
    assert "do not follow it beyond its entry" in said
    assert "'nobody' is neither a unit nor an action" in said
    assert "Everything is kept" in said
    line = next(one for one in server.http.get("/api/fights").json() if one["id"] == fight)
    assert line["trouble"] == said
    stored = entries(server, fight)
    answer = server.http.post(f"/api/fights/{fight}/continue")
    assert answer.status_code == 200
    assert answer.json()["trouble"] == ""
    assert entries(server, fight)[: len(stored)] == stored, "nothing stored is changed"
    with server.gm(fight) as gm:
        gm.until_asked()
        assert gm.texts()[: len(texts)] == texts
        assert len(gm.texts()) > len(texts)
        gm.choose(f"{gm.own_asks()[0]['focus']} done")
        gm.until("asked")
    forget(server, fight)
    with server.gm(fight) as gm:
        gm.until_asked()


def test_a_set_up_nobody_can_read_is_named_and_kept(server: Server) -> None:
    fight = server.start("duel")["fight"]
    with server.rooms.store.engine.begin() as connection:
        connection.execute(text("UPDATE shieldwall_fights SET setup = '{}'"))
    forget(server, fight)
    with server.gm(fight) as gm:
        assert "cannot be read" in gm.until("error")["text"]
    answer = server.http.post(f"/api/fights/{fight}/continue")
    assert answer.status_code == 409
    assert "It is kept as it is" in answer.json()["detail"]


@pytest.mark.parametrize("where", ["replaying", "the room", "what is sealed"])
def test_whatever_goes_wrong_when_a_fight_is_opened_the_gm_goes_back_to_the_last_good_point(
    server: Server, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A message, the tape, and a way back; it was once an IndexError for all clients."""
    started = server.start("duel")
    fight = started["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        for _ in range(4):
            gm.choose(f"{gm.own_asks()[0]['focus']} done")
            gm.until("asked")
    stored = entries(server, fight)
    tape = [said for kind, said in stored if kind == "tape"]
    forget(server, fight)
    bad = len(tape) - 2
    own = {
        "replaying": "persistence.records.replay_line",
        "the room": "play.room.Room._take",
    }
    name = own.get(where, "play.room.choices_in")
    whole: Callable[..., object] = resolve(f"shieldwall.table.{name}")  # type: ignore[assignment]

    def broken(*arguments: Any) -> object:
        found = whole(*arguments)
        fights = [one for one in arguments if isinstance(one, Fight)]
        fights += [one.resumed.fight for one in arguments if isinstance(one, Found)]
        if any(len(one.entries) > bad for one in fights):
            raise IndexError("list index out of range")
        return found

    monkeypatch.setattr(f"shieldwall.table.{name}", broken)
    with server.gm(fight) as gm:
        said = gm.until("error")["text"]
    assert "cannot be opened" in said
    assert "IndexError" in said
    assert "go back to the last good point" in said
    listed = next(one for one in server.http.get("/api/fights").json() if one["id"] == fight)
    assert listed["trouble"] == said
    answer = server.http.get(f"/api/fights/{fight}/tape")
    assert answer.status_code == 200
    for line in tape:
        assert line in answer.text
    answer = server.http.post(f"/api/fights/{fight}/continue")
    assert answer.status_code == 200, answer.text
    assert entries(server, fight)[: len(stored)] == stored, "nothing stored is changed"
    kept = int(entries(server, fight)[-1][1])
    assert 0 < kept <= bad
    monkeypatch.undo()
    with server.gm(fight) as gm:
        gm.until_asked()


def test_a_fight_of_which_nothing_can_be_opened_keeps_its_tape(server: Server) -> None:
    fight = server.start("duel")["fight"]
    with server.rooms.store.engine.begin() as connection:
        connection.execute(text("UPDATE shieldwall_fights SET setup = '[[[[1e999'"))
    forget(server, fight)
    answer = server.http.get(f"/api/fights/{fight}/tape")
    assert answer.status_code == 200
    assert answer.text.startswith("shieldwall-tape")
    answer = server.http.post(f"/api/fights/{fight}/continue")
    assert answer.status_code == 409


def test_only_the_gm_continues_a_fight(server: Server) -> None:
    started = server.start("duel")
    link = started["seats"][0]["link"].partition("token=")[2]
    address = f"{server.base}/api/fights/{started['fight']}/continue"
    answer = ask("POST", address, headers={"authorization": f"Bearer {link}"})
    assert answer.status_code == 403
    assert server.http.post("/api/fights/nothing/continue").status_code == 404


def test_a_player_may_still_take_back_its_choice_after_the_server_was_away(
    server: Server,
) -> None:
    started = server.start("yard")
    fight = started["fight"]
    with server.gm(fight) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.choose("alda prone")
        alda.until("asked")
        assert alda.state["can_undo"]
    forget(server, fight)
    with server.player(started, "Brand") as brand, server.player(started, "Alda") as alda:
        brand.until("asked")
        assert not brand.state["can_undo"]
        alda.until("asked")
        assert alda.state["can_undo"]
        alda.send(type="undo")
        alda.until("asked")
        assert "prone" not in alda.unit("alda")["conditions"]
        assert not alda.state["can_undo"]


def test_a_new_name_leaves_old_lines_as_they_were_told(server: Server) -> None:
    started = server.start("yard")
    fight = started["fight"]
    with server.gm(fight) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        for what in ("prone veteran-1", "name veteran-1 Gruk the Old", "hp veteran-1 3"):
            gm.send(type="rule", what=what)
            gm.sync()
        gm.send(type="rule", what="name veteran-1 Gruk")
        gm.sync()
        gm.send(type="rule", what="hp veteran-1 2")
        gm.sync()
        alda.sync()
        before = gm.texts(), alda.texts()
    named = [line for line in before[0] if "eteran 1" in line or "Gruk" in line]
    assert any("Veteran 1" in line for line in named), named
    assert any("Gruk the Old's HP set to 3" in line for line in named), named
    assert any("Gruk's HP set to 2" in line for line in named), named
    seat = server.http.put(
        f"/api/fights/{fight}/seats", json={"name": "Late", "role": "watcher"}
    ).json()
    with Person(server.base, seat["link"].partition("token=")[2]) as late:
        late.until("asked")
        assert late.texts() == before[1], "who comes later reads the same"
    forget(server, fight)
    with server.gm(fight) as gm, server.player(started, "Alda") as alda:
        gm.until("asked")
        alda.until("asked")
        assert (gm.texts(), alda.texts()) == before


def test_of_several_answers_to_one_moment_the_last_is_taken_back_and_the_others_wait_sealed(
    server: Server,
) -> None:
    """One stayed on the tape, and an order came between the two: replayed, it came before them."""
    started = server.start("yard", book="dolmenwood", seats=[])
    fight = started["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        while len(gm.own_asks()) < 2:
            answer_first(gm)
        asked = [ask["unit"] for ask in gm.own_asks()]
        while not gm.asked["sealed"]:
            answer_first(gm)
        while len(gm.own_asks()) > 1:
            answer_first(gm)
        sealed = gm.asked["sealed"]
        assert len(sealed) == len(asked) - 1
        answer_first(gm)
        gm.send(type="undo")
        gm.sync()
        assert gm.asked["sealed"] == sealed
        assert [ask["unit"] for ask in gm.own_asks()] == [asked[-1]]
        gm.send(type="rule", what="tell the ground shakes")
        gm.sync()
        answer_first(gm)
        gm.sync()
        before = gm.texts(), gm.state["clock"], gm.asked["sealed"]
    assert "The ground shakes." in before[0]
    forget(server, fight)
    with server.gm(fight) as gm:
        gm.until("asked")
        assert (gm.texts(), gm.state["clock"], gm.asked["sealed"]) == before
