"""A real server, a real Chromium, and helpers that act like a person."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as TookTooLong
from tests import patience

from shieldwall.table.server.app import PAGE

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
ANOTHER_NAME: Final = "table.test"
"""Of this machine, for the browser."""
PATIENCE: Final = patience.MILLISECONDS
"""Milliseconds to wait for the page; generous, for slow machines."""
expect.set_options(timeout=PATIENCE)

BRAWL: Final = """\
title: The Brawl
rules: sovereign
look-for: two friends and a sergeant, close enough to strike

map:
  ceiling: sky
  squares: |
    ..........
    ..........
    ....##....
    ..........
    ..........
    ..........

sides:
  - name: party
    party: adventurers
    only: [alda, brand]
    places: {alda: C5, brand: C4}
  - name: bandits
    units:
      - {what: sergeant, at: D5}
"""

SKIRMISH: Final = """\
title: The Skirmish
rules: sovereign
look-for: one goblin too brave, soon over

map:
  ceiling: sky
  squares: |
    ........
    ........
    ........
    ........

sides:
  - name: party
    party: adventurers
    only: [alda]
    places: {alda: C2}
  - name: bandits
    units:
      - {what: goblin, at: D2}
"""
ROUT: Final = """\
title: The Rout
rules: sovereign
look-for: one goblin before four heroes

map:
  ceiling: sky
  squares: |
    ........
    ........
    ........
    ........

sides:
  - name: party
    party: adventurers
    area: A1-C4
  - name: bandits
    units:
      - {what: goblin, at: D2}
"""
WALK: Final = """\
title: The Walk
rules: sovereign
look-for: one goblin a few steps away

map:
  ceiling: sky
  squares: |
    ..........
    ..........
    ..........
    ..........
    ..........

sides:
  - name: party
    party: adventurers
    only: [alda]
    places: {alda: B3}
  - name: bandits
    units:
      - {what: goblin, at: G3}
"""
LANE: Final = """\
title: The Lane
rules: sovereign
space: open
field:
  length: 240
  passage: 10
  places:
    - {at: 150, height: 10, cover: half}
sides:
  - name: party
    party: adventurers
    at: 60
  - name: foes
    units:
      - {what: 4 x mercenary, at: 120}
      - {what: 2 x bandit archer, at: 150}
"""
STORM: Final = """\
title: The Storm
rules: sovereign
look-for: one who throws fire into a crowd

map:
  ceiling: sky
  squares: |
    ............
    ............
    .....##.....
    ............
    ............
    ............

sides:
  - name: party
    party: champions
    only: [corvin, maud]
    places: {corvin: B4, maud: B5}
  - name: raiders
    units:
      - {what: goblin, at: J3}
      - {what: goblin, at: J4}
      - {what: goblin, at: K5}
"""


def missing(reason: str) -> None:
    """No browser tests here; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        missing(f"no browser: none of {', '.join(BROWSERS)} is installed")
    if not (PAGE / "index.html").is_file():
        missing(f"the page has not been built: {PAGE} is empty; `make build` builds it")
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not work for root, which is who runs the tests in CI.
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        options.append(f"--host-resolver-rules=MAP {ANOTHER_NAME} 127.0.0.1")
        chromium = playwright.chromium.launch(executable_path=found, args=options)
        yield chromium
        chromium.close()


class Addresses:
    def __init__(self, gm: str, players: str) -> None:
        self.gm = gm
        self.players = players
        self.begun = ""
        """The id of the fight that was started last."""


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The GM's own folder, with an encounter of the GM's own."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "encounters").mkdir()
    for text in (BRAWL, LANE, ROUT, SKIRMISH, STORM, WALK):
        name = text.split()[2].lower()
        (folder / "encounters" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def server(home: Path) -> Iterator[Addresses]:
    options = ["--no-browser", "--no-lan", "--json", "--port", "0", "--allow-host", ANOTHER_NAME]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.table.fixed_dice", *options],
        env={**os.environ, "SHIELDWALL_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = json.loads(process.stdout.readline())
        yield Addresses(said["gm"], said["players"])
    finally:
        process.terminate()
        process.wait(timeout=patience.SECONDS)
        process.stdout.close()


class Person:
    """A person at their own screen. Any error in the page fails the test."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        address = message.location["url"]
        # `leave` opens a document without an icon, and the browser asks for one after a while.
        if message.type == "error" and not address.endswith("/favicon.ico"):
            self.troubles.append(f"{message.text} ({address})")

    def leave(self) -> bool:
        """Leave the screen as it was before; False where something of this person stays.

        Another document of the same server, so that what the browser has read and compiled lasts.
        """
        if self.page.is_closed() or self.context.pages != [self.page]:
            return False
        server = re.match(r"http://[^/]+", self.page.url)
        if server is None:
            return False
        try:
            self.page.goto(f"{server[0]}/api/health")
        except PlaywrightError:
            return False  # this server is gone
        self.page.mouse.move(0, 0)
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        self.troubles.clear()
        return True

    def see(self, selector: str, text: str | re.Pattern[str] = "") -> Locator:
        """What should be there, once it is."""
        found = self.page.locator(selector)
        if text:
            found = found.filter(has_text=text)
        found.first.wait_for(state="visible")
        return found.first

    def log(self) -> str:
        return self.page.locator(".log .lines").inner_text()

    def log_anywhere(self) -> str:
        """Everything the page says, the log with it."""
        return self.page.locator("body").inner_text()

    def wait_for_log(self, text: str) -> None:
        line = self.page.locator(".log .line", has_text=text).last
        try:
            line.wait_for(state="attached")
        except TookTooLong:
            raise AssertionError(f"the log does not say {text!r}:\n{self.log()}") from None

    def axe(self, by_night: bool = False) -> list[str]:
        """What axe finds wrong with the page as it stands, by WCAG's A and AA.

        `by_night`: with the dark colours too; what is wrong with anything else is known by then.
        """
        found = self._axe(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        if by_night:
            self._change_colours("dark")
            found += self._axe(["color-contrast", "link-in-text-block"])
            self._change_colours("light")
        return found

    def _axe(self, wanted: list[str]) -> list[str]:
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        found = self.page.evaluate(
            "wanted => axe.run({ runOnly: wanted, resultTypes: ['violations'] })", wanted
        )
        return [
            f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes']][:4]}"
            for one in found["violations"]
        ]

    def _change_colours(self, to: Literal["light", "dark"]) -> None:
        self.page.emulate_media(color_scheme=to)
        self.page.wait_for_function(
            "to => getComputedStyle(document.documentElement).colorScheme.includes(to)", arg=to
        )


Screens = dict[str, list[Person]]
"""Unused screens, by kind: size, touch, colours."""


@pytest.fixture(scope="session")
def free_screens(browser: Browser) -> Screens:
    """Screens that tests have left: to load the page there again takes a quarter of the work."""
    return {}


@pytest.fixture
def person(browser: Browser, free_screens: Screens) -> Iterator[Callable[..., Person]]:
    """Give a person a screen. `fresh`: a new screen that is not reused, for tests that listen to
    its events, run scripts or print.
    """
    taken: list[tuple[str, Person]] = []

    def sit_down(
        phone: bool = False, moving: bool = False, fresh: bool = False, **options: Any
    ) -> Person:
        size: ViewportSize = {"width": 1280, "height": 800}
        if phone:
            size = {"width": 360, "height": 640}
        kind = "" if fresh else f"{phone} {moving} {sorted(options.items())}"
        if free := free_screens.get(kind):
            taken.append((kind, free.pop()))
            taken[-1][1].page.set_viewport_size(size)
        else:
            context = browser.new_context(
                viewport=size,
                has_touch=phone,
                is_mobile=phone,
                reduced_motion="no-preference" if moving else "reduce",
                **options,
            )
            taken.append((kind, Person(context)))
        return taken[-1][1]

    yield sit_down
    troubles = [trouble for _, one in taken for trouble in one.troubles]
    for kind, one in taken:
        if kind and not troubles and one.leave():
            free_screens.setdefault(kind, []).append(one)
        else:
            one.context.close()
    assert troubles == []


def start_fight(
    gm: Person,
    server: Addresses,
    encounter: str,
    foes: str = "",
    by_hand: bool = False,
    book: str = "",
) -> None:
    """From the start page to the table, as a GM does it."""
    gm.page.goto(server.gm)
    gm.see(".encounter")
    gm.page.locator(f'input[name="encounter"][value="{encounter}"]').check()
    if book:
        gm.page.get_by_role("combobox", name="Book").select_option(book)
    gm.page.get_by_label("The foes are played").select_option(foes)
    if by_hand:
        gm.page.locator("summary", has_text="Map, visibility").click()
        gm.page.get_by_role("combobox", name="Dice").select_option("by hand")
    gm.page.locator("button.go").click()
    come_to_the_table(gm, server)


def open_fight(gm: Person, server: Addresses, encounter: str, by_hand: bool = False) -> None:
    """Straight to the table of a new fight, for tests that are not about the way there."""
    base, _, token = server.gm.partition("/#token=")
    wanted = {"encounter": encounter, "settings": {"dice": "by hand"} if by_hand else {}}
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(
        f"{base}/api/fights", json=wanted, headers=headers, timeout=patience.SECONDS
    )
    assert answer.status_code == 201, answer.text
    server.begun = answer.json()["fight"]
    gm.page.goto(f"{server.gm}&fight={server.begun}")
    gm.see(".stage .token, .stage .field")


def come_to_the_table(gm: Person, server: Addresses) -> None:
    """Wait for the fight just started: the start page has fields too, only the address tells."""
    gm.page.wait_for_function("() => location.hash.includes('fight=')")
    server.begun = gm.page.evaluate(
        "() => new URLSearchParams(location.hash.slice(1)).get('fight') ?? ''"
    )
    gm.see(".stage .token, .stage .field")


def take_seat(player: Person, server: Addresses, title: str, name: str) -> None:
    player.page.goto(server.players)
    card = player.page.locator(f'section[data-fight="{server.begun}"]')
    card.get_by_role("heading", name=title).wait_for()
    card.locator(".seat", has_text=name).first.click()
    player.see(".token")


PLACE_ON_SCREEN: Final = """async (svg, at) => {
    let seen = '';
    for (;;) {
        const there = new DOMPoint(at[0], at[1]).matrixTransform(svg.getScreenCTM());
        if (seen === `${there.x} ${there.y}`) return [there.x, there.y];
        seen = `${there.x} ${there.y}`;
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    }
}"""
"""Wait until the map has stopped moving: a bar that has just appeared makes it smaller."""


def square(person: Person, name: str) -> tuple[float, float]:
    """Where a square of the map stands on the screen."""
    at = [ord(name[0]) - ord("A") + 0.5, int(name[1:]) - 0.5]
    x, y = person.page.locator(".map svg.live").evaluate(PLACE_ON_SCREEN, at)
    return x, y


DIE_TO_ROLL: Final = """() => {
    const die = document.querySelector('.die[aria-busy="false"]');
    return die?.querySelector('input')?.checkVisibility() ? die.dataset.request : '';
}"""
"""While an answer is on its way, Enter does nothing."""


def roll(people: list[Person], value: int) -> None:
    """The person who is asked for a die types its result."""
    for _ in range(PATIENCE // 50):
        for one in people:
            if request := one.page.evaluate(DIE_TO_ROLL):
                field = one.page.locator(".die input")
                field.fill(str(value))
                field.press("Enter")
                one.page.wait_for_function(
                    "asked => document.querySelector('.die')?.dataset.request !== asked",
                    arg=request,
                )
                return
            one.page.wait_for_timeout(50)
    raise AssertionError("nobody is asked for a die")
