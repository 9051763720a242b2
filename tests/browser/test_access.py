"""Accessibility: keyboard only, small touch screens, screen readers."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import (
    Addresses,
    Person,
    come_to_the_table,
    roll,
    square,
    start_fight,
    take_seat,
)


def test_the_map_is_walked_and_heard_with_the_keyboard(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".question")
    gm.page.keyboard.press("m")
    gm.page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'Map'")
    gm.page.keyboard.press("ArrowDown")
    gm.see(".map", "C6. in reach, 5 ft")
    gm.page.keyboard.press("t")
    gm.see(".map", "D5. The sergeant, bandits, 13 of 13 HP, a target")
    gm.page.keyboard.press("ArrowDown")
    gm.page.keyboard.press("ArrowLeft")
    gm.page.keyboard.press("Enter")
    gm.see(".picked", "At C6")
    gm.page.keyboard.press("Enter")
    gm.wait_for_log("Alda moves to C6, 5 ft.")


def test_a_phone_moves_with_two_taps_and_never_scrolls_sideways(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    start_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.page.locator(".reach").first.wait_for(state="attached")
    there = square(alda, "C6")
    alda.page.touchscreen.tap(*there)
    alda.see(".confirm", "C6")
    assert "moves to" not in gm.log()
    alda.page.touchscreen.tap(*there)
    gm.wait_for_log("Alda moves to C6, 5 ft.")
    wide = alda.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    small = alda.page.evaluate(
        """() => [...document.querySelectorAll('.panel button, .bar button')]
            .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 24)
            .map(one => one.innerText)"""
    )
    assert small == []


def test_axe_finds_nothing_wrong_with_the_start_page(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".encounter")
    gm.page.locator("summary", has_text="Map, visibility").click()
    gm.page.get_by_role("combobox", name="Book").select_option(index=1)
    gm.page.locator("summary", has_text="Rulings").click()
    assert gm.axe(by_night=True) == []


def test_axe_finds_nothing_wrong_at_the_table(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    start_fight(gm, server, "brawl", by_hand=True)
    alda.page.goto(server.players)
    alda.see(".seat")
    assert alda.axe(by_night=True) == []
    take_seat(alda, server, "The Brawl", "Alda")
    assert gm.axe(by_night=True) == []
    roll([gm], 1)
    roll([gm], 8)
    gm.see(".option", "Attack Alda (sword)").hover()
    assert gm.axe(by_night=True) == []
    gm.page.get_by_label("Legend").click()
    assert gm.axe(by_night=True) == []
    gm.page.get_by_label("Close the legend").click()
    for tab in ("units", "gm"):
        gm.page.locator(f"#tab-{tab}").click()
        if tab == "units":
            gm.page.locator(".units .line").first.click()
        gm.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
        assert gm.axe(by_night=True) == []
    gm.page.locator("#tab-turn").click()
    gm.see(".option", "Attack Alda (sword)").click()
    roll([gm], 15)
    alda.see(".prompt")
    assert alda.axe(by_night=True) == []
    alda.page.locator("#tab-log").tap()
    alda.see(".log .line button").tap()
    assert alda.axe(by_night=True) == []
    gm.page.keyboard.press("?")
    gm.see("dialog")
    assert gm.axe(by_night=True) == []


def test_axe_finds_nothing_wrong_without_a_map_nor_at_the_end(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "sunken-way")
    gm.see(".question")
    assert gm.axe(by_night=True) == []
    gm.page.locator("#tab-gm").click()
    gm.page.locator(".gm form select").first.select_option("end")
    gm.page.get_by_role("textbox", name="How").fill("truce")
    gm.page.get_by_role("button", name="Apply").click()
    gm.page.locator("#tab-turn").click()
    gm.see(".over", "standing")
    assert gm.axe(by_night=True) == []


def test_a_link_that_is_not_valid_says_so(server: Addresses, person: Callable[..., Person]) -> None:
    stranger = person()
    stranger.page.goto(server.gm.partition("#")[0] + "#token=wrong")
    stranger.see("[role=alert]")
    assert stranger.axe() == []
    stranger.troubles.clear()  # the browser logs the refusal itself


def test_axe_finds_nothing_wrong_with_what_is_seldom_seen(
    server: Addresses, person: Callable[..., Person]
) -> None:
    """Plans, danger, codes, fog, a phone's start page and choices, a seat that is gone."""
    gm, alda = person(), person(phone=True)
    alda.page.goto(server.gm)
    alda.see(".encounter")
    assert alda.axe(by_night=True) == []
    gm.page.goto(server.gm)
    gm.see(".encounter")
    gm.page.locator('input[value="brawl"]').check()
    gm.page.locator("summary", has_text="Map, visibility").click()
    gm.page.get_by_label("Fog").check()
    gm.page.get_by_role("combobox", name="Dice").select_option("by hand")
    gm.page.get_by_label("The foes are played").select_option("")
    gm.page.locator("button.go").click()
    come_to_the_table(gm, server)
    gm.see(".die")
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.page.locator("#tab-turn").tap()
    alda.see(".option", "Attack the sergeant").tap()
    alda.see(".panel .more")
    assert alda.axe(by_night=True) == []
    alda.page.locator("#tab-units").tap()
    assert alda.axe(by_night=True) == []
    gm.page.keyboard.press("m")
    gm.page.keyboard.press("d")
    gm.see(".map", "is down before the next turn")
    gm.page.keyboard.press("t")
    gm.see(".tip")
    assert gm.axe(by_night=True) == []
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Minds").click()
    gm.page.get_by_label("New minds show their plan").check()
    gm.page.get_by_label("All of party").select_option("natural")
    gm.page.locator("summary", has_text="Seats").click()
    gm.page.get_by_role("button", name="Code for Brand").click()
    gm.see(".code")
    assert gm.axe(by_night=True) == []
    gm.page.locator("#tab-turn").click()
    gm.see(".plan")
    assert gm.axe(by_night=True) == []
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Seats").click()
    row = gm.page.locator("li", has=gm.page.get_by_text("is here"))
    row.get_by_role("button", name="Change").click()
    row.get_by_role("button", name="Remove the seat").click()
    alda.see("h1", "You are no longer at this table")
    assert alda.axe(by_night=True) == []
