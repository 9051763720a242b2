"""Advantage and disadvantage: the better or worse of two d20, and the equivalent bonus.

On an attack they come from an order of the GM (`advantage alda`) or from conditions; one of each
cancel out. The exact figures below are the table of the earlier Aachen (AAC-042, AAC-043).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import Unit

ADVANTAGE: Final = 1
PLAIN: Final = 0
DISADVANTAGE: Final = -1


def edge_of(unit: Unit) -> i64:
    """ADVANTAGE, PLAIN or DISADVANTAGE for the unit's next attack."""
    net: i64 = 0
    worse = False
    for effect in unit.effects:
        net += effect.kind.edge(effect)
        worse = worse or effect.kind.hampers()
    if worse:
        net -= 1
    return 1 if net > 0 else -1 if net < 0 else 0


def roll_again(battle: Battle, unit: Unit, tag: str, die: i64) -> i64:
    """Roll the d20 of an attack again if the unit has advantage or disadvantage.

    Uses up effects that count for one attack only.
    """
    edge = edge_of(unit)
    for effect in unit.effects:
        if effect.kind.ends_with_attack():
            unit.effects = [one for one in unit.effects if not one.kind.ends_with_attack()]
            break
    if edge == PLAIN:
        return die
    again = battle.roll(tag, 20, unit.index)
    if edge == ADVANTAGE:
        return again if again > die else die
    return again if again < die else die


def chance(target: int, edge: int = PLAIN) -> Fraction:
    """The probability that a d20 shows the target or more."""
    once = Fraction(min(20, max(0, 21 - target)), 20)
    if edge == ADVANTAGE:
        return 1 - (1 - once) ** 2
    return once**2 if edge == DISADVANTAGE else once


def worth(target: int, edge: int) -> int:
    """The flat bonus closest to the edge, for a target from 2 to 20."""
    return round(20 * (chance(target, edge) - chance(target)))


def table() -> list[tuple[int, Fraction, Fraction, int, Fraction, int]]:
    """Target, plain, advantage and its bonus, disadvantage and its penalty (AAC-042)."""
    return [
        (
            target,
            chance(target),
            chance(target, ADVANTAGE),
            worth(target, ADVANTAGE),
            chance(target, DISADVANTAGE),
            worth(target, DISADVANTAGE),
        )
        for target in range(2, 21)
    ]
