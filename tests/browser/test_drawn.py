"""What the map shows before a choice: areas, charges, ranges, corners, paths."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Addresses, Person, open_fight, roll, square, take_seat


def begin(gm: Person, server: Addresses, encounter: str, who: str = "") -> None:
    open_fight(gm, server, encounter, by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".question")
    if who:
        gm.page.locator(".units button", has_text=who).click()
        gm.see(".option")


def point(gm: Person, name: str) -> None:
    gm.page.mouse.move(*square(gm, name))


def test_a_spell_is_aimed_and_the_squares_it_covers_are_drawn(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "storm", "Corvin")
    assert gm.page.locator(".area").count() == 0
    gm.see(".option", "Cast sleep").click()
    gm.see(".option[aria-pressed=true]", "now pick a square")
    point(gm, "J4")
    covered = gm.page.locator(".area")
    covered.wait_for(state="attached")
    drawn = covered.get_attribute("d") or ""
    # The target and the units around it, none twice.
    squares = drawn.split("z")[:-1]
    assert len(squares) == len(set(squares)) > 4
    assert "M9 3h1v1h-1" in squares
    point(gm, "K4")
    gm.page.wait_for_function(
        "before => document.querySelector('.area')?.getAttribute('d') !== before", arg=drawn
    )
    # A click marks it, with the goblin in the way or not; a second one casts it.
    gm.page.mouse.click(*square(gm, "J4"))
    gm.see(".picked", "Cast sleep at J4")
    assert "begins sleep" not in gm.log()
    gm.page.mouse.click(*square(gm, "J4"))
    gm.wait_for_log("Goblin 3 is helpless.")
    # Without aiming, squares are to walk to again.
    point(gm, "C3")
    gm.page.locator(".way").wait_for(state="attached")


def test_a_charge_shows_its_line_and_where_it_may_end(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "hall", "Alda")
    row = gm.see(".option", "Charge Skeleton 1")
    row.hover()
    gm.page.locator(".way").wait_for(state="attached")
    listed = gm.page.get_by_label("Charge Skeleton 1 (spear): which square")
    ends = listed.locator("option").count()
    assert ends > 1
    assert gm.page.locator(".end").count() == ends
    assert gm.page.locator(".end.chosen").count() == 1
    gm.see(".preview", "Hit")
    # Another end, from the list or from the map.
    listed.select_option("D6")
    gm.page.mouse.click(*square(gm, "C6"))
    assert gm.page.get_by_label("Charge Skeleton 1 (spear): which square").input_value() == "C6"
    assert "charges" not in gm.log()


def test_pointing_at_a_target_shows_its_corners_its_range_and_the_odds(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "hall", "Cenric")
    point(gm, "V13")
    tip = gm.see(".tip", "corners are hidden by")
    said = tip.inner_text()
    assert "Veteran archer 2" in said
    assert "Half cover: 6 of 8 corners are hidden by the ledge" in said
    assert "Hit" in gm.see(".tip", "Drops it").inner_text()
    assert gm.page.locator("line.sight").count() == 4
    assert gm.page.locator("line.sight.hidden").count() == 2
    assert gm.page.locator(".tip .hidden").count() == 6, "the box shows six corners crossed out"
    gm.page.locator("text.feet", has_text="100 ft").wait_for(state="attached")
    # A unit that cannot be shot shows the reason, pointed at or picked.
    point(gm, "V4")
    assert "Veteran archer 1" in gm.see(".tip", "No line; in the way: the ledge").inner_text()
    gm.see(".tip .why", "Cenric has no line of sight to Veteran archer 1")
    gm.page.mouse.click(*square(gm, "V4"))
    gm.see(".picked", "There is nothing Cenric can do to it now.")
    gm.see(".picked .why", "the weapon reaches 5 ft")


def test_odds_stand_beside_units_that_can_be_struck_before_anybody_points(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    open_fight(gm, server, "brawl", by_hand=True)
    roll([gm], 1)
    roll([gm], 8)
    row = gm.see(".option", "Attack Alda (sword)")
    odds = row.locator(".odds")
    odds.wait_for()
    # A sergeant's +3 against AC 15, 1d8 and what gets past her armour.
    assert odds.inner_text().startswith("45 %")
    assert gm.page.locator(".action[data-verb=attack] kbd").inner_text() == "1"
    assert gm.page.locator(".preview").count() == 0, "nothing is pointed at"


def test_two_ways_to_screen_somebody_are_told_apart(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "brawl", "Alda")
    gm.see(".option", "Screen Brand, staying here")
    gm.see(".option", "Screen Brand, with a move first")
    words = gm.page.locator(".act .option .words").all_inner_texts()
    assert len(words) == len(set(words))


def test_without_a_map_a_foe_that_cannot_be_struck_says_why(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "lane", "Alda")
    archer = gm.see(".field .group button", "Bandit archer 2")
    archer.hover()
    gm.see(".told", "Half cover from the terrain at 150ft.")
    gm.see(".told .why", "Bandit archer 2 is 90 ft away; the weapon has a range of 60 ft")
    archer.click()
    # At first it only shows the destination; then the server finds the attack that may follow.
    gm.see(".confirm", "Move → 90ft, then throw a spear at Bandit archer 2")
    gm.see(".picked", "There is nothing Alda can do to it now.")
    gm.see(".picked .why", "the weapon reaches 5 ft")
    # For a foe in reach it shows the odds.
    gm.see(".field .group button", "Mercenary 1").hover()
    gm.see(".told", "Hit")
    # The GM selects several here too, and all units are in one line.
    gm.page.keyboard.press("Escape")
    gm.see(".field .group button", "Mercenary 1").click(modifiers=["Shift"])
    gm.see(".field .group button", "Mercenary 2").click(modifiers=["Shift"])
    gm.see(".chosen h3", "2 selected")
    tops = gm.page.locator(".groups .place").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => (box.top + box.bottom) / 2)"
    )
    assert max(tops) - min(tops) < 2, "side by side, none below the others"
    gm.see(".field .group button", "Bandit archer 2").click(button="right")
    gm.see(".menu", "Bandit archer 2")


def test_the_danger_of_squares_is_shown_and_goes_again(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(gm, server, "brawl")
    gm.page.keyboard.press("m")
    gm.page.keyboard.press("d")
    gm.see(".map", "is down before the next turn")
    drawn = gm.page.locator("path.chance").evaluate_all("all => all.map(one => one.outerHTML)")
    assert "".join(drawn).count("M") > 10, "a stroke starts at each digit"
    gm.page.keyboard.press("d")
    gm.page.locator("path.chance").first.wait_for(state="detached")


def test_a_player_takes_back_nothing_once_a_die_has_fallen(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person()
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 8)
    roll([gm], 1)
    undo = alda.page.locator("header button", has_text="Undo").first
    alda.see(".option", "Drop prone").click()
    alda.wait_for_log("Alda drops prone.")
    assert undo.is_enabled()
    alda.see(".option", "Attack the sergeant (sword)").click()
    roll([alda], 2)
    alda.wait_for_log(" misses ")
    alda.page.wait_for_function(
        "() => [...document.querySelectorAll('header button')]"
        ".some(one => one.innerText.includes('Undo') && one.disabled)"
    )
    alda.page.keyboard.press("u")
    alda.page.wait_for_timeout(200)
    assert " misses " in alda.log()
    # The GM may.
    gm.page.locator("header button", has_text="Undo").first.click()
    gm.page.wait_for_function(
        "() => !document.querySelector('.log .lines').innerText.includes(' misses ')"
    )


def test_a_phone_that_loses_the_net_says_so_and_comes_back_where_it_was(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, alda = person(), person(phone=True)
    open_fight(gm, server, "brawl", by_hand=True)
    take_seat(alda, server, "The Brawl", "Alda")
    roll([gm], 1)
    roll([gm], 8)
    alda.context.set_offline(True)
    alda.see(".link", "Connection lost")
    # Meanwhile there is an attack, and she could react to it.
    gm.see(".option", "Attack Alda (sword)").click()
    roll([gm], 15)
    gm.see(".prompt, .others", "Alda")  # while she is away, the GM could answer for her
    assert alda.page.locator(".prompt").count() == 0
    alda.context.set_offline(False)
    alda.see(".prompt", "The sergeant hits Alda (18 vs AC 15).")
    alda.see(".prompt .answer", "Total Defense").tap()
    alda.see(".sealed", "Total Defense")
    gm.see(".prompt .answer", "Pass").click()  # for Brand
    gm.wait_for_log("Alda uses Total Defense.")
    alda.troubles.clear()  # the browser logs the lost connection itself
