"""Standing units never share a square: a unit stopped in another's ends in the last free one."""

import pytest
from tests.powers.beasts import beast, rider
from tests.scene import UNARMED, fighter, foe, play_setup, setup, told, unit, where

from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_data import CONDITION, Primitive
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.wounds.effects import get_up
from shieldwall.fight_start import initial_state, rules_of


def hidden(made: Setup, *names: str) -> Setup:
    """The set-up with some whose place the other side does not know."""
    made.hidden = names
    return made


PARALYSES = rider("bite", Primitive(CONDITION, effect=HELPLESS))


@pytest.mark.rule("SOV-002", "SOV-044")
@pytest.mark.parametrize("hp", [30, 1])
def test_a_unit_that_is_stopped_in_an_ally_s_square_ends_in_the_last_free_one(hp: int) -> None:
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


@pytest.mark.rule("SOV-002", "SOV-132")
def test_no_unit_hauls_a_victim_into_a_hidden_foe() -> None:
    """The path looked free; the two stay where they are, and the hidden unit is found."""
    made = setup(
        """
        # # # # # #
        g a . h . .
        # # # # # #
        """,
        a=fighter(weapons=(UNARMED,), brawl=2, strength=2),
        g=foe(hp=20),
        h=foe(hp=20),
    )
    fight = play_setup(
        hidden(made, "h"),
        """
        > a grapple g with unarmed
        ! attack d20 18
        ! grapple d6 6
        ! grapple d6 6
        > a done
        > g done
        > h done
        ! damage d2 1
        > a haul D2 : carry
        ! carry d6 6
        ! carry d6 6
        """,
    )
    assert told(fight, "stumbles-on", "carried") == ["stumbles-on unit=a target=h"]
    assert (where(fight, "a"), where(fight, "g"), where(fight, "h")) == ("B2", "A2", "D2")


@pytest.mark.rule("SOV-002")
def test_a_unit_that_gets_up_where_another_stands_finds_a_place_beside_it() -> None:
    """It was dead, and a corpse is no obstacle, when the hero came to stand on it."""
    made = setup(
        """
        . . . .
        . a g .
        . . . .
        """,
        a=fighter(),
        g=foe(hp=20),
    )
    battle = Battle(initial_state(made), rules_of(made), Oracle(), [], 0)
    hero, troll = battle.state.units
    troll.status = DEAD
    troll.hp = 0
    hero.x = troll.x
    get_up(battle, troll)
    assert troll.status == ACTIVE
    assert (int(hero.x), int(hero.y)) == (2, 1)
    assert max(abs(int(troll.x) - 2), abs(int(troll.y) - 1)) == 1
    assert battle.log is not None
    assert [event.KIND for event in battle.log] == ["rises", "steps-back"]


@pytest.mark.rule("SOV-002", "SOV-044", "SOV-098")
def test_a_square_that_is_taken_while_one_runs_is_no_place_to_end() -> None:
    """The ally's held run, in answer to the free attack, ends where the runner wanted to go."""
    fight = play_setup(
        setup(
            """
            . g . . .
            . a . . .
            . . . b .
            """,
            stops="matters",
            a=fighter(hp=20),
            b=fighter(hp=20),
            g=beast(),
        ),
        """
        > b hold
        > a run B3-C3
        > g strike a with bite
        > b run C3
        ! attack d20 2
        """,
    )
    assert (where(fight, "a"), where(fight, "b")) == ("B3", "C3")
    assert told(fight, "steps-back") == ["steps-back unit=a at=B3"]
