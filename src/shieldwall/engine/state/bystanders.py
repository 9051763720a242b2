"""Cached facts about all units of a fight: possible reactions, effects on others' attacks.

Sheets do not change during a fight, so the cache is valid until a unit joins.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.threat import farthest_reach
from shieldwall.engine.state.state import State, Unit


class Bystanders:
    """The units of a fight with abilities at the bystander points."""

    def __init__(self, units: list[Unit], rules: Ruleset) -> None:
        self.units = units
        self.rules = rules
        self.count: i64 = len(units)
        self.hinderers: list[Unit] = []
        """Units that may hinder an attack on an adjacent friend."""
        self.eager: list[Unit] = []
        """Units that may act before the sides do."""
        self.long_armed: list[Unit] = []
        """Units that may reach farther than 5 ft; until a unit picks up a weapon."""
        self.has_magic = False
        """Whether any unit could cast, or is under an effect already."""
        self.able: i64 = 0
        """Bit mask of the reactions that any unit could ever use (`Ruleset.usable_by`)."""
        for unit in units:
            sheet = unit.sheet
            if sheet.abilities.at_hinders:
                self.hinderers.append(unit)
            if sheet.abilities.at_acts_first:
                self.eager.append(unit)
            if sheet.size > 1 or farthest_reach(unit) > 1:
                self.long_armed.append(unit)
            if unit.effects or works_magic(unit):
                self.has_magic = True
            self.able |= rules.usable_by(sheet)

    def has_long_foe(self, state: State, unit: Unit) -> bool:
        """Whether a foe of the unit may reach farther than 5 ft."""
        team: i64 = state.teams[unit.side]
        for foe in self.long_armed:
            if state.teams[foe.side] != team:
                return True
        return False

    def forget(self) -> None:
        """Look up the units again next time."""
        self.count = -1


def works_magic(unit: Unit) -> bool:
    """Whether it may bring about lasting effects: by spells, potions, powers or a weapon."""
    sheet = unit.sheet
    if sheet.spells or sheet.potions or sheet.powers or sheet.abilities.unusual:
        return True
    for weapon in unit.weapons:
        if weapon.riders:
            return True
    return False
