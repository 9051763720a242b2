"""Each option of the rulings about moving, provoking and reach."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.scene import (
    BOW,
    CLAWS,
    UNARMED,
    fighter,
    foe,
    play_setup,
    ruled,
    setup,
    told,
    where,
    why_not,
)

from shieldwall.engine.state.state import DOWN


@pytest.mark.rule("SOV-003")
@pytest.mark.ruling("fallen_foe_cost", "plain")
@pytest.mark.ruling("fallen_foe_cost", "difficult")
@pytest.mark.parametrize(("cost", "feet"), [("plain", 10), ("difficult", 15)])
def test_what_it_costs_to_cross_a_fallen_foe(cost: str, feet: int) -> None:
    made = setup("a h . . g", a=fighter(), h=foe(hp=1, named=True), g=foe())
    fight = play_setup(
        ruled(made, fallen_foe_cost=cost),
        """
        > a attack h with sword
        ! attack d20 20
        ! damage d8 8
        > a run B1-C1
        """,
    )
    assert fight.state.units[1].status == DOWN
    assert told(fight, "moved") == [f"moved unit=a path=B1,C1 feet={feet}"]


AROUND_H = """
. . . . .
. a h . .
. . . . g
"""


@pytest.mark.rule("SOV-085")
@pytest.mark.ruling("run_provokes", "leave_reach")
def test_a_run_within_reach_provokes_no_unit_and_the_step_out_of_it_does() -> None:
    made = ruled(setup(AROUND_H, a=fighter(), g=foe(), h=foe()), run_provokes="leave_reach")
    fight = play_setup(made, "> a run B1\n> a run A1\n> h pass\n")
    assert told(fight, "moved") == ["moved unit=a path=B1 feet=5", "moved unit=a path=A1 feet=5"]


@pytest.mark.rule("SOV-085")
@pytest.mark.ruling("run_provokes", "start_adjacent")
def test_where_starting_beside_a_foe_provokes_even_a_step_within_reach_does() -> None:
    made = ruled(setup(AROUND_H, a=fighter(), g=foe(), h=foe()), run_provokes="start_adjacent")
    fight = play_setup(made, "> a run B1\n> h strike a\n! attack d20 1\n> a run A1\n> h pass\n")
    assert told(fight, "opportunity", "moved") == [
        "opportunity unit=h target=a",
        "moved unit=a path=B1 feet=5",
        "moved unit=a path=A1 feet=5",
    ]
    away = setup("a . h . g", a=fighter(), g=foe(), h=foe())
    passing = play_setup(ruled(away, run_provokes="start_adjacent"), "> a run B1\n> a done\n")
    assert told(passing, "opportunity") == [], "one who begins out of reach provokes nobody"


PAST_H = """
. . h . . .
a . . . . g
"""


@pytest.mark.rule("SOV-067")
@pytest.mark.ruling("charge_screen_provokes", "start_adjacent")
@pytest.mark.ruling("charge_screen_provokes", "leave_reach")
@pytest.mark.parametrize("when", ["start_adjacent", "leave_reach"])
def test_a_charge_past_a_foe_provokes_it_only_by_leaving_its_reach(when: str) -> None:
    made = setup(PAST_H, a=fighter(), g=foe(ac=19), h=foe())
    ruled(made, charge_screen_provokes=when)
    asked = "> h pass\n" if when == "leave_reach" else ""
    fight = play_setup(made, f"> a charge E2 g with sword\n{asked}! attack d20 1\n")
    assert where(fight, "a") == "E2"


@pytest.mark.rule("SOV-077")
@pytest.mark.parametrize("when", ["start_adjacent", "leave_reach"])
def test_a_screen_follows_the_same_ruling(when: str) -> None:
    """`a` starts next to `h` and stays within its reach."""
    made = setup(". a h\nb . .\n. . g", a=fighter(stab=1), b=fighter(), g=foe(), h=foe())
    ruled(made, charge_screen_provokes=when)
    asked = "> h pass\n" if when == "start_adjacent" else ""
    fight = play_setup(made, f"> a screen b B2\n{asked}> a done\n")
    assert told(fight, "screens") == ["screens unit=a ward=b"]


@pytest.mark.rule("SOV-086")
@pytest.mark.ruling("disengage_scope", "in_reach_at_declaration")
@pytest.mark.ruling("disengage_scope", "all")
@pytest.mark.parametrize("scope", ["in_reach_at_declaration", "all"])
def test_whether_disengage_covers_a_foe_met_later(scope: str) -> None:
    made = setup("g a . . . h\n. . . . . .", a=fighter(ac=16), g=foe(), h=foe())
    ruled(made, disengage_scope=scope)
    asked = "> h strike a\n! attack d20 1\n" if scope != "all" else ""
    fight = play_setup(made, f"> a disengage\n> a run C1-D1-E2-D2-C2\n{asked}> a done\n")
    assert len(told(fight, "opportunity")) == (scope != "all")
    assert where(fight, "a") == "C2"


@pytest.mark.rule("SOV-085")
@pytest.mark.ruling("large_reach", "5")
@pytest.mark.ruling("large_reach", "10")
@pytest.mark.parametrize(("reach", "reason"), [("5", "out-of-reach SOV-047"), ("10", "")])
def test_how_far_a_large_foe_reaches(reach: str, reason: str) -> None:
    """It stands on B1 to C2; the fighter two squares off."""
    made = setup("a . g g\n. . g g", a=fighter(), g=foe(size=2, weapons=(CLAWS,), creature=True))
    ruled(made, large_reach=reach)
    fight = play_setup(made, "> a done\n")
    assert why_not(fight, "g attack a with claws") == reason


@pytest.mark.rule("SOV-085")
@pytest.mark.parametrize(("reach", "struck"), [("5", False), ("10", True)])
def test_a_large_foe_strikes_at_units_that_leave_its_reach(reach: str, struck: bool) -> None:
    made = setup(
        ". a . g g\n. . . g g", a=fighter(ac=19), g=foe(size=2, weapons=(CLAWS,), creature=True)
    )
    ruled(made, large_reach=reach)
    asked = "> g strike a\n! attack d20 1\n" if struck else ""
    fight = play_setup(made, f"> a run A1\n{asked}> a done\n")
    assert len(told(fight, "opportunity")) == struck


@pytest.mark.rule("SOV-085")
def test_the_reach_of_those_of_a_man_s_size_stays_as_it_is() -> None:
    made = ruled(setup("a . g", a=fighter(), g=foe()), large_reach="10")
    assert why_not(play_setup(made, ""), "a attack g with sword") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-043")
@pytest.mark.ruling("unarmed_feat_threatens", "yes")
@pytest.mark.ruling("unarmed_feat_threatens", "no")
@pytest.mark.parametrize("threatens", ["yes", "no"])
def test_whether_trained_hands_strike_at_a_unit_that_provokes(threatens: str) -> None:
    trained = gifted(armed_hands=True)
    boxer = foe(weapons=(UNARMED,), abilities=trained)
    made = setup("a g . .\n. . . .", a=fighter(ac=19, weapons=(BOW,)), g=boxer)
    ruled(made, unarmed_feat_threatens=threatens)
    asked = "> g strike a\n! attack d20 1\n" if threatens == "yes" else ""
    fight = play_setup(made, "")
    assert why_not(fight, "a shoot g with small bow") == "bound SOV-050", "they bind in any case"
    made.placements[0].x, made.placements[1].x = 1, 0
    fight = play_setup(made, f"> a run D1\n{asked}> a done\n")
    assert len(told(fight, "opportunity")) == (threatens == "yes")
