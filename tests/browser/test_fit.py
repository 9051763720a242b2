"""Nothing is cut off or covered, and a click means what a person expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import (
    Addresses,
    Person,
    open_fight,
    roll,
    square,
    start_fight,
    take_seat,
)

PHONES = [(390, 844), (360, 640)]


def beyond(someone: Person) -> list[int]:
    """How many pixels the page is wider and higher than the screen."""
    found: list[int] = someone.page.evaluate(
        """() => {
            const page = document.documentElement;
            return [page.scrollWidth - page.clientWidth, page.scrollHeight - page.clientHeight,
                    Math.round(innerWidth - visualViewport.width)];
        }"""
    )
    return found


@pytest.mark.parametrize("size", PHONES)
def test_a_long_order_of_sides_widens_no_phone_and_the_actor_is_in_view(
    server: Addresses, person: Callable[..., Person], size: tuple[int, int]
) -> None:
    gm = person(phone=True)
    gm.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_fight(gm, server, "toll-road")
    gm.see(".action")
    gm.see(".side .sum")
    assert beyond(gm) == [0, 0, 0]
    # The asked unit is in view, not one at the other end of the map.
    expect(gm.page.locator(".token .halo").first).to_be_in_viewport()
    gm.page.locator('.action[data-verb="drop-prone"], .action[data-verb="prone"]').first.tap()
    box = gm.see(".confirm .button.main").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    assert beyond(gm) == [0, 0, 0]


@pytest.mark.parametrize("size", PHONES)
def test_the_open_list_has_the_room_of_the_bar_on_a_phone(
    server: Addresses, person: Callable[..., Person], size: tuple[int, int]
) -> None:
    gm = person(phone=True)
    gm.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_fight(gm, server, "toll-road")
    gm.see(".action")
    gm.page.locator("#tab-turn").tap()
    gm.page.locator(".action").first.wait_for(state="hidden")
    body = gm.see(".panel .body").bounding_box()
    assert body is not None
    assert body["height"] >= 200
    # A choice marked there is still confirmed at the bottom of the screen.
    gm.see(".option", "Drop prone").tap()
    gm.see(".confirm .button.main").tap()
    gm.page.locator("#tab-log").tap()
    gm.wait_for_log(" drops prone.")


def begin(gm: Person, done: Callable[[], bool]) -> None:
    """Through declarations and initiative, which the party wins."""
    for _ in range(12):
        gm.see(".die, .prompt, .action")
        if done():
            return
        if gm.page.locator(".die").count():
            roll([gm], 5 if gm.page.locator(".die", has_text="party").count() else 2)
        else:
            request = gm.page.locator(".prompt").first.get_attribute("data-request")
            gm.page.locator(".prompt .answer").first.click()
            gm.page.locator(f'.prompt[data-request="{request}"]').wait_for(state="detached")
    raise AssertionError(gm.log())


def test_a_short_question_leaves_a_phone_its_map_and_keeps_still_under_the_pointer(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "skirmish", by_hand=True)
    take_seat(alda, server, "The Skirmish", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action", "Attack").tap()
    alda.see(".confirm .button.main").tap()
    roll([gm, alda], 2)
    answer = alda.see(".prompt .answer", "Veteran's Luck")
    box = answer.bounding_box()
    assert box is not None
    # At its lower edge, which an explanation below it would push upwards.
    alda.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 2)
    alda.page.wait_for_timeout(500)
    places = alda.page.evaluate(
        """async () => {
            const found = new Set();
            for (let frame = 0; frame < 6; frame++) {
                await new Promise(requestAnimationFrame);
                const answer = document.querySelector('.prompt .answer').getBoundingClientRect();
                found.add(Math.round(answer.top));
            }
            return [...found];
        }"""
    )
    assert len(places) == 1
    stage = alda.see(".stage").bounding_box()
    assert stage is not None
    assert stage["height"] > 640 * 0.4


def test_a_phone_held_sideways_gives_its_height_to_the_map(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person(phone=True)
    gm.page.set_viewport_size({"width": 844, "height": 390})
    open_fight(gm, server, "brawl", by_hand=True)
    gm.see(".die .button")
    asked = gm.see(".stage").bounding_box()
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".action")
    free = gm.see(".stage").bounding_box()
    assert asked is not None
    assert free is not None
    assert asked["height"] > 390 * 0.7
    assert free["height"] > 390 * 0.5
    assert beyond(gm) == [0, 0, 0]
    gm.page.touchscreen.tap(*square(gm, "C6"))
    bar = gm.see(".confirm").bounding_box()
    assert bar is not None
    assert bar["height"] < 390 * 0.25
    assert bar["y"] + bar["height"] <= 390
    gm.see(".confirm .button.main").tap()
    gm.page.locator(".confirm").wait_for(state="detached")


def test_a_phone_shows_attacker_and_target_while_it_asks(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "hall", by_hand=True)
    take_seat(alda, server, "The Pillared Hall", "Alda")
    roll([gm], 1)
    roll([gm], 8)
    gm.page.locator(".units button", has_text="Veteran archer 1").click()
    gm.page.locator(".option", has_text="Shoot Alda").first.click()
    roll([gm], 19)
    alda.see(".prompt", "Veteran archer 1 hits Alda")
    alda.page.wait_for_function(
        """() => {
            const view = document.querySelector('.map .view').getBoundingClientRect();
            return ['alda', 'veteran-archer-1'].every((id) => {
                const unit = document.querySelector(`.place[data-unit="${id}"] .body`);
                const box = unit?.getBoundingClientRect();
                return box && box.left >= view.left && box.right <= view.right
                    && box.top >= view.top && box.bottom <= view.bottom;
            });
        }"""
    )


def test_a_sign_at_the_edge_tells_where_foes_are_and_brings_them_into_view(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person(phone=True)
    open_fight(gm, server, "hall", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".action")
    sign = gm.page.get_by_role("button", name="6 foes to the right: show the nearest")
    sign.wait_for()
    assert gm.axe() == []
    sign.tap()
    gm.page.get_by_role("button", name="6 foes to the right").wait_for(state="detached")
    box = gm.page.locator('.place[data-unit="skeleton-1"]').bounding_box()
    assert box is not None
    assert 0 < box["x"] < 360 - box["width"] / 2


def test_a_side_that_is_asked_has_its_own_name(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "walk", by_hand=True, book="dolmenwood")
    begin(gm, lambda: gm.page.locator(".prompt", has_text="act in turn or wait").count() > 0)
    who = gm.page.locator(".prompt .who")
    expect(who).to_have_text(["Party", "Bandits"])
    # None of them is highlighted, neither on the map nor beside the question.
    assert gm.page.locator(".token .halo").count() == 0
    assert gm.page.locator(".acts .actor").count() == 0


def test_a_click_on_a_square_never_leaves_the_fight(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "walk", by_hand=True, book="dolmenwood")
    begin(gm, lambda: gm.page.locator(".action", has_text="Run away").count() > 0)
    flight = gm.see(".action", "Run away")
    gm.page.mouse.click(*square(gm, "J1"))
    gm.page.wait_for_timeout(200)
    assert gm.page.locator(".confirm").count() == 0
    # Its button says that it is meant.
    flight.click()
    gm.page.mouse.click(*square(gm, "J1"))
    gm.see(".confirm", "Run away → J1")


STICKS_OUT: Final = """(card) => {
    const box = card.getBoundingClientRect();
    return [...card.querySelectorAll('a, button, li')]
        .filter((one) => one.getBoundingClientRect().right > box.right + 1)
        .map((one) => one.textContent.trim());
}"""


def test_nothing_sticks_out_of_the_end_of_a_fight_on_a_tablet(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.set_viewport_size({"width": 1024, "height": 768})
    open_fight(gm, server, "skirmish", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".option", "Attack the goblin (sword)").click()
    roll([gm], 20)
    roll([gm], 8)
    over = gm.see(".over")
    over.get_by_role("link", name="Next fight with the survivors").wait_for()
    assert over.evaluate(STICKS_OUT) == []


def test_a_phone_shows_the_phase_beside_the_round_and_nothing_cut_between_them(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person(phone=True)
    open_fight(gm, server, "crypt")
    gm.see(".turn .round", "Round 1")
    phase = gm.see(".turn .phase").bounding_box()
    gm.page.wait_for_function(
        "() => [...document.querySelectorAll('.turn .phases li')].every((one) =>"
        " one.closest('ol').getBoundingClientRect().width <= 1)"
    )
    assert phase is not None
    assert phase["x"] + phase["width"] <= 360
