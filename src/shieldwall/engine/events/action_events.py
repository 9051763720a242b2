"""Events of movement, gear, manoeuvres and hiding."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    CausedAtSquareEvent,
    CausedEvent,
    CausedMannerEvent,
    FeetEvent,
    SquareEvent,
    TargetEvent,
    UnitEvent,
    WeaponEvent,
)


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


class Charged(TargetEvent):
    KIND: ClassVar[str] = "charges"
    SENTENCE: ClassVar[str] = "{unit} charges {target}."


class Disengaged(UnitEvent):
    KIND: ClassVar[str] = "disengages"
    SENTENCE: ClassVar[str] = "{unit} disengages."


class WentProne(UnitEvent):
    KIND: ClassVar[str] = "prone"
    SENTENCE: ClassVar[str] = "{unit} drops prone."


class StoodUp(UnitEvent):
    KIND: ClassVar[str] = "stands"
    SENTENCE: ClassVar[str] = "{unit} stands up."


class Reloaded(WeaponEvent):
    KIND: ClassVar[str] = "reloads"
    SENTENCE: ClassVar[str] = "{unit} loads the {weapon}."


class Readied(WeaponEvent):
    KIND: ClassVar[str] = "readies"
    SENTENCE: ClassVar[str] = "{unit} readies the {weapon}."


class Stowed(WeaponEvent):
    KIND: ClassVar[str] = "stows"
    SENTENCE: ClassVar[str] = "{unit} stows the {weapon}."


class PickedUp(Event):
    KIND: ClassVar[str] = "picks-up"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"), ("at", "square"))
    SENTENCE: ClassVar[str] = "{unit} picks up the {weapon} at {at}."

    def __init__(self, unit: int, weapon: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon
        self.at = at


class DroppedWeapon(WeaponEvent):
    KIND: ClassVar[str] = "drops"
    SENTENCE: ClassVar[str] = "{unit} drops the {weapon}."


class DoorMoved(Event):
    """A unit opens or closes the door towards a square."""

    KIND: ClassVar[str] = "door"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"), ("opened", "flag"))
    SENTENCE: ClassVar[str] = "{unit} {opened:opens|closes} the door towards {at}."

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


class FellDown(FeetEvent):
    """The unit falls from a height."""

    KIND: ClassVar[str] = "drop"
    SENTENCE: ClassVar[str] = "{unit} falls {feet} ft."


class Shoved(CausedMannerEvent):
    """`how` is `prone` or `pushed`."""

    KIND: ClassVar[str] = "shoved"

    def template(self) -> str:
        if self.how == "prone":
            return "{by} throws {unit} to the ground."
        return "{by} pushes {unit} away."


class PushedTo(SquareEvent):
    KIND: ClassVar[str] = "pushed-to"
    SENTENCE: ClassVar[str] = "{unit} is pushed to {at}."


class Grappled(CausedEvent):
    KIND: ClassVar[str] = "grappled"
    SENTENCE: ClassVar[str] = "{by} grapples {unit}."


class Freed(CausedEvent):
    """`by` no longer holds the unit."""

    KIND: ClassVar[str] = "freed"
    SENTENCE: ClassVar[str] = "{unit} is free of {by:'s} grip."


class Carried(CausedAtSquareEvent):
    KIND: ClassVar[str] = "carried"
    SENTENCE: ClassVar[str] = "{by} drags {unit} to {at}."


class ThrownDown(CausedAtSquareEvent):
    KIND: ClassVar[str] = "thrown-down"
    SENTENCE: ClassVar[str] = "{by} throws {unit} down at {at}."


class Spotted(UnitEvent):
    """The unit's position is known from now on."""

    KIND: ClassVar[str] = "spotted"
    SENTENCE: ClassVar[str] = "{unit} is spotted."


class Hid(UnitEvent):
    KIND: ClassVar[str] = "hides"
    SENTENCE: ClassVar[str] = "{unit} hides."


class ClosedWith(TargetEvent):
    """Without a map: the mover is now adjacent to a foe."""

    KIND: ClassVar[str] = "closed-with"
    SENTENCE: ClassVar[str] = "{unit} moves next to {target}."


class Stumbled(TargetEvent):
    """A mover bumps into an unknown unit and stops."""

    KIND: ClassVar[str] = "stumbles-on"
    SENTENCE: ClassVar[str] = "{unit} stumbles on {target}."


class SteppedBack(SquareEvent):
    """Stopped in another unit's square, the unit ends in the last free one (SOV-002)."""

    KIND: ClassVar[str] = "steps-back"
    SENTENCE: ClassVar[str] = "{unit} stops at {at}, the last free space."


class Envenomed(WeaponEvent):
    KIND: ClassVar[str] = "envenoms"
    SENTENCE: ClassVar[str] = "{unit} puts venom on the {weapon}."
