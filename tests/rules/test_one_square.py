"""Two who stand never share a square: whoever is stopped in another's ends in the last free one."""

import pytest
from tests.powers.beasts import beast, rider
from tests.scene import fighter, foe, play_setup, setup, told, unit, where

from shieldwall.core.effect_kinds import HELPLESS
from shieldwall.core.magic import CONDITION, Primitive
from shieldwall.core.setup import Setup
from shieldwall.core.state import ACTIVE, DOWN


def hidden(made: Setup, *names: str) -> Setup:
    """The set-up with some whose place the other side does not know."""
    made.hidden = names
    return made


PARALYSES = rider("bite", Primitive(CONDITION, effect=HELPLESS))


@pytest.mark.rule("SOV-002", "SOV-044")
@pytest.mark.parametrize("hp", [30, 1])
def test_whoever_is_stopped_in_an_ally_s_square_ends_in_the_last_free_one(hp: int) -> None:
    """The free attack comes as it leaves the ally's square: paralysed, or felled by it."""
    fight = play_setup(
        setup(
            """
            . . . . g
            a . . b .
            . . . . .
            . . . . .
            """,
            a=fighter(hp=hp),
            b=fighter(hp=20),
            g=beast(riders=(PARALYSES,)),
        ),
        """
        > a run B2-C2-D2-D3-C4
        > g strike a with bite
        ! attack d20 18
        ! damage d6 3
        """,
    )
    assert where(fight, "a") == "C2"
    assert where(fight, "b") == "D2"
    assert told(fight, "steps-back") == ["steps-back unit=a at=C2"]
    assert unit(fight, "a").status == (ACTIVE if hp > 1 else DOWN)


@pytest.mark.rule("SOV-002", "SOV-003", "SOV-105")
def test_a_run_through_an_ally_into_a_hidden_foe_ends_behind_the_ally() -> None:
    made = setup(
        """
        # # # # # #
        a . b g . .
        # # # # # #
        """,
        a=fighter(),
        b=fighter(),
        g=foe(hp=20),
    )
    fight = play_setup(hidden(made, "g"), "> a run B2-C2-D2-E2")
    assert told(fight, "moved", "stumbles-on", "steps-back") == [
        "moved unit=a path=B2,C2 feet=10",
        "stumbles-on unit=a target=g",
        "steps-back unit=a at=B2",
    ]
    assert (where(fight, "a"), where(fight, "b"), where(fight, "g")) == ("B2", "C2", "D2")
