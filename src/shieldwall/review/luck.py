"""Rolled against expected: how the d20s of a fight fell for everybody."""

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
"""No roll is surer than this, nor its opposite: a 1 misses and a 20 hits."""


def chance(needed: int) -> float:
    """Of a d20 that has to show so much: a 1 misses and a 20 hits, whatever is needed."""
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
    """The share of fights with the same rolls in which fewer succeed, half of the ties with it.

    The exact distribution of a sum of rolls with different chances, roll by roll.
    """
    odds = [1.0]
    for one in chances:
        longer = [0.0] * (len(odds) + 1)
        for count, odd in enumerate(odds):
            longer[count] += odd * (1 - one)
            longer[count + 1] += odd * one
        odds = longer
    return sum(odds[:successes]) + odds[successes] / 2


def luck_of(state: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Everybody who rolled, in the order of the units."""
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
