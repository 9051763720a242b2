"""Natural abilities of creatures: immunities, healing, movement and attacks."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import RISING, STONE
from shieldwall.engine.abilities import Ability
from shieldwall.engine.attack.blow import Blow, Sum
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.power_events import Mended
from shieldwall.engine.events.power_events import Unmended as WoundsStay
from shieldwall.engine.magic.power_triggers import part
from shieldwall.engine.space.grid import SKY
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import LASTING, Condition
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, State, Unit
from shieldwall.engine.wounds.standing import change_status

MOST_BITS: Final = (1 << 62) - 1
CREATURE: Final = "creature"


class Gift(Ability):
    """A natural ability of a creature."""

    section: ClassVar[str] = "nature"
    unusual: ClassVar[bool] = True
    most: ClassVar[int] = MOST_BITS


# Kinds of harm, one bit each (`engine.state.harm`).


class Immune(Gift):
    """Kinds of harm that do nothing to it."""

    name: ClassVar[str] = "immune"
    rank: ClassVar[int] = 1

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return 0 if kinds & self.value else amount

    def is_immune(self, kinds: i64) -> bool:
        return kinds & self.value != 0


class HurtOnlyBy(Gift):
    """The only kinds of harm that affect it."""

    name: ClassVar[str] = "hurt_by"
    rank: ClassVar[int] = 2

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return 0 if kinds and not kinds & self.value else amount


class Weak(Gift):
    """Kinds of harm that do double damage."""

    name: ClassVar[str] = "weak"
    rank: ClassVar[int] = 3

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return amount * 2 if kinds & self.value else amount


class Resists(Gift):
    """Kinds of harm that do half damage."""

    name: ClassVar[str] = "resists"
    rank: ClassVar[int] = 4

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        return amount // 2 if kinds & self.value else amount


class LeastFrom(Gift):
    """Kinds of weapons whose dice count as their minimum."""

    name: ClassVar[str] = "least_from"

    def counts_least(self, weapon: Weapon) -> bool:
        return weapon.kinds & self.value != 0


class MagicResistance(Gift):
    """Percent chance that magic has no effect on it."""

    name: ClassVar[str] = "magic_resistance"
    most: ClassVar[int] = 100

    def resistance(self) -> i64:
        return self.value


class Steadfast(Gift):
    """Conditions it is immune to, one bit each."""

    name: ClassVar[str] = "steadfast"

    def __init__(self, value: int, given: dict[str, int]) -> None:
        super().__init__(value, given)
        self.kinds = value

    def is_proof_against(self, kind: Condition) -> bool:
        return bool(self.kinds >> kind.number & 1)


# Wounds.


class Unmended(Gift):
    """Kinds of harm that prevent regeneration and rising this round."""

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
    """Number of dice for the rounds until it rises."""

    name: ClassVar[str] = "rise_dice"


class Rises(Gift):
    """Rises some rounds after being struck down: die size of those rounds."""

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
        change_status(battle, unit, DOWN)
        unit.stable = True
        until: i64 = LASTING + battle.state.clock.round + rounds
        unit.effects = [*unit.effects, Effect(RISING, unit.index, until)]


class Splits(Gift):
    """Kinds of harm that split it in two."""

    name: ClassVar[str] = "splits"

    def keeps_mark(self, kinds: i64) -> bool:
        return self.value & kinds != 0

    def after_action(self, battle: Battle, unit: Unit) -> None:
        if unit.marks & self.value:
            unit.marks &= ~self.value
            if unit.status == ACTIVE and unit.hp >= 2:
                part(battle, unit)


# Movement.


class Flight(Gift):
    """Flying speed in feet per Move."""

    name: ClassVar[str] = "flight"

    def put_on(self, sheet: Sheet) -> None:
        sheet.flight_ft = self.value


class Incorporeal(Gift):
    """Passes through walls and bodies, and cannot be grappled."""

    name: ClassVar[str] = "incorporeal"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.incorporeal = True


class Invisible(Gift):
    """Invisible, though its position is known once it strikes."""

    name: ClassVar[str] = "invisible"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.unseen = True


class LiesLow(Gift):
    """Can hide in the ground or its surroundings, even in plain view."""

    name: ClassVar[str] = "lies_low"
    flag: ClassVar[bool] = True


# Attacks.


class Pack(Gift):
    """Bonus to hit if another of its kind stands next to the target."""

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
    """Bonus to hit and damage at half its hit points or less."""

    name: ClassVar[str] = "rage"
    rank: ClassVar[int] = 70

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if blow.attacker.hp * 2 <= blow.attacker.sheet.hp:
            terms.add("rage", self.value, CREATURE)

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        if blow.attacker.hp * 2 <= blow.attacker.sheet.hp:
            terms.add("rage", self.value, CREATURE)


class Daylight(Gift):
    """Penalty to its attack rolls in daylight."""

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
    """On a charge, this many extra dice for each die of the weapon."""

    name: ClassVar[str] = "charge_dice"

    def extra_dice(self, blow: Blow, weapon: Weapon) -> i64:
        return weapon.dice * self.value if blow.charge else 0


class Pounces(Gift):
    """After a charge it keeps the rest of its attack routine."""

    name: ClassVar[str] = "pounces"
    flag: ClassVar[bool] = True
