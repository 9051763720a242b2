"""The GM's tools in the page: units, ground, seats, minds, the end."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Addresses, Person, open_fight, roll, square, take_seat


def begin(gm: Person, server: Addresses, encounter: str = "brawl") -> None:
    open_fight(gm, server, encounter, by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".question")
    gm.page.locator("#tab-gm").click()


def choose_order(gm: Person, name: str) -> None:
    gm.page.locator(".gm form select").first.select_option(name)


def rule_it(gm: Person) -> None:
    gm.page.get_by_role("button", name="Apply").click()


def test_somebody_is_added_where_the_gm_points_and_taken_away_again(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person()
    begin(gm, server)
    take_seat(alda, server, "The Brawl", "Alda")
    choose_order(gm, "add")
    gm.page.get_by_placeholder("e.g. 3 goblins, wolf").fill("goblin")
    gm.page.get_by_label("Point at it on the map").click()
    gm.see(".stage", "Point at a place")
    # With the keyboard: the map, and from Alda's square four to the right.
    gm.page.keyboard.press("m")
    for _ in range(4):
        gm.page.keyboard.press("ArrowRight")
    gm.page.keyboard.press("Enter")
    assert gm.page.locator(".fields input").nth(1).input_value() == "G5"
    gm.page.get_by_label("Note, for the log").fill("from the shadows")
    rule_it(gm)
    alda.wait_for_log("The goblin joins the fight at G5 (from the shadows).")
    alda.see('.chip[aria-label^="The goblin"]')
    gm.page.locator("#tab-units").click()
    gm.page.locator(".units .line", has_text="The goblin").click()
    gm.page.get_by_role("button", name="One HP less for The goblin").click()
    gm.see(".units .line", "2 of 3 HP")
    gm.page.get_by_role("button", name="Hide").click()
    alda.page.locator('.chip[aria-label^="The goblin"]').wait_for(state="detached")
    gm.page.get_by_role("button", name="Remove").click()
    gm.page.locator(".units .line", has_text="The goblin").wait_for(state="detached")


def test_several_creatures_are_added_in_one_line_of_the_form(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server)
    choose_order(gm, "add")
    gm.page.get_by_placeholder("e.g. 3 goblins, wolf").fill("3 goblins, wolf")
    gm.page.locator(".fields input").nth(1).fill("F5")
    gm.page.get_by_label("Note, for the log").fill("a patrol")
    rule_it(gm)
    gm.page.locator('.place[data-unit^="goblin"]').nth(2).wait_for(state="attached")
    gm.page.locator('.place[data-unit="wolf"]').wait_for(state="attached")
    gm.wait_for_log("The wolf joins the fight")
    for number in (1, 2, 3):
        gm.wait_for_log(f"Goblin {number} joins the fight")
    gm.wait_for_log("(a patrol)")


def test_the_ground_changes_and_a_door_opens(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "corridor")
    choose_order(gm, "ground")
    gm.page.locator(".fields input").first.fill("h4-j5")
    gm.page.locator(".fields option", has_text="difficult").wait_for(state="attached")
    gm.page.locator(".fields select").select_option("difficult")
    rule_it(gm)
    gm.wait_for_log("GM: the ground at H4-J5 is now difficult.")
    choose_order(gm, "door")
    closed = gm.page.locator(".wall.door:not(.open)").count()
    rule_it(gm)
    gm.page.wait_for_function(
        "count => document.querySelectorAll('.wall.door:not(.open)').length === count - 1",
        arg=closed,
    )
    choose_order(gm, "floor")
    gm.page.locator(".fields input").first.fill("ZZ99")
    gm.page.locator(".fields input").nth(1).fill("10")
    rule_it(gm)
    gm.see(".notices", "It should read like 'floor E5 10'")


def test_the_end_shows_who_stands_and_the_gm_plays_on(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    begin(gm, server)
    take_seat(alda, server, "The Brawl", "Alda")
    choose_order(gm, "fate")
    gm.page.get_by_label("Whom").select_option("brand")
    gm.page.locator(".fields select").nth(1).select_option("surrendered")
    rule_it(gm)
    choose_order(gm, "end")
    gm.page.get_by_role("textbox", name="How").fill("truce")
    rule_it(gm)
    # Whatever panel was open, the end is shown.
    for one in (gm, alda):
        assert "surrendered" in one.see(".over li", "Brand").inner_text()
    gm.see(".over .hint", "1 standing, 1 surrendered")
    assert alda.page.locator(".over button").count() == 0
    gm.page.get_by_role("button", name="Play on from here").click()
    gm.see(".others", "Alda")
    alda.see(".action")
    assert gm.page.locator(".over").count() == 0


def test_a_turn_that_a_mind_takes_over_leaves_the_panel(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 1)
    roll([gm], 8)
    gm.see(".question", "sergeant")
    gm.page.keyboard.press("p")
    gm.see(".stage .paused", "Paused")
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Minds").click()
    gm.page.get_by_label("All of bandits").select_option("natural")
    gm.page.locator("#tab-turn").click()
    gm.page.locator(".question").wait_for(state="detached")
    gm.see(".others").get_by_role("button", name="Answer for them").click()
    gm.see(".question", "sergeant")


def test_a_mind_is_let_run_after_its_first_plan(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl")
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Minds").click()
    gm.page.get_by_label("New minds show their plan").check()
    gm.page.get_by_label("All of bandits").select_option("natural")
    gm.page.locator("#tab-turn").click()
    # Until the foe's mind has a plan, the GM ends turns and lets everything pass.
    gm.page.wait_for_function(
        """() => {
            if (document.querySelector('.plan')) return true;
            const open = document.querySelector('.acts .finish:enabled');
            const pass = [...document.querySelectorAll('.prompt .answer:enabled')].pop();
            (pass ?? open)?.click();
            return false;
        }""",
        polling=100,
    )
    gm.see(".plan .badge", "natural")
    gm.page.get_by_role("button", name="Let the bandits run from now on").click()
    gm.page.locator(".plan").wait_for(state="detached")
    gm.wait_for_log("The sergeant")


def test_a_seats_code_says_on_this_machine_how_to_open_the_table(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".network", "Open to the network")
    open_fight(gm, server, "brawl")
    gm.page.locator("#tab-gm").click()
    gm.page.locator("summary", has_text="Seats").click()
    gm.page.get_by_role("button", name="Code for Alda").click()
    shown = gm.see(".code").inner_text()
    assert "Only this machine reaches the table." in shown
    assert "/#token=" in shown
    assert gm.page.locator(".code svg").count() == 0, "no dead code is shown"


def test_two_choose_at_once_and_one_is_told_so(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda, brand = person(), person(), person()
    begin(gm, server)
    take_seat(alda, server, "The Brawl", "Alda")
    take_seat(brand, server, "The Brawl", "Brand")
    for one in (alda, brand):
        one.see(".option", "Drop prone")
    # Brand's page does not learn of Alda's choice until he has chosen himself.
    brand.page.evaluate(
        """() => {
            const real = WebSocket.prototype.send;
            window.held = [];
            WebSocket.prototype.send = function (text) {
                if (JSON.parse(text).type === "choose") window.held.push([this, text]);
                else real.call(this, text);
            };
            window.letGo = () =>
                window.held.splice(0).forEach(([one, text]) => real.call(one, text));
        }"""
    )
    brand.see(".option", "Drop prone").click()
    alda.see(".option", "Drop prone").click()
    alda.wait_for_log("Alda drops prone.")
    brand.wait_for_log("Alda drops prone.")
    brand.page.evaluate("() => window.letGo()")
    brand.see(".notices", "Somebody else chose first.")
    assert "Brand drops prone." not in gm.log()
    assert gm.log().count("Alda drops prone.") == 1


def test_a_box_around_tokens_leaves_no_preview_and_its_card_covers_none_of_them(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".option", "Move")
    gm.page.mouse.move(*square(gm, "B3"))
    gm.page.keyboard.down("Shift")
    gm.page.mouse.down()
    gm.page.mouse.move(*square(gm, "C6"), steps=4)
    gm.page.mouse.up()
    gm.page.keyboard.up("Shift")
    gm.page.keyboard.type("-1")
    card = gm.see(".chosen", "2 selected").bounding_box()
    assert card is not None
    assert gm.page.locator(".way").count() == 0, "a preview nobody asked for"
    for unit in ("alda", "brand"):
        token = gm.page.locator(f'.place[data-unit="{unit}"]').bounding_box()
        assert token is not None
        assert token["x"] + token["width"] <= card["x"] or token["x"] >= card["x"] + card["width"]
