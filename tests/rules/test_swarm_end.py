"""Swarm Attack: how long a swarm stays open, and for which units."""

from collections.abc import Callable

import pytest
from tests.scene import fighter, foe, may, play, play_setup, setup, told, unit, why_not

from shieldwall.engine.ruleset import Dial


@pytest.mark.rule("SOV-057")
def test_a_swarm_that_has_not_struck_by_the_end_of_the_round_is_lost() -> None:
    fight = play(
        "a g b",
        """
        > a swarm g with sword
        > a done
        > b swarm g with sword
        > b done
        > g done
        = round number=2
        > a prone
        """,
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, creature=True),
    )
    assert why_not(fight, "a fall-upon g with sword") == "not-in-the-swarm SOV-057"
    assert unit(fight, "a").effects == []
    fight.push("a swarm g with sword")
    assert told(fight, "swarms")[-1] == "swarms unit=a target=g count=1"


@pytest.mark.rule("SOV-057", "SOV-097")
def test_a_swarm_stays_open_on_the_foes_turn_for_units_that_hold() -> None:
    fight = play(
        "a g b",
        """
        > b hold
        > a swarm g with sword
        > a done
        > g prone
        > b swarm g with sword
        """,
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, creature=True),
    )
    assert told(fight, "swarms")[-1] == "swarms unit=b target=g count=2"


@pytest.mark.rule("SOV-057", "SOV-097")
def test_a_unit_that_joined_with_a_held_action_may_strike_with_the_swarm() -> None:
    fight = play(
        "a g b",
        """
        > b hold
        > a swarm g with sword
        > a done
        > g prone
        > b swarm g with sword
        """,
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, creature=True),
    )
    assert may(fight, "b fall-upon g with sword")


@pytest.mark.rule("SOV-057")
def test_where_a_swarm_lasts_only_for_its_side_s_turn_no_held_action_joins_it(
    edition: Callable[..., str],
) -> None:
    made = setup(
        "a g b",
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, creature=True),
    )
    made.rules = edition(Dial("swarm_expires", 0, "SOV-057"))
    fight = play_setup(
        made,
        """
        > b hold
        > a swarm g with sword
        > a done
        > g prone
        > b swarm g with sword
        """,
    )
    assert told(fight, "swarms")[-1] == "swarms unit=b target=g count=1"
