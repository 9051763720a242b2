"""Swarm Attack with a held action: it resolves first, including the attack; and the last call."""

import pytest
from tests.scene import fighter, foe, last, listed, may, play, told, unit, why_not

from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight
from shieldwall.knowledge.view import View
from shieldwall.minds.simple import SimpleMind
from shieldwall.text.sentences import request_sentence, sentence

BOOKS = ("sovereign", "sovereign-early")

JOINED = """
> b hold
> a swarm g with sword
> a done
> g attack a with sword
> b swarm g with sword
"""
"""`a` has started a swarm; the foe declares its attack, and `b` joins with its held action."""


def scene(tape: str, rules: str = "sovereign", hp: int = 20, first: str = "party") -> Fight:
    return play(
        "a g b h",
        tape,
        first=first,
        rules=rules,
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(hp=hp, ac=14, creature=True),
        h=foe(hp=99, creature=True),
    )


@pytest.mark.rule("SOV-098", "SOV-057")
@pytest.mark.parametrize("rules", BOOKS)
def test_the_blow_of_a_held_swarm_comes_before_what_it_answers(rules: str) -> None:
    """11 + 1 + 2 is just AC 14; the foe is dead before it rolls."""
    fight = scene(
        JOINED
        + """
        > b fall-upon g with sword
        ! attack d20 11
        ! damage d8 5
        """,
        rules,
        hp=6,
    )
    assert told(fight, "swarms", "swarm-strikes", "attack", "falls")[1:] == [
        "swarms unit=b target=g count=2",
        "swarm-strikes unit=b target=g others=1",
        "attack unit=b target=g weapon=sword how=melee die=11 total=14 ac=14 hit=yes",
        "falls unit=g by=b how=dead",
    ]
    assert (unit(fight, "g").status, unit(fight, "a").hp) == (DEAD, 8)


@pytest.mark.rule("SOV-098", "SOV-057")
def test_any_assailant_may_strike_or_the_swarm_waits_for_more() -> None:
    fight = scene(JOINED)
    assert listed(fight) == [
        "b fall-upon g with sword",
        "a fall-upon g with sword",
        "b pass",
    ]
    assert why_not(fight, "b fall-upon h with sword") == "not-the-one SOV-057"
    assert why_not(fight, "b attack g with sword") == "no-such-reaction SOV-057"
    assert why_not(fight, "a pass") == "not-asked SOV-057"
    request = fight.request
    assert request is not None
    assert request_sentence(fight.state, request) == (
        "The b has joined the swarm on the g. Attack now?"
    )
    choice = SimpleMind().choose(View(request.battle, 0), request)
    assert (choice.unit, choice.verb, choice.target) == (1, "fall-upon", 2)
    fight.dice_by_hand(True)
    fight.push("b pass")
    fight.push_die(1)
    assert told(fight, "attack")[-1].startswith("attack unit=g target=a")
    assert may(fight, "b fall-upon g with sword"), "it may still strike this turn"


@pytest.mark.rule("SOV-097", "SOV-057")
@pytest.mark.parametrize("rules", BOOKS)
def test_at_the_last_call_a_swarm_is_joined_and_strikes(rules: str) -> None:
    tape = """
        > b hold
        > a swarm g with sword
        > a done
        > g done
        > h done
        > b swarm g with sword
        """
    fight = scene(tape, rules)
    assert listed(fight) == ["b fall-upon g with sword", "a fall-upon g with sword"]
    assert why_not(fight, "b pass") == "no-time-left SOV-097"
    fight = scene(
        tape + "> a fall-upon g with sword\n! attack d20 11\n> g pass\n! damage d8 1", rules
    )
    assert told(fight, "attack") == [
        "attack unit=a target=g weapon=sword how=melee die=11 total=14 ac=14 hit=yes"
    ]
    assert told(fight, "round")[-1] == "round number=2"


@pytest.mark.rule("SOV-097", "SOV-057")
def test_of_two_who_join_at_the_last_call_the_first_may_wait_for_the_second() -> None:
    fight = scene(
        """
        > a hold
        > b hold
        > g done
        > h done
        > a swarm g with sword
        > b swarm g with sword
        > a pass
        > b fall-upon g with sword
        ! attack d20 11
        > g pass
        ! damage d8 1
        """
    )
    assert told(fight, "swarm-strikes") == ["swarm-strikes unit=b target=g others=1"]


@pytest.mark.rule("SOV-057")
def test_a_swarm_of_one_is_told_as_one() -> None:
    fight = scene(
        """
        > a swarm g with sword
        > a fall-upon g with sword
        ! attack d20 1
        """
    )
    told_so = sentence(fight.names, fight.state, last(fight, "swarm-strikes"))
    assert told_so == "The a attacks the g as a swarm."
