"""Fights renamed, copied, replayed, deleted and restored; the next fight with the survivors."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.server import Server

from shieldwall.table.play.rooms import Rooms


def lines(server: Server) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in server.http.get("/api/fights").json()}


def test_the_list_says_who_is_winning(server: Server) -> None:
    fight = server.start("duel")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        foe = next(unit for unit in gm.state["units"] if not unit["seat"])
        gm.send(type="rule", what=f"hp {foe['id']} 1")
        gm.sync()
        names = {unit["side"]: unit for unit in gm.state["units"]}
    shares = {one["side"]: one for one in lines(server)[fight]["shares"]}
    assert shares[foe["side"]]["hp"] == 1
    assert shares[foe["side"]]["max_hp"] == foe["max_hp"]
    assert {side: (one["up"], one["count"]) for side, one in shares.items()} == dict.fromkeys(
        names, (1, 1)
    )
    assert lines(server)[fight]["played"]


def test_a_fight_is_renamed_for_everybody(server: Server) -> None:
    fight = server.start("duel")["fight"]
    answer = server.http.patch(f"/api/fights/{fight}", json={"title": "Tuesday"})
    assert answer.status_code == 200
    assert lines(server)[fight]["title"] == "Tuesday"
    with server.gm(fight) as gm:
        assert gm.until("welcome")["title"] == "Tuesday"
    for wrong in ("", " ", " x", "x" * 81):
        answer = server.http.patch(f"/api/fights/{fight}", json={"title": wrong})
        assert answer.status_code == 422


def test_a_deleted_fight_is_gone_for_everybody_and_comes_back(server: Server) -> None:
    started = server.start("duel")
    fight = started["fight"]
    player = server.player(started, started["seats"][0]["name"])
    player.until("state")
    assert server.http.delete(f"/api/fights/{fight}").status_code == 204
    assert player.is_shown_out()
    assert fight not in lines(server)
    assert server.http.get(f"/api/fights/{fight}/tape").status_code == 404
    assert server.http.delete(f"/api/fights/{fight}").status_code == 404
    assert server.http.post(f"/api/fights/{fight}/restore").json()["id"] == fight
    assert fight in lines(server)
    with server.player(started, started["seats"][0]["name"]) as again:
        assert again.until("welcome")["fight"] == fight


def test_a_copy_stands_where_the_fight_does_and_goes_on_alone(server: Server) -> None:
    fight = server.start("duel")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        foe = next(unit["id"] for unit in gm.state["units"] if not unit["seat"])
        gm.send(type="rule", what=f"hp {foe} 3")
        gm.sync()
    copy = server.http.post(f"/api/fights/{fight}/duplicate").json()
    assert copy["title"].endswith("(copy)")
    with server.gm(copy["id"]) as twin:
        twin.until("state")
        assert twin.unit(foe)["hp"] == 3
        twin.until_asked()
        twin.send(type="rule", what=f"hp {foe} 2")
        twin.sync()
    with server.gm(fight) as gm:
        gm.until("state")
        assert gm.unit(foe)["hp"] == 3


def test_played_again_it_begins_afresh_with_other_dice(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.rooms, "new_seed", Rooms.new_seed)
    fight = server.start("duel")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        foe = next(unit["id"] for unit in gm.state["units"] if not unit["seat"])
        gm.send(type="rule", what=f"hp {foe} 1")
        gm.sync()
    again = server.http.post(f"/api/fights/{fight}/again").json()
    assert again["fight"] != fight
    with server.gm(again["fight"]) as gm:
        gm.until("state")
        assert gm.unit(foe)["hp"] == gm.unit(foe)["max_hp"]
    tapes = [server.http.get(f"/api/fights/{one}/tape").text for one in (fight, again["fight"])]
    seeds = [next(line for line in tape.splitlines() if line.startswith("seed")) for tape in tapes]
    assert seeds[0] != seeds[1]


def test_survivors_bring_their_wounds_and_the_dead_stay_behind(server: Server) -> None:
    fight = server.start("yard")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        own = [unit["id"] for unit in gm.state["units"] if unit["seat"]]
        gm.send(type="rule", what=f"hp {own[0]} 2")
        gm.send(type="rule", what=f"fate {own[1]} dead")
        gm.sync()
        assert gm.unit(own[1])["band"] == "dead"
    later = server.start("crypt", survivors=fight)
    with server.gm(later["fight"]) as gm:
        gm.until("state")
        here = {unit["id"]: unit for unit in gm.state["units"]}
    assert here[own[0]]["hp"] == 2
    assert own[1] not in here
    assert {one for one in here if one in own} == {own[0], *own[2:]}
    again = server.http.post(f"/api/fights/{later['fight']}/again").json()
    with server.gm(again["fight"]) as gm:
        gm.until("state")
        assert gm.unit(own[0])["hp"] == 2


def test_nobody_left_cannot_go_on(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        own = next(unit["id"] for unit in gm.state["units"] if unit["seat"])
        gm.send(type="rule", what=f"fate {own} dead")
        gm.sync()
    wanted = {"encounter": "crypt", "survivors": started["fight"]}
    answer = server.http.post("/api/fights", json=wanted)
    assert answer.status_code == 409
    assert "No unit survived" in answer.json()["detail"]


def test_only_the_gm_keeps_order(server: Server) -> None:
    started = server.start("duel")
    token = started["seats"][0]["link"].partition("token=")[2]
    fight = started["fight"]
    for holder in (token, server.rooms.guest_token):
        headers = {"authorization": f"Bearer {holder}"}
        for method, path in [
            ("DELETE", ""),
            ("POST", "/restore"),
            ("POST", "/duplicate"),
            ("POST", "/again"),
        ]:
            answer = server.http.request(method, f"/api/fights/{fight}{path}", headers=headers)
            assert answer.status_code == 403, (method, path)
        answer = server.http.patch(f"/api/fights/{fight}", json={"title": "x"}, headers=headers)
        assert answer.status_code == 403
    assert fight in lines(server)
