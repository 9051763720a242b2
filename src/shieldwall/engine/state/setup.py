"""A fight before its first die: what an encounter file describes."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.house_rules import House
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import NOBODY, WHEN_IT_MATTERS, Side, State

MOST_ROUNDS: Final = 200
"""Where minds play without a person and the encounter sets no limit, a fight is given up after so
many rounds, undecided. At a table nobody but the GM ends it."""


class Placement:
    """Who stands where when the fight begins."""

    def __init__(self, ident: str, sheet: Sheet, side: int, x: int, y: int, seat: str) -> None:
        self.ident = ident
        self.sheet = sheet
        self.side = side
        self.x = x
        self.y = y
        self.seat = seat
        """Who answers for it; "" for the side's own seat."""


@dataclass(eq=False)
class Start:
    """How a fight begins: who is unaware, hidden or already in melee, and in what light."""

    surprised: tuple[int, ...] = ()
    poised: tuple[str, ...] = ()
    ambush: int = -1
    hard_entry: bool = False
    dark: bool = False
    hidden: tuple[str, ...] = ()
    engaged: tuple[tuple[str, str], ...] = ()
    reaction: bool = False
    attackers: int = NOBODY


@dataclass(eq=False)
class TableRules:
    """How a table plays its book: rulings, waived rules, house rules, when seats are asked."""

    rulings: tuple[tuple[str, str], ...] = ()
    enforce: tuple[tuple[str, str], ...] = ()
    house: House | None = None
    stops: int = WHEN_IT_MATTERS


PLAIN_START: Final = Start()
BY_THE_BOOK: Final = TableRules()


def with_single_facts(
    start: Start, table: TableRules, facts: dict[str, Any]
) -> tuple[Start, TableRules]:
    """The records with facts that were given one by one, as older scripts do (`dark=True`)."""
    of_start = {field.name for field in fields(Start)} & facts.keys()
    of_table = {field.name for field in fields(TableRules)} & facts.keys()
    if unknown := sorted(facts.keys() - of_start - of_table):
        raise TypeError(f"Setup() got an unexpected keyword argument {unknown[0]!r}")
    return (
        replace(start, **{name: facts[name] for name in of_start}),
        replace(table, **{name: facts[name] for name in of_table}),
    )


class Setup:
    """A fight before its first die: what an encounter file describes, every name resolved."""

    def __init__(
        self,
        title: str,
        rules: str,
        grid: GridMap,
        sides: list[Side],
        placements: list[Placement],
        start: Start = PLAIN_START,
        table: TableRules = BY_THE_BOOK,
        rounds: int = 0,
        cell_names: dict[int, str] | None = None,
        **single_facts: Any,
    ) -> None:
        if single_facts:
            start, table = with_single_facts(start, table, single_facts)
        self.title = title
        self.rules = rules
        self.grid = grid
        self.sides = sides
        self.placements = placements
        self.surprised = start.surprised
        """The sides caught unaware (SOV-022)."""
        self.rounds = rounds
        """The fight ends undecided after so many rounds; 0 for no limit."""
        self.rulings = table.rulings
        self.house = table.house
        """The house rules it is played by; `rules` names the book they extend."""
        self.enforce = table.enforce
        """Rules that are not enforced, by id: "warn" or "off"."""
        self.cell_names = {} if cell_names is None else cell_names
        """What stands in a square, in a word ("pillar", "statue"), for explanations."""
        self.stops = table.stops
        """When seats are asked in the windows they could use, unless they say otherwise."""
        self.poised = start.poised
        """The units that have spent a minute on an execution."""
        self.ambush = start.ambush
        """The side that tries to take the others unaware by a check; -1 for none (SOV-024)."""
        self.hard_entry = start.hard_entry
        """Whether it does so by bursting in (SOV-025)."""
        self.dark = start.dark
        self.hidden = start.hidden
        """The units nobody of the other sides knows of."""
        self.engaged = start.engaged
        """Without a map: pairs of foes who begin face to face."""
        self.reaction = start.reaction
        """Whether a reaction roll decides if it comes to blows."""
        self.attackers = start.attackers
        """The side that sets upon the others; UNSAID where the file does not tell."""

    def start(self) -> Start:
        return Start(
            self.surprised, self.poised, self.ambush, self.hard_entry, self.dark, self.hidden,
            self.engaged, self.reaction, self.attackers,
        )  # fmt: skip

    def table(self) -> TableRules:
        return TableRules(self.rulings, self.enforce, self.house, self.stops)


def last_round(setup: Setup, state: State) -> int:
    """The round after which minds that play without a person give a fight up."""
    if setup.rounds and not state.decrees.plays_on:
        return setup.rounds
    return int(state.clock.round) + MOST_ROUNDS


def leave_to_minds(state: State) -> State:
    """The state, which no GM makes go on any more: it ends when a side is beaten."""
    if state.decrees.plays_on:
        state.decrees = state.decrees.playing_on(False)
    return state
