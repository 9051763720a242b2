"""A unit that changes sides, by a spell or by the GM, and what ends with it."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.open_field import settle
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.wounds.injury import release
from shieldwall.engine.wounds.swallowing import spit_out


def join_side(battle: Battle, unit: Unit, side: i64) -> None:
    """Move the unit to another side: friends are no longer held, swallowed or in melee with it.

    Without a map it is beside its new friends within 5 ft.
    """
    unit.side = side
    battle.roster += 1
    release(battle, unit)
    if unit.mapless:
        settle(battle.state, unit)
    for other in battle.state.units:
        if other is unit or other.status != ACTIVE or battle.are_foes(unit, other):
            continue
        unit.in_melee &= ~other.bit
        other.in_melee &= ~unit.bit
        if other.inside == unit.index:
            spit_out(battle, other)
        elif unit.inside == other.index:
            spit_out(battle, unit)
