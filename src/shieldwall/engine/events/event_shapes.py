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


class LeftWithEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("left", "int"))

    def __init__(self, unit: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.left = left


class CausedMannerEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("how", "word"))

    def __init__(self, unit: int, by: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.how = how


class SideDieEvent(Event):
    FIELDS: ClassVar[Fields] = (("side", "side"), ("die", "int"))

    def __init__(self, side: int, die: int) -> None:
        super().__init__()
        self.side = side
        self.die = die


class SideEvent(Event):
    FIELDS: ClassVar[Fields] = (("side", "side"),)

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side


class SideAfterEvent(Event):
    FIELDS: ClassVar[Fields] = (("side", "side"), ("after", "side"))

    def __init__(self, side: int, after: int) -> None:
        super().__init__()
        self.side = side
        self.after = after


class SidesEvent(Event):
    FIELDS: ClassVar[Fields] = (("sides", "sides"),)

    def __init__(self, sides: tuple[int, ...]) -> None:
        super().__init__()
        self.sides = sides


class SideTotalEvent(Event):
    FIELDS: ClassVar[Fields] = (("side", "side"), ("die", "int"), ("total", "int"))

    def __init__(self, side: int, die: int, total: int) -> None:
        super().__init__()
        self.side = side
        self.die = die
        self.total = total


class ReasonEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("why", "word"))

    def __init__(self, unit: int, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.why = why


class TextEvent(Event):
    FIELDS: ClassVar[Fields] = (("what", "word"),)

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


class PowerEvent(Event):
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("power", "word"))

    def __init__(self, unit: int, power: str) -> None:
        super().__init__()
        self.unit = unit
        self.power = power
