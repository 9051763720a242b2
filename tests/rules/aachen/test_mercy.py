"""Aachen: sparing or killing, finishing off the fallen, and the cost of surrender."""

from __future__ import annotations

import pytest
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.rules.aachen.test_action_table import costs
from tests.scene import MACE, fighter, foe, listed, told, unit, why_not

from shieldwall.engine.action_spec import FREE, MAIN
from shieldwall.engine.state.state import DEAD, DOWN

FELLING = "> a attack g with mace\n! attack d20 19\n! damage d6 6\n"
MACE_BEARER = fighter(weapons=(MACE,))


@pytest.mark.rule("G-20", "AAC-013")
@BOTH
def test_a_mace_kills_unless_its_bearer_has_chosen_to_spare(book: str) -> None:
    killed = scene("a g", FELLING, book, a=MACE_BEARER, g=foe(hp=3))
    assert (unit(killed, "g").status, unit(killed, "g").out_cold) == (DEAD, False)
    spared = scene("a g", "> a spare\n" + FELLING, book, a=MACE_BEARER, g=foe(hp=3))
    assert (unit(spared, "g").status, unit(spared, "g").out_cold) == (DOWN, True)
    again = scene("a g", "> a spare\n> a no-quarter\n" + FELLING, book, a=MACE_BEARER, g=foe(hp=3))
    assert (unit(again, "g").status, unit(again, "g").out_cold) == (DEAD, False)


@pytest.mark.rule("G-20", "AAC-013")
@BOTH
def test_to_choose_mercy_or_none_costs_nothing_and_provokes_no_unit(book: str) -> None:
    chosen = scene("a g", "> a spare\n", book, a=MACE_BEARER, g=foe())
    costs(chosen, "spare", FREE)
    back = scene("a g", "> a spare\n> a no-quarter\n", book, a=MACE_BEARER, g=foe())
    costs(back, "no-quarter", FREE)
    assert told(back, "opportunity") == []


@pytest.mark.rule("AAC-026", "AAC-013")
@BOTH
def test_the_fallen_are_finished_off_by_a_main_action(book: str) -> None:
    lies = "> a spare\n" + FELLING + "> a done\n> h done\n"
    fight = scene("a g . h", lies, book, a=MACE_BEARER, g=foe(hp=3), h=foe(fearless=True))
    assert "a finish g with mace" in listed(fight)
    assert why_not(fight, "a finish h with mace").startswith("not-fallen")
    fight.push("a finish g with mace")
    assert unit(fight, "g").status == DEAD
    costs(fight, "finish", MAIN)
    assert told(fight, "opportunity") == []


@pytest.mark.rule("AAC-041", "AAC-013")
@BOTH
@pytest.mark.parametrize("verb", ["parley", "surrender"])
def test_to_ask_for_terms_costs_nothing_and_provokes_no_unit(book: str, verb: str) -> None:
    fight = scene("a g", "", book, a=fighter(), g=foe())
    action = fight.rules.actions[verb]
    assert (action.cost, action.provokes) == (FREE, False)
