"""Screen an Ally and magic: protection against disruption, and spells that no body blocks."""

import pytest
from tests.scene import fighter, foe, play, told, unit

from shieldwall.engine.magic.spell_data import (
    DAMAGE,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.state.sheet import Sheet

DART = make_spell("dart", 1, (Primitive(DAMAGE, amount=Amount(dice=1, sides=4)),))


def mage(**facts: object) -> Sheet:
    return fighter(spells=(DART,), casts=1, caster_level=1, **facts)


@pytest.mark.rule("SOV-054", "SOV-055")
def test_a_caster_who_is_struck_before_the_spell_is_done_has_not_cast_it() -> None:
    """The scene of the next test without a screener: Shock is enough."""
    fight = play(
        """
        a b .
        g . h
        """,
        """
        > b done
        > a cast h : dart
        > g snap a with sword
        ! attack d20 1
        """,
        stops="matters",
        a=mage(hp=8, ac=12),
        b=fighter(ac=16, stab=1),
        g=foe(hp=9, creature=True, disciplined=True),
        h=foe(hp=9, creature=True),
    )
    assert unit(fight, "h").hp == 9
    assert unit(fight, "a").hp == 6


@pytest.mark.rule("SOV-151", "SOV-072")
def test_one_in_the_way_keeps_a_caster_from_being_disrupted() -> None:
    """The attack meets the guard, and the spell takes effect."""
    fight = play(
        """
        a b .
        g . h
        """,
        """
        > b screen a
        > b done
        > a cast h : dart
        > g snap a with sword
        ! screen d6 1
        ! screen d6 1
        ! attack d20 1
        > b pass
        ! dart d4 3
        """,
        stops="matters",
        a=mage(hp=8, ac=12),
        b=fighter(ac=12, hp=8, stab=1),
        g=foe(hp=9, creature=True, disciplined=True),
        h=foe(hp=9, creature=True),
    )
    assert told(fight, "redirected") == ["redirected unit=b ward=a by=g"]
    assert (unit(fight, "a").hp, unit(fight, "b").hp, unit(fight, "h").hp) == (8, 6, 6)


@pytest.mark.rule("SOV-075")
def test_a_spell_is_neither_parried_nor_blocked() -> None:
    """It takes no check and meets the ward."""
    fight = play(
        "a b . g",
        """
        > b screen a
        > b done
        > a done
        > g cast a : dart
        ! dart d4 3
        """,
        a=fighter(hp=8),
        b=fighter(hp=8, stab=1),
        g=mage(named=False),
    )
    assert told(fight, "check", "redirected") == []
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (5, 8)
