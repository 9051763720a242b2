"""Blows and missiles from behind: one back, and no shield there (DOL-020, DOL-027)."""

from __future__ import annotations

import pytest
from tests.open_scene import field, open_setup
from tests.rules.dolmenwood.hollow import (
    JAVELIN,
    LONGSWORD,
    beast,
    clean,
    delve,
    hero,
    rolls,
)
from tests.scene import play_setup, told

BOTH_STRIKE = """
    > a done
    > b done
    > a attack g with longsword
    ! attack d20 2
    > b attack g with longsword
    ! attack d20 2
    > g done
    > g done
"""


def armour(lines: list[str]) -> list[str]:
    """Who attacked, and the AC that counted."""
    return [f"{line.split()[1]} {line.split()[-2]}" for line in lines]


@pytest.mark.rule("DOL-027")
def test_between_two_foes_one_is_faced_and_one_is_behind() -> None:
    fight = delve(
        "a g b",
        rolls(6, 1) + BOTH_STRIKE + "> a pass\n> b pass\n> g pass\n" + rolls(6, 1) + BOTH_STRIKE,
        a=hero(), b=hero(), g=beast(ac=15, shield=1),
    )  # fmt: skip
    assert armour(told(fight, "attack")) == [
        "unit=a ac=15", "unit=b ac=14", "unit=a ac=15", "unit=b ac=14",
    ]  # fmt: skip


@pytest.mark.rule("DOL-027")
@pytest.mark.parametrize(("drawing", "ac"), [("a g . . b", 14), ("b . a g .", 15)])
def test_a_missile_from_behind_meets_no_shield(drawing: str, ac: int) -> None:
    fight = delve(
        drawing,
        rolls(6, 1)
        + """
        > a done
        > b done
        > b done
        > a attack g with longsword
        ! attack d20 2
        > b done
        > g done
        > g done
        """
        + "> a pass\n> g pass\n"
        + rolls(6, 1)
        + """
        > a done
        > b done
        > b throw g with javelin
        ! attack d20 2
        """,
        a=hero(), b=hero(weapons=(JAVELIN, LONGSWORD)), g=beast(ac=15, shield=1),
    )  # fmt: skip
    assert armour(told(fight, "attack"))[-1] == f"unit=b ac={ac}"


@pytest.mark.rule("DOL-027")
def test_without_a_map_the_gm_says_whose_back_is_turned() -> None:
    made = open_setup(
        "a 60, g 65", field(), engaged="a-g", rules="dolmenwood",
        a=hero(), g=beast(ac=15, shield=1),
    )  # fmt: skip
    for turned, blow in ((False, "ac=15"), (True, "ac=14")):
        fight = play_setup(made, clean(rolls(6, 1) + "> a done\n"), first="")
        if turned:
            fight.rule("condition g back-turned")
        fight.push("a attack g with longsword")
        if fight.die is not None:
            fight.push_die(2)
        assert blow in told(fight, "attack")[-1], [str(event) for event in fight.events]
