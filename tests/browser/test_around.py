"""Around the board: the start page, the end of a fight, joining, sheets, pictures, the tour."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import httpx
import pytest
from tests import patience
from tests.browser.conftest import Addresses, Person, come_to_the_table, start_fight, take_seat
from tests.table.server import Person as Other

THROUGH_THE_TOUR: Final = """async () => {
    const seen = [];
    const next = () =>
        [...document.querySelectorAll('.tour button')].find((one) => one.innerText === 'Next');
    while (next()) {
        seen.push(document.querySelector('.tour h2').innerText);
        next().click();
        await new Promise(requestAnimationFrame);
    }
    return seen;
}"""
"""Press Next until it is over; what the foe's mind does may finish a step at any moment."""
PHONES: Final = ({"width": 390, "height": 844}, {"width": 360, "height": 640})
CELLAR_MAP: Final = """\
title: Cellar
squares: |
  ........
  ........
  ........
  ........
picture: cellar.png
pixels: 10
"""
CELLAR: Final = """\
title: The Painted Cellar
rules: sovereign
look-for: a map with a picture
map: cellar
sides:
  - name: party
    party: adventurers
    only: [alda]
    places: {alda: B2}
  - name: rats
    units:
      - {what: goblin, at: G3}
"""


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = zlib.compress(b"".join(b"\x00" + b"\xc0\x40\x40" * width for _ in range(height)))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture
def broken(home: Path) -> str:
    (home / "encounters" / "halfwritten.yaml").write_text(
        "title: Half Written\nrules: sovereign\nmap: nowhere-at-all\nsides: []\n", encoding="utf-8"
    )
    return "halfwritten"


@pytest.fixture
def cellar(home: Path) -> str:
    (home / "maps").mkdir(exist_ok=True)
    (home / "maps" / "cellar.yaml").write_text(CELLAR_MAP, encoding="utf-8")
    (home / "maps" / "cellar.png").write_bytes(png(80, 40))
    (home / "encounters" / "cellar.yaml").write_text(CELLAR, encoding="utf-8")
    return "cellar"


def host(server: Addresses) -> httpx.Client:
    base, _, token = server.gm.partition("/#token=")
    return httpx.Client(
        base_url=base, headers={"authorization": f"Bearer {token}"}, timeout=patience.SECONDS
    )


def at_once(server: Addresses, encounter: str, **more: object) -> str:
    """A fight started behind the page's back; its id."""
    with host(server) as client:
        answer = client.post("/api/fights", json={"encounter": encounter, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["fight"])


def table_of(server: Addresses, fight: str) -> str:
    return f"{server.gm}&fight={fight}"


def fits_the_screen(person: Person) -> bool:
    return bool(
        person.page.evaluate(
            "() => document.scrollingElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


# The start page.


def test_the_start_page_shows_maps_and_finds_encounters(
    server: Addresses, person: Callable[..., Person], broken: str
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    first = gm.see(".encounter")
    assert "A good first fight" in first.inner_text()
    assert "Easy: the party wins" in first.inner_text()
    assert "Measured in simulated fights" in gm.see("[data-difficulty]").inner_text()
    assert first.locator("svg .dot").count() == 12
    bad = gm.page.locator(f'[data-encounter="{broken}"]')
    assert "nowhere-at-all" in bad.inner_text()
    assert bad.locator("input").count() == 0
    texts = "\n".join(gm.page.locator(".encounter").all_inner_texts())
    assert "--" not in texts
    gm.page.get_by_label("Search encounters").fill("easy churchyard")
    gm.see("label.encounter input").check()
    assert "Next in its campaign: " in gm.see("[data-difficulty]", "Next").inner_text()
    gm.page.get_by_label("Search encounters").fill("ambush thorns")
    gm.page.wait_for_function("() => document.querySelectorAll('.encounter').length === 1")
    assert "Briar Hollow" in gm.see(".encounter").inner_text()
    gm.page.get_by_role("button", name="Show all").click()
    gm.page.get_by_role("button", name="Undead", exact=True).click()
    gm.page.get_by_label("Size").select_option("large")
    gm.see(".encounter", "The Crypt")
    assert gm.page.locator("label.encounter", has_text="The Duel").count() == 0
    gm.page.get_by_label("Size").select_option("small")
    gm.see(".none")
    gm.page.get_by_role("button", name="Show all").click()
    gm.page.get_by_label("Written for").select_option("aachen")
    gm.see(".encounter", "The Ford")
    assert gm.page.locator("label.encounter", has_text="The Yard").count() == 0


def test_a_fight_is_renamed_copied_deleted_and_brought_back(
    server: Addresses, person: Callable[..., Person]
) -> None:
    fight = at_once(server, "duel")
    gm = person()
    gm.page.goto(server.gm)
    card = gm.page.locator(f'li[data-fight="{fight}"]')
    card.wait_for()
    assert "100 %" in card.inner_text()
    card.get_by_role("button", name=re.compile("^More for")).click()
    card.get_by_role("button", name="Rename").click()
    card.get_by_label("New name of the fight").fill("Tuesday's duel")
    gm.page.keyboard.press("Enter")
    card.locator("strong", has_text="Tuesday's duel").wait_for()
    card.get_by_role("button", name=re.compile("^More for")).click()
    card.get_by_role("button", name="Duplicate").click()
    copy = gm.page.locator("li.card", has_text="Tuesday's duel (copy)")
    copy.first.wait_for()
    card.get_by_role("button", name=re.compile("^More for")).click()
    card.get_by_role("button", name="Delete").click()
    card.wait_for(state="detached")
    gm.page.get_by_role("button", name="Undo").click()
    card.wait_for()
    gm.page.reload()
    card.wait_for()
    assert gm.axe() == []


# The end.


def test_the_end_tells_who_did_what_and_leads_on(
    server: Addresses, person: Callable[..., Person]
) -> None:
    # Simple minds do not flee, so the GM need not decide about a pursuit.
    minds = {"party": "simple", "bandits": "simple"}
    fight = at_once(server, "rout", minds=minds)
    gm = person()
    gm.page.goto(table_of(server, fight))
    over = gm.see(".over")
    over.get_by_role("columnheader", name="Dealt").wait_for()
    rows = over.locator("tbody tr").all_inner_texts()
    assert any("Alda" in row for row in rows)
    assert gm.axe() == []
    with gm.page.expect_download() as saved:
        over.get_by_role("button", name="Save tape").click()
    assert saved.value.suggested_filename == f"{fight}.tape"
    over.get_by_role("button", name="Play again").click()
    gm.page.wait_for_function(f"() => !location.hash.includes('{fight}')")
    gm.see(".over h2", "Victory for the party")
    gm.page.get_by_role("link", name="Next fight with the survivors").click()
    gm.see(".after", "survivors")
    gm.page.locator('input[name="encounter"][value="duel"]').check()
    gm.page.locator("button.go").click()
    come_to_the_table(gm, server)
    gm.see(".token")
    assert gm.page.locator("nav.turn").inner_text()


# Joining.


def test_the_table_is_opened_to_the_network_from_the_page(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".network", "this machine only")
    gm.page.get_by_role("button", name="Open to the network").click()
    try:
        gm.see('.network svg[role="img"], .network [role="alert"]')
        if gm.page.locator('.network [role="alert"]').count():
            gm.troubles.clear()
            pytest.skip("this machine is on no network")
        address = gm.see(".network code").inner_text()
        player = person()
        player.page.goto(address)
        player.see("h1", "Take a seat")
        # It looks for fights again and again, which fails once the network is closed.
        player.page.close()
        assert gm.axe() == []
    finally:
        with host(server) as client:
            client.put("/api/network", json={"open": False})
    gm.page.reload()
    gm.see(".network", "this machine only")


def test_guests_see_seats_with_faces_watch_and_stream(
    server: Addresses, person: Callable[..., Person]
) -> None:
    fight = at_once(server, "brawl", settings={"watchers": True})
    server.begun = fight
    guest = person(phone=True)
    guest.page.goto(server.players)
    card = guest.page.locator(f'section[data-fight="{fight}"]')
    card.wait_for()
    assert card.locator(".seat .faces svg").count() == 2
    assert guest.axe() == []
    assert fits_the_screen(guest)
    card.get_by_role("button", name="Just watch").click()
    guest.see(".token")
    assert guest.page.locator(".act .option").count() == 0
    link = guest.page.evaluate("() => location.href")
    stream = person()
    stream.page.goto(link + "&stream=1")
    stream.see(".stream .token")
    assert stream.page.locator(".stream button:not([inert] *)").count() == 0
    assert stream.page.locator(".panel").count() == 0
    assert stream.axe() == []


def test_the_gm_makes_a_stream_link(server: Addresses, person: Callable[..., Person]) -> None:
    gm = person()
    gm.page.goto(table_of(server, at_once(server, "brawl")))
    gm.see(".token")
    gm.page.locator("#tab-gm").click()
    if not gm.page.get_by_role("button", name="Stream view for an audience").is_visible():
        gm.page.locator("summary", has_text="Seats").click()
    gm.page.get_by_role("button", name="Stream view for an audience").click()
    address = gm.page.get_by_role("link", name="Open the stream view").get_attribute("href")
    assert address is not None
    audience = person()
    audience.page.goto(address)
    audience.see(".stream .token")
    seen = audience.page.locator(".stream").inner_text()
    assert "GM" not in seen


# Dice.


def test_a_die_is_rolled_with_one_button(server: Addresses, person: Callable[..., Person]) -> None:
    gm, alda = person(), person(phone=True)
    start_fight(gm, server, "skirmish", foes="natural", by_hand=True)
    take_seat(alda, server, "The Skirmish", "Alda")
    button = gm.see(".die .throw")
    size = button.bounding_box()
    assert size is not None
    assert size["height"] >= 44
    asked = gm.page.locator(".die p").first.inner_text()
    button.click()
    gm.page.wait_for_function(
        "text => document.querySelector('.die p')?.innerText !== text", arg=asked
    )
    assert gm.axe() == []


# Sheets and pictures.


@pytest.mark.parametrize("size", PHONES)
def test_a_sheet_tells_all_of_ones_own_and_little_of_a_foe(
    server: Addresses, person: Callable[..., Person], size: dict[str, int]
) -> None:
    server.begun = at_once(server, "brawl")
    alda = person(phone=True)
    alda.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    take_seat(alda, server, "The Brawl", "Alda")
    alda.page.locator("#tab-units").click()
    alda.page.locator(".units .line", has_text="Alda").click()
    alda.page.get_by_role("button", name="Sheet of Alda").click()
    sheet = alda.see("[data-sheet]")
    attack = sheet.locator(".attacks li").first
    attack.locator("summary").click()
    assert "attack bonus" in attack.inner_text()
    assert sheet.get_by_role("heading", name="Saves").is_visible()
    box = alda.page.locator("dialog").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["height"] <= size["height"]
    assert alda.axe() == []
    alda.page.keyboard.press("Escape")
    alda.page.locator("dialog").wait_for(state="detached")
    alda.page.locator(".units .line", has_text="sergeant").click()
    alda.page.get_by_role("button", name="Sheet of The sergeant").click()
    foe = alda.see("[data-sheet]", "You know only what you can see")
    assert foe.locator(".attacks").count() == 0
    assert foe.get_by_role("button", name="Own picture").count() == 0


def test_a_player_gives_its_fighter_a_picture_and_the_gm_sees_it(
    server: Addresses, person: Callable[..., Person], tmp_path: Path
) -> None:
    picture = tmp_path / "alda.png"
    picture.write_bytes(png(300, 200))
    server.begun = at_once(server, "brawl")
    gm, alda = person(), person()
    gm.page.goto(table_of(server, server.begun))
    gm.see(".token")
    take_seat(alda, server, "The Brawl", "Alda")
    # One key for one thing: the sheet, on the map as elsewhere.
    alda.page.locator(".map .view").focus()
    alda.page.keyboard.press("h")
    alda.see(".legend", "Legend")
    alda.page.keyboard.press("h")
    alda.page.keyboard.press("k")
    alda.see('[data-sheet="alda"]')
    assert alda.page.locator(".legend").count() == 0
    alda.page.locator('dialog input[type="file"]').set_input_files(picture)
    alda.see("dialog img")
    gm.page.locator(".map image.own").wait_for(state="attached")
    size = gm.page.evaluate(
        """async () => {
            const image = new Image();
            image.src = document.querySelector('.map image.own').getAttribute('href');
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        }"""
    )
    assert size == [256, 256]


def test_a_maps_picture_lies_under_the_grid(
    server: Addresses, person: Callable[..., Person], cellar: str
) -> None:
    gm = person()
    gm.page.goto(table_of(server, at_once(server, cellar)))
    image = gm.page.locator(".map image[href^='blob:']").first
    image.wait_for(state="attached")
    assert (image.get_attribute("width"), image.get_attribute("height")) == ("8", "4")
    assert image.get_attribute("opacity") == "1"
    gm.page.get_by_label("Picture under the grid").fill("0.5")
    gm.page.locator(".map image[opacity='0.5']").first.wait_for(state="attached")
    gm.page.reload()
    image.wait_for(state="attached")
    assert image.get_attribute("opacity") == "0.5"
    assert gm.axe() == []


# The tour.


def test_the_first_fight_is_guided_and_remembered(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.page.get_by_role("button", name="Start the guided duel").click()
    # The champion may attack before the first move: then that is explained first.
    gm.see(".tour h2", re.compile(r"^1\. (Move|Interrupt)"))
    tour = gm.page.locator(".tour")
    assert gm.axe() == []
    seen = gm.page.evaluate(THROUGH_THE_TOUR)
    assert "4. Undo" in seen
    tour.get_by_role("button", name="Play on").click()
    tour.wait_for(state="detached")
    gm.page.goto(server.gm)
    gm.see(".encounter")
    assert gm.page.get_by_role("button", name="Start the guided duel").count() == 0
    gm.page.get_by_role("button", name="Show the guided first fight again").click()
    gm.see(".first", "New here?")
    gm.page.get_by_role("button", name="No, thanks").click()
    gm.page.reload()
    gm.see(".encounter")
    assert gm.page.get_by_role("button", name="Start the guided duel").count() == 0


def test_the_tour_sees_that_something_was_done(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.page.get_by_role("button", name="Start the guided duel").click()
    gm.see(".tour h2", re.compile(r"^1\. "))
    gm.see(".token")
    base, _, token = server.gm.partition("/#token=")
    fight = gm.page.evaluate("() => new URLSearchParams(location.hash.slice(1)).get('fight')")
    with Other(base, token, fight) as other:
        other.until("state")
        other.send(type="rule", what="move alda A8")
        other.sync()
        while other.state["pending"]:
            # She has been struck at, and has to answer that first.
            other.until_asked()
            other.choose("alda pass")
            other.sync()
    gm.see(".tour h2", re.compile(r"^[234]\. "))


# Everything at once.


@pytest.mark.parametrize("size", PHONES)
def test_start_and_lobby_fit_a_phone_and_satisfy_axe(
    server: Addresses, person: Callable[..., Person], size: dict[str, int], broken: str
) -> None:
    at_once(server, "duel")
    gm = person(phone=True)
    gm.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for address, sign in ((server.gm, f'[data-encounter="{broken}"]'), (server.players, ".seat")):
        gm.page.goto(address)
        gm.see(sign)
        assert fits_the_screen(gm)
        assert gm.axe(by_night=True) == []
