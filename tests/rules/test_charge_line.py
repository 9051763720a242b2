"""The run of a charge: straight, clear, at least 5 ft and at most twice the rate."""

import pytest
from tests.rules.ways import exact
from tests.scene import fighter, foe, may, play, terms, told, unit, why_not

from shieldwall.engine.space.grid import Wall

LONG = "a . . . . . . . . . . . . g ."


@pytest.mark.rule("SOV-063", "SOV-065", "W-P07")
def test_a_charge_goes_up_to_twice_the_rate_and_ends_with_a_blow() -> None:
    """W-P07: 60 ft for a human."""
    fight = play(
        LONG,
        """
        > a charge M1 g with sword
        ! attack d20 12
        ! damage d8 3
        """,
        a=fighter(attack=1),
        g=foe(hp=9, ac=15),
    )
    assert told(fight, "charges", "moved", "attack") == [
        "charges unit=a target=g",
        "moved unit=a path=B1,C1,D1,E1,F1,G1,H1,I1,J1,K1,L1,M1 feet=60",
        "attack unit=a target=g weapon=sword how=melee die=12 total=15 ac=15 hit=yes",
    ]
    assert terms(fight) == {"d20": 12, "attack bonus": 1, "charge": 2}


@pytest.mark.rule("SOV-063")
def test_a_charge_goes_no_further_than_twice_the_rate() -> None:
    fight = play("b " + LONG.replace("a", "."), "", b=fighter(), g=foe())
    assert why_not(fight, "b charge N1 g with sword") == "no-charge SOV-063"
    slow = play(LONG, "", a=fighter(speed=20), g=foe())
    assert why_not(slow, "a charge M1 g with sword") == "no-charge SOV-063"


@pytest.mark.rule("SOV-063")
def test_a_charge_takes_both_the_main_and_the_move() -> None:
    drawing = "a . . . g"
    fight = play(
        drawing,
        """
        > a charge D1 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=19),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    moved = play(drawing, "> a run B1", a=fighter(), g=foe())
    assert why_not(moved, "a charge D1 g with sword") == "move-spent SOV-036"


@pytest.mark.rule("SOV-063")
def test_difficult_ground_counts_double_on_a_charge() -> None:
    """Three difficult squares: 30 ft and six squares more make 60."""
    fight = play(
        "a ~ ~ ~ . . . . . . g .",
        """
        > a charge J1 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=19),
    )
    assert told(fight, "moved")[0].endswith("I1,J1 feet=60")
    further = play("a ~ ~ ~ . . . . . . . g", "", a=fighter(), g=foe())
    assert why_not(further, "a charge K1 g with sword") == "no-charge SOV-063"


@pytest.mark.rule("SOV-063")
@pytest.mark.parametrize("mark", ["#", "x", "h"])
def test_nothing_may_stand_in_the_straight_line(mark: str) -> None:
    """Neither solid nor pit nor foe; around it there would be a way, but not a straight one."""
    drawing = f"a . {mark} . . g\n. . . . . ."
    if mark == "h":
        fight = play(drawing, "", a=fighter(), g=foe(), h=foe())
    else:
        fight = play(drawing, "", a=fighter(), g=foe())
    assert may(fight, "a run E1")
    assert exact(fight, "a charge E1 g with sword") == "no-charge SOV-063"


@pytest.mark.rule("SOV-063")
def test_a_charge_passes_allies_and_does_not_end_on_one() -> None:
    fight = play(
        "a b . . g",
        """
        > a charge D1 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        b=fighter(),
        g=foe(ac=19),
    )
    assert told(fight, "moved") == ["moved unit=a path=B1,C1,D1 feet=15"]
    on_an_ally = play("a . . b g", "", a=fighter(), b=fighter(), g=foe())
    assert why_not(on_an_ally, "a charge D1 g with sword") == "no-charge SOV-063"


@pytest.mark.rule("SOV-063")
def test_a_diagonal_is_a_straight_line_and_cuts_no_corner() -> None:
    drawing = """
        a . . .
        . . {} .
        . . . .
        . . . g
        """
    fight = play(
        drawing.format("."),
        """
        > a charge C3 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=19),
    )
    assert told(fight, "moved") == ["moved unit=a path=B2,C3 feet=10"]
    barred = play(drawing.format("#"), "", a=fighter(), g=foe())
    assert why_not(barred, "a charge C3 g with sword") == "no-charge SOV-063"


SLANTED = """
    a . . . . .
    . . . . . g
    """


@pytest.mark.rule("SOV-063")
def test_a_slanted_charge_costs_five_feet_for_each_step_of_its_longer_axis() -> None:
    """From A1 to E2: four steps, though the line touches six squares."""
    fight = play(
        SLANTED,
        """
        > a charge E2 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=19),
    )
    assert told(fight, "moved")[0].endswith(",D2,E2 feet=20")


@pytest.mark.rule("SOV-063")
@pytest.mark.parametrize(
    ("solid", "refusal"),
    [
        ("B1", "no-charge SOV-063"),
        ("C1", "no-charge SOV-063"),
        ("C2", "no-charge SOV-063"),
        ("D2", "no-charge SOV-063"),
        ("D1", ""),
        ("A2", ""),
    ],
)
def test_every_square_the_straight_line_touches_must_be_passable(solid: str, refusal: str) -> None:
    """From A1 to E2 the line runs by B1, C1, C2 and D2, and leaves D1 and A2 alone."""
    rows = [line.split() for line in SLANTED.strip().splitlines()]
    rows[int(solid[1]) - 1]["ABCDE".index(solid[0])] = "#"
    drawing = "\n".join(" ".join(row) for row in rows)
    fight = play(drawing, "", a=fighter(), g=foe())
    assert exact(fight, "a charge E2 g with sword") == refusal


@pytest.mark.rule("SOV-063")
def test_a_thin_wall_across_the_line_bars_the_charge() -> None:
    """The attack itself would be well beyond it."""
    for x, refusal in ((120, "no-charge SOV-063"), (300, "")):
        wall = Wall(x, 0, x, 60, 0, 120, "wall")
        fight = play("a . . g . .", "", walls=(wall,), a=fighter(), g=foe())
        assert exact(fight, "a charge C1 g with sword") == refusal


@pytest.mark.rule("SOV-064")
def test_a_charge_needs_a_run_up_of_five_feet() -> None:
    fight = play("a g .\n. . .", "", a=fighter(), g=foe())
    assert why_not(fight, "a charge A1 g with sword") == "no-run-up SOV-064"
    assert exact(fight, "a charge A2 g with sword") == "", "5 ft are enough"
