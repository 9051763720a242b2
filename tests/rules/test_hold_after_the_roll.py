"""Hold an Action: an Instant may even come after the dice, before the damage."""

import pytest
from tests.scene import (
    UNARMED,
    fighter,
    foe,
    listed,
    may,
    play,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight
from shieldwall.knowledge.view import View
from shieldwall.minds.simple import SimpleMind
from shieldwall.text.sentences import request_sentence

BOOKS = ("sovereign", "sovereign-early")

HIT = """
> b hold
> a done
> g attack a with sword
> b pass
! attack d20 18
"""
"""`b` has passed on the declaration; the roll is known, and it is a hit on `a`."""


def scene(rules: str = "sovereign", hp: int = 4, ac: int = 14) -> Setup:
    return setup(
        "a g b h",
        rules=rules,
        stops="matters",
        a=fighter(hp=1, ac=ac, weapons=(UNARMED,)),
        b=fighter(),
        g=foe(hp=hp, ac=14, creature=True),
        h=foe(hp=99, creature=True),
    )


def asked(fight: Fight) -> list[str]:
    return [fight.names.units[request.unit] for request in fight.requests]


@pytest.mark.rule("SOV-039", "SOV-097", "SOV-163")
@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_held_may_answer_a_hit_before_its_damage(rules: str) -> None:
    """No penalty of a Snap Attack: 13 + 1 is just AC 14."""
    fight = play_setup(
        scene(rules),
        HIT
        + """
        > b attack g with sword
        ! attack d20 13
        ! damage d8 4
        """,
    )
    assert told(fight, "hold-used", "attack", "falls") == [
        "attack unit=g target=a weapon=sword how=melee die=18 total=19 ac=14 hit=yes",
        "hold-used unit=b",
        "attack unit=b target=g weapon=sword how=melee die=13 total=14 ac=14 hit=yes",
        "falls unit=g by=b how=dead",
    ]
    assert (unit(fight, "g").status, unit(fight, "a").hp) == (DEAD, 1)
    assert told(fight, "harm") == ["harm unit=g by=b amount=4 left=0 cause=hit"]


@pytest.mark.rule("SOV-039", "SOV-097")
@pytest.mark.ruling("hold_after_roll", "yes")
@pytest.mark.ruling("hold_after_roll", "no")
@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("word", ["yes", "no"])
def test_whether_what_is_held_answers_after_the_dice_is_a_ruling(rules: str, word: str) -> None:
    fight = play_setup(ruled(scene(rules), hold_after_roll=word), HIT)
    assert may(fight, "b snap g with sword"), "a Snap Attack may come after the dice in any case"
    held = why_not(fight, "b attack g with sword")
    assert held == ("" if word == "yes" else "dice-are-rolled hold_after_roll")
    assert ("b attack g with sword" in listed(fight)) == (word == "yes")


@pytest.mark.rule("SOV-039", "SOV-097")
@pytest.mark.parametrize(("die", "ac", "wanted"), [(18, 12, True), (2, 13, True), (2, 14, False)])
def test_one_is_asked_after_a_hit_and_after_a_miss_that_deals_shock(
    die: int, ac: int, wanted: bool
) -> None:
    """A sword's Shock reaches AC 13; an attack without damage is passed."""
    tape = HIT.replace("18", str(die))
    fight = play_setup(scene(ac=ac, hp=99), tape)
    assert ("b" in asked(fight)) == wanted


@pytest.mark.rule("SOV-039", "SOV-097")
def test_one_is_not_asked_after_a_friend_s_roll_or_where_foes_strike_foes() -> None:
    fight = play(
        "a g b h",
        """
        > b hold
        > a attack g with sword
        ! attack d20 18
        ! damage d8 1
        """,
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(hp=99, ac=14, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=1 left=98 cause=hit"]


@pytest.mark.rule("SOV-039", "SOV-097")
def test_the_question_is_put_in_plain_words_and_a_mind_strikes_where_it_may_fell() -> None:
    fight = play_setup(scene(), HIT)
    request = fight.request
    assert request is not None
    assert request_sentence(fight.state, request) == (
        "The g hits the a (19 vs AC 14). "
        "The b can still use the held action before damage is rolled."
    )
    choice = SimpleMind().choose(View(request.battle, 0), request)
    assert (choice.verb, choice.target) == ("attack", 2)
    fight = play_setup(scene(hp=99), HIT)
    request = next(one for one in fight.requests if one.unit == 1)
    assert SimpleMind().choose(View(request.battle, 0), request).verb == "pass", "it waits"
