"""See-through barriers that block movement: bars, a portcullis, the edge of a sheer drop."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.promises import check_replay, check_saved
from tests.rules.ways import exact, with_floors
from tests.scene import (
    BOW,
    SPEAR,
    fighter,
    foe,
    listed,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.cli.fights.board import Board
from shieldwall.cli.terminal import Terminal
from shieldwall.display.markers import Marks
from shieldwall.engine.space.grid import BARRED, SHEER, Opening, Wall
from shieldwall.engine.space.sight.cover import BLOCKED, NONE
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.space.step_table import IN_THE_AIR
from shieldwall.engine.space.threat import cover_from
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.map_files.map_drawing import drawing_of
from shieldwall.fight import Fight
from shieldwall.table.publish.seat_state import wall_view

TALL = 20 * 12
NO_WAY = "no-way SOV-010"


def bars(x: int, top: int = TALL) -> Wall:
    """On the left edge of column x in the first row, up to the ceiling."""
    return Wall(60 * x, 0, 60 * x, 60, 0, top, "bars", (), -1, BARRED)


def portcullis(x: int) -> Wall:
    return Wall(60 * x, 0, 60 * x, 60, 0, TALL, "gate", (Opening(0, 60, 0, 84),), 0, BARRED)


def drop(x: int) -> Wall:
    return Wall(60 * x, 0, 60 * x, 60, 0, 0, "cliff", (), -1, SHEER)


BARRIERS = pytest.mark.parametrize(
    "barrier", [bars(1), portcullis(1), drop(1)], ids=["bars", "portcullis", "drop"]
)


def covers(fight: Fight) -> tuple[int, int]:
    """Of a and g from each other."""
    a, g = unit(fight, "a"), unit(fight, "g")
    grid = fight.state.grid
    return int(cover_from(grid, g, a)), int(cover_from(grid, a, g))


# Steps.


@pytest.mark.rule("SOV-010")
@BARRIERS
def test_no_unit_steps_through_from_either_side(barrier: Wall) -> None:
    assert exact(play("a . . g", "", walls=(barrier,), a=fighter(), g=foe()), "a run B1") == NO_WAY
    assert exact(play(". a . g", "", walls=(barrier,), a=fighter(), g=foe()), "a run A1") == NO_WAY
    assert exact(play(". a . g", "", walls=(barrier,), a=fighter(), g=foe()), "a run C1") == ""


@pytest.mark.rule("SOV-010", "SOV-011")
@BARRIERS
def test_no_unit_slips_diagonally_around_the_end(barrier: Wall) -> None:
    drawing = """
        a . .
        . . g
        """
    fight = play(drawing, "", walls=(barrier,), a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"
    assert exact(fight, "a run A2-B2") == ""


@pytest.mark.rule("SOV-010")
@pytest.mark.parametrize(("feet", "refusal"), [(3, ""), (5, NO_WAY)])
def test_a_low_fence_of_bars_is_climbed_over_like_a_low_wall(feet: int, refusal: str) -> None:
    fight = play("a . . g", "", walls=(bars(1, 12 * feet),), a=fighter(), g=foe())
    assert exact(fight, "a run B1") == refusal


@pytest.mark.rule("SOV-007")
@pytest.mark.parametrize("feet", [-60, -10, 0, 5, 60])
def test_a_sheer_drop_is_no_way_up_or_down_however_deep_it_is(feet: int) -> None:
    made = setup("a . . g", walls=(drop(1),), a=fighter(), g=foe())
    made = with_floors(made, B1=12 * feet, C1=12 * feet, D1=12 * feet)
    assert exact(play_setup(made, ""), "a run B1") == NO_WAY


@pytest.mark.rule("SOV-010")
def test_units_that_fly_cross_a_drop_but_no_bars_up_to_the_ceiling() -> None:
    open_way = setup("a . . g", walls=(drop(1),), a=fighter(), g=foe()).grid
    shut = setup("a . . g", walls=(bars(1),), a=fighter(), g=foe()).grid
    assert steps(open_way, IN_THE_AIR + 1, 2).cost[1] == 1
    assert steps(shut, IN_THE_AIR + 1, 2).cost[1] == 0


@pytest.mark.rule("SOV-010", "SOV-126")
@BARRIERS
def test_no_unit_is_shoved_through(barrier: Wall) -> None:
    beyond = Wall(*(barrier.x0 + 60, 0, barrier.x1 + 60, 60), 0, barrier.top, "", (), -1, BARRED)
    beyond.make = barrier.make
    fight = play("a g . .", "", walls=(beyond,), a=fighter(), g=foe())
    assert exact(fight, "a shove C1 g with sword : push") == "no-place-to-push SOV-126"
    free = play("a g . .", "", a=fighter(), g=foe())
    assert exact(free, "a shove C1 g with sword : push") == ""


@pytest.mark.rule("SOV-126", "G-05")
def test_but_over_the_edge_of_a_sheer_drop_one_is_pushed_and_falls() -> None:
    edge = Wall(120, 0, 120, 60, -240, 0, "cliff", (), -1, SHEER)
    made = with_floors(setup("a g . .", walls=(edge,), a=fighter(), g=foe(hp=20)), C1=-240, D1=-240)
    fight = play_setup(
        made,
        """
        > a shove C1 g with sword : push
        ! attack d20 15
        ! shove d6 6
        ! shove d6 6
        ! fall d6 4
        ! fall d6 3
        """,
    )
    assert told(fight, "pushed-to", "drop") == ["pushed-to unit=g at=C1", "drop unit=g feet=20"]
    below = with_floors(setup("a g . .", walls=(edge,), a=fighter(), g=foe()), C1=240, D1=240)
    refusal = exact(play_setup(below, ""), "a shove C1 g with sword : push")
    assert refusal == "no-place-to-push SOV-126", "nobody is pushed up"


# Sight and missiles.


@pytest.mark.rule("SOV-103")
@BARRIERS
def test_a_bow_shoots_through_and_there_is_no_cover(barrier: Wall) -> None:
    fight = play(
        "a . . g",
        """
        > a shoot g with small bow
        ! attack d20 8
        """,
        walls=(barrier,),
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1}
    assert covers(fight) == (NONE, NONE)


@pytest.mark.rule("SOV-103")
def test_a_wall_in_the_same_place_hides_all() -> None:
    """So what is seen above is seen through the bars."""
    wall = Wall(60, 0, 60, 60, 0, TALL, "wall")
    fight = play("a . . g", "", walls=(wall,), a=fighter(weapons=(BOW,)), g=foe())
    assert covers(fight) == (BLOCKED, BLOCKED)


# Blows.


@pytest.mark.rule("SOV-010")
@BARRIERS
def test_weapons_strike_through_as_far_as_they_reach(barrier: Wall) -> None:
    near = play(
        "a g . .",
        """
        > a attack g with sword
        ! attack d20 8
        """,
        walls=(barrier,),
        a=fighter(),
        g=foe(),
    )
    assert terms(near) == {"d20": 8, "attack bonus": 1}
    far = play("a . g .", "", walls=(barrier,), a=fighter(weapons=(SPEAR,)), g=foe())
    assert may(far, "a attack g with spear") is (SPEAR.reach_ft >= 10)
    short = play("a . g .", "", walls=(barrier,), a=fighter(), g=foe())
    assert why_not(short, "a attack g with sword") != "", "it cannot walk up to its foe"


# Opening.


@pytest.mark.rule("SOV-036")
def test_a_portcullis_opens_and_closes_like_a_door() -> None:
    fight = play(
        "a . . g",
        """
        > a open B1
        = door unit=a at=B1 opened=yes
        """,
        walls=(portcullis(1),),
        a=fighter(),
        g=foe(),
    )
    assert covers(fight) == (NONE, NONE)
    fight.push("a run B1-C1")
    assert where(fight, "a") == "C1"
    assert told(fight, "door") == ["door unit=a at=B1 opened=yes"]


def test_bars_have_no_handle() -> None:
    fight = play("a . . g", "", walls=(bars(1),), a=fighter(), g=foe())
    assert not [text for text in listed(fight) if text.startswith("a open")]


# The referee's.


@pytest.mark.rule("SOV-010")
@pytest.mark.parametrize("kind", ["bars", "portcullis", "drop"])
def test_the_gm_puts_one_up_and_takes_it_away(kind: str) -> None:
    fight = play("a . . g", "", a=fighter(weapons=(BOW,)), g=foe())
    fight.rule(f"wall A1-B1 {kind}")
    assert exact(fight, "a run B1") == NO_WAY
    assert covers(fight) == (NONE, NONE)
    if kind == "portcullis":
        fight.rule("door A1-B1 open")
        assert exact(fight, "a run B1") == ""
    fight.rule("wall A1-B1 none")
    assert exact(fight, "a run B1") == ""
    check_replay(fight)


# Drawn.


def drawn(unicode: bool) -> tuple[list[str], str]:
    """Bars, a portcullis and a drop from left to right, and the words for them."""
    made = setup("a . . . g", walls=(bars(1), portcullis(2), drop(3)), a=fighter(), g=foe())
    fight = play_setup(made, "")
    board = Board(fight.state, Marks(made), Terminal(False, 80, 24, unicode))
    window = board.whole()
    rows = [line for line in board.draw(window) if line.startswith("1")]
    return rows, board.legend(window, {})


@pytest.mark.parametrize(
    ("unicode", "row"), [(True, "1 A╫·╫·┊· g"), (False, "1 A;.;.,. g")], ids=["unicode", "ascii"]
)
def test_the_terminal_draws_bars_and_drops_and_says_what_they_are(unicode: bool, row: str) -> None:
    rows, legend = drawn(unicode)
    assert rows == [row]
    assert "bars" in legend
    assert "drop" in legend


def test_the_page_is_told_what_they_are_and_which_can_be_opened() -> None:
    grid = setup("a . . . g", walls=(bars(1), portcullis(2), drop(3)), a=fighter(), g=foe()).grid
    shut = [wall_view(grid, wall) for wall in grid.walls]
    assert [(view.kind, view.door, view.is_open) for view in shut] == [
        ("bars", None, False),
        ("bars", 1, False),
        ("drop", None, False),
    ]
    opened = grid.with_door(0, True)
    assert [wall_view(opened, wall).is_open for wall in opened.walls] == [False, True, False]


# Kept and sent elsewhere.


def test_a_fight_with_bars_and_drops_is_saved(tmp_path: Path) -> None:
    made = setup("a . . . g", walls=(bars(1), portcullis(2), drop(3)), a=fighter(), g=foe())
    fight = play_setup(made, "")
    fight.rule("wall D1-E1 bars")
    check_saved(fight, Random(1), tmp_path)
    assert [wall.make for wall in fight.state.grid.walls] == [BARRED, BARRED, SHEER, BARRED]


def test_other_programs_are_told_that_bars_are_left_out() -> None:
    grid = setup("a . . . g", walls=(bars(1), drop(3)), a=fighter(), g=foe()).grid
    report = Report()
    drawing = drawing_of(grid, "Gaol", report)
    assert not any(drawing.walls.values())
    assert [line.text for line in report.warnings] == [
        "2 runs of bars or drops left out: the format has no see-through barriers"
    ]
