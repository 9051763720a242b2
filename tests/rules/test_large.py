"""Creatures of more than one square: where they fit, whom they block, how far they reach."""

import pytest
from tests.rules.ways import exact
from tests.scene import POLEARM, SLING, SPEAR, fighter, foe, may, play, terms, told, why_not

from shieldwall.engine.state.sheet import Sheet


def ogre(**facts: object) -> Sheet:
    return foe(size=2, height=10, length=4, breadth=4, **facts)


@pytest.mark.rule("SOV-001", "SOV-003")
def test_a_large_enemy_bars_each_of_its_four_squares() -> None:
    fight = play(
        """
        . . . .
        a o o .
        . o o .
        . . . .
        """,
        "",
        a=fighter(speed=60),
        o=ogre(),
    )
    assert exact(fight, "a run B2") == "foe-in-the-way SOV-003"
    assert exact(fight, "a run A3-B3") == "foe-in-the-way SOV-003"
    assert exact(fight, "a run A1-B1-C1-D1-D2-C2") == "foe-in-the-way SOV-003"
    assert exact(fight, "a run A3-A4-B4-C4-C3") == "foe-in-the-way SOV-003"
    assert exact(fight, "a run A3-A4-B4-C4-D4-D3-D2-D1-C1-B1") == ""


@pytest.mark.rule("SOV-001", "SOV-002")
def test_a_large_ally_is_passed_and_none_of_its_squares_is_stopped_on() -> None:
    fight = play(
        """
        a o o . .
        # o o . g
        """,
        "> a run B1-C2-D2",
        party="a o",
        a=fighter(),
        o=ogre(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=B1,C2,D2 feet=15"]
    fight.pop()
    assert exact(fight, "a run B1-C2") == "occupied SOV-002"


@pytest.mark.rule("SOV-001")
def test_a_large_creature_does_not_pass_a_gap_of_one_square_where_a_man_does() -> None:
    drawing = """
        o o # . .
        o o . . g
        . . # . .
        """
    large = play(drawing, "", party="o", o=ogre(speed=60), g=foe())
    assert not may(large, "o run D1")
    assert may(large, "o run A2"), "it may shift about on its own side"
    man = play(drawing, "", party="o", o=fighter(speed=60), g=foe())
    assert may(man, "o run D1")


@pytest.mark.rule("SOV-001", "SOV-007")
def test_a_large_creature_walks_through_a_gap_as_wide_as_itself() -> None:
    fight = play(
        """
        o o # # . .
        o o . . . .
        . . . . . g
        . . # # . .
        """,
        "> o run A2-B2-C2-D2",
        party="o",
        o=ogre(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=o path=A2,B2,C2,D2 feet=20"]


@pytest.mark.rule("SOV-001", "SOV-009")
def test_one_difficult_square_under_a_large_body_makes_the_step_cost_ten_feet() -> None:
    fight = play(
        """
        o o . . g
        o o ~ . .
        """,
        "> o run B1",
        party="o",
        o=ogre(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=o path=B1 feet=10"]


@pytest.mark.rule("SOV-001", "SOV-011")
def test_a_large_body_does_not_cut_corners_with_any_of_its_squares() -> None:
    """Down to the right, its upper right square would cut the corner of the wall at C1."""
    drawing = """
        o o {} . .
        o o . . .
        . . . . g
        """
    free = play(drawing.format("."), "", party="o", o=ogre(), g=foe())
    assert exact(free, "o run B2") == ""
    for mark in "#x":
        barred = play(drawing.format(mark), "", party="o", o=ogre(), g=foe())
        assert exact(barred, "o run B2") == "cuts-a-corner SOV-011"


@pytest.mark.rule("SOV-001", "SOV-011")
def test_a_large_body_does_not_cut_the_corner_of_an_enemy() -> None:
    fight = play(
        """
        o o g .
        o o . .
        . . . .
        """,
        "",
        party="o",
        o=ogre(),
        g=foe(),
    )
    assert exact(fight, "o run B2") == "cuts-a-corner SOV-011"
    assert exact(fight, "o run A2") == ""


@pytest.mark.rule("SOV-001", "SOV-006", "SOV-007")
def test_distance_to_a_large_creature_is_measured_to_its_nearest_square() -> None:
    """The spear reaches 10 ft: two squares from the ogre's edge, not from its first square."""
    for drawing, refusal in (
        ("o o . a\no o . .", ""),
        ("o o . .\no o . .\n. . . .\n. . . a", ""),
        ("o o . . a\no o . . .", "out-of-reach SOV-047"),
    ):
        fight = play(drawing, "", a=fighter(weapons=(SPEAR,)), o=ogre())
        assert why_not(fight, "a attack o with spear") == refusal


@pytest.mark.rule("SOV-001", "SOV-049")
def test_a_large_foe_binds_a_shooter_beside_any_of_its_squares() -> None:
    fight = play(
        """
        o o . . g
        o o . . .
        . . a . .
        """,
        """
        > a shoot g with sling
        ! attack d20 1
        """,
        a=fighter(weapons=(SLING,)),
        o=ogre(),
        g=foe(),
    )
    assert terms(fight)["foe in melee range"] == -4


@pytest.mark.rule("SOV-085")
def test_the_reach_of_a_large_foe_is_five_feet_from_any_square_unless_its_weapon_is_long() -> None:
    drawing = """
        o o . . . .
        o o a . . .
        """
    near = play(drawing, "> a run D2", a=fighter(), o=ogre())
    request = near.request
    assert request is not None
    assert request.unit == near.names.index["o"]
    assert told(near, "moved") == [], "the blow comes before the step"

    long = play(drawing, "> a run D2", a=fighter(), o=ogre(weapons=(POLEARM,)))
    assert told(long, "moved") == ["moved unit=a path=D2 feet=5"]
    assert told(long, "opportunity") == []
