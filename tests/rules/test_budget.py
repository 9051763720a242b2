"""What a round allows: a Main, a Move, a Main as a second Move, Free actions."""

import pytest
from tests.scene import fighter, foe, may, play, told, unit, why_not

MISS = "! attack d20 1\n"


@pytest.mark.rule("SOV-035")
def test_there_is_one_main_a_round() -> None:
    fight = play("a g", "> a attack g with sword\n" + MISS, a=fighter(), g=foe(ac=14))
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a disengage") == "main-spent SOV-035"


@pytest.mark.rule("SOV-035")
def test_budgets_are_filled_at_the_start_of_a_round_and_not_of_ones_own_turn() -> None:
    """The foe acts second: in round 2 its Main is there again while the party is still acting."""
    fight = play(
        "a g",
        f"""
        > a attack g with sword
        {MISS}
        > a done
        > g attack a with sword
        {MISS}
        """,
        a=fighter(ac=14),
        g=foe(ac=14),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1), "spent until the round ends"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 1)
    fight.push("g done")
    assert told(fight, "round") == ["round number=1", "round number=2"]
    assert may(fight, "a attack g")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (1, 1)


@pytest.mark.rule("SOV-035", "SOV-036")
def test_what_is_left_of_a_round_is_not_saved_for_the_next() -> None:
    fight = play("a . . g", "> a done\n> g done\n", a=fighter(), g=foe())
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)


@pytest.mark.rule("SOV-036")
def test_there_is_one_move_a_round_beside_the_main() -> None:
    fight = play(
        "a . g",
        f"""
        > a run B1
        > a attack g with sword
        {MISS}
        """,
        a=fighter(),
        g=foe(ac=14),
    )
    assert why_not(fight, "a run A1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-036")
def test_standing_up_takes_the_move() -> None:
    fight = play(
        "a . . g",
        """
        > a prone
        > a stand
        """,
        a=fighter(),
        g=foe(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert not unit(fight, "a").prone


@pytest.mark.rule("SOV-037")
def test_the_main_serves_as_a_second_move_and_then_it_is_spent() -> None:
    fight = play(
        "a . . . . . . . . . . . . g",
        """
        > a run G1
        > a run M1
        """,
        a=fighter(),
        g=foe(ac=14),
    )
    assert told(fight, "moved") == [
        "moved unit=a path=B1,C1,D1,E1,F1,G1 feet=30",
        "moved unit=a path=H1,I1,J1,K1,L1,M1 feet=30",
    ]
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a run L1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-037")
def test_the_move_is_spent_before_the_main() -> None:
    fight = play("a . g", "> a run B1", a=fighter(), g=foe(ac=14))
    assert may(fight, "a attack g")


@pytest.mark.rule("SOV-037")
def test_a_move_is_no_second_main() -> None:
    fight = play("a g", "> a attack g with sword\n" + MISS, a=fighter(), g=foe(ac=14))
    assert unit(fight, "a").moves == 1
    assert not may(fight, "a attack g")


@pytest.mark.rule("SOV-038")
def test_free_actions_cost_nothing_and_may_be_taken_again() -> None:
    fight = play(
        "a . . . g",
        """
        > a prone
        > a stand
        > a prone
        > a stand
        > a prone
        """,
        a=fighter(),
        g=foe(),
    )
    assert len(told(fight, "prone")) == 3
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    assert unit(fight, "a").prone


@pytest.mark.rule("SOV-038")
def test_free_actions_belong_to_ones_own_turn() -> None:
    fight = play("a b . . g", "> a done", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "a prone") == "has-acted SOV-030"
    assert why_not(fight, "g prone") == "not-its-side SOV-030"
    assert may(fight, "b prone")


@pytest.mark.rule("SOV-035")
def test_a_side_that_lost_initiative_can_spend_the_rounds_main_before_its_turn() -> None:
    """And then it is spent when the turn comes."""
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 12
        > a total-defense
        > g done
        """,
        first="foes",
        stops="matters",
        a=fighter(ac=12),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").mains == 0
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert may(fight, "a prone")
