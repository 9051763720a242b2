"""Take the pictures of the simulation's report: `python docs/report_pictures.py [PYTHON]`.

Needs Chromium (`playwright`); PYTHON is the interpreter with Shieldwall and matplotlib that runs
the fights, if it is not this one. Seeds are fixed, so the pictures show the same figures each time:
the report on a screen, the same printed in black and white, the plots as one picture, and the
effect of each rule.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright

PICTURES: Final = Path(__file__).resolve().parent / "pictures"
SCREEN: Final[ViewportSize] = {"width": 1240, "height": 900}
PYTHON: Final = sys.argv[1] if len(sys.argv) > 1 else sys.executable
PAPER: Final[ViewportSize] = {"width": 794, "height": 1123}
WITHOUT_COLOUR: Final = (
    "html { filter: grayscale(1); background: #fff; } body { padding: 2rem !important; }"
)


def shieldwall(*words: str) -> None:
    subprocess.run([PYTHON, "-m", "shieldwall", *words], check=True)


def photograph(browser: Browser, page_file: Path, name: str, printed: bool = False) -> None:
    context = browser.new_context(
        viewport=PAPER if printed else SCREEN,
        color_scheme="light",
        device_scale_factor=1.5 if printed else 1,
    )
    page = context.new_page()
    page.goto(page_file.as_uri())
    if printed:
        page.emulate_media(media="print")
        page.add_style_tag(content=WITHOUT_COLOUR)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
    print(PICTURES / f"{name}.png")
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "hall.html"
        worth = Path(folder) / "ablate.html"
        plot = PICTURES / "hall.png"
        run = ("sim", "hall", "-n", "4000", "--seed", "1", "--report", str(report))
        shieldwall(*run, "--plot", str(plot))
        shieldwall(
            "compare", "hall", "--ablate", "-n", "1000", "--seed", "1", "--report", str(worth)
        )
        with sync_playwright() as player:
            found = shutil.which("chromium") or shutil.which("chromium-browser")
            options = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = player.chromium.launch(executable_path=found, args=options)
            photograph(browser, report, "report")
            photograph(browser, report, "report-printed", printed=True)
            photograph(browser, worth, "ablation")
            browser.close()


if __name__ == "__main__":
    main()
