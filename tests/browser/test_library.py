"""The library, the chances and the hand-outs in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Addresses, Person
from tests.exchange.samples import OSE_BLOCK, crypt_text, png

CELLAR = """\
# tags: mill
title: The Mill Cellar
rules: sovereign
map:
  squares: |
    ..........
    ....##....
    ..........
sides:
  - {name: party, party: adventurers, only: [alda, brand], area: A1-B3}
  - {name: foes, units: [{what: 2 x goblin, area: I1-J3}]}
"""


def page_of(server: Addresses, page: str, **more: str) -> str:
    return server.gm + "".join(f"&{key}={value}" for key, value in {"page": page, **more}.items())


def own(home: Path, kind: str, name: str, text: str) -> Path:
    path = home / kind / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def card(gm: Person, name: str) -> Any:
    return gm.page.locator(f'article[data-file="{name}"]')


def test_search_tags_copies_and_a_delete_that_can_be_undone(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    path = own(home, "encounters", "mill-cellar", CELLAR)
    gm = person()
    gm.page.goto(page_of(server, "library"))
    card(gm, "encounters/mill-cellar").wait_for()
    assert gm.axe() == []
    gm.page.get_by_role("searchbox").fill("mill")
    card(gm, "encounters/hall").wait_for(state="detached")
    card(gm, "encounters/mill-cellar").get_by_role("button", name="tagged mill").click()
    assert gm.page.get_by_role("combobox", name="Tag").input_value() == "mill"
    card(gm, "encounters/mill-cellar").locator("summary").click()
    card(gm, "encounters/mill-cellar").get_by_role("button", name="Duplicate").click()
    card(gm, "encounters/mill-cellar-copy").wait_for()
    assert (home / "encounters" / "mill-cellar-copy.yaml").read_text() == CELLAR
    # The file is edited by hand: the page follows.
    path.write_text(CELLAR.replace("The Mill Cellar", "The Dry Mill"), encoding="utf-8")
    gm.see("article h3", "The Dry Mill")
    card(gm, "encounters/mill-cellar").locator("summary").click()
    card(gm, "encounters/mill-cellar").get_by_role("button", name="Delete").click()
    gm.see(".toast", "Deleted The Dry Mill.")
    assert not path.exists()
    card(gm, "encounters/mill-cellar").wait_for(state="detached")
    gm.page.locator(".toast").get_by_role("button", name="Undo").click()
    card(gm, "encounters/mill-cellar").wait_for()
    assert path.is_file()
    path.unlink()
    (home / "encounters" / "mill-cellar-copy.yaml").unlink()


def test_a_dropped_map_and_a_pasted_creature_are_shown_before_they_are_saved(
    server: Addresses, home: Path, person: Callable[..., Person], tmp_path: Path
) -> None:
    gm = person()
    gm.page.goto(page_of(server, "library"))
    gm.see("article")
    # As a browser drops a file: an event with the file in its hand.
    gm.page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "Sunken Crypt.dd2vtt"));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true }));
        }""",
        crypt_text(),
    )
    gm.see(".made h3", "maps/sunken-crypt.yaml")
    assert not (home / "maps" / "sunken-crypt.yaml").exists()
    gm.page.get_by_label("Openings that are not closed are").select_option("window")
    assert gm.axe() == []
    gm.page.get_by_role("button", name="Save to the library").click()
    gm.see(".map svg image")
    assert "kind: window" in (home / "maps" / "sunken-crypt.yaml").read_text()
    gm.page.goto(page_of(server, "library", kind="creatures"))
    gm.page.get_by_role("button", name="Import").click()
    gm.page.get_by_label("paste a stat block").fill(OSE_BLOCK)
    gm.page.get_by_role("button", name="Read it").click()
    gm.see(".guess td", "a guess")
    gm.page.get_by_label("Save as").fill("cave lurker")
    gm.page.get_by_role("button", name="Save to the library").click()
    gm.page.wait_for_function("() => location.hash.includes('name=cave-lurker')")
    assert (home / "creatures" / "cave-lurker.yaml").is_file()
    # The page redraws a picture, starting at its first whole square.
    plain = tmp_path / "cave.png"
    plain.write_bytes(png(210, 130))
    gm.page.goto(page_of(server, "library", kind="maps"))
    gm.page.get_by_role("button", name="Import").click()
    gm.page.get_by_label("File to import").set_input_files(plain)
    gm.page.get_by_role("spinbutton", name="Pixels per square").fill("20")
    gm.page.get_by_label("Grid from left").fill("10")
    gm.page.get_by_label("Grid from top").fill("10")
    gm.see("p.hint", "10 x 6 squares")
    gm.page.get_by_label("Name of the map").fill("Cave")
    gm.page.get_by_role("button", name="Save the map").click()
    gm.see(".map svg image")
    assert "pixels: 20" in (home / "maps" / "cave.yaml").read_text()
    assert (home / "maps" / "cave.jpg").read_bytes()[:2] == b"\xff\xd8"
    for file in [*(home / "maps").iterdir(), home / "creatures" / "cave-lurker.yaml"]:
        file.unlink()


def test_an_svg_is_refused_in_words(server: Addresses, person: Callable[..., Person]) -> None:
    gm = person()
    gm.page.goto(page_of(server, "library"))
    gm.page.get_by_role("button", name="Import").click()
    svg = {"name": "m.svg", "mimeType": "image/svg+xml", "buffer": b"<svg onload='x'/>"}
    gm.page.get_by_label("File to import").set_input_files(svg)  # type: ignore[arg-type]
    gm.see(".notice.bad", "SVG is not taken")
    # The browser notes the refused request itself.
    gm.troubles = [one for one in gm.troubles if "415" not in one]


@pytest.mark.slow
def test_chances_with_a_slider_stop_compare_and_tune(
    server: Addresses, home: Path, person: Callable[..., Person]
) -> None:
    own(home, "encounters", "chance-cellar", CELLAR)
    gm = person()
    gm.page.goto(page_of(server, "chances", name="chance-cellar"))
    gm.see("h3", "Chances")
    gm.see(".words", re.compile(r"The party wins [0-9.]+ % \([0-9.]+ to [0-9.]+\)"))
    gm.page.get_by_role("slider", name="How many goblin").fill("6")
    gm.see("h3", "With the change")
    gm.see(".words", "6 goblins instead of 2")
    assert gm.axe() == []
    gm.page.evaluate(
        """() => [...document.querySelectorAll("button")]
            .find(button => button.textContent.trim() === "Stop")?.click()"""
    )
    gm.see("button", "Sharpen")
    gm.page.get_by_role("button", name="Save for comparison").click()
    gm.page.get_by_label("foes surprised").check()
    gm.see(".words", "surprised: foes")
    gm.page.get_by_role("button", name="Save for comparison").click()
    gm.page.get_by_role("button", name="Compare with the same luck").click()
    gm.see('svg[role="img"] text', "What each change is worth")
    gm.page.get_by_role("button", name="Find it").click()
    gm.see(".found")
    (home / "encounters" / "chance-cellar.yaml").unlink()


def test_hand_outs_are_pages_that_print(server: Addresses, person: Callable[..., Person]) -> None:
    gm = person(fresh=True)
    gm.page.goto(page_of(server, "handouts", name="duel"))
    gm.see('article[data-for="gm"]', "Rules that matter in this fight")
    assert gm.axe() == []
    sheets = gm.page.locator("article.sheet")
    assert sheets.count() >= 2
    gm.page.emulate_media(media="print")
    gm.page.locator(".bar").wait_for(state="hidden")
    breaks = sheets.first.evaluate("sheet => getComputedStyle(sheet).breakAfter")
    assert breaks == "page"
    pdf = gm.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= sheets.count()


@pytest.mark.parametrize("page", ["library", "chances", "handouts", "edit"])
def test_every_page_fits_a_phone_and_the_editor_says_it_does_not(
    server: Addresses, person: Callable[..., Person], page: str
) -> None:
    gm = person(phone=True)
    gm.page.goto(page_of(server, page, name="brawl", kind="encounters"))
    if page == "edit":
        gm.see(".notice", "The editor needs a larger screen")
    else:
        gm.see({"library": "article", "chances": "h3", "handouts": "article"}[page])
    wide = gm.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    assert gm.axe() == []


def test_only_the_gm_sees_the_library(server: Addresses, person: Callable[..., Person]) -> None:
    player = person()
    player.page.goto(page_of(Addresses(server.players, ""), "library"))
    player.see("h1, h2")
    assert player.page.locator("article[data-file]").count() == 0
    token = server.players.partition("token=")[2]
    status = player.page.evaluate(
        """async token => {
            const headers = { Authorization: `Bearer ${token}` };
            return (await fetch("api/library", { headers })).status;
        }""",
        token,
    )
    assert status == 403
    player.troubles = [one for one in player.troubles if "403" not in one]
    assert json.dumps(player.troubles) == "[]"
