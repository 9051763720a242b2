"""Abilities for casting, saves, and resisting spells."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from shieldwall.engine.abilities import Ability
from shieldwall.engine.state.state import Unit


class SaveEdge(Ability):
    """Saves rolled twice for the better die: one bit each, in the sheet's order."""

    name: ClassVar[str] = "save_edge"

    def saves_twice(self, kind: int) -> bool:
        return bool(int(self.value) >> kind & 1)


class MagicSave(Ability):
    """Bonus to its own saves against magic."""

    name: ClassVar[str] = "magic_save"
    least: ClassVar[int] = -9

    def magic_save(self) -> i64:
        return self.value


class SaveAura(Ability):
    """Bonus to saves against magic for itself and nearby friends."""

    name: ClassVar[str] = "save_aura"

    def magic_aura(self) -> i64:
        return self.value


class SaveOnce(Ability):
    """The first failed save against magic succeeds after all."""

    name: ClassVar[str] = "save_once"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 8

    def turns_failed_save(self, unit: Unit) -> bool:
        return not self.is_spent(unit)


class DefiesMagic(Ability):
    """Once a fight, a spell has no effect on it."""

    name: ClassVar[str] = "defies_magic"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 16

    def may_defy(self, unit: Unit) -> bool:
        return not self.is_spent(unit)


class FullHands(Ability):
    """Casts without a free hand."""

    name: ClassVar[str] = "full_hands"
    flag: ClassVar[bool] = True


class Unshaken(Ability):
    """A wound disrupts its casting only if it fails a Physical save."""

    name: ClassVar[str] = "unshaken"
    flag: ClassVar[bool] = True


class SwiftCast(Ability):
    """Once a fight, casts a Main Action spell as a free action."""

    name: ClassVar[str] = "swift_cast"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 128
