"""Bare hands as weapons, and attacks on all foes in reach: unarmed combatant, whirlwind assault."""

import pytest
from tests.rules.feat_scene import boxer, feat
from tests.scene import (
    AXE,
    BOW,
    DAGGER,
    POLEARM,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.state import ACTIVE, DEAD

# Unarmed combatant.


@pytest.mark.rule("SOV-113")
@pytest.mark.parametrize(
    ("brawl", "sides", "bonus"), [(0, 6, 0), (1, 8, 0), (2, 10, 0), (3, 12, 0), (4, 12, 1)]
)
def test_trained_hands_hit_harder_with_every_level_of_brawl(
    brawl: int, sides: int, bonus: int
) -> None:
    """Brawl is added as to any unarmed attack."""
    fight = play(
        "a g",
        f"> a attack g with unarmed\n! attack d20 18\n! damage d{sides} 5\n",
        a=boxer(1, brawl),
        g=foe(hp=40, ac=16),
    )
    assert unit(fight, "g").hp == 40 - 5 - bonus - brawl


@pytest.mark.rule("SOV-115")
@pytest.mark.parametrize(("brawl", "ac", "dealt"), [(0, 12, 0), (1, 15, 1), (2, 15, 2), (2, 16, 0)])
def test_trained_hands_deal_their_brawl_as_shock_up_to_ac_15(
    brawl: int, ac: int, dealt: int
) -> None:
    fight = play(
        "a g", "> a attack g with unarmed\n! attack d20 1\n", a=boxer(1, brawl), g=foe(hp=9, ac=ac)
    )
    assert unit(fight, "g").hp == 9 - dealt


@pytest.mark.rule("SOV-113", "SOV-117")
def test_the_second_level_bruises_even_where_it_misses_and_adds_its_shock() -> None:
    fight = play(
        "a g",
        """
        > a attack g with unarmed
        ! attack d20 1
        ! bruises d6 4
        = harm unit=g by=a amount=4 left=16 cause=bruises
        = harm unit=g by=a amount=2 left=14 cause=shock
        """,
        a=boxer(2, 2, strength=0),
        g=foe(hp=20, ac=15),
    )
    assert terms(fight, "harm") == {"Shock": 2}


@pytest.mark.rule("SOV-113")
def test_bruises_come_without_bonuses_and_past_any_armour_and_may_bring_down() -> None:
    fight = play(
        "a g",
        "> a spare\n> a attack g with unarmed\n! attack d20 1\n! bruises d6 3\n",
        a=boxer(2, 2, strength=2),
        g=foe(hp=3, ac=30, named=True),
    )
    assert told(fight, "harm", "falls") == [
        "harm unit=g by=a amount=3 left=0 cause=bruises",
        "falls unit=g by=a how=out_cold",
    ]


@pytest.mark.rule("SOV-121")
def test_neither_a_blade_nor_a_shove_of_a_boxer_bruises() -> None:
    sword = boxer(2, 1, weapons=(SWORD, UNARMED))
    fight = play("a g", "> a attack g with sword\n! attack d20 1\n", a=sword, g=foe(hp=9, ac=16))
    assert unit(fight, "g").hp == 9
    fight = play(
        "a g", "> a shove g with unarmed : prone\n! attack d20 1\n", a=boxer(2, 1), g=foe(hp=9)
    )
    assert unit(fight, "g").hp == 9


@pytest.mark.rule("SOV-043")
def test_trained_hands_threaten_and_plain_ones_do_not() -> None:
    for who, asked in ((boxer(1, 0), True), (fighter(weapons=(UNARMED,)), False)):
        fight = play(
            ". g a",
            "> g run A1\n" + ("> a strike g with unarmed\n! attack d20 1\n" if asked else ""),
            first="foes",
            a=who,
            g=foe(ac=16),
        )
        assert told(fight, "opportunity") == (["opportunity unit=a target=g"] if asked else [])


@pytest.mark.rule("SOV-043", "SOV-049", "SOV-050")
def test_trained_hands_bind_an_archer_and_plain_ones_do_not() -> None:
    for who, reason in ((boxer(1, 0), "bound SOV-050"), (fighter(weapons=(UNARMED,)), "")):
        fight = play("g a", "", first="foes", rules="sovereign-early", a=who, g=foe(weapons=(BOW,)))
        assert why_not(fight, "g shoot a with small bow") == reason


# Whirlwind assault.

CROWD = "h . .\ng a .\n. i ."


@pytest.mark.rule("SOV-115", "SOV-117")
def test_a_whirlwind_deals_shock_to_all_foes_in_reach_for_nothing() -> None:
    """AC 13 takes the sword's Shock, a shield stops it, AC 14 is beyond it; j is out of reach."""
    fight = play(
        "h . . j\ng a . .\n. i . .",
        "> a whirlwind with sword\n= whirls unit=a weapon=sword\n",
        a=fighter(abilities=feat("whirlwind_assault", 1), strength=1),
        g=foe(hp=9, ac=13),
        h=foe(hp=9, ac=13, shield=1),
        i=foe(hp=9, ac=14),
        j=foe(hp=9, ac=13),
    )
    assert told(fight, "harm", "shock-stopped", "attack") == [
        "harm unit=g by=a amount=3 left=6 cause=shock",
        "shock-stopped unit=h by=a",
    ]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-038")
def test_there_is_one_whirlwind_a_fight() -> None:
    fight = play(
        CROWD,
        """
        > a whirlwind with sword
        > a done
        > g done
        > h done
        > i done
        """,
        a=fighter(abilities=feat("whirlwind_assault", 1)),
        g=foe(hp=9),
        h=foe(hp=9),
        i=foe(hp=9),
    )
    assert fight.state.clock.round == 2
    assert why_not(fight, "a whirlwind with sword") == "used-up SOV-117"


def test_a_whirlwind_takes_training_a_foe_in_reach_and_the_weapon_in_hand() -> None:
    plain = play("a g", "", a=fighter(), g=foe())
    assert why_not(plain, "a whirlwind with sword") == "not-learnt SOV-117"
    gifted = fighter(abilities=feat("whirlwind_assault", 1), weapons=(SWORD, DAGGER))
    alone = play("a . g", "", a=gifted, g=foe())
    assert why_not(alone, "a whirlwind with sword") == "nobody-in-reach SOV-117"
    near = play("a g", "", a=gifted, g=foe())
    assert why_not(near, "a whirlwind with dagger") == "not-in-hand SOV-117"
    assert may(near, "a whirlwind with sword")


@pytest.mark.rule("SOV-047")
def test_the_first_kill_of_a_round_is_followed_by_another_attack() -> None:
    """With any usable weapon; the second kill gives no further attack."""
    fight = play(
        CROWD,
        """
        > a attack g with war axe
        ! attack d20 18
        ! damage d10 9
        = falls unit=g by=a how=dead
        > a follow-up h with war axe
        = follows-up unit=a target=h
        ! attack d20 1
        = harm unit=h by=a amount=3 left=0 cause=shock
        = falls unit=h by=a how=dead
        """,
        a=fighter(abilities=feat("whirlwind_assault", 2), weapons=(AXE, DAGGER)),
        g=foe(),
        h=foe(hp=3),
        i=foe(),
    )
    assert unit(fight, "i").status == ACTIVE
    assert fight.request is not None
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert may(fight, "a done")


def test_a_kill_by_shock_is_followed_too_and_the_next_round_gives_another_chance() -> None:
    fight = play(
        CROWD,
        """
        > a attack g with war axe
        ! attack d20 1
        = falls unit=g by=a how=dead
        > a pass
        > a done
        > h done
        > i done
        > a attack h with war axe
        ! attack d20 1
        > a follow-up i with dagger
        ! attack d20 18
        ! damage d4 4
        """,
        a=fighter(abilities=feat("whirlwind_assault", 2), weapons=(AXE, DAGGER)),
        g=foe(hp=3),
        h=foe(hp=3, fearless=True),
        i=foe(hp=4, fearless=True),
    )
    assert [unit(fight, who).status for who in "ghi"] == [DEAD, DEAD, DEAD]


def test_no_unit_is_asked_to_follow_up_without_the_feat_or_without_a_foe_in_reach() -> None:
    kill = "> a attack g with polearm\n! attack d20 18\n! damage d10 9\n"
    for level, drawing in ((1, "h\ng a"), (2, ". h\n. .\n. .\ng a")):
        fight = play(
            drawing,
            kill,
            a=fighter(abilities=feat("whirlwind_assault", level), weapons=(POLEARM,)),
            g=foe(),
            h=foe(),
        )
        assert may(fight, "a done"), drawing
