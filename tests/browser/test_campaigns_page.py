"""Campaigns in a real browser: made, continued with the survivors, moved to another table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.conftest import Person
from tests.table.server import UNHURRIED, Server

from shieldwall.engine.tape.entries import Ruled
from shieldwall.table.persistence.database import sqlite_url


def fought(server: Server) -> str:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        for what in ("hp alda 5", "fate brand dead", "end victory"):
            gm.send(type="rule", what=what)
            gm.sync()
    return str(started["fight"])


@pytest.mark.parametrize("phone", [False, True])
def test_a_campaign_goes_on_here_and_elsewhere(
    person: Callable[..., Person], tmp_path: Path, phone: bool
) -> None:
    here = Server(sqlite_url(tmp_path / "here.sqlite3"), rate=UNHURRIED)
    there = Server(sqlite_url(tmp_path / "there.sqlite3"), rate=UNHURRIED)
    try:
        fought(here)
        gm = person(phone=phone)
        page = gm.page
        page.goto(f"{here.base}/#token={here.token}")
        page.get_by_role("link", name="Campaigns").click()
        page.get_by_label("Campaign", exact=True).fill("The Long Road")
        page.get_by_role("button", name="Add", exact=True).click()
        card = gm.see('section[data-campaign="The Long Road"]')
        assert "5 of 13" in card.inner_text()
        assert "slain" in card.inner_text()
        assert gm.axe() == []
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= (360 if phone else 1280)
        with page.expect_download() as download:
            page.get_by_role("button", name="Export everything").click()
        archive = tmp_path / "all.zip"
        download.value.save_as(archive)
        card.get_by_role("link", name="Next fight with the survivors").click()
        gm.see(".after", "what they spent or lost")
        page.get_by_role("checkbox", name="wounds").uncheck()
        page.locator('input[name="encounter"][value="crypt"]').check()
        page.locator("button.go").click()
        page.wait_for_function("() => location.hash.includes('fight=')")
        gm.see(".stage .token")
        new = page.evaluate("() => new URLSearchParams(location.hash.slice(1)).get('fight')")
        fight = here.rooms.by_id[new].fight
        ruled = [entry.what for entry in fight.entries if isinstance(entry, Ruled)]
        assert ruled == [], "her wounds stay behind"
        assert "brand" not in [unit.ident for unit in fight.state.units]
        other = person(phone=phone)
        other.page.goto(f"{there.base}/#token={there.token}&page=campaigns")
        other.see("h2", "Another machine")
        other.page.locator('input[type="file"]').set_input_files(archive)
        other.see(".notice", "1 fights and 0 files")
        other.see('section[data-campaign="The Long Road"]')
        gm.context.close()
        other.context.close()
    finally:
        here.stop()
        there.stop()
