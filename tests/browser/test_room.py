"""Nothing overlaps: names, odds, the turn bar, the log, small maps, groups without a map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import FloatRect
from tests.browser.conftest import Addresses, Person, open_fight, roll
from tests.browser.test_around import at_once, png, table_of
from tests.table.server import Person as Other

TOP_ROW: Final = """\
title: The Top Row
rules: sovereign
look-for: a goblin at the upper edge of the map

map:
  ceiling: sky
  squares: |
    ......
    ......
    ......

sides:
  - name: party
    party: adventurers
    only: [alda]
    places: {alda: C2}
  - name: bandits
    units:
      - {what: goblin, at: C1}
"""

WIDE_MAP: Final = """\
title: Wide
squares: |
  ......
  ......
  ......
picture: wide.png
pixels: 10
"""

AT_THE_END: Final = """() => {
    const box = document.querySelector('.log .lines');
    return box.scrollHeight > box.clientHeight
        && box.scrollHeight - box.scrollTop - box.clientHeight < 40;
}"""
"""Whether the latest line of a log that is longer than its box is in view."""

LATER: Final = """box => new Promise((found) =>
    requestAnimationFrame(() => requestAnimationFrame(() => found(box.scrollTop))))"""
"""Where a box is scrolled to once what has changed in it has been drawn."""


def is_inside(inner: FloatRect, outer: FloatRect) -> bool:
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def test_the_log_keeps_the_latest_line_in_view_until_somebody_scrolls_up(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    base, _, token = server.gm.partition("/#token=")
    with Other(base, token, server.begun) as other:

        def happen(*lines: str) -> None:
            for line in lines:
                other.send(type="rule", what=f"tell {line}")
            gm.wait_for_log(lines[-1])

        happen(*(f"stroke {number} of the bell" for number in range(1, 31)))
        gm.page.wait_for_function(AT_THE_END)
        gm.page.set_viewport_size({"width": 1280, "height": 420})
        gm.page.wait_for_function(AT_THE_END)
        happen("the bell is silent")
        gm.page.wait_for_function(AT_THE_END)
        # After scrolling up, the position stays.
        gm.page.locator(".log .lines").evaluate("box => box.scrollTo(0, 0)")
        gm.see(".log .latest")
        happen("the bell cracks")
        assert gm.page.locator(".log .lines").evaluate(LATER) == 0
        gm.see(".log .latest").click()
        gm.page.wait_for_function(AT_THE_END)
        gm.page.locator(".log .latest").wait_for(state="detached")


def test_all_phases_and_sides_fit_into_the_bar_of_turns(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(table_of(server, at_once(server, "old-bridge")))
    gm.see(".token")
    bar = gm.see("nav.turn")
    gm.see("nav.turn .side .sum")
    room = bar.bounding_box()
    assert room is not None
    for one in gm.page.locator("nav.turn .phases li, nav.turn .side").all():
        box = one.bounding_box()
        assert box is not None
        assert is_inside(box, room), one.inner_text()
    gm.page.set_viewport_size({"width": 1900, "height": 800})
    gm.page.locator("nav.turn .chip").first.wait_for()


def test_odds_in_the_top_row_stand_below_the_letters_of_the_columns(
    server: Addresses, person: Callable[..., Person], home: Path
) -> None:
    (home / "encounters" / "top-row.yaml").write_text(TOP_ROW, encoding="utf-8")
    gm = person()
    open_fight(gm, server, "top-row", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    chip = gm.see(".map .chip").bounding_box()
    floor = gm.page.locator(".map rect.border").first.bounding_box()
    assert chip is not None
    assert floor is not None
    assert chip["y"] >= floor["y"] - 2


def test_no_unit_is_cut_off_in_the_small_maps(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".encounter")
    cut = gm.page.evaluate(
        """() => [...document.querySelectorAll('.encounter')].flatMap((card) => {
            const frame = card.querySelector('.picture')?.getBoundingClientRect();
            return [...card.querySelectorAll('.dot')]
                .map((dot) => dot.getBoundingClientRect())
                .filter((dot) => dot.left < frame.left || dot.right > frame.right
                    || dot.top < frame.top || dot.bottom > frame.bottom)
                .map(() => card.dataset.encounter);
        })"""
    )
    assert cut == []


def test_four_groups_in_the_open_stand_side_by_side(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(table_of(server, at_once(server, "sunken-way")))
    gm.see(".groups .group")
    assert gm.page.locator(".groups .group").count() == 4
    assert gm.page.locator(".groups").evaluate("line => line.scrollWidth <= line.clientWidth")
    # On a phone they stand below each other, and none is cut off.
    gm.page.set_viewport_size({"width": 390, "height": 844})
    last = gm.page.locator(".groups .group").last
    last.scroll_into_view_if_needed()
    assert last.evaluate(
        "one => one.getBoundingClientRect().bottom <="
        " one.closest('.groups').getBoundingClientRect().bottom"
    )


def test_three_groups_fit_beside_each_other_on_a_small_screen(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.set_viewport_size({"width": 1024, "height": 768})
    gm.page.goto(table_of(server, at_once(server, "lane")))
    gm.see(".groups .group")
    assert gm.page.locator(".groups .group").count() == 3
    gm.page.locator(".groups.many").wait_for()
    assert gm.page.locator(".groups").evaluate("line => line.scrollWidth <= line.clientWidth")
    # The line says how many of each side stand where, not with letters.
    assert gm.page.locator(".ruler .marks").all_text_contents() == ["4", "4", "2"]


def test_names_of_actions_are_written_out(server: Addresses, person: Callable[..., Person]) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".action .name")
    cut = gm.page.evaluate(
        """() => [...document.querySelectorAll('.action .name')]
            .filter((name) => name.scrollWidth > name.clientWidth + 1)
            .map((name) => name.textContent)"""
    )
    assert cut == []


def test_an_order_that_has_to_wait_says_so_where_it_was_given(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".question")
    gm.page.locator(".units button", has_text="Alda").click()
    gm.see(".action")
    gm.page.keyboard.press("1")
    gm.see(".confirm", "Attack")
    gm.page.keyboard.press("1")
    gm.see(".die input")
    gm.page.locator("nav.turn .chip").last.click()
    gm.page.locator(".map .view").focus()
    gm.page.keyboard.press("-")
    gm.page.keyboard.type("1")
    gm.page.keyboard.press("Enter")
    gm.see(".chosen .notice", "One order waits until what is under way is over")


def test_a_picture_larger_than_the_map_ends_at_its_edge(
    server: Addresses, person: Callable[..., Person], home: Path
) -> None:
    (home / "maps").mkdir(exist_ok=True)
    (home / "maps" / "wide.yaml").write_text(WIDE_MAP, encoding="utf-8")
    (home / "maps" / "wide.png").write_bytes(png(200, 60))
    (home / "encounters" / "wide.yaml").write_text(
        TOP_ROW[: TOP_ROW.index("map:")] + "map: wide\n\n" + TOP_ROW[TOP_ROW.index("sides:") :],
        encoding="utf-8",
    )
    gm = person()
    gm.page.goto(table_of(server, at_once(server, "wide")))
    image = gm.page.locator(".map image[href^='blob:']").first
    image.wait_for(state="attached")
    assert image.get_attribute("width") == "20"
    sheet = image.evaluate(
        """one => {
            const sheet = one.ownerSVGElement;
            return [sheet.getAttribute('width'), getComputedStyle(sheet).overflow];
        }"""
    )
    assert sheet == ["6", "hidden"]
