"""Events of the clock, checks, morale, chases and the GM."""

from __future__ import annotations

from typing import ClassVar, Final

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    NamedEvent,
    ReasonEvent,
    SideAfterEvent,
    SideEvent,
    SidesEvent,
    SideTotalEvent,
    SquareEvent,
    TextEvent,
    UnitEvent,
)


class SurpriseRound(SidesEvent):
    KIND: ClassVar[str] = "surprise"
    SENTENCE: ClassVar[str] = "Surprise! A free round for {sides}."


class InitiativeRolled(SideTotalEvent):
    KIND: ClassVar[str] = "initiative"
    SENTENCE: ClassVar[str] = "Initiative for {side}: {total}."


class OrderSet(SidesEvent):
    KIND: ClassVar[str] = "order"
    SENTENCE: ClassVar[str] = "Order: {sides}."


class RoundBegan(Event):
    KIND: ClassVar[str] = "round"
    FIELDS: ClassVar[Fields] = (("number", "int"),)
    SENTENCE: ClassVar[str] = "Round {number}."

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class SideBegan(SideEvent):
    KIND: ClassVar[str] = "side"
    SENTENCE: ClassVar[str] = "{side:'s} turn."


class TurnBegan(UnitEvent):
    KIND: ClassVar[str] = "turn"
    SENTENCE: ClassVar[str] = "{unit:'s} turn."


class TurnEnded(UnitEvent):
    KIND: ClassVar[str] = "turn-over"
    SENTENCE: ClassVar[str] = "{unit} ends the turn."


class Rerolled(NamedEvent):
    """A failed check is rerolled."""

    KIND: ClassVar[str] = "rerolls"
    SENTENCE: ClassVar[str] = "{unit} rerolls the {what} check."


class FightEnded(Event):
    """`team` is -1 if no team won."""

    KIND: ClassVar[str] = "ends"
    FIELDS: ClassVar[Fields] = (("reason", "word"), ("team", "int"))

    def __init__(self, reason: str, team: int) -> None:
        super().__init__()
        self.reason = reason
        self.team = team

    def template(self) -> str:
        if self.team >= 0:
            return BY_PURSUIT.get(self.reason, "{winner:wins}.")
        return UNDECIDED.get(self.reason, "the fight is over ({reason}).")


BY_PURSUIT: Final[dict[str, str]] = {
    "retreat": "{winner:wins}: the other side has left the field.",
    "escaped": "{winner:wins}: the other side has escaped.",
    "caught": "{winner:catches} the units that fled, and would act first.",
}
UNDECIDED: Final[dict[str, str]] = {
    "defeat": "no unit is left standing.",
    "standstill": "no unit can act: the fight is undecided.",
    "parley": "they part without a blow.",
    "round-limit": "the last round is over: the fight is undecided.",
}


class Checked(Event):
    """A check with 2d6; the terms explain the total."""

    KIND: ClassVar[str] = "check"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("what", "word"),
        ("total", "int"),
        ("needed", "int"),
        ("passed", "flag"),
    )
    SENTENCE: ClassVar[str] = (
        "{unit:'s} {what} check: {total} vs {needed}, {passed:success|failure}."
    )

    def __init__(self, unit: int, what: str, total: int, needed: int, passed: bool) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.total = total
        self.needed = needed
        self.passed = passed


class Broke(ReasonEvent):
    """The unit's morale breaks and it tries to get away."""

    KIND: ClassVar[str] = "breaks"
    SENTENCE: ClassVar[str] = "{unit:'s} morale breaks."


class LeftMap(UnitEvent):
    KIND: ClassVar[str] = "leaves"
    SENTENCE: ClassVar[str] = "{unit} leaves the fight."


class Saved(Event):
    KIND: ClassVar[str] = "save"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("against", "word"),
        ("die", "int"),
        ("needed", "int"),
        ("passed", "flag"),
    )

    def __init__(self, unit: int, against: str, die: int, needed: int, passed: bool) -> None:
        super().__init__()
        self.unit = unit
        self.against = against
        self.die = die
        self.needed = needed
        self.passed = passed

    def template(self) -> str:
        """With the situational modifiers of the die."""
        total = "{sum}" if self.terms else "{die}"
        return f"{{unit:'s}} {{against}} save: {total} vs {{needed}}, {{passed:made|failed}}."


class GroupChecked(Event):
    KIND: ClassVar[str] = "group-check"
    FIELDS: ClassVar[Fields] = (
        ("side", "side"),
        ("what", "word"),
        ("total", "int"),
        ("needed", "int"),
        ("passed", "flag"),
    )
    SENTENCE: ClassVar[str] = (
        "{side:'s} {what} check: {total} vs {needed}, {passed:success|failure}."
    )

    def __init__(self, side: int, what: str, total: int, needed: int, passed: bool) -> None:
        super().__init__()
        self.side = side
        self.what = what
        self.total = total
        self.needed = needed
        self.passed = passed


class Improvised(NamedEvent):
    KIND: ClassVar[str] = "improvises"
    SENTENCE: ClassVar[str] = "{unit} improvises: {what}."


class HouseActionUsed(Event):
    """A house action, by its title."""

    KIND: ClassVar[str] = "deed"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"), ("what", "word"))

    def __init__(self, unit: int, target: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        """The unit itself if there is no other target."""
        self.what = what

    def template(self) -> str:
        if self.target == self.unit:
            return "{unit} uses {what}."
        return "{unit} uses {what} {friendly:for|against} {target}."


class RefereeRuled(Event):
    """A ruling on an improvised action, or an order between two steps, with the note."""

    KIND: ClassVar[str] = "ruling"
    SENTENCE: ClassVar[str] = "GM: {order}{note:()}."
    FIELDS: ClassVar[Fields] = (("what", "word"), ("note", "word"))

    def __init__(self, what: str, note: str) -> None:
        super().__init__()
        self.what = what
        self.note = note


class Interrupted(Event):
    """Reactions in the middle of an action end it: its unit, the action, and why."""

    KIND: ClassVar[str] = "interrupted"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("action", "word"), ("why", "word"))

    def __init__(self, unit: int, action: str, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.action = action
        self.why = why

    def template(self) -> str:
        return f"{{unit:'s}} {{attempt}} ends: {INTERRUPTIONS.get(self.why, '{why}')}."


INTERRUPTIONS: Final[dict[str, str]] = {
    "helpless": "helpless",
    "swallowed": "swallowed",
    "grappled": "grappled",
    "turned": "fights for another side now",
    "moved": "moved from the spot",
    "prone": "knocked prone",
    "disarmed": "disarmed",
    "slowed": "slowed",
    "impossible": "no longer possible",
}


class Waived(Event):
    """A choice against a rule that only warns at this table."""

    KIND: ClassVar[str] = "waived"
    SENTENCE: ClassVar[str] = "warning only: {refusal}."
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("reason", "word"),
        ("rule", "word"),
        ("other", "int"),
        ("have", "int"),
        ("need", "int"),
    )

    def __init__(self, unit: int, reason: str, rule: str, other: int, have: int, need: int) -> None:
        super().__init__()
        self.unit = unit
        self.reason = reason
        self.rule = rule
        self.other = other
        """A unit or a square, as in the refusal."""
        self.have = have
        self.need = need


class RefereeRefused(ReasonEvent):
    KIND: ClassVar[str] = "refused"
    SENTENCE: ClassVar[str] = "GM: no, {why}."


class Remarked(TextEvent):
    """A remark of the GM without any effect."""

    KIND: ClassVar[str] = "remark"
    SENTENCE: ClassVar[str] = "{what}."


class Placed(SquareEvent):
    """The GM moves a unit."""

    KIND: ClassVar[str] = "placed"
    SENTENCE: ClassVar[str] = "{unit} is now at {at}."


class Joined(Event):
    """The GM adds a unit to the fight, with the note."""

    KIND: ClassVar[str] = "joins"
    SENTENCE: ClassVar[str] = "{unit} joins the fight at {at}{note:()}."
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("at", "square"), ("note", "word"))

    def __init__(self, unit: int, at: int, note: str) -> None:
        super().__init__()
        self.unit = unit
        self.at = at
        self.note = note


class Removed(UnitEvent):
    """The GM removes a unit from the fight."""

    KIND: ClassVar[str] = "removed"
    SENTENCE: ClassVar[str] = "{unit} is out of the fight."


class Renamed(Event):
    """The unit has a new name."""

    KIND: ClassVar[str] = "renamed"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("title", "word"))
    SENTENCE: ClassVar[str] = "{unit} is now called {title}."

    def __init__(self, unit: int, title: str) -> None:
        super().__init__()
        self.unit = unit
        self.title = title


class ChangedSides(Event):
    """The unit changes sides."""

    KIND: ClassVar[str] = "turns"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("side", "side"))
    SENTENCE: ClassVar[str] = "{unit} now fights for {side}."

    def __init__(self, unit: int, side: int) -> None:
        super().__init__()
        self.unit = unit
        self.side = side


class Pursued(SideAfterEvent):
    KIND: ClassVar[str] = "pursuit"
    SENTENCE: ClassVar[str] = "{side} will pursue {after}."


class ChaseRolled(SideTotalEvent):
    KIND: ClassVar[str] = "chase"
    SENTENCE: ClassVar[str] = "Pursuit roll for {side}: {total}."


class GainedGround(Event):
    """The side has won this many contests of the chase in a row."""

    KIND: ClassVar[str] = "gains"
    FIELDS: ClassVar[Fields] = (("side", "side"), ("row", "int"))
    SENTENCE: ClassVar[str] = "Pursuit: ground gained by {side}."

    def __init__(self, side: int, row: int) -> None:
        super().__init__()
        self.side = side
        self.row = row


class ReactionRolled(Event):
    """The reaction of the other side."""

    KIND: ClassVar[str] = "reaction"
    FIELDS: ClassVar[Fields] = (("total", "int"), ("mood", "word"))
    SENTENCE: ClassVar[str] = "Reaction roll {total}: {mood}."

    def __init__(self, total: int, mood: str) -> None:
        super().__init__()
        self.total = total
        self.mood = mood


class OwnInitiative(Event):
    """A unit rolls initiative for itself."""

    KIND: ClassVar[str] = "own-initiative"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("die", "int"), ("total", "int"))
    SENTENCE: ClassVar[str] = "Initiative for {unit}: {total}."

    def __init__(self, unit: int, die: int, total: int) -> None:
        super().__init__()
        self.unit = unit
        self.die = die
        self.total = total
