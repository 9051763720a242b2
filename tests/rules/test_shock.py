"""Shock: what a miss still does, and what a hit does at least."""

import pytest

from tests.scene import AXE, SWORD, fighter, foe, play, told, unit


@pytest.mark.rule("SOV-115", "SOV-123")
def test_a_miss_deals_shock_up_to_the_ac_it_is_rated_for() -> None:
    """Shock 3/15: AC 13 and AC 15 take it, AC 16 does not (W-P02)."""
    for ac, left in ((13, 1), (15, 1), (16, 4)):
        fight = play(
            "a g",
            """
            > a attack g with war axe
            ! attack d20 2
            """,
            a=fighter(weapons=(AXE,)),
            g=foe(hp=4, ac=ac),
        )
        assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-118")
def test_a_shield_stops_the_first_shock_of_a_round_and_no_second_one() -> None:
    fight = play(
        "a g b",
        """
        > a attack g with sword
        ! attack d20 2
        = shock-stopped unit=g by=a
        > a done
        > b attack g with sword
        ! attack d20 2
        = harm unit=g by=b amount=2 left=2 cause=shock
        """,
        a=fighter(weapons=(SWORD,)),
        b=fighter(weapons=(SWORD,)),
        g=foe(hp=4, ac=13, shield=1),
    )
    assert unit(fight, "g").shield_spent
    assert told(fight, "harm", "shock-stopped") == [
        "shock-stopped unit=g by=a",
        "harm unit=g by=b amount=2 left=2 cause=shock",
    ]
