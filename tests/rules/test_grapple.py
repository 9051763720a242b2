"""Grappling: taking hold, and breaking free.

Damage and end of a grapple are in `test_grapple_hold`, its restrictions in `test_grapple_bonds`,
carrying and throwing in `test_haul`.
"""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    CLAWS,
    SWORD,
    UNARMED,
    fighter,
    foe,
    last,
    play,
    terms,
    told,
    unit,
)

from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

HANDS = (UNARMED, SWORD)

HOLD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
= grappled unit=g by=a
"""


def grapple(first: int, second: int, a: Sheet | None = None, g: Sheet | None = None) -> Fight:
    """A hit with the bare hand, then the test of strength with these dice."""
    return play(
        "a g .",
        f"""
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 {first}
        ! grapple d6 {second}
        """,
        a=a or fighter(weapons=HANDS),
        g=g or foe(),
    )


def broken(first: int, second: int, a: Sheet | None = None, g: Sheet | None = None) -> Fight:
    """Held in the party's turn, the foe throws these dice to break free in its own."""
    return play(
        "a g .",
        HOLD + f"> a done\n> g break-free\n! break free d6 {first}\n! break free d6 {second}\n",
        a=a or fighter(weapons=HANDS),
        g=g or foe(),
    )


def held(fight: Fight, *idents: str) -> list[bool]:
    return [unit(fight, ident).locked for ident in idents]


@pytest.mark.rule("SOV-127")
def test_a_grapple_is_an_unarmed_attack_then_a_test_of_strength_and_hurts_no_unit() -> None:
    fight = play(
        "a g .",
        """
        > a grapple g with unarmed
        ! attack d20 11
        = attack unit=a target=g weapon=unarmed how=melee die=11 total=12 ac=12 hit=yes
        ! grapple d6 4
        ! grapple d6 4
        = check unit=a what=grapple total=8 needed=8 passed=yes
        = grappled unit=g by=a
        """,
        a=fighter(weapons=HANDS),
        g=foe(hp=4, ac=12),
    )
    assert held(fight, "a", "g") == [True, True]
    assert told(fight, "harm") == []
    assert unit(fight, "g").hp == 4
    assert unit(fight, "a").mains == 0
    assert unit(fight, "a").moves == 1


@pytest.mark.rule("SOV-127")
def test_a_hand_that_misses_holds_no_unit() -> None:
    fight = play(
        "a g .",
        """
        > a grapple g with unarmed
        ! attack d20 10
        """,
        a=fighter(weapons=HANDS),
        g=foe(ac=12),
    )
    assert told(fight, "check", "grappled", "harm") == []
    assert held(fight, "a", "g") == [False, False]


@pytest.mark.rule("SOV-127", "SOV-121")
def test_claws_that_miss_a_hold_deal_no_shock() -> None:
    """Natural weapons are the hands of a beast; their Shock is for attacks, not for holds."""
    fight = play(
        "a g .",
        """
        > a grapple g with claws
        ! attack d20 2
        """,
        a=fighter(weapons=(CLAWS,)),
        g=foe(hp=4, ac=12),
    )
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-127")
def test_only_bare_hands_and_natural_weapons_take_hold() -> None:
    fight = play("a g .", "", a=fighter(weapons=(SWORD, UNARMED, CLAWS)), g=foe())
    assert exact(fight, "a grapple g with sword") == "not-unarmed SOV-127"
    assert exact(fight, "a grapple g with unarmed") == ""
    assert exact(fight, "a grapple g with claws") == ""


@pytest.mark.rule("SOV-127", "SOV-027")
@pytest.mark.parametrize(("dice", "caught"), [((3, 4), False), ((4, 4), True)])
def test_between_equals_a_hold_needs_an_8(dice: tuple[int, int], caught: bool) -> None:
    fight = grapple(*dice)
    assert held(fight, "a", "g") == [caught, caught]
    assert told(fight, "grappled") == (["grappled unit=g by=a"] if caught else [])


@pytest.mark.rule("SOV-127")
def test_strength_and_brawl_count_on_both_sides_and_exert_does_not() -> None:
    strong = fighter(weapons=HANDS, strength=1, brawl=1, exert=4, dex=3)
    fight = grapple(3, 3, a=strong)
    assert terms(fight, "check") == {"2d6": 6, "str": 1, "brawl": 1}
    assert held(fight, "g") == [True]
    tough = foe(strength=1, brawl=1, exert=4, dex=3)
    assert told(grapple(4, 5, g=tough), "check") == [
        "check unit=a what=grapple total=9 needed=10 passed=no"
    ]
    assert held(grapple(5, 5, g=tough), "g") == [True]


@pytest.mark.rule("SOV-129")
def test_one_holds_only_one_foe_at_a_time() -> None:
    fight = play(
        "h a g .",
        HOLD
        + """
        > a done
        > g done
        > h done
        ! damage d2 1
        """,
        a=fighter(weapons=HANDS),
        g=foe(hp=9),
        h=foe(hp=9),
    )
    assert exact(fight, "a grapple h with unarmed") == "holds-another SOV-129"
    assert exact(fight, "a grapple g with unarmed") == "holds-another SOV-129"


@pytest.mark.rule("SOV-128", "SOV-027")
@pytest.mark.parametrize(("dice", "free"), [((3, 4), False), ((4, 4), True)])
def test_the_victim_breaks_free_with_a_main_and_an_8_against_an_equal(
    dice: tuple[int, int], free: bool
) -> None:
    fight = broken(*dice)
    assert told(fight, "freed") == (["freed unit=g by=a"] if free else [])
    assert held(fight, "a", "g") == [not free, not free]
    assert unit(fight, "g").mains == 0
    assert unit(fight, "g").moves == 1
    assert exact(fight, "g run C1") == ("" if free else "in-a-grapple SOV-130")


@pytest.mark.rule("SOV-128")
def test_strength_and_brawl_help_to_break_free_and_to_hold_on() -> None:
    strong = foe(strength=2, brawl=1, exert=4)
    assert told(broken(2, 3, g=strong), "freed") == ["freed unit=g by=a"]
    assert told(broken(2, 2, g=strong), "freed") == []
    holder = fighter(weapons=HANDS, strength=2, brawl=1, exert=4)
    assert told(broken(5, 5, a=holder), "freed") == []
    assert told(broken(5, 6, a=holder), "freed") == ["freed unit=g by=a"]


@pytest.mark.rule("SOV-128")
def test_the_check_to_break_free_is_told_with_its_terms() -> None:
    fight = broken(3, 4, g=foe(strength=-1, brawl=1))
    check = last(fight, "check")
    assert (check.unit, check.total) == (1, 7)  # type: ignore[attr-defined]
    assert terms(fight, "check") == {"2d6": 7, "str": -1, "brawl": 1}


@pytest.mark.rule("SOV-128")
def test_only_a_held_unit_breaks_free_not_its_holder() -> None:
    fight = play("a g .", HOLD, a=fighter(weapons=HANDS), g=foe())
    assert exact(fight, "a break-free") == "not-held SOV-128"


TWO_HOLD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 6
> a done
> b grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 6
= grappled unit=g by=b
> b done
"""


@pytest.mark.rule("SOV-129")
@pytest.mark.parametrize(
    ("dice", "freed"),
    [
        ((3, 4), []),
        ((4, 5), ["freed unit=g by=a"]),
        ((5, 5), ["freed unit=g by=a", "freed unit=g by=b"]),
    ],
)
def test_one_check_is_compared_with_all_who_hold(dice: tuple[int, int], freed: list[str]) -> None:
    """Brawl 0 and Brawl 2 hold the foe between them."""
    fight = play(
        "a g b",
        TWO_HOLD + f"> g break-free\n! break free d6 {dice[0]}\n! break free d6 {dice[1]}\n",
        a=fighter(weapons=HANDS),
        b=fighter(weapons=HANDS, brawl=2),
        g=foe(hp=9),
    )
    assert told(fight, "freed") == freed
    assert held(fight, "a", "b") == ["freed unit=g by=a" not in freed, len(freed) < 2]
    assert unit(fight, "g").locked == (len(freed) < 2), "free only when nobody is left"
