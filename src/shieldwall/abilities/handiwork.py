"""Abilities for drawing, loading, healing, poison, rerolls and luck."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.abilities import ONCE_A_ROUND, Ability
from shieldwall.engine.state.sheet import BRAWL, HEAL, SHOOT, STAB
from shieldwall.engine.state.state import Unit


class DrawsMelee(Ability):
    """Draws a stowed melee or throwing weapon as an Instant (SOV-089)."""

    name: ClassVar[str] = "draws_melee"
    flag: ClassVar[bool] = True


class DrawsRanged(Ability):
    """Draws a stowed ranged weapon as an Instant (SOV-089)."""

    name: ClassVar[str] = "draws_ranged"
    flag: ClassVar[bool] = True


class DrawsSmall(Ability):
    """Readies a small weapon as a free action."""

    name: ClassVar[str] = "draws_small"
    flag: ClassVar[bool] = True


class QuickReload(Ability):
    """Loads even a slow weapon as a free action (SOV-090)."""

    name: ClassVar[str] = "quick_reload"
    flag: ClassVar[bool] = True


class BestHeal(Ability):
    """Heal checks roll three dice and drop the lowest."""

    name: ClassVar[str] = "best_heal"
    flag: ClassVar[bool] = True

    def check_die(self, skills: tuple[int, ...]) -> bool:
        return HEAL in skills


class QuickHeal(Ability):
    """Stabilizes one ally a round as a free action."""

    name: ClassVar[str] = "quick_heal"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ONCE_A_ROUND << 1


class Mends(Ability):
    """Heals an ally during a fight."""

    name: ClassVar[str] = "mends"
    flag: ClassVar[bool] = True


class Poisons(Ability):
    """Can poison a blade."""

    name: ClassVar[str] = "poisons"
    flag: ClassVar[bool] = True


class Rerolls(Ability):
    """Once a fight, rerolls a failed check that uses no combat skill."""

    name: ClassVar[str] = "rerolls"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 32

    def rerolls(self, unit: Unit, skills: tuple[int, ...]) -> bool:
        if self.is_spent(unit):
            return False
        for skill in skills:
            if skill in (BRAWL, STAB, SHOOT):
                return False
        return True


class Swerving(Ability):
    """If 1, its luck can only turn hits on itself into misses."""

    name: ClassVar[str] = "swerving"
