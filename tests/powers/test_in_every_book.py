"""Creature powers work in every book, at the same cost."""

import pytest
from tests.powers.beasts import beast, breath, dice
from tests.powers.test_deeds import STARE
from tests.rules.dolmenwood.hollow import rolls
from tests.scene import fighter, may, play, unit

from shieldwall.books import RULESETS
from shieldwall.engine.action_spec import FREE, MAIN
from shieldwall.engine.magic.spell_data import DAMAGE, Primitive

BOOKS = pytest.mark.parametrize("book", list(RULESETS))


def opening(book: str) -> str:
    """Up to where creature `g` may do anything: with phases, to the last of them."""
    return rolls(1, 6) + "> g done\n" if book == "dolmenwood" else ""


@BOOKS
def test_every_book_lists_what_creatures_do(book: str) -> None:
    actions = RULESETS[book].actions
    shown = {verb: (actions[verb].cost, actions[verb].provokes) for verb in ("use", "tear-free")}
    assert shown == {"use": (MAIN, False), "tear-free": (MAIN, False)}
    assert (actions["avert"].cost, actions["avert"].provokes) == (FREE, False)


@BOOKS
def test_a_breath_is_its_action(book: str) -> None:
    fire = breath(Primitive(DAMAGE, amount=dice(1, 6)), save="", reach=10)
    fight = play(
        "a . g",
        opening(book) + "> g use : breath\n! breath d6 2\n",
        first="" if book == "dolmenwood" else "foes",
        rules=book,
        a=fighter(hp=20),
        g=beast(powers=(fire,)),
    )
    assert (unit(fight, "a").hp, unit(fight, "g").mains) == (18, 0)


@BOOKS
def test_looking_away_costs_nothing(book: str) -> None:
    tape = rolls(6, 1) if book == "dolmenwood" else ""
    fight = play(
        "a g",
        tape + "> a avert\n",
        first="" if book == "dolmenwood" else "party",
        rules=book,
        a=fighter(hp=20),
        g=beast(powers=(STARE,)),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert not may(fight, "a avert")
