"""Events of creature abilities and powers."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    CausedAtSquareEvent,
    CausedEvent,
    CausedNamedEvent,
    FeetEvent,
    LeftWithEvent,
    PowerEvent,
    UnitEvent,
)


class Withstood(Event):
    """The damage after the unit's abilities: less than was dealt, or more."""

    KIND: ClassVar[str] = "withstands"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("dealt", "int"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} takes {left} of {dealt} damage."

    def __init__(self, unit: int, dealt: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.dealt = dealt
        self.left = left


class LeastHarm(CausedNamedEvent):
    """The weapon's dice count as their minimum against the unit."""

    KIND: ClassVar[str] = "least-harm"
    SENTENCE: ClassVar[str] = "The {what} does minimum damage to {unit}."


class MagicResisted(Event):
    """Whether a target resists magic: d100 against its chance."""

    KIND: ClassVar[str] = "resists-magic"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("what", "word"),
        ("die", "int"),
        ("chance", "int"),
        ("made", "flag"),
    )
    SENTENCE: ClassVar[str] = "{unit} {made:resists|does not resist} {what} ({die} of {chance} %)."

    def __init__(self, unit: int, by: int, what: str, die: int, chance: int, made: bool) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.what = what
        self.die = die
        self.chance = chance
        self.made = made


class Unmoved(CausedNamedEvent):
    """The unit is immune to the power or spell."""

    KIND: ClassVar[str] = "unmoved"
    SENTENCE: ClassVar[str] = "{what} has no effect on {unit}."


class Mended(Event):
    """The unit regenerates hit points."""

    KIND: ClassVar[str] = "mends"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("amount", "int"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} regenerates {amount} HP. {left} HP now."

    def __init__(self, unit: int, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.amount = amount
        self.left = left


class Unmended(UnitEvent):
    """Harm suffered this round prevents regeneration."""

    KIND: ClassVar[str] = "unmended"
    SENTENCE: ClassVar[str] = "{unit} does not regenerate this round."


class Rose(LeftWithEvent):
    """A fallen unit is on its feet again."""

    KIND: ClassVar[str] = "rises"
    SENTENCE: ClassVar[str] = "{unit} rises again with {left} HP."


class UsedPower(PowerEvent):
    """A power is used or triggers."""

    KIND: ClassVar[str] = "uses"
    SENTENCE: ClassVar[str] = "{unit} uses {power}."


class MetGaze(Event):
    KIND: ClassVar[str] = "meets-gaze"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("power", "word"))
    SENTENCE: ClassVar[str] = "{unit} meets {by:'s} {power}."

    def __init__(self, unit: int, by: int, power: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.power = power


class Recharged(PowerEvent):
    KIND: ClassVar[str] = "recharged"
    SENTENCE: ClassVar[str] = "{unit:'s} {power} is ready again."


class Parted(Event):
    """The unit splits: `part` is the new unit."""

    KIND: ClassVar[str] = "parts"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("part", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} splits in two. {part} appears at {at}."

    def __init__(self, unit: int, part: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.part = part
        self.at = at


class Swallowed(CausedEvent):
    KIND: ClassVar[str] = "swallowed"
    SENTENCE: ClassVar[str] = "{by} swallows {unit}."


class CutFree(CausedAtSquareEvent):
    """Out of the swallower, onto a square."""

    KIND: ClassVar[str] = "cut-free"
    SENTENCE: ClassVar[str] = "{unit} gets out of {by} at {at}."


class Soared(FeetEvent):
    """Flies at a new height above the ground; 0 is a landing."""

    KIND: ClassVar[str] = "soars"
    SENTENCE: ClassVar[str] = "{unit} flies {feet} ft above the ground."


class Plunged(FeetEvent):
    """Falls out of the air, with or without damage."""

    KIND: ClassVar[str] = "plunges"
    SENTENCE: ClassVar[str] = "{unit} falls {feet} ft out of the air."


class Averted(UnitEvent):
    """The unit averts its eyes from a gaze."""

    KIND: ClassVar[str] = "averts"
    SENTENCE: ClassVar[str] = "{unit} looks away."


class TornFree(UnitEvent):
    """The unit is no longer entangled."""

    KIND: ClassVar[str] = "torn-free"
    SENTENCE: ClassVar[str] = "{unit} breaks free."
