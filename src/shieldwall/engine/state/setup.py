"""The set-up of a fight, as described by an encounter file."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.house_rules import House
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import NOBODY, WHEN_IT_MATTERS, Side, State

MOST_ROUNDS: Final = 200
"""Round limit for minds playing without a person if the encounter sets none. At a table, only the
GM ends a fight."""


@dataclass(eq=False)
class Placement:
    """A unit and its position at the start."""

    ident: str
    sheet: Sheet
    side: int
    x: int
    y: int
    seat: str
    """The seat that controls it; "" for the side's seat."""


@dataclass(eq=False)
class Start:
    """The start of a fight: which units are unaware, hidden or already in melee, and the light."""

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
    """The records updated with single facts, as older scripts pass them (`dark=True`)."""
    of_start = {field.name for field in fields(Start)} & facts.keys()
    of_table = {field.name for field in fields(TableRules)} & facts.keys()
    if unknown := sorted(facts.keys() - of_start - of_table):
        raise TypeError(f"Setup() got an unexpected keyword argument {unknown[0]!r}")
    return (
        replace(start, **{name: facts[name] for name in of_start}),
        replace(table, **{name: facts[name] for name in of_table}),
    )


class Setup:
    """The set-up of a fight: an encounter file with every name resolved."""

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
        """The sides that are surprised (SOV-022)."""
        self.rounds = rounds
        """Round limit: the fight ends undecided after it; 0 for no limit."""
        self.rulings = table.rulings
        self.house = table.house
        """The house rules in use; `rules` names the book they extend."""
        self.enforce = table.enforce
        """Rules that are not enforced, by id: "warn" or "off"."""
        self.cell_names = {} if cell_names is None else cell_names
        """Names of squares ("pillar", "statue"), for explanations."""
        self.stops = table.stops
        """When seats are prompted in windows, unless they choose otherwise."""
        self.poised = start.poised
        """The units that have spent a minute on an execution."""
        self.ambush = start.ambush
        """The side that tries to surprise the others by a check; -1 for none (SOV-024)."""
        self.hard_entry = start.hard_entry
        """Whether that side bursts in (SOV-025)."""
        self.dark = start.dark
        self.hidden = start.hidden
        """The units hidden from all other sides."""
        self.engaged = start.engaged
        """Without a map: pairs of foes that start adjacent."""
        self.reaction = start.reaction
        """Whether a reaction roll decides if there is a fight."""
        self.attackers = start.attackers
        """The attacking side; UNSAID if the file does not say."""

    def start(self) -> Start:
        return Start(
            self.surprised, self.poised, self.ambush, self.hard_entry, self.dark, self.hidden,
            self.engaged, self.reaction, self.attackers,
        )  # fmt: skip

    def table(self) -> TableRules:
        return TableRules(self.rulings, self.enforce, self.house, self.stops)

    def lasting(self, rounds: int) -> Setup:
        """The same fight with another round limit."""
        return Setup(
            self.title, self.rules, self.grid, self.sides, self.placements, self.start(),
            self.table(), rounds, self.cell_names,
        )  # fmt: skip


def last_round(setup: Setup, state: State) -> int:
    """The round after which minds playing without a person end the fight."""
    if setup.rounds and not state.gm_changes.plays_on:
        return setup.rounds
    return int(state.clock.round) + MOST_ROUNDS


def leave_to_minds(state: State) -> State:
    """The state without the GM's order to play on: it ends when a side is beaten."""
    if state.gm_changes.plays_on:
        state.gm_changes = state.gm_changes.playing_on(False)
    return state
