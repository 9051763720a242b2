"""Acting on the board: drag, click, confirm in one place, keys that say what they cannot do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.conftest import Addresses, Person, roll, square, start_fight, take_seat

pytestmark = pytest.mark.xdist_group("browser")


def begin(server: Addresses, gm: Person, encounter: str = "brawl") -> None:
    start_fight(gm, server, encounter, by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".question")


def test_a_token_is_dragged_to_a_square_and_the_move_confirmed_below_the_map(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm)
    gm.page.locator(".units button", has_text="Alda").click()
    gm.page.mouse.move(*square(gm, "C5"))
    gm.page.mouse.down()
    gm.page.mouse.move(*square(gm, "C6"), steps=4)
    gm.page.mouse.up()
    assert "C6" in gm.see(".confirm .what").inner_text()
    assert gm.page.get_by_role("button", name="Do it").count() == 1
    gm.see(".confirm .button.main").click()
    gm.wait_for_log("Alda moves to C6, 5 ft.")
    assert gm.page.locator(".confirm").count() == 0


def test_a_foe_out_of_reach_is_walked_up_to_and_then_struck(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "storm")
    gm.page.locator(".units button", has_text="Maud").click()
    gm.page.locator(".units button[aria-pressed=true]", has_text="Maud").wait_for()
    gm.page.locator(".option").first.wait_for()
    gm.page.mouse.click(*square(gm, "J3"))
    said = gm.see(".confirm .what").inner_text()
    assert said.endswith("then at Goblin 1") or "Goblin 1" in said
    gm.see(".confirm").get_by_role("button", name="Cancel").click()
    gm.page.locator(".confirm").wait_for(state="detached")


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_on_a_phone_the_bar_that_confirms_is_in_view(
    server: Addresses, person: Callable[..., Person], size: tuple[int, int]
) -> None:
    gm, alda = person(), person(phone=True)
    alda.page.set_viewport_size({"width": size[0], "height": size[1]})
    start_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".option")
    x, y = square(alda, "D5")
    alda.page.touchscreen.tap(x, y)
    box = alda.see(".confirm .button.main").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert box["x"] + box["width"] <= size[0]
    alda.see(".confirm .button.main").tap()
    roll([alda], 2)
    gm.wait_for_log("a miss.")


def test_a_key_that_has_nothing_to_end_says_so(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "brawl")
    gm.see(".question, .prompt")
    gm.page.keyboard.press("x")
    gm.see(".notices", "There is nothing to pass now.")
    gm.page.keyboard.press("e")
    gm.page.wait_for_function(
        "() => document.querySelector('.chip.acted') || document.querySelector('.notices .notice')"
    )


def test_no_preview_is_shown_before_anybody_points_at_anything(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    start_fight(gm, server, "brawl")
    gm.page.locator(".odds").first.wait_for()
    assert gm.page.locator(".preview").count() == 0
    assert gm.page.locator("path.way").count() == 0


RECORD = """() => {
    window.seen = [];
    new MutationObserver((changes) => {
        for (const change of changes) {
            for (const node of change.addedNodes) {
                if (node.textContent) window.seen.push(node.textContent.trim());
            }
        }
    }).observe(document.querySelector('.stage'), { childList: true, subtree: true });
}"""
"""Whatever appears on the board, however short: a slow machine must not miss it."""


def test_harm_rises_from_the_token_and_a_fall_is_told_in_a_banner(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "skirmish")
    gm.page.evaluate(RECORD)
    gm.see(".option", "Strike at the goblin with a sword").click()
    roll([gm], 20)
    roll([gm], 8)
    gm.wait_for_log("The goblin")
    gm.page.wait_for_function("() => window.seen.some((text) => /^−[0-9]+$/.test(text))")
    gm.page.wait_for_function("() => window.seen.some((text) => text.includes('slain by Alda'))")
