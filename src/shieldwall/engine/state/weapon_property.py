"""Weapon properties: special rules of weapons, called at points of an attack.

`WeaponProperty` has one neutral method per point; each property is one entry in the package
`abilities`. A weapon looks up its properties when it is made, so a plain one costs one test of an
empty tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow, Sum
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.sheet import Weapon
    from shieldwall.engine.state.state import Unit


class WeaponProperty:
    """One weapon property."""

    def __init__(self, name: str, sentence: str, cite: str) -> None:
        self.name = name
        self.sentence = sentence
        self.cite = cite
        PROPERTIES.append(self)

    def is_on(self, weapon: Weapon) -> bool:
        """Whether this weapon has the property."""
        return False

    def is_harmless_to(self, weapon: Weapon, target: Unit) -> bool:
        """T0: whether the weapon does nothing to this target, so that it cannot be attacked."""
        return False

    def works_inside(self) -> bool:
        """T0: whether a swallowed unit can attack with the weapon."""
        return False

    def to_hit(self, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        """T2: add terms to the attack roll."""

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        """T5: add terms to the damage of a hit."""

    def missed(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """T5: the attack has missed."""

    def harms_on_miss(self, blow: Blow) -> bool:
        """T5: whether `missed` would do damage."""
        return False

    def hit_done(self, battle: Battle, blow: Blow, dealt: i64) -> None:
        """T7: a hit has dealt its damage."""

    def may_spare(self) -> bool:
        """T7: whether its user may knock a felled target out instead of killing it."""
        return False


PROPERTIES: Final[list[WeaponProperty]] = []
"""All properties, in the order they are called."""


IN_BLOWS: Final = ("is_harmless_to", "to_hit", "damage", "missed", "harms_on_miss", "hit_done")
"""The points that every attack with the weapon calls."""


def properties_of(weapon: Weapon) -> tuple[WeaponProperty, ...]:
    return tuple([item for item in PROPERTIES if item.is_on(weapon)])


def in_blows(properties: tuple[WeaponProperty, ...]) -> tuple[WeaponProperty, ...]:
    """The properties that override a point of every attack."""
    return tuple([item for item in properties if any(speaks_at(item, point) for point in IN_BLOWS)])


def speaks_at(item: WeaponProperty, point: str) -> bool:
    neutral: object = getattr(WeaponProperty, point)
    return getattr(type(item), point) is not neutral
