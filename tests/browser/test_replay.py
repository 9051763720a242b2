"""The replay in a real browser: on the page of the table, and as a shared file opened from disk."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.browser.conftest import Addresses, Person
from tests.table.server import UNHURRIED, Server

from shieldwall.content import load_encounter
from shieldwall.engine.state.state import ACTIVE
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.review.fight_review import Effort
from shieldwall.store.save_file import replay_file, tape_text
from shieldwall.table.archive.film import Viewer, film_of
from shieldwall.table.archive.share_page import MOST_BYTES, shared_film, shared_page
from shieldwall.table.persistence.database import sqlite_url


def board(person: Person) -> dict[str, tuple[str, str]]:
    """By unit: health and square, as the list beside the map says."""
    found = {}
    for row in person.page.locator(".units li[data-unit]").all():
        ident = row.get_attribute("data-unit") or ""
        health = row.locator(".health").inner_text()
        found[ident] = (health, row.locator(".where").inner_text())
    return found


def at(person: Person) -> int:
    return int(person.page.locator(".replay").get_attribute("data-at") or -1)


def expected(fight: Fight) -> dict[str, tuple[str, str]]:
    names = fight.names
    found = {}
    for unit in fight.state.units:
        square = names.square(int(unit.y) * names.width + int(unit.x))
        health = f"{unit.hp} of {unit.sheet.hp} HP" if unit.status == ACTIVE else ""
        found[unit.ident] = (health, square if unit.is_present() else "")
    return found


@pytest.fixture(scope="module")
def yard() -> Fight:
    setup = load_encounter("yard")
    fight = Fight(setup, 7)
    fight.play(seated(setup))
    return fight


@pytest.fixture(scope="module")
def shared(yard: Fight, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shared") / "yard.html"
    film = shared_film(film_of(yard, Viewer()), tape_text(yard))
    path.write_text(shared_page(yard.setup.title, film), encoding="utf-8")
    return path


def test_a_shared_file_replays_the_fight_to_the_same_end(
    person: Callable[..., Person], yard: Fight, shared: Path, tmp_path: Path
) -> None:
    """From disk, with nothing fetched, under 500 kB; the tape in it replays to the same state."""
    assert shared.stat().st_size < MOST_BYTES
    someone = person(fresh=True)
    asked: list[str] = []
    someone.page.on("request", lambda request: asked.append(request.url))
    someone.page.goto(shared.as_uri())
    someone.see(".replay .place")
    someone.page.keyboard.press("End")
    wanted = expected(yard)
    shown = board(someone)
    assert set(shown) == set(wanted)
    for ident, (health, square) in wanted.items():
        assert shown[ident][1] == square
        if health:
            assert shown[ident][0] == health
        else:
            assert "HP" not in shown[ident][0]
    with someone.page.expect_download() as download:
        someone.page.get_by_role("button", name="Save tape").click()
    tape = tmp_path / "yard.tape"
    download.value.save_as(tape)
    assert replay_file(str(tape)).state == yard.state
    assert asked[0] == shared.as_uri()
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)
    assert someone.axe() == []


def test_the_slider_plays_jumps_and_explains(
    person: Callable[..., Person], yard: Fight, shared: Path
) -> None:
    someone = person()
    page = someone.page
    page.goto(shared.as_uri())
    someone.see(".replay .place")
    first = board(someone)
    slider = page.get_by_label("Position in the fight")
    slider.fill("30")
    assert at(someone) == 30
    assert board(someone) != first
    said = slider.get_attribute("aria-valuetext") or ""
    assert re.match(r"Round \d+, 30 of \d+: \S", said)
    page.get_by_role("combobox", name="Round").select_option("2")
    assert someone.see(".now h2").inner_text() == "Round 2"
    page.get_by_role("combobox", name="Turns of").select_option("alda")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next turn").click()
    here = at(someone)
    page.get_by_role("button", name="Forward one line").click()
    assert "Alda" in someone.see(".now .text").inner_text()
    page.get_by_role("button", name="Next turn").click()
    assert at(someone) > here + 1
    page.get_by_role("button", name="Previous turn").click()
    assert at(someone) == here
    # Each event is explained as at the table: the sum behind a roll.
    place = next(
        number
        for number, frame in enumerate(film_of(yard, Viewer())["frames"])
        if frame.get("line", {}).get("kind") == "attack"
    )
    slider.fill(str(place + 1))
    assert "d20" in someone.see(".now .sum").inner_text()
    page.get_by_role("tab", name="Log").click()
    someone.see(".log .line button").click()
    someone.see(".log dl .sum")
    # It plays by itself, and stops on request.
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("combobox", name="Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    # On a busy machine it would have come to its end before a click from here.
    page.wait_for_function(
        """() => {
            if (Number(document.querySelector('.replay').dataset.at) <= 3) return false;
            document.querySelector('.replay button.play').click();
            return true;
        }"""
    )
    page.get_by_role("button", name="Play").wait_for()
    stopped = at(someone)
    assert 3 < stopped < int(page.locator(".replay").get_attribute("data-last") or 0)
    page.get_by_role("button", name="Back one line").click()
    assert at(someone) == stopped - 1


def test_on_a_phone(person: Callable[..., Person], shared: Path) -> None:
    someone = person(phone=True)
    someone.page.goto(shared.as_uri())
    someone.see(".replay .place")
    someone.page.get_by_role("button", name="Forward one line").tap()
    assert at(someone) == 1
    wide = someone.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    assert someone.axe() == []


def test_the_page_replays_shares_and_goes_on(
    person: Callable[..., Person], server: Addresses, tmp_path: Path
) -> None:
    """From the end of a fight: look, as a player too, save the file, go on from the middle."""
    gm = person()
    base, _, token = server.gm.partition("/#token=")
    started = httpx.post(
        f"{base}/api/fights",
        json={
            "encounter": "skirmish",
            # Simple minds do not flee, so the GM need not decide about a pursuit.
            "minds": {"party": "simple", "bandits": "simple"},
            "settings": {"foes_hp": "bands"},
        },
        headers={"authorization": f"Bearer {token}"},
        timeout=patience.SECONDS,
    ).json()
    gm.page.goto(base + started["gm_link"])
    gm.see(".over")
    gm.page.get_by_role("link", name="Replay and share").click()
    gm.see(".replay .place")
    assert gm.axe() == []
    gm.page.get_by_role("button", name="To the end").click()
    everything = board(gm)
    with gm.page.expect_download() as download:
        gm.page.get_by_role("button", name="Share as a file").click()
    saved = tmp_path / "shared.html"
    download.value.save_as(saved)
    reader = person()
    reader.page.goto(saved.as_uri())
    reader.see(".replay .place")
    reader.page.keyboard.press("End")
    assert board(reader) == everything
    gm.page.get_by_role("combobox", name="Seen by").select_option("Alda")
    gm.see(".replay header .hint", "as Alda saw it")
    gm.page.keyboard.press("Home")
    assert "HP" in board(gm)["alda"][0]
    assert board(gm)["goblin"][0] == "unhurt"
    player = person()
    link = next(seat["link"] for seat in started["seats"] if seat["name"] == "Alda")
    player.page.goto(base + link)
    player.see(".over")
    player.page.get_by_role("link", name="Replay and share").click()
    player.see(".replay .place")
    assert player.page.get_by_role("button", name="Continue from here").count() == 0
    gm.page.get_by_role("combobox", name="Seen by").select_option("")
    gm.see(".replay header .hint", "everything is shown")
    gm.page.get_by_role("combobox", name="Round").select_option("1")
    gm.page.get_by_role("button", name="Continue from here").click()
    gm.page.wait_for_function("() => !location.hash.includes('replay')")
    gm.see(".stage .token")
    assert started["fight"] not in gm.page.url


def test_the_review_stands_beside_the_replay(person: Callable[..., Person], tmp_path: Path) -> None:
    """A review: requested, run in the background, shown as a chart and as links to the moments."""
    server = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED)
    try:
        server.rooms.reviews.effort = Effort(20, 4, 2, "natural", "natural")
        # Simple minds do not flee, so the GM need not decide about a pursuit.
        minds = {"challenger": "simple", "champion": "simple"}
        started = server.start("duel", minds=minds)
        gm = person()
        gm.page.goto(server.base + started["gm_link"])
        gm.see(".over")
        gm.page.get_by_role("link", name="Replay and share").click()
        gm.page.get_by_role("tab", name="Review").click()
        gm.page.get_by_role("button", name="Review this fight").click()
        gm.see(".review h3", "Turning points")
        gm.see(".review h3", "Luck")
        gm.see(".chart polyline")
        assert gm.axe() == []
        gm.page.locator(".review table .jump").nth(2).click()
        assert at(gm) > 0
        gm.page.reload()
        gm.page.get_by_role("tab", name="Review").click()
        gm.see(".review h3", "Choices that cost most")
        gm.context.close()
    finally:
        server.stop()
