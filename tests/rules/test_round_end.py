"""The end of a round: grapples do damage, then effects end, then dying units die."""

import pytest
from tests.scene import SWORD, UNARMED, fighter, foe, play, told, unit

from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN


@pytest.mark.rule("G-19")
def test_first_units_that_are_held_are_hurt_then_effects_end_then_the_dying_die() -> None:
    """A unit that breaks in a grapple breaks at once, not in a separate step."""
    quiet = "> g done\n> a done\n> b done\n"
    fight = play(
        "c g a b",
        """
        > g attack c with sword
        ! attack d20 15
        ! damage d8 4
        """
        + quiet * 6
        + """
        > g done
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > a done
        > b hold
        ! damage d2 2
        """,
        first="foes",
        a=fighter(weapons=(UNARMED, SWORD)),
        b=fighter(),
        c=fighter(hp=4),
        g=foe(hp=4, creature=True),
    )
    told_since = told(fight)
    end = told_since[told_since.index("holds unit=b") :]
    assert [text for text in end if not text.startswith(("end-turn", "turn"))] == [
        "holds unit=b",
        "harm unit=g by=a amount=2 left=2 cause=hit",
        "breaks unit=g why=wounds",
        "hold-lost unit=b",
        "dies unit=c",
        "round number=8",
        "side side=foes",
    ]
    assert unit(fight, "c").status == DEAD


@pytest.mark.rule("G-19", "SOV-034")
def test_a_fight_that_a_hold_decides_ends_there() -> None:
    """The last foe is squeezed down: no new round begins."""
    quiet = "> g done\n> a done\n"
    fight = play(
        "c g a",
        "> g attack c with sword\n! attack d20 15\n! damage d8 4\n"
        + quiet * 2
        + """
        > g done
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > a done
        ! damage d2 2
        = falls unit=g by=a how=dead
        = ends reason=defeat team=0
        """,
        first="foes",
        a=fighter(weapons=(UNARMED,)),
        c=fighter(hp=4),
        g=foe(hp=2),
    )
    assert fight.outcome is not None
    assert told(fight, "round") == ["round number=1", "round number=2", "round number=3"]
    assert unit(fight, "c").status == DOWN
    assert unit(fight, "a").status == ACTIVE


@pytest.mark.rule("SOV-131", "SOV-022")
def test_the_free_round_of_units_that_surprise_is_a_round_with_an_end() -> None:
    """A foe that is taken hold of in it and still held at its end has been squeezed."""
    fight = play(
        "a g",
        """
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > a done
        ! damage d2 1
        = harm unit=g by=a amount=1 left=8 cause=hit
        ! initiative d8 8
        ! initiative d8 1
        """,
        first="",
        surprised="foes",
        a=fighter(weapons=(UNARMED,)),
        g=foe(hp=9),
    )
    assert unit(fight, "g").locked
