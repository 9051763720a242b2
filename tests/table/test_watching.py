"""Watching guests, dice rolled by a button, and a unit's sheet: each seat gets what it may know."""

from __future__ import annotations

from typing import Any

from tests.table.server import Person, Server


def as_guest(server: Server) -> dict[str, str]:
    return {"authorization": f"Bearer {server.rooms.guest_token}"}


def test_guests_watch_only_where_the_gm_lets_them(server: Server) -> None:
    closed = server.start("yard")["fight"]
    fight = server.start("yard", settings={"watchers": True})["fight"]
    refused = server.http.post(f"/api/fights/{closed}/watch", headers=as_guest(server))
    assert refused.status_code == 403
    link = server.http.post(f"/api/fights/{fight}/watch", headers=as_guest(server)).json()["link"]
    with Person(server.base, link.partition("token=")[2]) as watcher:
        assert watcher.until("welcome")["role"] == "watcher"
        watcher.until("asked")
        assert watcher.asked["asks"] == []
        foes = [unit for unit in watcher.state["units"] if not unit["seat"]]
        assert foes
        assert all(unit["hp"] is None for unit in foes)


def test_the_lobby_names_whom_each_seat_plays_and_which_are_taken(server: Server) -> None:
    fight = server.start("yard", settings={"watchers": True})["fight"]
    server.http.post(f"/api/fights/{fight}/seats/Alda/take", headers=as_guest(server))
    line = server.http.get("/api/fights", headers=as_guest(server)).json()[0]
    assert [one["name"] for one in line["taken"]] == ["Alda"]
    assert line["watch"]
    brand = next(one for one in line["free"] if one["name"] == "Brand")
    assert [one["id"] for one in brand["plays"]] == ["brand"]
    assert brand["plays"][0]["in_hand"]
    assert line["shares"] == []
    assert line["round"] == 0


def test_a_player_throws_its_own_die_by_one_button(server: Server) -> None:
    started = server.start("duel", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm:
        asked: dict[str, Any] = gm.until_asked()
        while asked["die"] is None:
            gm.choose(gm.own_asks()[0]["groups"][0]["options"][0]["choice"])
            asked = gm.until("asked")
        die = asked["die"]
        gm.send(type="roll", request=die["request"])
        while gm.asked["die"] is not None and gm.asked["die"]["request"] == die["request"]:
            gm.read()
    rows = server.rooms.store.entries(started["fight"])
    place = next(at for at, row in enumerate(rows) if row.kind == "thrown")
    assert rows[place].text == "rolled by GM"
    assert rows[place + 1].kind == "tape"
    assert f" d{die['sides']} " in rows[place + 1].text


def test_another_seat_may_not_throw_it(server: Server) -> None:
    started = server.start("yard", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        asked = gm.until_asked()
        assert asked["die"] is not None
        alda.until("asked")
        assert alda.asked["die"] is None
        alda.send(type="roll", request=asked["die"]["request"])
        refused = alda.until("refused")
        assert refused["stale"]


def test_a_sheet_tells_all_of_a_friend_and_little_of_a_foe(server: Server) -> None:
    started = server.start("yard")
    with server.player(started, "Alda") as alda:
        alda.until("asked")
        foe = next(unit["id"] for unit in alda.state["units"] if not unit["seat"])
        alda.send(type="sheet", unit="alda")
        own = alda.until("sheet")
        assert own["is_open"]
        assert {one["name"] for one in own["numbers"]} >= {"HP", "AC", "Speed"}
        attack = own["attacks"][0]
        assert sum(term["value"] for term in attack["hit_terms"]) == attack["to_hit"]
        assert own["saves"]
        assert own["skills"]
        alda.send(type="sheet", unit=foe)
        other = alda.until("sheet")
        assert not other["is_open"]
        assert other["numbers"] == []
        for part in ("attributes", "skills", "saves", "attacks", "spells", "items", "powers"):
            assert other[part] == []
        assert other["notes"] == ""


def test_a_sheet_of_one_in_hiding_is_of_nobody(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        gm.until_asked()
        foe = next(unit["id"] for unit in gm.state["units"] if not unit["seat"])
        gm.send(type="rule", what=f"hide {foe}")
        gm.sync()
        alda.sync()
        answers = []
        for unit in (foe, "nobody-at-all"):
            alda.send(type="sheet", unit=unit)
            answers.append(alda.until("error", "sheet"))
        assert answers[0] == answers[1]
        gm.send(type="sheet", unit=foe)
        assert gm.until("sheet")["attacks"]


def test_conditions_come_with_their_meaning(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        gm.send(type="rule", what="prone alda")
        gm.sync()
        gm.send(type="sheet", unit="alda")
        found = {one["name"]: one["text"] for one in gm.until("sheet")["conditions"]}
        assert "stand up" in found["prone"]


def test_a_spell_prepared_twice_stands_once_on_the_sheet(server: Server) -> None:
    started = server.start("crypt")
    with server.gm(started["fight"]) as gm:
        gm.until("asked")
        gm.send(type="sheet", unit="ysolt")
        assert [one["name"] for one in gm.until("sheet")["spells"]] == ["2 x mend flesh"]
