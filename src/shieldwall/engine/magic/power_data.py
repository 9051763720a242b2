"""Creature powers as data: the primitives of a spell and a trigger.

A power says when it triggers and how often; its effects and targets are a `Spell` whose level is
the creature's hit dice. `power_triggers` implements the triggers, `power_actions` the powers used
on a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.magic.spell_data import NOTHING, Amount, Spell

# Triggers of a power.
AS_ACTION: Final = 0
"""Used on a turn: breath, a web."""
ON_HIT: Final = 1
"""A weapon with it has hit: poison, a grip, a drain."""
GAZE: Final = 2
"""Before a foe's melee attack on its owner, unless the foe averts its eyes."""
PRESENCE: Final = 3
"""At the start of a round, on every foe close enough: fear, stench."""
ON_DEATH: Final = 4
"""Once, when its owner is struck down."""
GRIP: Final = 5
"""At the end of a round, on units its owner holds or has swallowed."""
TRIGGER_NAMES: Final = ("deed", "hit", "gaze", "presence", "death", "grip")

RECHARGE_DIE: Final = 6


@dataclass(eq=False)
class Power:
    """One power of a creature."""

    spell: Spell
    trigger: i64 = AS_ACTION
    uses: int = 0
    """Uses per fight; 0 for no limit."""
    recharge: i64 = 0
    """After each use, unavailable until a d6 at the end of a round shows this; 0 for no
    recharge."""
    nth: i64 = 1
    """On a hit: which hit on the same target in a round triggers it; 1 for every hit."""
    least_die: i64 = 0
    """On a hit: minimum of the attack die; 0 for any hit."""
    onset: Amount = NOTHING
    """On a hit: rounds until it takes effect; NOTHING for at once."""
    once: bool = False
    """For a presence: affects each unit only once, whatever the result."""

    def stock(self) -> int:
        """Uses at the start; -1 for no limit."""
        return self.uses if self.uses > 0 else 1 if self.recharge > 0 else -1
