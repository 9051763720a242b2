"""The recorded facts of a simulated fight: a row of plain data, and for a sample the actions.

Only numbers and words, so that it can be sent between processes.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DEAD, FLED, SURRENDERED, State, Unit
from shieldwall.text.fates import fate_word

# Final state of a unit.
STANDS: Final = 0
RECOVERED: Final = 1
"""Fell and stands again."""
LIES: Final = 2
"""Down, stabilized or not mortally wounded."""
BLEEDS: Final = 3
"""Down and dying."""
DIED: Final = 4
GONE: Final = 5
"""Left the field alive, or captured."""
FATE_NAMES: Final = ("stands", "recovered", "down", "dying", "dead", "fled")

FIRST_SAMPLED: Final = 400
"""The first fights are all observed, with the actions of each unit and their targets …"""
EVERY: Final = 20
"""… and after them one in this many: observing takes time."""


class Row(NamedTuple):
    """One fight."""

    team: int
    """The winning team, -1 for none."""
    reason: str
    rounds: int
    turns: int
    hp: tuple[int, ...]
    """HP left, including units that escaped; 0 for fallen ones."""
    fates: tuple[int, ...]
    fell: tuple[int, ...]
    """The round in which each went down, 0 for the others."""
    states: tuple[str, ...]
    """The final state of each, in the words of the log (`text.fates`)."""


def is_sampled(number: int) -> bool:
    return number < FIRST_SAMPLED or number % EVERY == 0


def fate_of(unit: Unit, before: Unit | None) -> int:
    if unit.status == DEAD:
        return DIED
    if unit.status in (FLED, SURRENDERED):
        return GONE
    if unit.status == ACTIVE:
        # No unit gets up from 0 HP in full health (SOV-142).
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
    # Calling `Row` would take five times as long.
    return tuple.__new__(
        Row,
        (
            outcome.team,
            outcome.reason,
            state.clock.round,
            battle.turns,
            tuple(hp),
            tuple(fates),
            tuple(fell),
            tuple(states),
        ),
    )


@mypyc_attr(native_class=False)
class Sample:
    """Damage and kills by unit and target, counted over the observed fights."""

    def __init__(self) -> None:
        self.fights = 0
        self.uses: Counter[tuple[int, str]] = Counter()
        """Uses by unit and verb."""
        self.used: Counter[tuple[int, str]] = Counter()
        """Number of fights with at least one use."""
        self.used_by_side: Counter[tuple[int, str]] = Counter()
        self.harm: Counter[tuple[int, str]] = Counter()
        """Damage dealt to foes, by unit and verb."""
        self.harm_by: Counter[int] = Counter()
        self.felled_with: Counter[tuple[int, str]] = Counter()
        """Foes felled, by unit and verb."""
        self.felled: Counter[tuple[int, int]] = Counter()
        """Number of fights, by attacker (-1 for none) and fallen unit."""
        self.broke: Counter[int] = Counter()
        """Number of fights in which each unit broke."""
        self.sides_broke: Counter[int] = Counter()
        """Number of fights in which any unit of a side broke."""

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
