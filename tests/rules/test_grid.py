"""The grid: squares of 5 ft, passing other units, step costs, corners."""

import pytest
from tests.rules.ways import exact
from tests.scene import AXE, DAGGER, fighter, foe, may, play, terms, told, unit, where, why_not

from shieldwall.engine.state.state import DEAD, DOWN


@pytest.mark.rule("SOV-001", "SOV-007")
def test_a_step_to_the_next_square_is_five_feet() -> None:
    fight = play("a . . g", "> a run B1", a=fighter(), g=foe())
    assert told(fight, "moved") == ["moved unit=a path=B1 feet=5"]


@pytest.mark.rule("SOV-001")
def test_a_man_fills_one_square_and_no_more() -> None:
    """Three stand in three squares that touch, at the end of a passage one square wide."""
    fight = play("a b . . g", "> a run C1", party="a b", a=fighter(), b=fighter(), g=foe())
    assert where(fight, "a") == "C1"
    assert exact(fight, "a run D1") == ""
    assert exact(fight, "a run B1") == "occupied SOV-002"


@pytest.mark.rule("SOV-002")
def test_allies_pass_through_each_other_at_the_usual_cost() -> None:
    fight = play("a b c . . . . . g", "> a run G1", a=fighter(), b=fighter(), c=fighter(), g=foe())
    assert told(fight, "moved") == ["moved unit=a path=B1,C1,D1,E1,F1,G1 feet=30"]


@pytest.mark.rule("SOV-002")
def test_no_unit_ends_a_move_in_an_occupied_square() -> None:
    fight = play("a b . . . . . . g", "", a=fighter(), b=fighter(), g=foe())
    assert exact(fight, "a run B1") == "occupied SOV-002"
    assert exact(fight, "a run B1-C1") == ""


@pytest.mark.rule("SOV-002")
@pytest.mark.parametrize(
    ("named", "status", "refusal"), [(True, DOWN, "occupied SOV-002"), (False, DEAD, "")]
)
def test_a_fallen_ally_still_fills_its_square_and_a_corpse_does_not(
    named: bool, status: int, refusal: str
) -> None:
    fight = play(
        "a b . g",
        """
        > g run C1
        > g attack b with war axe
        ! attack d20 20
        ! damage d10 10
        > g done
        """,
        first="foes",
        a=fighter(),
        b=fighter(hp=1, named=named),
        g=foe(weapons=(AXE,)),
    )
    assert unit(fight, "b").status == status
    assert exact(fight, "a run B1") == refusal


@pytest.mark.rule("SOV-003")
def test_the_square_of_a_standing_enemy_cannot_be_entered_or_crossed() -> None:
    fight = play("a g . .", "", a=fighter(), g=foe())
    assert exact(fight, "a run B1") == "foe-in-the-way SOV-003"
    assert exact(fight, "a run B1-C1") == "foe-in-the-way SOV-003"
    assert not may(fight, "a run C1")


FELL_G = """
> a attack g with war axe
! attack d20 20
! damage d10 10
"""


@pytest.mark.rule("SOV-003")
def test_an_enemy_who_is_down_is_crossed_for_ten_feet_and_not_stopped_on() -> None:
    fight = play(
        "a g . . h",
        FELL_G + "> a run C1",
        a=fighter(weapons=(AXE,)),
        g=fighter(hp=1),
        h=foe(),
    )
    assert unit(fight, "g").status == DOWN
    assert told(fight, "moved") == ["moved unit=a path=B1,C1 feet=15"]
    fight.pop()
    assert exact(fight, "a run B1") == "occupied SOV-002"


@pytest.mark.rule("SOV-003")
def test_an_enemy_who_lies_prone_is_crossed_for_ten_feet_and_not_stopped_on() -> None:
    """Only a standing enemy bars its square."""
    fight = play(
        "a g . . . . .",
        """
        > g prone
        > g done
        """,
        first="foes",
        a=fighter(),
        g=foe(),
    )
    assert exact(fight, "a run B1") == "occupied SOV-002"
    assert exact(fight, "a run B1-C1-D1-E1-F1") == "", "10 ft for the body and 20 ft beyond it"
    assert exact(fight, "a run B1-C1-D1-E1-F1-G1") == "too-far SOV-084"


@pytest.mark.rule("SOV-004")
def test_killing_the_enemy_who_bars_the_way_opens_it() -> None:
    party = fighter(weapons=(AXE,))
    before = play("a g . . h", "", a=party, g=foe(hp=1), h=foe())
    assert exact(before, "a run B1-C1") == "foe-in-the-way SOV-003"
    fight = play("a g . . h", FELL_G + "> a run B1-C1", a=party, g=foe(hp=1), h=foe())
    assert unit(fight, "g").status == DEAD
    assert told(fight, "moved") == ["moved unit=a path=B1,C1 feet=10"]


@pytest.mark.rule("SOV-004")
def test_shoving_the_enemy_who_bars_the_way_opens_it() -> None:
    """Knocked down, it is crossed for 10 ft; pushed aside, it is passed at the usual cost."""
    drawing = """
        a g . h
        # . # #
        """
    tape = """
        > a shove {}
        ! attack d20 20
        ! shove d6 6
        ! shove d6 6
        > a run B1-C1
        """
    for how, feet in (("g with sword : prone", 15), ("B2 g with sword : push", 10)):
        fight = play(drawing, tape.format(how), a=fighter(), g=foe(), h=foe())
        assert told(fight, "moved") == [f"moved unit=a path=B1,C1 feet={feet}"]


@pytest.mark.rule("SOV-005")
@pytest.mark.parametrize("measure", ["height", "length", "breadth"])
def test_one_eight_times_as_big_in_any_measure_walks_over_enemies_as_difficult_ground(
    measure: str,
) -> None:
    small = {"height": 3, "length": 3, "breadth": 3}
    fight = play(
        "o g . . . . .",
        "",
        party="o",
        o=fighter(**{**small, measure: 24}),
        g=foe(**small),
    )
    assert exact(fight, "o run B1") == "occupied SOV-002", "it may not end on top of one"
    assert exact(fight, "o run B1-C1-D1-E1-F1") == "", "10 ft and 20 ft"
    assert exact(fight, "o run B1-C1-D1-E1-F1-G1") == "too-far SOV-084"


@pytest.mark.rule("SOV-005")
@pytest.mark.parametrize("measure", ["height", "length", "breadth"])
def test_one_just_under_eight_times_as_big_is_barred_like_any_unit(measure: str) -> None:
    small = {"height": 3, "length": 3, "breadth": 3}
    fight = play("o g . .", "", party="o", o=fighter(**{**small, measure: 23}), g=foe(**small))
    assert exact(fight, "o run B1-C1") == "foe-in-the-way SOV-003"


@pytest.mark.rule("SOV-005")
def test_being_small_lets_no_unit_through_a_giant() -> None:
    fight = play("a o . .", "", a=fighter(height=3), o=foe(height=24))
    assert exact(fight, "a run B1-C1") == "foe-in-the-way SOV-003"


@pytest.mark.rule("SOV-005", "SOV-011")
@pytest.mark.parametrize(("height", "refusal"), [(47, "cuts-a-corner SOV-011"), (48, "")])
def test_a_giant_cuts_the_corner_of_an_enemy_it_could_tread_on(height: int, refusal: str) -> None:
    fight = play(
        """
        o g
        . .
        """,
        "",
        party="o",
        o=fighter(height=height),
        g=foe(height=6),
    )
    assert exact(fight, "o run B2") == refusal


@pytest.mark.rule("SOV-006")
def test_the_eight_squares_around_one_are_adjacent_and_those_beyond_are_not() -> None:
    fight = play(
        """
        a b c . .
        d g e k .
        f h i . .
        . . m . .
        """,
        "",
        party="a b c d e f h i k m",
        g=foe(),
        k=fighter(),
        m=fighter(),
        a=fighter(),
        b=fighter(),
        c=fighter(),
        d=fighter(),
        e=fighter(),
        f=fighter(),
        h=fighter(),
        i=fighter(),
    )
    for neighbour in "abcdefhi":
        assert may(fight, f"{neighbour} attack g"), neighbour
    assert why_not(fight, "k attack g with sword") == "out-of-reach SOV-047"
    assert why_not(fight, "m attack g with sword") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-007")
def test_a_diagonal_step_costs_five_feet_like_any_other() -> None:
    fight = play(
        """
        a . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . g
        . . . . . . . .
        """,
        "> a run G7",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=B2,C3,D4,E5,F6,G7 feet=30"]
    fight.pop()
    assert not may(fight, "a run H8"), "a seventh step is one too many"


@pytest.mark.rule("SOV-007")
def test_a_step_leads_to_an_adjacent_square() -> None:
    fight = play("a . . . g", "", a=fighter(), g=foe())
    assert exact(fight, "a run B1-D1") == "no-way SOV-007"
    assert exact(fight, "a run B1-B1") == "no-way SOV-007"


@pytest.mark.rule("SOV-007")
def test_ranges_count_a_diagonal_as_five_feet_too() -> None:
    """A dagger flies 30 ft without penalty: six squares in any direction."""
    for drawing, expected in (
        ("a . . . . . g", False),
        ("a . . . . . . g", True),
        ("a\n.\n.\n.\n.\n.\n. . . . . . g", False),
        ("a\n.\n.\n.\n.\n.\n.\n. . . . . . g", True),
    ):
        fight = play(
            drawing,
            """
            > a throw g with dagger
            ! attack d20 1
            """,
            a=fighter(weapons=(DAGGER,)),
            g=foe(),
        )
        assert ("long range" in terms(fight)) == expected


@pytest.mark.rule("SOV-009")
def test_entering_difficult_ground_costs_ten_feet_and_leaving_it_does_not() -> None:
    fight = play("a ~ ~ . . . g", "> a run E1", a=fighter(), g=foe())
    assert told(fight, "moved") == ["moved unit=a path=B1,C1,D1,E1 feet=30"]
    fight.pop()
    assert exact(fight, "a run B1-C1-D1-E1-F1") == "too-far SOV-084"


@pytest.mark.rule("SOV-009")
def test_a_diagonal_into_difficult_ground_costs_ten_feet_too() -> None:
    fight = play(
        """
        a . g
        . ~ .
        """,
        "> a run B2",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=B2 feet=10"]


@pytest.mark.rule("SOV-009")
def test_an_enemy_lying_on_difficult_ground_costs_ten_feet_and_not_more() -> None:
    fight = play(
        "a ~ g . h",
        """
        > g run B1
        > g done
        > h done
        """
        + FELL_G
        + "> a run C1",
        first="foes",
        a=fighter(weapons=(AXE,)),
        g=fighter(hp=1),
        h=foe(),
    )
    assert unit(fight, "g").status == DOWN
    assert told(fight, "moved")[-1] == "moved unit=a path=B1,C1 feet=15"


@pytest.mark.rule("SOV-009")
def test_a_unit_that_crawls_has_half_the_allowance_and_difficult_ground_stays_at_ten_feet() -> None:
    """15 ft: one difficult square and a plain one, not two difficult ones."""
    fight = play("a ~ . . g\n~ # # #\n~ # # #", "> a prone", a=fighter(), g=foe())
    assert exact(fight, "a run B1-C1") == ""
    assert exact(fight, "a run B1-C1-D1") == "too-far SOV-084"
    assert exact(fight, "a run A2") == ""
    assert exact(fight, "a run A2-A3") == "too-far SOV-084"
