"""Instants: out of turn, even after the dice, and all of one moment together."""

import pytest
from tests.scene import fighter, foe, may, play, told, unit, why_not

from shieldwall.engine.state.state import DEAD


@pytest.mark.rule("SOV-039")
def test_an_instant_is_used_out_of_turn_and_after_the_dice() -> None:
    """13 would hit AC 12; the reaction comes when the roll is known."""
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
def test_an_instant_may_be_called_between_two_actions_of_another_unit() -> None:
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


@pytest.mark.rule("SOV-022", "SOV-039")
def test_the_surprised_have_no_luck_either() -> None:
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
        a=fighter(hp=8, ac=12, luck=1),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").hp == 5
    assert unit(fight, "a").luck == 1


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
    """The first one kills the foe; the second is used up all the same."""
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


@pytest.mark.rule("SOV-039")
def test_luck_turns_a_roll_that_lies_on_the_table_and_only_as_often_as_one_has_it() -> None:
    """2 + 1 misses AC 14, and hits all the same; the next miss stays one."""
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 2
        = attack unit=a target=g weapon=sword how=melee die=2 total=3 ac=14 hit=no
        > a luck
        ! damage d8 5
        > a done
        > g done
        > a attack g with sword
        ! attack d20 2
        """,
        stops="matters",
        a=fighter(attack=1, luck=1),
        g=foe(hp=9, ac=14, creature=True),
    )
    assert unit(fight, "g").hp == 4
    assert unit(fight, "a").luck == 0
    assert len(told(fight, "luck")) == 1


@pytest.mark.rule("SOV-040")
@pytest.mark.parametrize(
    ("die", "answers"),
    [
        (2, "> a luck\n> g luck\n"),
        (15, "> g luck\n"),
    ],
    ids=["a miss", "a hit"],
)
def test_luck_against_luck_ends_in_a_miss(die: int, answers: str) -> None:
    """The defence has the last word: what the target's luck has turned, no luck turns back."""
    fight = play(
        "a g",
        f"> a attack g with sword\n! attack d20 {die}\n{answers}",
        stops="matters",
        a=fighter(attack=1, luck=1),
        g=foe(hp=9, ac=14, luck=1, creature=True),
    )
    assert told(fight, "harm") == []
    assert unit(fight, "g").hp == 9
    assert may(fight, "a done"), "nobody is asked any more"
