"""Fog: players know the parts of the map that their units have seen, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Json, Person, Server, own_encounters, until_idle

from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.space.grid import GridMap, Squares
from shieldwall.engine.space.visibility import look_around, look_at_all
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight import Fight
from shieldwall.knowledge.seen_ground import parts_of

HOUSE = """
title: The House
rules: sovereign
map:
  ceiling: 10
  squares: |
    ...........
    ...........
    ...........
    ...........
    ROOM
  walls:
    - {from: E1, to: E5, side: east, kind: wall}
    - {edge: E3-F3, kind: door}
sides:
  - name: party
    players: yes
    party: adventurers
    only: [alda, brand]
    places: {alda: B3, brand: B5}
  - name: foes
    units:
      - {what: sergeant, at: D1}
      - {what: bandit archer, id: watch, at: WATCH, hp: HP}
"""
PLAIN = {"ROOM": "...........", "WATCH": "J2", "HP": "3"}
CRAMMED = {"ROOM": "......~~#..", "WATCH": "H1", "HP": "5"}


@pytest.fixture
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    variants = {"plain": PLAIN, "crammed": CRAMMED}
    with own_encounters(tmp_path, monkeypatch, HOUSE, variants) as server:
        yield server


ANSWERS = ("previewed", "approached", "danger", "sight", "error", "refused", "options")


class House:
    """One fight in fog, its GM and Alda's player; nothing is pending between two calls."""

    def __init__(self, server: Server, encounter: str) -> None:
        self.server = server
        self.started = server.start(encounter, settings={"fog": True, "dice": "by hand"})
        self.gm = server.gm(self.started["fight"])
        self.gm.sync()
        self.settle()
        self.alda = server.player(self.started, "Alda")
        self.alda.until("asked")
        self.settle()

    def settle(self) -> None:
        people = [self.gm, self.alda] if hasattr(self, "alda") else [self.gm]
        for _ in range(2):
            for person in people:
                person.sync()
            until_idle(self.server, self.started["fight"])

    def die(self, *values: int) -> None:
        for value in values:
            self.gm.send(type="die", request=self.gm.asked["die"]["request"], value=value)
            self.settle()

    def rule(self, what: str) -> None:
        self.gm.send(type="rule", what=what)
        self.settle()
        assert self.gm.received[-1]["type"] != "refused", self.gm.received[-1]

    def asks(self, **message: object) -> Json:
        """Alda asks for something; what she is answered."""
        self.alda.send(**message)
        seen = len(self.alda.received)
        self.settle()
        answers = [
            one for one in self.alda.received[seen:]
            if one["type"] in ANSWERS
        ]  # fmt: skip
        return answers[0]

    def close(self) -> None:
        for person in (self.gm, self.alda):
            person.__exit__(None, None, None)


def known(person: Person) -> list[str]:
    found: list[str] = person.state["map"]["known"]
    return found


def squares_offered(person: Person) -> set[str]:
    return {
        square
        for ask in person.own_asks()
        for group in ask["groups"]
        for option in group["options"]
        for square in option["path"]
    }


def seen(person: Person) -> list[str]:
    run, fight = person.welcome["run"], person.welcome["fight"]
    text = json.dumps([one for one in person.received if one["type"] != "pong"])
    found = json.loads(text.replace(run, "RUN").replace(fight, "FIGHT"))
    return [json.dumps(message, sort_keys=True) for message in found]


def test_what_is_seen_now_is_told_apart_from_what_was_seen(houses: Server) -> None:
    house = House(houses, "plain")
    house.die(8, 1)
    before = house.alda.state["sees"]
    assert before == known(house.alda)
    assert all(row.endswith("000000") for row in before), "the wall hides the room"
    house.rule("door 1 open")
    through = house.alda.state["sees"]
    assert through[2] == "1" * 11, "through the door"
    house.rule("door 1 closed")
    assert house.alda.state["sees"] == before
    assert known(house.alda)[2] == "1" * 11, "they remember what they saw"
    assert house.gm.state.get("sees", []) == []
    house.close()


def narration(house: House) -> list[Json]:
    """All a player may ask and try before the door is opened."""
    house.die(8, 1)
    request = house.alda.own_asks()[0]["request"]
    answers = [
        house.asks(type="squares", unit="alda"),
        house.asks(type="look", viewer="alda", target="K5"),
        house.asks(type="look", viewer="G5", target="H5"),
        house.asks(type="look", viewer="alda", target="sergeant"),
        house.asks(type="preview", request=request, choice="alda run G5"),
        house.asks(type="preview", request=request, choice="alda run D3"),
        house.asks(
            type="approach",
            request=request,
            target="sergeant",
            walks=["alda run D2", "alda run G5"],
        ),
        house.asks(type="approach", request=request, target="watch", walks=["alda run D3"]),
        house.asks(type="preview", request=request, choice="alda attack watch"),
        house.asks(type="choose", request=request, choice="alda run H5"),
        house.asks(type="choose", request=request, choice="alda run K1"),
        house.asks(type="choose", request=request, choice="alda attack watch"),
        house.asks(type="focus", request=request, unit="watch"),
    ]
    house.rule("ground I3 difficult")
    house.rule("hp watch 2")
    house.rule("door 1 open")
    house.rule("door 1 closed")
    return answers


def test_two_houses_that_differ_behind_a_wall_are_one_to_a_player(houses: Server) -> None:
    plain, crammed = House(houses, "plain"), House(houses, "crammed")
    for house in (plain, crammed):
        for _ in range(2):
            house.settle()
    first, second = plain.alda.welcome["run"], crammed.alda.welcome["run"]
    one, other = narration(plain), narration(crammed)
    told = json.dumps(one).replace(first, "RUN")
    assert told == json.dumps(other).replace(second, "RUN")
    assert len(known(plain.alda)) == 5
    plain.close()
    crammed.close()


def test_everything_a_player_is_sent_is_the_same_until_the_door_opens(houses: Server) -> None:
    plain, crammed = House(houses, "plain"), House(houses, "crammed")
    for house in (plain, crammed):
        house.die(8, 1)
        house.rule("hp watch 2")
        house.rule("ground J5 impassable")
    assert seen(plain.alda) == seen(crammed.alda)
    assert '"watch"' not in json.dumps(plain.alda.received)
    assert [unit["id"] for unit in plain.gm.state["units"]] == [
        "alda", "brand", "sergeant", "watch",
    ]  # fmt: skip
    plain.close()
    crammed.close()


def test_what_lies_behind_the_wall_is_neither_drawn_nor_offered(houses: Server) -> None:
    house = House(houses, "crammed")
    house.die(8, 1)
    rows = known(house.alda)
    assert [row[:5] for row in rows] == ["11111"] * 5
    assert [row[6:] for row in rows] == ["00000"] * 5
    ground = house.alda.state["map"]["ground"]
    assert [row[6:] for row in ground] == ["?????"] * 5
    offered = squares_offered(house.alda)
    assert "D3" in offered
    assert not any(square[0] in "GHIJK" for square in offered)
    assert house.gm.state["map"]["ground"][4][8] == "#"
    house.close()


def test_an_open_door_shows_what_is_behind_it_and_it_is_remembered(houses: Server) -> None:
    house = House(houses, "crammed")
    house.die(8, 1)
    house.rule("door 1 open")
    assert any("1" in row[6:] for row in known(house.alda))
    house.rule("door 1 closed")
    remembered = known(house.alda)
    assert any("1" in row[6:] for row in remembered)
    # No seat learns of changes behind the closed door.
    before = house.alda.state["map"]["ground"]
    house.rule("ground H3 difficult")
    assert house.alda.state["map"]["ground"] == before
    assert house.gm.state["map"]["ground"][2][7] == "~"
    fight = house.started["fight"]
    house.close()
    houses.rooms.by_id.pop(fight)
    with houses.player(house.started, "Alda") as again:
        again.until("asked")
        again.sync()
        assert known(again) == remembered
        assert again.state["map"]["ground"] == before


def test_the_gm_lifts_the_fog_and_everything_is_plain(houses: Server) -> None:
    house = House(houses, "plain")
    house.die(8, 1)
    assert "watch" not in [unit["id"] for unit in house.alda.state["units"]]
    settings = {**house.gm.state["settings"], "fog": False}
    house.gm.send(type="settings", settings=settings)
    house.settle()
    assert "watch" in [unit["id"] for unit in house.alda.state["units"]]
    assert "?" not in "".join(house.alda.state["map"]["ground"])
    house.close()


@pytest.mark.parametrize(("width", "height"), [(16, 8), (60, 60), (61, 10), (150, 83)])
def test_a_large_map_is_looked_at_part_by_part_every_square_once(width: int, height: int) -> None:
    flat = [0] * (width * height)
    parts = parts_of(GridMap(width, height, Squares(flat, flat, flat, flat), []))
    exact = [row for part in parts if part.exact for row in range(part.first, part.end)]
    assert exact == list(range(height)), "every row once"
    assert all(part.end - part.first <= 60 for part in parts if part.exact)
    if max(width, height) > 60:
        assert parts[0] == (0, height, False), "what is surely seen first, on all of the map"


def test_laying_fog_looks_at_everybody_as_if_each_had_moved() -> None:
    chance = random.Random(1)
    fight = Fight(load_encounter("hall"), 3)
    for _ in range(20):
        state = fight.state.copy()
        state.murky, state.dark = True, chance.random() < 0.5
        for unit in state.units:
            unit.unknown_to = chance.choice([0, 0, 1 << (1 - int(unit.side))])
        one, other = state.copy(), state.copy()
        told: tuple[list[Event], list[Event]] = [], []
        for unit in one.units:
            look_around(Battle(one, fight.rules, Oracle(), told[0], 0), unit)
        look_at_all(Battle(other, fight.rules, Oracle(), told[1], 0))
        assert [unit.unknown_to for unit in one.units] == [unit.unknown_to for unit in other.units]
        assert told[0] == told[1]
