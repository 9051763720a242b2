"""Snap Attack with bare hands: an unarmed strike is a melee attack like any other."""

import pytest
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    may,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.state import DEAD
from shieldwall.knowledge.view import View
from shieldwall.minds.simple import SimpleMind

BOOKS = ("sovereign", "sovereign-early")

GRAPPLED = """
> g grapple a with unarmed
! attack d20 19
! grapple d6 6
! grapple d6 6
= grappled unit=a by=g
> g done
> h attack a with sword
! attack d20 19
"""
"""The foe `g` has taken hold of `a`, and its friend has hit."""


@pytest.mark.rule("SOV-051", "SOV-047")
@pytest.mark.parametrize("rules", BOOKS)
def test_a_unit_that_holds_a_sword_may_snap_with_a_fist(rules: str) -> None:
    fight = play(
        "a g",
        """
        > a snap g with unarmed
        ! attack d20 15
        ! damage d2 2
        """,
        rules=rules,
        a=fighter(weapons=(SWORD, UNARMED), brawl=0),
        g=foe(hp=9),
    )
    assert told(fight, "attack", "harm") == [
        "attack unit=a target=g weapon=unarmed how=melee die=15 total=12 ac=12 hit=yes",
        "harm unit=g by=a amount=2 left=7 cause=hit",
    ]


@pytest.mark.rule("SOV-051", "SOV-050")
@pytest.mark.parametrize("rules", BOOKS)
def test_an_archer_with_a_foe_at_its_side_snaps_with_bare_hands(rules: str) -> None:
    fight = play("a g", "", rules=rules, a=fighter(weapons=(BOW, UNARMED)), g=foe())
    assert why_not(fight, "a snap g with unarmed") == ""
    assert not may(fight, "a snap g with small bow")


@pytest.mark.rule("SOV-051", "SOV-130")
@pytest.mark.parametrize("rules", BOOKS)
def test_a_swordsman_in_a_grapple_may_snap_unarmed_and_only_so(rules: str) -> None:
    """Brawl 2 and 1d2 fell a foe with 4 HP before its attack counts."""
    fight = play(
        "g a h",
        GRAPPLED,
        first="foes",
        rules=rules,
        stops="matters",
        a=fighter(weapons=(SWORD, UNARMED), brawl=2),
        g=foe(hp=99, ac=10, weapons=(UNARMED,), creature=True),
        h=foe(hp=4, ac=10, creature=True),
    )
    assert listed(fight)[:1] == ["a snap h with unarmed"]
    assert why_not(fight, "a snap h with sword").startswith("in-a-grapple")
    request = fight.request
    assert request is not None
    mind = SimpleMind().choose(View(request.battle, 0), request)
    assert (mind.verb, mind.weapon) == ("snap", 1), "a mind thinks of its fists"
    fight.dice_by_hand(True)
    fight.push("a snap h with unarmed")
    fight.push_die(15)
    fight.push_die(2)
    assert told(fight, "attack")[-1] == (
        "attack unit=a target=h weapon=unarmed how=melee die=15 total=14 ac=10 hit=yes"
    )
    assert (unit(fight, "h").status, unit(fight, "a").hp) == (DEAD, 8)


@pytest.mark.rule("SOV-051", "SOV-089")
def test_other_weapons_must_be_in_hand_and_claws_always_are() -> None:
    fight = play("a g", "", a=fighter(weapons=(SWORD, DAGGER, CLAWS)), g=foe())
    assert why_not(fight, "a snap g with dagger") == "not-in-hand SOV-051"
    assert why_not(fight, "a snap g with claws") == ""


@pytest.mark.rule("SOV-051")
def test_with_nothing_in_hand_there_are_still_the_fists() -> None:
    """The dagger is in the foe's square."""
    fight = play(
        "a g",
        """
        > a throw g with dagger
        ! attack d20 1
        > a done
        > g done
        = round number=2
        > a snap g with unarmed
        ! attack d20 19
        ! damage d2 1
        """,
        a=fighter(weapons=(DAGGER, UNARMED)),
        g=foe(hp=9, weapons=(UNARMED,)),
    )
    assert unit(fight, "g").hp == 8
