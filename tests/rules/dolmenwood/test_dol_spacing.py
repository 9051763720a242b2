"""Room to fight: how many units can reach one foe, and how many fight side by side (DOL-031,
DOL-032).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.open_scene import field, open_setup
from tests.rules.dolmenwood.hollow import beast, clean, delve, hero, rolls
from tests.scene import may, play_setup, why_not

from shieldwall.engine.ruleset import Dial


@pytest.mark.rule("DOL-031")
def test_on_a_map_as_many_attack_one_as_stand_next_to_it() -> None:
    fight = delve(
        """
        a b c
        d g e
        . . .
        """,
        rolls(6, 1) + "> a done\n> b done\n> c done\n> d done\n> e done\n",
        a=hero(),
        b=hero(),
        c=hero(),
        d=hero(),
        e=hero(),
        g=beast(hp=30),
    )
    for ident in "abcde":
        assert may(fight, f"{ident} attack g with longsword")


@pytest.mark.rule("DOL-032")
def test_a_corridor_of_10_ft_holds_two_abreast_on_the_map() -> None:
    fight = delve(
        """
        # # # #
        a b g .
        . c h .
        # # # #
        """,
        rolls(6, 1) + "> a done\n> b done\n> c done\n",
        a=hero(),
        b=hero(),
        c=hero(),
        g=beast(),
        h=beast(),
    )
    assert why_not(fight, "a attack g with longsword") == "out-of-reach DOL-023"
    assert may(fight, "b attack h with longsword")


@pytest.mark.rule("DOL-031", "DOL-032")
@pytest.mark.ruling("abreast", "two")
@pytest.mark.ruling("abreast", "three")
@pytest.mark.parametrize("third", [False, True])
def test_two_or_three_abreast_in_a_passage_without_a_map(
    third: bool, edition: Callable[..., str]
) -> None:
    made = open_setup(
        "a 40, b 40, c 40, g 50",
        field(length=100, passage=10),
        rules="dolmenwood",
        a=hero(),
        b=hero(),
        c=hero(),
        g=beast(hp=30),
    )
    if third:
        made.rules = edition(Dial("abreast", 3, "DOL-032"), of="dolmenwood")
    tape = rolls(6, 1) + "> a run 45ft g\n> b run 45ft g\n"
    fight = play_setup(made, clean(tape), first="")
    assert may(fight, "c run 45ft g") is third
