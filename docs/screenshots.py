"""Take the pictures of the table for the handbook and the README: `python docs/screenshots.py`.

With names only those pictures are taken: `python docs/screenshots.py round start`.

Needs Chromium and the page (`make build`). Plays part of a fight with dice by hand, so that the
dice and the pictures are the same each time.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PICTURES: Final = Path(__file__).resolve().parent / "pictures"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
ORDERS: Final = (
    "move alda M7",
    "move brand M9",
    "move cenric G10",
    "move dunstan H7",
    "move skeleton-1 N6",
    "move skeleton-2 N9",
    "move sergeant N7",
    "hp alda 9",
    "hp sergeant 7",
    "prone skeleton-2",
)
NEST: Final = (
    "move maud P8",
    "move osric Q9",
    "move fenn K4",
    "move pip T12",
    "move ysolt L10",
    "move corvin M6",
    "move wood-drake Q6",
    "hp maud 29",
    "hp osric 11",
    "hp ogre-5 6",
    "prone ogre-2",
)
FILM: Final[ViewportSize] = {"width": 1000, "height": 560}
FRAMES: Final = 90
"""Frames of the animated picture: at most this many, and at most LARGEST bytes."""
LARGEST: Final = 1_500_000
WIDE: Final = 720
COLOURS: Final = 160
REST: Final = 700
"""Milliseconds until all animation has ended."""
PATIENCE: Final = 120_000
"""Maximum milliseconds to wait on a busy machine."""


class Pictures:
    def __init__(self, browser: Browser, gm: str, players: str) -> None:
        self.browser = browser
        self.gm = gm
        self.players = players

    def page(self, size: ViewportSize, colours: str = "light", moving: bool = False) -> Page:
        phone = size is PHONE
        context = self.browser.new_context(
            viewport=size,
            color_scheme="dark" if colours == "dark" else "light",
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def take(self, page: Page, name: str) -> None:
        page.wait_for_timeout(REST)
        page.screenshot(path=PICTURES / f"{name}.png")
        print(PICTURES / f"{name}.png")

    def start(self, page: Page, encounter: str) -> None:
        page.goto(self.gm)
        page.locator(f'input[value="{encounter}"]').check()
        page.get_by_label("The foes are played").select_option("")
        page.locator("summary", has_text="Map, visibility").click()
        page.get_by_role("combobox", name="Dice").select_option("by hand")
        page.locator("button.go").click()
        page.locator(".die input").wait_for()

    def some(self, names: list[str]) -> None:
        """The named pictures, else all of them."""
        parts = {
            "start": self.front, "hall": self.hall, "phases": self.phases,
            "open": self.open_field, "table": self.nest, "round": self.film,
        }  # fmt: skip
        for name in names or parts:
            parts[name]()

    def front(self) -> None:
        gm = self.page(DESK)
        gm.goto(self.gm)
        gm.get_by_role("button", name="No, thanks").click()
        self.take(gm, "start")

    def hall(self) -> None:
        """The GM's tools, a phone, odds and cover, a step that provokes, a question."""
        gm = self.page(DESK)
        self.start(gm, "hall")
        alda = self.page(PHONE)
        alda.goto(self.players)
        alda.locator(".seat", has_text="Alda").first.click()
        alda.locator(".token").first.wait_for()
        roll(gm, 7)
        roll(gm, 2)
        gm.locator(".question").wait_for()
        self.arrange(gm)
        self.take(gm, "gm")
        gm.locator("#tab-turn").click()
        alda.locator(".action").first.wait_for()
        self.take(alda, "phone")
        self.acting(gm)
        self.interrupt(gm, alda)

    def arrange(self, gm: Page, orders: tuple[str, ...] = ORDERS) -> None:
        """Set up the middle of a fight by GM orders."""
        gm.locator("#tab-gm").click()
        gm.locator(".gm form select").first.select_option(label="An order in words")
        for order in orders:
            gm.get_by_role("textbox", name="The order").fill(order)
            gm.get_by_role("button", name="Apply").click()
            gm.wait_for_timeout(REST // 2)

    def acting(self, gm: Page) -> None:
        """Cenric aims, with odds and cover; then a step of Alda that provokes."""
        gm.locator(".units button", has_text="Cenric").click()
        gm.locator(".odds").nth(1).wait_for()
        gm.locator(".panel .body").evaluate("body => body.scrollTo(0, 100)")
        gm.locator(".option", has_text="Shoot Veteran archer").first.hover()
        gm.locator(".preview dd").first.wait_for()
        gm.locator(".sight").first.wait_for(state="attached")
        self.take(gm, "acting")
        gm.locator(".units button", has_text="Alda").click()
        gm.wait_for_timeout(REST)
        x, y = gm.locator(".map svg.live").evaluate(
            """svg => {
                const there = new DOMPoint(9.5, 5.5).matrixTransform(svg.getScreenCTM());
                return [there.x, there.y];
            }"""
        )
        gm.mouse.move(x, y)
        gm.locator(".burst").first.wait_for(state="attached")
        self.take(gm, "provoking")

    def interrupt(self, gm: Page, alda: Page) -> None:
        """The party does nothing, and an archer hits Alda."""
        alda.locator(".acts .finish").tap()
        gm.wait_for_timeout(REST)
        while gm.locator(".question").count() and gm.locator(".side.now", has_text="Party").count():
            gm.locator(".acts .finish").click()
            gm.wait_for_timeout(REST)
        gm.locator(".units button", has_text="Veteran archer 1").click()
        gm.locator(".option", has_text="Shoot Alda").first.click()
        roll(gm, 14)
        alda.locator(".prompt").wait_for()
        self.take(alda, "prompt")

    def phases(self) -> None:
        """Dolmenwood: two sealed declarations, and the phases in the bar."""
        gm = self.page(DESK)
        self.start(gm, "crypt")
        while gm.locator(".die input").count():
            roll(gm, 20)
        gm.locator(".prompt .answer", has_text="Declare mend flesh").click()
        gm.locator(".sealed").wait_for()
        self.take(gm, "phases")

    def nest(self) -> None:
        """The drake's nest in the middle of a fight: an attack, and two units that can react."""
        gm = self.page(DESK, "dark")
        self.start(gm, "drake-nest")
        roll(gm, 7)
        roll(gm, 2)
        gm.locator(".question").wait_for()
        self.arrange(gm, NEST)
        gm.locator("#tab-turn").click()
        self.deed(gm, "Pip", "Attack Ogre 2", 15)
        self.deed(gm, "Osric", "Attack Ogre 5", 14)
        while gm.locator(".side.now", has_text="Party").count():
            self.settle(gm, 12)
            gm.locator(".acts .finish").click()
            gm.wait_for_timeout(REST)
        gm.locator(".units button", has_text="The wood drake").click()
        gm.locator(".option", has_text="Attack Maud").first.click()
        roll(gm, 11)
        gm.get_by_label("Zoom in").click()
        gm.locator(".prompt .answer").first.hover()
        gm.locator(".preview dd").first.wait_for()
        gm.locator("line.blow").wait_for(state="attached")
        self.take(gm, "table")

    def deed(self, gm: Page, who: str, what: str, value: int) -> None:
        gm.locator(".units button", has_text=who).click()
        gm.locator(".option", has_text=what).first.click()
        self.settle(gm, value)
        gm.locator(".acts .finish").click()
        gm.wait_for_timeout(REST)

    def settle(self, gm: Page, value: int) -> None:
        """Roll dice and pass questions until a unit may act again."""
        gm.wait_for_timeout(REST)
        while True:
            if gm.locator(".die input").count():
                sides = int(gm.locator(".die h2").inner_text().rpartition("d")[2])
                roll(gm, value if sides == 20 else (sides + 1) // 2)
            elif gm.locator(".prompt").count():
                gm.locator(".prompt .answer.pass").first.click()
                gm.wait_for_timeout(REST)
            else:
                return

    def open_field(self) -> None:
        gm = self.page(DESK, "dark")
        self.start(gm, "sunken-way")
        roll(gm, 7)
        roll(gm, 2)
        # Only the party's archer reaches that far.
        gm.locator(".units button", has_text="Cenric").click()
        gm.locator(".option .odds").nth(2).wait_for()
        gm.locator(".group button", has_text="Mercenary 1").first.hover()
        gm.locator(".told dd").first.wait_for()
        self.take(gm, "open")

    def film(self) -> None:
        """A round played by minds, as one animated picture."""
        gm = self.page(FILM, moving=True)
        gm.goto(self.gm)
        gm.locator('input[value="toll-road"]').check()
        gm.get_by_label("The foes are played").select_option("natural")
        gm.locator("button.go").click()
        gm.locator(".stage .token").first.wait_for()
        gm.locator("#tab-gm").click()
        gm.locator("summary", has_text="Minds").click()
        gm.get_by_label("All of party").select_option("natural")
        stage = gm.locator(".stage").bounding_box()
        assert stage is not None
        gm.locator(".tray, .shot").first.wait_for(state="attached")
        frames: list[Image.Image] = []
        times: list[float] = []
        for _ in range(FRAMES):
            times.append(time.perf_counter())
            shot = Image.open(io.BytesIO(gm.screenshot(clip=stage)))
            high = round(shot.height * WIDE / shot.width)
            frames.append(shot.convert("RGB").resize((WIDE, high), Image.Resampling.LANCZOS))
        times.append(times[-1] + 1.5)
        # Tokens cover few pixels: weight colours so that theirs count as much as the wood's.
        palette = frames[len(frames) // 2].quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
        flat = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in frames]
        lengths = [round(1000 * (end - begin)) for begin, end in pairwise(times)]
        target = PICTURES / "round.gif"
        count = len(flat)
        while True:
            flat[0].save(
                target, save_all=True, append_images=flat[1:count], duration=lengths[:count],
                loop=0, optimize=True,
            )  # fmt: skip
            if target.stat().st_size <= LARGEST:
                break
            count = count * 4 // 5
        print(target)


def roll(page: Page, value: int) -> None:
    page.wait_for_timeout(REST // 2)
    field = page.locator(".die input")
    field.fill(str(value))
    field.press("Enter")
    page.wait_for_timeout(REST // 2)


def main() -> None:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if found is None:
        sys.exit("There is no Chromium here; install it and try again.")
    PICTURES.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "shieldwall", "serve", "--no-browser", "--no-lan", "--json"]
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [*command, "--port", "0"],
            env={**os.environ, "SHIELDWALL_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            said = json.loads(server.stdout.readline())
            with sync_playwright() as playwright:
                options = ["--no-sandbox"] if os.geteuid() == 0 else []
                browser = playwright.chromium.launch(executable_path=found, args=options)
                Pictures(browser, said["gm"], said["players"]).some(sys.argv[1:])
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    main()
