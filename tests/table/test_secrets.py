"""The server never sends a seat what it may not know: fights that differ only in secrets look the
same to the players.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Json, Person, Server, own_encounters, until_idle

ENCOUNTER = """
title: The Thicket
rules: sovereign
map:
  ceiling: sky
  squares: |
    ................
    ................
    ................
    .......##.......
    .......##.......
    ................
    ................
    ................
sides:
  - name: party
    players: yes
    party: adventurers
    only: [alda, brand]
    places: {alda: C3, brand: C5}
  - name: foes
    units:
      - {what: sergeant, at: H2, hp: SERGEANT}
      - {what: bandit archer, id: lurker, name: Wat, at: LURKS, hp: LURKER}
hidden: [lurker]
"""
NEAR = {"SERGEANT": "9", "LURKER": "3", "LURKS": "I2"}
FEW = {"SERGEANT": "9", "LURKER": "3", "LURKS": "N4"}
MANY = {"SERGEANT": "30", "LURKER": "6", "LURKS": "P8"}
VARIANTS = {"near": NEAR, "few": FEW, "many": MANY}


@pytest.fixture
def thickets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with own_encounters(tmp_path, monkeypatch, ENCOUNTER, VARIANTS) as server:
        yield server


class Table:
    """One fight with hand-rolled dice, its GM and a player; both wait for each other."""

    def __init__(self, server: Server, encounter: str, **settings: object) -> None:
        self.server = server
        started = server.start(encounter, settings={"dice": "by hand", **settings})
        self.started = started
        self.fight = started["fight"]
        self.gm = server.gm(started["fight"])
        self.gm.sync()
        self.alda = server.player(started, "Alda")
        self.alda.until("asked")
        self.settle()

    def again(self) -> Person:
        """Alda, who has lost her connection."""
        return self.server.player(self.started, "Alda")

    def settle(self) -> None:
        """Wait until both have received all results of their messages."""
        for _ in range(2):
            self.alda.sync()
            self.gm.sync()

    def die(self, *values: int) -> None:
        for value in values:
            die = self.gm.asked["die"]
            assert die is not None, self.gm.asked
            self.gm.send(type="die", request=die["request"], value=value)
            self.settle()

    def gm_does(self, choice: str) -> None:
        self.gm.choose(choice)
        self.settle()
        assert not any(one["type"] == "refused" for one in self.gm.received[-4:])

    def gm_passes_all(self) -> None:
        """The GM's units pass on every question."""
        while any(ask["point"] != "turn" for ask in self.gm.own_asks()):
            ask = next(ask for ask in self.gm.own_asks() if ask["point"] != "turn")
            self.gm.send(type="choose", request=ask["request"], choice=f"{ask['unit']} pass")
            self.settle()

    def alda_does(self, choice: str, refused: bool = False) -> None:
        self.alda.choose(choice)
        self.settle()
        found = [one for one in self.alda.received[-4:] if one["type"] == "refused"]
        assert bool(found) == refused, found

    def alda_asks(self, **message: object) -> None:
        """Something the server has to think about; until it has answered."""
        self.alda.send(**message)
        self.alda.sync()
        until_idle(self.server, self.fight)

    def alda_asks_all(self) -> None:
        """Every query a player may send, about visible and hidden things."""
        self.alda_asks(type="squares", unit="alda")
        self.alda_asks(type="squares", unit="lurker")
        for target in ("sergeant", "lurker", "N4", "P8", "A1"):
            self.alda_asks(type="look", viewer="alda", target=target)
        if not self.alda.own_asks():
            return
        request = self.alda.own_asks()[0]["request"]
        for choice in (
            "alda attack sergeant with sword",
            "alda attack lurker with sword",
            "alda run C4",
            "alda run H4",
            "alda run P8",
            "alda run N4",
            "alda pass",
            "alda total-defense",
        ):
            self.alda_asks(type="preview", request=request, choice=choice)
        for unit in ("alda", "lurker", "sergeant", None):
            self.alda_asks(type="focus", request=request, unit=unit)
        self.alda_asks(type="choose", request=request, choice="alda run N44")
        self.alda_asks(type="die", request=request, value=3)
        self.alda_asks(type="stops", unit="lurker", when="always")
        self.alda_asks(type="mind", who="lurker", mind="simple")
        self.settle()

    def close(self) -> None:
        for person in (self.gm, self.alda):
            person.__exit__(None, None, None)


def narration(table: Table, lurker: str) -> None:
    """The party acts first; the sergeant is hit; the hidden unit acts unseen."""
    table.die(8, 1)
    table.alda_asks_all()
    table.alda_does("alda run G2")
    table.alda_asks_all()
    table.gm_passes_all()
    table.alda_does("alda attack sergeant with sword")
    table.gm_passes_all()
    table.die(19)
    table.gm_passes_all()
    table.die(2)
    table.gm_passes_all()
    for refused in ("alda attack lurker with sword", "alda attack wat", "alda shoot lurke"):
        table.alda_does(refused, refused=True)
    for _ in range(3):
        table.settle()
    table.alda_does("alda done")
    table.gm_does("brand done")
    table.gm.send(type="rule", what="hp lurker 2", note="")
    table.settle()
    table.gm_does(f"lurker {lurker}")
    if lurker != "done":
        table.gm_does("lurker done")
    table.gm_does("sergeant attack alda with sword")
    table.alda_asks_all()
    if table.alda.own_asks():
        table.alda_does("alda pass")
    table.die(2)
    table.settle()


def seen(person: Person) -> list[Json]:
    """All it was sent, without the random name of the room's run and of the fight.

    Answers to its own pings are left out: they say nothing of the fight. Of seconds only whether
    there are any.
    """
    run, fight = person.welcome["run"], person.welcome["fight"]
    text = json.dumps(person.received).replace(run, "RUN").replace(fight, "FIGHT")
    found: list[Json] = json.loads(text)
    for message in found:
        for ask in message.get("asks", []):
            ask["deadline"] = ask["deadline"] is not None
    return [message for message in found if message["type"] != "pong"]


def parts(message: Json) -> list[str]:
    """Everything in a message, a part a line, so that a difference is easily seen."""
    found = []
    for name, value in message.items():
        for one in value if isinstance(value, list) else [value]:
            inner = one.get("options", [one]) if isinstance(one, dict) else [one]
            found += [f"{name} {json.dumps(part, sort_keys=True)}" for part in inner]
            found.append(json.dumps(one, sort_keys=True))
    return found


@pytest.mark.parametrize(
    "settings",
    [{}, {"foes_hp": "hidden", "hidden_rolls": True}],
    ids=["bands", "hidden"],
)
def test_fights_that_differ_only_in_secrets_are_the_same_to_a_player(
    thickets: Server, settings: dict[str, object]
) -> None:
    few, many = Table(thickets, "few", **settings), Table(thickets, "many", **settings)
    narration(few, "done")
    narration(many, "run P7")
    assert "Sergeant" in json.dumps(few.alda.received).title()
    told = json.dumps(few.alda.received)
    for word in ("Wat",):
        assert word not in told, word
    shown = [one for one in few.alda.received if one["type"] in ("state", "log", "asked")]
    for word in ("lurker", "Wat", '"N4"', '"P8"'):
        assert word not in json.dumps([one for one in shown if "groups" not in one]), word
    kinds = {one["type"] for one in few.alda.received}
    assert {"previewed", "sight", "options", "refused", "error"} <= kinds
    assert ("danger" in kinds) == ("hidden_rolls" not in settings)
    for one, other in zip(seen(few.alda), seen(many.alda), strict=True):
        assert parts(one) == parts(other)
    assert few.gm.unit("lurker")["square"] == "N4", "the GM sees all"
    few.close()
    many.close()


def test_numbers_of_foes_are_shown_as_the_gm_sets(thickets: Server) -> None:
    table = Table(thickets, "few")
    shown = table.alda.unit("sergeant")
    assert (shown["hp"], shown["max_hp"], shown["ac"]) == (None, None, None)
    assert shown["band"] == "unhurt"
    open_table = {**table.gm.state["settings"], "foes_hp": "numbers", "foes_ac": "numbers"}
    table.gm.send(type="settings", settings=open_table)
    table.settle()
    shown = table.alda.unit("sergeant")
    assert (shown["hp"], shown["ac"]) == (9, table.gm.unit("sergeant")["ac"])
    table.gm.send(type="settings", settings={**open_table, "foes_hp": "hidden"})
    table.settle()
    assert table.alda.unit("sergeant")["band"] == "unknown"
    table.close()


def test_what_is_hidden_is_marked_in_the_gms_log(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    table.gm.send(type="rule", what="hp lurker 2", note="bitten")
    table.settle()
    line = table.gm.lines[-1]
    assert "HP set to 2 (bitten)" in line["text"]
    assert line["hidden"]
    assert not any("lurker" in text for text in table.alda.texts())
    table.close()


def test_nobody_gets_the_seed_or_the_tape_but_the_gm(thickets: Server) -> None:
    started = thickets.start("few")
    token = started["seats"][0]["link"].partition("token=")[2]
    address = f"/api/fights/{started['fight']}/tape"
    answer = thickets.http.get(address, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 403
    whole = thickets.http.get(address)
    assert whole.status_code == 200
    assert whole.text.startswith("shieldwall-tape 1\n")
    guest = thickets.rooms.guest_token
    answer = thickets.http.get(address, headers={"authorization": f"Bearer {guest}"})
    assert answer.status_code == 403


def test_what_was_rolled_in_secret_stays_secret_for_late_comers_and_after_a_restart(
    thickets: Server,
) -> None:
    table = Table(thickets, "few", hidden_rolls=True)
    table.die(8, 1)
    secret = "Initiative for the foes: "
    assert any(text.startswith(secret) for text in table.gm.texts())
    assert not any(text.startswith(secret) for text in table.alda.texts())
    table.gm.send(type="settings", settings={**table.gm.state["settings"], "hidden_rolls": False})
    table.settle()
    path = f"/api/fights/{table.fight}/seats"
    seat = thickets.http.put(path, json={"name": "Late", "role": "watcher"}).json()
    before = table.alda.texts()
    for again in (False, True):
        if again:
            thickets.rooms.by_id.clear()
        with Person(thickets.base, seat["link"].partition("token=")[2]) as late:
            late.until("asked")
            assert late.texts() == before
    table.close()


def test_a_change_that_is_hidden_from_a_player_does_not_ask_it_anew(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    request = table.alda.own_asks()[0]["request"]
    heard = len([one for one in table.alda.received if one["type"] != "pong"])
    for what in ("hp lurker 2", "move lurker N5", "condition lurker blind for 2 rounds"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.gm.send(type="undo")
    table.settle()
    assert len([one for one in table.alda.received if one["type"] != "pong"]) == heard
    table.alda.choose("alda prone", request)
    table.settle()
    assert "Alda drops prone." in table.alda.texts()
    table.close()


def test_a_deed_forced_upon_one_in_hiding_is_told_to_nobody(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    table.gm.send(type="rule", what="force sergeant shoot lurker")
    table.gm.send(type="rule", what="force lurker prone")
    table.settle()
    assert "lurker" not in json.dumps(table.alda.received)
    assert any("lurker" in text.lower() or "Wat" in text for text in table.gm.texts())
    table.close()


class Asked:
    """How often a hidden unit was asked in the middle of an action."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.points: list[str] = []

    def lets_pass(self, *alda_says: Json) -> None:
        """What Alda says before that is heard when the table has gone on."""
        table = self.table
        for message in alda_says:
            table.alda.send(**message)
        table.settle()
        while asks := [ask for ask in table.gm.own_asks() if ask["unit"] == "lurker"]:
            self.points.append(asks[0]["point"])
            table.gm.send(type="choose", request=asks[0]["request"], choice="lurker pass")
            table.settle()
        until_idle(table.server, table.fight)
        table.settle()


def ambush(table: Table, stops: str) -> list[str]:
    """Alda attacks the sergeant and is attacked, while a hidden unit could react to all of it."""
    asked = Asked(table)
    table.die(8, 1)
    for what in (f"stops lurker {stops}", "stops sergeant never"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.alda_does("alda run G2")
    asked.lets_pass()
    request = table.alda.own_asks()[0]["request"]
    table.alda.choose("alda attack sergeant with sword")
    asked.lets_pass(
        {"type": "choose", "request": request, "choice": "alda done"},
        {"type": "preview", "request": request, "choice": "alda attack sergeant with sword"},
        {"type": "focus", "request": request, "unit": "alda"},
        {"type": "undo"},
        {"type": "stops", "unit": "lurker", "when": "always"},
    )
    table.alda_does("alda attack sergeant with sword")
    asked.lets_pass()
    table.die(19)
    asked.lets_pass({"type": "look", "viewer": "alda", "target": "sergeant"})
    table.die(2)
    asked.lets_pass()
    table.alda_does("alda done")
    asked.lets_pass()
    table.gm_does("brand done")
    asked.lets_pass()
    table.gm_does("sergeant attack alda with sword")
    asked.lets_pass()
    table.die(17)
    table.gm.send(type="rule", what="hp lurker 2")
    table.settle()
    assert table.alda.own_asks()[0]["deadline"] is not None
    table.alda_does("alda pass")
    asked.lets_pass()
    table.die(3)
    asked.lets_pass()
    table.gm_does("sergeant done")
    table.gm_does("lurker done")
    asked.lets_pass()
    return asked.points


def test_a_player_cannot_tell_whether_somebody_in_hiding_is_asked(thickets: Server) -> None:
    silent, asked = (Table(thickets, "near", timer=600) for _ in range(2))
    assert ambush(silent, "never") == []
    assert {"declared", "rolled"} <= set(ambush(asked, "always"))
    assert "lurker" not in json.dumps(asked.alda.received).replace("lurker is not yours", "")
    for one, other in zip(seen(silent.alda), seen(asked.alda), strict=True):
        assert parts(one) == parts(other)
    silent.close()
    asked.close()


def test_who_comes_after_a_restart_is_welcomed_while_somebody_in_hiding_is_asked(
    thickets: Server,
) -> None:
    """It used to hear nothing at all, as if the table were down; the rest comes as ever."""
    table = Table(thickets, "near", timer=600)
    asked = Asked(table)
    table.die(8, 1)
    for what in ("stops lurker always", "stops sergeant never"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.alda_does("alda run G2")
    asked.lets_pass()
    table.alda.choose("alda attack sergeant with sword")
    table.settle()
    assert [ask["unit"] for ask in table.gm.own_asks()] == ["lurker"]
    table.close()
    thickets.rooms.by_id.pop(table.fight)
    with table.again() as alda:
        alda.until("welcome")
        alda.sync()
        assert [one["type"] for one in alda.received] == ["welcome", "pong"]
        with thickets.gm(table.fight) as gm:
            gm.until_asked()
            ask = gm.own_asks()[0]
            gm.send(type="choose", request=ask["request"], choice="lurker pass")
            alda.until("asked")
        kinds = [one["type"] for one in alda.received if one["type"] != "pong"]
        assert kinds[:4] == ["welcome", "state", "log", "asked"]
        assert "lurker" not in json.dumps(alda.received)


def test_who_comes_back_while_somebody_in_hiding_is_asked_finds_what_it_knew(
    thickets: Server,
) -> None:
    table = Table(thickets, "near")
    table.die(8, 1)
    for what in ("stops lurker always", "stops sergeant never"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.alda_does("alda run G2")
    before = table.alda.state, table.alda.asked, table.alda.texts()
    table.alda.choose("alda attack sergeant with sword")
    table.settle()
    assert [ask["unit"] for ask in table.gm.own_asks()] == ["lurker"]
    assert (table.alda.state, table.alda.asked, table.alda.texts()) == before
    seat = thickets.http.put(
        f"/api/fights/{table.fight}/seats", json={"name": "Late", "role": "watcher"}
    ).json()
    table.alda.socket.close()
    with (
        table.again() as alda,
        Person(thickets.base, seat["link"].partition("token=")[2]) as late,
    ):
        alda.until("asked")
        late.sync()
        assert late.welcome
        assert not late.state, "who has been told nothing yet waits for the table to go on"
        assert (alda.state["clock"], alda.texts()) == (before[0]["clock"], before[2])
        assert alda.asked == before[1]
        alda.send(type="mind", who="foes", mind="simple")
        alda.sync()
        table.gm.choose("lurker pass")
        late.until("asked")
        assert alda.until("error")["text"] == "Only the GM can do that.", (
            "what was said meanwhile is heard"
        )
        assert alda.texts() == late.texts()
    table.gm.__exit__(None, None, None)


def test_a_choice_that_the_gm_takes_back_before_it_was_told_is_asked_again(
    thickets: Server,
) -> None:
    table = Table(thickets, "near")
    table.die(8, 1)
    for what in ("stops lurker always", "stops sergeant never"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.alda_does("alda run G2")
    table.alda.choose("alda attack sergeant with sword")
    table.settle()
    heard = len(table.alda.received)
    table.gm.send(type="undo")
    table.settle()
    again = [one for one in table.alda.received[heard:] if one["type"] == "asked"]
    assert [ask["unit"] for ask in again[0]["asks"]] == ["alda"] or again[0]["asks"][0]["ready"]
    table.alda_does("alda attack sergeant with sword")
    assert [ask["unit"] for ask in table.gm.own_asks()] == ["lurker"]
    table.close()


def test_what_the_gm_orders_in_secret_leaves_a_players_undo_and_outlives_it(
    thickets: Server,
) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    table.alda_does("alda run G2")
    assert table.alda.state["can_undo"]
    heard = len([one for one in table.alda.received if one["type"] != "pong"])
    table.gm.send(type="rule", what="hp lurker 2", note="bitten")
    table.settle()
    assert len([one for one in table.alda.received if one["type"] != "pong"]) == heard
    table.alda.send(type="undo")
    table.settle()
    assert table.alda.unit("alda")["square"] == "C3"
    assert table.gm.unit("lurker")["hp"] == 2
    assert not table.alda.state["can_undo"]
    table.gm.send(type="rule", what="hp sergeant 5")
    table.settle()
    table.alda_does("alda run G2")
    table.gm.send(type="rule", what="hp sergeant 6")
    table.settle()
    assert not table.alda.state["can_undo"], "this it was told of"
    table.close()


def test_an_order_in_secret_gives_nobody_more_time(thickets: Server) -> None:
    table = Table(thickets, "few", timer=600)
    table.die(1, 8)
    table.gm.send(type="rule", what="move alda G2")
    table.settle()
    table.gm_does("sergeant attack alda with sword")
    table.gm_passes_all()
    table.die(17)
    table.gm_passes_all()
    heard = len([one for one in table.alda.received if one["type"] != "pong"])
    room_timers = thickets.rooms.by_id[table.fight].room_timers
    ends = {unit: timer.end for unit, timer in room_timers.timers.items()}
    assert ends
    for what in ("hp lurker 2", "condition lurker blind for 2 rounds"):
        table.gm.send(type="rule", what=what)
        table.settle()
    table.gm.send(type="undo")
    table.settle()
    assert {unit: timer.end for unit, timer in room_timers.timers.items()} == ends
    assert len([one for one in table.alda.received if one["type"] != "pong"]) == heard
    table.close()
