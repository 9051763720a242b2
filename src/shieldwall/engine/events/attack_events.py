"""Events of attacks, reactions to them and their results."""

from __future__ import annotations

from typing import ClassVar

from shieldwall.engine.events.event import Event, Fields


class Opportunity(Event):
    """A foe takes its free attack."""

    KIND: ClassVar[str] = "opportunity"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} attacks {target} in passing."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


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


class ShockStopped(Event):
    KIND: ClassVar[str] = "shock-stopped"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{unit:'s} shield blocks the Shock."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class ShockIgnored(Event):
    """An ability protects the unit from Shock."""

    KIND: ClassVar[str] = "shock-ignored"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{unit} avoids the Shock."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


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


class FollowedUp(Event):
    KIND: ClassVar[str] = "follows-up"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} follows up with an attack on {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class ForcedWay(Event):
    """The attacker gets past all screeners."""

    KIND: ClassVar[str] = "forces"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} forces a way past the screen to {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Whirled(Event):
    KIND: ClassVar[str] = "whirls"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("weapon", "weapon"))
    SENTENCE: ClassVar[str] = "{unit} sweeps the {weapon} at every foe in reach."

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class HungOn(Event):
    """At 0 HP the unit stays up, once."""

    KIND: ClassVar[str] = "hangs-on"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("left", "int"))
    SENTENCE: ClassVar[str] = "{unit} stays up with {left} HP."

    def __init__(self, unit: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.left = left


class Fell(Event):
    """`how` is `down` for a dying unit, `dead` for a dead one."""

    KIND: ClassVar[str] = "falls"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"), ("how", "word"))

    def __init__(self, unit: int, by: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.how = how


class Defended(Event):
    KIND: ClassVar[str] = "total-defense"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} uses Total Defense."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Snapped(Event):
    KIND: ClassVar[str] = "snap"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("target", "unit"))
    SENTENCE: ClassVar[str] = "{unit} makes a Snap Attack on {target}."

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Held(Event):
    KIND: ClassVar[str] = "holds"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} holds an action."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class HoldUsed(Event):
    KIND: ClassVar[str] = "hold-used"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} uses the held action."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class HoldLost(Event):
    KIND: ClassVar[str] = "hold-lost"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit:'s} held action is lost."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


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


class Stabilised(Event):
    KIND: ClassVar[str] = "stabilised"
    FIELDS: ClassVar[Fields] = (("unit", "unit"), ("by", "unit"))
    SENTENCE: ClassVar[str] = "{by} stabilizes {unit}."

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Died(Event):
    """The unit dies of untended wounds."""

    KIND: ClassVar[str] = "dies"
    FIELDS: ClassVar[Fields] = (("unit", "unit"),)
    SENTENCE: ClassVar[str] = "{unit} dies."

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


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
