"""Run: the normal speed, and foes whose reach is left."""

import pytest
from tests.rules.ways import exact
from tests.scene import POLEARM, SPEAR, fighter, foe, listed, play, told, where, why_not

FIELD = "a . . . . . . . . . . g"


@pytest.mark.rule("SOV-084")
@pytest.mark.parametrize(
    ("speed", "furthest", "beyond"),
    [(20, "E1", "F1"), (30, "G1", "H1"), (40, "I1", "J1")],
)
def test_one_runs_up_to_the_normal_rate(speed: int, furthest: str, beyond: str) -> None:
    fight = play(FIELD, f"> a run {furthest}", a=fighter(speed=speed), g=foe())
    assert where(fight, "a") == furthest
    assert told(fight, "moved")[0].endswith(f"feet={speed}")
    fight.pop()
    steps = "-".join(f"{column}1" for column in "BCDEFGHIJ"[: speed // 5 + 1])
    assert steps.endswith(beyond)
    assert exact(fight, f"a run {steps}") == "too-far SOV-084"


@pytest.mark.rule("SOV-084")
def test_an_ordinary_human_runs_thirty_feet() -> None:
    fight = play(FIELD, "", a=fighter(), g=foe())
    runs = {text.split("-")[-1] for text in listed(fight) if text.startswith("a run ")}
    assert max(len(text.split("-")) for text in listed(fight) if text.startswith("a run ")) == 6
    assert {"G1", "a run B1"} <= runs
    assert "H1" not in runs


@pytest.mark.rule("SOV-084")
def test_one_may_run_less_than_the_rate_but_not_nowhere() -> None:
    fight = play(FIELD, "", a=fighter(), g=foe())
    assert exact(fight, "a run B1") == ""
    assert why_not(fight, "a run A1") != ""


@pytest.mark.rule("SOV-085")
def test_moving_about_within_reach_provokes_no_unit() -> None:
    fight = play(
        """
        a . .
        . g .
        . . .
        """,
        "> a run A2-A3-B3-C3-C2-C1",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved", "opportunity") == [
        "moved unit=a path=A2,A3,B3,C3,C2,C1 feet=30",
    ]


@pytest.mark.rule("SOV-085")
def test_coming_into_reach_provokes_no_unit() -> None:
    fight = play("a . . g", "> a run C1", a=fighter(), g=foe())
    assert told(fight, "moved", "opportunity") == ["moved unit=a path=B1,C1 feet=10"]


@pytest.mark.rule("SOV-085")
def test_running_past_a_foe_provokes_on_the_step_out_of_its_reach() -> None:
    fight = play(
        """
        a . . . .
        . . g . .
        """,
        """
        > a run B1-C1-D1-E1
        = moved unit=a path=B1,C1,D1 feet=15
        > g strike a
        ! attack d20 1
        = moved unit=a path=E1 feet=5
        """,
        a=fighter(ac=16),
        g=foe(),
    )
    assert where(fight, "a") == "E1"


@pytest.mark.rule("SOV-085")
def test_a_long_weapon_is_left_at_ten_feet_and_not_before() -> None:
    for weapon in (POLEARM, SPEAR):
        inside = play("g a . . .", "> a run C1", a=fighter(), g=foe(weapons=(weapon,)))
        assert told(inside, "moved", "opportunity") == ["moved unit=a path=C1 feet=5"]
        outside = play(
            "g a . . .",
            """
            > a run D1
            = moved unit=a path=C1 feet=5
            > g strike a
            ! attack d20 1
            """,
            a=fighter(ac=16),
            g=foe(weapons=(weapon,)),
        )
        assert told(outside, "opportunity") == ["opportunity unit=g target=a"]
        assert where(outside, "a") == "D1"


@pytest.mark.rule("SOV-085")
def test_of_two_ways_to_a_square_the_one_offered_provokes_no_unit() -> None:
    """By B1 it is 10 ft, but out of reach and in again; through the mud at B2 15 ft."""
    fight = play(
        """
        . . .
        a ~ .
        . g .
        """,
        "",
        a=fighter(),
        g=foe(),
    )
    assert "a run B2-C2" in listed(fight)
    assert "a run B1-C2" not in listed(fight)
    assert exact(fight, "a run B1-C2") == "", "it is still allowed"
    assert "a run B1" in listed(fight), "where there is no other way, the one there is"
