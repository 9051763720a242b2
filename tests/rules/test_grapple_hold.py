"""While a grapple lasts: its damage at the end of each round, and what ends it."""

import pytest
from tests.rules.ways import exact
from tests.scene import DAGGER, SPEAR, SWORD, UNARMED, fighter, foe, play, terms, told, unit

from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.fight import Fight

HANDS = (UNARMED, SWORD)

HOLD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
= grappled unit=g by=a
"""


def held(fight: Fight, *idents: str) -> list[bool]:
    return [unit(fight, ident).locked for ident in idents]


@pytest.mark.rule("SOV-131")
def test_at_the_end_of_the_round_the_victim_is_hurt_as_by_an_unarmed_hit() -> None:
    """1d2 with STR and Brawl, no roll to hit; after the last side, before the next round."""
    fight = play(
        "a g .",
        HOLD
        + """
        > a done
        > g done
        ! damage d2 2
        = harm unit=g by=a amount=5 left=4 cause=hit
        = round number=2
        """,
        a=fighter(weapons=HANDS, strength=2, brawl=1),
        g=foe(hp=9),
    )
    assert terms(fight, "harm") == {"weapon": 2, "str": 2, "brawl": 1}
    assert len(told(fight, "attack")) == 1
    assert held(fight, "a", "g") == [True, True]


@pytest.mark.rule("SOV-131", "SOV-129")
def test_each_who_holds_hurts_and_every_round_anew() -> None:
    fight = play(
        "a g b",
        """
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > a done
        > b grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > b done
        > g done
        ! damage d2 1
        = harm unit=g by=a amount=1 left=8 cause=hit
        ! damage d2 1
        = harm unit=g by=b amount=3 left=5 cause=hit
        > a done
        > b done
        > g done
        ! damage d2 2
        = harm unit=g by=a amount=2 left=3 cause=hit
        ! damage d2 1
        = harm unit=g by=b amount=3 left=0 cause=hit
        """,
        a=fighter(weapons=HANDS),
        b=fighter(weapons=HANDS, brawl=2),
        g=foe(hp=9),
    )
    assert len(told(fight, "harm")) == 4


@pytest.mark.rule("SOV-131")
def test_a_unit_that_broke_free_is_not_hurt() -> None:
    fight = play(
        "a g .",
        HOLD
        + """
        > a done
        > g break-free
        ! break free d6 6
        ! break free d6 6
        > g done
        = round number=2
        """,
        a=fighter(weapons=HANDS),
        g=foe(),
    )
    assert told(fight, "harm") == []


@pytest.mark.rule("SOV-131")
def test_the_second_weapon_of_the_unit_that_holds_adds_nothing() -> None:
    """It is an unarmed hit, whatever the holder wielded before."""
    fight = play(
        "a g .",
        """
        > a dual with dagger
        > a grapple g with unarmed
        ! attack d20 18
        ! grapple d6 6
        ! grapple d6 6
        > a done
        > g done
        ! damage d2 1
        """,
        a=fighter(weapons=(SWORD, DAGGER, UNARMED), stab=1),
        g=foe(hp=9),
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=1 left=8 cause=hit"]


@pytest.mark.rule("G-17", "SOV-128")
@pytest.mark.parametrize(("hp", "status"), [(3, DEAD), (4, ACTIVE)])
def test_a_hold_ends_when_the_unit_that_holds_falls(hp: int, status: int) -> None:
    fight = play(
        "a g h b",
        HOLD
        + """
        > a done
        > b done
        > h attack a with spear
        ! attack d20 15
        ! damage d6 3
        """,
        a=fighter(weapons=HANDS, hp=hp, named=False),
        b=fighter(),
        g=foe(hp=9),
        h=foe(weapons=(SPEAR,)),
    )
    free = status == DEAD
    assert unit(fight, "a").status == status
    assert told(fight, "freed") == (["freed unit=g by=a"] if free else [])
    assert held(fight, "a", "g") == [not free, not free]


@pytest.mark.rule("G-17", "SOV-131")
def test_a_hold_ends_when_the_victim_is_squeezed_down() -> None:
    """The victim is killed, and its holder may turn to another."""
    fight = play(
        "a g h",
        HOLD
        + """
        > a done
        > g done
        > h done
        ! damage d2 2
        = freed unit=g by=a
        = falls unit=g by=a how=dead
        """,
        a=fighter(weapons=HANDS),
        g=foe(hp=2),
        h=foe(),
    )
    assert unit(fight, "g").status == DEAD
    assert held(fight, "a", "g") == [False, False]


@pytest.mark.rule("G-17")
def test_a_hold_lasts_while_the_victim_lies_prone() -> None:
    fight = play(
        "a g b",
        HOLD
        + """
        > a done
        > b shove g with sword : prone
        ! attack d20 15
        ! shove d6 6
        ! shove d6 6
        """,
        a=fighter(weapons=HANDS),
        b=fighter(),
        g=foe(),
    )
    assert unit(fight, "g").prone
    assert held(fight, "a", "g") == [True, True]
    assert told(fight, "freed") == []


@pytest.mark.rule("SOV-128", "G-18")
def test_the_unit_that_holds_lets_go_for_nothing_in_its_turn() -> None:
    fight = play(
        "a g .",
        HOLD + "> a release\n= freed unit=g by=a\n",
        a=fighter(weapons=HANDS),
        g=foe(),
    )
    assert held(fight, "a", "g") == [False, False]
    assert unit(fight, "a").moves == 1
    assert exact(fight, "a release") == "holds-nobody SOV-128"
    assert exact(play("a g .", HOLD + "> a done\n", a=fighter(weapons=HANDS), g=foe()),
                 "g release") == "holds-nobody SOV-128"  # fmt: skip
