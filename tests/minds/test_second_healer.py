"""A healer whose friend has already been tended this round does something useful."""

from __future__ import annotations

from tests.minds.thinking import chosen
from tests.scene import BOW, fighter, foe, play

FELLED = """
> g shoot a with small bow
! attack d20 19
! damage d6 6
> g done
> b stabilise a
! heal d6 1
! heal d6 1
> b done
"""


def test_the_second_healer_has_something_legal_to_do() -> None:
    healer = fighter(kit=True, temperament="healer")
    fight = play(
        """
        b . . . . . . .
        a . . . . . . g
        c . . . . . . .
        """,
        FELLED,
        first="foes",
        a=fighter(hp=2, ac=5), b=healer, c=healer, g=foe(weapons=(BOW,)),
    )  # fmt: skip
    # `chosen` asserts that the answer is legal; a run to the unit's own square is not.
    assert chosen(fight, mind="natural").startswith("c ")
