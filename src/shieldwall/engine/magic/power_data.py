"""What creatures do beside blows, as data: a spell's primitives, and the moment they come about.

A power says when it works and how often; what it does and to whom is a `Spell` whose level is the
creature's hit dice. `power_triggers` holds the moments, `py` what is done on a turn.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.magic.spell_data import NOTHING, Amount, Spell

# When a power works.
DEED: Final = 0
"""It is used on a turn: breath, a web."""
ON_HIT: Final = 1
"""A weapon that carries it has hit: poison, a grip, a drain."""
GAZE: Final = 2
"""Before a foe's melee blow at its owner, unless the foe has averted its eyes."""
PRESENCE: Final = 3
"""When a round begins, on every foe near enough: fear, stench."""
ON_DEATH: Final = 4
"""Once, when its owner is struck down."""
GRIP: Final = 5
"""At the end of a round, on whomever its owner holds or has swallowed."""
TRIGGER_NAMES: Final = ("deed", "hit", "gaze", "presence", "death", "grip")

RECHARGE_DIE: Final = 6


class Power:
    """One thing a creature does to others."""

    def __init__(
        self,
        spell: Spell,
        trigger: int = DEED,
        uses: int = 0,
        recharge: int = 0,
        nth: int = 1,
        least_die: int = 0,
        onset: Amount = NOTHING,
        once: bool = False,
    ) -> None:
        self.spell = spell
        self.trigger: i64 = trigger
        self.uses = uses
        """How often a fight; 0 for no limit."""
        self.recharge: i64 = recharge
        """After each use it is gone until a d6 at a round's end shows this; 0 where it is not."""
        self.nth: i64 = nth
        """Of a hit: the hit on one target in one round that counts; 1 for each of them."""
        self.least_die: i64 = least_die
        """Of a hit: the least the die to hit must show; 0 for any hit."""
        self.onset = onset
        """Of a hit: rounds until it works; nothing for at once."""
        self.once = once
        """Of a presence: it affects each unit once, whatever the result."""

    def stock(self) -> int:
        """How often it may be used at first; -1 for no limit."""
        return self.uses if self.uses > 0 else 1 if self.recharge > 0 else -1
