"""What creatures are by nature: what harms them, how they heal, go about and fight."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.abilities.conditions import LASTING, RISING, STONE
from shieldwall.engine.abilities import Ability
from shieldwall.engine.attack.blow import Blow, Sum
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.power_events import Mended
from shieldwall.engine.events.power_events import Unmended as WoundsStay
from shieldwall.engine.magic.power_triggers import part
from shieldwall.engine.space.grid import SKY
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, State, Unit

MOST_BITS: Final = (1 << 62) - 1
CREATURE: Final = "creature"


class Gift(Ability):
    """Something a creature has by nature."""

    section: ClassVar[str] = "nature"
    strange: ClassVar[bool] = True
    most: ClassVar[int] = MOST_BITS


# What harms it: kinds of harm, a bit each (`harm`).


class Immune(Gift):
    """Kinds of harm that do nothing to it."""

    name: ClassVar[str] = "immune"
    rank: ClassVar[int] = 1

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return 0 if kinds & self.value else amount

    def is_immune(self, kinds: i64) -> bool:
        return kinds & self.value != 0


class HurtOnlyBy(Gift):
    """The only kinds of harm that do anything to it."""

    name: ClassVar[str] = "hurt_by"
    rank: ClassVar[int] = 2

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return 0 if kinds and not kinds & self.value else amount


class Weak(Gift):
    """Kinds of harm that do double."""

    name: ClassVar[str] = "weak"
    rank: ClassVar[int] = 3

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return amount * 2 if kinds & self.value else amount


class Resists(Gift):
    """Kinds of harm that do half."""

    name: ClassVar[str] = "resists"
    rank: ClassVar[int] = 4

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return amount // 2 if kinds & self.value else amount


class LeastFrom(Gift):
    """Kinds of weapons whose dice count as showing their least."""

    name: ClassVar[str] = "least_from"

    def counts_least(self, weapon: Weapon) -> bool:
        return weapon.kinds & self.value != 0


class MagicResistance(Gift):
    """The chance in 100 that magic does nothing to it."""

    name: ClassVar[str] = "magic_resistance"
    most: ClassVar[int] = 100

    def resistance(self) -> i64:
        return self.value


class Steadfast(Gift):
    """Conditions it never comes under, a bit each."""

    name: ClassVar[str] = "steadfast"

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.kinds = value

    def is_proof_against(self, kind: Condition) -> bool:
        return bool(self.kinds >> kind.number & 1)


# Wounds.


class Unmended(Gift):
    """Kinds of harm after which it regains nothing that round, and does not rise."""

    name: ClassVar[str] = "unmended"


class Regeneration(Gift):
    """Regains this many hit points at the end of each round."""

    name: ClassVar[str] = "regeneration"

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.not_after: i64 = given.get("unmended", 0)

    def round_end(self, battle: Battle, unit: Unit) -> None:
        if unit.hp >= unit.sheet.hp:
            return
        if unit.marks & self.not_after:
            if battle.log is not None:
                battle.emit(WoundsStay(unit.index))
            return
        missing: i64 = unit.sheet.hp - unit.hp
        mended: i64 = self.value if self.value < missing else missing
        unit.hp += mended
        if battle.log is not None:
            battle.emit(Mended(unit.index, mended, unit.hp))

    def rises_with(self) -> i64:
        return self.value


class RiseDice(Gift):
    """How many dice of rounds pass until it rises."""

    name: ClassVar[str] = "rise_dice"


class Rises(Gift):
    """When it has been struck down it rises after some rounds: the sides of their dice."""

    name: ClassVar[str] = "rise_sides"

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.dice: i64 = given.get("rise_dice", 0)
        self.not_after: i64 = given.get("unmended", 0)

    def struck_down(self, battle: Battle, unit: Unit) -> None:
        if unit.effect(STONE) is not None or unit.marks & self.not_after:
            return
        rounds: i64 = 0
        for _ in range(self.dice):
            rounds += battle.roll("rise", self.value, unit.index)
        unit.status = DOWN
        unit.stable = True
        until: i64 = LASTING + battle.state.clock.round + rounds
        unit.effects = [*unit.effects, Effect(RISING, unit.index, until)]


class Splits(Gift):
    """Kinds of harm that part it in two."""

    name: ClassVar[str] = "splits"

    def keeps_mark(self, kinds: i64) -> bool:
        return self.value & kinds != 0

    def after_action(self, battle: Battle, unit: Unit) -> None:
        if unit.marks & self.value:
            unit.marks &= ~self.value
            if unit.status == ACTIVE and unit.hp >= 2:
                part(battle, unit)


# Going about.


class Flight(Gift):
    """Flies this many feet in a Move."""

    name: ClassVar[str] = "flight"

    def put_on(self, sheet: Sheet) -> None:
        sheet.flight_ft = self.value


class Incorporeal(Gift):
    """Goes through walls and bodies, and cannot be grappled."""

    name: ClassVar[str] = "incorporeal"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.incorporeal = True


class Invisible(Gift):
    """Never seen, though its place is known once it strikes."""

    name: ClassVar[str] = "invisible"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.unseen = True


class LiesLow(Gift):
    """Vanishes into the ground or its surroundings, even in plain view."""

    name: ClassVar[str] = "lies_low"
    flag: ClassVar[bool] = True


# Attacks.


class Pack(Gift):
    """A bonus to hit where another of its kind stands next to the target."""

    name: ClassVar[str] = "pack"
    rank: ClassVar[int] = 71

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        attacker = blow.attacker
        for other in battle.state.units:
            if (
                other is not attacker
                and other.status == ACTIVE
                and distance(other, blow.target) <= 1
                and not battle.are_foes(attacker, other)
                and other.sheet.has("pack")
            ):
                terms.add("pack", self.value, CREATURE)
                return


class WoundedRage(Gift):
    """A bonus to hit and damage at half its hit points or less."""

    name: ClassVar[str] = "rage"
    rank: ClassVar[int] = 70

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if blow.attacker.hp * 2 <= blow.attacker.sheet.hp:
            terms.add("rage", self.value, CREATURE)

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if blow.attacker.hp * 2 <= blow.attacker.sheet.hp:
            terms.add("rage", self.value, CREATURE)


class Daylight(Gift):
    """What daylight takes from its attack rolls."""

    name: ClassVar[str] = "daylight"
    rank: ClassVar[int] = 72

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if is_in_daylight(battle.state, blow.attacker):
            terms.add("daylight", -self.value, CREATURE)


def is_in_daylight(state: State, unit: Unit) -> bool:
    """Whether it stands under open sky and it is not dark; a passage without a map is indoors."""
    grid = state.grid
    if state.dark or grid.passage > 0:
        return False
    return grid.ceiling[unit.y * grid.width + unit.x] >= SKY


class ChargeDice(Gift):
    """A charge adds this many dice of the weapon for each of its own."""

    name: ClassVar[str] = "charge_dice"

    def extra_dice(self, blow: Blow, weapon: Weapon) -> i64:
        return weapon.dice * self.value if blow.charge else 0


class Pounces(Gift):
    """A charge leaves it the rest of its attack routine."""

    name: ClassVar[str] = "pounces"
    flag: ClassVar[bool] = True
