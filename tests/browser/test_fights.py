"""A whole fight in the page by each book, and one with the keyboard only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from tests.browser.conftest import PATIENCE, Addresses, Person, start_fight, take_seat

BOOKS: Final = ("sovereign", "sovereign-early", "aachen", "aachen-early", "dolmenwood")
MOST_STEPS: Final = 200
A_LOOK: Final = 3_000
LOOK: Final = """() => {
    const text = selector => document.querySelector(selector)?.innerText ?? "";
    const all = selector => [...document.querySelectorAll(selector)].map(one => one.innerText);
    const busy = document.querySelector(
        ".option:disabled, .answer:disabled, .done:disabled, .die[aria-busy=true]"
    );
    return {
        over: text(".over"),
        die: !busy && document.querySelector(".die input") ? text(".die p") : "",
        answers: busy ? [] : all(".prompt .answer"),
        options: busy ? [] : all(".act .option"),
        done: !busy && document.querySelector("button.done") !== null,
        request: document.querySelector(".die")?.dataset.request ?? "",
        staged: all(".act .staged").length,
        log: text(".log .lines").length,
    };
}"""


def look(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.page.evaluate(LOOK)
    return found


def face(die: str) -> int:
    """The same each time: foes begin and strike true but weakly, the party strikes them down."""
    sides = int(re.findall(r"[dD](\d+)", die)[0])
    if "party" in die:
        return 1
    if "goblin" in die and "damage" in die:
        return 1
    return min(sides, 19)


def something_to_do(seen: dict[str, Any]) -> bool:
    return any(seen[what] for what in ("over", "die", "answers", "done")) or (
        first_strike(seen["options"]) >= 0
    )


def wait_until(person: Person, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the page shows, once it is what is waited for."""
    seen: dict[str, Any] = {}
    for _ in range(PATIENCE // 25):
        seen = look(person)
        if holds(seen):
            return seen
        person.page.wait_for_timeout(25)
    raise AssertionError(f"the page stays as it is: {seen}\n{person.log()}")


def act(person: Person, wants: Callable[[list[str]], int]) -> bool:
    """Answer this person's open question; False if there is none."""
    seen, page = look(person), person.page
    if seen["die"]:
        # Two people have the same die before them: it may be gone as the second one looks.
        try:
            page.locator(".die input").fill(str(face(seen["die"])), timeout=A_LOOK)
        except TookTooLong:
            return True
        page.keyboard.press("Enter")
    elif seen["answers"]:
        page.locator(".prompt .answer").nth(wants(seen["answers"])).click()
    elif (strike := first_strike(seen["options"])) >= 0:
        page.locator(".act .option").nth(strike).click()
    elif seen["done"]:
        page.locator("button.done").click()
    else:
        return False
    wait_until(person, seen.__ne__)
    return True


def first_strike(options: list[str]) -> int:
    found = [at for at, text in enumerate(options) if "Attack " in text]
    return found[0] if found else -1


@pytest.mark.parametrize("book", BOOKS)
def test_a_fight_is_played_to_its_end(
    server: Addresses, person: Callable[..., Person], book: str
) -> None:
    gm, alda = person(), person()
    start_fight(gm, server, "skirmish", foes="natural", by_hand=True, book=book)
    take_seat(alda, server, "The Skirmish", "Alda")
    answered: list[str] = []

    def first(answers: list[str]) -> int:
        """The first time, reload the page in the middle of it; later pass everything."""
        asked = alda.see(".prompt .text").inner_text()
        if not answered:
            alda.page.reload()
            assert alda.see(".prompt .text").inner_text() == asked
            assert [one.strip() for one in alda.page.locator(".prompt .answer").all_inner_texts()]
        answered.append(asked)
        return 0 if len(answered) == 1 else len(answers) - 1

    for _ in range(MOST_STEPS):
        wait_until(gm, lambda now: something_to_do(now) or something_to_do(look(alda)))
        if look(gm)["over"]:
            break
        act(alda, first) or act(gm, lambda answers: len(answers) - 1)
    else:
        raise AssertionError(f"it does not end:\n{gm.log()}")
    for one in (gm, alda):
        assert "Victory for the party" in one.see(".over").inner_text(), gm.log()
    assert "The goblin" in gm.see(".over li.slain, .over li.dying, .over li.fled").inner_text()
    assert len(answered) > 0, f"Alda was never asked:\n{gm.log()}"


def test_a_fight_is_played_to_its_end_with_the_keyboard_alone(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    gm.page.goto(server.gm)
    gm.see(".encounter")
    keys = gm.page.keyboard
    gm.page.locator('input[value="skirmish"]').focus()
    keys.press("Space")
    gm.page.get_by_label("The foes are played").focus()
    keys.press("Home")
    keys.press("Tab")
    keys.press("Enter")  # opens what else there is to set
    gm.page.get_by_role("combobox", name="Dice").focus()
    keys.press("End")
    gm.page.locator("button.go").focus()
    keys.press("Enter")
    gm.see(".token")
    keys.press("?")
    gm.see("dialog", "choose an action or answer")
    keys.press("Escape")
    gm.page.locator("dialog").wait_for(state="detached")

    mistyped = False
    for _ in range(MOST_STEPS):
        seen = wait_until(gm, something_to_do)
        if seen["over"]:
            break
        if seen["die"]:
            # The field has the focus.
            gm.page.wait_for_selector(".die input:focus")
            if not mistyped:
                mistyped = True
                keys.type("99")
                keys.press("Enter")
                gm.see(".notices", re.compile(r"A d\d+ shows 1 to \d+"))
            keys.type(str(face(seen["die"])))
            keys.press("Enter")
        elif seen["answers"]:
            keys.press(str(len(seen["answers"])))
        elif first_strike(seen["options"]) >= 0:
            # The first button of the bar marks the attack, and does it when pressed again.
            keys.press("1")
            gm.see(".confirm", "Attack")
            keys.press("1")
        else:
            keys.press("e")
        wait_until(gm, seen.__ne__)
    assert "Victory for the party" in gm.see(".over").inner_text()
    assert "The others are dead, down, captured or gone." in gm.see(".over").inner_text()
    gm.page.locator(".over a", has_text="All fights").focus()
    keys.press("Enter")
    gm.see(".encounter")
