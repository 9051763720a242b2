"""A melee ends at once, whatever the cause (DOL-004, DOL-018, DOL-022)."""

from __future__ import annotations

import pytest
from tests.rules.dolmenwood.hollow import beast, hero, hollow
from tests.scene import listed, told, unit, why_not
from tests.scripted import go_on, run

from shieldwall.engine.state.setup import Setup

FAR = "run B1-C1-D1-E1-F1-G1-H1-I1"
"""40 ft, through the square of a foe that is out or gone."""
STRUCK = ("a done", "a attack g with longsword", 2, "g done", "h done", "g done", "h done")
"""A round after which a and g are in melee."""


def yard() -> Setup:
    return hollow("a g . . . . . . . . . . h", a=hero(speed=40), g=beast(hp=20), h=beast())


@pytest.mark.rule("DOL-004", "DOL-018")
@pytest.mark.parametrize(
    "order", ["move g J1", "fate g dead", "fate g surrendered", "fate g fled", "remove g"]
)
def test_an_order_that_takes_the_foe_away_ends_the_melee_before_the_next_move(order: str) -> None:
    fight = run(yard(), 6, 1, *STRUCK, 6, 1, "?", first="")
    assert unit(fight, "a").in_melee != 0
    assert why_not(fight, f"a {FAR}") != ""
    fight.rule(order)
    assert unit(fight, "a").in_melee == 0
    assert why_not(fight, f"a {FAR}") == ""
    assert why_not(fight, "a run-away B1-C1-D1-E1-F1-G1-H1-I1") == "", "DOL-022"


@pytest.mark.rule("DOL-004", "DOL-040")
def test_a_foe_that_surrenders_as_its_declaration_is_in_melee_no_longer() -> None:
    fight = run(yard(), 6, 1, *STRUCK, "?", first="")
    fight.rule("condition g terrified")
    go_on(fight, "g surrender", 6, 1, "?")
    assert unit(fight, "a").in_melee == 0
    assert why_not(fight, f"a {FAR}") == ""


@pytest.mark.rule("DOL-004", "DOL-010")
def test_a_melee_that_an_order_has_ended_does_not_begin_again_by_itself() -> None:
    """No unit is asked to declare flight from it, even if the foe comes back."""
    fight = run(yard(), 6, 1, *STRUCK, "?", first="")
    fight.rule("move g J1")
    fight.rule("move g B1")
    assert unit(fight, "a").in_melee == unit(fight, "g").in_melee == 0
    assert fight.die is not None
    assert fight.die.tag == "initiative", "nobody declares anything"


@pytest.mark.rule("DOL-017")
@pytest.mark.parametrize("order", ["remove z", "fate z fled", "fate z dead"])
def test_a_side_that_the_gm_takes_away_after_the_rolls_is_not_asked_to_wait(order: str) -> None:
    sheets = {"a": hero(), "g": beast(), "z": beast()}
    fight = run(hollow("a . g . z", third="z", stops="always", **sheets), 6, 4, 2, "?", first="")
    assert [fight.names.units[request.unit] for request in fight.requests] == ["a", "g", "z"]
    fight.rule(order)
    assert [fight.names.units[request.unit] for request in fight.requests] == ["a", "g"]
    assert why_not(fight, "a wait z") == "wait-for-whom DOL-017"
    assert listed(fight) == ["a go", "a wait g"]
    go_on(fight, "a wait g", "g go", "?")
    assert told(fight, "order") == ["order sides=foes,party,third"]
