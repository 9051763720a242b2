"""Events of spells, potions and lasting effects."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    CausedAtSquareEvent,
    CausedEvent,
    CausedNamedEvent,
    NamedEvent,
    SquareEvent,
    TextEvent,
    UnitEvent,
)


class Defied(Event):
    """The unit avoids the spell."""

    KIND: ClassVar[str] = "defies"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("spell", "word"))
    SENTENCE: ClassVar[str] = "{by:'s} {spell} does not affect {unit}."

    def __init__(self, unit: int, by: int, spell: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.spell = spell


class Steeled(Event):
    """A failed save succeeds after all."""

    KIND: ClassVar[str] = "steeled"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("against", "word"))
    SENTENCE: ClassVar[str] = "{unit:'s} failed {against} save succeeds after all."

    def __init__(self, unit: int, against: str) -> None:
        super().__init__()
        self.unit = unit
        self.against = against


class Conditioned(Event):
    """The unit is now under a lasting effect."""

    KIND: ClassVar[str] = "condition"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("what", "word"), ("until", "int"))
    SENTENCE: ClassVar[str] = "{unit} is {what}."

    def __init__(self, unit: int, what: str, until: int) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.until = until


class CastBegan(Event):
    """The unit starts a spell or uses an art; no effect yet."""

    KIND: ClassVar[str] = "casts"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("spell", "word"))
    SENTENCE: ClassVar[str] = "{unit} begins to cast {spell}."

    def __init__(self, unit: int, spell: str) -> None:
        super().__init__()
        self.unit = unit
        self.spell = spell


class CastSpoiled(Event):
    """A spell fails: `why` is `hurt`, `grappled`, `helpless` or `countered`."""

    KIND: ClassVar[str] = "spoiled"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("spell", "word"), ("why", "word"))
    SENTENCE: ClassVar[str] = "{unit:'s} {spell} fails ({why})."

    def __init__(self, unit: int, spell: str, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.spell = spell
        self.why = why


class Healed(Event):
    KIND: ClassVar[str] = "healed"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("amount", "int"),
        ("left", "int"),
    )
    SENTENCE: ClassVar[str] = "{unit} regains {amount} HP. {left} HP now."

    def __init__(self, unit: int, by: int, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount
        self.left = left


class Revived(CausedEvent):
    """A dying unit is conscious again, and prone."""

    KIND: ClassVar[str] = "revived"
    SENTENCE: ClassVar[str] = "{unit} regains consciousness."


class Strained(Event):
    """System Strain: `total` out of `most`."""

    KIND: ClassVar[str] = "strain"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("total", "int"), ("most", "int"))
    SENTENCE: ClassVar[str] = "{unit} has {total} of {most} System Strain."

    def __init__(self, unit: int, total: int, most: int) -> None:
        super().__init__()
        self.unit = unit
        self.total = total
        self.most = most


class WallRaised(Event):
    """Along grid lines between the top left corners of two squares."""

    KIND: ClassVar[str] = "wall"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("what", "word"), ("line", "squares"))
    SENTENCE: ClassVar[str] = "{unit} raises a wall: {what}."

    def __init__(self, unit: int, what: str, line: tuple[int, ...]) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.line = line


class WallGone(TextEvent):
    KIND: ClassVar[str] = "wall-gone"
    SENTENCE: ClassVar[str] = "the {what} is gone."


class WallHewn(Event):
    """`left` is the damage this part of the wall can still take."""

    KIND: ClassVar[str] = "hews"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("what", "word"),
        ("amount", "int"),
        ("left", "int"),
    )
    SENTENCE: ClassVar[str] = "{unit} hacks at the {what} for {amount}. {left} left."

    def __init__(self, unit: int, what: str, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.amount = amount
        self.left = left


class Climbed(SquareEvent):
    KIND: ClassVar[str] = "climbs"
    SENTENCE: ClassVar[str] = "{unit} climbs over to {at}."


class Summoned(CausedAtSquareEvent):
    KIND: ClassVar[str] = "summoned"
    SENTENCE: ClassVar[str] = "{by} summons {unit} at {at}."


class Vanished(UnitEvent):
    KIND: ClassVar[str] = "vanishes"
    SENTENCE: ClassVar[str] = "{unit} vanishes."


class PotionReadied(NamedEvent):
    """The potion is taken out of the pack."""

    KIND: ClassVar[str] = "readies-potion"
    SENTENCE: ClassVar[str] = "{unit} readies the {what}."


class PotionStowed(NamedEvent):
    """The potion is put into the pack."""

    KIND: ClassVar[str] = "stows-potion"
    SENTENCE: ClassVar[str] = "{unit} packs the {what} away."


class Drank(CausedNamedEvent):
    """`by` gives the potion, usually the unit itself."""

    KIND: ClassVar[str] = "drinks"
    SENTENCE: ClassVar[str] = "{unit} drinks: {what}."


class Recovered(NamedEvent):
    """A lasting effect has ended."""

    KIND: ClassVar[str] = "recovers"
    SENTENCE: ClassVar[str] = "{unit} is no longer {what}."


class Woken(CausedEvent):
    KIND: ClassVar[str] = "wakes"
    SENTENCE: ClassVar[str] = "{by} wakes {unit}."


class Rewound(CausedEvent):
    """The turn starts again."""

    KIND: ClassVar[str] = "rewound"
    SENTENCE: ClassVar[str] = "{unit:'s} turn begins again."
