"""Abilities for defence, surviving at 0 HP and screening."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import LAST_STAND
from shieldwall.engine.abilities import ONCE_A_ROUND, Ability
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import HungOn
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import LASTING, SCREENING
from shieldwall.engine.state.state import Effect, Unit

LAST_ROUNDS: Final = 5
ESCAPED: Final = 4
"""Bit of abilities that save a unit from 0 HP once."""


class ShockProof(Ability):
    """Immune to Shock except a swarm's (SOV-119); dodging prevents casting this round."""

    name: ClassVar[str] = "shock_proof"
    flag: ClassVar[bool] = True

    def slips_shock(self, blow: Blow) -> bool:
        return blow.others < 0


class LargeArmourClass(Ability):
    """AC bonus against melee attacks of units larger than a man."""

    name: ClassVar[str] = "large_ac"

    def armour_class(self, blow: Blow) -> i64:
        return self.value if blow.how == MELEE and blow.attacker.sheet.size > 1 else 0


class ShrugsOff(Ability):
    """Once a fight, negates a weapon's hit after the damage is known (SOV-166)."""

    name: ClassVar[str] = "shrugs_off"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 2

    def may_negate(self, battle: Battle, blow: Blow) -> bool:
        return not self.is_spent(blow.target)


class EscapesDeath(Ability):
    """The first time it would drop to 0 HP, it keeps 1."""

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
    """The first time it would drop to 0 HP, it fights on for some rounds (DOL-048)."""

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
    """Once down, it does not die of its wounds."""

    name: ClassVar[str] = "self_stable"
    flag: ClassVar[bool] = True

    def is_stable(self) -> bool:
        return True


class QuickDisengage(Ability):
    """Fighting withdrawal is a free action."""

    name: ClassVar[str] = "quick_disengage"
    flag: ClassVar[bool] = True


# Screening.


class Guard(Ability):
    """Bonus to the modifier an attacker must beat to get past its screen (SOV-071)."""

    name: ClassVar[str] = "guard"

    def guard(self) -> i64:
        return self.value


class GuardMore(Ability):
    """Screens against this many more attackers each round (SOV-073)."""

    name: ClassVar[str] = "guard_more"

    def guard_slots(self) -> i64:
        return self.value


class GuardArmourClass(Ability):
    """AC bonus while it screens an ally."""

    name: ClassVar[str] = "guard_ac"

    def own_armour_class(self, unit: Unit) -> i64:
        return self.value if unit.effect(SCREENING) is not None else 0


class SureGuard(Ability):
    """Its first Screen check of a round always succeeds."""

    name: ClassVar[str] = "sure_guard"
    flag: ClassVar[bool] = True

    def holds_first(self) -> bool:
        return True


class GuardsSpells(Ability):
    """Once a round, may take a spell aimed at the ally it screens (SOV-075)."""

    name: ClassVar[str] = "guards_spells"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ONCE_A_ROUND << 2

    def screens_spells(self, unit: Unit) -> bool:
        return not self.is_spent(unit)


class Defends(Ability):
    """Penalty to attacks on adjacent friends (DOL-048)."""

    name: ClassVar[str] = "defends"

    def hinders(self, battle: Battle, unit: Unit, attacker: Unit, target: Unit) -> i64:
        return self.value if distance(unit, target) <= 1 else 0
