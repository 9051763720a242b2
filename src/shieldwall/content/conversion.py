"""How a creature's figures become those of the book that is played.

A creature is written down once, in the figures the open old-school lists share: hit dice, AC that
goes up from 10, dice of damage, a speed for which a man's is 30. What each book makes of it is a
row of this table; docs/conversion.md says it in words. A figure that a file gives outright (an
attack bonus, a save) is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shieldwall.content.number_text import HitDice

MAN: Final = 30
"""The speed of a man as creatures are written down."""
FIVE_SAVES: Final = (12, 13, 14, 15, 16)
"""What a fighter of the first level saves with: doom, ray, hold, blast, spell."""
FIGHTER: Final = (1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10)
"""A fighter's attack by level, with which the five saves improve in step."""
BEST_SAVE: Final = 2


@dataclass(frozen=True, slots=True)
class Conversion:
    """What one book makes of creatures."""

    saves: int = 3
    """How many kinds of save there are; five of them follow a fighter's table."""
    attack_less: int = 0
    """What the attack bonus is below the hit dice."""
    attack_slows: bool = False
    """Whether it grows by 1 for two hit dice from the eighth on."""
    predators: bool = True
    """Whether beasts that kill for a living do more damage, and Shock with it."""
    shock: bool = True
    speed: int = MAN
    """The speed of a man."""

    def attack(self, dice: HitDice) -> int:
        """The attack bonus of so many hit dice."""
        bonus = dice.attack - self.attack_less
        if self.attack_slows and dice.count > SLOW_FROM:
            bonus = SLOW_FROM - self.attack_less + (dice.count - SLOW_FROM) // 2
        return max(0, bonus)

    def saving(self, dice: HitDice, given: int | None) -> tuple[int, ...]:
        """The saves; a number that is given shifts all of them by what it differs from its dice."""
        usual = dice.save
        number = usual if given is None else given
        if self.saves < len(FIVE_SAVES):
            return (number,) * self.saves
        level = min(max(1, dice.count), len(FIGHTER))
        better = FIGHTER[level - 1] - FIGHTER[0] + usual - number
        return tuple(min(20, max(BEST_SAVE, save - better)) for save in FIVE_SAVES)

    def feet(self, speed: int) -> int:
        """A speed, to the nearest 5 ft."""
        return (speed * self.speed + MAN * 5 // 2) // (MAN * 5) * 5


SLOW_FROM: Final = 8

AS_WRITTEN: Final = Conversion()
CONVERSIONS: Final = {
    "sovereign": AS_WRITTEN,
    "aachen": Conversion(saves=4, attack_less=1, predators=False),
    "dolmenwood": Conversion(
        saves=5, attack_less=1, attack_slows=True, predators=False, shock=False, speed=40
    ),
}
"""By the book; an edition or a house rule converts as the book it is made from."""


def conversion_for(family: str) -> Conversion:
    return CONVERSIONS.get(family, AS_WRITTEN)
