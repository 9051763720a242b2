"""What becomes of one who reaches 0 HP."""

from __future__ import annotations

from shieldwall.core.battle import Battle
from shieldwall.core.events import Fell
from shieldwall.core.state import DEAD, DOWN, Unit


def falls(battle: Battle, unit: Unit, by: int) -> None:
    """One with a name lies dying, anybody else is dead; either way it is out of the fight."""
    unit.status = DOWN if unit.sheet.named else DEAD
    unit.prone = True
    unit.effects = []
    if battle.log is not None:
        battle.emit(Fell(unit.index, by, "down" if unit.sheet.named else "dead"))
