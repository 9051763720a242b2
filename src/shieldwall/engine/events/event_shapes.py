"""Base classes for events with the same fields."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields


class UnitEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class TargetEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class CausedEvent(Event):
    """Another unit causes what happens to the unit."""

    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class CausedAtSquareEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("at", "square"))

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class CausedNamedEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("what", "word"))

    def __init__(self, unit: int, by: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.what = what


class NamedEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("what", "word"))

    def __init__(self, unit: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.what = what


class WeaponEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class SquareEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"))

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class FeetEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("feet", "int"))

    def __init__(self, unit: int, feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.feet = feet
