"""What the page may load, how it shows hostile names, and another host name."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

from tests.browser.conftest import ANOTHER_NAME, Addresses, Person, roll, start_fight
from tests.table.server import UNHURRIED, Server

from shieldwall.table.persistence.database import sqlite_url

MOST_COMPRESSED = 260_000


def test_nothing_is_fetched_from_elsewhere_and_the_first_load_is_small(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    """At its own table: elsewhere the page hears of the fights of all other tests.

    An address requested twice counts once, because the second answer may not have arrived yet.
    """
    table = Server(sqlite_url(tmp_path / "table.sqlite3"), rate=UNHURRIED)
    server = Addresses(f"{table.base}/#token={table.token}", table.base)
    gm = person(fresh=True)
    sizes: dict[str, int] = {}
    hosts: set[str] = set()

    def note(response: object) -> None:
        url = response.url  # type: ignore[attr-defined]
        hosts.add(re.sub(r"^\w+://([^/]+)/.*$", r"\1", url))
        sizes[url] = len(gzip.compress(response.body()))  # type: ignore[attr-defined]

    gm.page.on("response", note)
    try:
        start_fight(gm, server, "hall")
        gm.page.remove_listener("response", note)
        gm.context.close()
    finally:
        table.stop()
    assert hosts == {re.sub(r"^\w+://([^/]+)/.*$", r"\1", server.gm)}
    assert 10_000 < sum(sizes.values()) < MOST_COMPRESSED


def test_the_page_has_no_inline_script_or_style() -> None:
    from shieldwall.table.server.app import PAGE

    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert "<style" not in text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []


def test_names_and_notes_are_text_never_markup(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    evil = "<img src=x onerror=alert(1)>"
    folder = home / "encounters"
    brawl = (folder / "brawl.yaml").read_text(encoding="utf-8")
    (folder / "evil.yaml").write_text(brawl.replace("The Brawl", evil), encoding="utf-8")
    gm = person(fresh=True)
    gm.page.on("dialog", lambda _: gm.troubles.append("a script ran"))
    start_fight(gm, server, "evil", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.page.locator("#tab-gm").click()
    gm.page.get_by_role("textbox", name="How").fill("4")
    gm.page.get_by_label("Note, for the log").fill("<b>bold</b>")
    gm.page.get_by_role("button", name="Apply").click()
    gm.wait_for_log("<b>bold</b>")
    gm.page.locator("summary", has_text="Seats").click()
    gm.page.get_by_label("Name of a new seat").fill("<i>Eve</i>")
    gm.page.get_by_role("button", name="Seat", exact=True).click()
    gm.see("li strong", "<i>Eve</i>")
    assert gm.page.get_by_role("heading", name=evil).count() == 1
    assert gm.page.locator("img").count() == 0


def test_everything_works_under_a_host_name_over_plain_http(
    server: Addresses, person: Callable[..., Person]
) -> None:
    """Browsers give some things (the clipboard, for one) to localhost alone."""
    gm = person(fresh=True)
    elsewhere = Addresses(
        server.gm.replace("127.0.0.1", ANOTHER_NAME),
        server.players.replace("127.0.0.1", ANOTHER_NAME),
    )
    start_fight(gm, elsewhere, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".log button[aria-label='Copy the log']").click()
    gm.see(".log button", "Copied")
    # Chromium remarks that the header which isolates windows needs https.
    gm.troubles = [one for one in gm.troubles if "Cross-Origin-Opener-Policy" not in one]
