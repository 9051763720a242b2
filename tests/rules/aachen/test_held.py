"""A unit held by a creature can break free, though the book has no grappling."""

from __future__ import annotations

import pytest
from tests.powers.beasts import beast, rider
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.scene import UNARMED, fighter, may, unit

from shieldwall.engine.magic.spell_data import HOLD, Primitive

BITE = """
> g attack a with bite
! attack d20 18
! damage d6 1
> g done
"""


@pytest.mark.rule("AAC-040")
@BOTH
def test_a_unit_that_coils_hold_may_break_free_without_the_ruling(book: str) -> None:
    snake = beast(riders=(rider("coils", Primitive(HOLD)),))
    held = fighter(hp=20, weapons=(UNARMED,))
    fight = scene("a g", BITE, book, first="foes", a=held, g=snake)
    assert unit(fight, "a").locked
    assert may(fight, "a break-free")
    free = scene("a g", "", book, a=held, g=snake)
    assert not may(free, "a break-free")
