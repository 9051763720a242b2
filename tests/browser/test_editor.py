"""The editor in a real browser: what it writes passes `check`, and comments stay in place."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PLACE_ON_SCREEN, Addresses, Person
from tests.browser.test_library import own, page_of

FARM = """\
# The farm, as the players know it.
title: The Farm  # not its real name
rules: sovereign
map:
  # twelve by eight is plenty
  squares: |
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
sides:
  - name: party
    party: adventurers
    only: [alda, brand]
    area: A1-B8
  # They come at night.
  - name: foes
    units:
      - {what: wolf, at: L4}  # the old one
"""


def at(gm: Person, square: str, dx: float = 0.5, dy: float = 0.5) -> tuple[float, float]:
    """Where a point of a square stands on the screen."""
    spot = [ord(square[0]) - ord("A") + dx, int(square[1:]) - 1 + dy]
    x, y = gm.page.locator(".map svg").first.evaluate(PLACE_ON_SCREEN, spot)
    return x, y


def drag(gm: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    gm.page.mouse.move(*start)
    gm.page.mouse.down()
    gm.page.mouse.move(*end, steps=8)
    gm.page.mouse.up()


def tool(gm: Person, name: str, choice: str = "") -> None:
    gm.page.get_by_role("group", name="Tools").get_by_role("button", name=name).click()
    if choice:
        gm.page.locator(".settings").get_by_role("button", name=choice, exact=True).click()


def save(gm: Person) -> None:
    gm.page.get_by_role("button", name="Save", exact=True).click()
    expect(gm.page.locator("header .state")).to_have_text("Saved")


def text_of(gm: Person) -> str:
    gm.page.get_by_role("tab", name="Text").click()
    return gm.page.get_by_label("The file as text").input_value()


def open_file(gm: Person, server: Addresses, kind: str, name: str) -> None:
    gm.page.goto(page_of(server, "edit", kind=kind, name=name))
    gm.see("header .state", "Saved")


def check(path: Path) -> list[dict[str, object]]:
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "check", "--json", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found: list[dict[str, object]] = json.loads(said.stdout)[0]["problems"]
    return found


def test_a_drawn_encounter_keeps_comments_passes_check_and_loads_in_the_terminal(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    path = own(home, "encounters", "farm", FARM)
    gm = person()
    open_file(gm, server, "encounters", "farm")
    assert gm.axe() == []
    tool(gm, "Room", "Thin walls around")
    drag(gm, at(gm, "D2"), at(gm, "I6"))
    tool(gm, "Walls and doors", "Door")
    gm.page.mouse.click(*at(gm, "D4", 0.04))
    tool(gm, "Walls and doors", "Window")
    gm.page.mouse.click(*at(gm, "F2", 0.5, 0.04))
    tool(gm, "Paint squares", "Difficult")
    drag(gm, at(gm, "F7"), at(gm, "I7"))
    tool(gm, "Paint squares", "Height")
    gm.page.mouse.click(*at(gm, "H3"))
    tool(gm, "Stamps", "Table")
    gm.page.mouse.click(*at(gm, "F4"))
    tool(gm, "Light")
    gm.page.mouse.click(*at(gm, "G3"))
    gm.page.get_by_label("Search the bestiary").fill("goblin")
    gm.page.locator("button.creature").filter(has_text="goblin archer").click()
    for square in ("K2", "K3"):
        gm.page.mouse.click(*at(gm, square))
        gm.page.locator(f'.unit[data-square="{square}"]').wait_for()
    tool(gm, "Select and move")
    drag(gm, at(gm, "L4"), at(gm, "L6"))
    gm.page.locator('.unit[data-unit="wolf"][data-square="L6"]').wait_for()
    gm.page.keyboard.press("r")
    gm.page.locator('.unit[data-unit="wolf"] .nose').wait_for()
    drag(
        gm,
        at(gm, gm.page.locator('[data-unit="alda"]').get_attribute("data-square") or ""),
        at(gm, "C4"),
    )
    gm.page.locator('[data-unit="alda"][data-square="C4"]').wait_for()
    expect(gm.page.locator(".problems h2")).to_have_text("No problems")
    save(gm)
    written = path.read_text(encoding="utf-8")
    for kept in (
        "# The farm, as the players know it.\n",
        "title: The Farm  # not its real name\n",
        "  # twelve by eight is plenty\n",
        "  # They come at night.\n",
        "  # the old one\n",
    ):
        assert kept in written
    assert "{what: wolf, at: L6, faces: north}  # the old one" in written
    assert "- {what: 2 x goblin archer, at: [K2, K3]}" in written
    assert "- {edge: C4-D4, kind: door}" in written
    assert "- {edge: F1-F2, kind: window}" in written
    assert "places: {alda: C4}" in written
    assert check(path) == []
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "sim", str(path), "-n", "1", "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    # Undoing everything restores the original file, redoing everything the drawing.
    while gm.page.get_by_role("button", name="Undo").is_enabled():
        gm.page.get_by_role("button", name="Undo").click()
    expect(gm.page.locator("header .state")).to_have_text("Not saved")
    gm.page.get_by_role("tab", name="Text").click()
    expect(gm.page.get_by_label("The file as text")).to_have_value(FARM)
    while gm.page.get_by_role("button", name="Redo").is_enabled():
        gm.page.get_by_role("button", name="Redo").click()
    expect(gm.page.get_by_label("The file as text")).to_have_value(written)
    path.unlink()


def test_all_problems_are_shown_at_once_and_lead_to_their_place(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    broken = FARM.replace("what: wolf, at: L4", "what: wollf, at: L4").replace(
        "    ............\nsides", "    .....\nsides"
    )
    path = own(home, "encounters", "broken-farm", broken)
    gm = person()
    open_file(gm, server, "encounters", "broken-farm")
    problems = gm.page.locator(".problems li button")
    expect(problems).to_have_count(2)
    messages = [problem["message"] for problem in check(path)]
    for message in messages:
        gm.see(".problems li", str(message))
    problems.filter(has_text="row 8").click()
    gm.page.locator(".flash").wait_for(state="attached")
    problems.filter(has_text="wollf").click()
    expect(gm.page.locator(".flash")).to_be_attached()
    field = gm.page.get_by_label("The file as text")
    gm.page.get_by_role("tab", name="Text").click()
    field.fill(FARM)
    expect(gm.page.locator(".problems h2")).to_have_text("No problems")
    path.unlink()


def test_two_pins_try_sight_and_cover(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    path = own(
        home,
        "encounters",
        "wall-farm",
        FARM.replace(
            "    ............\nsides",
            "    ............\n  walls:\n    - {from: F1, to: F8, side: east, kind: wall}\nsides",
        ),
    )
    gm = person()
    open_file(gm, server, "encounters", "wall-farm")
    tool(gm, "Sight and cover")
    gm.page.mouse.click(*at(gm, "D4"))
    gm.page.mouse.click(*at(gm, "J4"))
    gm.see(".sight strong", "A sees B: not at all")
    gm.page.mouse.click(*at(gm, "D4"))
    gm.page.mouse.click(*at(gm, "E6"))
    gm.see(".sight strong", "A sees B: clear")
    said = subprocess.run(
        [sys.executable, "-m", "shieldwall", "sight", str(path), "D4", "E6", "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert json.loads(said.stdout)["cover"] == "none"
    path.unlink()


def test_of_two_browsers_the_second_is_told_and_nothing_is_overwritten(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    path = own(home, "encounters", "shared-farm", FARM)
    one, two = person(), person()
    for gm in (one, two):
        open_file(gm, server, "encounters", "shared-farm")
        gm.page.get_by_role("tab", name="Fight").click()
    one.page.get_by_label("Title").fill("First")
    two.page.get_by_label("Title").fill("Second")
    save(one)
    two.page.get_by_role("button", name="Save", exact=True).click()
    two.see(".conflict", "changed by somebody else")
    assert "title: First" in path.read_text()
    two.page.get_by_role("button", name="Take theirs").click()
    expect(two.page.get_by_label("Title")).to_have_value("First")
    # A page without unsaved changes simply follows.
    path.write_text(FARM.replace("The Farm", "By Hand"), encoding="utf-8")
    expect(one.page.get_by_label("Title")).to_have_value("By Hand")
    path.unlink()
    for gm in (one, two):
        gm.troubles = [
            trouble for trouble in gm.troubles if "409" not in trouble and "404" not in trouble
        ]


@pytest.mark.slow
def test_a_creatures_copy_a_party_and_keys_alone(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    path = own(home, "encounters", "copy-farm", FARM)
    gm = person()
    open_file(gm, server, "encounters", "copy-farm")
    gm.page.get_by_label("Search the bestiary").fill("goblin")
    gm.page.get_by_role("button", name="Edit a copy of goblin", exact=True).click()
    gm.page.get_by_label("Called").fill("goblin chief")
    gm.page.get_by_label("HP", exact=True).fill("14")
    gm.page.get_by_role("button", name="Add to this encounter").click()
    # With the keys alone: to a square, and place.
    gm.page.locator(".map svg").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        gm.page.keyboard.press(key)
    gm.page.locator('[data-unit="goblin-chief"][data-square="C2"]').wait_for()
    save(gm)
    assert check(path) == []
    assert "goblin chief:\n" in path.read_text()
    assert "hp: 14" in path.read_text()
    path.unlink()
    gm.page.goto(page_of(server, "library", kind="parties"))
    gm.page.get_by_role("button", name="New party").click()
    gm.page.get_by_label("Name", exact=True).fill("The Band")
    gm.page.get_by_role("button", name="Create and edit").click()
    gm.see("header .state", "Saved")
    gm.page.get_by_role("button", name="Add a character").click()
    gm.page.get_by_label("Class").nth(1).select_option("mage")
    gm.page.get_by_label("Add weapons").nth(1).select_option("staff")
    assert gm.axe() == []
    expect(gm.page.locator(".problems h2")).to_have_text("No problems")
    save(gm)
    party = home / "parties" / "the-band.yaml"
    assert check(party) == []
    party.unlink()
