"""A player who tries everything learns no secrets: pairs of fights that differ only in secrets.

Both fights of a pair are played in the same way, with the same results of all dice. The player must
get the same messages in both.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.table.server import Json, Person, Server, own_encounters, until_idle
from tests.table.test_secrets import parts, seen
from websockets.exceptions import ConnectionClosed

ENCOUNTER = """
title: The Clearing
rules: BOOK
map:
  ceiling: sky
  squares: |
    ................
    ................
    .......##.......
    .......##.......
    ................
    ................
    ................
    ................
sides:
  - name: party
    players: yes
    party: PARTY
    only: [ONE, TWO]
    places: {ONE: B3, TWO: B5}
  - name: foes
    units:
      - {what: bandit, id: robber, at: L2, hp: ROBBER}
      - {what: bandit, id: lurker, name: Wat, at: LURKS, hp: LURKER}
THIRD
hidden: [HIDDEN]
"""
WOLVES = """
  - name: wolves
    units:
      - {what: wolf, id: fang, name: Fenris, at: P8}
"""
BOOKS = {
    "sovereign": {"PARTY": "adventurers", "ONE": "alda", "TWO": "brand"},
    "aachen": {"PARTY": "wayfarers", "ONE": "hild", "TWO": "ordulf"},
    "dolmenwood": {"PARTY": "company", "ONE": "osric", "TWO": "fenn"},
}


MOST_STEPS = 40


class Pair(NamedTuple):
    """Two sets of secrets, and what the GM shows."""

    one: dict[str, str]
    other: dict[str, str]
    settings: dict[str, object]
    by_message: bool = True
    """Else by what is on the screen: a die more of the GM's parts news in two."""


NEAR = {"ROBBER": "40", "LURKS": "F5", "LURKER": "2", "THIRD": "", "HIDDEN": "lurker"}
FAR = {"ROBBER": "80", "LURKS": "P7", "LURKER": "5", "THIRD": "", "HIDDEN": "lurker"}
PACK = {**FAR, "THIRD": WOLVES.strip("\n"), "HIDDEN": "lurker, fang"}
PAIRS = {
    "near and far, bands": Pair(NEAR, FAR, {}),
    "near and far, all hidden": Pair(NEAR, FAR, {"foes_hp": "hidden", "hidden_rolls": True}),
    "in fog": Pair(NEAR, FAR, {"fog": True}),
    "with a side nobody knows of": Pair(FAR, PACK, {}, by_message=False),
}


TRIED = [
    *(("sovereign", secrets) for secrets in PAIRS),
    ("aachen", "near and far, all hidden"),
    ("aachen", "in fog"),
    ("dolmenwood", "near and far, bands"),
    ("dolmenwood", "with a side nobody knows of"),
]


class Attacker:
    """One fight: its GM, and a player who asks for everything at every turn."""

    def __init__(self, server: Server, encounter: str, hero: str, pair: Pair) -> None:
        self.server = server
        self.hero = hero
        settings = {"dice": "by hand", **pair.settings}
        self.started = server.start(encounter, settings=settings)
        self.fight = self.started["fight"]
        self.gm = server.gm(self.fight)
        self.gm.sync()
        until_idle(server, self.fight)
        self.gm.sync()
        until_idle(server, self.fight)
        self.me = server.player(self.started, hero.capitalize())
        self.me.until("asked")
        self.chance = random.Random(5)
        self.views: list[str] = []
        """Its screen, whenever it is asked something."""
        self.hidden = [one for one in ("lurker", "fang") if one in self.known_to_gm()]
        for unit in self.hidden:
            self.order(f"stops {unit} never")

    def known_to_gm(self) -> list[str]:
        return [unit["id"] for unit in self.gm.state["units"]]

    def settle(self) -> None:
        """Wait until both have received all results of their messages."""
        for _ in range(2):
            self.tell(self.gm)
            self.tell(self.me)

    def tell(self, person: Person, **message: object) -> None:
        """Send a message, and wait for all its results."""
        if message:
            person.send(**message)
        person.sync()
        until_idle(self.server, self.fight)

    def order(self, what: str) -> None:
        self.tell(self.gm, type="rule", what=what)
        self.settle()

    def step(self) -> None:
        """One thing: a die, the player's answer, or the GM's."""
        if self.gm.asked["die"] is not None:
            die = self.gm.asked["die"]
            # The party first, then the foes, then the unknown units.
            first, last = "the party" in die["text"], "the wolves" in die["text"]
            value = die["sides"] if first else 1 if last else die["sides"] // 2 + 1
            self.gm.send(type="die", request=die["request"], value=value)
        elif self.me.own_asks():
            self.views.append(self.view())
            self.pry(self.me.own_asks()[0])
            self.answer(self.me, self.me.own_asks()[0])
        else:
            asks = self.gm.own_asks()
            if asks:
                self.gm_answers(asks[0])
        self.settle()

    def view(self) -> str:
        """Everything on the player's screen."""
        state = {**self.me.state, "number": 0}
        shown = json.dumps([state, self.me.texts(), self.me.asked], sort_keys=True)
        return shown.replace(self.me.welcome["run"], "RUN")

    def answer(self, person: Person, ask: Json) -> None:
        """At random from what is offered, and never far from home."""
        offered = [
            option["choice"]
            for group in ask["groups"]
            for option in group["options"]
            if all(square[0] in "ABC" for square in option["path"])
        ]
        choice = self.chance.choice(offered)
        person.send(type="choose", request=ask["request"], choice=choice)

    def gm_answers(self, ask: Json) -> None:
        """Those in hiding first, and differently in each fight; the others let it be."""
        ready = ask["ready"] or [ask["unit"]]
        secret = [unit for unit in ready if unit in self.hidden]
        unit = (secret or ready)[0]
        on_turn = ask["point"] == "turn" and unit is not None
        options = ask["groups"][0]["options"] if unit is not None else ask["groups"][-1]["options"]
        choice = f"{unit} done" if on_turn else options[0 if unit is not None else -1]["choice"]
        if secret and on_turn:
            self.order(f"hp {unit} {1 + len(self.hidden)}")
            ask = next(one for one in self.gm.asked["asks"] if unit in one["ready"])
        self.gm.send(type="choose", request=ask["request"], choice=choice)

    def pry(self, ask: Json) -> None:
        """Everything a player may send, about what there is and what there is not."""
        request, me = ask["request"], self.hero
        guesses = [
            {"type": "squares", "unit": me},
            {"type": "squares", "unit": "lurker"},
            {"type": "look", "viewer": me, "target": "robber"},
            {"type": "look", "viewer": me, "target": "lurker"},
            {"type": "look", "viewer": "Wat", "target": "fang"},
            {"type": "look", "viewer": me, "target": "F5"},
            {"type": "look", "viewer": me, "target": "P7"},
            {"type": "preview", "request": request, "choice": f"{me} run F5"},
            {"type": "preview", "request": request, "choice": f"{me} run E5"},
            {"type": "preview", "request": request, "choice": f"{me} attack lurker"},
            {"type": "preview", "request": request, "choice": f"{me} attack robber"},
            {"type": "choose", "request": request, "choice": f"{me} shoot lurker"},
            {"type": "choose", "request": request, "choice": f"{me} attack fenris"},
            {"type": "choose", "request": request, "choice": f"{me} charge wat"},
            {"type": "choose", "request": request, "choice": "lurker done"},
            {"type": "focus", "request": request, "unit": "lurker"},
            {"type": "focus", "request": request, "unit": "fang"},
            {"type": "undo", "unit": "lurker"},
            {"type": "stops", "unit": "fang", "when": "always"},
            {"type": "rule", "what": "hp lurker 1"},
            {"type": "mind", "who": "wolves", "mind": "simple"},
            {"type": "seat", "name": "Me", "units": ["lurker"]},
            {"type": "approve", "request": request},
        ]
        for message in self.chance.sample(guesses, 6):
            self.tell(self.me, **message)
        for group in self.chance.sample(ask["groups"], min(4, len(ask["groups"]))):
            option = self.chance.choice(group["options"])["choice"]
            self.tell(self.me, type="preview", request=request, choice=option)

    def rest(self) -> list[tuple[int, str]]:
        """What the addresses of a player and of a guest get of the REST part."""
        token = next(
            seat["link"].partition("token=")[2]
            for seat in self.started["seats"]
            if seat["name"].lower() == self.hero
        )
        found = []
        for key in (token, self.server.rooms.guest_token, "nonsense"):
            headers = {"authorization": f"Bearer {key}"}
            for path in ("me", "shelf", "invitation", "fights", f"fights/{self.fight}/tape",
                         f"fights/{self.fight}/seats/lurker/invitation"):  # fmt: skip
                answer = self.server.http.get(f"/api/{path}", headers=headers)
                lines = answer.json() if path == "fights" and answer.status_code == 200 else None
                if lines is not None:
                    lines = [line for line in lines if line["id"] == self.fight]
                    for line in lines:
                        line["started"] = ""
                text = answer.text if lines is None else json.dumps(lines)
                found.append((answer.status_code, text.replace(self.fight, "FIGHT")))
        return found

    def ends_badly(self) -> tuple[int, str]:
        """With which code and words it is shown out who sends nonsense."""
        try:
            for _ in range(30):
                self.me.socket.send("nonsense")
            while True:
                self.me.read()
        except ConnectionClosed as error:
            return (0, "") if error.rcvd is None else (error.rcvd.code, error.rcvd.reason)

    def close(self) -> None:
        for person in (self.gm, self.me):
            person.__exit__(None, None, None)


def told_apart(one: list[Json], other: list[Json]) -> list[str]:
    """Where the two differ first."""
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if parts(here) != parts(there):
            lines = zip(parts(here), parts(there), strict=False)
            return [str(number), *next((a, b) for a, b in lines if a != b)]
    more = [one, other][len(other) > len(one)][min(len(one), len(other)) :]
    return [json.dumps(message)[:300] for message in more[:1]]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "secrets"), TRIED)
def test_whatever_a_player_tries_two_fights_stay_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: str, secrets: str
) -> None:
    pair = PAIRS[secrets]
    words = {"BOOK": book, **BOOKS[book]}
    variants = {"one": {**words, **pair.one}, "other": {**words, **pair.other}}
    with own_encounters(tmp_path, monkeypatch, ENCOUNTER, variants) as server:
        hero = words["ONE"]
        fights = [Attacker(server, name, hero, pair) for name in variants]
        for attacker in fights:
            for _ in range(MOST_STEPS):
                if attacker.gm.state["clock"]["round"] >= 2:
                    break
                attacker.step()
            assert attacker.gm.state["clock"]["round"] >= 2, attacker.gm.asked
            attacker.order("hp lurker 1")
            attacker.order("condition lurker blind for 2 rounds")
            attacker.gm.send(type="undo")
            attacker.settle()
            for _ in range(4):
                attacker.step()
            attacker.order("end truce")
            said = [one for one in attacker.gm.received if one["type"] == "refused"]
            assert not said, said
            for _ in range(MOST_STEPS):
                # In the middle of an action it waits until that is over.
                if any(message["type"] == "over" for message in attacker.me.received):
                    break
                attacker.step()
        one, other = (seen(attacker.me) for attacker in fights)
        common = min(len(attacker.views) for attacker in fights)
        assert common > 2
        for here, there in zip(fights[0].views[:common], fights[1].views[:common], strict=True):
            at = next((n for n, (a, b) in enumerate(zip(here, there)) if a != b), 0)
            assert here == there, f"{here[at - 200 : at + 100]} | {there[at - 100 : at + 100]}"
        if pair.by_message:
            apart = told_apart(one, other)
            assert not apart, "\n".join(apart)
        told = json.dumps(
            [message for message in other if message["type"] not in ("error", "refused")]
        )
        for name in ("lurker", "Wat", "wolves", "fang", "Fenris"):
            place = told.find(name)
            assert place < 0, told[max(0, place - 300) : place + 100]
        kinds = {message["type"] for message in one}
        assert {"state", "log", "asked", "over", "refused", "error"} <= kinds
        assert fights[0].rest() == fights[1].rest()
        assert fights[0].ends_badly() == fights[1].ends_badly()
        for attacker in fights:
            attacker.close()
