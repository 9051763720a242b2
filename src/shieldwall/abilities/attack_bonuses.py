"""Bonuses to hit, to damage and to Shock.

They depend on the mode of attack. Bare hands do not count as a melee weapon.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from shieldwall.engine.abilities import Ability
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, WITH_HANDS, Blow, Sum
from shieldwall.engine.attack.numbers import way_of
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.sheet import Weapon


class HitBonus(Ability):
    """Bonus to hit with one mode of attack."""

    rank: ClassVar[int] = 5
    way: ClassVar[int] = MELEE

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.with_way: i64 = type(self).way

    def own_to_hit(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        if way_of(weapon, how) == self.with_way:
            terms.add("feats", self.value, "SOV-108")


class MeleeHit(HitBonus):
    """Bonus to hit with melee weapons."""

    name: ClassVar[str] = "melee_hit"


class ShotHit(HitBonus):
    """Bonus to hit with shots."""

    name: ClassVar[str] = "shot_hit"
    way: ClassVar[int] = SHOT


class ThrownHit(HitBonus):
    """Bonus to hit with throws."""

    name: ClassVar[str] = "thrown_hit"
    way: ClassVar[int] = THROWN


class UnarmedHit(HitBonus):
    """Bonus to hit with bare hands."""

    name: ClassVar[str] = "unarmed_hit"
    way: ClassVar[int] = WITH_HANDS


class DamageBonus(Ability):
    """Bonus to damage with one mode of attack."""

    rank: ClassVar[int] = 5
    way: ClassVar[int] = MELEE

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.with_way: i64 = type(self).way

    def own_damage(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        if way_of(weapon, how) == self.with_way:
            terms.add("feats", self.value, "SOV-112")


class MeleeDamage(DamageBonus):
    """Bonus to damage with melee weapons."""

    name: ClassVar[str] = "melee_damage"


class ShotDamage(DamageBonus):
    """Bonus to damage with shots."""

    name: ClassVar[str] = "shot_damage"
    way: ClassVar[int] = SHOT


class ThrownDamage(DamageBonus):
    """Bonus to damage with throws."""

    name: ClassVar[str] = "thrown_damage"
    way: ClassVar[int] = THROWN


class UnarmedDamage(DamageBonus):
    """Bonus to damage with bare hands."""

    name: ClassVar[str] = "unarmed_damage"
    way: ClassVar[int] = WITH_HANDS


class MeleeShock(Ability):
    """Bonus to the Shock of weapons that have any (SOV-117)."""

    name: ClassVar[str] = "melee_shock"

    def shock(self, weapon: Weapon) -> i64:
        return 0 if weapon.unarmed else self.value


class UnarmedShock(Ability):
    """Bonus to the Shock of bare hands, if any (SOV-117)."""

    name: ClassVar[str] = "unarmed_shock"

    def shock(self, weapon: Weapon) -> i64:
        return self.value if weapon.unarmed else 0


# Against certain foes (DOL-048).


class Slays(Ability):
    """The kinds of foe it is trained against, one bit each of KIN_NAMES."""

    name: ClassVar[str] = "slays"
    most: ClassVar[int] = (1 << 62) - 1


class SlayHit(Ability):
    """Bonus to hit the kinds of foe it is trained against."""

    name: ClassVar[str] = "slay_hit"
    rank: ClassVar[int] = 20

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.kin: i64 = given.get("slays", 0)

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if self.kin & blow.target.sheet.kin:
            terms.add("foe it knows", self.value, "DOL-048")


class SlayDamage(Ability):
    """Bonus to damage against the kinds of foe it is trained against."""

    name: ClassVar[str] = "slay_damage"
    rank: ClassVar[int] = 20

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.kin: i64 = given.get("slays", 0)

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if self.kin & blow.target.sheet.kin:
            terms.add("foe it knows", self.value, "DOL-048")


class LargeHit(Ability):
    """Bonus to hit foes larger than a man."""

    name: ClassVar[str] = "large_hit"
    rank: ClassVar[int] = 21

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if blow.target.sheet.size > 1:
            terms.add("foe it knows", self.value, "DOL-048")


class LargeDamage(Ability):
    """Bonus to damage against foes larger than a man."""

    name: ClassVar[str] = "large_damage"
    rank: ClassVar[int] = 21

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if blow.target.sheet.size > 1:
            terms.add("foe it knows", self.value, "DOL-048")
