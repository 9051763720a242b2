"""Declarations: secret announcements of all sides before initiative (DOL-010)."""

from __future__ import annotations

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import DECLARING
from shieldwall.engine.ruleset import Stage
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.state import ACTIVE
from shieldwall.engine.window import Window


class Declarations(Stage):
    """Asks every seat for its units; the answers stay sealed until all are in (DOL-011)."""

    def step(self, battle: Battle) -> bool:
        if battle.rules.reactions[DECLARING]:
            who = [
                unit
                for unit in battle.state.units
                if unit.status == ACTIVE
                and not unit.surprised
                and (not unit.effects or unit.effect(HELPLESS) is None)
            ]
            battle.window(Window(DECLARING, -1, who))
            battle.settle()
        return True
