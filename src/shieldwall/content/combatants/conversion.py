"""Conversion of a creature's figures to the current book.

A creature is written once, in the figures common to the open old-school lists: hit dice, ascending
AC from 10, damage dice, a speed of 30 for a man. A book that differs has its `conversion.yaml`; see
docs/conversion.md. Explicit figures in a file (an attack bonus, a save) are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shieldwall.content.formats.number_text import HitDice

MAN: Final = 30
"""The speed of a man in creature files."""
FIVE_SAVES: Final = (12, 13, 14, 15, 16)
"""Saves of a first-level fighter: doom, ray, hold, blast, spell."""
FIGHTER: Final = (1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10)
"""A fighter's attack by level; the five saves improve in step with it."""
BEST_SAVE: Final = 2


@dataclass(frozen=True, slots=True)
class Conversion:
    """The conversion of creatures for one book."""

    saves: int = 3
    """Number of saves; five of them follow a fighter's table."""
    attack_less: int = 0
    """How far the attack bonus is below the hit dice."""
    attack_slows: bool = False
    """Whether it grows by 1 per two hit dice from the eighth on."""
    predators: bool = True
    """Whether predators deal more damage, and Shock with it."""
    shock: bool = True
    speed: int = MAN
    """The speed of a man."""

    def attack(self, dice: HitDice) -> int:
        """The attack bonus for a number of hit dice."""
        bonus = dice.attack - self.attack_less
        if self.attack_slows and dice.count > SLOW_FROM:
            bonus = SLOW_FROM - self.attack_less + (dice.count - SLOW_FROM) // 2
        return max(0, bonus)

    def saving(self, dice: HitDice, given: int | None) -> tuple[int, ...]:
        """The saves; an explicit one shifts all of them by its difference from the table."""
        usual = dice.save
        number = usual if given is None else given
        if self.saves < len(FIVE_SAVES):
            return (number,) * self.saves
        level = min(max(1, dice.count), len(FIGHTER))
        better = FIGHTER[level - 1] - FIGHTER[0] + usual - number
        return tuple(min(20, max(BEST_SAVE, save - better)) for save in FIVE_SAVES)

    def feet(self, speed: int) -> int:
        """A speed, rounded to 5 ft."""
        return (speed * self.speed + MAN * 5 // 2) // (MAN * 5) * 5


SLOW_FROM: Final = 8

AS_WRITTEN: Final = Conversion()
