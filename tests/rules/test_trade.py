"""The trade of a larger side: one Main for the attack of a single strong foe."""

import pytest
from tests.scene import AXE, fighter, foe, told, unit
from tests.scene import play as scene


@pytest.mark.rule("W-P10", "SOV-078", "SOV-082")
def test_one_of_three_spends_its_main_on_defense_and_cancels_the_troll() -> None:
    """The troll's attack on `a` has no effect, and the two others act freely."""
    fight = scene(
        ". b .\na g c",
        """
        > g attack a with war axe
        ! attack d20 10
        > a total-defense
        > g done
        > a done
        > b attack g with sword
        ! attack d20 15
        ! damage d8 4
        > b done
        > c attack g with sword
        ! attack d20 15
        ! damage d8 4
        """,
        first="foes",
        stops="matters",
        a=fighter(ac=12),
        b=fighter(),
        c=fighter(),
        g=foe(hp=30, attack=3, weapons=(AXE,), creature=True, fearless=True),
    )
    assert told(fight, "harm") == [
        "harm unit=g by=b amount=4 left=26 cause=hit",
        "harm unit=g by=c amount=4 left=22 cause=hit",
    ]
    assert (unit(fight, "a").hp, unit(fight, "a").mains) == (8, 0)
