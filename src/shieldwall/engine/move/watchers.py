"""Units that wait for a mover: at which squares of its path they may react (SOV-152)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.battle import Battle, holds_action
from shieldwall.engine.points import ENTERED
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.state import ACTIVE, Unit

NOT_MET: Final = 0
IN_RANGE: Final = 1
"""The mover is in sight and range."""
IN_REACH: Final = 3
"""The mover is within melee reach, which includes the IN_RANGE bit."""


@mypyc_attr(acyclic=True, free_list_len=1)
class MoveWatcher:
    """A unit that might react to a move, and whether it met the mover one square before."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.waits: i64 = 0
        """Bit mask of the reactions it waits with; steps of the mover do not change it."""
        self.within: i64 = 0
        """Feet beyond which it does not meet the mover with any of them."""
        self.met: i64 = NOT_MET


def watchers_of(battle: Battle, mover: Unit) -> list[MoveWatcher]:
    """The units that wait for the mover; usually empty, which makes the move cheap."""
    found: list[MoveWatcher] = []
    rules = battle.rules
    asked: i64 = rules.at_point[ENTERED]
    if asked == 0 or not rules.met_on_the_way:
        return found
    # Where units may be unseen, each look at the mover counts.
    passed = not battle.state.murky and battle.passes_unasked
    if passed and battle.nobody_holds:
        return found
    for unit in battle.state.units:
        if not battle.are_foes(unit, mover) or (passed and not holds_action(unit)):
            continue
        left: i64 = battle.answers_of(unit, asked, None)
        if left == 0:
            continue
        waits: i64 = awaited(battle, unit, mover)
        if waits & left:
            lookout = MoveWatcher(unit)
            lookout.waits = waits
            lookout.within = within(battle, unit, waits)
            lookout.met = meets(battle, lookout, mover)
            found.append(lookout)
    return found


def awaited(battle: Battle, unit: Unit, mover: Unit) -> i64:
    """Bit mask of the reactions with which a unit waits for the mover."""
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    found: i64 = 0
    for number in range(len(specs)):
        if specs[number].awaits(battle, unit, mover):
            found |= bits[number]
    return found


def within(battle: Battle, unit: Unit, waits: i64) -> i64:
    """Feet beyond which the unit meets no mover with the reactions it waits with."""
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    most: i64 = 0
    for number in range(len(specs)):
        if waits & bits[number]:
            far: i64 = specs[number].meets_within(battle, unit)
            if far > most:
                most = far
    return most


def meets(battle: Battle, lookout: MoveWatcher, mover: Unit) -> i64:
    """Whether the mover is now in reach, or in sight and range."""
    unit = lookout.unit
    met: i64 = NOT_MET
    if feet_apart(battle.state.grid, unit, mover) > lookout.within:
        return met
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    for number in range(len(specs)):
        if met != IN_REACH and lookout.waits & bits[number]:
            met |= specs[number].meets(battle, unit, mover)
    return met


def refresh_watchers(battle: Battle, mover: Unit, lookouts: list[MoveWatcher]) -> None:
    """Look up the waiting reactions again after a unit has reacted."""
    for lookout in lookouts:
        lookout.waits = awaited(battle, lookout.unit, mover)
        lookout.within = within(battle, lookout.unit, lookout.waits)


def newly_met(battle: Battle, mover: Unit, lookouts: list[MoveWatcher]) -> list[Unit] | None:
    """The units that the mover has just come into reach of, or into sight and range of, if any.

    A unit that could already shoot or throw is asked again once it can attack in melee.
    """
    if battle.state.murky:
        look_around(battle, mover)
    who: list[Unit] | None = None
    for lookout in lookouts:
        met: i64 = NOT_MET
        if lookout.unit.status == ACTIVE:
            met = meets(battle, lookout, mover)
        if met & ~lookout.met:
            if who is None:
                who = [lookout.unit]
            else:
                who.append(lookout.unit)
        lookout.met = met
    return who
