"""Undoing GM orders: all seats see the table as it was before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Json, Person, Server, own_encounters, until_idle
from tests.table.test_changes import rule
from tests.table.test_fog import HOUSE, PLAIN
from tests.table.test_playing import play_to_the_party

from shieldwall.gm.order_entries import USAGE

ORDERS = {
    "hp": "hp alda 3",
    "move": "move alda {free}",
    "add": "add goblin {free} for foes as brute",
    "remove": "remove veteran-1",
    "name": "name veteran-1 Gruk the Old",
    "side": "side veteran-1 party",
    "condition": "condition alda blind for 3 rounds",
    "fate": "fate veteran-1 surrendered",
    "prone": "prone alda",
    "stand": "stand brand",
    "drop": "drop alda",
    "hide": "hide veteran-1",
    "reveal": "reveal veteran-2",
    "ready": "ready alda",
    "give": "give alda main",
    "modifier": "modifier alda +2",
    "advantage": "advantage alda",
    "disadvantage": "disadvantage alda",
    "leader": "leader veteran-1 yes",
    "morale": "morale veteran-1 9",
    "stops": "stops alda always",
    "ground": "ground {free} difficult",
    "floor": "floor {free} 10",
    "solid": "solid {free} full",
    "wall": "wall {free}-{next} low wall",
    "cover": "cover C1 2",
    "door": "door 1 open",
    "dark": "dark on",
    "fog": "fog on",
    "ruling": "ruling swarm-max-assailants 3",
    "enforce": "enforce SOV-050 warn",
    "tell": "tell the roof begins to creak",
    "end": "end truce",
    "play-on": "play-on",
    "force": "force veteran-1 prone",
}
FIRST = {"stand": "prone brand", "reveal": "hide veteran-2", "play-on": "end truce"}
"""What has to be so before there is anything to order."""
ELSEWHERE = ("cover", "door")
"""Of fights without a map, and of houses."""


def view(person: Person) -> Json:
    """All a person is shown and asked; the ids of questions and the count of states are news."""
    person.sync()
    state = {key: value for key, value in person.state.items() if key != "number"}
    asked = json.loads(json.dumps(person.asked))
    for ask in asked["asks"]:
        ask["request"] = ""
    return {"state": state, "asked": asked, "log": person.texts()}


def parts(*views: Json) -> list[str]:
    """A part a line, so that a difference is easily seen."""
    found = []
    for one in views:
        for section in ("state", "asked"):
            for name, value in one[section].items():
                for part in value if isinstance(value, list) else [value]:
                    found.append(f"{section} {name} {json.dumps(part, sort_keys=True)}")
        found += one["log"]
    return found


def free_squares(gm: Person) -> tuple[str, str]:
    """Two adjacent empty squares of plain floor."""
    taken = {(unit["x"], unit["y"]) for unit in gm.state["units"]}
    ground = gm.state["map"]["ground"]
    for y, row in enumerate(ground):
        for x in range(len(row) - 1):
            if row[x : x + 2] == ".." and not {(x, y), (x + 1, y)} & taken:
                return f"{chr(65 + x)}{y + 1}", f"{chr(66 + x)}{y + 1}"
    raise AssertionError("no room")


def test_every_order_there_is_is_tried() -> None:
    assert set(ORDERS) == {*USAGE, "force"}


SOME = [sorted(set(ORDERS) - set(ELSEWHERE))[first::7] for first in range(7)]
"""A few at a time, because of the rate limit."""


@pytest.mark.parametrize("verbs", SOME, ids=lambda verbs: verbs[0])
def test_an_order_is_undone_exactly(server: Server, verbs: list[str]) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        for verb in verbs:
            if verb in FIRST:
                assert rule(gm, FIRST[verb]) == ""
            free, beside = free_squares(gm)
            before = view(gm), view(alda)
            assert rule(gm, ORDERS[verb].format(free=free, next=beside)) == "", verb
            until_idle(server, started["fight"])
            assert view(gm) != before[0], f"{verb} has done something"
            gm.send(type="undo")
            gm.sync()
            until_idle(server, started["fight"])
            assert parts(view(gm), view(alda)) == parts(*before), verb
            if verb in FIRST:
                gm.send(type="undo")
                gm.sync()


def test_cover_where_there_is_no_map_is_undone_exactly(server: Server) -> None:
    started = server.start("yard", space="open")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        gm.until_asked()
        alda.until("asked")
        before = view(gm), view(alda)
        assert rule(gm, "cover 0ft 2") == ""
        assert gm.state["map"]["cover"][0] == 2
        gm.send(type="undo")
        gm.sync()
        assert parts(view(gm), view(alda)) == parts(*before)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with own_encounters(tmp_path, monkeypatch, HOUSE, {"plain": PLAIN}) as server:
        yield server


@pytest.mark.parametrize("how", ["door", "fog on", "fog off"])
def test_doors_and_fog_are_undone_exactly_and_stay_so(house: Server, how: str) -> None:
    started = house.start("plain", settings={"fog": how == "fog off"})
    with house.gm(started["fight"]) as gm, house.player(started, "Alda") as alda:
        gm.until_asked()
        alda.until("asked")
        until_idle(house, started["fight"])
        before = view(gm), view(alda)
        if how == "door":
            assert rule(gm, "door 1 open") == ""
        else:
            gm.send(type="settings", settings={**gm.state["settings"], "fog": how == "fog on"})
        gm.sync()
        until_idle(house, started["fight"])
        assert view(alda) != before[1]
        gm.send(type="undo")
        gm.sync()
        until_idle(house, started["fight"])
        assert parts(view(gm), view(alda)) == parts(*before)
    house.rooms.by_id.clear()
    with house.gm(started["fight"]) as gm, house.player(started, "Alda") as alda:
        alda.until("asked")
        until_idle(house, started["fight"])
        link = {seat["name"]: seat for seat in before[0]["state"]["seats"]}
        for seat in link.values():
            # Who comes back knows no links any more.
            seat["link"] = ""
        assert parts(view(gm), view(alda)) == parts(*before)


def test_what_is_set_at_the_table_is_no_part_of_the_tape_and_stays(server: Server) -> None:
    """Timers, what is shown of foes, minds and seats: an undo takes back what was done before."""
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        play_to_the_party(server, started, gm)
        assert rule(gm, "prone alda") == ""
        shown = {**gm.state["settings"], "foes_hp": "numbers", "timer": 9}
        gm.send(type="settings", settings=shown)
        gm.send(type="seat", name="Nora", units=["alda"], role="player")
        gm.send(type="undo")
        gm.sync()
        assert "prone" not in gm.unit("alda")["conditions"]
        assert gm.state["settings"] == shown
        assert gm.unit("alda")["seat"] == "Nora"


def test_the_gm_takes_back_a_declaration_though_a_mind_has_declared_since(server: Server) -> None:
    """A mind's sealed answer would only be given again: it is not what the GM wants back."""
    started = server.start("standing-stones")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        asked = {ask["unit"]: ask for ask in gm.asked["asks"]}
        assert {"corvin", "ysolt", "hedge-witch"} <= set(asked)
        nothing = asked["ysolt"]["groups"][-1]["options"][-1]["choice"]
        gm.choose(nothing, asked["ysolt"]["request"])
        gm.sync()
        gm.send(type="mind", who="hunters", mind="simple")
        gm.sync()
        until_idle(server, started["fight"])
        gm.sync()
        assert [ask["unit"] for ask in gm.asked["asks"]] == ["corvin"]
        gm.send(type="undo")
        gm.sync()
        until_idle(server, started["fight"])
        gm.sync()
        assert sorted(ask["unit"] for ask in gm.asked["asks"]) == ["corvin", "ysolt"]


def test_the_gm_takes_back_an_answer_given_at_the_same_moment_as_a_minds(server: Server) -> None:
    """The mind answered last, and its answer alone would only be given again."""
    started = server.start("crypt")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        gm.send(type="mind", who="dead", mind="simple")
        gm.sync()
        until_idle(server, started["fight"])
        gm.sync()
        [ask] = gm.asked["asks"]
        assert ask["text"] == "Initiative is rolled. Will the party act in turn or wait?"
        gm.choose(ask["groups"][0]["options"][0]["choice"], ask["request"])
        gm.sync()
        until_idle(server, started["fight"])
        gm.sync()
        assert gm.asked["asks"][0]["text"] != ask["text"]
        gm.send(type="undo")
        gm.sync()
        until_idle(server, started["fight"])
        gm.sync()
        assert [one["text"] for one in gm.asked["asks"]] == [ask["text"]]
