"""A store that fails, on SQLite and PostgreSQL: nothing is told that is not stored."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.table import faults
from tests.table.faults import AFTER, BEFORE, CALLS, FAULTS, HANG, OUTCOMES, FaultyStore
from tests.table.server import PATIENCE, Json, Person, Server
from tests.table.test_pictures import png

from shieldwall.table.persistence.database import Store
from shieldwall.table.persistence.tables import FightRow
from shieldwall.table.persistence.writer import UNSTORED
from shieldwall.table.play.opened_fight import found_again

HANDBOOK = Path(__file__).parents[2] / "docs" / "store-faults.md"
SHORT = 0.3
"""Seconds a store may hang in these tests; the usual calls may take as long as they like."""


class Shaken(Server):
    """A server whose store fails on demand, with a fight, its GM and somebody who watches it."""

    def __init__(self, url: str) -> None:
        self.store = FaultyStore(url)
        super().__init__(self.store)
        self.hall.scribe.patience = PATIENCE
        self.started = self.start("yard")
        self.ident: str = self.started["fight"]

    def stop(self) -> None:
        self.store.heal()
        super().stop()

    def fail(self, call: str, fault: str, times: int = 1) -> None:
        if fault == HANG:
            self.hall.scribe.patience = SHORT
        self.store.fail(call, fault, times)

    def heal(self) -> None:
        self.hall.scribe.patience = PATIENCE
        self.store.heal()

    def forget(self) -> None:
        """As if the server had been started again."""
        self.hall.rooms.pop(self.ident)

    def row(self) -> FightRow:
        found = self.store.fight(self.ident)
        assert found is not None
        return found

    def entries(self) -> list[tuple[str, str]]:
        return [(row.kind, row.text) for row in self.store.entries(self.ident)]

    def hp(self) -> int:
        """Of the first veteran, as the store has it."""
        found = found_again(self.row(), self.store.entries(self.ident))
        units = found.resumed.fight.state.units
        return next(int(unit.hp) for unit in units if unit.ident == "veteran-1")


@pytest.fixture
def shaken(url: str) -> Iterator[Shaken]:
    made = Shaken(url)
    yield made
    made.stop()


def hp(person: Person) -> int:
    return int(person.unit("veteran-1")["hp"])


def ready(person: Person) -> Person:
    person.until("asked")
    person.sync()
    return person


def until_hp(person: Person, wanted: int) -> None:
    while hp(person) != wanted:
        person.read()


def troubles(person: Person) -> list[str]:
    return [message["text"] for message in person.received if message["type"] == "error"]


def until_trouble(person: Person, words: str) -> None:
    while not any(words in text for text in troubles(person)):
        person.read()


def test_the_handbook_has_every_call_and_every_fault() -> None:
    assert set(OUTCOMES) == {(call, fault) for call in CALLS for fault in FAULTS}
    assert HANDBOOK.read_text(encoding="utf-8") == faults.page()


@pytest.mark.parametrize("fault", FAULTS)
def test_an_order_is_told_when_it_is_stored_and_not_before(shaken: Shaken, fault: str) -> None:
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        before, stored = hp(gm), shaken.entries()
        assert before != 3
        shaken.fail("append", fault)
        gm.send(type="rule", what="hp veteran-1 3")
        if OUTCOMES["append", fault] == faults.NOT_HAPPENED:
            until_trouble(gm, UNSTORED)
            witness.sync()
            assert (hp(gm), hp(witness), shaken.hp()) == (before, before, before)
            assert shaken.entries() == stored
            assert "GM: " not in "".join(witness.texts())
            gm.send(type="rule", what="hp veteran-1 3")
        elif OUTCOMES["append", fault] == faults.WAITS:
            until_trouble(gm, "Play waits")
            until_trouble(witness, "Play waits")
            witness.sync()
            assert (hp(gm), hp(witness)) == (before, before)
            assert shaken.entries() == stored
            gm.send(type="rule", what="hp veteran-1 4")
            gm.sync()
            with shaken.gm(shaken.ident) as late:
                assert "Play waits" in late.until("error")["text"]
            shaken.heal()
        until_hp(gm, 3)
        until_hp(witness, 3)
        assert shaken.hp() == 3
        assert UNSTORED not in troubles(gm) or fault == BEFORE


@pytest.mark.parametrize("call", ["sure_entries", "sure_seats"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("first", [BEFORE, AFTER])
def test_a_store_that_fails_twice_stops_play_until_it_answers(
    shaken: Shaken, call: str, fault: str, first: str
) -> None:
    """The old way: the one was told that it had not happened, and all others that it had."""
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        before = hp(gm)
        if call == "sure_entries":
            shaken.fail("append", first)
            shaken.fail(call, fault, 3)
            gm.send(type="rule", what="hp veteran-1 3")
        else:
            shaken.fail("put_seats", first)
            shaken.fail(call, fault, 3)
            gm.send(type="seat", name="Late", units=["alda"])
        until_trouble(gm, "Play waits")
        witness.sync()
        assert (hp(gm), hp(witness)) == (before, before)
        assert all(seat["name"] != "Late" for seat in witness.state["seats"])
        with shaken.gm(shaken.ident) as gone:
            gone.until("error")
        # Who goes away tells nobody anything either.
        witness.sync()
        assert (hp(gm), hp(witness)) == (before, before)
        shaken.heal()
        until_trouble(gm, "answers again")
        until_trouble(witness, "answers again")
        gm.sync()
        witness.sync()
        assert hp(gm) == hp(witness) == shaken.hp()
        assert shaken.hp() == (3 if call == "sure_entries" and first == AFTER else before)
        names = [seat.name for seat in shaken.store.seats(shaken.ident)]
        assert ("Late" in names) == (call == "sure_seats" and first == AFTER)
        assert [one["name"] for one in witness.state["seats"] if one["name"] != "GM"] == names
        gm.send(type="rule", what="hp veteran-1 2")
        until_hp(witness, 2)


def test_a_database_that_is_away_for_a_while_stops_play_for_that_while(shaken: Shaken) -> None:
    with shaken.gm(shaken.ident) as gm, shaken.player(shaken.started, "Alda") as alda:
        ready(gm)
        ready(alda)
        lines, stored = list(alda.lines), shaken.entries()
        shaken.store.down = True
        gm.send(type="rule", what="tell the ground shakes")
        until_trouble(gm, "Play waits")
        until_trouble(alda, "Play waits")
        answer = shaken.http.get("/api/fights")
        assert answer.status_code == 503
        assert "does not answer" in answer.json()["detail"]
        assert shaken.http.get(f"/api/fights/{shaken.ident}/tape").status_code == 503
        alda.sync()
        assert alda.lines == lines
        shaken.heal()
        until_trouble(gm, UNSTORED)
        gm.sync()
        assert shaken.entries() == stored
        gm.send(type="rule", what="tell the sky falls")
        gm.sync()
        alda.sync()
        assert "The sky falls." in alda.texts()
        assert "The ground shakes." not in alda.texts()


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_mind_does_is_told_when_it_is_stored(shaken: Shaken, fault: str) -> None:
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        fight = shaken.hall.rooms[shaken.ident].fight
        asked = fight.names.index[gm.own_asks()[0]["focus"]]
        side = fight.setup.sides[fight.state.units[asked].side].name
        shaken.fail("append", fault)
        # The first write is the order to let a mind play, so that one goes through.
        shaken.store.planned["append"] = ["", fault, fault]
        gm.send(type="mind", who=side, mind="simple")
        assert shaken.store.failed.wait(PATIENCE)
        if fault != AFTER:
            until_trouble(witness, "Play waits")
        shaken.heal()
        if fault != AFTER:
            until_trouble(witness, "answers again")
        # Whatever became of it: once all is quiet, what is told is what is stored.
        check_told_is_stored(shaken, witness)


def until_well(shaken: Shaken) -> None:
    """Until the room has heard from its store again."""
    room, pause = shaken.hall.rooms[shaken.ident], threading.Event()
    for _ in range(PATIENCE * 20):
        if not room.stalled:
            return
        pause.wait(0.05)
    raise AssertionError("the room still waits for its store")


def check_told_is_stored(shaken: Shaken, witness: Person) -> None:
    room = shaken.hall.rooms[shaken.ident]
    until_well(shaken)
    witness.send(type="settings", settings={**witness.state["settings"], "paused": True})
    witness.sync()
    assert not room.stalled
    found = found_again(shaken.row(), shaken.store.entries(shaken.ident)).resumed.fight
    told = {unit["id"]: unit["hp"] for unit in witness.state["units"]}
    assert told == {unit.ident: int(unit.hp) for unit in found.state.units}
    assert witness.state["clock"]["round"] == int(found.state.clock.round)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_timer_does_is_told_when_it_is_stored(shaken: Shaken, fault: str) -> None:
    """A prompt whose time is up while the store fails is passed once, later."""
    room = shaken.hall.rooms[shaken.ident]
    with shaken.gm(shaken.ident) as gm:
        ready(gm)
        shaken.fail("append", fault, 1)
        done = threading.Event()

        async def pass_for_somebody() -> None:
            async with room.lock:
                request = room.open_requests()[0]
                choice = next(iter(request.options))
                await room.clockwork._guarded(room.answer(request, choice, None))
                room.clockwork.go_on()
                await room.herald.publish()
            done.set()

        stored, lines = shaken.entries(), list(gm.lines)
        shaken.on_loop(pass_for_somebody())
        assert shaken.store.failed.wait(PATIENCE)
        if fault == AFTER:
            assert done.wait(PATIENCE)
            gm.sync()
            assert len(shaken.entries()) > len(stored)
        else:
            until_trouble(gm, "Play waits")
            gm.sync()
            assert gm.lines == lines
            assert shaken.entries() == stored
        shaken.heal()
        check_told_is_stored(shaken, gm)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", faults.READS)
def test_what_cannot_be_read_is_said_and_can_be_tried_again(
    shaken: Shaken, call: str, fault: str
) -> None:
    shaken.forget()
    shaken.fail(call, fault)
    path = f"/api/fights/{shaken.ident}/tape"
    if call in ("fights", "seats", "last_entry"):
        path = "/api/fights"
    elif call == "picture":
        shaken.heal()
        path = picture_of(shaken, "alda")
        assert shaken.http.put(path, content=png()).status_code == 204
        shaken.forget()
        shaken.fail(call, fault)
    if call == "seat_of":
        link = shaken.started["seats"][0]["link"].partition("token=")[2]
        answer = httpx.get(
            f"{shaken.base}/api/me", headers={"authorization": f"Bearer {link}"}, timeout=PATIENCE
        )
    else:
        answer = shaken.http.get(path)
    assert answer.status_code == 503
    assert "does not answer" in answer.json()["detail"]
    shaken.heal()
    if call not in ("fights", "last_entry", "picture"):
        if call == "pictures":
            shaken.hall.rooms.clear()
        shaken.fail(call, fault)
        with shaken.player(shaken.started, "Alda") as alda:
            until_trouble(alda, "does not answer")
            assert alda.is_shown_out()
            assert alda.socket.close_code == 1013, "the page comes back by itself"
        shaken.heal()
    with shaken.player(shaken.started, "Alda") as alda:
        ready(alda)
    assert shaken.http.get(path).status_code == 200


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fight_is_begun_or_it_is_not(shaken: Shaken, fault: str) -> None:
    before = [line["id"] for line in shaken.http.get("/api/fights").json()]
    shaken.fail("add_fight", fault)
    answer = shaken.http.post("/api/fights", json={"encounter": "duel"})
    outcome = OUTCOMES["add_fight", fault]
    assert answer.status_code == (201 if outcome == faults.HAPPENED else 503)
    shaken.heal()
    if outcome == faults.LATER:
        # The writer takes its turn before the next fight is begun.
        shaken.start("duel")
    listed = [line["id"] for line in shaken.http.get("/api/fights").json()]
    more = {faults.NOT_HAPPENED: 0, faults.HAPPENED: 1, faults.LATER: 2}[outcome]
    assert len(listed) == len(before) + more
    for ident in set(listed) - set(before):
        with shaken.gm(ident) as gm:
            ready(gm)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fight_is_copied_with_its_pictures_or_it_is_not(shaken: Shaken, fault: str) -> None:
    assert shaken.http.put(picture_of(shaken, "alda"), content=png()).status_code == 204
    for way in ("duplicate", "again"):
        before = set(titles(shaken))
        shaken.fail("add_fight", fault)
        answer = shaken.http.post(f"/api/fights/{shaken.ident}/{way}")
        outcome = OUTCOMES["add_fight", fault]
        assert answer.status_code == (201 if outcome == faults.HAPPENED else 503)
        shaken.heal()
        # The writer takes its turn before it renames a fight.
        assert rename(shaken, way).status_code == 200
        new = set(titles(shaken)) - before
        assert len(new) == (0 if outcome == faults.NOT_HAPPENED else 1)
        for ident in new:
            assert shaken.http.get(f"/api/fights/{ident}/pictures/alda").content == png()


# What is stored beside the tape.


def picture_of(shaken: Shaken, unit: str) -> str:
    return f"/api/fights/{shaken.ident}/pictures/{unit}"


def titles(shaken: Shaken) -> dict[str, str]:
    return {line["id"]: line["title"] for line in shaken.http.get("/api/fights").json()}


def rename(shaken: Shaken, title: str) -> httpx.Response:
    return shaken.http.patch(f"/api/fights/{shaken.ident}", json={"title": title})


def aside(shaken: Shaken, what: str) -> httpx.Response:
    """A write that is no part of the tape."""
    if what == "rename":
        return rename(shaken, "Tuesday")
    if what == "delete":
        return shaken.http.delete(f"/api/fights/{shaken.ident}")
    if what == "restore":
        return shaken.http.post(f"/api/fights/{shaken.ident}/restore")
    if what == "put":
        return shaken.http.put(picture_of(shaken, "alda"), content=png())
    return shaken.http.delete(picture_of(shaken, "brand"))


def shown_beside(shaken: Shaken) -> dict[str, object]:
    """What people are shown of all that, which is what the store holds."""
    row, room = shaken.row(), shaken.hall.rooms.get(shaken.ident)
    pictures = {one.name for one in shaken.store.pictures(shaken.ident)}
    assert (shaken.ident in titles(shaken)) == (not row.deleted)
    assert room is None or not row.deleted, "nobody plays on in a fight that is deleted"
    if room is not None:
        assert (room.row.title, set(room.pictures)) == (row.title, pictures)
    return {"rename": row.title, "delete": bool(row.deleted), "pictures": pictures}


ASIDE = {
    "rename": ("rename", "sure_fight"),
    "delete": ("set_deleted", "sure_fight"),
    "restore": ("set_deleted", "sure_fight"),
    "put": ("put_picture", "sure_pictures"),
    "drop": ("drop_picture", "sure_pictures"),
}


def prepared(shaken: Shaken, what: str) -> dict[str, object]:
    """Brand has a picture; what is to be restored is deleted."""
    assert shaken.http.put(picture_of(shaken, "brand"), content=png()).status_code == 204
    if what == "restore":
        assert aside(shaken, "delete").status_code == 204
    return shown_beside(shaken)


def until_changed(shaken: Shaken, before: dict[str, object]) -> None:
    """Until the store has answered, and what people are shown agrees with it."""
    pause = threading.Event()
    for _ in range(PATIENCE * 20):
        try:
            if shown_beside(shaken) != before:
                return
        except AssertionError:
            # Stored, and not shown yet.
            pass
        pause.wait(0.05)
    raise AssertionError("it is not shown")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("what", ASIDE)
def test_what_is_stored_beside_the_tape_is_shown_as_it_is_stored(
    shaken: Shaken, what: str, fault: str
) -> None:
    before = prepared(shaken, what)
    call = ASIDE[what][0]
    shaken.fail(call, fault)
    answer = aside(shaken, what)
    outcome = OUTCOMES[call, fault]
    if outcome == faults.HAPPENED:
        assert answer.is_success, answer.text
        assert shown_beside(shaken) != before
        return
    assert answer.status_code == 503, answer.text
    assert "does not answer" in answer.json()["detail"]
    if outcome == faults.NOT_HAPPENED:
        assert shown_beside(shaken) == before
        assert aside(shaken, what).is_success
        assert shown_beside(shaken) != before
        return
    shaken.heal()
    until_changed(shaken, before)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("what", ["delete", "drop"])
def test_a_store_that_fails_twice_is_asked_again_what_it_holds(
    shaken: Shaken, what: str, fault: str
) -> None:
    before = prepared(shaken, what)
    call, sure = ASIDE[what]
    shaken.fail(call, AFTER)
    shaken.fail(sure, fault, 2)
    assert aside(shaken, what).status_code == 503
    shaken.heal()
    until_changed(shaken, before)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_deleted_fight_that_cannot_be_taken_out_stays_hidden(shaken: Shaken, fault: str) -> None:
    assert aside(shaken, "delete").status_code == 204
    shaken.fail("purge", fault)
    assert shaken.loop is not None
    shaken.loop.call_soon_threadsafe(shaken.hall.keeper._purge, shaken.ident)
    assert shaken.store.failed.wait(PATIENCE)
    assert shaken.ident not in titles(shaken)
    shaken.heal()
    Store(shaken.store.url).close()
    assert shaken.store.fight(shaken.ident) is None
    assert titles(shaken) == {}


def seating(shaken: Shaken) -> Json:
    """Who sits where: as the room has it, as the store has it."""
    room = shaken.hall.rooms[shaken.ident]
    own = {
        seat.name: (seat.role, sorted(seat.units), seat.hash, seat.entered)
        for seat in room.seats.values()
        if seat.name != "GM"
    }
    kept = {
        row.name: (row.role, sorted(row.units), row.hash, row.entered)
        for row in shaken.store.seats(shaken.ident)
    }
    assert own == kept
    return own


def seat_request(shaken: Shaken, what: str) -> httpx.Response:
    path = f"/api/fights/{shaken.ident}/seats"
    if what == "new":
        return shaken.http.put(path, json={"name": "Late", "units": ["alda"]})
    if what == "change":
        return shaken.http.put(path, json={"name": "Brand", "units": ["alda", "brand"]})
    if what == "revoke":
        return shaken.http.delete(f"{path}/Alda")
    guest = {"authorization": f"Bearer {shaken.hall.guest_token}"}
    return httpx.post(f"{shaken.base}{path}/Alda/take", headers=guest, timeout=PATIENCE)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("what", ["new", "change", "revoke", "take"])
def test_a_seat_that_is_not_stored_is_as_it_was(shaken: Shaken, what: str, fault: str) -> None:
    before = seating(shaken)
    shaken.fail("put_seats", fault)
    answer = seat_request(shaken, what)
    outcome = OUTCOMES["put_seats", fault]
    if outcome == faults.HAPPENED:
        assert answer.is_success, answer.text
        assert seating(shaken) != before
        return
    assert answer.status_code == 503, answer.text
    if outcome == faults.NOT_HAPPENED:
        assert answer.json()["detail"] == UNSTORED
        assert seating(shaken) == before
        assert seat_request(shaken, what).is_success
        assert seating(shaken) != before
        return
    with shaken.gm(shaken.ident) as gm:
        until_trouble(gm, "Play waits")
        shaken.heal()
        ready(gm)
        assert seating(shaken) != before


@pytest.mark.parametrize("fault", FAULTS)
def test_who_enters_while_the_store_fails_may_come_again(shaken: Shaken, fault: str) -> None:
    before = seating(shaken)
    assert not before["Alda"][3]
    shaken.fail("put_seats", fault)
    with shaken.player(shaken.started, "Alda") as alda:
        if fault == AFTER:
            ready(alda)
        else:
            alda.until("error")
            assert alda.is_shown_out()
            assert not shaken.hall.rooms[shaken.ident].seats["Alda"].entered
    shaken.heal()
    until_well(shaken)
    with shaken.player(shaken.started, "Alda") as alda:
        ready(alda)
        assert seating(shaken)["Alda"][3]


@pytest.mark.parametrize("fault", [BEFORE, AFTER])
@pytest.mark.parametrize(
    ("message", "what"),
    [
        ({"type": "rule", "what": "name veteran-1 Gruk"}, "name"),
        ({"type": "settings", "settings": {"paused": True, "foes_hp": "numbers"}}, "settings"),
        ({"type": "settings", "settings": {"fog": True, "dice": "by hand"}}, "settings"),
        ({"type": "mind", "who": "veteran-1", "mind": "simple"}, "minds"),
        ({"type": "stops", "unit": "alda", "when": "always"}, "stops"),
        ({"type": "undo"}, "undo"),
    ],
)
def test_what_the_gm_changes_and_is_not_stored_stays_as_it_was(
    shaken: Shaken, message: Json, what: str, fault: str
) -> None:
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        gm.send(type="rule", what="tell the ground shakes")
        gm.sync()
        witness.sync()

        def memory() -> object:
            room = shaken.hall.rooms[shaken.ident]
            fight = room.fight
            return (
                room.settings, dict(room.minds), set(room.plans), dict(room.sealed),
                room.recorder.count, room.recorder.tape(fight), fight.by_hand,
                fight.state.key(), fight.state.decrees.titles,
            )  # fmt: skip

        before, shown = memory(), (witness.state, list(witness.lines))
        stored = shaken.entries()
        shaken.fail("append", fault)
        gm.send(**message)
        if fault == AFTER:
            gm.sync()
            assert troubles(gm) == []
            assert memory() != before
            return
        until_trouble(gm, UNSTORED)
        gm.sync()
        witness.sync()
        assert memory() == before
        assert shaken.entries() == stored
        assert witness.lines == shown[1]
        assert {**witness.state, "number": 0} == {**shown[0], "number": 0}
        gm.send(**message)
        gm.sync()
        assert memory() != before, what


def test_a_mistake_of_the_engine_is_said_and_changes_nothing(
    shaken: Shaken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in the middle of a change: the connection stays, and memory is as it was."""
    room = shaken.hall.rooms[shaken.ident]
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        before = hp(gm)

        def settle(*_: object, **__: object) -> None:
            raise IndexError("a mistake")

        with monkeypatch.context() as broken:
            broken.setattr(room, "settle", settle)
            gm.send(type="rule", what="hp veteran-1 3")
            until_trouble(gm, "mistake in Shieldwall")
        witness.sync()
        assert (hp(gm), hp(witness), shaken.hp()) == (before, before, before)
        gm.send(type="rule", what="hp veteran-1 3")
        until_hp(witness, 3)
