"""Reinforcements do not bring back the first casualty (DOL-042, AAC-041)."""

from __future__ import annotations

import pytest
from tests.rules.aachen.test_morale import KILL, archer, rabble
from tests.rules.dolmenwood.hollow import beast, delve, hero, rolls
from tests.scene import play, told

from shieldwall.books.dolmenwood.round_end_checks import reasons_to_check
from shieldwall.engine.morale.morale_score import FIRST_DEATH, checked_for


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
def test_the_death_of_a_unit_that_joined_later_is_no_first_casualty(book: str) -> None:
    fight = play(
        "g h i k . .\n. . . . . .\na . . . . .",
        KILL.format("g") + "! morale d6 1\n! morale d6 1\n> a reload with bow\n> a done\n"
        + "> h done\n> i done\n> k done\n",
        rules=book, a=archer(), g=rabble(), h=rabble(), i=rabble(), k=rabble(),
    )  # fmt: skip
    fight.rule("add late E1 for foes like h")
    fight.rule("add later F1 for foes like h")
    fight.rule("fate late dead")
    assert [line.split()[2] for line in told(fight, "morale")] == ["why=first_casualty"]


@pytest.mark.rule("DOL-042")
def test_in_dolmenwood_the_side_remembers() -> None:
    fight = delve("a g h i . .", rolls(1, 6), a=hero(), g=beast(), h=beast(), i=beast())
    for one in fight.state.units[1:]:
        one.nerve |= FIRST_DEATH
    assert checked_for(fight.state, 1) == FIRST_DEATH
    fight.state.units[1].nerve = 0
    fight.state.units[1].status = 2
    assert FIRST_DEATH not in reasons_to_check(fight.requests[0].battle, 1), (
        "the first in the list is new"
    )
