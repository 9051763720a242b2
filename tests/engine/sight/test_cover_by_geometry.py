"""Cover and line of sight by the rules, each on the smallest map that shows it."""

from __future__ import annotations

import pytest
from tests.engine.sight.ground import (
    CEILING,
    FOOT,
    cell,
    covers,
    ground,
    looks,
    man,
    seen,
    wall,
)

from shieldwall.engine.space.grid import SKY, SQUARE, GridMap, Opening, Wall
from shieldwall.engine.space.sight.cover import (
    BLOCKED,
    FULL,
    HALF,
    NONE,
    Stand,
    cover,
    cover_between,
    look,
    stand_on,
)


def both_ways(grid: GridMap, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The cover of b from a, and of a from b."""
    return covers(grid, a, b), covers(grid, b, a)


@pytest.mark.rule("SOV-013", "SOV-015", "SOV-020")
def test_on_open_ground_no_unit_has_cover() -> None:
    grid = ground("......", "......", "......")
    assert both_ways(grid, (0, 0), (5, 2)) == (NONE, NONE)
    assert both_ways(grid, (0, 0), (1, 0)) == (NONE, NONE)
    assert both_ways(grid, (0, 0), (1, 1)) == (NONE, NONE)


@pytest.mark.rule("SOV-014")
def test_sight_depends_on_the_map_alone_not_on_units_between() -> None:
    grid = ground("...")
    assert both_ways(grid, (0, 0), (2, 0)) == (NONE, NONE)


@pytest.mark.rule("SOV-013", "SOV-017", "G-03")
def test_exactly_behind_a_pillar_one_is_out_of_sight() -> None:
    assert both_ways(ground(".....", "..#..", "....."), (0, 1), (4, 1)) == (BLOCKED, BLOCKED)
    assert both_ways(ground("...", ".#.", "..."), (0, 1), (2, 1)) == (BLOCKED, BLOCKED)
    assert both_ways(ground("...", ".#.", "..."), (1, 0), (1, 2)) == (BLOCKED, BLOCKED)


@pytest.mark.rule("SOV-013", "SOV-015", "G-03")
def test_a_pillar_to_one_side_leaves_half_of_the_view() -> None:
    grid = ground(".....", "..#..", ".....")
    assert both_ways(grid, (0, 1), (4, 0)) == (HALF, HALF)


@pytest.mark.rule("SOV-015", "SOV-020", "G-03")
def test_a_wall_that_runs_beside_both_gives_no_cover() -> None:
    beside = ground(".....", ".....", walls=[wall(0, 1, 5, 1)])
    assert both_ways(beside, (0, 0), (4, 0)) == (NONE, NONE)
    assert both_ways(beside, (0, 0), (1, 0)) == (NONE, NONE)
    thick = ground("#####", ".....", "#####")
    assert both_ways(thick, (0, 1), (4, 1)) == (NONE, NONE)


@pytest.mark.rule("SOV-011", "SOV-013", "SOV-015", "G-03")
def test_squares_that_touch_between_two_solids_do_not_see_each_other() -> None:
    grid = ground(".#", "#.")
    assert both_ways(grid, (0, 0), (1, 1)) == (BLOCKED, BLOCKED)
    assert seen(looks(grid, (0, 0), (1, 1))) == [False] * 8


@pytest.mark.rule("SOV-011", "SOV-013")
def test_past_one_solid_corner_there_is_a_line() -> None:
    grid = ground(".#", "..")
    assert both_ways(grid, (0, 0), (1, 1)) == (HALF, HALF)


@pytest.mark.rule("SOV-013", "SOV-017", "G-03", "G-04")
def test_a_door_between_neighbours_hides_them_until_it_stands_open() -> None:
    door = wall(1, 0, 1, 1, Opening(0, SQUARE, 0, 7 * FOOT), door=0)
    shut = ground("..", walls=[door])
    assert both_ways(shut, (0, 0), (1, 0)) == (BLOCKED, BLOCKED)
    assert both_ways(shut.with_door(0, True), (0, 0), (1, 0)) == (NONE, NONE)
    assert both_ways(shut.with_door(0, True).with_door(0, False), (0, 0), (1, 0)) == (
        BLOCKED,
        BLOCKED,
    )


@pytest.mark.rule("SOV-015")
def test_a_wall_on_the_targets_own_face_hides_the_corners_on_it() -> None:
    half_wall = Wall(SQUARE, 0, SQUARE, SQUARE // 2, 0, CEILING, "half a wall")
    grid = ground("..", walls=[half_wall])
    # The corners of the right square on the wall are seen from no part of the left one.
    assert seen(looks(grid, (0, 0), (1, 0))) == [False, True, True, True] * 2


def yard(width: int = 12, sill: int = 3 * FOOT, lintel: int = 5 * FOOT) -> GridMap:
    """Five rows of squares parted by a wall at x = 5 with one opening in the middle row."""
    middle = 2 * SQUARE + SQUARE // 2
    opening = Opening(middle - width // 2, middle + width // 2, sill, lintel)
    return ground(*["." * 10] * 5, walls=[wall(5, 0, 5, 5, opening)])


@pytest.mark.rule("SOV-016", "SOV-018", "G-03", "G-04")
def test_an_archer_behind_a_one_foot_slit_has_full_cover_and_sees_everything() -> None:
    grid = yard()
    archer, foe = (4, 2), (9, 2)
    assert covers(grid, foe, archer) == FULL
    assert seen(looks(grid, foe, archer)) == [False] * 8
    assert looks(grid, foe, archer).line
    assert covers(grid, archer, foe) == NONE
    assert seen(looks(grid, archer, foe)) == [True] * 8


@pytest.mark.rule("SOV-017", "G-04")
def test_what_a_slit_does_not_open_to_stays_hidden() -> None:
    assert both_ways(yard(), (4, 0), (9, 0)) == (BLOCKED, BLOCKED)


@pytest.mark.rule("SOV-015", "SOV-016", "G-04")
@pytest.mark.parametrize(
    ("width", "sill", "lintel", "expected"),
    [
        (12, 36, 60, FULL),  # an arrow slit
        (24, 36, 60, FULL),  # a window of two feet
        (60, 36, 60, HALF),  # as wide as the square: the head's corners show
        (60, 0, 84, NONE),  # a doorway
        (60, 24, 36, FULL),  # as wide, but above and below nothing shows
    ],
)
def test_cover_follows_from_an_openings_width_sill_and_lintel(
    width: int, sill: int, lintel: int, expected: int
) -> None:
    assert covers(yard(width, sill, lintel), (9, 2), (4, 2)) == expected


@pytest.mark.rule("SOV-016", "G-03")
def test_a_line_may_pass_a_slit_between_two_who_see_no_corner_of_each_other() -> None:
    narrow = Opening(2 * SQUARE + 29, 2 * SQUARE + 31, 29, 31)
    grid = ground(*["." * 4] * 5, walls=[wall(1, 0, 1, 5, narrow), wall(3, 0, 3, 5, narrow)])
    assert both_ways(grid, (0, 2), (3, 2)) == (FULL, FULL)
    lower = Opening(2 * SQUARE + 29, 2 * SQUARE + 31, 0, 2)
    upper = Opening(2 * SQUARE + 29, 2 * SQUARE + 31, 90, 92)
    grid = ground(*["." * 4] * 5, walls=[wall(1, 0, 1, 5, lower), wall(3, 0, 3, 5, upper)])
    assert both_ways(grid, (0, 2), (3, 2)) == (BLOCKED, BLOCKED)


@pytest.mark.rule("SOV-013", "G-03")
def test_three_slits_in_a_row_let_a_line_through_only_if_one_line_meets_all() -> None:
    def slit(x: int, height: int) -> Wall:
        return wall(x, 0, x, 1, Opening(29, 31, height, height + 2))

    straight = ground("......", walls=[slit(1, 10), slit(3, 20), slit(5, 30)])
    assert both_ways(straight, (0, 0), (5, 0)) == (FULL, FULL)
    touching = ground("......", walls=[slit(1, 10), slit(3, 22), slit(5, 30)])
    assert both_ways(touching, (0, 0), (5, 0)) == (BLOCKED, BLOCKED)


@pytest.mark.rule("SOV-016", "G-03", "G-04")
def test_a_line_may_turn_a_corner_through_two_windows() -> None:
    """Diagonal neighbours, each with a wall before it: only askew, through both windows."""
    low = wall(1, 0, 1, 2, Opening(55, 75, 4, 16))
    high = wall(0, 1, 2, 1, Opening(9, 12, 31, 43))
    grid = ground("..", "..", walls=[low, high])
    assert both_ways(grid, (1, 1), (0, 0)) == (FULL, FULL)


@pytest.mark.rule("SOV-015")
def test_a_flyer_just_above_a_mans_head_is_seen_below_a_hanging_wall() -> None:
    """The wall's foot is on the line that the flyer's feet and the man's head are on."""
    grid = ground("..", walls=[wall(1, 0, 1, 1, bottom=SQUARE, top=2 * SQUARE)], ceiling=SKY)
    flyer = Stand(1, 1, SQUARE)
    assert seen(look(grid, flyer, man(grid, 0, 0))) == [True] * 4 + [False, True] * 2
    assert seen(look(grid, man(grid, 0, 0), flyer)) == [True] * 4 + [False, True] * 2


@pytest.mark.rule("SOV-013")
def test_a_wall_through_the_viewers_own_square_does_not_part_him_from_others() -> None:
    through = Wall(SQUARE // 2, 0, SQUARE // 2, 3 * SQUARE, 0, CEILING, "wall")
    grid = ground("...", "...", "...", walls=[through])
    assert both_ways(grid, (0, 1), (2, 1)) == (NONE, HALF)


@pytest.mark.rule("SOV-015", "SOV-020", "G-04")
def test_a_wall_of_three_feet_gives_half_cover_to_those_behind_it() -> None:
    grid = ground(*["." * 10] * 3, walls=[wall(5, 0, 5, 3, top=3 * FOOT)])
    assert covers(grid, (1, 1), (5, 1)) == HALF
    assert covers(grid, (5, 1), (1, 1)) == NONE
    assert seen(looks(grid, (1, 1), (5, 1))) == [False] * 4 + [True] * 4
    assert both_ways(grid, (4, 1), (5, 1)) == (HALF, HALF)


@pytest.mark.rule("SOV-001", "SOV-017", "G-01", "G-04")
def test_a_wall_of_five_feet_hides_a_man_and_half_of_a_large_creature() -> None:
    grid = ground(*["." * 10] * 4, walls=[wall(5, 0, 5, 4, top=5 * FOOT)])
    assert both_ways(grid, (2, 1), (7, 1)) == (BLOCKED, BLOCKED)
    large = stand_on(grid, cell(grid, 6, 1), 2)
    assert cover_between(grid, man(grid, 2, 1), large) == HALF
    assert [corner.z for corner in look(grid, large, large).corners] == [0] * 4 + [10 * FOOT] * 4


@pytest.mark.rule("SOV-018", "SOV-019")
def test_the_lip_of_a_ledge_covers_the_one_on_it_and_not_the_one_below() -> None:
    grid = ground(*[".....11111"] * 3)
    below, at_the_lip = (1, 1), (5, 1)
    assert covers(grid, below, at_the_lip) == HALF
    assert covers(grid, at_the_lip, below) == NONE
    # Its far lower corners are the hidden ones.
    assert seen(looks(grid, below, at_the_lip)) == [True, False, True, False] + [True] * 4
    assert looks(grid, below, at_the_lip).corners[1].hidden_by == (("cell", cell(grid, 5, 1)),)


@pytest.mark.rule("SOV-019")
@pytest.mark.parametrize("distance", [1, 2, 3, 4])
@pytest.mark.parametrize("floors", [1, 2, 3])
def test_feet_above_the_others_eyes_always_give_at_least_half_cover(
    floors: int, distance: int
) -> None:
    grid = ground(*["....." + str(floors) * 5] * 3, ceiling=SKY)
    assert covers(grid, (5 - distance, 1), (5, 1)) == HALF
    assert covers(grid, (5 - distance, 1), (6, 1)) != NONE


@pytest.mark.rule("SOV-019")
def test_a_flyer_has_no_cover_from_height_alone() -> None:
    grid = ground("......", ceiling=SKY)
    flyer = Stand(5, 1, 3 * SQUARE)
    assert cover_between(grid, man(grid, 0, 0), flyer) == NONE
    assert cover_between(grid, flyer, man(grid, 0, 0)) == NONE


@pytest.mark.rule("SOV-018", "W-P09")
def test_figures_in_plan_the_one_beside_the_corner_has_cover_alone() -> None:
    """W-P09: Alice stands next to the end of a wall, Bob in the open."""
    alice, bob = (1, 0), (5, 2)
    pillar = ground("......", ".#....", "......")
    assert covers(pillar, alice, bob) == NONE
    assert covers(pillar, bob, alice) == HALF
    corner = ground("......", "##....", "##....")
    assert covers(corner, alice, bob) == NONE
    assert covers(corner, bob, alice) == HALF


@pytest.mark.rule("SOV-018", "SOV-019", "W-P09")
def test_figures_in_elevation_the_one_above_the_edge_has_cover_alone() -> None:
    """W-P09: Alice stands at the edge of a height, Bob on the ground before it."""
    for floors in ("1", "2"):
        grid = ground("......" + floors * 2, ceiling=SKY)
        assert covers(grid, (6, 0), (1, 0)) == NONE
        assert covers(grid, (1, 0), (6, 0)) == HALF


@pytest.mark.rule("SOV-015")
def test_corners_above_a_low_ceiling_are_not_seen() -> None:
    grid = ground("....", ceiling=4 * FOOT)
    assert seen(looks(grid, (0, 0), (3, 0))) == [True] * 4 + [False] * 4
    assert looks(grid, (0, 0), (3, 0)).corners[4].hidden_by == (("cell", 3),)
    assert covers(grid, (0, 0), (3, 0)) == HALF


@pytest.mark.rule("SOV-013")
def test_a_slanted_wall_hides_like_any_other() -> None:
    across = Wall(2 * SQUARE, 0, 3 * SQUARE, 3 * SQUARE, 0, CEILING, "slanted")
    grid = ground(*["." * 6] * 3, walls=[across])
    assert both_ways(grid, (0, 1), (5, 1)) == (BLOCKED, BLOCKED)
    assert both_ways(grid, (0, 0), (1, 2)) == (NONE, NONE)
    window = Wall(
        2 * SQUARE, 0, 3 * SQUARE, 3 * SQUARE, 0, CEILING, "slanted", (Opening(80, 110, 24, 60),)
    )
    grid = ground(*["." * 6] * 3, walls=[window])
    assert both_ways(grid, (0, 1), (5, 1)) != (BLOCKED, BLOCKED)


@pytest.mark.rule("SOV-015")
def test_a_slanted_wall_through_the_viewers_square_leaves_what_is_before_it() -> None:
    through = Wall(0, SQUARE, SQUARE, 0, 0, CEILING, "slanted")
    grid = ground("...", walls=[through])
    assert both_ways(grid, (0, 0), (2, 0)) == (NONE, HALF)


@pytest.mark.rule("SOV-015", "G-03")
def test_look_names_the_squares_and_walls_that_hide_a_corner() -> None:
    grid = ground(".....", "..#..", ".....", walls=[wall(4, 0, 4, 1, top=3 * FOOT)])
    found = looks(grid, (0, 1), (4, 0))
    assert [(corner.x, corner.y, corner.z) for corner in found.corners] == [
        (x, y, z) for z in (0, 60) for y in (0, 60) for x in (240, 300)
    ]
    assert (found.line, found.cover) == (True, HALF)
    lower_left = found.corners[2]
    assert not lower_left.seen
    assert lower_left.hidden_by == (("cell", 7), ("wall", 0))
    assert all(corner.hidden_by == () for corner in found.corners if corner.seen)


@pytest.mark.rule("G-01")
def test_a_large_creature_stands_on_the_highest_floor_under_it() -> None:
    grid = ground("..1", "...")
    assert stand_on(grid, 0, 2).feet == 0
    assert stand_on(grid, 1, 2).feet == SQUARE


def test_squares_are_asked_for_by_their_numbers() -> None:
    grid = ground("..#..")
    assert cover(grid, 0, 1) == NONE
    assert cover(grid, 0, 4) == BLOCKED
    assert cover(grid, 4, 0) == BLOCKED
