"""Hold an Action: costs the Move, to take the rest of the turn later.

What the rest is, and what happens to it at the end of the round, is in `test_hold_rest`.
"""

import pytest
from tests.scene import (
    BOW,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.state.state import DEAD


@pytest.mark.rule("SOV-097")
def test_holding_takes_the_move_and_ends_the_turn() -> None:
    fight = play(
        "a b g",
        """
        > a hold
        = holds unit=a
        = turn-over unit=a
        """,
        a=fighter(),
        b=fighter(),
        g=foe(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert may(fight, "b prone"), "the others go on"


@pytest.mark.rule("SOV-097")
def test_there_must_be_a_move_to_pay_and_a_main_to_hold() -> None:
    fight = play("a . g", "> a prone\n> a stand", a=fighter(), g=foe())
    assert why_not(fight, "a hold") == "move-spent SOV-097"
    fight = play("a g", "> a attack g with sword\n! attack d20 1", a=fighter(), g=foe(ac=14))
    assert why_not(fight, "a hold") == "nothing-to-hold SOV-097"


@pytest.mark.rule("SOV-097")
def test_only_on_one_s_own_side_s_turn_does_one_hold() -> None:
    fight = play("a g", "", first="foes", a=fighter(), g=foe())
    assert why_not(fight, "a hold") == "not-its-side SOV-030"
    fight = play("a b g", "> a hold", a=fighter(), b=fighter(), g=foe())
    assert not may(fight, "a hold"), "nor a second time"


# Answering.


@pytest.mark.rule("SOV-098", "SOV-097")
def test_what_was_held_comes_before_the_blow_it_answers() -> None:
    """The foe names its attack and is dead before it rolls."""
    fight = play(
        "a g b h",
        """
        > b hold
        > a done
        > g attack a with sword
        > b attack g with sword
        ! attack d20 18
        ! damage d8 4
        """,
        stops="matters",
        a=fighter(hp=1),
        b=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert told(fight, "hold-used", "attack", "falls") == [
        "hold-used unit=b",
        "attack unit=b target=g weapon=sword how=melee die=18 total=19 ac=12 hit=yes",
        "falls unit=g by=b how=dead",
    ]
    assert unit(fight, "b").mains == 0
    assert unit(fight, "b").effects == []


@pytest.mark.rule("SOV-098")
def test_a_held_blow_is_an_attack_without_the_penalty_of_a_snap_attack() -> None:
    """11 + 1 is just AC 12."""
    fight = play(
        "a g",
        """
        > a hold
        > g attack a with sword
        > a attack g with sword
        ! attack d20 11
        = attack unit=a target=g weapon=sword how=melee die=11 total=12 ac=12 hit=yes
        ! damage d8 3
        ! attack d20 12
        ! damage d8 3
        """,
        stops="matters",
        a=fighter(hp=8),
        g=foe(hp=9, ac=12, creature=True),
    )
    assert told(fight, "snap") == []
    assert told(fight, "harm") == [
        "harm unit=g by=a amount=3 left=6 cause=hit",
        "harm unit=a by=g amount=3 left=5 cause=hit",
    ]


@pytest.mark.rule("SOV-098")
def test_what_was_held_answers_a_move_before_it_begins() -> None:
    """The foe wants to run; the arrow hits it where it stands."""
    fight = play(
        "a . . . g .",
        """
        > a hold
        > g run F1
        > a shoot g with small bow
        ! attack d20 18
        ! damage d6 4
        """,
        stops="matters",
        a=fighter(weapons=(BOW,)),
        g=foe(hp=4, creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert (where(fight, "g"), told(fight, "moved")) == ("E1", [])


@pytest.mark.rule("SOV-098", "SOV-097")
def test_what_was_held_may_wait_until_the_foe_has_come() -> None:
    fight = play(
        "a . . . g",
        """
        > a hold
        > g run B1
        > a pass
        = moved unit=g path=D1,C1,B1 feet=15
        > a attack g with sword
        ! attack d20 18
        ! damage d8 4
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=4, ac=14, creature=True),
    )
    assert unit(fight, "g").status == DEAD


@pytest.mark.rule("SOV-098", "SOV-069", "SOV-072")
def test_a_held_main_may_go_into_a_screen_against_the_blow_that_is_coming() -> None:
    """The Main pays for the Move, and the attack meets the unit in the way."""
    fight = play(
        """
        a g
        b .
        """,
        """
        > b hold
        > a done
        > g attack a with sword
        > b screen a
        ! screen d6 1
        ! screen d6 1
        ! attack d20 12
        """,
        stops="matters",
        a=fighter(ac=11),
        b=fighter(ac=16, stab=1),
        g=foe(hp=99, creature=True),
    )
    assert told(fight, "attack") == [
        "attack unit=g target=b weapon=sword how=melee die=12 total=13 ac=16 hit=no"
    ]


@pytest.mark.rule("SOV-097")
def test_one_may_act_between_two_turns_of_one_s_own_side() -> None:
    fight = play(
        "a g b",
        """
        > a hold
        > b attack g with sword
        ! attack d20 18
        ! damage d8 3
        > a attack g with sword
        ! attack d20 18
        ! damage d8 6
        """,
        a=fighter(),
        b=fighter(),
        g=foe(hp=9, creature=True),
    )
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]
