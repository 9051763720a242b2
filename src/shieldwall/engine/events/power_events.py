"""What creatures are and do beside blows, as facts."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields


class Withstood(Event):
    """What its nature leaves of a harm: less than was dealt, or more."""

    KIND: ClassVar[str] = "withstands"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("dealt", "int"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} takes {left} of {dealt} damage."

    def __init__(self, unit: int, dealt: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.dealt = dealt
        self.left = left


class LeastHarm(Event):
    """The dice of a weapon count as showing their least against it."""

    KIND: ClassVar[str] = "least-harm"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("what", "word"))
    SENTENCE: ClassVar[str] = "The {what} does minimum damage to {unit}."

    def __init__(self, unit: int, by: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.what = what


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


class Unmoved(Event):
    """A power or spell of a kind that does nothing to it."""

    KIND: ClassVar[str] = "unmoved"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("what", "word"))
    SENTENCE: ClassVar[str] = "{what} has no effect on {unit}."

    def __init__(self, unit: int, by: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.what = what


class Mended(Event):
    """It regains hit points by itself."""

    KIND: ClassVar[str] = "mends"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("amount", "int"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} regenerates {amount} HP. {left} HP now."

    def __init__(self, unit: int, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.amount = amount
        self.left = left


class Unmended(Event):
    """What it has suffered this round keeps its wounds open."""

    KIND: ClassVar[str] = "unmended"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} does not regenerate this round."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Rose(Event):
    """A fallen unit is on its feet again."""

    KIND: ClassVar[str] = "rises"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} rises again with {left} HP."

    def __init__(self, unit: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.left = left


class UsedPower(Event):
    """A power is used, or comes about."""

    KIND: ClassVar[str] = "uses"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("power", "word"))
    SENTENCE: ClassVar[str] = "{unit} uses {power}."

    def __init__(self, unit: int, power: str) -> None:
        super().__init__()
        self.unit = unit
        self.power = power


class MetGaze(Event):
    KIND: ClassVar[str] = "meets-gaze"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("power", "word"))
    SENTENCE: ClassVar[str] = "{unit} meets {by:'s} {power}."

    def __init__(self, unit: int, by: int, power: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.power = power


class Recharged(Event):
    KIND: ClassVar[str] = "recharged"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("power", "word"))
    SENTENCE: ClassVar[str] = "{unit:'s} {power} is ready again."

    def __init__(self, unit: int, power: str) -> None:
        super().__init__()
        self.unit = unit
        self.power = power


class Parted(Event):
    """Torn in two: the part is somebody of its own."""

    KIND: ClassVar[str] = "parts"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("part", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} splits in two. {part} appears at {at}."

    def __init__(self, unit: int, part: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.part = part
        self.at = at


class Swallowed(Event):
    KIND: ClassVar[str] = "swallowed"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{by} swallows {unit}."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class CutFree(Event):
    """Out of the swallower, at a square."""

    KIND: ClassVar[str] = "cut-free"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} gets out of {by} at {at}."

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class Soared(Event):
    """Flies at a new height above the ground; 0 is a landing."""

    KIND: ClassVar[str] = "soars"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("feet", "int"))
    SENTENCE: ClassVar[str] = "{unit} flies {feet} ft above the ground."

    def __init__(self, unit: int, feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.feet = feet


class Plunged(Event):
    """Falls out of the air, too low to be hurt by it or not."""

    KIND: ClassVar[str] = "plunges"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("feet", "int"))
    SENTENCE: ClassVar[str] = "{unit} falls {feet} ft out of the air."

    def __init__(self, unit: int, feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.feet = feet


class Averted(Event):
    """Looks away from what must not be looked at."""

    KIND: ClassVar[str] = "averts"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} looks away."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class TornFree(Event):
    """Is no longer entangled."""

    KIND: ClassVar[str] = "torn-free"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} breaks free."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit
