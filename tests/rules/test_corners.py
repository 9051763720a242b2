"""What nobody enters, and the corners a diagonal step may not cut."""

import pytest
from tests.rules.ways import exact
from tests.scene import AXE, BOW, fighter, foe, may, play, told, unit, why_not

from shieldwall.engine.state.state import DOWN


@pytest.mark.rule("SOV-010")
@pytest.mark.parametrize("mark", ["#", "x"])
def test_some_squares_cannot_be_entered_at_all(mark: str) -> None:
    fight = play(f"a {mark} . . g", "", a=fighter(), g=foe())
    assert exact(fight, "a run B1") == "no-way SOV-007"
    assert exact(fight, "a run B1-C1") == "no-way SOV-007"
    assert not may(fight, "a run C1")


@pytest.mark.rule("SOV-010")
def test_a_way_leads_around_what_cannot_be_entered() -> None:
    fight = play(
        """
        a # . g
        . . . .
        """,
        "> a run C1",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=A2,B2,C2,C1 feet=20"]


@pytest.mark.rule("SOV-011")
@pytest.mark.parametrize("mark", ["#", "x"])
@pytest.mark.parametrize(
    "drawing", ["a {} . g\n. . . .", "a . . g\n{} . . .", "a {} . g\n{} . . ."]
)
def test_a_diagonal_step_does_not_cut_the_corner_of_a_wall(mark: str, drawing: str) -> None:
    """Either of the two squares beside the step is enough to forbid it."""
    fight = play(drawing.format(mark, mark), "", a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "no-way SOV-007"


@pytest.mark.rule("SOV-011")
@pytest.mark.parametrize("drawing", ["a g .\n. . .", "a . .\ng . ."])
def test_a_diagonal_step_does_not_cut_the_corner_of_an_enemy(drawing: str) -> None:
    fight = play(drawing, "", a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "no-way SOV-007"


@pytest.mark.rule("SOV-011")
def test_allies_at_the_corners_do_not_hinder_a_diagonal_step() -> None:
    fight = play(
        """
        a b . g
        c . . .
        """,
        "> a run B2",
        a=fighter(),
        b=fighter(),
        c=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=B2 feet=5"]


@pytest.mark.rule("SOV-011")
def test_an_enemy_who_is_down_has_no_corner_to_cut() -> None:
    fight = play(
        """
        a g . h
        . . . .
        """,
        """
        > a attack g with war axe
        ! attack d20 20
        ! damage d10 10
        > a run B2
        """,
        a=fighter(weapons=(AXE,)),
        g=fighter(hp=1),
        h=foe(),
    )
    assert unit(fight, "g").status == DOWN
    assert told(fight, "moved") == ["moved unit=a path=B2 feet=5"]


@pytest.mark.rule("SOV-011")
def test_an_enemy_who_lies_prone_has_no_corner_to_cut() -> None:
    fight = play(
        """
        a g .
        . . .
        """,
        """
        > g prone
        > g done
        > a run B2
        """,
        first="foes",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=B2 feet=5"]


@pytest.mark.rule("SOV-011")
def test_a_blow_falls_past_a_corner_that_no_step_may_cut() -> None:
    fight = play(
        """
        a #
        . g
        """,
        """
        > a attack g with war axe
        ! attack d20 20
        ! damage d10 3
        """,
        a=fighter(weapons=(AXE,)),
        g=foe(hp=9),
    )
    assert unit(fight, "g").hp == 6


@pytest.mark.rule("SOV-011")
def test_squares_that_only_pinch_between_two_solids_cannot_strike_at_each_other() -> None:
    fight = play(
        """
        a #
        # g
        """,
        "",
        a=fighter(),
        g=foe(),
    )
    assert why_not(fight, "a attack g with sword") == "no-line SOV-017"


@pytest.mark.rule("SOV-011")
def test_a_foe_beyond_a_pinch_neither_binds_a_bow_nor_strikes_at_a_runner() -> None:
    fight = play(
        """
        . a #
        . # g
        . . .
        h . .
        """,
        "> a run A1",
        a=fighter(weapons=(BOW,)),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=A1 feet=5"]
    assert told(fight, "opportunity") == []
    fight.pop()
    assert may(fight, "a shoot h")
