"""Attacks and missiles from behind: one back, and no shield there (DOL-020, DOL-027)."""

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
    hollow,
    rolls,
)
from tests.scene import play_setup, told
from tests.scripted import run

from shieldwall.store.state_form import state_data, state_from_data

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


@pytest.mark.rule("DOL-027", "G-39")
@pytest.mark.parametrize(("struck", "ac"), [("a", ("15", "14")), ("b", ("14", "15"))])
def test_one_faces_the_foe_it_struck_at_last_and_keeps_facing_it(
    struck: str, ac: tuple[str, str]
) -> None:
    """Both have attacked `g`, `a` first; the unit it attacks is in front of it from then on."""
    made = hollow("a g b", a=hero(), b=hero(), g=beast(ac=15, shield=1))
    blows = ("a attack g with longsword", 2, "b attack g with longsword", 2)
    fight = run(
        made,
        *(6, 1, "a done", "b done", *blows, "g done", f"g attack {struck} with longsword", 2),
        *(6, 1, "a done", "b done", *blows, "g done", "g done"),
        *(6, 1, "a done", "b done", *blows),
        first="",
    )
    found = [line.split()[-2].removeprefix("ac=") for line in told(fight, "attack")]
    assert found[:2] == ["15", "14"]
    assert (found[3], found[4]) == ac
    assert (found[5], found[6]) == ac, "a new round changes nothing"


@pytest.mark.rule("DOL-027", "G-39")
def test_a_unit_that_has_not_struck_faces_the_first_to_come_and_then_the_one_left() -> None:
    """`b` comes before `a`; when `b` has gone, `a` is in front."""
    made = hollow(". . . . .\n. a g b .\n. . . . .", a=hero(), b=hero(), g=beast(ac=15, shield=1))
    by_a = ("a attack g with longsword", 2)
    by_b = ("b attack g with longsword", 2)
    fight = run(
        made,
        *(6, 1, "a done", "b done", *by_b, *by_a, "g done", "g done"),
        *(6, 1, "a done", "b done", *by_a, *by_b, "g done", "g done"),
        *(6, 1, "b run E1", "a done", *by_a),
        first="",
    )
    assert armour(told(fight, "attack")) == [
        "unit=b ac=15", "unit=a ac=14", "unit=a ac=14", "unit=b ac=15", "unit=a ac=15",
    ]  # fmt: skip


@pytest.mark.rule("G-39")
def test_the_target_one_faces_is_saved_and_an_older_save_reads_without_it() -> None:
    made = hollow("a g b", a=hero(), b=hero(), g=beast(ac=15, shield=1))
    fight = run(
        made,
        *(6, 1, "a done", "b done", "a attack g with longsword", 2),
        *("b attack g with longsword", 2, "g done", "g attack b with longsword", 2),
        first="",
    )
    data = state_data(fight.state, 0)
    assert state_from_data(made, data).units[2].facing == 1
    units = data["units"]
    assert isinstance(units, dict)
    del units["g"]["facing"]
    assert state_from_data(made, data).units[2].facing == -1


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
