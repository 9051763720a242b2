"""Without a map: the units within 5 ft of one that changes sides or returns (G-02, SOV-012)."""

from __future__ import annotations

import pytest
from tests.open_scene import open_setup
from tests.scene import fighter, foe, unit, why_not
from tests.scripted import run

from shieldwall.books import RULESETS
from shieldwall.engine.space.measure import feet_apart
from shieldwall.fight import Fight


def apart(fight: Fight, one: str, other: str) -> int:
    return int(feet_apart(fight.state.grid, unit(fight, one), unit(fight, other)))


def meeting(rules: str = "sovereign", engaged: str = "") -> Fight:
    made = open_setup(
        "a 60, g 65, h 100", rules=rules, engaged=engaged,
        a=fighter(stab=1), g=foe(hp=9), h=foe(hp=9),
    )  # fmt: skip
    return run(made, "?", first="" if rules == "dolmenwood" else "party")


@pytest.mark.rule("SOV-012", "SOV-069", "G-02")
def test_one_that_joins_the_side_of_a_unit_5_ft_away_is_its_friend_at_5_ft() -> None:
    """Foes that have not closed are 10 ft apart, friends at the same places 5 ft."""
    fight = meeting()
    assert apart(fight, "a", "g") == 10
    fight.rule("side g party")
    assert apart(fight, "a", "g") == 5
    assert why_not(fight, "a screen g") == ""


@pytest.mark.rule("G-02")
@pytest.mark.parametrize("rules", [*RULESETS])
def test_one_that_had_fled_and_comes_back_has_closed_with_no_foe(rules: str) -> None:
    fight = meeting(rules, engaged="a-g")
    assert apart(fight, "a", "g") == 5
    fight.rule("fate g fled")
    fight.rule("fate g standing")
    assert apart(fight, "a", "g") == 10


@pytest.mark.rule("G-02")
@pytest.mark.parametrize("rules", [*RULESETS])
def test_one_that_comes_back_stands_beside_the_friends_that_are_there_now(rules: str) -> None:
    fight = meeting(rules)
    fight.rule("fate g fled")
    fight.rule("move h 65ft")
    fight.rule("fate g standing")
    assert apart(fight, "g", "h") == 5


@pytest.mark.rule("G-02")
def test_one_that_is_raised_where_it_fell_still_faces_the_foe_that_stayed() -> None:
    fight = meeting(engaged="a-g")
    fight.rule("fate g dead")
    fight.rule("fate g standing")
    assert apart(fight, "a", "g") == 5
