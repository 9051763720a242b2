"""Shock on a miss: who takes it, how much, and what stops it.

The minimum of a hit is in `test_shock_floor`.
"""

import pytest
from tests.scene import (
    AXE,
    BOW,
    POLEARM,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    terms,
    told,
    unit,
)

from shieldwall.engine.state.sheet import ANY_AC, DEX, STR, Weapon, make_weapon
from shieldwall.fight import Fight

TALENT = make_weapon("talent", 1, 6, shock=5, shock_ac=ANY_AC)
"""Shock 5/-."""


def miss(weapon: Weapon, ac: int, strength: int = 0, dex: int = 0) -> Fight:
    return play(
        "a g",
        f"""
        > a attack g with {weapon.name}
        ! attack d20 1
        """,
        a=fighter(weapons=(weapon,), attack=0, strength=strength, dex=dex, stab=2),
        g=foe(hp=20, ac=ac),
    )


@pytest.mark.rule("SOV-115", "SOV-123", "W-P02")
@pytest.mark.parametrize(("ac", "dealt"), [(13, 2), (15, 2), (16, 0)])
def test_a_miss_deals_shock_up_to_the_ac_it_is_rated_for(ac: int, dealt: int) -> None:
    """Shock 2/15: AC 13 and AC 15 take it, AC 16 does not (W-P02)."""
    fight = miss(POLEARM, ac)
    assert told(fight, "harm") == (
        [f"harm unit=g by=a amount={dealt} left={20 - dealt} cause=shock"] if dealt else []
    )
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-115")
def test_shock_may_bring_down() -> None:
    fight = play(
        "a g",
        """
        > a attack g with war axe
        ! attack d20 2
        = falls unit=g by=a how=dead
        """,
        a=fighter(weapons=(AXE,)),
        g=foe(hp=3, ac=15),
    )
    assert unit(fight, "g").hp == 0


@pytest.mark.rule("SOV-115")
def test_the_ac_that_counts_is_the_one_of_the_moment() -> None:
    """A charge opens AC 17 to 15, which a Shock rated for 15 reaches; without it, it does not."""
    for deed, left in (("charge C1 g with sword", 6), ("run C1", 8)):
        attack = "! attack d20 1\n" if deed.startswith("charge") else ""
        fight = play(
            "a . . g",
            f"""
            > a {deed}
            {attack}
            > a done
            > g attack a with polearm
            ! attack d20 2
            """,
            a=fighter(hp=8, ac=17),
            g=foe(hp=9, ac=20, weapons=(POLEARM,)),
        )
        assert unit(fight, "a").hp == left


@pytest.mark.rule("SOV-116", "W-P03")
@pytest.mark.parametrize("ac", [10, 19, 30])
def test_shock_without_a_limit_reaches_any_ac(ac: int) -> None:
    """Shock 5/- (W-P03)."""
    assert unit(miss(TALENT, ac), "g").hp == 15


@pytest.mark.rule("SOV-116", "SOV-118", "W-P03")
def test_a_shield_stops_the_first_shock_without_a_limit_and_not_the_second() -> None:
    """W-P03: 0, then 5."""
    fight = play(
        "a g b",
        """
        > a attack g with talent
        ! attack d20 1
        > a done
        > b attack g with talent
        ! attack d20 1
        """,
        a=fighter(weapons=(TALENT,)),
        b=fighter(weapons=(TALENT,)),
        g=foe(hp=20, ac=18, shield=1),
    )
    assert told(fight, "harm", "shock-stopped") == [
        "shock-stopped unit=g by=a",
        "harm unit=g by=b amount=5 left=15 cause=shock",
    ]


@pytest.mark.rule("SOV-117")
def test_attribute_and_magic_add_to_shock_and_nothing_else_does() -> None:
    """Neither the weapon's own damage bonus nor skill nor attack bonus."""
    weapon = make_weapon("fine sword", 1, 8, bonus=4, shock=2, shock_ac=15, magic=1)
    fight = miss(weapon, ac=15, strength=2)
    assert told(fight, "harm") == ["harm unit=g by=a amount=5 left=15 cause=shock"]
    assert terms(fight, "harm") == {"Shock": 2, "str": 2, "magic weapon": 1}


@pytest.mark.rule("SOV-117", "SOV-110")
@pytest.mark.parametrize(("strength", "dex", "used"), [(1, 2, "dex"), (2, 1, "str")])
def test_the_attribute_of_the_blow_is_the_one_that_adds(strength: int, dex: int, used: str) -> None:
    both = make_weapon("rapier", 1, 6, shock=1, shock_ac=15, attributes=(STR, DEX))
    assert terms(miss(both, 15, strength, dex), "harm") == {"Shock": 1, used: 2}


@pytest.mark.rule("SOV-117")
@pytest.mark.parametrize(("strength", "dealt"), [(-1, 1), (-2, 0), (-3, 0)])
def test_a_weak_arm_lessens_shock_down_to_nothing(strength: int, dealt: int) -> None:
    fight = miss(POLEARM, 13, strength)
    assert unit(fight, "g").hp == 20 - dealt
    assert len(told(fight, "harm")) == (1 if dealt else 0)


@pytest.mark.rule("SOV-115")
def test_a_strong_arm_makes_no_shock_where_the_weapon_has_none() -> None:
    club = make_weapon("club", 1, 4, magic=1)
    assert told(miss(club, 10, strength=3), "harm") == []
    assert told(miss(UNARMED, 10, strength=3), "harm") == []


@pytest.mark.rule("SOV-115")
def test_a_weapon_that_is_thrown_or_shot_has_no_shock() -> None:
    """The same spear has it in the hand."""
    sling = make_weapon(
        "staff sling", 1, 4, shock=2, shock_ac=13, melee=False, normal_range=50, long_range=300
    )
    for deed, weapon, left in (
        ("throw", SPEAR, 4),
        ("attack", SPEAR, 2),
        ("shoot", sling, 4),
        ("shoot", BOW, 4),
    ):
        fight = play(
            "a . g",
            f"""
            > a {deed} g with {weapon.name}
            ! attack d20 2
            """,
            a=fighter(weapons=(weapon,)),
            g=foe(hp=4, ac=13),
        )
        assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-118")
def test_a_shield_stops_the_first_shock_of_a_round_and_no_second_one() -> None:
    fight = play(
        "a g b",
        """
        > a attack g with sword
        ! attack d20 2
        = shock-stopped unit=g by=a
        > a done
        > b attack g with sword
        ! attack d20 2
        = harm unit=g by=b amount=2 left=2 cause=shock
        """,
        a=fighter(weapons=(SWORD,)),
        b=fighter(weapons=(SWORD,)),
        g=foe(hp=4, ac=13, shield=1),
    )
    assert unit(fight, "g").shield_spent
    assert told(fight, "harm", "shock-stopped") == [
        "shock-stopped unit=g by=a",
        "harm unit=g by=b amount=2 left=2 cause=shock",
    ]


@pytest.mark.rule("SOV-118")
def test_a_shield_stops_a_shock_again_in_the_next_round() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 2
        = shock-stopped unit=g by=a
        > a done
        > g done
        = round number=2
        > a attack g with sword
        ! attack d20 2
        = shock-stopped unit=g by=a
        """,
        a=fighter(),
        g=foe(hp=4, ac=13, shield=1),
    )
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-118")
def test_a_shield_is_not_spent_on_what_would_not_have_hurt() -> None:
    """A Shock beyond its AC limit, one a weak arm makes nothing of, a miss without any."""
    club = make_weapon("club", 1, 4)
    for harmless, strength in ((SWORD, 0), (POLEARM, -2), (club, 0)):
        fight = play(
            "a g b",
            f"""
            > a attack g with {harmless.name}
            ! attack d20 2
            > a done
            > b attack g with polearm
            ! attack d20 2
            = shock-stopped unit=g by=b
            """,
            a=fighter(weapons=(harmless,), strength=strength),
            b=fighter(weapons=(POLEARM,)),
            g=foe(hp=4, ac=15, shield=1),
        )
        assert told(fight, "harm", "shock-stopped") == ["shock-stopped unit=g by=b"]
        assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-121")
def test_a_free_blow_that_misses_deals_shock() -> None:
    fight = play(
        ". a g",
        """
        > a run A1
        > g strike a with sword
        ! attack d20 2
        = harm unit=a by=g amount=2 left=6 cause=shock
        """,
        a=fighter(hp=8, ac=13),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=a path=A1 feet=5"]


@pytest.mark.rule("SOV-121")
def test_a_charge_that_misses_deals_shock() -> None:
    fight = play(
        "a . . g",
        """
        > a charge C1 g with sword
        ! attack d20 2
        = harm unit=g by=a amount=2 left=2 cause=shock
        """,
        a=fighter(),
        g=foe(hp=4, ac=13),
    )
    assert unit(fight, "g").hp == 2
