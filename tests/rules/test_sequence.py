"""Initiative, the order of sides, the round, and how a fight ends."""

import pytest
from tests.scene import AXE, SWORD, fighter, foe, may, play, play_setup, setup, told, unit, why_not

from shieldwall.engine.state.state import DEAD, DOWN, FLED, Side
from shieldwall.fight import Fight


def order(fight: Fight) -> str:
    (text,) = told(fight, "order")
    return text.removeprefix("order sides=")


@pytest.mark.rule("SOV-029")
def test_every_side_rolls_one_d8_and_only_the_party_adds_its_best_dex() -> None:
    fight = play(
        "a b . g",
        """
        ! initiative d8 4
        ! initiative d8 5
        """,
        first="",
        a=fighter(dex=1),
        b=fighter(dex=2),
        g=foe(dex=2),
    )
    assert told(fight, "initiative", "order") == [
        "initiative side=party die=4 total=6",
        "initiative side=foes die=5 total=5",
        "order sides=party,foes",
    ]


@pytest.mark.rule("SOV-029")
def test_a_party_of_the_clumsy_subtracts_its_least_bad_dex() -> None:
    fight = play(
        "a b . g",
        """
        ! initiative d8 6
        ! initiative d8 5
        """,
        first="",
        a=fighter(dex=-2),
        b=fighter(dex=-1),
        g=foe(),
    )
    assert told(fight, "initiative")[0] == "initiative side=party die=6 total=5"


@pytest.mark.rule("SOV-029")
def test_the_dex_of_a_unit_that_fell_in_the_surprise_round_no_longer_counts() -> None:
    fight = play(
        "a g b",
        """
        > g attack b with war axe
        ! attack d20 20
        ! damage d10 10
        > g done
        ! initiative d8 4
        ! initiative d8 1
        """,
        first="",
        surprised="party",
        a=fighter(dex=1),
        b=fighter(dex=2),
        g=foe(weapons=(AXE,)),
    )
    assert unit(fight, "b").status == DOWN
    assert told(fight, "initiative")[0] == "initiative side=party die=4 total=5"


@pytest.mark.rule("SOV-030")
def test_the_members_of_a_side_act_in_any_order_they_like() -> None:
    for first, second in (("a", "b"), ("b", "a")):
        fight = play(
            "a b . g",
            f"""
            > {first} done
            > {second} done
            """,
            a=fighter(),
            b=fighter(),
            g=foe(),
        )
        assert told(fight, "turn") == [f"turn unit={first}", f"turn unit={second}"]
        assert may(fight, "g done"), "the next side follows"
        assert why_not(fight, "a done") == "has-acted SOV-030"


@pytest.mark.rule("SOV-030")
def test_a_side_acts_only_when_the_one_before_it_has_finished() -> None:
    fight = play("a b . g", "> b done", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "g done") == "not-its-side SOV-030"


@pytest.mark.rule("SOV-030")
def test_turns_are_not_interleaved() -> None:
    fight = play("a b . g", "> a run C1", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "b done") == "another-is-acting SOV-030"


@pytest.mark.rule("SOV-153")
def test_one_takes_its_own_actions_in_any_order() -> None:
    """Main then Move, Move then Main, Main then Main turned into a Move; Free in between."""
    for actions in (
        ("attack g", "prone", "run A2"),
        ("run A2", "attack g", "prone"),
        ("prone", "attack g", "run A2"),
    ):
        fight = play("a g\n. .", "", a=fighter(), g=foe(ac=14))
        fight.dice_by_hand(True)
        for action in actions:
            fight.push(f"a {action}")
            if action == "attack g":
                fight.push_die(1)
        assert told(fight, "moved") == ["moved unit=a path=A2 feet=5"]
        assert len(told(fight, "attack")) == 1
        assert len(told(fight, "prone")) == 1


@pytest.mark.rule("SOV-153")
def test_a_move_is_not_split_around_the_main() -> None:
    """10 ft, an attack, and not 20 ft more."""
    fight = play(
        "a . . g",
        """
        > a run B1-C1
        > a attack g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=14),
    )
    assert why_not(fight, "a run B1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-031")
def test_the_order_stands_for_all_rounds_and_initiative_is_not_rolled_again() -> None:
    fight = play(
        "a . . g",
        """
        > g done
        > a done
        = round number=2
        > g done
        > a done
        = round number=3
        > g done
        """,
        first="foes",
        a=fighter(),
        g=foe(),
    )
    assert len(told(fight, "initiative")) == 2
    assert told(fight, "round", "turn") == [
        "round number=1",
        "turn unit=g",
        "turn unit=a",
        "round number=2",
        "turn unit=g",
        "turn unit=a",
        "round number=3",
        "turn unit=g",
    ]
    assert may(fight, "a done")


@pytest.mark.rule("SOV-032")
@pytest.mark.parametrize(("die", "expected"), [(4, "foes,party"), (5, "party,foes")])
def test_on_a_tie_the_gms_side_acts_first(die: int, expected: str) -> None:
    fight = play(
        "a . g",
        f"""
        ! initiative d8 {die}
        ! initiative d8 5
        """,
        first="",
        a=fighter(dex=1),
        g=foe(),
    )
    assert order(fight) == expected


@pytest.mark.rule("SOV-032", "SOV-033")
def test_two_npc_sides_that_tie_roll_again_between_themselves() -> None:
    fight = play(
        "a . g . h",
        """
        ! initiative d8 7
        ! initiative d8 5
        ! initiative d8 5
        ! initiative tie d8 6
        ! initiative tie d8 6
        ! initiative tie d8 2
        ! initiative tie d8 3
        """,
        first="",
        third="h",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert order(fight) == "party,third,foes"


@pytest.mark.rule("SOV-032", "SOV-033")
def test_the_party_comes_after_every_npc_side_it_ties_with() -> None:
    fight = play(
        "a . g . h",
        """
        ! initiative d8 5
        ! initiative d8 5
        ! initiative d8 5
        ! initiative tie d8 8
        ! initiative tie d8 1
        """,
        first="",
        third="h",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert order(fight) == "foes,third,party"


@pytest.mark.rule("SOV-030", "SOV-033")
def test_three_sides_act_from_the_highest_roll_down() -> None:
    fight = play(
        "a . g . h",
        """
        ! initiative d8 4
        ! initiative d8 2
        ! initiative d8 7
        > h done
        > a done
        > g done
        """,
        first="",
        third="h",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert order(fight) == "third,party,foes"
    assert told(fight, "turn") == ["turn unit=h", "turn unit=a", "turn unit=g"]


KILL_G = """
> a attack g with war axe
! attack d20 20
! damage d10 10
"""

THREE_ROLL = """
! initiative d8 8
! initiative d8 2
! initiative d8 1
"""


@pytest.mark.rule("SOV-034")
def test_the_fight_ends_at_once_when_the_last_of_a_side_falls() -> None:
    fight = play("b a g", KILL_G, a=fighter(weapons=(AXE,)), b=fighter(), g=foe())
    assert fight.request is None
    assert told(fight, "falls", "ends") == [
        "falls unit=g by=a how=dead",
        "ends reason=defeat team=0",
    ]


@pytest.mark.rule("SOV-034")
def test_the_fight_goes_on_while_one_of_each_side_stands() -> None:
    fight = play("a g . h", KILL_G, a=fighter(weapons=(AXE,)), g=foe(), h=foe())
    assert unit(fight, "g").status == DEAD
    assert told(fight, "ends") == []
    assert may(fight, "a done")


@pytest.mark.rule("SOV-034")
def test_a_side_whose_members_all_lie_dying_is_defeated() -> None:
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 20
        ! damage d8 8
        """,
        first="foes",
        a=fighter(hp=5),
        g=foe(weapons=(SWORD,)),
    )
    assert unit(fight, "a").status == DOWN
    assert told(fight, "ends") == ["ends reason=defeat team=1"]


@pytest.mark.rule("SOV-033", "SOV-034")
def test_with_three_sides_the_fight_goes_on_while_two_enemies_are_left() -> None:
    tape = THREE_ROLL + KILL_G
    axe = fighter(weapons=(AXE,))
    fight = play("a g . h", tape, first="", third="h", a=axe, g=foe(), h=foe())
    assert unit(fight, "g").status == DEAD
    assert fight.outcome is None


@pytest.mark.rule("SOV-033", "SOV-034")
def test_the_fight_is_over_when_only_allied_sides_are_left() -> None:
    made = setup("a g . h", third="h", a=fighter(weapons=(AXE,)), g=foe(), h=foe())
    made.sides[2] = Side("third", False, made.sides[0].team)
    fight = play_setup(made, THREE_ROLL + KILL_G, first="")
    assert told(fight, "ends") == ["ends reason=defeat team=0"]


@pytest.mark.rule("SOV-034")
def test_a_side_that_has_left_the_field_is_defeated() -> None:
    """One of two has gone, and the fight continues; with the second it is over."""
    fight = play(
        "a . . g\n. . . h",
        """
        > g leave
        > h leave
        > a let-go
        """,
        first="foes",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "leaves", "turn-over", "ends") == [
        "leaves unit=g",
        "turn-over unit=g",
        "leaves unit=h",
        "turn-over unit=h",
        "ends reason=retreat team=0",
    ]
    assert unit(fight, "g").status == FLED


@pytest.mark.rule("SOV-034")
def test_rounds_without_harm_or_movement_do_not_end_a_fight() -> None:
    """No book says so: it ends when a side is beaten, or when the GM says so."""
    quiet = "> a done\n> g done\n"
    fight = play("a . g", quiet * 25, a=fighter(), g=foe())
    assert told(fight, "ends") == []
    assert fight.state.clock.round == 26
    assert fight.request is not None
    fight.rule("end truce")
    assert told(fight, "ends") == ["ends reason=truce team=-1"]


@pytest.mark.rule("SOV-034")
def test_rounds_of_mutual_misses_do_not_end_a_fight() -> None:
    miss = "> {0} attack {1} with sword\n! attack d20 2\n> {0} done\n"
    both = miss.format("a", "g") + miss.format("g", "a")
    fight = play("a g", both * 12, a=fighter(ac=18), g=foe(ac=18, weapons=(SWORD,)))
    assert told(fight, "ends") == []
    assert fight.state.clock.round == 13
