"""A hit never deals less than the Shock a miss would have dealt."""

from collections.abc import Callable

import pytest
from tests.scene import AXE, SPEAR, fighter, foe, play, play_setup, setup, terms, told, unit

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import ANY_AC, make_weapon

Edition = Callable[..., str]

FINE_SWORD = make_weapon("fine sword", 1, 8, shock=2, shock_ac=13, magic=1)
TALENT = make_weapon("talent", 1, 6, shock=5, shock_ac=ANY_AC)

HIT = """
    > a attack g with {}
    ! attack d20 15
    ! damage d{} {}
    """


@pytest.mark.rule("SOV-114", "SOV-124")
@pytest.mark.parametrize(("die", "dealt"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_low_damage_is_raised_to_the_shock(die: int, dealt: int) -> None:
    """War axe, Shock 3/15."""
    fight = play(
        "a g", HIT.format("war axe", 10, die), a=fighter(weapons=(AXE,)), g=foe(hp=20, ac=15)
    )
    assert told(fight, "harm") == [f"harm unit=g by=a amount={dealt} left={20 - dealt} cause=hit"]
    assert terms(fight, "harm").get("up to Shock", 0) == dealt - die


@pytest.mark.rule("SOV-124", "SOV-117")
@pytest.mark.parametrize(("die", "dealt"), [(1, 4), (2, 4), (3, 5)])
def test_attribute_and_magic_are_in_the_damage_and_in_its_least_value(die: int, dealt: int) -> None:
    """STR +1 and magic +1 lift Shock 2 to 4; the weapon's own die counts from 3 on."""
    fight = play(
        "a g",
        HIT.format("fine sword", 8, die),
        a=fighter(weapons=(FINE_SWORD,), strength=1),
        g=foe(hp=20, ac=13),
    )
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-124")
@pytest.mark.parametrize(("ac", "dealt"), [(15, 3), (16, 1)])
def test_a_target_whose_ac_keeps_shock_off_has_no_least_damage(ac: int, dealt: int) -> None:
    fight = play(
        "a g",
        HIT.format("war axe", 10, 1),
        a=fighter(weapons=(AXE,), attack=5),
        g=foe(hp=20, ac=ac),
    )
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-124")
def test_a_throw_has_no_least_damage() -> None:
    for deed, dealt in (("throw", 1), ("attack", 2)):
        fight = play(
            "a . g",
            f"""
            > a {deed} g with spear
            ! attack d20 15
            ! damage d6 1
            """,
            a=fighter(weapons=(SPEAR,)),
            g=foe(hp=20, ac=13),
        )
        assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-124", "SOV-116")
def test_shock_without_a_limit_is_the_least_damage_at_any_ac() -> None:
    fight = play(
        "a g",
        HIT.format("talent", 6, 1),
        a=fighter(weapons=(TALENT,), attack=15),
        g=foe(hp=20, ac=30),
    )
    assert unit(fight, "g").hp == 15


@pytest.mark.rule("SOV-124", "SOV-118")
def test_a_shield_does_not_lower_what_a_hit_deals_and_is_not_spent_on_it() -> None:
    fight = play(
        "a g b",
        f"""
        {HIT.format("war axe", 10, 1)}
        = harm unit=g by=a amount=3 left=17 cause=hit
        > a done
        > b attack g with war axe
        ! attack d20 2
        = shock-stopped unit=g by=b
        """,
        a=fighter(weapons=(AXE,)),
        b=fighter(weapons=(AXE,)),
        g=foe(hp=20, ac=15, shield=1),
    )
    assert unit(fight, "g").hp == 17


def shielded(shield: int) -> Setup:
    axeman = fighter(weapons=(AXE,))
    return setup("a g b", a=axeman, b=axeman, g=foe(hp=20, ac=15, shield=shield))


@pytest.mark.rule("SOV-124")
@pytest.mark.parametrize(("shield", "dealt"), [(1, 1), (0, 3)])
def test_where_a_shield_cancels_the_least_damage_a_low_hit_stays_low(
    edition: Edition, shield: int, dealt: int
) -> None:
    made = shielded(shield)
    made.rules = edition(Dial("shield_cancels_hit_floor", 1, "SOV-124"))
    fight = play_setup(made, HIT.format("war axe", 10, 1))
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-124")
def test_where_a_shield_cancels_the_least_damage_a_spent_one_does_not(edition: Edition) -> None:
    made = shielded(1)
    made.rules = edition(Dial("shield_cancels_hit_floor", 1, "SOV-124"))
    fight = play_setup(
        made,
        f"""
        > b attack g with war axe
        ! attack d20 2
        = shock-stopped unit=g by=b
        > b done
        {HIT.format("war axe", 10, 1)}
        """,
    )
    assert unit(fight, "g").hp == 17
