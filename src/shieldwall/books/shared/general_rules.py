"""General rules that several books have."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.general_rule import GeneralRule
from shieldwall.engine.state.state import Unit


class Shock(GeneralRule):
    """A miss in melee may deal Shock, and a hit deals no less."""

    def deals_shock(self) -> bool:
        return True


class Frailty(GeneralRule):
    """Magic that brings a dying unit back leaves it Frail: at 0 HP it dies."""

    def revived(self, unit: Unit) -> None:
        unit.frail = True


SHOCK: Final = Shock("shock", "a miss in melee may deal Shock", "SOV-115")
FRAILTY: Final = Frailty("frailty", "a dying unit revived by magic is Frail", "SOV-141")
