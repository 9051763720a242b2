"""Thin walls, doors, ledges and stairs: what blocks a step and what it costs."""

import pytest
from tests.rules.ways import exact, with_floors
from tests.scene import (
    DAGGER,
    SPEAR,
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.space.grid import Opening, Wall

TALL = 10 * 12


def wall(x0: int, y0: int, x1: int, y1: int, top: int = TALL) -> Wall:
    """Along the edges of squares, its ends counted in squares."""
    return Wall(60 * x0, 60 * y0, 60 * x1, 60 * y1, 0, top, "wall")


def doorway(x: int, door: int = -1) -> Wall:
    """A wall on the left edge of column x in the first row, with an opening 3 ft wide."""
    hole = Opening(12, 48, 0, 84)
    return Wall(60 * x, 0, 60 * x, 60, 0, TALL, "door", (hole,), door)


@pytest.mark.rule("SOV-010")
def test_a_wall_on_the_edge_between_two_squares_bars_the_step() -> None:
    fight = play("a . . g", "", walls=(wall(1, 0, 1, 1),), a=fighter(), g=foe())
    assert exact(fight, "a run B1") == "no-way SOV-010"
    fight = play("a . . g", "", walls=(wall(2, 0, 2, 1),), a=fighter(), g=foe())
    assert exact(fight, "a run B1") == ""
    assert exact(fight, "a run B1-C1") == "no-way SOV-010"


@pytest.mark.rule("SOV-010")
def test_a_doorway_lets_through_and_a_closed_door_does_not() -> None:
    passage = play("a . . g", "", walls=(doorway(1),), a=fighter(), g=foe())
    assert exact(passage, "a run B1") == ""
    closed = play("a . . g", "", walls=(doorway(1, door=0),), a=fighter(), g=foe())
    assert exact(closed, "a run B1") == "no-way SOV-010"


@pytest.mark.rule("SOV-010", "SOV-036")
def test_opening_a_door_is_a_brief_act_that_takes_the_move_and_clears_the_way() -> None:
    fight = play(
        "a . . g",
        "> a open B1",
        walls=(doorway(1, door=0),),
        a=fighter(),
        g=foe(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert exact(fight, "a run B1") == ""


@pytest.mark.rule("SOV-010")
def test_a_window_lets_no_unit_through() -> None:
    slit = Wall(60, 0, 60, 60, 0, TALL, "window", (Opening(12, 48, 42, 84),))
    fight = play("a . . g", "", walls=(slit,), a=fighter(), g=foe())
    assert exact(fight, "a run B1") == "no-way SOV-010"


@pytest.mark.rule("SOV-010")
@pytest.mark.parametrize(
    ("feet", "refusal", "cost"), [(3, "", 10), (4, "", 10), (5, "no-way SOV-010", 0)]
)
def test_a_low_wall_is_climbed_over_like_difficult_ground_and_a_higher_one_not(
    feet: int, refusal: str, cost: int
) -> None:
    walls = (wall(1, 0, 1, 1, top=12 * feet),)
    fight = play("a . . g", "", walls=walls, a=fighter(), g=foe())
    assert exact(fight, "a run B1") == refusal
    if cost:
        fight.push("a run B1")
        assert told(fight, "moved") == [f"moved unit=a path=B1 feet={cost}"]


@pytest.mark.rule("SOV-011")
@pytest.mark.parametrize(
    "ends",
    [(1, 0, 1, 1), (1, 1, 1, 2), (0, 1, 1, 1), (1, 1, 2, 1)],
    ids=["above", "below", "left", "right"],
)
def test_a_diagonal_step_does_not_go_around_the_end_of_a_thin_wall(
    ends: tuple[int, int, int, int],
) -> None:
    """The four walls that meet at the corner the step crosses: each of them is cut by it."""
    drawing = """
        a . .
        . . g
        """
    assert exact(play(drawing, "", a=fighter(), g=foe()), "a run B2") == ""
    fight = play(drawing, "", walls=(wall(*ends),), a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"


@pytest.mark.rule("SOV-011")
@pytest.mark.parametrize(
    "ends",
    [(60, 0, 60, 50), (60, 70, 60, 120), (0, 60, 50, 60), (70, 60, 120, 60)],
    ids=["above", "below", "left", "right"],
)
def test_nor_past_a_wall_that_bars_one_of_the_ways_around_the_corner(
    ends: tuple[int, int, int, int],
) -> None:
    """It ends short of the corner, but shuts one of the straight steps beside the diagonal."""
    x0, y0, x1, y1 = ends
    walls = (Wall(x0, y0, x1, y1, 0, TALL, "wall"),)
    fight = play("a . .\n. . g", "", walls=walls, a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"


@pytest.mark.rule("SOV-017")
def test_neighbours_with_a_closed_door_between_them_cannot_strike_at_each_other() -> None:
    closed = play("a g", "", walls=(doorway(1, door=0),), a=fighter(), g=foe())
    assert why_not(closed, "a attack g with sword") == "no-line SOV-017"
    passage = play("a g", "", walls=(doorway(1),), a=fighter(), g=foe())
    assert may(passage, "a attack g")


@pytest.mark.rule("SOV-041", "SOV-085")
def test_a_foe_behind_a_wall_does_not_strike_at_a_unit_that_runs_away() -> None:
    fight = play(
        "a g\n. .\n. .\n. .", "> a run A3", walls=(wall(1, 0, 1, 4),), a=fighter(), g=foe()
    )
    assert told(fight, "moved", "opportunity") == ["moved unit=a path=A2,A3 feet=10"]


@pytest.mark.rule("SOV-049", "SOV-050")
def test_a_foe_behind_a_wall_does_not_bind_a_shooter() -> None:
    fight = play(
        """
        . a h
        . . .
        . g .
        """,
        """
        > a throw g with dagger
        ! attack d20 1
        """,
        walls=(wall(2, 0, 2, 3),),
        a=fighter(weapons=(DAGGER,)),
        g=foe(),
        h=foe(),
    )
    assert "foe in melee range" not in terms(fight)


@pytest.mark.rule("SOV-006")
@pytest.mark.parametrize(
    ("feet", "refusal"), [(5, ""), (6, "out-of-reach SOV-047"), (10, "out-of-reach SOV-047")]
)
def test_cubes_that_touch_upwards_are_adjacent_and_others_are_not(feet: int, refusal: str) -> None:
    """A unit on a 5 ft ledge stands level with the other's head; a foot more is too far."""
    made = with_floors(setup("a g", a=fighter(), g=foe()), B1=12 * feet)
    assert why_not(play_setup(made, ""), "a attack g with sword") == refusal


@pytest.mark.rule("SOV-007")
@pytest.mark.parametrize(("feet", "refusal"), [(10, ""), (15, "out-of-reach SOV-047")])
def test_height_counts_in_a_distance_like_the_other_axes(feet: int, refusal: str) -> None:
    """A reach of 10 ft goes two cubes up, and no three."""
    made = with_floors(setup("a g", a=fighter(weapons=(SPEAR,)), g=foe()), B1=12 * feet)
    assert why_not(play_setup(made, ""), "a attack g with spear") == refusal


@pytest.mark.rule("SOV-007")
def test_a_high_target_is_out_of_normal_range_by_its_height_alone() -> None:
    """Seven cubes up are 35 ft, however near the foot of the cliff."""
    for feet, expected in ((30, False), (35, True)):
        made = with_floors(setup("a . g", a=fighter(weapons=(DAGGER,)), g=foe()), C1=12 * feet)
        fight = play_setup(
            made,
            """
            > a throw g with dagger
            ! attack d20 1
            """,
        )
        assert ("long range" in terms(fight)) == expected


@pytest.mark.rule("SOV-007")
@pytest.mark.parametrize(("drawing", "feet"), [("a / 1 g", 10), ("a 1 1 g", 15)])
def test_stairs_cost_as_flat_ground_does_and_a_climb_twice_its_height(
    drawing: str, feet: int
) -> None:
    """Up a 5 ft ledge 10 ft, then a step; by the stairs 5 ft a square."""
    fight = play(drawing, "> a run C1", a=fighter(), g=foe())
    assert told(fight, "moved") == [f"moved unit=a path=B1,C1 feet={feet}"]


@pytest.mark.rule("SOV-011")
def test_the_edge_of_a_high_ledge_is_a_corner_like_a_wall() -> None:
    fight = play(
        """
        a 2 .
        . . g
        """,
        "",
        a=fighter(),
        g=foe(),
    )
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"
