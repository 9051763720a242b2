"""The turns of each book, played in the page: phases, one by one, by sides."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Addresses, Person, open_fight, roll, take_seat


def test_declarations_stay_sealed_and_the_phases_are_shown(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm, corvin = person(), person(phone=True)
    open_fight(gm, server, "crypt", by_hand=True)
    take_seat(corvin, server, "The Crypt", "Corvin")
    # All units pass the check against fear of the undead.
    while "die" in (gm.see(".die, .prompt").get_attribute("class") or "").split():
        roll([gm], int(gm.see(".die h2").inner_text().rpartition("d")[2]))
    gm.see(".prompt", "What does Ysolt declare?")
    assert gm.see(".phases [aria-current]").inner_text() == "Declarations"
    gm.see(".prompt .answer", "Declare mend flesh").click()
    gm.see(".sealed", "Declare mend flesh")
    assert "mend flesh" not in corvin.log_anywhere()

    # One of the sealed answers is taken back and given again.
    gm.page.locator(".sealed button", has_text="Undo").first.click()
    gm.page.locator(".sealed").wait_for(state="detached")
    gm.see(".prompt .answer", "Declare nothing")
    gm.see(".prompt .answer", "Declare mend flesh").click()

    # The other player's answer opens both, and the round goes on.
    corvin.see(".prompt .answer", "Declare nothing").tap()
    gm.wait_for_log("Ysolt declares: mend flesh.")
    gm.page.locator(".phases [aria-current]", has_text="Declarations").wait_for(state="detached")
    assert gm.see(".phases [aria-current]").inner_text() == "Initiative"
    side = gm.page.locator(".side", has_text="Dead")
    assert side.locator(".chip").count() == 0, "a large side is told in numbers"
    assert "standing" in side.inner_text()


def test_where_players_act_one_by_one_the_bar_shows_the_order(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".encounter")
    gm.page.locator('input[name="encounter"][value="ford"]').check()
    gm.page.get_by_label("The foes are played").select_option("")
    gm.page.locator("summary", has_text="Rulings").click()
    gm.page.get_by_label("An option: each player character rolls").select_option("players")
    gm.see("summary", "1 changed")
    gm.page.locator("button.go").click()
    gm.see(".token")
    gm.see(".line .chip.now")
    chips = gm.page.locator(".line .chip")
    names = chips.evaluate_all("all => all.map((one) => one.ariaLabel || one.innerText.trim())")
    assert len(names) == 5
    assert [name for name in names if ":" not in name] == ["Toll takers"]


def test_another_books_rulings_take_the_place_of_the_first_ones(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".encounter")
    gm.page.locator('input[name="encounter"][value="ford"]').check()
    own = gm.page.locator("option", has_text="The encounter's own")
    assert own.inner_text() == "The encounter's own: Aachen"
    gm.page.locator("summary", has_text="Rulings").click()
    gm.page.get_by_label("An option: each player character rolls").select_option("players")
    gm.page.locator('input[name="encounter"][value="crypt"]').check()
    assert own.inner_text() == "The encounter's own: Dolmenwood"
    gm.see("summary", "defaults")
    assert gm.page.get_by_label("An option: each player character rolls").count() == 0
