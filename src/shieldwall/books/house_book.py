"""A book as one table plays it: house rules, rulings and waived rules."""

from __future__ import annotations

from dataclasses import replace

from shieldwall.books.former_dials import RETIRED, dial_name, dial_value
from shieldwall.books.rulings import Ruling, with_enforcement, with_rulings
from shieldwall.books.shared.magic.primitive_action import HouseAction
from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.ruleset import Dial, Ruleset
from shieldwall.engine.state.house_rules import KEEP, House


def changed_action(spec: ActionSpec, cost: int, provokes: int) -> ActionSpec:
    """A copy of the action with another cost and, if given, `provokes`."""
    made = twin(spec)
    if cost != KEEP:
        made.cost = cost
    if provokes != KEEP:
        made.provokes = bool(provokes)
    return made


def twin(spec: ActionSpec) -> ActionSpec:
    """A copy of the action with the same fields; compiled classes cannot use `copy`."""
    made = spec.another()
    for name in dir(spec):
        if not name.startswith("__"):
            fact = getattr(spec, name)
            if not callable(fact):
                setattr(made, name, fact)
    return made


def with_house(
    book: Ruleset, house: House, known: dict[str, Ruling], book_folders: tuple[str, ...] = ()
) -> Ruleset:
    """The book with the changes of the house rules; keeps its name, takes their title."""
    dials = [
        Dial(dial_name(name), dial_value(name, value), book.cites.get(dial_name(name), ""))
        for name, value in house.dials
        if name not in RETIRED
    ]
    actions = [
        changed_action(book.actions[verb], cost, provokes) for verb, cost, provokes in house.changed
    ]
    made = book.but(
        book.name,
        house.title,
        *dials,
        without=house.without,
        actions=(*actions, *[HouseAction(data) for data in house.actions]),
        facts=replace(book.facts, book_folders=book.book_folders + book_folders),
    )
    made.reduced = book.reduced or bool(house.without)
    if house.rulings:
        made = with_rulings(made, house.rulings, known)
    return with_enforcement(made, house.enforce) if house.enforce else made
