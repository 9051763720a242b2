"""The numbers in a unit's row that stay the same as long as it holds the same weapon."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.state.state import Unit

MOST_KEPT: Final = 16
"""How many of a unit's weapons in hand are remembered; more begin anew."""


class RowFacts:
    """Numbers of a sheet and of the weapon in hand, scaled as `observations.SCALES` says."""

    def __init__(self, unit: Unit) -> None:
        sheet = unit.sheet
        self.sheet = sheet
        self.weapons = unit.weapons
        self.wielded: i64 = unit.wielded
        self.hp: float = float(sheet.hp)
        self.hp_max: float = self.hp / 20.0
        self.size: float = float(sheet.size) / 4.0
        self.attack: float = float(sheet.attack) / 10.0
        self.shield: float = float(sheet.shield) / 4.0
        self.damage: float = 0.0
        self.reach: float = 0.0
        self.far: float = 0.0
        if unit.wielded >= 0:
            weapon = unit.weapons[unit.wielded]
            self.damage = float(weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus) / 20.0
            if weapon.melee:
                self.reach = float(weapon.reach_ft) / 20.0
            self.far = float(weapon.long_range) / 200.0
        self.walks = sheet.flight_ft <= sheet.speed_ft
        """Whether its speed without effects is that of its sheet."""
        self.speed: float = float(sheet.speed_ft) / 60.0
        self.wears = not sheet.shield and not sheet.abilities.at_own_armour_class
        """Whether its AC without effects is that of its sheet."""
        self.ac: float = float(sheet.ac) / 20.0


class KnownRows:
    """The facts of all units of a game, shared by its states."""

    def __init__(self) -> None:
        self.rows: list[list[RowFacts]] = []

    def of(self, unit: Unit) -> RowFacts:
        rows = self.rows
        while len(rows) <= unit.index:
            rows.append([])
        kept = rows[unit.index]
        for facts in kept:
            if (
                facts.wielded == unit.wielded
                and facts.weapons is unit.weapons
                and facts.sheet is unit.sheet
            ):
                return facts
        if len(kept) == MOST_KEPT:
            kept.clear()
        made = RowFacts(unit)
        kept.append(made)
        return made
