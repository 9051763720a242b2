"""Total Defense against Shock, the swarm whose Shock nothing else stops, and the Snap Attack's."""

import pytest
from tests.scene import AXE, SWORD, fighter, foe, play, terms, told, unit

from shieldwall.engine.state.sheet import ANY_AC, Weapon, make_weapon

TALENT = make_weapon("talent", 1, 6, shock=5, shock_ac=ANY_AC)
"""Shock 5/-."""


@pytest.mark.rule("SOV-119", "SOV-080", "SOV-116", "W-P03")
@pytest.mark.parametrize("weapon", [SWORD, TALENT], ids=["2/13", "5/-"])
def test_total_defense_keeps_shock_off(weapon: Weapon) -> None:
    """W-P03: 0 on Total Defense. AC 10 and 2 for the defence stay within any limit."""
    fight = play(
        "a g",
        f"""
        > a attack g with {weapon.name}
        > g total-defense
        ! attack d20 2
        """,
        stops="always",
        a=fighter(weapons=(weapon,)),
        g=foe(hp=9, ac=10),
    )
    assert told(fight, "harm", "shock-stopped") == []
    assert unit(fight, "g").hp == 9


@pytest.mark.rule("SOV-119", "SOV-118")
def test_a_unit_that_defends_does_not_spend_the_shield() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        > g total-defense
        ! attack d20 2
        """,
        stops="always",
        a=fighter(),
        g=foe(hp=9, ac=10, shield=1),
    )
    assert told(fight, "harm", "shock-stopped") == []
    assert not unit(fight, "g").shield_spent


@pytest.mark.rule("SOV-119", "SOV-124")
def test_total_defense_keeps_the_least_damage_off_as_well() -> None:
    for first, second, dealt in (("> g total-defense", "", 1), ("> g pass", "> g pass", 3)):
        fight = play(
            "a g",
            f"""
            > a attack g with war axe
            {first}
            ! attack d20 19
            {second}
            ! damage d10 1
            """,
            stops="always",
            a=fighter(weapons=(AXE,)),
            g=foe(hp=9, ac=10),
        )
        assert unit(fight, "g").hp == 9 - dealt


@pytest.mark.rule("SOV-122", "SOV-081")
def test_a_hit_that_total_defense_turns_into_a_miss_deals_no_shock() -> None:
    for answer, left in (("> g total-defense", 9), ("> g pass\n! damage d8 1", 7)):
        fight = play(
            "a g",
            f"""
            > a attack g with sword
            ! attack d20 9
            = attack unit=a target=g weapon=sword how=melee die=9 total=10 ac=10 hit=yes
            {answer}
            """,
            stops="matters",
            a=fighter(),
            g=foe(hp=9, ac=10),
        )
        assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-122", "SOV-081")
def test_after_a_miss_total_defense_still_stops_its_shock() -> None:
    for answer, left in (("> g total-defense", 9), ("> g pass", 7)):
        fight = play(
            "a g",
            f"""
            > a attack g with sword
            ! attack d20 2
            {answer}
            """,
            stops="matters",
            a=fighter(),
            g=foe(hp=9, ac=10),
        )
        assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-120", "SOV-060")
def test_a_swarms_shock_passes_ac_and_shield() -> None:
    """Shock 2/13 against AC 20 with a shield, which is not spent on it; STR adds as ever."""
    fight = play(
        "a g b",
        """
        > a swarm g with sword
        > a done
        > b swarm g with sword
        > b fall-upon g with sword
        ! attack d20 2
        = harm unit=g by=b amount=3 left=6 cause=shock
        """,
        a=fighter(),
        b=fighter(strength=1),
        g=foe(hp=9, ac=20, shield=1),
    )
    assert terms(fight, "harm") == {"Shock": 2, "str": 1}
    assert not unit(fight, "g").shield_spent


@pytest.mark.rule("SOV-120", "SOV-124")
def test_a_swarms_hit_deals_its_shock_at_least_at_any_ac() -> None:
    """War axe, Shock 3/15, die 1 and 1 for the second assailant: 2, raised to 3."""
    fight = play(
        "a g b",
        """
        > a swarm g with war axe
        > a done
        > b swarm g with war axe
        > b fall-upon g with war axe
        ! attack d20 19
        ! damage d10 1
        """,
        a=fighter(weapons=(AXE,)),
        b=fighter(weapons=(AXE,)),
        g=foe(hp=9, ac=20),
    )
    assert told(fight, "harm") == ["harm unit=g by=b amount=3 left=6 cause=hit"]


@pytest.mark.rule("SOV-120", "SOV-061", "SOV-083")
def test_only_total_defense_stops_a_swarms_shock() -> None:
    fight = play(
        "a g b",
        """
        > a swarm g with sword
        > a done
        > b swarm g with sword
        > b fall-upon g with sword
        > g total-defense
        ! attack d20 2
        """,
        stops="always",
        a=fighter(),
        b=fighter(),
        g=foe(hp=9, ac=12),
    )
    assert told(fight, "harm") == []


@pytest.mark.rule("SOV-120")
def test_a_swarm_with_a_weapon_without_shock_has_none() -> None:
    club = make_weapon("club", 1, 4)
    fight = play(
        "a g b",
        """
        > a swarm g with club
        > a done
        > b swarm g with club
        > b fall-upon g with club
        ! attack d20 2
        """,
        a=fighter(weapons=(club,), strength=2),
        b=fighter(weapons=(club,), strength=2),
        g=foe(hp=9, ac=12),
    )
    assert told(fight, "harm") == []


@pytest.mark.rule("SOV-121")
def test_a_snap_attack_that_misses_deals_shock() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 15
        > g snap a with sword
        ! attack d20 10
        = attack unit=g target=a weapon=sword how=melee die=10 total=7 ac=12 hit=no
        = harm unit=a by=g amount=2 left=2 cause=shock
        ! damage d8 3
        """,
        stops="matters",
        a=fighter(hp=4),
        g=foe(hp=9, ac=12),
    )
    assert unit(fight, "g").hp == 6


@pytest.mark.rule("SOV-079", "SOV-080", "SOV-119")
def test_a_unit_that_defends_on_its_own_turn_stays_defended_until_its_next() -> None:
    """Also as the first thing it does, and as the only thing."""
    for deeds in ("> g total-defense", "> g prone\n> g total-defense"):
        fight = play(
            "a . . g",
            f"""
            {deeds}
            > g done
            > a charge C1 g with sword
            ! attack d20 2
            """,
            first="foes",
            a=fighter(),
            g=foe(hp=9, ac=10),
        )
        assert unit(fight, "g").hp == 9


@pytest.mark.rule("SOV-122")
def test_a_hit_that_luck_turns_into_a_miss_still_deals_shock() -> None:
    """Unlike Total Defense, for which `g` is asked once more and which would stop that too."""
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 19
        > g luck
        > g pass
        = harm unit=g by=a amount=2 left=7 cause=shock
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=9, ac=13, luck=1),
    )
    assert unit(fight, "g").hp == 7
    assert unit(fight, "g").luck == 0
