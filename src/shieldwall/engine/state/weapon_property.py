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


PROPERTIES: Final[list[WeaponProperty]] = []
"""All properties, in the order they are called."""


def properties_of(weapon: Weapon) -> tuple[WeaponProperty, ...]:
    return tuple([item for item in PROPERTIES if item.is_on(weapon)])
