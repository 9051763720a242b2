"""Frame times of the map: 60 x 60 squares, 40 tokens, a browser slowed down six times.

    python bench/frames.py [--slow 6] [--seconds 3]

Starts `shieldwall serve` with a map of its own, opens it in Chromium, and points, selects units,
walks, drags and zooms as a person does. Then minds play both sides, shown at normal speed. Prints
the median, the 95th percentile and the longest time between two frames, the page's work in each
frame, and the longest task in processor time, which other programs do not affect.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from websockets.sync.client import connect

SIDE: Final = 60
TICK: Final = 16
"""Milliseconds between two movements of the pointer."""
WATCH: Final = """
() => {
  window.frames_ = [];
  let last = performance.now();
  const next = now => {
    window.frames_.push(now - last);
    last = now;
    window.frame_ = requestAnimationFrame(next);
  };
  window.frame_ = requestAnimationFrame(next);
}
"""
LAST: Final = """list => {
  list.selectedIndex = list.options.length - 1;
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return list.selectedIndex;
}"""
"""Selects the last entry of a list in one step, because the list may change between two calls."""
STOP: Final = "() => { cancelAnimationFrame(window.frame_); return window.frames_.slice(2); }"


def encounter() -> str:
    """Walls, pillars, water and a ledge, so that there is something to draw; all units are fast."""
    rows = []
    for y in range(SIDE):
        row = ""
        for x in range(SIDE):
            if x % 9 == 4 and y % 7 == 5:
                row += "#"
            elif 20 <= x < 26:
                row += "~"
            elif x >= 50:
                row += "^"
            else:
                row += "."
        rows.append("    " + row)
    party = "\n".join(
        f"      - {{what: wolf, at: {chr(65 + n % 10)}{10 + n // 10 * 5}}}" for n in range(20)
    )
    foes = "\n".join(
        f"      - {{what: wolf, at: {chr(65 + n % 10)}{29 + n // 10 * 2}}}" for n in range(20)
    )
    return f"""\
title: The Great Plain
rules: sovereign
look-for: a large map

map:
  ceiling: sky
  squares: |
{chr(10).join(rows)}
  legend:
    "^": {{floor: 5 ft, name: ledge}}

sides:
  - name: party
    units:
{party}
  - name: foes
    units:
{foes}
"""


class Watched:
    """A page with counted frames."""

    def __init__(self, page: Page, slow: float, seconds: float) -> None:
        self.page = page
        self.seconds = seconds
        self.browser: CDPSession = page.context.new_cdp_session(page)
        self.events: list[dict[str, Any]] = []
        self.ended = False
        self.browser.on("Tracing.dataCollected", lambda part: self.events.extend(part["value"]))
        self.browser.on("Tracing.tracingComplete", self.end)
        self.browser.send("Performance.enable")
        self.browser.send("Emulation.setCPUThrottlingRate", {"rate": slow})

    def work(self) -> float:
        """Seconds of work of the page so far: scripts, styles, layout, painting."""
        metrics = self.browser.send("Performance.getMetrics")["metrics"]
        found = {one["name"]: one["value"] for one in metrics}
        return float(found["TaskDuration"])

    def end(self, _: object) -> None:
        self.ended = True

    def traced(self, deed: Callable[[], None]) -> float:
        """Milliseconds of processor time of the page's longest task meanwhile."""
        self.events.clear()
        self.ended = False
        categories = {"includedCategories": ["toplevel", "__metadata"]}
        self.browser.send(
            "Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories}
        )
        deed()
        self.browser.send("Tracing.end")
        while not self.ended:
            self.page.wait_for_timeout(20)
        events = self.events
        pages = {
            (one["pid"], one["tid"])
            for one in events
            if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
        }
        longest = [
            one.get("tdur", 0) for one in events if (one.get("pid"), one.get("tid")) in pages
        ]
        return float(max(longest, default=0)) / 1000

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self.browser.send(
            "Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", **more}
        )

    def measure(self, name: str, deed: Any) -> dict[str, float]:
        page = self.page
        page.wait_for_timeout(500)
        page.evaluate(WATCH)
        before = self.work()

        def everything() -> None:
            for step in range(int(self.seconds * 1000 / TICK)):
                deed(step)
                page.wait_for_timeout(TICK)

        longest_task = self.traced(everything)
        frames = sorted(page.evaluate(STOP))
        worked = (self.work() - before) * 1000 / max(1, len(frames))
        told = {
            "frames": len(frames),
            "middle": frames[len(frames) // 2],
            "p95": frames[int(len(frames) * 0.95)],
            "longest": frames[-1],
            "work": worked,
            "task": longest_task,
        }
        numbers = "  ".join(f"{key} {value:.1f}" for key, value in told.items())
        print(f"{name:10} {numbers}")
        return told

    def all(self) -> None:
        box = self.page.locator(".map svg").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def drag(step: int) -> None:
            self.mouse("mouseMoved", x + step % 100 * 2, y + step % 60, buttons=1)

        def zoom(step: int) -> None:
            turn = -40 if step // 40 % 2 == 0 else 40
            self.mouse("mouseWheel", x, y, deltaX=0, deltaY=turn)

        def hover(step: int) -> None:
            self.mouse("mouseMoved", box["x"] + 60 + step * 3 % 500, box["y"] + 60 + step % 300)

        def choose(step: int) -> None:
            if step % 30 == 0:
                self.page.keyboard.press("n")

        def walk(step: int) -> None:
            square = self.page.get_by_label("Move: which square")
            if step % 60 == 30:
                self.page.keyboard.press("e")
            elif step % 60 == 0 and square.count():
                # The list is filled when it gets the focus.
                square.focus()
            elif step % 60 == 10 and square.count() and square.evaluate(LAST) > 0:
                # Sometimes the list is filled anew in between, and nothing is staged.
                with suppress(PlaywrightTimeout):
                    self.page.locator(".confirm .button.main").first.click(timeout=1_000)

        self.measure("at rest", lambda step: None)
        self.measure("pointing", hover)
        self.mouse("mouseMoved", x, y)
        self.measure("choosing", choose)
        self.measure("walking", walk)
        self.mouse("mousePressed", x, y, buttons=1, clickCount=1)
        self.measure("dragging", drag)
        self.mouse("mouseReleased", x, y, clickCount=1)
        self.measure("zooming", zoom)

    def watch(self, gm: str) -> None:
        """Minds play both sides, and the board shows their moves."""
        self.page.keyboard.press("0")
        set_minds(gm, self.page.url)
        self.page.locator(".caption.playing").wait_for(timeout=60_000)
        self.measure("watching", lambda step: None)


def set_minds(gm: str, page: str) -> None:
    """Send GM messages through a separate connection."""
    fight = re.findall(r"fight=(\w+)", page)[0]
    address, _, token = gm.partition("/#token=")
    with connect(f"{address.replace('http', 'ws')}/ws", max_size=None) as socket:
        for message in (
            {"type": "hello", "token": token, "fight": fight},
            {"type": "mind", "who": "party", "mind": "simple"},
            {"type": "mind", "who": "foes", "mind": "simple"},
        ):
            socket.send(json.dumps(message))
        # If the client leaves before the answer, the order may be lost.
        while True:
            told = json.loads(socket.recv(timeout=60))
            if told["type"] == "state" and all(unit["mind"] for unit in told["units"]):
                return


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--slow", type=float, default=6, help="how many times slower (default 6)")
    parser.add_argument("--seconds", type=float, default=3, help="how long each is done")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("There is no Chromium here; install it and try again.")
    command = [sys.executable, "-m", "shieldwall", "serve", "--no-browser", "--no-lan", "--json"]
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "encounters").mkdir()
        (Path(home) / "encounters" / "plain.yaml").write_text(encounter(), encoding="utf-8")
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
                arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
                browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(said["gm"])
                page.locator('input[value="plain"]').check()
                page.get_by_label("The foes are played").select_option("")
                page.locator("button.go").click()
                page.locator(".question").wait_for()
                page.wait_for_timeout(1000)
                watched = Watched(page, options.slow, options.seconds)
                watched.all()
                watched.watch(said["gm"])
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    main()
