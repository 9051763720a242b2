"""Who takes part in the fight: every change of a status is made here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.state import Unit


def change_status(battle: Battle, unit: Unit, status: i64) -> None:
    """Take the unit out of the fight, or bring it back."""
    unit.status = status
    battle.roster += 1


def join_fight(battle: Battle, unit: Unit) -> None:
    """Add a new unit, with the next number."""
    battle.state.units.append(unit)
    battle.roster += 1
