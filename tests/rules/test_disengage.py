"""Disengage: a Main that prevents Attacks of Opportunity for the rest of the round."""

from collections.abc import Callable

import pytest
from tests.scene import POLEARM, fighter, foe, may, play, play_setup, setup, told, unit, where

from shieldwall.engine.ruleset import FROM_ALL, Dial
from shieldwall.engine.state.condition import DISENGAGED


@pytest.mark.rule("SOV-086")
def test_disengage_is_a_main_and_does_not_move_one() -> None:
    fight = play("a g\n. .", "> a disengage", a=fighter(), g=foe())
    assert told(fight, "disengages", "moved") == ["disengages unit=a"]
    assert where(fight, "a") == "A1"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert not may(fight, "a attack g")


@pytest.mark.rule("SOV-086")
def test_it_covers_all_the_foes_one_stands_among() -> None:
    fight = play("g a h\n. . .\n. . .", "> a disengage\n> a run B3", a=fighter(), g=foe(), h=foe())
    assert told(fight, "moved") == ["moved unit=a path=B2,B3 feet=10"]
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-086")
def test_it_covers_a_long_weapon_ten_feet_away_too() -> None:
    fight = play(
        "g . a . .",
        "> a disengage\n> a run E1",
        a=fighter(),
        g=foe(weapons=(POLEARM,)),
    )
    assert told(fight, "moved", "opportunity") == ["moved unit=a path=D1,E1 feet=10"]


@pytest.mark.rule("SOV-086")
def test_it_covers_standing_up_as_well() -> None:
    fight = play(
        "a g",
        """
        > a prone
        > a disengage
        > a stand
        """,
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "stands", "opportunity") == ["stands unit=a"]


PASSING_H = """
    g a . . .
    . . . . .
    . . . h .
    . . . . .
    """


@pytest.mark.rule("SOV-086")
def test_a_foe_met_later_in_the_round_may_strike() -> None:
    fight = play(
        PASSING_H,
        """
        > a disengage
        > a run C2-C3-C4-B4-A4
        > h strike a
        ! attack d20 1
        """,
        a=fighter(ac=16),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "opportunity") == ["opportunity unit=h target=a"]


@pytest.mark.rule("SOV-086")
def test_where_a_table_rules_so_it_covers_all_foes(edition: Callable[..., str]) -> None:
    made = setup(PASSING_H, a=fighter(ac=16), g=foe(), h=foe())
    made.rules = edition(Dial("disengage_scope", FROM_ALL, "SOV-086"))
    fight = play_setup(made, "> a disengage\n> a run C2-C3-C4-B4-A4")
    assert where(fight, "a") == "A4"
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-086")
def test_it_lasts_to_the_end_of_the_round_and_no_longer() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > a disengage
        > a done
        """,
        a=fighter(ac=16),
        g=foe(),
    )
    assert [effect.kind for effect in unit(fight, "a").effects] == [DISENGAGED]
    fight.push("g done")
    assert unit(fight, "a").effects == []
    fight.push("a run A3")
    assert may(fight, "g strike a"), "the next round it counts no more"


@pytest.mark.rule("SOV-086")
def test_it_protects_from_blows_of_opportunity_and_not_from_attacks() -> None:
    fight = play("a g", "> a disengage\n> a done", a=fighter(), g=foe())
    assert may(fight, "g attack a")
