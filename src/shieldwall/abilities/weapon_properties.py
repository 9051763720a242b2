"""Weapon properties: one entry each, with name, sentence and citation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.blow import THROWN, Blow, Sum
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Burst
from shieldwall.engine.general_rule import GeneralRule
from shieldwall.engine.magic.spell_data import ANY_KIND, UNDEAD
from shieldwall.engine.space.measure import distance, steps_between
from shieldwall.engine.state.harm import COLD_IRON
from shieldwall.engine.state.sheet import FAIRY, Weapon
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.state.weapon_property import WeaponProperty
from shieldwall.engine.wounds.effects import CREATURE, deal_element_damage, suffer

COLD_IRON_HARM: Final = 1
"""Damage bonus of cold iron against fairies."""
COLD_IRON_HURTS: Final = GeneralRule(
    "cold_iron_hurts", "cold iron deals 1 more to fairies", "DOL-048"
)
AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The neighbouring squares, clockwise from the north, in the order of the die."""


class HarmsOneKind(WeaponProperty):
    def is_on(self, weapon: Weapon) -> bool:
        return weapon.harms != ANY_KIND

    def is_harmless_to(self, weapon: Weapon, target: Unit) -> bool:
        return (weapon.harms == UNDEAD) != target.sheet.undead


class Piercing(WeaponProperty):
    def is_on(self, weapon: Weapon) -> bool:
        return weapon.pierces > 0

    def to_hit(self, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if blow.target.sheet.metal:
            terms.add("armour piercing", weapon.pierces, self.cite)


class ColdIron(WeaponProperty):
    def is_on(self, weapon: Weapon) -> bool:
        return weapon.kinds & COLD_IRON != 0

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if blow.target.sheet.kin & FAIRY and COLD_IRON_HURTS.is_in(battle.rules):
            terms.add("cold iron", COLD_IRON_HARM, self.cite)


class Scattering(WeaponProperty):
    """Bursts even off the map or in a wall. Without a map, units beside the target are splashed."""

    def is_on(self, weapon: Weapon) -> bool:
        return weapon.scatters > 0

    def harms_on_miss(self, blow: Blow) -> bool:
        return blow.how == THROWN

    def missed(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        if blow.how != THROWN:
            return
        thrower = blow.attacker
        target = blow.target
        grid = battle.state.grid
        x: i64 = target.x
        y: i64 = target.y
        if not grid.open:
            way = int(battle.roll("scatter", len(AROUND), thrower.index)) - 1
            x += AROUND[way][0]
            y += AROUND[way][1]
        harm: i64 = battle.roll("splash", weapon.scatters, thrower.index)
        if battle.log is not None:
            inside = 0 <= x < grid.width and 0 <= y < grid.height
            at = y * grid.width + x if inside else target.y * grid.width + target.x
            battle.emit(Burst(thrower.index, int(at), weapon.name))
        for unit in battle.state.units:
            if unit.status != ACTIVE or unit.inside >= 0:
                continue
            apart: i64 = distance(unit, target)
            if not grid.open:
                apart = steps_between(
                    unit.x, unit.y, unit.feet, unit.sheet.size, x, y, target.feet, 1
                )
            if apart <= 1:
                deal_element_damage(battle, unit, thrower.index, harm, "splash", weapon.kinds)


class Splashing(WeaponProperty):
    def is_on(self, weapon: Weapon) -> bool:
        return weapon.splash

    def hit_done(self, battle: Battle, blow: Blow, dealt: i64) -> None:
        half: i64 = dealt // 2
        if half <= 0 or not battle.rules.optional_combat_rules:
            return
        for other in battle.state.units:
            if other.status == ACTIVE and other is not blow.target and other is not blow.attacker:
                if distance(other, blow.target) <= 1:
                    suffer(battle, other, blow.attacker.index, half, "splash", False, None)


class Sparing(WeaponProperty):
    def is_on(self, weapon: Weapon) -> bool:
        return weapon.less_lethal

    def may_spare(self) -> bool:
        return True


class Small(WeaponProperty):
    """Claws, teeth and bare hands need no room either."""

    def is_on(self, weapon: Weapon) -> bool:
        return weapon.small or weapon.natural or weapon.unarmed

    def works_inside(self) -> bool:
        return True


ONE_KIND: Final[WeaponProperty] = HarmsOneKind(
    "harms one kind", "Does nothing to the living, or nothing to the undead.", "G-38"
)
PIERCING: Final[WeaponProperty] = Piercing(
    "armour piercing", "Hits more often against armour of metal.", "DOL-048"
)
COLD_IRON_BLADE: Final[WeaponProperty] = ColdIron(
    "cold iron", "Deals 1 more to fairies.", "DOL-048"
)
SCATTERING: Final[WeaponProperty] = Scattering(
    "scatters", "A throw that misses bursts on a square next to its target.", "C-SOV"
)
SPLASHING: Final[WeaponProperty] = Splashing(
    "splash", "Half of a hit's damage also falls on those within 5 ft of the target.", "G-38"
)
SPARING: Final[WeaponProperty] = Sparing(
    "less lethal", "Its user may knock a felled target out instead of killing it.", "C-SOV"
)
SMALL: Final[WeaponProperty] = Small(
    "small", "Works inside a creature that has swallowed its user.", CREATURE
)
