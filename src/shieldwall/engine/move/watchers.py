"""Those who wait for a mover: at which squares of its way somebody may answer (SOV-152)."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import ENTERED
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.state import ACTIVE, Unit


class Lookout:
    """One who might answer a move on its way, and whether it could at the square before."""

    def __init__(self, unit: Unit, can: bool) -> None:
        self.unit = unit
        self.can = can


def lookouts_for(battle: Battle, mover: Unit) -> list[Lookout]:
    """Who waits for the mover; mostly nobody, and then the way costs nothing more."""
    found: list[Lookout] = []
    rules = battle.rules
    asked: i64 = rules.at_point[ENTERED]
    if asked == 0 or not rules.met_on_the_way:
        return found
    for unit in battle.state.units:
        left: i64 = battle.answers_of(unit, asked, None)
        if left != 0 and awaits(battle, unit, mover, left) and battle.are_foes(unit, mover):
            found.append(Lookout(unit, meets(battle, unit, mover)))
    return found


def awaits(battle: Battle, unit: Unit, mover: Unit, left: i64) -> bool:
    specs = battle.rules.reactions[ENTERED]
    bits = battle.rules.reaction_bits[ENTERED]
    for number in range(len(specs)):
        if left & bits[number] and specs[number].awaits(battle, unit, mover):
            return True
    return False


def meets(battle: Battle, unit: Unit, mover: Unit) -> bool:
    """Whether it has the mover in reach, or in sight and range, where that is now."""
    for spec in battle.rules.reactions[ENTERED]:
        if spec.awaits(battle, unit, mover) and spec.meets(battle, unit, mover):
            return True
    return False


def newly_met(battle: Battle, mover: Unit, lookouts: list[Lookout]) -> list[Unit]:
    """After a step: for whom the mover has just come into reach, or into sight and range."""
    if battle.state.murky:
        look_around(battle, mover)
    who: list[Unit] = []
    for lookout in lookouts:
        can = lookout.unit.status == ACTIVE and meets(battle, lookout.unit, mover)
        if can and not lookout.can:
            who.append(lookout.unit)
        lookout.can = can
    return who
