"""What is kept of a simulated fight: a row of plain facts, and for a sample of them what was done.

Everything in here is made of numbers and words, so that it travels between processes.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DEAD, FLED, SURRENDERED, State, Unit
from shieldwall.text.fates import fate_word

# What has become of a unit.
STANDS: Final = 0
RECOVERED: Final = 1
"""Fell and stands again."""
LIES: Final = 2
"""Down, its wounds bound or not mortal."""
BLEEDS: Final = 3
"""Down and dying."""
DIED: Final = 4
GONE: Final = 5
"""Left the field alive, on its own feet or led away."""
FATE_NAMES: Final = ("stands", "recovered", "down", "dying", "dead", "fled")

FIRST_SAMPLED: Final = 400
"""Of the first fights, every one is watched closely, "who did what to whom" included …"""
EVERY: Final = 20
"""… and after them every so many: watching costs time."""


class Row(NamedTuple):
    """One fight."""

    team: int
    """Who won, -1 for nobody."""
    reason: str
    rounds: int
    turns: int
    hp: tuple[int, ...]
    """HP left, also of units that got away; 0 for fallen ones."""
    fates: tuple[int, ...]
    fell: tuple[int, ...]
    """The round in which each went down, 0 for the others."""
    states: tuple[str, ...]
    """What has become of each, in the words of the log (`text.fates`)."""


def is_sampled(number: int) -> bool:
    return number < FIRST_SAMPLED or number % EVERY == 0


def fate_of(unit: Unit, before: Unit | None) -> int:
    if unit.status == DEAD:
        return DIED
    if unit.status in (FLED, SURRENDERED):
        return GONE
    if unit.status == ACTIVE:
        # Nobody gets up from 0 HP in full health (SOV-142).
        fell = unit.frail and not (before is not None and before.frail)
        return RECOVERED if fell else STANDS
    return LIES if unit.stable else BLEEDS


def row_of(battle: Battle, start: State) -> Row:
    state = battle.state
    outcome = state.outcome
    assert outcome is not None, "the fight is not over"
    count = len(start.units)
    hp: list[int] = []
    fates: list[int] = []
    fell: list[int] = []
    states: list[str] = []
    for number, unit in enumerate(state.units):
        fate = fate_of(unit, start.units[number] if number < count else None)
        hp.append(0 if LIES <= fate <= DIED else unit.hp)
        fates.append(fate)
        fell.append(max(1, unit.fell) if LIES <= fate <= DIED else 0)
        states.append(fate_word(unit))
    return Row(
        outcome.team,
        outcome.reason,
        state.clock.round,
        battle.turns,
        tuple(hp),
        tuple(fates),
        tuple(fell),
        tuple(states),
    )


class Sample:
    """Damage and kills by unit and target, counted over the fights that were watched."""

    def __init__(self) -> None:
        self.fights = 0
        self.uses: Counter[tuple[int, str]] = Counter()
        """By unit and verb: how often."""
        self.used: Counter[tuple[int, str]] = Counter()
        """In how many fights at least once."""
        self.used_by_side: Counter[tuple[int, str]] = Counter()
        self.harm: Counter[tuple[int, str]] = Counter()
        """Hit points it took from foes, by unit and verb."""
        self.harm_by: Counter[int] = Counter()
        self.felled_with: Counter[tuple[int, str]] = Counter()
        """Foes it brought down."""
        self.felled: Counter[tuple[int, int]] = Counter()
        """In how many fights, by attacker (-1 for none) and fallen unit."""
        self.broke: Counter[int] = Counter()
        """In how many fights each unit's nerve failed."""
        self.sides_broke: Counter[int] = Counter()
        """In how many fights anybody's of a side did."""

    def add(self, other: Sample) -> None:
        self.fights += other.fights
        self.uses.update(other.uses)
        self.used.update(other.used)
        self.used_by_side.update(other.used_by_side)
        self.harm.update(other.harm)
        self.harm_by.update(other.harm_by)
        self.felled_with.update(other.felled_with)
        self.felled.update(other.felled)
        self.broke.update(other.broke)
        self.sides_broke.update(other.sides_broke)
