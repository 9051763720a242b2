"""Special strikes: the unaware, gaps in armour, harm from a miss, what a kill earns, shots."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.engine.abilities import ONCE_A_ROUND, Ability
from shieldwall.engine.attack.blow import MELEE, SHOT, Blow, Sum
from shieldwall.engine.attack.damage import counts_least, harm, shock_due, spares
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import HARMED
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.visibility import knows_place
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import suffer

SHOCK_AC: Final = 10
"""The AC that Shock of a trained striker treats every target as having."""
CLOSE_SQUARES: Final = 2
"""Up to here a thrown knife is thrown at close quarters."""
BACKSTAB_HIT: Final = 4
BACKSTAB_DICE: Final = 3
BACKSTAB_SIDES: Final = 4


class Backstab(Ability):
    """A melee attack on somebody unaware of you: +4 to hit, 3d4 instead of the weapon's dice."""

    name: ClassVar[str] = "backstabs"
    flag: ClassVar[bool] = True
    rank: ClassVar[int] = 25

    def before_roll(self, battle: Battle, blow: Blow) -> None:
        target = blow.target
        if blow.how != MELEE or target.sheet.size > 1:
            return
        if target.surprised or not knows_place(battle.state, target.side, blow.attacker):
            blow.replace_dice(BACKSTAB_DICE, BACKSTAB_SIDES, "backstab", "DOL-048")

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        if blow.dice_of == "backstab":
            terms.add("backstab", BACKSTAB_HIT, "DOL-048")


class SureKnife(Ability):
    """A small weapon, in hand or thrown close by, cannot miss in a surprise round."""

    name: ClassVar[str] = "sure_knife"
    flag: ClassVar[bool] = True

    def is_sure(self, battle: Battle, blow: Blow) -> bool:
        if battle.state.clock.round > 0 or not blow.attacker.weapons[blow.weapon].small:
            return False
        return blow.how == MELEE or distance(blow.attacker, blow.target) <= CLOSE_SQUARES


class FindsGaps(Ability):
    """Its Shock treats everybody as AC 10."""

    name: ClassVar[str] = "finds_gaps"
    flag: ClassVar[bool] = True

    def shock_reaches(self, weapon: Weapon) -> bool:
        return weapon.shock_ac >= SHOCK_AC


# What a miss still does.


class Bruises(Ability):
    """A missed melee attack with bare hands deals a bare die of this many sides (SOV-113)."""

    name: ClassVar[str] = "miss_die"

    def miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        if not weapon.unarmed or blow.how != MELEE:
            return
        bruises = Sum(battle.log is not None)
        die: i64 = 1
        if not counts_least(blow.target, weapon):
            die = battle.roll("bruises", self.value, blow.attacker.index)
        bruises.add("bruises", die, "SOV-113")
        sparing = spares(battle, blow, weapon)
        harm(battle, blow.target, blow.attacker, bruises, "bruises", weapon, sparing)

    def most_on_miss(self, blow: Blow, weapon: Weapon) -> i64:
        if not weapon.unarmed:
            return 0
        return 1 if counts_least(blow.target, weapon) else self.value


class Thorns(Ability):
    """A missed melee attack that deals no Shock still does this much harm (AAC-019)."""

    name: ClassVar[str] = "miss_harm"

    def after_miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        target = blow.target
        if target.status == ACTIVE and blow.how == MELEE and not shock_due(blow):
            by = blow.attacker.index
            sparing = spares(battle, blow, weapon)
            suffer(battle, target, by, self.value, "thorns", sparing, None)

    def most_on_miss(self, blow: Blow, weapon: Weapon) -> i64:
        return 0 if shock_due(blow) else self.value


# What a kill earns.


class FollowsUp(Ability):
    """The first kill of a round earns another attack, at once or never."""

    name: ClassVar[str] = "follows_up"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ONCE_A_ROUND

    def felled(self, battle: Battle, blow: Blow) -> None:
        attacker = blow.attacker
        if attacker.status == ACTIVE and not self.is_spent(attacker):
            attacker.used |= self.mark
            battle.window(Window(HARMED, blow.target.index, [attacker], blow))


class FollowUpHit(Ability):
    """A bonus to hit with the attack that a kill earns."""

    name: ClassVar[str] = "follow_up_hit"
    least: ClassVar[int] = -9


class Whirlwind(Ability):
    """Once a fight, its weapon's Shock goes to all foes in reach, as a free action."""

    name: ClassVar[str] = "whirlwind"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 1


class ForcesWay(Ability):
    """Once a fight, nobody can screen the target of its attack."""

    name: ClassVar[str] = "forces_way"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 256


class SwiftMurder(Ability):
    """Moves before an execution attack and after it, with parts of one Move."""

    name: ClassVar[str] = "swift_murder"
    flag: ClassVar[bool] = True


class Rages(Ability):
    """May fall into a battle rage (DOL-048)."""

    name: ClassVar[str] = "rages"
    flag: ClassVar[bool] = True


class SecondBlade(Ability):
    """A small blade in the other hand adds 1 to AC or to hit (DOL-048)."""

    name: ClassVar[str] = "second_blade"
    flag: ClassVar[bool] = True


# Bare hands, shots and throws.


class ArmedHands(Ability):
    """Bare hands bind shooters and threaten as a weapon does."""

    name: ClassVar[str] = "armed_hands"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.armed_hands = True


class ShootsBound(Ability):
    """Shoots with both hands in a foe's melee range, at the usual penalty (SOV-050)."""

    name: ClassVar[str] = "shoots_bound"
    flag: ClassVar[bool] = True

    def shoots_bound(self, weapon: Weapon) -> bool:
        return True


class ShootsFreely(Ability):
    """Shots in a foe's melee range suffer no penalty (SOV-104)."""

    name: ClassVar[str] = "shoots_freely"
    flag: ClassVar[bool] = True

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        return how == SHOT


class ThrowsFreely(Ability):
    """Throws of small weapons in a foe's melee range suffer no penalty (SOV-104)."""

    name: ClassVar[str] = "throws_freely"
    flag: ClassVar[bool] = True

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        return how != SHOT and weapon.small
