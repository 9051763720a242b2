"""Take the handbook's pictures of replay, review and campaigns: `python docs/replay_pictures.py`.

Needs Chromium and the page (`make build`). A fight with a fixed seed and its review are put into a
separate store, so that the pictures are the same each time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

from shieldwall.content import load_encounter, setup_to_text
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.review.fight_review import Effort, review
from shieldwall.review.review_workers import Here
from shieldwall.table.archive.bundle import CAMPAIGN
from shieldwall.table.archive.review_requests import REVIEW, tape_mark
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.database import Store, now, sqlite_url, token_hash
from shieldwall.table.persistence.records import TABLE, Recorder, TableState
from shieldwall.table.persistence.tables import Batch, FightRow, SeatRow
from shieldwall.table.publish.side_shares import shares_text

PICTURES: Final = Path(__file__).resolve().parent / "pictures"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
SEED: Final = 7
IDENT: Final = "0123456789abcdef"
REST: Final = 700
"""Milliseconds until all animation has ended."""


def put_fight(store: Store) -> None:
    """A finished fight with its review, in a campaign."""
    setup = load_encounter("yard")
    fight = Fight(setup, SEED)
    # The party chooses badly, so that there is something to find.
    fight.play(seated(setup, ["party=random"], SEED))
    effort = Effort(fights=100, quick=12, quick_mind="natural", strongest="captain:fast")
    report = review(fight, Here(fight, 1).do, effort)
    recorder = Recorder(fight, 0)
    mark = tape_mark(recorder.texts)
    recorder.stored = []
    table = TableState(Settings(), {}, ())
    entries = [
        (TABLE, table.text()),
        *recorder.news(fight),
        (CAMPAIGN, "The Long Road"),
        (REVIEW, json.dumps({"tape": mark, "report": report})),
    ]
    text = setup_to_text(setup)
    row = FightRow(IDENT, setup.title, fight.rules.title, text, SEED, now())
    round_, standing = int(fight.state.clock.round), shares_text(fight)
    names = [one.ident for one in setup.placements if setup.sides[one.side].players]
    seats = [
        SeatRow(IDENT, name.capitalize(), "player", (name,), token_hash(name), False, False)
        for name in names
    ]
    store.add_fight(row, seats, Batch(IDENT, 0, tuple(entries), round_, True, standing))


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(REST)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(PICTURES / f"{name}.png")


def take_all(page: Page, gm: str) -> None:
    page.goto(f"{gm}&fight={IDENT}&replay=1")
    page.locator(".replay .place").first.wait_for()
    slider = page.get_by_label("Position in the fight")
    last = int(page.locator(".replay").get_attribute("data-last") or 0)
    slider.fill(str(last // 2))
    take(page, "replay")
    page.get_by_role("tab", name="Review").click()
    take(page, "review")
    page.goto(f"{gm}&page=campaigns")
    page.reload()
    page.locator("section[data-campaign]").first.wait_for()
    take(page, "campaigns")


def main() -> None:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if found is None:
        sys.exit("There is no Chromium here; install it and try again.")
    command = [sys.executable, "-m", "shieldwall", "serve", "--no-browser", "--no-lan", "--json"]
    with tempfile.TemporaryDirectory() as home:
        url = sqlite_url(Path(home) / "table.sqlite3")
        store = Store(url)
        put_fight(store)
        store.close()
        server = subprocess.Popen(
            [*command, "--port", "0", "--store", url],
            env={**os.environ, "SHIELDWALL_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            gm = json.loads(server.stdout.readline())["gm"]
            with sync_playwright() as playwright:
                options = ["--no-sandbox"] if os.geteuid() == 0 else []
                browser = playwright.chromium.launch(executable_path=found, args=options)
                page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
                take_all(page, gm)
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    main()
