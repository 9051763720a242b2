"""A GM and two players, each with their own screen, play a fight."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute
from tests.browser.conftest import Addresses, Person, open_fight, roll, take_seat

HIT = "The sergeant hits Alda with a sword (18 vs AC 15)."


def test_three_people_play_through_an_interrupt_an_undo_and_a_reload(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda, brand = person(), person(), person(phone=True)
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    take_seat(brand, server, "The Brawl", "Brand")
    roll([gm], 8)
    roll([gm], 1)

    # Both end their turns; the foe attacks, and both are asked at once.
    brand.see(".acts .finish", "End turn").tap()
    alda.see('.chip[aria-label^="Brand"]', "✓")
    alda.see("button.done").click()
    gm.see(".option", "Attack Alda (sword)").click()
    roll([gm], 15)
    for one in (alda, brand):
        one.see(".prompt", "The sergeant hits Alda (18 vs AC 15).")
    # The map shows attacker and target.
    alda.page.locator("line.blow").wait_for(state="attached")
    brand.page.locator("line.blow").wait_for(state="attached")
    assert alda.page.locator(".struck").count() == 1
    assert "Alda and Brand" in gm.see(".waiting").inner_text()

    # One answer stays sealed; a reload in the middle finds everything as it was.
    alda.see(".prompt .answer", "Total Defense").click()
    alda.see(".sealed", "Total Defense")
    alda.page.reload()
    alda.see(".sealed", "Total Defense")
    alda.wait_for_log(HIT)
    assert brand.page.locator(".prompt").count() == 1
    assert "total defense" not in gm.log().lower()

    # The last answer opens all of them.
    brand.see(".prompt .answer", "Pass").tap()
    for one in (gm, alda):
        one.wait_for_log("Alda uses Total Defense.")
    brand.see(".acts .caption")

    # The GM undoes both answers, the last one first: all seats are back at the question.
    for one in (brand, alda):
        gm.page.locator("header button", has_text="Undo").first.click()
        one.see(".prompt", "The sergeant hits Alda (18 vs AC 15).")
    for one in (gm, alda):
        one.page.wait_for_function(
            "() => !document.querySelector('.log .lines').innerText.includes('Total Defense.')"
        )

    # Now both pass, and the attack hits.
    alda.see(".prompt .answer", "Pass").click()
    brand.see(".prompt .answer", "Pass").tap()
    roll([gm], 1)
    gm.wait_for_log("Alda takes")
    gm.see("button.done").click()

    # Brand attacks and rolls his own die on the phone; the others see the result. On a phone the
    # list is folded away until somebody opens it.
    brand.see(".roomy #tab-turn").tap()
    brand.see(".option", "Attack the sergeant (great sword)").tap()
    brand.see(".confirm .button.main", "Do it").tap()
    roll([brand], 2)
    brand.see(".prompt .answer", "Pass").tap()  # his luck, which could turn a miss
    gm.wait_for_log("vs AC 17)")
    alda.wait_for_log(" misses ")
    assert "AC 17" not in alda.log(), "players do not see the foes' AC unless the GM says so"


def test_a_player_takes_back_a_move_before_any_die(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person()
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    alda.see(".option", "Move").first.wait_for()
    alda.page.get_by_label("Move: which square").select_option("C6")
    alda.see(".confirm .button.main", "Do it").click()
    gm.wait_for_log("Alda moves to C6, 5 ft.")
    alda.page.locator("header button", has_text="Undo").first.click()
    gm.page.wait_for_function(
        "() => !document.querySelector('.log .lines').innerText.includes('moves to C6')"
    )
    alda.page.wait_for_function(
        "() => !document.querySelector('.log .lines').innerText.includes('moves to C6')"
    )
    assert "moves to" not in alda.log()


def test_a_number_that_is_being_typed_stays_when_the_same_die_is_asked_for_again(
    server: Addresses, person: Callable[..., Person]
) -> None:
    """The server asks again when a client joins or answers. That once cleared the input."""
    gm = person(fresh=True)
    asked: list[str | bytes] = []
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        def forward(message: str | bytes) -> None:
            if json.loads(message)["type"] == "asked":
                asked.append(message)
            socket.send(message)

        sockets.append(socket)
        socket.connect_to_server().on_message(forward)

    gm.page.route_web_socket(re.compile(".*"), listen)
    open_fight(gm, server, "brawl", by_hand=True)
    field = gm.see(".die input")
    field.fill("8")
    sockets[-1].send(asked[-1])
    gm.page.wait_for_timeout(200)
    assert field.input_value() == "8"
    field.press("Enter")
    gm.wait_for_log("Initiative for the party")


def test_a_way_that_provokes_is_shown_before_it_is_taken(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.page.get_by_label("Move: which square").select_option("A5")
    gm.see(".more .provokes", "Provokes The sergeant")
    assert gm.page.locator(".way.risk").count() == 1
    assert "moves to" not in gm.log()


def test_a_lost_connection_comes_back_by_itself_and_misses_nothing(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person()
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    alda.context.set_offline(True)
    alda.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    roll([gm], 1)
    gm.wait_for_log("Order: the party, then the bandits.")
    alda.context.set_offline(False)
    alda.wait_for_log("Order: the party, then the bandits.")
    assert alda.log().count("Initiative for the party") == 1
    alda.see(".option", "Attack the sergeant")
    alda.troubles.clear()  # the browser logs the lost connection itself


def test_the_gm_rules_with_a_note_and_everybody_reads_it(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person()
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    gm.page.locator("#tab-gm").click()
    gm.page.get_by_label("Whom").select_option(label="Alda")
    gm.page.get_by_role("textbox", name="How").fill("4")
    gm.page.get_by_label("Note, for the log").fill("a falling stone")
    gm.page.get_by_role("button", name="Apply").click()
    alda.wait_for_log("a falling stone")
    alda.page.locator("#tab-units").click()
    alda.see(".units .line", "4 of 13 HP")


def test_a_seat_taken_away_is_told_so(server: Addresses, person: Callable[..., Person]) -> None:
    gm, alda = person(), person()
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Seats").click()
    row = gm.page.locator("li", has=gm.page.get_by_text("is here"))
    row.get_by_role("button", name="Change").click()
    row.get_by_role("button", name="Remove the seat").click()
    alda.see("h1", "You are no longer at this table")


def test_a_mind_shows_its_plan_and_waits_for_the_gm(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Minds").click()
    gm.page.get_by_label("New minds show their plan").check()
    gm.page.get_by_label("All of bandits").select_option("natural")
    gm.page.locator("#tab-turn").click()
    roll([gm], 1)
    roll([gm], 8)
    plan = gm.see(".plan")
    assert "The sergeant" in plan.inner_text()
    plan.get_by_role("button", name="Let it").click()
    roll([gm], 2)
    gm.wait_for_log("The sergeant")


def test_an_answer_can_be_clicked_beside_the_map(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".option", "Attack the sergeant (sword)").click()
    roll([gm], 10)
    gm.see(".prompt", "Veteran's Luck would make it a hit")
    beside = gm.see(".foot .answers button", "Pass")
    assert gm.axe() == []
    beside.click()
    gm.wait_for_log("Alda misses the sergeant")
    gm.page.locator(".prompt").wait_for(state="detached")
    gm.see(".acts .finish", "End turn")


def test_a_key_that_can_do_nothing_says_so(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    for key, words in (
        ("e", "There is no turn to end now."),
        ("x", "There is nothing to pass now."),
        ("n", "No unit of yours can act now."),
        ("u", "There is nothing to undo."),
    ):
        gm.page.keyboard.press(key)
        gm.see(".notice", words)
