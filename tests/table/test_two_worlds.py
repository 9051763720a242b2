"""Two fights that differ only in hidden units look the same to the players, in every book.

In one of them the hidden units move, act and hide again; in the other they do nothing, or something
else. Meanwhile the player asks for everything, including danger maps from their first answer. Then
the server restarts, another player joins late, and both fights still look the same.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

import pytest
from tests.table.server import Json, Person, Server, own_encounters, until_idle
from tests.table.test_attackers import ENCOUNTER, FAR, NEAR, Attacker, Pair, told_apart
from tests.table.test_secrets import seen

BOOKS: Final = {
    "sovereign": {"PARTY": "adventurers", "ONE": "alda", "TWO": "brand"},
    "sovereign-early": {"PARTY": "adventurers", "ONE": "alda", "TWO": "brand"},
    "aachen": {"PARTY": "wayfarers", "ONE": "hild", "TWO": "ordulf"},
    "aachen-early": {"PARTY": "wayfarers", "ONE": "hild", "TWO": "ordulf"},
    "dolmenwood": {"PARTY": "company", "ONE": "osric", "TWO": "fenn"},
}
HIDDEN: Final = {**NEAR, "LURKS": "N6"}
WORLDS: Final = {"restless": {**HIDDEN, "LURKER": "5"}, "idle": FAR}
TRACELESS: Final = ("run", "hold")
UNSEEN: Final = (*TRACELESS, "prone", "stand", "stow", "ready", "load")
"""Unnoticed actions of hidden units. Some leave visible traces once the unit appears, so before
that it only does the others.
"""
FAR_AWAY: Final = "LMNOP"
MOST_STEPS: Final = 80
SECRET: Final = ("lurker", "Wat")


class World(Attacker):
    """One of the two fights: the actions of its hidden units use separate random numbers."""

    def __init__(self, server: Server, encounter: str, hero: str, pair: Pair) -> None:
        self.is_restless = encounter == "restless"
        self.secretly = random.Random(9)
        self.done_unseen: list[str] = []
        self.has_been_seen = False
        super().__init__(server, encounter, hero, pair)

    def gm_answers(self, ask: Json) -> None:
        ready = ask["ready"] or [ask["unit"]]
        if "lurker" in ready and self.is_restless:
            choice = self._unseen_deed(ask["request"])
            if choice:
                self.done_unseen.append(choice)
                self.gm.send(type="choose", request=ask["request"], choice=choice)
                return
        super().gm_answers(ask)

    def _unseen_deed(self, request: str) -> str:
        """Something it may do, far from the others; "" to end its turn."""
        self.gm.send(type="focus", request=request, unit="lurker")
        options = self.gm.until("options", "refused", "asked")
        groups: list[Json] = options.get("groups") or next(
            (one["groups"] for one in options.get("asks", []) if one["request"] == request), []
        )
        offered = [
            option["choice"]
            for group in groups
            for option in group["options"]
            if group["verb"] in (UNSEEN if self.has_been_seen else TRACELESS)
            and option["choice"].startswith("lurker ")
            and all(square[0] in FAR_AWAY for square in option["path"])
        ]
        return self.secretly.choice(offered) if offered and self.secretly.random() < 0.7 else ""

    def steps(self, round_number: int) -> None:
        """Until that round begins."""
        for _ in range(MOST_STEPS):
            if self.gm.state["clock"]["round"] >= round_number:
                return
            self.step()
        raise AssertionError(f"round {round_number} does not come: {self.gm.asked}")

    def comes_out_and_hides_again(self) -> None:
        """At the same position in both fights; afterwards it acts freely."""
        for what in ("move lurker M4", "reveal lurker"):
            self.order(what)
        assert "lurker" in json.dumps(self.me.state["units"]), "everybody sees it now"
        self.order("hide lurker")
        self.has_been_seen = True
        if self.is_restless:
            for what in ("move lurker P2", "hp lurker 1", "condition lurker blind for 1 round"):
                self.order(what)
        else:
            self.order("move lurker N8")

    def start_again(self) -> tuple[Person, Person]:
        """The server restarts: the player reconnects, and a watcher joins."""
        before = (self.me.state["clock"], self.me.texts(), self.me.asked["asks"])
        self.close()
        self.server.rooms.by_id.pop(self.fight).close()
        path = f"/api/fights/{self.fight}/seats"
        seat = self.server.http.put(path, json={"name": "Late", "role": "watcher"}).json()
        self.gm = self.server.gm(self.fight)
        self.gm.until("asked")
        until_idle(self.server, self.fight)
        self.gm.sync()
        self.me = self.server.player(self.started, self.hero.capitalize())
        self.me.until("asked")
        late = Person(self.server.base, seat["link"].partition("token=")[2])
        late.until("asked")
        self.settle()
        now = (self.me.state["clock"], self.me.texts())
        assert now == before[:2], "what was told is told again"
        return self.me, late


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "fog"),
    [*((book, True) for book in BOOKS), ("sovereign", False), ("dolmenwood", False)],
    ids=lambda value: value if isinstance(value, str) else ("fog" if value else "clear"),
)
def test_those_in_hiding_move_act_and_hide_again_and_nobody_can_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: str, fog: bool
) -> None:
    words = {"BOOK": book, **BOOKS[book]}
    variants = {name: {**words, **world} for name, world in WORLDS.items()}
    with own_encounters(tmp_path, monkeypatch, ENCOUNTER, variants) as server:
        pair = Pair({}, {}, {"fog": fog})
        told: list[list[list[Json]]] = []
        deeds: list[list[str]] = []
        for name in variants:
            world = World(server, name, words["ONE"], pair)
            world.steps(2)
            world.tell(world.me, type="squares", unit=world.hero)
            heard = [seen(world.me)]
            assert not any(word in json.dumps(shown(heard[0])) for word in SECRET)
            world.comes_out_and_hides_again()
            world.steps(3)
            world.tell(world.me, type="squares", unit=world.hero)
            heard[0] = seen(world.me)
            me, late = world.start_again()
            world.steps(4)
            world.tell(world.me, type="squares", unit=world.hero)
            late.sync()
            heard += [seen(me), seen(late)]
            late.__exit__(None, None, None)
            world.close()
            told.append(heard)
            deeds.append(world.done_unseen)
        assert deeds[0] != deeds[1], "something different was done unseen"
        for restless, idle in zip(*told, strict=True):
            apart = told_apart(restless, idle)
            assert not apart, "\n".join(apart)
        dangers = [one for one in told[0][0] if one["type"] == "danger"]
        assert dangers
        assert not dangers[0]["sharper"], "the first answer is among them"


def shown(messages: list[Json]) -> list[Json]:
    """Without what repeats the player's own words."""
    return [one for one in messages if one["type"] not in ("error", "refused")]
