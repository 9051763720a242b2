"""Animation runs at the viewer's speed and ends in the current state."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.browser.conftest import PATIENCE, Addresses, Person, open_fight, roll, take_seat

LISTEN: Final = """
window.heard = 0;
class Deaf {
    constructor() { Object.assign(this, { state: "running", currentTime: 0, sampleRate: 8 }); }
    resume() { return Promise.resolve(); }
    createGain() { window.heard += 1; return node(); }
    createOscillator() { return node(); }
    createBufferSource() { return node(); }
    createBiquadFilter() { return node(); }
    createBuffer() { return { getChannelData: () => new Float32Array(8) }; }
}
const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {}, value: 0 };
const node = () => ({
    gain: ramp, frequency: { ...ramp }, connect: (to) => to, start() {}, stop() {},
});
window.AudioContext = Deaf;
"""
"""A sound card that counts how often it is asked for."""

STAND: Final = """() => Object.fromEntries(
    [...document.querySelectorAll('.place[data-unit]')].map((one) => [
        one.dataset.unit,
        [
            one.style.transform,
            one.querySelector('.hp')?.textContent ?? '',
            one.querySelector('.down') !== null,
        ],
    ])
)"""
"""The position and health of every unit on the board, and which units are down."""

RECORD: Final = """() => {
    window.seen = [];
    new MutationObserver((changes) => {
        for (const change of changes) {
            for (const node of change.addedNodes) {
                const words = `${node.classList ?? ''} ${node.textContent}`;
                window.seen.push(words.replace(/\\s+/g, ' '));
            }
        }
    }).observe(document.querySelector('.stage'), { childList: true, subtree: true });
}"""


def watch(person: Callable[..., Person], pace: str, **options: Any) -> Person:
    """A person whose browser shows animation, at a given speed."""
    found = person(moving=True, fresh=True, **options)
    found.page.add_init_script(
        f"try {{ localStorage.setItem('shieldwall.pace', '{pace}') }} catch {{}}"
    )
    found.page.add_init_script(LISTEN)
    return found


def begin(server: Addresses, gm: Person, encounter: str = "skirmish") -> None:
    open_fight(gm, server, encounter, by_hand=True)
    roll([gm], 8)
    roll([gm], 1)
    gm.see(".action")


def strike(gm: Person, die: int = 20, damage: int = 8) -> None:
    gm.page.keyboard.press("1")
    gm.see(".confirm", "Attack")
    gm.page.keyboard.press("1")
    roll([gm], die)
    roll([gm], damage)


def miss(gm: Person) -> None:
    before = gm.log().count(" misses ")
    gm.page.keyboard.press("1")
    gm.see(".confirm", "Attack")
    gm.page.keyboard.press("1")
    roll([gm], 2)
    gm.page.wait_for_function(
        "(seen) => document.querySelector('.log').innerText.split(' misses ').length > seen + 1",
        arg=before,
    )
    settle(gm)


def settle(gm: Person) -> None:
    """Until nothing is played any more."""
    gm.page.locator(".caption.playing").wait_for(state="detached")
    gm.page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running')"
    )


def test_a_blow_is_played_and_the_board_ends_as_the_state(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "normal")
    begin(server, gm)
    gm.page.evaluate(RECORD)
    strike(gm)
    gm.page.wait_for_function("() => window.seen.some((one) => /tray.*Alda/.test(one))")
    # While it is shown nothing can be picked, and the board offers nothing.
    assert gm.page.locator(".map path.reach, .map rect.chip").count() == 0
    gm.page.wait_for_function("() => window.seen.some((one) => /−[0-9]+$/.test(one))")
    gm.wait_for_log("slain by Alda")
    # The line is written when it begins to be played, the state comes after it.
    gm.page.locator('.place[data-unit="goblin"] .down').wait_for(state="attached")
    settle(gm)
    board = gm.page.evaluate(STAND)
    assert board["goblin"][2], "the slain stay where they fell"
    gm.page.reload()
    gm.see(".token")
    for _ in range(PATIENCE // 50):
        if gm.page.evaluate(STAND) == board:
            break
        gm.page.wait_for_timeout(50)
    assert gm.page.evaluate(STAND) == board


def test_a_question_waits_until_its_moment_has_been_shown_and_a_key_skips_to_it(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "slow")
    begin(server, gm)
    gm.page.keyboard.press("1")
    gm.see(".confirm", "Attack")
    gm.page.keyboard.press("1")
    gm.see(".die input").fill("2")
    gm.page.keyboard.press("Enter")
    # At one and the same moment: on a busy machine it may be over before a second look.
    gm.page.wait_for_function(
        "() => document.querySelector('.caption.playing') && !document.querySelector('.prompt')"
    )
    gm.page.keyboard.press("s")
    gm.see(".prompt", "Veteran's Luck would make it a hit")
    assert gm.page.locator(".caption.playing").count() == 0
    assert " misses " in gm.log()


def test_luck_turns_the_blow_that_the_dice_show(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "normal")
    begin(server, gm)
    gm.page.keyboard.press("1")
    gm.see(".confirm", "Attack")
    gm.page.keyboard.press("1")
    roll([gm], 2)
    gm.see(".prompt").get_by_role("button", name="Use Veteran's Luck").click()
    gm.see(".tray.landed.success", re.compile(r"needs \d+\s*miss\s*hit"))
    gm.see('.log .line[data-tag="hit"]', "the miss becomes a hit")
    settle(gm)


def test_at_the_instant_pace_nothing_is_played(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "instant")
    begin(server, gm)
    gm.page.evaluate(RECORD)
    strike(gm)
    gm.wait_for_log("slain by Alda")
    seen = gm.page.evaluate("() => window.seen")
    assert not any(one.startswith("tray") for one in seen)
    assert gm.page.locator(".caption.playing").count() == 0


def test_a_player_who_wants_no_motion_sees_the_result_at_once(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = person()
    begin(server, gm)
    assert gm.page.get_by_label("Playback speed").input_value() == "instant"
    strike(gm)
    gm.wait_for_log("slain by Alda")
    assert gm.page.evaluate("() => document.getAnimations().length") == 0


def test_sounds_are_off_on_a_phone_and_one_switch_turns_them_on(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "normal")
    begin(server, gm)
    sounds = gm.page.get_by_role("button", name="Sounds", exact=True)
    assert sounds.get_attribute("aria-pressed") == "true"
    sounds.click()
    gm.page.evaluate("() => (window.heard = 0)")
    miss(gm)
    assert gm.page.evaluate("() => window.heard") == 0
    sounds.click()
    gm.see(".prompt", "Veteran's Luck")
    gm.page.keyboard.press("1")
    gm.wait_for_log("Alda uses Veteran's Luck")
    roll([gm], 8)
    gm.wait_for_log("slain by Alda")
    gm.page.wait_for_function("() => window.heard > 0")
    phone = watch(person, "normal", phone=True)
    phone.page.goto(gm.page.url)
    phone.see(".token")
    phone.page.get_by_label("Speed, sounds and help").tap()
    silent = phone.page.get_by_role("button", name="Sounds", exact=True)
    assert silent.get_attribute("aria-pressed") == "false"


SPOILT: Final = """() => {
    window.before = [];
    new MutationObserver(() => {
        if (document.querySelector('.tray:not(.landed)')) {
            window.before.push(document.querySelector('.log .lines').innerText);
        }
    }).observe(document.querySelector('.stage'), { childList: true, subtree: true });
}"""


def test_the_log_does_not_tell_a_blow_before_its_dice_lie_still(
    server: Addresses, person: Callable[..., Person]
) -> None:
    gm = watch(person, "slow")
    begin(server, gm)
    gm.page.evaluate(SPOILT)
    strike(gm)
    gm.wait_for_log("slain by Alda")
    before = gm.page.evaluate("() => window.before")
    assert before, "the dice were thrown"
    assert not any("Alda hits" in one for one in before)
    assert "Alda hits" in gm.log()


IN_VIEW: Final = """unit => {
    const [view, token] = ['.map .view', `.place[data-unit="${unit}"]`].map((one) =>
        document.querySelector(one).getBoundingClientRect());
    return token.left >= view.left && token.right <= view.right
        && token.top >= view.top && token.bottom <= view.bottom;
}"""


@pytest.mark.parametrize("pace", ["normal", "instant"])
def test_a_phone_follows_what_is_played_out(
    server: Addresses, person: Callable[..., Person], pace: str
) -> None:
    gm = person()
    open_fight(gm, server, "yard", by_hand=True)
    alda = watch(person, pace, phone=True)
    take_seat(alda, server, "The Yard", "Alda")
    roll([gm], 1)
    roll([gm], 8)
    gm.see(".question")
    assert not alda.page.evaluate(IN_VIEW, "sergeant")
    gm.page.locator(".units button", has_text="sergeant").click()
    gm.see(".option", "Move")
    gm.page.get_by_label("Move: which square").select_option("P10")
    gm.see(".confirm .button.main", "Do it").click()
    alda.page.wait_for_function(IN_VIEW, arg="sergeant")
