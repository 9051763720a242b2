"""A newcomer's first evening in one test; docs/start/first-evening.md has its pictures.

`SHIELDWALL_PICTURES=docs/pictures pytest tests/browser/test_evening.py` takes them again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Addresses, Person, come_to_the_table
from tests.browser.test_editor import at, check, drag, tool


def picture(gm: Person, name: str) -> None:
    folder = os.environ.get("SHIELDWALL_PICTURES")
    if folder:
        if name in ("chances", "change"):
            # A tutorial shows an answer that is worth reading.
            gm.page.wait_for_function(
                "() => parseInt(document.querySelector('.answer .number').textContent) >= 120",
                timeout=240_000,
            )
        gm.page.screenshot(path=Path(folder) / f"evening-{name}.png")


@pytest.mark.slow
def test_draw_a_room_place_heroes_and_goblins_ask_change_and_run(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.page.get_by_role("link", name="Library", exact=True).click()
    gm.page.get_by_role("button", name="New encounter").click()
    gm.page.get_by_label("Name", exact=True).fill("The Goblin Guardroom")
    gm.page.get_by_role("button", name="Create and edit").click()
    gm.see("header .state", "Saved")
    # Draw a room with a door, a pillar and some rubble.
    tool(gm, "Room", "Thin walls around")
    drag(gm, at(gm, "F2"), at(gm, "M9"))
    tool(gm, "Walls and doors", "Door")
    gm.page.mouse.click(*at(gm, "F5", 0.04))
    tool(gm, "Stamps", "Pillar")
    gm.page.mouse.click(*at(gm, "I4"))
    gm.page.mouse.click(*at(gm, "I7"))
    tool(gm, "Paint squares", "Difficult")
    drag(gm, at(gm, "G8"), at(gm, "I8"))
    picture(gm, "room")
    # Four heroes and five goblins.
    gm.page.get_by_label("Party of party").select_option("adventurers")
    # Their list moves the bestiary down.
    expect(gm.page.locator(".unit.team-0")).to_have_count(4)
    gm.page.get_by_label("Search the bestiary").fill("goblin")
    gm.page.locator("button.creature").filter(has_text="goblin").filter(
        has_not_text="archer"
    ).filter(has_not_text="hobgoblin").filter(has_not_text="bugbear").first.click()
    expect(gm.page.locator(".settings strong")).to_have_text("goblin")
    for number, square in enumerate(("K3", "L4", "K6", "L7", "J8"), 1):
        gm.page.mouse.click(*at(gm, square))
        expect(gm.page.locator(".unit.team-1")).to_have_count(number)
    expect(gm.page.locator(".unit.team-0")).to_have_count(4)
    expect(gm.page.locator(".problems h2")).to_have_text("No problems")
    tool(gm, "Select and move")
    picture(gm, "people")
    # A pack in one line, and taken back.
    gm.page.get_by_label("Search the bestiary").fill("3 wolves, giant rat")
    gm.page.get_by_role("button", name="Add 3 wolves and 1 giant rat").wait_for()
    gm.page.keyboard.press("Enter")
    expect(gm.page.locator(".unit.team-1")).to_have_count(9)
    gm.page.get_by_role("button", name="Undo").click()
    expect(gm.page.locator(".unit.team-1")).to_have_count(5)
    # Ask for the chances, and for the effect of one goblin fewer.
    gm.page.get_by_role("tab", name="Chances").click()
    gm.see("#chances-title", "Chances")
    gm.see(".words", "The party wins")
    picture(gm, "chances")
    gm.page.get_by_role("slider", name="How many goblin").fill("4")
    gm.see(".words", "4 goblins instead of 5")
    picture(gm, "change")
    # Change it for good: the fifth goblin goes.
    gm.page.get_by_role("tab", name="People").click()
    gm.page.locator("button.unit").filter(has_text="Goblin 5").click()
    gm.page.get_by_role("button", name="Remove", exact=True).click()
    expect(gm.page.locator(".unit.team-1")).to_have_count(4)
    gm.page.get_by_role("button", name="Save", exact=True).click()
    expect(gm.page.locator("header .state")).to_have_text("Saved")
    path = home / "encounters" / "the-goblin-guardroom.yaml"
    assert check(path) == []
    assert "what: 4 x goblin, at: [K3, L4, K6, L7]" in path.read_text()
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "watch", str(path), "--seed", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    # Run it.
    gm.page.get_by_role("button", name="Run this fight").click()
    come_to_the_table(gm, server)
    assert gm.page.locator(".stage .token").count() == 8
    picture(gm, "fight")
    path.unlink()
