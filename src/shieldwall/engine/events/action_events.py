"""Events of movement, gear, manoeuvres and hiding."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields


class Moved(Event):
    """The squares actually walked, up to where the mover was stopped."""

    KIND: ClassVar[str] = "moved"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("path", "squares"), ("feet", "int"))
    SENTENCE: ClassVar[str] = "{unit} moves to {path}, {feet} ft."

    def __init__(self, unit: int, path: tuple[int, ...], feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.path = path
        self.feet = feet


class Charged(Event):
    KIND: ClassVar[str] = "charges"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} charges {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Disengaged(Event):
    KIND: ClassVar[str] = "disengages"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} disengages."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class WentProne(Event):
    KIND: ClassVar[str] = "prone"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} drops prone."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class StoodUp(Event):
    KIND: ClassVar[str] = "stands"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} stands up."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Reloaded(Event):
    KIND: ClassVar[str] = "reloads"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} loads the {weapon}."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class Readied(Event):
    KIND: ClassVar[str] = "readies"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} readies the {weapon}."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class Stowed(Event):
    KIND: ClassVar[str] = "stows"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} stows the {weapon}."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class PickedUp(Event):
    KIND: ClassVar[str] = "picks-up"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} picks up the {weapon} at {at}."

    def __init__(self, unit: int, weapon: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon
        self.at = at


class DroppedWeapon(Event):
    KIND: ClassVar[str] = "drops"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} drops the {weapon}."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class DoorMoved(Event):
    """A unit opens or closes the door towards a square."""

    KIND: ClassVar[str] = "door"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"), ("opened", "flag"))

    def __init__(self, unit: int, at: int, opened: bool) -> None:
        super().__init__()
        self.unit = unit
        self.at = at
        self.opened = opened


class Burst(Event):
    """A thrown weapon that missed bursts on another square."""

    KIND: ClassVar[str] = "bursts"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"), ("what", "word"))
    SENTENCE: ClassVar[str] = "The {what} breaks near {at}."

    def __init__(self, unit: int, at: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.at = at
        self.what = what


class FellDown(Event):
    """The unit falls from a height."""

    KIND: ClassVar[str] = "drop"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("feet", "int"))
    SENTENCE: ClassVar[str] = "{unit} falls {feet} ft."

    def __init__(self, unit: int, feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.feet = feet


class Shoved(Event):
    """`how` is `prone` or `pushed`."""

    KIND: ClassVar[str] = "shoved"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("how", "word"))

    def __init__(self, unit: int, by: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.how = how


class PushedTo(Event):
    KIND: ClassVar[str] = "pushed-to"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} is pushed to {at}."

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class Grappled(Event):
    KIND: ClassVar[str] = "grappled"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{by} grapples {unit}."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Freed(Event):
    """`by` no longer holds the unit."""

    KIND: ClassVar[str] = "freed"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{unit} is free of {by:'s} grip."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Carried(Event):
    KIND: ClassVar[str] = "carried"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{by} drags {unit} to {at}."

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class ThrownDown(Event):
    KIND: ClassVar[str] = "thrown-down"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{by} throws {unit} down at {at}."

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class Spotted(Event):
    """The unit's position is known from now on."""

    KIND: ClassVar[str] = "spotted"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} is spotted."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Hid(Event):
    KIND: ClassVar[str] = "hides"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} hides."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class ClosedWith(Event):
    """Without a map: the mover is now adjacent to a foe."""

    KIND: ClassVar[str] = "closed-with"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} moves next to {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Stumbled(Event):
    """A mover bumps into an unknown unit and stops."""

    KIND: ClassVar[str] = "stumbles-on"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} stumbles on {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class SteppedBack(Event):
    """Stopped in another unit's square, the unit ends in the last free one (SOV-002)."""

    KIND: ClassVar[str] = "steps-back"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} stops at {at}, the last free space."

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class Envenomed(Event):
    KIND: ClassVar[str] = "envenoms"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} puts venom on the {weapon}."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon
