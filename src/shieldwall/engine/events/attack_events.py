"""Events of attacks, reactions to them and their results."""

from __future__ import annotations

from typing import ClassVar, Final

from shieldwall.engine.events.event import Event, Fields
from shieldwall.engine.events.event_shapes import (
    CausedEvent,
    CausedMannerEvent,
    LeftWithEvent,
    TargetEvent,
    UnitEvent,
    WeaponEvent,
)


class Opportunity(TargetEvent):
    """A foe takes its free attack."""

    KIND: ClassVar[str] = "opportunity"
    SENTENCE: ClassVar[str] = "{unit} attacks {target} in passing."


class AttackRolled(Event):
    """The terms explain `total`."""

    KIND: ClassVar[str] = "attack"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("target", "unit"),
        ("weapon", "weapon"),
        ("how", "word"),
        ("die", "int"),
        ("total", "int"),
        ("ac", "int"),
        ("hit", "flag"),
    )

    def __init__(
        self, unit: int, target: int, weapon: int, how: str, die: int, total: int, ac: int,
        hit: bool,
    ) -> None:  # fmt: skip
        super().__init__()
        self.unit = unit
        self.target = target
        self.weapon = weapon
        self.how = how
        """`melee`, `shot` or `thrown`."""
        self.die = die
        self.total = total
        self.ac = ac
        self.hit = hit

    def words(self) -> str:
        """The sentence without its numbers."""
        return ATTACK_WORDS.get(self.how, "{unit} {hit:hits|misses} {target} with {weapon:a}")

    def template(self) -> str:
        return f"{self.words()} ({{total}} vs AC {{ac}})."


ATTACK_WORDS: Final[dict[str, str]] = {
    "thrown": "{unit} throws {weapon:a} at {target} and {hit:hits|misses}",
    "shot": "{unit} shoots {target} with {weapon:a} and {hit:hits|misses}",
}


class HarmDue(Event):
    """Damage among tied sides: applied at the end of the phase."""

    KIND: ClassVar[str] = "harm-due"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("amount", "int"),
        ("cause", "word"),
    )
    SENTENCE: ClassVar[str] = "{by} hits {unit} for {amount} (applied at the end of the phase)."

    def __init__(self, unit: int, by: int, amount: int, cause: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount
        self.cause = cause


class Harmed(Event):
    """`unit` loses `amount` hit points to `by`; the terms explain the amount."""

    KIND: ClassVar[str] = "harm"
    FIELDS: ClassVar[Fields] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("amount", "int"),
        ("left", "int"),
        ("cause", "word"),
    )

    def __init__(self, unit: int, by: int, amount: int, left: int, cause: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount
        self.left = left
        self.cause = cause
        """`hit` or `shock`."""

    def words(self) -> str:
        """The sentence without the hit points that are left."""
        kind = HARM_WORDS.get(self.cause, "damage from {cause}")
        return f"{{unit}} takes {{amount}} {kind}."

    def template(self) -> str:
        return f"{self.words()} {{left}} HP left."


HARM_WORDS: Final[dict[str, str]] = {"hit": "damage", "shock": "Shock damage"}


class ShockStopped(CausedEvent):
    KIND: ClassVar[str] = "shock-stopped"
    SENTENCE: ClassVar[str] = "{unit:'s} shield blocks the Shock."


class ShockIgnored(CausedEvent):
    """An ability protects the unit from Shock."""

    KIND: ClassVar[str] = "shock-ignored"
    SENTENCE: ClassVar[str] = "{unit} avoids the Shock."


class ShruggedOff(Event):
    """The hit deals no damage after all."""

    KIND: ClassVar[str] = "shrugs-off"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("amount", "int"))
    SENTENCE: ClassVar[str] = "{unit} shrugs off {amount} damage from {by}."

    def __init__(self, unit: int, by: int, amount: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount


class FollowedUp(TargetEvent):
    KIND: ClassVar[str] = "follows-up"
    SENTENCE: ClassVar[str] = "{unit} follows up with an attack on {target}."


class ForcedWay(TargetEvent):
    """The attacker gets past all screeners."""

    KIND: ClassVar[str] = "forces"
    SENTENCE: ClassVar[str] = "{unit} forces a way past the screen to {target}."


class Whirled(WeaponEvent):
    KIND: ClassVar[str] = "whirls"
    SENTENCE: ClassVar[str] = "{unit} sweeps the {weapon} at every foe in reach."


class HungOn(LeftWithEvent):
    """At 0 HP the unit stays up, once."""

    KIND: ClassVar[str] = "hangs-on"
    SENTENCE: ClassVar[str] = "{unit} stays up with {left} HP."


class Fell(CausedMannerEvent):
    """`how` is `down` for a dying unit, `dead` for a dead one."""

    KIND: ClassVar[str] = "falls"

    def is_death(self) -> bool:
        return self.how not in FALL_WORDS

    def words(self) -> str:
        """The sentence without the attacker."""
        return f"{{unit}} {FALL_WORDS.get(self.how, 'is slain')}."

    def template(self) -> str:
        # A unit felled by its own fall, fire or poison is not named as its own killer.
        if self.is_death() and self.by >= 0 and self.by != self.unit:
            return "{unit} is slain by {by}."
        return self.words()


FALL_WORDS: Final[dict[str, str]] = {
    "down": "goes down and lies dying",
    "out cold": "is knocked out",
}


class Defended(UnitEvent):
    KIND: ClassVar[str] = "total-defense"
    SENTENCE: ClassVar[str] = "{unit} uses Total Defense."


class Snapped(TargetEvent):
    KIND: ClassVar[str] = "snap"
    SENTENCE: ClassVar[str] = "{unit} makes a Snap Attack on {target}."


class Held(UnitEvent):
    KIND: ClassVar[str] = "holds"
    SENTENCE: ClassVar[str] = "{unit} holds an action."


class HoldUsed(UnitEvent):
    KIND: ClassVar[str] = "hold-used"
    SENTENCE: ClassVar[str] = "{unit} uses the held action."


class HoldLost(UnitEvent):
    KIND: ClassVar[str] = "hold-lost"
    SENTENCE: ClassVar[str] = "{unit:'s} held action is lost."


class Screened(Event):
    KIND: ClassVar[str] = "screens"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("ward", "unit"))
    SENTENCE: ClassVar[str] = "{unit} screens {ward}."

    def __init__(self, unit: int, ward: int) -> None:
        super().__init__()
        self.unit = unit
        self.ward = ward


class Redirected(Event):
    """The screener `unit` takes the attack on its ward."""

    KIND: ClassVar[str] = "redirected"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("ward", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{unit} takes the attack meant for {ward}."

    def __init__(self, unit: int, ward: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.ward = ward
        self.by = by


class SwarmJoined(Event):
    KIND: ClassVar[str] = "swarms"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"), ("count", "int"))
    SENTENCE: ClassVar[str] = "{unit} joins the swarm on {target} ({count} in all)."

    def __init__(self, unit: int, target: int, count: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.count = count


class SwarmStruck(Event):
    KIND: ClassVar[str] = "swarm-strikes"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"), ("others", "int"))

    def __init__(self, unit: int, target: int, others: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.others = others

    def template(self) -> str:
        helped = ""
        if self.others > 0:
            helped = " with one other" if self.others == 1 else " with {others} others"
        return f"{{unit}}{helped} attacks {{target}} as a swarm."


class Stabilised(CausedEvent):
    KIND: ClassVar[str] = "stabilised"
    SENTENCE: ClassVar[str] = "{by} stabilizes {unit}."


class Died(UnitEvent):
    """The unit dies of untended wounds."""

    KIND: ClassVar[str] = "dies"
    SENTENCE: ClassVar[str] = "{unit} dies."


class Lucky(Event):
    """Luck turns an attack into a hit or a miss."""

    KIND: ClassVar[str] = "luck"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("hit", "flag"))
    SENTENCE: ClassVar[str] = (
        "{unit} uses Veteran's Luck: {hit:the miss becomes a hit|the hit becomes a miss}."
    )

    def __init__(self, unit: int, hit: bool) -> None:
        super().__init__()
        self.unit = unit
        self.hit = hit


class Aimed(Event):
    KIND: ClassVar[str] = "executes"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"), ("how", "word"))
    SENTENCE: ClassVar[str] = "{unit} attempts an execution attack on {target}."

    def __init__(self, unit: int, target: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.how = how


class MercyChosen(Event):
    """`how` is `spare` or `kill`, for later attacks with weapons that can spare."""

    KIND: ClassVar[str] = "mercy"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("how", "word"))
    SENTENCE: ClassVar[str] = "{unit} will strike to {how} from now on."

    def __init__(self, unit: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.how = how
