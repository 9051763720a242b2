"""Creature powers as data: the primitives of a spell and a trigger.

A power says when it triggers and how often; its effects and targets are a `Spell` whose level is
the creature's hit dice. `power_triggers` implements the triggers, `power_actions` the powers used
on a turn.
"""

from __future__ import annotations

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


class Power:
    """One power of a creature."""

    def __init__(
        self,
        spell: Spell,
        trigger: int = AS_ACTION,
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
        """Uses per fight; 0 for no limit."""
        self.recharge: i64 = recharge
        """After each use, unavailable until a d6 at the end of a round shows this; 0 for no
        recharge."""
        self.nth: i64 = nth
        """On a hit: which hit on the same target in a round triggers it; 1 for every hit."""
        self.least_die: i64 = least_die
        """On a hit: minimum of the attack die; 0 for any hit."""
        self.onset = onset
        """On a hit: rounds until it takes effect; NOTHING for at once."""
        self.once = once
        """For a presence: affects each unit only once, whatever the result."""

    def stock(self) -> int:
        """Uses at the start; -1 for no limit."""
        return self.uses if self.uses > 0 else 1 if self.recharge > 0 else -1
