"""Parties save themselves: they leave a lost fight, carry the fallen, surrender, or fight on."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play, setup, unit

from shieldwall.content import load_encounter, setup_to_text
from shieldwall.engine.state.state import FLED
from shieldwall.engine.tape.request import DONE, PASS
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.minds.look_ahead.win_chance import chance_of
from shieldwall.minds.mind import Natural
from shieldwall.sim.behaviour import behaviour_data, behaviour_words, compared
from shieldwall.sim.job import Job
from shieldwall.sim.worker_pool import BatchRunner

FIELD = """
x x x x x x x x x x x x x x x x x x
. . . . . . . . a . . . . . g . . .
. . . . . . . . b . . . . . h . . .
x x x x x x x x x x x x x x x x x x
"""


def lost(rules: str = "sovereign", **more: object) -> Fight:
    """`b` is down, `a` has three hit points left, and two slow brutes approach."""
    brute = foe(hp=40, attack=6, ac=16, creature=True, speed=15, **more)
    fight = play(FIELD, "", rules=rules, a=fighter(hp=12), b=fighter(hp=12), g=brute, h=brute)
    fight.rule("fate b down")
    fight.rule("hp a 3")
    return fight


def test_the_estimate_is_low_in_a_lost_fight_and_high_in_a_won_one() -> None:
    fight = lost()
    request = fight.request
    assert request is not None
    ours, theirs = chance_of(request.battle, 0), chance_of(request.battle, 1)
    assert ours < 10
    assert theirs > 90


def test_a_losing_side_carries_the_fallen_friend_away() -> None:
    fight = lost()
    assert chosen(fight, mind="natural").startswith("a improvise : carry b to ")
    assert not chosen(fight, mind="fearless").startswith("a improvise")


def test_both_are_out_of_the_fight_in_the_end() -> None:
    fight = lost()
    minds = [make_mind("natural") for _ in range(3)]
    fight.play(minds)
    assert unit(fight, "a").status == FLED
    assert unit(fight, "b").status == FLED, "carried off the field"


def test_with_a_foe_in_reach_hands_are_full() -> None:
    near = FIELD.replace("a . . . . . g", "a g . . . . .")
    brute = foe(hp=40, attack=6, ac=16, creature=True)
    fight = play(near, "", a=fighter(hp=12), b=fighter(hp=12), g=brute, h=brute)
    fight.rule("fate b down")
    fight.rule("hp a 3")
    assert chosen(fight, mind="natural") == "a disengage"


def test_a_referee_who_refuses_is_not_asked_again_this_round() -> None:
    fight = lost()
    mind = make_mind("natural")
    first = fight.request
    assert first is not None
    fight.push(mind(first))
    fight.push("referee refuse : there is no time")
    again = fight.request
    assert again is not None
    assert mind(again).verb == "run"


@pytest.mark.parametrize(
    ("mind", "answer"), [("natural", True), ("prudent", True), ("fearless", False)]
)
def test_when_a_side_leaves_can_be_chosen(mind: str, answer: bool) -> None:
    found = make_mind(mind)
    assert isinstance(found, Natural)
    assert (found.resolve().yields > 0) is answer


def test_the_prudent_leave_sooner() -> None:
    fight = play(
        FIELD, "", a=fighter(hp=20), b=fighter(hp=20),
        g=foe(hp=20, ac=13, attack=2, creature=True, fearless=True),
        h=foe(hp=20, ac=13, attack=2, creature=True, fearless=True),
    )  # fmt: skip
    fight.rule("hp b 1")
    fight.rule("hp a 16")
    request = fight.request
    assert request is not None
    assert 20 <= chance_of(request.battle, 0) < 40
    assert "charge" in chosen(fight, mind="natural") or "run" in chosen(fight, mind="natural")
    assert chosen(fight, mind="natural") != chosen(fight, mind="prudent")


@pytest.mark.parametrize(("kind", "gives_up"), [("soldier", True), ("beast", False)])
def test_one_gives_up_to_people_and_not_to_beasts(kind: str, gives_up: bool) -> None:
    """Cornered in a room without a way out, by a book that has terms."""
    brute = foe(hp=40, attack=6, ac=16, creature=True, temperament=kind)
    room = "# # # # #\n# a . g #\n# b . h #\n# # # # #"
    made = setup(room, rules="aachen", a=fighter(hp=12), b=fighter(hp=12), g=brute, h=brute)
    fight = Fight(made, seed=3)
    while fight.request is not None and "a" not in asked_for(fight):
        fight.push(next(c for c in fight.request.options if c.verb in (DONE, PASS)))
    fight.rule("fate b down")
    fight.rule("hp a 1")
    assert fight.request is not None
    assert (make_mind("natural")(fight.request).verb == "parley") is gives_up


def asked_for(fight: Fight) -> set[str]:
    assert fight.request is not None
    return {fight.names.units[choice.unit] for choice in fight.request.options if choice.unit >= 0}


@pytest.mark.slow
def test_the_answer_says_what_was_assumed_and_what_the_other_would_give() -> None:
    """The figure of the issue: a party that saves itself is hardly ever killed to the last."""
    made = load_encounter("hall")
    job = Job(setup_to_text(made), 1)
    found = compared(job, made, BatchRunner(), 40, lambda done: None)
    assert found is not None
    words = behaviour_words(found)
    assert words.startswith("Assumed: the party retreats or surrenders when it is losing. If it")
    assert "(--mind party=fearless): wins" in words
    data = behaviour_data(found)
    assert data is not None
    assert (data["assumed"], data["other"]) == ("natural", "fearless")
    bold = found.result.party_killed
    back = compared(Job(setup_to_text(made), 1, ("party=fearless",)), made, BatchRunner(), 40,
                    lambda done: None)  # fmt: skip
    assert back is not None
    assert back.option == "--mind party=natural"
    assert 3 * back.result.party_killed < bold
