"""What a creature is by nature: passive primitives, each asked at one point of the rules.

A creature's special abilities are data. What it simply is stands here; what it does, to whom and
when is a `Power` (`core.powers`). A sheet without anything of the kind shares `NO_NATURE`, so a
rule asks with a single comparison.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Kinds of harm, a bit each: how it wounds, and what it is made of. A blow may be several.
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
"""In the order of their bits."""
ELEMENTS: Final = FIRE | COLD | ACID | LIGHTNING


class Nature:
    """Small numbers, sets as bits, and flags; all neutral until a creature's file says more."""

    def __init__(self) -> None:
        # What harms it.
        self.immune: i64 = 0
        """Kinds of harm that do nothing to it."""
        self.resists: i64 = 0
        """Kinds of harm that do half."""
        self.weak: i64 = 0
        """Kinds of harm that do double."""
        self.hurt_by: i64 = 0
        """The only kinds of harm that do anything; 0 for all."""
        self.least_from: i64 = 0
        """Kinds of weapons whose dice count as showing their least."""
        self.magic_resistance: i64 = 0
        """The chance in 100 that magic does nothing to it."""
        self.steadfast = 0
        """A bit for each kind of effect it never comes under."""

        # Wounds.
        self.regeneration: i64 = 0
        """Hit points it regains at the end of each round."""
        self.unmended: i64 = 0
        """Kinds of harm after which it regains nothing that round, and does not rise."""
        self.rise_dice: i64 = 0
        self.rise_sides: i64 = 0
        """The rounds after which it rises when it has been struck down; 0 sides if it does not."""
        self.splits: i64 = 0
        """Kinds of harm that part it in two."""

        # Going about.
        self.flight: i64 = 0
        """Feet it flies in a Move; 0 for one that cannot."""
        self.incorporeal = False
        """Goes through walls and bodies; nobody gets hold of it."""
        self.invisible = False
        """Never seen, though its place is known once it strikes."""
        self.lies_low = False
        """Vanishes into the ground or its surroundings, even in plain view."""

        # Blows.
        self.pack: i64 = 0
        """To hit, where another of its kind stands next to the target."""
        self.rage: i64 = 0
        """To hit and damage at half its hit points or less."""
        self.charge_dice: i64 = 0
        """Dice of the weapon that a charge adds, for each of its own."""
        self.pounces = False
        """A charge leaves it the rest of its routine."""

        self.daylight: i64 = 0
        """What daylight takes from its attack rolls."""

        # Nerve.
        self.led_morale: i64 = 0
        """Its morale while a leader stands on its side; 0 where a leader makes no difference."""
        self.pack_morale: i64 = 0
        """Its morale while another of its kind stands with it; 0 where that does not matter."""

    def key(self) -> tuple[int, ...]:
        """All of it, for comparison."""
        return tuple([int(getattr(self, name)) for name in (*NATURE_NUMBERS, *NATURE_FLAGS)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nature) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


HARM_SETS: Final = ("immune", "resists", "weak", "hurt_by", "least_from", "unmended", "splits")
NATURE_NUMBERS: Final = (
    *HARM_SETS, "steadfast", "regeneration", "rise_dice", "rise_sides", "flight", "pack", "rage",
    "charge_dice", "led_morale", "pack_morale", "daylight", "magic_resistance",
)  # fmt: skip
NATURE_FLAGS: Final = ("incorporeal", "invisible", "lies_low", "pounces")
"""The names of the fields, as loaders and texts go through them."""

NO_NATURE: Final = Nature()


def withstood(nature: Nature, amount: i64, kinds: i64) -> i64:
    """What is left of a harm of these kinds; a harm of no kind is nobody's to withstand."""
    if kinds == 0:
        return amount
    if kinds & nature.immune or (nature.hurt_by and not kinds & nature.hurt_by):
        return 0
    left: i64 = amount
    if kinds & nature.weak:
        left = left * 2
    if kinds & nature.resists:
        left = left // 2
    return left


def harm_names(kinds: int) -> list[str]:
    """The kinds in words."""
    return [name for bit, name in enumerate(HARM_NAMES) if kinds >> bit & 1]
