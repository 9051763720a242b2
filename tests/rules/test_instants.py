"""Instants: out of turn, even after the dice, and all those of one moment at the same time."""

import pytest
from tests.scene import fighter, foe, may, play, told, unit, why_not

from shieldwall.core.state import DEAD


@pytest.mark.rule("SOV-039")
def test_an_instant_is_used_out_of_turn_and_after_the_dice() -> None:
    """13 would hit AC 12; the answer comes when the roll lies on the table."""
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 12
        = attack unit=g target=a weapon=sword how=melee die=12 total=13 ac=12 hit=yes
        > a total-defense
        = total-defense unit=a
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").hp == 8
    assert told(fight, "harm") == []
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-039")
def test_an_instant_may_be_called_between_two_actions_of_somebody_else() -> None:
    fight = play(
        "a . g",
        """
        > g run B1
        > a total-defense
        > g attack a with sword
        ! attack d20 12
        """,
        first="foes",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, creature=True),
    )
    assert told(fight, "total-defense", "attack") == [
        "total-defense unit=a",
        "attack unit=g target=a weapon=sword how=melee die=12 total=13 ac=14 hit=no",
    ]
    assert unit(fight, "a").hp == 8


@pytest.mark.rule("SOV-039")
def test_the_same_instant_is_not_used_twice_on_one_trigger() -> None:
    """Declared before the dice, it is not offered again after them."""
    fight = play(
        "a g",
        """
        > g attack a with sword
        > a total-defense
        ! attack d20 12
        """,
        first="foes",
        stops="always",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, creature=True),
    )
    assert told(fight, "total-defense") == ["total-defense unit=a"]
    assert may(fight, "g done"), "nobody is asked any more"
    assert why_not(fight, "a total-defense") == "is-defending SOV-079"


@pytest.mark.rule("SOV-022", "SOV-039")
def test_the_surprised_have_no_instants() -> None:
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 12
        ! damage d8 3
        """,
        first="",
        surprised="party",
        stops="always",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").hp == 5
    assert why_not(fight, "a total-defense") == "is-surprised SOV-022"
    assert why_not(fight, "a snap g with sword") == "is-surprised SOV-022"


TWO_AT_ONCE = """
> g attack a with sword
! attack d20 12
"""


@pytest.mark.rule("SOV-040")
def test_all_who_can_answer_a_moment_are_asked_before_anything_of_it_is_resolved() -> None:
    fight = play(
        "a g b",
        TWO_AT_ONCE,
        first="foes",
        stops="matters",
        a=fighter(ac=12),
        b=fighter(),
        g=foe(hp=4, attack=1, creature=True),
    )
    assert [fight.names.units[request.unit] for request in fight.requests] == ["a", "b"]
    fight.dice_by_hand(True)
    fight.push("b snap g with sword")
    assert told(fight, "snap") == [], "sealed until the other has answered"
    fight.push("a pass")
    assert told(fight, "snap") == ["snap unit=b target=g"]


@pytest.mark.rule("SOV-040")
def test_instants_of_one_moment_are_all_paid_for_even_where_one_makes_the_other_needless() -> None:
    """The foe dies of the one; the other has been used all the same."""
    fight = play(
        "a g b h",
        TWO_AT_ONCE
        + """
        > a total-defense
        > b snap g with sword
        ! attack d20 20
        ! damage d8 8
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=12),
        b=fighter(),
        g=foe(hp=4, attack=1, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (0, 0)
    assert told(fight, "snap", "falls", "total-defense") == [
        "snap unit=b target=g",
        "falls unit=g by=b how=dead",
        "total-defense unit=a",
    ]
    assert unit(fight, "a").hp == 8
