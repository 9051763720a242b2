"""What happened, as typed facts. Sentences are made of them in `notation`, secrets kept in `view`.

Each kind lists its fields with their types in `FIELDS`, in the order its notation gives them.
Field types: `unit`, `side`, `weapon` (of the event's `unit`), `square`, `squares`, `int`, `flag`,
`word`, `sides`, `units`.
"""

from __future__ import annotations

from typing import ClassVar

EVERYONE = -1


class Term:
    """One summand of a number shown: what it is, how much, and the rule that adds it."""

    def __init__(self, what: str, value: int, cite: str) -> None:
        self.what = what
        self.value = value
        self.cite = cite

    def key(self) -> tuple[str, int, str]:
        return (self.what, self.value, self.cite)


class Event:
    """A fact. `audience` is the team that may know it, or EVERYONE."""

    KIND: ClassVar[str] = ""
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init__(self) -> None:
        self.audience = EVERYONE
        self.terms: list[Term] = []

    def key(self) -> tuple[object, ...]:
        """Kind and fields, for comparison; terms explain and are not part of the fact."""
        values: list[object] = [self.KIND]
        for name, _ in self.FIELDS:
            values.append(getattr(self, name))
        return tuple(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{' '.join(str(value) for value in self.key())}>"


class SurpriseRound(Event):
    KIND: ClassVar[str] = "surprise"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("sides", "sides"),)

    def __init__(self, sides: tuple[int, ...]) -> None:
        super().__init__()
        self.sides = sides


class InitiativeRolled(Event):
    KIND: ClassVar[str] = "initiative"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("side", "side"), ("die", "int"), ("total", "int"),
    )  # fmt: skip

    def __init__(self, side: int, die: int, total: int) -> None:
        super().__init__()
        self.side = side
        self.die = die
        self.total = total


class OrderSet(Event):
    KIND: ClassVar[str] = "order"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("sides", "sides"),)

    def __init__(self, sides: tuple[int, ...]) -> None:
        super().__init__()
        self.sides = sides


class RoundBegan(Event):
    KIND: ClassVar[str] = "round"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("number", "int"),)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class SideBegan(Event):
    KIND: ClassVar[str] = "side"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("side", "side"),)

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side


class TurnBegan(Event):
    KIND: ClassVar[str] = "turn"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class TurnEnded(Event):
    KIND: ClassVar[str] = "turn-over"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Moved(Event):
    """The squares really walked, up to where the mover was stopped."""

    KIND: ClassVar[str] = "moved"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("path", "squares"), ("feet", "int"),
    )  # fmt: skip

    def __init__(self, unit: int, path: tuple[int, ...], feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.path = path
        self.feet = feet


class Charged(Event):
    KIND: ClassVar[str] = "charges"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Disengaged(Event):
    KIND: ClassVar[str] = "disengages"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class WentProne(Event):
    KIND: ClassVar[str] = "prone"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class StoodUp(Event):
    KIND: ClassVar[str] = "stands"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Reloaded(Event):
    KIND: ClassVar[str] = "reloads"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class Opportunity(Event):
    """A foe takes the free blow it was given."""

    KIND: ClassVar[str] = "opportunity"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class AttackRolled(Event):
    """The terms explain `total`."""

    KIND: ClassVar[str] = "attack"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("target", "unit"), ("weapon", "weapon"), ("how", "word"),
        ("die", "int"), ("total", "int"), ("ac", "int"), ("hit", "flag"),
    )  # fmt: skip

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


class Harmed(Event):
    """`unit` loses `amount` hit points to `by`; the terms explain the amount."""

    KIND: ClassVar[str] = "harm"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("by", "unit"), ("amount", "int"), ("left", "int"), ("cause", "word"),
    )  # fmt: skip

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
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class ShockIgnored(Event):
    """A feat keeps it from harm."""

    KIND: ClassVar[str] = "shock-ignored"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class ShruggedOff(Event):
    """The hit comes to nothing after all."""

    KIND: ClassVar[str] = "shrugs-off"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("by", "unit"), ("amount", "int"),
    )  # fmt: skip

    def __init__(self, unit: int, by: int, amount: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount


class FollowedUp(Event):
    KIND: ClassVar[str] = "follows-up"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Whirled(Event):
    KIND: ClassVar[str] = "whirls"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class HungOn(Event):
    """At 0 HP for once it is not down."""

    KIND: ClassVar[str] = "hangs-on"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("left", "int"))

    def __init__(self, unit: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.left = left


class Defied(Event):
    """The spell does not touch it."""

    KIND: ClassVar[str] = "defies"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("by", "unit"), ("spell", "word"),
    )  # fmt: skip

    def __init__(self, unit: int, by: int, spell: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.spell = spell


class Steeled(Event):
    """A save that failed is made after all."""

    KIND: ClassVar[str] = "steeled"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("against", "word"))

    def __init__(self, unit: int, against: str) -> None:
        super().__init__()
        self.unit = unit
        self.against = against


class Rerolled(Event):
    """A check that failed is made again."""

    KIND: ClassVar[str] = "rerolls"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("what", "word"))

    def __init__(self, unit: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.what = what


class Fell(Event):
    """`how` is `down` for one who lies dying, `dead` for one who is gone."""

    KIND: ClassVar[str] = "falls"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"), ("by", "unit"), ("how", "word"),
    )  # fmt: skip

    def __init__(self, unit: int, by: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.how = how


class FightEnded(Event):
    """`team` is -1 where nobody won."""

    KIND: ClassVar[str] = "ends"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("reason", "word"), ("team", "int"))

    def __init__(self, reason: str, team: int) -> None:
        super().__init__()
        self.reason = reason
        self.team = team


class Checked(Event):
    """A check with 2d6; the terms explain the total."""

    KIND: ClassVar[str] = "check"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("what", "word"),
        ("total", "int"),
        ("needed", "int"),
        ("passed", "flag"),
    )

    def __init__(self, unit: int, what: str, total: int, needed: int, passed: bool) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.total = total
        self.needed = needed
        self.passed = passed


class Defended(Event):
    KIND: ClassVar[str] = "total-defense"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Snapped(Event):
    KIND: ClassVar[str] = "snap"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class Held(Event):
    KIND: ClassVar[str] = "holds"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class HoldUsed(Event):
    KIND: ClassVar[str] = "hold-used"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class HoldLost(Event):
    KIND: ClassVar[str] = "hold-lost"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Screened(Event):
    KIND: ClassVar[str] = "screens"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("ward", "unit"))

    def __init__(self, unit: int, ward: int) -> None:
        super().__init__()
        self.unit = unit
        self.ward = ward


class Redirected(Event):
    """The screener `unit` takes the blow meant for its ward."""

    KIND: ClassVar[str] = "redirected"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("ward", "unit"),
        ("by", "unit"),
    )

    def __init__(self, unit: int, ward: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.ward = ward
        self.by = by


class SwarmJoined(Event):
    KIND: ClassVar[str] = "swarms"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("target", "unit"),
        ("count", "int"),
    )

    def __init__(self, unit: int, target: int, count: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.count = count


class SwarmStruck(Event):
    KIND: ClassVar[str] = "swarm-strikes"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("target", "unit"),
        ("others", "int"),
    )

    def __init__(self, unit: int, target: int, others: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.others = others


class Readied(Event):
    KIND: ClassVar[str] = "readies"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class Stowed(Event):
    KIND: ClassVar[str] = "stows"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class PickedUp(Event):
    KIND: ClassVar[str] = "picks-up"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("weapon", "weapon"),
        ("at", "square"),
    )

    def __init__(self, unit: int, weapon: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon
        self.at = at


class DroppedWeapon(Event):
    KIND: ClassVar[str] = "drops"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("weapon", "weapon"))

    def __init__(self, unit: int, weapon: int) -> None:
        super().__init__()
        self.unit = unit
        self.weapon = weapon


class DoorMoved(Event):
    """Somebody opens or closes the door towards a square."""

    KIND: ClassVar[str] = "door"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("at", "square"),
        ("opened", "flag"),
    )

    def __init__(self, unit: int, at: int, opened: bool) -> None:
        super().__init__()
        self.unit = unit
        self.at = at
        self.opened = opened


class Stabilised(Event):
    KIND: ClassVar[str] = "stabilised"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Died(Event):
    """Of wounds nobody has bound."""

    KIND: ClassVar[str] = "dies"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Broke(Event):
    """Has had enough and tries to get away."""

    KIND: ClassVar[str] = "breaks"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("why", "word"))

    def __init__(self, unit: int, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.why = why


class LeftMap(Event):
    KIND: ClassVar[str] = "leaves"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class FellDown(Event):
    """Falls from a height."""

    KIND: ClassVar[str] = "drop"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("feet", "int"))

    def __init__(self, unit: int, feet: int) -> None:
        super().__init__()
        self.unit = unit
        self.feet = feet


class Shoved(Event):
    """`how` is `prone` or `pushed`."""

    KIND: ClassVar[str] = "shoved"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("how", "word"),
    )

    def __init__(self, unit: int, by: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.how = how


class PushedTo(Event):
    KIND: ClassVar[str] = "pushed-to"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("at", "square"))

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class Grappled(Event):
    KIND: ClassVar[str] = "grappled"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Freed(Event):
    """`by` no longer holds it."""

    KIND: ClassVar[str] = "freed"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Carried(Event):
    KIND: ClassVar[str] = "carried"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("at", "square"),
    )

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class ThrownDown(Event):
    KIND: ClassVar[str] = "thrown-down"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("at", "square"),
    )

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class Lucky(Event):
    """Luck turns a blow into a hit or a miss."""

    KIND: ClassVar[str] = "luck"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("hit", "flag"))

    def __init__(self, unit: int, hit: bool) -> None:
        super().__init__()
        self.unit = unit
        self.hit = hit


class Saved(Event):
    KIND: ClassVar[str] = "save"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
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


class Aimed(Event):
    KIND: ClassVar[str] = "executes"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("target", "unit"),
        ("how", "word"),
    )

    def __init__(self, unit: int, target: int, how: str) -> None:
        super().__init__()
        self.unit = unit
        self.target = target
        self.how = how


class Spotted(Event):
    """Its place is known from here on."""

    KIND: ClassVar[str] = "spotted"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Hid(Event):
    KIND: ClassVar[str] = "hides"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Stumbled(Event):
    """A mover meets one it did not know of, and stops."""

    KIND: ClassVar[str] = "stumbles-on"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("target", "unit"))

    def __init__(self, unit: int, target: int) -> None:
        super().__init__()
        self.unit = unit
        self.target = target


class GroupChecked(Event):
    KIND: ClassVar[str] = "group-check"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("side", "side"),
        ("what", "word"),
        ("total", "int"),
        ("needed", "int"),
        ("passed", "flag"),
    )

    def __init__(self, side: int, what: str, total: int, needed: int, passed: bool) -> None:
        super().__init__()
        self.side = side
        self.what = what
        self.total = total
        self.needed = needed
        self.passed = passed


class Improvised(Event):
    KIND: ClassVar[str] = "improvises"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("what", "word"))

    def __init__(self, unit: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.what = what


class Conditioned(Event):
    """Comes under a lasting effect."""

    KIND: ClassVar[str] = "condition"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("what", "word"),
        ("until", "int"),
    )

    def __init__(self, unit: int, what: str, until: int) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.until = until


class CastBegan(Event):
    """Begins a spell, or uses an art; nothing of it has happened yet."""

    KIND: ClassVar[str] = "casts"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("spell", "word"))

    def __init__(self, unit: int, spell: str) -> None:
        super().__init__()
        self.unit = unit
        self.spell = spell


class CastSpoiled(Event):
    """A spell comes to nothing: `why` is `hurt`, `grappled`, `helpless` or `countered`."""

    KIND: ClassVar[str] = "spoiled"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("spell", "word"),
        ("why", "word"),
    )

    def __init__(self, unit: int, spell: str, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.spell = spell
        self.why = why


class Healed(Event):
    KIND: ClassVar[str] = "healed"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("amount", "int"),
        ("left", "int"),
    )

    def __init__(self, unit: int, by: int, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.amount = amount
        self.left = left


class Revived(Event):
    """One who lay dying is conscious again: prone, and frail."""

    KIND: ClassVar[str] = "revived"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Strained(Event):
    """System Strain: `total` of the `most` the body bears."""

    KIND: ClassVar[str] = "strain"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("total", "int"),
        ("most", "int"),
    )

    def __init__(self, unit: int, total: int, most: int) -> None:
        super().__init__()
        self.unit = unit
        self.total = total
        self.most = most


class WallRaised(Event):
    """Along the lines between the top left corners of two squares."""

    KIND: ClassVar[str] = "wall"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("what", "word"),
        ("line", "squares"),
    )

    def __init__(self, unit: int, what: str, line: tuple[int, ...]) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.line = line


class WallGone(Event):
    KIND: ClassVar[str] = "wall-gone"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("what", "word"),)

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


class WallHewn(Event):
    """`left` is what the part of the wall still withstands."""

    KIND: ClassVar[str] = "hews"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("what", "word"),
        ("amount", "int"),
        ("left", "int"),
    )

    def __init__(self, unit: int, what: str, amount: int, left: int) -> None:
        super().__init__()
        self.unit = unit
        self.what = what
        self.amount = amount
        self.left = left


class Climbed(Event):
    KIND: ClassVar[str] = "climbs"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("at", "square"))

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class Summoned(Event):
    KIND: ClassVar[str] = "summoned"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("at", "square"),
    )

    def __init__(self, unit: int, by: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.at = at


class Vanished(Event):
    KIND: ClassVar[str] = "vanishes"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"),)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit


class Drank(Event):
    """From `by`'s hand; its own, mostly."""

    KIND: ClassVar[str] = "drinks"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("unit", "unit"),
        ("by", "unit"),
        ("what", "word"),
    )

    def __init__(self, unit: int, by: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.by = by
        self.what = what


class Recovered(Event):
    """A lasting effect is over."""

    KIND: ClassVar[str] = "recovers"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("what", "word"))

    def __init__(self, unit: int, what: str) -> None:
        super().__init__()
        self.unit = unit
        self.what = what


class Woken(Event):
    KIND: ClassVar[str] = "wakes"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class Rewound(Event):
    """Its turn begins again, as if nothing of it had been."""

    KIND: ClassVar[str] = "rewound"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("by", "unit"))

    def __init__(self, unit: int, by: int) -> None:
        super().__init__()
        self.unit = unit
        self.by = by


class RefereeRuled(Event):
    """On something improvised, or an order between two steps, with the reason given."""

    KIND: ClassVar[str] = "ruling"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("what", "word"), ("note", "word"))

    def __init__(self, what: str, note: str) -> None:
        super().__init__()
        self.what = what
        self.note = note


class RefereeRefused(Event):
    KIND: ClassVar[str] = "refused"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("why", "word"))

    def __init__(self, unit: int, why: str) -> None:
        super().__init__()
        self.unit = unit
        self.why = why


class Remarked(Event):
    """What the referee tells, and nothing else comes of it."""

    KIND: ClassVar[str] = "remark"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("what", "word"),)

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


class Placed(Event):
    """Somewhere else, by the referee's word."""

    KIND: ClassVar[str] = "placed"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("unit", "unit"), ("at", "square"))

    def __init__(self, unit: int, at: int) -> None:
        super().__init__()
        self.unit = unit
        self.at = at


class Pursued(Event):
    KIND: ClassVar[str] = "pursuit"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("side", "side"), ("after", "side"))

    def __init__(self, side: int, after: int) -> None:
        super().__init__()
        self.side = side
        self.after = after


class ChaseRolled(Event):
    KIND: ClassVar[str] = "chase"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("side", "side"), ("die", "int"), ("total", "int"),
    )  # fmt: skip

    def __init__(self, side: int, die: int, total: int) -> None:
        super().__init__()
        self.side = side
        self.die = die
        self.total = total


class GainedGround(Event):
    """The side has won so many contests of the chase in a row."""

    KIND: ClassVar[str] = "gains"
    FIELDS: ClassVar[tuple[tuple[str, str], ...]] = (("side", "side"), ("row", "int"))

    def __init__(self, side: int, row: int) -> None:
        super().__init__()
        self.side = side
        self.row = row


EVENT_TYPES: tuple[type[Event], ...] = (
    SurpriseRound, InitiativeRolled, OrderSet, RoundBegan, SideBegan, TurnBegan, TurnEnded, Moved,
    ShockIgnored, ShruggedOff, FollowedUp, Whirled, HungOn, Defied, Steeled, Rerolled,
    Charged, Disengaged, WentProne, StoodUp, Reloaded, Opportunity, AttackRolled, Harmed,
    ShockStopped, Fell, FightEnded, Checked, Defended, Snapped, Held, HoldUsed, HoldLost,
    Screened, Redirected, SwarmJoined, SwarmStruck, Readied, Stowed, PickedUp, DroppedWeapon,
    DoorMoved, Stabilised, Died, Broke, LeftMap, FellDown, Shoved, PushedTo, Grappled, Freed,
    Carried, ThrownDown, Lucky, Saved, Aimed, Spotted, Hid, Stumbled, GroupChecked, Improvised,
    Conditioned,
    CastBegan, CastSpoiled, Healed, Revived, Strained, WallRaised, WallGone, WallHewn, Climbed,
    Summoned, Vanished, Drank, Recovered, Woken, Rewound,
    RefereeRuled, RefereeRefused, Remarked, Placed, Pursued, ChaseRolled, GainedGround,
)  # fmt: skip
