"""Acting on the board: drag, click, confirm in one place, keys that explain what is impossible."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.browser.conftest import Addresses, Person, open_fight, roll, square, take_seat


def begin(server: Addresses, gm: Person, encounter: str = "brawl") -> None:
    open_fight(gm, server, encounter, by_hand=True)
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


def test_a_square_and_then_a_foe_are_a_move_and_an_attack(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "walk")
    gm.see(".action")
    gm.page.mouse.click(*square(gm, "F3"))
    gm.see(".confirm", "Move → F3")
    gm.page.locator("g.ghost text", has_text="20 ft").wait_for(state="attached")
    gm.page.mouse.move(*square(gm, "G3"))
    gm.see(".tip", "then attack the goblin (sword)")
    gm.page.mouse.click(*square(gm, "G3"))
    gm.see(".die input")
    assert gm.page.locator(".tip").count() == 0, "the pointer rests there, nobody asks any more"
    roll([gm], 20)
    roll([gm], 8)
    gm.wait_for_log("Alda moves to F3, 20 ft.")
    gm.wait_for_log("Alda hits the goblin with a sword")


def test_on_a_phone_two_taps_show_both_with_the_odds_and_one_button_does_them(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "walk", by_hand=True)
    take_seat(alda, server, "The Walk", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action")
    alda.page.touchscreen.tap(*square(alda, "F3"))
    alda.see(".confirm", "Move → F3")
    alda.page.touchscreen.tap(*square(alda, "G3"))
    alda.see(".confirm", "Move → F3, then attack the goblin (sword)")
    assert alda.page.get_by_role("button", name="Do it").count() == 1
    alda.see(".confirm .button.main").tap()
    roll([alda], 20)
    gm.wait_for_log("Alda moves to F3, 20 ft.")
    gm.wait_for_log("Alda hits the goblin with a sword")


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_on_a_phone_the_bar_that_confirms_is_in_view(
    server: Addresses, person: Callable[..., Person], size: tuple[int, int]
) -> None:
    gm, alda = person(), person(phone=True)
    alda.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action")
    x, y = square(alda, "D5")
    alda.page.touchscreen.tap(x, y)
    box = alda.see(".confirm .button.main").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert box["x"] + box["width"] <= size[0]
    alda.see(".confirm .button.main").tap()
    roll([alda], 2)
    gm.wait_for_log(" misses ")


def test_a_key_that_has_nothing_to_end_says_so(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl")
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
    open_fight(gm, server, "brawl")
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
"""Records everything that appears on the board, however briefly, for slow machines."""


def test_harm_rises_from_the_token_and_a_fall_is_told_in_a_banner(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "skirmish")
    gm.page.evaluate(RECORD)
    gm.see(".option", "Attack the goblin (sword)").click()
    roll([gm], 20)
    roll([gm], 8)
    gm.wait_for_log("The goblin")
    gm.page.wait_for_function("() => window.seen.some((text) => /^−[0-9]+$/.test(text))")
    gm.page.wait_for_function("() => window.seen.some((text) => text.includes('slain by Alda'))")


def test_a_square_and_a_unit_say_what_can_be_done_with_them(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm)
    gm.page.locator(".units button", has_text="Alda").click()
    gm.page.mouse.click(*square(gm, "D5"), button="right")
    menu = gm.see(".menu", "The sergeant")
    assert "Attack the sergeant (sword)" in menu.inner_text()
    gm.page.keyboard.press("Escape")
    gm.page.mouse.click(*square(gm, "C6"), button="right")
    menu = gm.see(".menu", "C6")
    menu.get_by_role("menuitem", name="Move → C6").click()
    assert "C6" in gm.see(".confirm .what").inner_text()
    gm.page.keyboard.press("Escape")
    gm.page.mouse.click(*square(gm, "C6"), button="right")
    gm.see(".menu").get_by_role("menuitem", name="Measure from here").click()
    gm.page.mouse.move(*square(gm, "G3"))
    gm.page.locator(".feet", has_text="20 ft").wait_for(state="attached")
    gm.page.mouse.click(*square(gm, "G3"))
    gm.page.locator("line.measure").first.wait_for(state="detached")


def test_the_menu_stays_on_the_board_with_one_charge_a_foe(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "walk")
    gm.see(".action")
    gm.page.mouse.click(*square(gm, "G3"), button="right")
    menu = gm.see(".menu", "The goblin")
    words = menu.get_by_role("menuitem").all_inner_texts()
    assert sum("Charge the goblin" in one for one in words) == 1
    board, box = gm.see(".stage").bounding_box(), menu.bounding_box()
    assert board is not None
    assert box is not None
    assert box["y"] + box["height"] <= board["y"] + board["height"]
    menu.get_by_role("menuitem", name="Remove from the fight").click()
    gm.wait_for_log("GM: the goblin removed from the fight.")


def test_the_list_has_attacks_first_then_moves_then_the_rest(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "walk")
    gm.see(".act .option", "Stow the")  # the last group; one group is drawn per frame
    words = " | ".join(gm.page.locator(".act .option").all_inner_texts())
    order = ["Throw a spear", "Charge the goblin", "Move", "Disengage", "Total Defense", "Stow the"]
    places = [words.index(one) for one in order]
    assert places == sorted(places), words


def test_a_long_press_asks_the_same_on_a_phone_and_a_point_is_seen_by_all(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action")
    x, y = square(alda, "D5")
    touch = alda.page.context.new_cdp_session(alda.page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    alda.see(".menu", "The sergeant")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    gm.page.evaluate(RECORD)
    alda.see(".menu").get_by_role("menuitem", name="Ping for everyone").tap()
    gm.page.wait_for_function("() => window.seen.some((text) => text === 'Alda')")


def test_a_finger_measures_with_taps_and_sees_no_keys_in_the_menu(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action")
    x, y = square(alda, "C6")
    touch = alda.page.context.new_cdp_session(alda.page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    menu = alda.see(".menu", "C6")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not menu.locator("small.key").first.is_visible()
    menu.get_by_role("menuitem", name="Measure from here").tap()
    feet = alda.page.locator(".map text.feet")
    for to, words in (("C3", "15 ft"), ("E4", "10 ft")):
        alda.page.touchscreen.tap(*square(alda, to))
        feet.filter(has_text=words).wait_for(state="attached")
    alda.page.touchscreen.tap(*square(alda, "E4"))
    feet.wait_for(state="detached")


def test_keys_of_the_map_work_wherever_the_focus_is_while_the_mouse_is_over_it(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm)
    gm.page.locator(".units button", has_text="Alda").click()
    gm.page.mouse.move(*square(gm, "G3"))
    gm.page.keyboard.press("r")
    gm.page.mouse.move(*square(gm, "C3"))
    gm.page.locator(".map text.feet", has_text="20 ft").wait_for(state="attached")
    gm.page.keyboard.press("Escape")
    gm.page.locator(".map text.feet").wait_for(state="detached")
    gm.page.evaluate(RECORD)
    gm.page.keyboard.press("o")
    gm.page.wait_for_function("() => window.seen.some((text) => text === 'GM')")


def test_a_finger_drags_a_token_and_confirms_in_reach_of_the_thumb(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".action")
    touch = alda.page.context.new_cdp_session(alda.page)
    (x0, y0), (x1, y1) = square(alda, "C5"), square(alda, "C6")
    for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        at = {"x": x0 + (x1 - x0) * part, "y": y0 + (y1 - y0) * part}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert "C6" in alda.see(".confirm .what").inner_text()
    # As a thumb does: a tap at once after the finger has left is taken for a part of the drag.
    alda.page.wait_for_timeout(700)
    alda.see(".confirm .button.main").tap()
    gm.wait_for_log("Alda moves to C6, 5 ft.")


def test_the_map_keeps_its_size_while_one_unit_after_the_other_is_chosen(
    server: Addresses, person: Callable[..., Person]
) -> None:
    """A bar of changing height would redraw the whole map twice for each unit."""
    gm = person()
    begin(server, gm)
    gm.see(".action")
    sizes = """() => {
        const view = document.querySelector('.map .view');
        window.sizes_ = [];
        new ResizeObserver(() => window.sizes_.push(view.clientHeight)).observe(view);
    }"""
    gm.page.evaluate(sizes)
    for _ in range(3):
        before = gm.see(".units button[aria-pressed=true]").inner_text()
        gm.page.keyboard.press("n")
        gm.page.wait_for_function(
            "name => document.querySelector('.units button[aria-pressed=true]').innerText !== name"
            " && document.querySelectorAll('.acts .action').length > 0",
            arg=before,
        )
    assert len(set(gm.page.evaluate("() => window.sizes_"))) == 1


def test_every_action_of_the_bar_is_in_view_on_a_desk_and_one_tap_away_on_a_phone(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm)
    gm.see(".action")
    outside = """() => {
        const bar = document.querySelector('.acts').getBoundingClientRect();
        return [...document.querySelectorAll('.action')].filter((one) => {
            const box = one.getBoundingClientRect();
            const name = one.querySelector('.name');
            return box.left < bar.left || box.right > bar.right || box.top < bar.top - 1 ||
                box.bottom > bar.bottom + 1 || name.scrollWidth > name.clientWidth + 1;
        }).map((one) => one.dataset.verb);
    }"""
    assert gm.page.locator(".action").count() > 8
    assert gm.page.evaluate(outside) == []
    phone = person(phone=True)
    phone.page.goto(gm.page.url)
    phone.see(".action")
    assert phone.page.evaluate(outside) != []
    phone.page.get_by_role("button", name=re.compile("All [0-9]+ actions")).tap()
    phone.page.get_by_role("button", name="Fewer actions").wait_for()
    assert phone.page.evaluate(outside) == []
    last = phone.page.locator(".action").last
    last.tap()
    phone.page.get_by_role("button", name=re.compile("All [0-9]+ actions")).wait_for()


def test_an_action_of_the_bar_takes_its_target_from_the_board_with_the_odds_there(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "storm")
    gm.page.locator(".units button", has_text="Maud").click()
    gm.see(".action[data-verb=throw]").click()
    gm.see(".aim", "pick a target")
    gm.page.locator(".chip + text", has_text="65%").first.wait_for(state="attached")
    gm.page.mouse.click(*square(gm, "J4"))
    assert "Throw a spear at Goblin 2" in gm.see(".confirm .what").inner_text()
    gm.page.mouse.click(*square(gm, "J4"))
    roll([gm], 2)
    gm.wait_for_log("Goblin 2")


def test_the_gm_changes_many_at_once_and_adds_creatures_by_name(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm, "storm")
    # A clicked unit: typing changes it.
    gm.page.mouse.click(*square(gm, "K5"))
    gm.page.keyboard.press("-")
    gm.see(".chosen")
    gm.page.keyboard.type("1")
    gm.page.keyboard.press("Enter")
    gm.wait_for_log("Goblin 3's HP set to 2")
    gm.page.keyboard.press("Escape")
    # A box around all three, hidden together and carried together.
    gm.page.keyboard.down("Shift")
    gm.page.mouse.move(*square(gm, "I2"))
    gm.page.mouse.down()
    gm.page.mouse.move(*square(gm, "L6"), steps=4)
    gm.page.mouse.up()
    gm.page.keyboard.up("Shift")
    gm.see(".chosen", "3 selected").get_by_role("button", name="prone", exact=True).click()
    for number in (1, 2, 3):
        gm.wait_for_log(f"Goblin {number}")
    gm.page.mouse.move(*square(gm, "J3"))
    gm.page.mouse.down()
    gm.page.mouse.move(*square(gm, "I3"), steps=3)
    gm.page.mouse.up()
    gm.page.locator('.place[data-unit="goblin-3"][style*="9.5px, 4.5px"]').wait_for(
        state="attached"
    )
    gm.page.keyboard.press("Escape")
    # More of them.
    gm.page.keyboard.press("c")
    gm.see(".add input").fill("2 wolves, wyrm, giant rat")
    gm.see(".add", "No creature is called “wyrm”.")
    gm.see(".add input").fill("2 wolves, giant rat")
    gm.see(".add li", "2 wolves and 1 giant rat")
    gm.page.keyboard.press("Enter")
    gm.page.mouse.click(*square(gm, "F6"))
    gm.page.locator('.place[data-unit^="wolf"]').nth(1).wait_for(state="attached")
    gm.page.locator('.place[data-unit="giant-rat"]').wait_for(state="attached")
    assert gm.axe() == []
