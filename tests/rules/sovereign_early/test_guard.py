"""Screening, wrestling and first aid in the earlier edition."""

import pytest
from tests.rules.sovereign_early.early import early
from tests.rules.ways import exact
from tests.scene import BOW, DAGGER, SWORD, UNARMED, fighter, foe, listed, terms, told, unit, where

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DOWN

PIKE = make_weapon("pike", 1, 8, reach=10)


@pytest.mark.rule("SVE-011")
def test_an_archer_gets_past_with_shoot_and_one_screens_with_it_too() -> None:
    """Shoot 2 against 8 + Shoot 1: the most applicable combat skill, not Brawl or Stab alone."""
    fight = early(
        "a b .\n. . .\ng . .",
        "> b screen a\n> b done\n> a done\n> g shoot a with small bow\n"
        "! screen d6 4\n! screen d6 3\n! attack d20 1\n",
        a=fighter(ac=16),
        b=fighter(ac=16, brawl=-1, stab=-1, shoot=1),
        g=foe(weapons=(BOW,), brawl=-1, stab=-1, shoot=2),
    )
    assert told(fight, "check") == ["check unit=g what=screen total=9 needed=9 passed=yes"]
    assert terms(fight, "check") == {"2d6": 7, "str": 0, "shoot": 2}


@pytest.mark.rule("SVE-012")
def test_the_blow_goes_to_the_worst_of_units_that_held() -> None:
    """8 on the dice beats `d`, who is slow; it is less than 8 + 1 and 8 + 2, so `c` takes it."""
    fight = early(
        "a b\nc d\ng .",
        "> b screen a\n> b done\n> c screen a\n> c done\n> d screen a\n> d done\n> a done\n"
        "> g attack a with pike\n! screen d6 4\n! screen d6 4\n! attack d20 1\n",
        a=fighter(ac=16),
        b=fighter(ac=16, stab=2),
        c=fighter(ac=16, stab=1),
        d=fighter(ac=16, stab=1, strength=-1, dex=-1),
        g=foe(weapons=(PIKE,)),
    )
    assert told(fight, "redirected") == ["redirected unit=c ward=a by=g"]


@pytest.mark.rule("SVE-025")
def test_a_shove_pushes_or_throws_down_and_nothing_else() -> None:
    """After a hit an 8 between equals; no harm is done."""
    fight = early("a g .", "", a=fighter(), g=foe())
    ends = {text.split(" : ")[1] for text in listed(fight) if " shove " in text}
    assert ends == {"push", "prone"}
    dice = "\n! attack d20 15\n! shove d6 4\n! shove d6 4\n"
    pushed = early("a g .", "> a shove C1 g with sword : push" + dice, a=fighter(), g=foe())
    assert (where(pushed, "g"), unit(pushed, "g").prone) == ("C1", False)
    thrown = early("a g .", "> a shove g with sword : prone" + dice, a=fighter(), g=foe())
    assert (where(thrown, "g"), unit(thrown, "g").prone) == ("B1", True)
    assert told(pushed, "harm") == told(thrown, "harm") == []


@pytest.mark.rule("SVE-028")
def test_in_a_grapple_one_fights_with_nothing_but_bare_hands() -> None:
    fight = early(
        "a g .",
        "> a grapple g with unarmed\n! attack d20 15\n! grapple d6 6\n! grapple d6 6\n> a done\n",
        a=fighter(weapons=(UNARMED, DAGGER)),
        g=foe(hp=9, weapons=(SWORD, UNARMED)),
    )
    assert exact(fight, "g attack a with sword") == "in-a-grapple SVE-028"
    assert exact(fight, "g attack a with unarmed") == ""


@pytest.mark.rule("SVE-028")
def test_first_aid_to_a_downed_ally_takes_a_main() -> None:
    fight = early(
        "g a b",
        "> g attack a with sword\n! attack d20 18\n! damage d8 8\n> g done\n"
        "> b stabilise a\n! heal d6 6\n! heal d6 6\n",
        first="foes",
        a=fighter(hp=4),
        b=fighter(kit=True),
        g=foe(),
    )
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").stable
    assert unit(fight, "b").mains == 0
