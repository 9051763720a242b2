"""Events of declarations, phases and morale checks."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    NamedEvent,
    SideAfterEvent,
    SideDieEvent,
    SideEvent,
    UnitEvent,
)


class Declared(NamedEvent):
    """A declaration before initiative: a spell, a rune, flight, a parry."""

    KIND: ClassVar[str] = "declares"
    SENTENCE: ClassVar[str] = "{unit} declares: {what}."


class TieRolled(SideDieEvent):
    """A tied side rolls again."""

    KIND: ClassVar[str] = "rolls-again"
    SENTENCE: ClassVar[str] = "Tie. Second roll for {side}: {die}."


class Decided(SideEvent):
    """A tied side acts first because of an ability of one of its units."""

    KIND: ClassVar[str] = "decisive"
    SENTENCE: ClassVar[str] = "Tie. First to act: {side}."


class Waited(SideAfterEvent):
    """A side lets another side act first."""

    KIND: ClassVar[str] = "waits"
    SENTENCE: ClassVar[str] = "{side} will wait for {after}."


class PhaseBegan(Event):
    """The phase of one side, or of several simultaneous sides."""

    KIND: ClassVar[str] = "phase"
    FIELDS: ClassVar[Fields] = (("phase", "word"), ("sides", "sides"))
    SENTENCE: ClassVar[str] = "{phase} phase: {sides}."

    def __init__(self, phase: str, sides: tuple[int, ...]) -> None:
        super().__init__()
        self.phase = phase
        self.sides = sides


class SurpriseRolled(Event):
    KIND: ClassVar[str] = "surprise-roll"
    FIELDS: ClassVar[Fields] = (("side", "side"), ("die", "int"), ("surprised", "flag"))
    SENTENCE: ClassVar[str] = (
        "Surprise roll for {side}: {die}, {surprised:surprised|not surprised}."
    )

    def __init__(self, side: int, die: int, surprised: bool) -> None:
        super().__init__()
        self.side = side
        self.die = die
        self.surprised = surprised


class MoraleChecked(Event):
    """2d6 against the morale of a side; the terms explain the score."""

    KIND: ClassVar[str] = "morale"
    FIELDS: ClassVar[Fields] = (
        ("side", "side"),
        ("why", "word"),
        ("roll", "int"),
        ("score", "int"),
        ("held", "flag"),
    )
    SENTENCE: ClassVar[str] = (
        "Morale check for {side} ({why}): {roll} vs {score}, {held:they hold|they break}."
    )

    def __init__(self, side: int, why: str, roll: int, score: int, held: bool) -> None:
        super().__init__()
        self.side = side
        self.why = why
        self.roll = roll
        self.score = score
        self.held = held


class Surrendered(UnitEvent):
    KIND: ClassVar[str] = "surrenders"
    SENTENCE: ClassVar[str] = "{unit} surrenders."


class RanAway(Event):
    """The unit runs out of melee for its life."""

    KIND: ClassVar[str] = "runs-away"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("rounds", "int"))
    SENTENCE: ClassVar[str] = "{unit} runs away."

    def __init__(self, unit: int, rounds: int) -> None:
        super().__init__()
        self.unit = unit
        self.rounds = rounds


class EvasionRolled(SideDieEvent):
    """Both sides are equally fast: each rolls a die."""

    KIND: ClassVar[str] = "evasion"
    SENTENCE: ClassVar[str] = "Pursuit roll for {side}: {die}."


class Turned(Event):
    """Turning the undead: the roll, and how many units it may affect."""

    KIND: ClassVar[str] = "turns-undead"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("roll", "int"))
    SENTENCE: ClassVar[str] = "{unit} turns undead: {roll}."

    def __init__(self, unit: int, roll: int) -> None:
        super().__init__()
        self.unit = unit
        self.roll = roll


class Said(NamedEvent):
    """The unit says a few words."""

    KIND: ClassVar[str] = "says"
    SENTENCE: ClassVar[str] = "{unit} says: {what}."
