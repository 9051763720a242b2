"""Staying alive: armour, Shock, last breaths, standing in the way of harm to others."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.abilities.conditions import LAST_STAND, LASTING, SCREENING
from shieldwall.engine.abilities import ONCE_A_ROUND, Ability
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import HungOn
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import Effect, Unit

LAST_ROUNDS: Final = 5
ESCAPED: Final = 4
"""The mark of a last breath that has been drawn."""


class ShockProof(Ability):
    """Takes no Shock but a swarm's (SOV-119); slipping away from it spoils its own casting."""

    name: ClassVar[str] = "shock_proof"
    flag: ClassVar[bool] = True

    def slips_shock(self, blow: Blow) -> bool:
        return blow.others < 0


class LargeArmourClass(Ability):
    """AC against the melee attacks of all that is larger than a man."""

    name: ClassVar[str] = "large_ac"

    def armour_class(self, blow: Blow) -> i64:
        return self.value if blow.how == MELEE and blow.attacker.sheet.size > 1 else 0


class ShrugsOff(Ability):
    """Once a fight it negates a weapon's hit after the damage is known (SOV-166)."""

    name: ClassVar[str] = "shrugs_off"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 2

    def may_negate(self, battle: Battle, blow: Blow) -> bool:
        return not self.is_spent(blow.target)


class EscapesDeath(Ability):
    """The first time it would be at 0 HP, it has 1."""

    name: ClassVar[str] = "escapes_death"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ESCAPED

    def at_zero(self, battle: Battle, unit: Unit) -> bool:
        if self.is_spent(unit):
            return False
        unit.used |= self.mark
        unit.hp = 1
        if battle.log is not None:
            battle.emit(HungOn(unit.index, 1))
        return True


class LastStand(Ability):
    """The first time it would be at 0 HP, it fights on for some rounds (DOL-048)."""

    name: ClassVar[str] = "last_stand"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ESCAPED

    def at_zero(self, battle: Battle, unit: Unit) -> bool:
        if self.is_spent(unit):
            return False
        unit.used |= self.mark
        unit.hp = 1
        until = LASTING + battle.state.clock.round + LAST_ROUNDS
        unit.effects = [*unit.effects, Effect(LAST_STAND, unit.index, until)]
        if battle.log is not None:
            battle.emit(HungOn(unit.index, 1))
        return True


class SelfStable(Ability):
    """Does not die of its wounds once it is down."""

    name: ClassVar[str] = "self_stable"
    flag: ClassVar[bool] = True

    def is_stable(self) -> bool:
        return True


class QuickDisengage(Ability):
    """Fighting withdrawal costs nothing."""

    name: ClassVar[str] = "quick_disengage"
    flag: ClassVar[bool] = True


# Standing in the way of harm to others.


class Guard(Ability):
    """Added to the modifier an attacker must beat to get past its screen (SOV-071)."""

    name: ClassVar[str] = "guard"

    def guard(self) -> i64:
        return self.value


class GuardMore(Ability):
    """Screens against this many attackers more each round (SOV-073)."""

    name: ClassVar[str] = "guard_more"

    def guard_slots(self) -> i64:
        return self.value


class GuardArmourClass(Ability):
    """AC while it screens somebody."""

    name: ClassVar[str] = "guard_ac"

    def own_armour_class(self, unit: Unit) -> i64:
        return self.value if unit.effect(SCREENING) is not None else 0


class SureGuard(Ability):
    """Nobody gets past it in its first check of a round."""

    name: ClassVar[str] = "sure_guard"
    flag: ClassVar[bool] = True

    def holds_first(self) -> bool:
        return True


class GuardsSpells(Ability):
    """Once a round it may take a spell meant for its ward (SOV-075)."""

    name: ClassVar[str] = "guards_spells"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ONCE_A_ROUND << 2

    def screens_spells(self, unit: Unit) -> bool:
        return not self.is_spent(unit)


class Defends(Ability):
    """Foes take this much off their rolls against friends at its side (DOL-048)."""

    name: ClassVar[str] = "defends"

    def hinders(self, battle: Battle, unit: Unit, attacker: Unit, target: Unit) -> i64:
        return self.value if distance(unit, target) <= 1 else 0
