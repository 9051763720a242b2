"""Kinds of harm, one bit each: type of wound and element."""

from __future__ import annotations

from typing import Final

# A harm may combine several kinds.
SLASHING: Final = 1
PIERCING: Final = 2
BLUDGEONING: Final = 4
FIRE: Final = 8
COLD: Final = 16
ACID: Final = 32
LIGHTNING: Final = 64
POISON: Final = 128
SILVER: Final = 256
COLD_IRON: Final = 512
ENCHANTED: Final = 1024
HOLY: Final = 2048
HARM_NAMES: Final = (
    "slashing", "piercing", "bludgeoning", "fire", "cold", "acid", "lightning", "poison",
    "silver", "cold iron", "magic", "holy",
)  # fmt: skip
"""Names in bit order."""
ELEMENTS: Final = FIRE | COLD | ACID | LIGHTNING


def harm_names(kinds: int) -> list[str]:
    """The names of the kinds."""
    return [name for bit, name in enumerate(HARM_NAMES) if kinds >> bit & 1]
