"""What is kept from one question to the next is what would be found anew, in random play."""

from __future__ import annotations

import pytest
from tests.engine.watched_play import Erratic, brawl

from shieldwall.books import RULESETS
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.damage import damage_of
from shieldwall.engine.attack.legality import is_too_far, why_no_attack
from shieldwall.engine.attack.numbers import (
    Fit,
    Handling,
    fit_of,
    handling_of,
    hindrance,
    to_hit,
)
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, WHEN_IT_MATTERS, Unit
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds.positioning import NOTHING, place_worth

BOOKS = sorted(RULESETS)
STEPS = 60


def by_the_sides(battle: Battle, one: Unit, other: Unit) -> bool:
    sides = battle.state.sides
    return sides[one.side].team != sides[other.side].team


def hindered_by_all(battle: Battle, attacker: Unit, target: Unit) -> int:
    """Everybody is looked at."""
    best = 0
    for other in battle.state.units:
        if other.status == ACTIVE and other is not target:
            if by_the_sides(battle, other, attacker) and not by_the_sides(battle, other, target):
                for ability in other.sheet.abilities.at_hinders:
                    best = max(best, int(ability.hinders(battle, other, attacker, target)))
    return best


def check_pair(battle: Battle, unit: Unit, foe: Unit) -> None:
    assert battle.are_foes(unit, foe) == by_the_sides(battle, unit, foe)
    assert hindrance(battle, unit, foe) == hindered_by_all(battle, unit, foe)
    for number, weapon in enumerate(unit.weapons):
        fit = Fit(unit.sheet, weapon)
        kept = fit_of(unit.sheet, weapon)
        assert (kept.attribute, kept.shock) == (fit.attribute, fit.shock)
        for how in (MELEE, SHOT, THROWN):
            fresh = Handling(battle.rules, unit, weapon, how)
            handling = handling_of(battle.rules, unit, weapon, how)
            assert (handling.hit, handling.harm) == (fresh.hit, fresh.harm)
            if is_too_far(battle, unit, foe, weapon):
                assert why_no_attack(battle, unit, foe, weapon, how) is not None
            blow = Blow(unit, foe, number, how)
            assert to_hit(battle, blow, True).total == to_hit(battle, blow, False).total
            told = damage_of(battle, blow, weapon, 3, 0, True)
            assert told.total == damage_of(battle, blow, weapon, 3, 0, False).total
            assert told.total == sum(term.value for term in told.terms or ())


def check_places(battle: Battle, unit: Unit, foes: list[Unit]) -> None:
    """A place that is given up early is one that is not worth enough."""
    grid = battle.state.grid
    for cell in range(0, grid.cells, 7):
        worth = place_worth(grid, cell, unit, foes, unit.weapons[0], NOTHING)
        for enough in (-150, 0, 20, 40):
            found = place_worth(grid, cell, unit, foes, unit.weapons[0], enough)
            assert found == worth if worth > enough else found <= enough


@pytest.mark.parametrize("open_field", [False, True], ids=["map", "open"])
@pytest.mark.parametrize("book", BOOKS)
def test_kept_facts_are_those_found_anew(book: str, open_field: bool) -> None:
    made = brawl(book, BOOKS.index(book), open_field, WHEN_IT_MATTERS)
    battle = Battle(initial_state(made), rules_of(made), Erratic(7), None, 0)
    for step in range(STEPS):
        if battle.state.outcome is not None:
            break
        battle.step()
        if step % 4:
            continue
        units = battle.state.units
        for unit in units:
            for foe in units:
                if foe is not unit:
                    check_pair(battle, unit, foe)
        if not open_field:
            check_places(battle, units[0], units[1:])


def test_who_joins_is_among_the_bystanders() -> None:
    made = brawl("sovereign", 3, False, WHEN_IT_MATTERS)
    battle = Battle(initial_state(made), rules_of(made), Erratic(7), None, 0)
    first = battle.bystanders()
    assert battle.bystanders() is first
    battle.state.units.append(battle.state.units[0].copy())
    assert battle.bystanders().units[-1] is battle.state.units[-1]
    # A turn that was turned back brings another list of the same length.
    second = battle.bystanders()
    battle.state.units = list(battle.state.units)
    assert battle.bystanders() is not second
