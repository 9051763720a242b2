"""A failing store, on SQLite and PostgreSQL: no client hears of anything that is not stored."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest
from tests.table import faults
from tests.table.faults import AFTER, BEFORE, CALLS, FAULTS, OUTCOMES
from tests.table.server import PATIENCE, Json, Person, ask
from tests.table.shaken import Shaken, picture_of
from tests.table.test_pictures import png

from shieldwall.table.persistence.writer import BROKEN, UNSTORED
from shieldwall.table.play.opened_fight import found_again

HANDBOOK = Path(__file__).parents[2] / "docs" / "store-faults.md"


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
    """The old bug: the sender heard that it had not happened, and all others that it had."""
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
        # A client that leaves causes no messages either.
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
        fight = shaken.rooms.by_id[shaken.ident].fight
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
        # In any case: once all is quiet, the clients see what is stored.
        check_told_is_stored(shaken, witness)


def until_well(shaken: Shaken) -> None:
    """Until the room has heard from its store again."""
    room, pause = shaken.rooms.by_id[shaken.ident], threading.Event()
    for _ in range(PATIENCE * 20):
        if not room.stalled:
            return
        pause.wait(0.05)
    raise AssertionError("the room still waits for its store")


def check_told_is_stored(shaken: Shaken, witness: Person) -> None:
    room = shaken.rooms.by_id[shaken.ident]
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
    room = shaken.rooms.by_id[shaken.ident]
    with shaken.gm(shaken.ident) as gm:
        ready(gm)
        shaken.fail("append", fault, 1)
        done = threading.Event()

        async def pass_for_somebody() -> None:
            async with room.lock:
                request = room.open_requests()[0]
                choice = next(iter(request.options))
                await room.room_timers._guarded(room.answer(request, choice, None))
                room.room_timers.go_on()
                await room.publisher.publish()
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
        answer = ask("GET", f"{shaken.base}/api/me", headers={"authorization": f"Bearer {link}"})
    else:
        answer = shaken.http.get(path)
    assert answer.status_code == 503
    assert "does not answer" in answer.json()["detail"]
    shaken.heal()
    if call not in ("fights", "last_entry", "picture"):
        if call == "pictures":
            shaken.rooms.by_id.clear()
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
        # The writer runs before the next fight starts.
        shaken.start("duel")
    listed = [line["id"] for line in shaken.http.get("/api/fights").json()]
    more = {faults.NOT_HAPPENED: 0, faults.HAPPENED: 1, faults.LATER: 2}[outcome]
    assert len(listed) == len(before) + more
    for ident in set(listed) - set(before):
        with shaken.gm(ident) as gm:
            ready(gm)


def seating(shaken: Shaken) -> Json:
    """Who sits where: as the room has it, as the store has it."""
    room = shaken.rooms.by_id[shaken.ident]
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
    guest = {"authorization": f"Bearer {shaken.rooms.guest_token}"}
    return ask("POST", f"{shaken.base}{path}/Alda/take", headers=guest)


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
            assert not shaken.rooms.by_id[shaken.ident].seats["Alda"].entered
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
            room = shaken.rooms.by_id[shaken.ident]
            fight = room.fight
            return (
                room.settings, dict(room.minds), set(room.plans), dict(room.fight.answers),
                room.recorder.count, room.recorder.tape(fight), fight.by_hand,
                fight.state.key(), fight.state.gm_changes.titles,
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
    room = shaken.rooms.by_id[shaken.ident]
    with shaken.gm(shaken.ident) as gm, shaken.gm(shaken.ident) as witness:
        ready(gm)
        ready(witness)
        before = hp(gm)

        def settle(*_: object, **__: object) -> None:
            raise IndexError("a mistake")

        with monkeypatch.context() as broken:
            broken.setattr(room, "settle", settle)
            gm.send(type="rule", what="hp veteran-1 3")
            until_trouble(gm, BROKEN)
        witness.sync()
        assert (hp(gm), hp(witness), shaken.hp()) == (before, before, before)
        gm.send(type="rule", what="hp veteran-1 3")
        until_hp(witness, 3)
