"""When a melee between two units ends (DOL-004, G-47)."""

from __future__ import annotations

from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, State


def end_melees(state: State) -> None:
    """End the melee of units more than 5 ft apart or out of the fight.

    The cause does not matter: a step, flight, push, surrender, or an order of the GM.
    """
    for unit in state.units:
        if unit.in_melee == 0:
            continue
        left = 0
        if unit.status == ACTIVE:
            rest = unit.in_melee
            while rest:
                foe = state.units[rest.bit_length() - 1]
                rest ^= foe.bit
                if foe.status == ACTIVE and distance(unit, foe) <= 1:
                    left |= foe.bit
        unit.in_melee = left
        if unit.facing >= 0 and not left >> int(unit.facing) & 1:
            unit.facing = -1
