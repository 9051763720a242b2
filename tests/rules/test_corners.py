"""Squares that cannot be entered, and corners that a diagonal step may not cut."""

import pytest
from tests.rules.ways import exact
from tests.scene import AXE, BOW, fighter, foe, may, play, told, unit, why_not

from shieldwall.engine.state.state import DOWN


@pytest.mark.rule("SOV-010")
@pytest.mark.parametrize("mark", ["#", "x"])
def test_some_squares_cannot_be_entered_at_all(mark: str) -> None:
    fight = play(f"a {mark} . . g", "", a=fighter(), g=foe())
    assert exact(fight, "a run B1") == "no-way SOV-010"
    assert exact(fight, "a run B1-C1") == "no-way SOV-010"
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
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"


@pytest.mark.rule("SOV-011")
@pytest.mark.parametrize("drawing", ["a g .\n. . .", "a . .\ng . ."])
def test_a_diagonal_step_does_not_cut_the_corner_of_an_enemy(drawing: str) -> None:
    fight = play(drawing, "", a=fighter(), g=foe())
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011"


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


STEPS_REFUSED = {
    "sovereign": ("SOV-003", "SOV-007", "SOV-010", "SOV-011"),
    "sovereign-early": ("SOV-003", "SOV-007", "SOV-010", "SOV-011"),
    "aachen": ("AAC-016", "AAC-016", "AAC-016", "AAC-016"),
    "dolmenwood": ("DOL-031", "DOL-021", "DOL-021", "DOL-031"),
}


@pytest.mark.rule("SOV-003", "SOV-007", "SOV-010", "SOV-011", "DOL-031")
@pytest.mark.parametrize("rules", STEPS_REFUSED)
def test_a_refused_step_names_the_rule_that_forbids_it(rules: str) -> None:
    """A foe, a square two steps away, a wall, and the corner of either."""
    dice = "! initiative d6 6\n! initiative d6 1\n" if rules == "dolmenwood" else ""
    fight = play(
        """
        . # . .
        a g . .
        . . . .
        """,
        dice,
        "" if dice else "party",
        rules=rules,
        a=fighter(),
        g=foe(),
    )
    foe_there, jump, wall, corner = STEPS_REFUSED[rules]
    assert exact(fight, "a run B2-C2") == f"foe-in-the-way {foe_there}"
    assert exact(fight, "a run A3-C3") == f"no-way {jump}"
    assert exact(fight, "a run A1-B1") == f"no-way {wall}"
    assert exact(fight, "a run B3") == f"cuts-a-corner {corner}"
