"""Abilities for surprise, initiative and morale."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from shieldwall.engine.abilities import Ability


class Initiative(Ability):
    """Initiative bonus for its side; the best of a side counts."""

    name: ClassVar[str] = "initiative"

    def initiative(self) -> i64:
        return self.value


class ActsFirst(Ability):
    """Takes its turn before all sides."""

    name: ClassVar[str] = "acts_first"
    flag: ClassVar[bool] = True

    def acts_first(self) -> bool:
        return True


class NeverSurprised(Ability):
    """Cannot be surprised."""

    name: ClassVar[str] = "never_surprised"
    flag: ClassVar[bool] = True

    def is_never_surprised(self) -> bool:
        return True


class Decisive(Ability):
    """Its side wins initiative ties."""

    name: ClassVar[str] = "decisive"
    flag: ClassVar[bool] = True

    def wins_ties(self) -> bool:
        return True


class Leads(Ability):
    """Morale bonus for units of its side that hear it (DOL-048)."""

    name: ClassVar[str] = "leads"

    def leads(self) -> i64:
        return self.value


class Daunts(Ability):
    """Morale penalty for its foes (DOL-048)."""

    name: ClassVar[str] = "daunts"

    def daunts(self) -> i64:
        return self.value


class LedMorale(Ability):
    """Its morale while a leader stands on its side."""

    name: ClassVar[str] = "led_morale"
    section: ClassVar[str] = "nature"
    unusual: ClassVar[bool] = True

    def led_morale(self) -> i64:
        return self.value


class PackMorale(Ability):
    """Its morale while another of its kind stands on its side."""

    name: ClassVar[str] = "pack_morale"
    section: ClassVar[str] = "nature"
    unusual: ClassVar[bool] = True

    def pack_morale(self) -> i64:
        return self.value
