"""Replays: a film ends where the fight ended, shows a seat no more than the table did, and any of
its points can start a new fight.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.table.server import Json, Server, ask, own_encounters
from tests.table.test_fog import House, houses
from tests.table.test_secrets import ENCOUNTER, VARIANTS, Table, narration

from shieldwall.content import load_encounter
from shieldwall.engine.state.state import ACTIVE
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.store.save_file import replay_file
from shieldwall.table.archive.film import Viewer, film_of

__all__ = ["houses"]


def last_board(film: Json) -> dict[str, Json]:
    """All units at the end of a film, as the page combines them."""
    units: dict[str, Json] = {unit["id"]: dict(unit) for unit in film["start"]["units"]}
    for frame in film["frames"]:
        for ident in frame.get("gone", []):
            units.pop(ident, None)
        for unit in frame.get("units", []):
            units.setdefault(unit["id"], {}).update(unit)
    return units


def told(film: Json) -> list[str]:
    return [frame["line"]["text"] for frame in film["frames"] if "line" in frame]


def replay(server: Server, fight: str, token: str, seat: str = "") -> httpx.Response:
    return ask(
        "GET",
        f"{server.base}/api/fights/{fight}/replay",
        params={"as": seat},
        headers={"authorization": f"Bearer {token}"},
    )


def token_of(started: Json, name: str) -> str:
    link: str = next(seat["link"] for seat in started["seats"] if seat["name"] == name)
    return link.partition("token=")[2]


@pytest.mark.parametrize("encounter", ["duel", "yard", "dolmen", "tavern"])
def test_a_film_ends_where_the_fight_ended(encounter: str) -> None:
    """For the GM, with every line of the log and the HP and position of every unit."""
    names = {"dolmen": ("yard", "dolmenwood"), "tavern": ("duel", "aachen")}
    name, book = names.get(encounter, (encounter, ""))
    setup = load_encounter(name, book)
    fight = Fight(setup, 11)
    fight.play(seated(setup))
    film = film_of(fight, Viewer())
    board = last_board(film)
    for unit in fight.state.units:
        shown = board[unit.ident]
        assert (shown["hp"], shown["x"], shown["y"]) == (unit.hp, unit.x, unit.y)
        assert (shown["square"] is not None) == unit.is_present()
        if unit.status == ACTIVE:
            assert shown["band"] not in ("down", "dead", "gone")
    assert film["over"]["reason"] == fight.outcome.reason  # type: ignore[union-attr]
    assert film["over"]["rounds"] == fight.state.clock.round
    entries = [frame["entry"] for frame in film["frames"]]
    assert entries == sorted(entries)
    assert entries[-1] == len(fight.entries)
    assert {act["unit"] for act in film["acts"]} <= set(board)
    assert any(line.get("terms") for line in (frame.get("line", {}) for frame in film["frames"]))


def test_each_frame_shows_the_board_of_its_moment() -> None:
    """In the middle too: the fight cut at a frame's entry stands as the film shows it there."""
    setup = load_encounter("yard")
    fight = Fight(setup, 5)
    fight.play(seated(setup))
    film = film_of(fight, Viewer())
    units: dict[str, Json] = {unit["id"]: dict(unit) for unit in film["start"]["units"]}
    compared = 0
    for number, frame in enumerate(film["frames"]):
        for unit in frame.get("units", []):
            units[unit["id"]].update(unit)
        after = film["frames"][number + 1]["entry"] if number + 1 < len(film["frames"]) else 0
        if number % 9 or after == frame["entry"]:
            continue
        then = Fight.replay(setup, fight.entries[: frame["entry"]], 5)
        if then.entries != fight.entries[: frame["entry"]]:
            # Dice without a choice between them were drawn too.
            continue
        compared += 1
        for unit in then.state.units:
            assert (units[unit.ident]["hp"], units[unit.ident]["x"]) == (unit.hp, unit.x)
    assert compared > 2


@pytest.fixture
def thickets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with own_encounters(tmp_path, monkeypatch, ENCOUNTER, VARIANTS) as server:
        yield server


def played(server: Server, encounter: str, lurker: str) -> Table:
    table = Table(server, encounter, hidden_rolls=True)
    narration(table, lurker)
    table.gm.send(type="rule", what="end parley")
    table.settle()
    return table


def test_a_seat_replays_what_it_was_told_and_no_secret(thickets: Server) -> None:
    """Two fights that differ in what is hidden are one film to the player."""
    films: list[dict[str, Any]] = []
    for encounter, lurker in (("few", "run O4"), ("many", "done")):
        table = played(thickets, encounter, lurker)
        mine = replay(thickets, table.fight, token_of(table.started, "Alda")).json()
        gm = replay(thickets, table.fight, thickets.token).json()
        assert told(mine) == table.alda.texts()
        assert told(gm) == table.gm.texts()
        assert "lurker" in last_board(gm)
        assert "lurker" not in json.dumps(mine)
        as_alda = replay(thickets, table.fight, thickets.token, "Alda").json()
        assert as_alda == mine
        assert all("entry" not in frame for frame in mine["frames"])
        for film in (mine, gm):
            film.pop("fight")
        films.append({"mine": mine, "gm": gm})
        table.close()
    assert films[0]["mine"] == films[1]["mine"]
    assert films[0]["gm"] != films[1]["gm"]


def test_fog_lies_on_a_replay_as_it_lay_on_the_map(houses: Server) -> None:
    house = House(houses, "plain")
    house.die(8, 1)
    house.gm.send(type="rule", what="end parley")
    house.settle()
    fight = house.started["fight"]
    mine = replay(houses, fight, token_of(house.started, "Alda")).json()
    maps = [mine["start"]["map"], *(one["map"] for one in mine["frames"] if "map" in one)]
    shown = house.alda.state["map"]
    assert maps[-1]["known"] == shown["known"]
    assert maps[-1]["ground"] == shown["ground"]
    assert any("0" in row for row in maps[-1]["known"])
    assert "watch" not in json.dumps(mine), "from the first moment on"
    whole = replay(houses, fight, houses.token).json()
    assert whole["start"]["map"]["known"] is None
    for person in (house.gm, house.alda):
        person.__exit__(None, None, None)


def test_fog_lies_on_it_from_the_first_moment_with_the_servers_dice(houses: Server) -> None:
    """Initiative is rolled before fog is switched on, and no seat has seen the map by then."""
    started = houses.start("plain", settings={"fog": True})
    with houses.gm(started["fight"]) as gm:
        gm.until_asked()
        gm.send(type="rule", what="end parley")
        gm.sync()
    mine = replay(houses, started["fight"], token_of(started, "Alda")).json()
    assert any("0" in row for row in mine["start"]["map"]["known"])
    assert "watch" not in json.dumps(mine)


def test_who_may_replay_what(server: Server) -> None:
    started = server.start("duel")
    fight, alda = started["fight"], token_of(started, "Alda")
    other = server.start("yard")
    assert replay(server, fight, alda).status_code == 409, "not while it is played"
    assert replay(server, fight, server.token).status_code == 200
    assert replay(server, fight, server.token, "Alda").status_code == 200
    assert replay(server, fight, server.token, "Nobody").status_code == 404
    assert replay(server, fight, alda, "GM").status_code == 403
    assert replay(server, other["fight"], alda).status_code == 404
    assert replay(server, fight, server.rooms.guest_token).status_code == 403
    assert replay(server, fight, "wrong").status_code == 401
    branch = f"{server.base}/api/fights/{fight}/branch"
    headers = {"authorization": f"Bearer {alda}"}
    assert ask("POST", branch, json={"entry": 0}, headers=headers).status_code == 403


def test_a_new_fight_goes_on_from_any_point(server: Server, tmp_path: Path) -> None:
    """The old one stays as it is; the new one asks what was asked then and takes another answer."""
    started = server.start("duel", settings={"dice": "by hand"})
    fight = started["fight"]
    gm = server.gm(fight)
    gm.until_asked()
    for value in (8, 1):
        gm.send(type="die", request=gm.asked["die"]["request"], value=value)
        gm.sync()
    gm.choose("alda run G4")
    gm.sync()
    gm.choose("alda done")
    gm.sync()
    before = server.http.get(f"/api/fights/{fight}/tape").text
    film = replay(server, fight, server.token).json()
    moved = next(one for one in film["frames"] if "moves to G4" in one["line"]["text"])
    answer = server.http.post(f"/api/fights/{fight}/branch", json={"entry": moved["entry"] - 1})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert "(from round 1)" in made["title"]
    new = server.gm(made["id"])
    new.until_asked()
    assert new.unit("alda")["square"] == film["start"]["units"][0]["square"]
    new.choose("alda run F4")
    new.sync()
    assert new.unit("alda")["square"] == "F4"
    assert server.http.get(f"/api/fights/{fight}/tape").text == before
    path = tmp_path / "new.tape"
    path.write_text(server.http.get(f"/api/fights/{made['id']}/tape").text, encoding="utf-8")
    assert replay_file(str(path)).entries[:2] == server.rooms.by_id[fight].fight.entries[:2]
    # Before anybody has chosen anything: at the first question.
    first = server.http.post(f"/api/fights/{fight}/branch", json={"entry": 0}).json()
    again = server.gm(first["id"])
    assert again.until_asked()["die"] is None
    for person in (gm, new, again):
        person.__exit__(None, None, None)
