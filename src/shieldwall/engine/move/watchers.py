"""Units that wait for a mover: at which squares of its path they may answer (SOV-152)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import ENTERED
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.state import ACTIVE, Unit

NOT_MET: Final = 0
IN_RANGE: Final = 1
"""The mover is in sight and range."""
IN_REACH: Final = 3
"""The mover is within melee reach: nearer than in range, so it has that bit too."""


class MoveWatcher:
    """A unit that might answer a move, and its distance to the mover one square before."""

    def __init__(self, unit: Unit, waits: i64, met: i64) -> None:
        self.unit = unit
        self.waits = waits
        """The reactions it waits with, a bit each; a step of the mover does not change them."""
        self.met = met


def lookouts_for(battle: Battle, mover: Unit) -> list[MoveWatcher]:
    """Who waits for the mover; mostly nobody, and then the way costs nothing more."""
    found: list[MoveWatcher] = []
    rules = battle.rules
    asked: i64 = rules.at_point[ENTERED]
    if asked == 0 or not rules.met_on_the_way:
        return found
    for unit in battle.state.units:
        if not battle.are_foes(unit, mover):
            continue
        left: i64 = battle.answers_of(unit, asked, None)
        if left == 0:
            continue
        waits = awaited(battle, unit, mover)
        if waits & left:
            found.append(MoveWatcher(unit, waits, meets(battle, unit, mover, waits)))
    return found


def awaited(battle: Battle, unit: Unit, mover: Unit) -> i64:
    """The reactions with which a unit waits for the mover, a bit each."""
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    found: i64 = 0
    for number in range(len(specs)):
        if specs[number].awaits(battle, unit, mover):
            found |= bits[number]
    return found


def meets(battle: Battle, unit: Unit, mover: Unit, waits: i64) -> i64:
    """Whether it has the mover in reach, or in sight and range, where that is now."""
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    met: i64 = NOT_MET
    for number in range(len(specs)):
        if met != IN_REACH and waits & bits[number]:
            met |= specs[number].meets(battle, unit, mover)
    return met


def wait_on(battle: Battle, mover: Unit, lookouts: list[MoveWatcher]) -> None:
    """Somebody has answered: look again at what everybody waits with."""
    for lookout in lookouts:
        lookout.waits = awaited(battle, lookout.unit, mover)


def newly_met(battle: Battle, mover: Unit, lookouts: list[MoveWatcher]) -> list[Unit]:
    """After a step: for whom the mover has just come into reach, or into sight and range.

    Who could have shot or thrown before is asked again once it can strike.
    """
    if battle.state.murky:
        look_around(battle, mover)
    who: list[Unit] = []
    for lookout in lookouts:
        met: i64 = NOT_MET
        if lookout.unit.status == ACTIVE:
            met = meets(battle, lookout.unit, mover, lookout.waits)
        if met & ~lookout.met:
            who.append(lookout.unit)
        lookout.met = met
    return who
