"""A store that fails on data besides the tape: titles, deletions, pictures, copies."""

from __future__ import annotations

import threading

import httpx
import pytest
from tests.table import faults
from tests.table.faults import AFTER, FAULTS, OUTCOMES
from tests.table.server import PATIENCE
from tests.table.shaken import Shaken, picture_of
from tests.table.test_pictures import png

from shieldwall.table.persistence.database import Store


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
    """What the clients see, which equals the content of the store."""
    row, room = shaken.row(), shaken.rooms.by_id.get(shaken.ident)
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
    shaken.loop.call_soon_threadsafe(shaken.rooms.fight_list._purge, shaken.ident)
    assert shaken.store.failed.wait(PATIENCE)
    assert shaken.ident not in titles(shaken)
    shaken.heal()
    Store(shaken.store.url).close()
    assert shaken.store.fight(shaken.ident) is None
    assert titles(shaken) == {}


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
