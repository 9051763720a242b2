"""Screen an Ally: who may, the movement, and what it provokes.

Its duration is in `test_screen_time`, the check in `test_screen_check`.
"""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    UNARMED,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    where,
    why_not,
)


@pytest.mark.rule("SOV-069")
def test_screening_a_neighbour_takes_the_move_and_no_step() -> None:
    fight = play(
        "a b . g",
        """
        > b screen a
        = screens unit=b ward=a
        """,
        a=fighter(),
        b=fighter(stab=1),
        g=foe(),
    )
    assert (unit(fight, "b").moves, unit(fight, "b").mains, where(fight, "b")) == (0, 1, "B1")
    assert told(fight, "moved") == []


@pytest.mark.rule("SOV-069")
@pytest.mark.parametrize(("speed", "far"), [(20, ""), (15, "too-far SOV-084")])
def test_one_goes_to_the_ward_within_one_s_rate(speed: int, far: str) -> None:
    fight = play("a . . . . b g", "", a=fighter(), b=fighter(stab=1, speed=speed), g=foe())
    assert exact(fight, "b screen E1-D1-C1-B1 a") == far
    if not far:
        fight = play(
            "a . . . . b . g",
            "> b screen B1 a",
            a=fighter(),
            b=fighter(stab=1, speed=speed),
            g=foe(),
        )
        assert told(fight, "moved", "screens") == [
            "moved unit=b path=E1,D1,C1,B1 feet=20",
            "screens unit=b ward=a",
        ]


@pytest.mark.rule("SOV-069")
def test_one_must_end_next_to_the_ward() -> None:
    fight = play("a . . b . g", "", a=fighter(), b=fighter(stab=1), g=foe())
    assert exact(fight, "b screen a") == "ward-too-far SOV-069"
    assert exact(fight, "b screen C1 a") == "ward-too-far SOV-069"
    assert exact(fight, "b screen C1-B1 a") == ""


@pytest.mark.rule("SOV-069")
def test_one_screens_an_ally_neither_a_foe_nor_oneself() -> None:
    fight = play("a b g", "", a=fighter(), b=fighter(stab=1), g=foe())
    assert why_not(fight, "b screen g") == "no-ward SOV-069"
    assert why_not(fight, "b screen b") == "no-ward SOV-069"


@pytest.mark.rule("SOV-069", "SOV-037")
def test_the_main_may_stand_in_for_the_move() -> None:
    fight = play(
        """
        a . .
        . b g
        """,
        "> b run B1\n> b screen a",
        a=fighter(),
        b=fighter(stab=1),
        g=foe(weapons=(UNARMED,)),
    )
    assert (unit(fight, "b").moves, unit(fight, "b").mains) == (0, 0)
    assert told(fight, "screens") == ["screens unit=b ward=a"]


@pytest.mark.rule("SOV-073")
@pytest.mark.parametrize("skills", [{"brawl": 1}, {"stab": 1}, {"shoot": 1}])
def test_a_level_in_any_combat_skill_is_enough_to_screen(skills: dict[str, int]) -> None:
    fight = play("a b . g", "", a=fighter(), b=fighter(**skills), g=foe())
    assert may(fight, "b screen a")


@pytest.mark.rule("SOV-073")
def test_without_a_level_in_a_combat_skill_one_cannot_screen() -> None:
    low = fighter(brawl=0, stab=0, shoot=-1, exert=3)
    fight = play("a b . g", "", a=fighter(), b=low, g=foe())
    assert why_not(fight, "b screen a") == "no-skill-to-screen SOV-073"


@pytest.mark.rule("SOV-073", "G-12")
@pytest.mark.parametrize(("check", "refused"), [(1, ""), (0, "no-skill-to-screen SOV-073")])
def test_a_creature_screens_with_the_skill_of_its_kind(check: int, refused: str) -> None:
    fight = play(
        "a . g h",
        "",
        first="foes",
        a=fighter(),
        g=foe(creature=True, check=check),
        h=foe(creature=True),
    )
    assert why_not(fight, "g screen h") == refused


# What getting there provokes.


@pytest.mark.rule("SOV-077")
@pytest.mark.parametrize(("path", "struck"), [("", False), ("B1 ", True)])
def test_only_a_unit_that_moves_away_from_an_armed_foe_provokes(path: str, struck: bool) -> None:
    fight = play(
        """
        . . .
        a b g
        """,
        f"""
        > b screen {path}a
        {"> g strike b with sword" if struck else ""}
        {"! attack d20 1" if struck else ""}
        """,
        a=fighter(),
        b=fighter(stab=1, ac=14),
        g=foe(),
    )
    assert told(fight, "opportunity", "screens") == (
        ["opportunity unit=g target=b"] if struck else []
    ) + ["screens unit=b ward=a"]


@pytest.mark.rule("SOV-077")
def test_a_unit_that_comes_from_afar_past_a_foe_s_reach_provokes_no_unit() -> None:
    """It is the start that counts, not the reach one passes through."""
    fight = play(
        """
        a . . . . . b
        . . . . g . .
        """,
        "> b screen F1-E1-D1-C1-B1 a",
        a=fighter(),
        b=fighter(stab=1),
        g=foe(),
    )
    assert told(fight, "opportunity") == []
    assert where(fight, "b") == "B1"


@pytest.mark.rule("SOV-077", "SOV-086")
def test_a_unit_that_has_disengaged_moves_to_the_ward_unharmed() -> None:
    fight = play(
        """
        a . . b
        . . . g
        """,
        "> b disengage\n> b screen B1 a",
        a=fighter(),
        b=fighter(stab=1),
        g=foe(),
    )
    assert told(fight, "opportunity", "screens") == ["screens unit=b ward=a"]


@pytest.mark.rule("SOV-077", "SOV-044")
def test_a_unit_that_is_felled_on_setting_out_screens_no_unit() -> None:
    fight = play(
        """
        a . . b
        . . . g
        """,
        """
        > b screen B1 a
        > g strike b with sword
        ! attack d20 19
        ! damage d8 8
        """,
        a=fighter(),
        b=fighter(hp=8, stab=1),
        g=foe(),
    )
    assert told(fight, "screens", "moved") == []
    assert where(fight, "b") == "D1"
