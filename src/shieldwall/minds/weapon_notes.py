"""Facts about the weapons of a sheet that the simple mind needs often, cached on it.

Valid as long as the unit carries the same list of weapons (it is replaced on pick-up) in a fight of
the same book: nothing else is read here.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.attack.blow import MELEE
from shieldwall.engine.attack.numbers import handling_of
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.minds.aim import mean_harm


class WeaponNotes:
    """Facts about a list of weapons in one unit's hands."""

    def __init__(self, rules: Ruleset, unit: Unit) -> None:
        self.rules = rules
        self.weapons = unit.weapons
        self.count: i64 = len(unit.weapons)
        self.outdone = vec[u8]([0] * (self.count * self.count))
        """By pair: 1 if the first is no better in melee than the second, against any foe."""
        place: i64 = 0
        for weapon in unit.weapons:
            for other in unit.weapons:
                if is_no_better(rules, unit, weapon, other):
                    self.outdone[place] = 1
                place += 1
        self.melee = [number for number in range(len(unit.weapons)) if unit.weapons[number].melee]
        self.keen: list[int] = []
        """Those among them that are worth comparing, if all are at hand and may be used."""
        last = -1
        for number in self.melee:
            if last >= 0 and unit.weapons[last].reach >= unit.weapons[number].reach:
                if self.is_outdone(number, last):
                    continue
            self.keen.append(number)
            last = number

    def is_outdone(self, number: i64, other: i64) -> bool:
        """Whether another weapon scores at least as high in melee, against any foe."""
        return self.outdone[number * self.count + other] != 0


def is_no_better(rules: Ruleset, unit: Unit, weapon: Weapon, other: Weapon) -> bool:
    if unit.sheet.abilities is not NO_ABILITIES or weapon.properties or other.properties:
        return False
    if mean_harm(unit, weapon) > mean_harm(unit, other):
        return False
    ours = handling_of(rules, unit, weapon, MELEE)
    return ours.hit <= handling_of(rules, unit, other, MELEE).hit


def notes_of(rules: Ruleset, unit: Unit) -> WeaponNotes:
    kept = unit.sheet.noted
    if isinstance(kept, WeaponNotes) and kept.weapons is unit.weapons and kept.rules is rules:
        return kept
    made = WeaponNotes(rules, unit)
    unit.sheet.noted = made
    return made


def usable_bow(unit: Unit) -> int:
    """The index of a ready weapon to load and shoot with; -1 without one."""
    if unit.sheet.bowless is unit.weapons:
        return -1
    bowless = True
    number = 0
    for weapon in unit.weapons:
        if weapon.reload:
            bowless = False
            if not (unit.gone | unit.stowed) >> number & 1:
                return number
        number += 1
    if bowless:
        unit.sheet.bowless = unit.weapons
    return -1
