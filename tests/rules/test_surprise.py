"""The surprise round: a free round before initiative for units that are not surprised.

Here the set-up says which units are surprised; the checks have their own tests.
"""

import pytest
from tests.scene import AXE, SWORD, fighter, foe, may, play, told, unit

from shieldwall.engine.state.state import DEAD


@pytest.mark.rule("SOV-022", "SOV-028")
def test_the_enemies_of_a_surprised_side_act_a_full_round_before_initiative_is_rolled() -> None:
    fight = play(
        "a b . g h",
        """
        = surprise sides=party
        > b run C1
        > b attack g with sword
        ! attack d20 18
        ! damage d8 3
        > b done
        > a run B1
        > a done
        ! initiative d8 1
        ! initiative d8 8
        """,
        first="",
        surprised="foes",
        a=fighter(),
        b=fighter(),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "surprise", "turn", "initiative", "order", "round", "side") == [
        "surprise sides=party",
        "side side=party",
        "turn unit=b",
        "turn unit=a",
        "initiative side=party die=1 total=1",
        "initiative side=foes die=8 total=8",
        "order sides=foes,party",
        "round number=1",
        "side side=foes",
    ]
    assert unit(fight, "g").hp == 1
    assert may(fight, "g attack b")
    assert not may(fight, "a done"), "the free round is over"


@pytest.mark.rule("SOV-022")
def test_one_free_round_gives_one_main_and_one_move() -> None:
    fight = play(
        "a . g",
        """
        > a run B1
        > a attack g with sword
        ! attack d20 1
        """,
        first="",
        surprised="foes",
        a=fighter(),
        g=foe(ac=14),
    )
    assert not may(fight, "a run A1")
    assert not may(fight, "a attack g")
    fight.dice_by_hand(True)
    fight.push("a done")
    assert fight.die is not None
    assert fight.die.tag == "initiative", "there is no second free round"


@pytest.mark.rule("SOV-022")
@pytest.mark.parametrize(("caught", "free"), [("party", "foes"), ("foes", "party")])
def test_either_side_can_be_caught(caught: str, free: str) -> None:
    fight = play("a . . g", "", first="", surprised=caught, a=fighter(), g=foe())
    assert told(fight, "surprise") == [f"surprise sides={free}"]
    assert may(fight, "a done") == (free == "party")
    assert may(fight, "g done") == (free == "foes")


@pytest.mark.rule("SOV-022")
def test_the_surprised_strike_at_no_unit_that_runs_from_them() -> None:
    """The same run, with and without surprise: only an aware foe attacks."""
    drawing = "a g\n. .\n. ."
    surprised = play(drawing, "> a run A3", first="", surprised="foes", a=fighter(), g=foe())
    assert told(surprised, "moved", "opportunity") == ["moved unit=a path=A2,A3 feet=10"]
    aware = play(
        drawing,
        """
        > a run A3
        > g strike a
        ! attack d20 1
        """,
        a=fighter(ac=14),
        g=foe(),
    )
    assert told(aware, "opportunity") == ["opportunity unit=g target=a"]


@pytest.mark.rule("SOV-022")
def test_the_surprised_keep_their_armour_and_the_shield_stops_its_first_shock() -> None:
    fight = play(
        "a g b",
        """
        > a attack g with sword
        ! attack d20 11
        = attack unit=a target=g weapon=sword how=melee die=11 total=12 ac=13 hit=no
        = shock-stopped unit=g by=a
        > a done
        > b attack g with sword
        ! attack d20 1
        = harm unit=g by=b amount=2 left=2 cause=shock
        """,
        first="",
        surprised="foes",
        a=fighter(weapons=(SWORD,)),
        b=fighter(weapons=(SWORD,)),
        g=foe(hp=4, ac=13, shield=1),
    )
    assert unit(fight, "g").shield_spent


@pytest.mark.rule("SOV-022")
def test_after_the_free_round_no_unit_is_unaware_any_more() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > a done
        ! initiative d8 8
        ! initiative d8 1
        > a run A3
        > g strike a
        ! attack d20 1
        """,
        first="",
        surprised="foes",
        a=fighter(ac=14),
        g=foe(),
    )
    assert not unit(fight, "g").surprised
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]


@pytest.mark.rule("SOV-023")
def test_without_a_surprised_side_the_fight_begins_with_initiative() -> None:
    fight = play("a . g", "", a=fighter(), g=foe())
    assert told(fight, "surprise") == []
    assert told(fight)[0] == "initiative side=party die=8 total=8"


@pytest.mark.rule("SOV-028")
def test_where_all_sides_are_surprised_no_unit_gets_a_free_round() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > a run A3
        > g strike a
        ! attack d20 1
        """,
        surprised="party foes",
        a=fighter(ac=14),
        g=foe(),
    )
    assert told(fight, "surprise") == []
    assert not unit(fight, "a").surprised
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]


@pytest.mark.rule("SOV-022")
def test_where_one_of_three_sides_is_surprised_both_others_act_in_the_free_round() -> None:
    fight = play(
        "a . g . h",
        """
        > a done
        > h done
        ! initiative d8 3
        ! initiative d8 2
        ! initiative d8 1
        """,
        first="",
        surprised="foes",
        third="h",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "surprise") == ["surprise sides=party,third"]
    assert told(fight, "turn") == ["turn unit=a", "turn unit=h"]


@pytest.mark.rule("SOV-022", "SOV-034")
def test_a_fight_can_end_in_the_free_round_without_any_initiative() -> None:
    fight = play(
        "a g",
        """
        > a attack g with war axe
        ! attack d20 20
        ! damage d10 10
        """,
        first="",
        surprised="foes",
        a=fighter(weapons=(AXE,)),
        g=foe(),
    )
    assert unit(fight, "g").status == DEAD
    assert told(fight, "initiative", "ends") == ["ends reason=defeat team=0"]
