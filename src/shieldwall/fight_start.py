"""The start of a fight: the rules a set-up asks for, its seats and its first state."""

from __future__ import annotations

from functools import lru_cache

from shieldwall.abilities.body_conditions import HIDDEN, INVISIBLE
from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.house_book import with_house
from shieldwall.books.rulings import with_enforcement, with_rulings
from shieldwall.engine.magic.power_triggers import is_unusual
from shieldwall.engine.magic.spell_data import rewinds
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.open_field import close_with, settle
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.house_rules import House
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import Approach, Effect, State, Unit
from shieldwall.gm.apply_orders import newcomer
from shieldwall.gm.order_grammar import REFEREE_NAME


def rules_of(setup: Setup) -> Ruleset:
    """The book named by the set-up, with its rulings, house rules and waived rules."""
    book = RULESETS[setup.rules]
    if setup.rulings or setup.enforce or setup.house is not None:
        return at_table(book, setup.house, setup.rulings, setup.enforce)
    return book


@lru_cache(maxsize=64)
def at_table(
    book: Ruleset,
    house: House | None,
    rulings: tuple[tuple[str, str], ...],
    enforce: tuple[tuple[str, str], ...],
) -> Ruleset:
    """The ruleset of a book with house rules, rulings and waived rules; cached."""
    if house is not None:
        book = with_house(book, house, RULINGS)
    return with_enforcement(with_rulings(book, rulings, RULINGS), enforce)


def seat_names(setup: Setup) -> list[str]:
    """One seat per side, then the seats named by placements; the last is the GM's."""
    seats = [side.name for side in setup.sides]
    for placement in setup.placements:
        if placement.seat and placement.seat not in [*seats, REFEREE_NAME]:
            seats.append(placement.seat)
    return [*seats, REFEREE_NAME]


def initial_state(setup: Setup) -> State:
    """The state before the first die."""
    seats = seat_names(setup)
    units: list[Unit] = []
    for number, placement in enumerate(setup.placements):
        seat = seats.index(placement.seat) if placement.seat else placement.side
        cell = placement.y * int(setup.grid.width) + placement.x
        side = placement.side
        unit = newcomer(setup.grid, placement.sheet, placement.ident, number, side, seat, cell)
        unit.surprised = placement.side in setup.surprised
        unit.stops = setup.stops
        unit.poised = placement.ident in setup.poised
        if placement.ident in setup.hidden:
            other_sides = sum(1 << n for n in range(len(setup.sides)) if n != placement.side)
            unit.effects = [Effect(HIDDEN, number, UNTIL_END_OF_FIGHT, 0, other_sides)]
            unit.unknown_to = other_sides
        if placement.sheet.unseen:
            unit.effects = [*unit.effects, Effect(INVISIBLE, number, UNTIL_END_OF_FIGHT, 1)]
            unit.unknown_to = sum(1 << n for n in range(len(setup.sides)) if n != placement.side)
        units.append(unit)
    state = State(setup.grid, setup.sides, units)
    if setup.grid.open:
        for unit in units:
            settle(state, unit)
        idents = [unit.ident for unit in units]
        for ident, foe in setup.engaged:
            close_with(units[idents.index(ident)], units[idents.index(foe)])
    state.dark = setup.dark
    state.murky = setup.dark or any(unit.unknown_to for unit in units)
    state.remembers = any(rewinds(placement.sheet.spells) for placement in setup.placements)
    state.approach = Approach(setup.ambush, setup.hard_entry, setup.reaction, setup.attackers)
    state.referee = len(seats) - 1
    state.has_unusual_units = any(is_unusual(placement.sheet) for placement in setup.placements)
    return state
