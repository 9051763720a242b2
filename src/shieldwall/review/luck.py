"""Luck: actual against expected successes of the d20 rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.events.clock_events import Saved
from shieldwall.engine.events.event import Event
from shieldwall.engine.state.state import State
from shieldwall.text.sentences import start, who

D20: Final = 20
MEAN: Final = 10.5
SURE: Final = 0.95
"""Maximum probability of a roll: a 1 misses and a 20 hits."""


def chance(needed: int) -> float:
    """The probability of a d20 against a number; a 1 always misses and a 20 always hits."""
    return min(SURE, max(1 - SURE, (D20 + 1 - needed) / D20))


class Rolls:
    """The rolls of one unit."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.chances: list[float] = []
        self.successes = 0
        self.attacks = 0
        self.hits = 0
        self.expected_hits = 0.0

    def take(self, die: int, needed: int, success: bool) -> None:
        self.dice.append(die)
        self.chances.append(chance(needed))
        self.successes += success


def rolls_of(state: State, events: Sequence[Event]) -> list[Rolls]:
    """By unit: attacks and saves."""
    found = [Rolls() for _ in state.units]
    for event in events:
        if isinstance(event, AttackRolled):
            rolls = found[event.unit]
            needed = int(event.ac) - (int(event.total) - int(event.die))
            rolls.take(int(event.die), needed, event.hit)
            rolls.attacks += 1
            rolls.hits += event.hit
            rolls.expected_hits += chance(needed)
        elif isinstance(event, Saved) and 0 <= event.unit < len(found):
            total = sum(int(term.value) for term in event.terms) if event.terms else int(event.die)
            needed = int(event.needed) - (total - int(event.die))
            found[event.unit].take(int(event.die), needed, event.passed)
    return found


def luckier_than(chances: Sequence[float], successes: int) -> float:
    """The probability of fewer successes with the same rolls, counting half of the ties.

    The exact distribution of a sum of rolls with different probabilities.
    """
    odds = [1.0]
    for success in chances:
        longer = [0.0] * (len(odds) + 1)
        for count, odd in enumerate(odds):
            longer[count] += odd * (1 - success)
            longer[count + 1] += odd * success
        odds = longer
    return sum(odds[:successes]) + odds[successes] / 2


def luck_of(state: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """All units that rolled, in unit order."""
    found: list[dict[str, Any]] = []
    for unit, rolls in zip(state.units, rolls_of(state, events), strict=True):
        if not rolls.dice:
            continue
        found.append(
            {
                "unit": unit.ident,
                "name": start(who(state, int(unit.index))),
                "side": state.sides[unit.side].name,
                "rolls": len(rolls.dice),
                "mean_die": round(sum(rolls.dice) / len(rolls.dice), 2),
                "expected_die": MEAN,
                "attacks": rolls.attacks,
                "hits": rolls.hits,
                "expected_hits": round(rolls.expected_hits, 2),
                "successes": rolls.successes,
                "expected_successes": round(sum(rolls.chances), 2),
                "luckier_than": round(luckier_than(rolls.chances, rolls.successes), 4),
            }
        )
    return found
