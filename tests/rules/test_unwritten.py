"""Actions that a book names without numbers are refused with the name of the ruling."""

from __future__ import annotations

from collections.abc import Callable

from tests.scene import fighter, foe, listed, may, play_setup, setup, unit, why_not

from shieldwall.books import RULESETS
from shieldwall.books.shared.actions import GO_PRONE
from shieldwall.books.shared.conditional_actions import Unwritten
from shieldwall.engine.ruleset import Dial


def test_it_is_refused_with_the_name_of_the_ruling_until_that_is_set(
    edition: Callable[..., str],
) -> None:
    made = setup("a . g", a=fighter(), g=foe())
    for value in (0, 1):
        made.rules = edition(Dial("instants_order", value, "SOV-040"))
        house = RULESETS[made.rules]
        RULESETS[made.rules] = house.but(
            "house", "House rules", actions=(Unwritten(GO_PRONE, "instants_order"),)
        )
        fight = play_setup(made, "")
        assert ("a prone" in listed(fight)) == bool(value)
        if value == 0:
            assert why_not(fight, "a prone") == "not-written instants_order"
        else:
            assert may(fight, "a prone")
            fight.push("a prone")
            assert unit(fight, "a").prone
