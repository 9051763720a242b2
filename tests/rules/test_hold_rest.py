"""Hold an Action: the rest of the turn, and what happens to it when the round ends."""

import pytest
from tests.scene import (
    BOW,
    CLAWS,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
)

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight

BITE = make_weapon("bite", 1, 8, natural=True)


def asked(fight: Fight) -> list[str]:
    """The units asked at this moment."""
    return [fight.names.units[request.unit] for request in fight.requests]


@pytest.mark.rule("SOV-097")
def test_holding_is_for_one_action_and_then_it_is_used() -> None:
    fight = play(
        "a g b",
        """
        > a hold
        > b prone
        > a disengage
        """,
        a=fighter(),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "hold-used", "disengages") == ["hold-used unit=a", "disengages unit=a"]
    assert not may(fight, "a prone")
    assert not may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-097", "SOV-038")
def test_what_costs_nothing_does_not_use_up_what_is_held() -> None:
    fight = play(
        "a g b",
        """
        > a hold
        > b done
        > g prone
        > a prone
        > g stand
        > a attack g with sword
        ! attack d20 18
        ! damage d8 4
        """,
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, hp=4, creature=True),
    )
    assert unit(fight, "g").status == DEAD


@pytest.mark.rule("SOV-097", "SOV-091")
def test_a_skilled_archer_reloads_for_nothing_and_still_has_the_shot_it_held() -> None:
    fight = play(
        "a . . . g b",
        """
        > a shoot g with small bow
        ! attack d20 1
        > a done
        > b done
        > g done
        = round number=2
        > a hold
        > b prone
        > a reload with small bow
        """,
        a=fighter(weapons=(BOW,), shoot=1),
        b=fighter(),
        g=foe(hp=4, creature=True),
    )
    assert unit(fight, "a").mains == 1
    assert may(fight, "a shoot g with small bow")


@pytest.mark.rule("SOV-097")
def test_a_creature_that_held_its_main_has_all_the_blows_of_it() -> None:
    """The rest of the turn is triggered, not the first part of it."""
    fight = play(
        "a g b",
        """
        > g hold
        > a prone
        > g attack a with claws
        ! attack d20 1
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=9, ac=16),
        b=fighter(),
        g=foe(creature=True, weapons=(CLAWS, BITE), routine=(0, 1)),
    )
    assert may(fight, "g attack a with bite")


@pytest.mark.rule("SOV-097", "SOV-078")
def test_a_unit_that_spends_the_held_main_on_total_defense_holds_nothing_any_more() -> None:
    """No further question, and nothing that could be lost at the end of the round."""
    fight = play(
        "a g h",
        """
        > a hold
        > g attack a with sword
        > a pass
        ! attack d20 12
        > a total-defense
        > g done
        > h prone
        > h done
        = round number=2
        """,
        stops="matters",
        a=fighter(hp=8),
        g=foe(hp=99, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert unit(fight, "a").hp == 8
    assert told(fight, "hold-lost") == []


@pytest.mark.rule("SOV-149", "SOV-097", "SOV-082")
def test_the_winners_of_initiative_may_hold_and_defend_on_the_foes_turn() -> None:
    fight = play(
        "a g",
        """
        > a hold
        > g attack a with sword
        > a pass
        ! attack d20 12
        > a total-defense
        """,
        stops="matters",
        a=fighter(hp=8),
        g=foe(hp=99, creature=True),
    )
    assert unit(fight, "a").hp == 8


# The end of the round.


@pytest.mark.rule("SOV-097")
def test_at_the_end_of_the_round_there_is_a_last_call() -> None:
    fight = play(
        "a g",
        """
        > a hold
        > g done
        > a attack g with sword
        ! attack d20 18
        ! damage d8 3
        = round number=2
        """,
        stops="matters",
        a=fighter(),
        g=foe(ac=14, hp=9, creature=True),
    )
    assert unit(fight, "g").hp == 6
    assert told(fight, "hold-lost") == []
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1), "a new round's"


@pytest.mark.rule("SOV-097")
def test_what_is_not_used_by_the_end_of_the_round_is_lost() -> None:
    fight = play(
        "a g",
        """
        > a hold
        > g done
        > a pass
        = hold-lost unit=a
        = round number=2
        > a done
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=9, creature=True),
    )
    assert asked(fight) == ["g"]
    assert not may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-097")
def test_a_last_call_may_end_the_fight() -> None:
    fight = play(
        "a g",
        """
        > a hold
        > g done
        > a attack g with sword
        ! attack d20 18
        ! damage d8 4
        = ends reason=defeat team=0
        """,
        stops="matters",
        a=fighter(),
        g=foe(ac=14, hp=4, creature=True),
    )
    assert told(fight, "round") == ["round number=1"]


@pytest.mark.rule("SOV-097", "SOV-022")
def test_the_free_round_of_units_that_surprise_has_a_last_call_too() -> None:
    fight = play(
        "a g",
        """
        > a hold
        > a attack g with sword
        ! attack d20 18
        ! damage d8 3
        ! initiative d8 8
        ! initiative d8 1
        """,
        first="",
        surprised="foes",
        stops="matters",
        a=fighter(),
        g=foe(hp=9, creature=True),
    )
    assert unit(fight, "g").hp == 6
