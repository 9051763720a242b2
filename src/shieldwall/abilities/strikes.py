"""Abilities for special attacks: unaware targets, armour gaps, misses, kills, shots."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.engine.abilities import ONCE_A_ROUND, Ability
from shieldwall.engine.attack.blow import MELEE, SHOT, Blow, Sum
from shieldwall.engine.attack.damage import counts_least, harm, is_shock_due, spares
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import HARMED
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.visibility import knows_place
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import suffer

SHOCK_AC: Final = 10
"""The AC that Shock of a trained attacker treats every target as having."""
CLOSE_SQUARES: Final = 2
"""Close range of a thrown knife, in squares."""
BACKSTAB_HIT: Final = 4
BACKSTAB_DICE: Final = 3
BACKSTAB_SIDES: Final = 4


class Backstab(Ability):
    """A melee attack on an unaware target: +4 to hit, 3d4 instead of the weapon's dice."""

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
    """A small weapon, wielded or thrown at close range, cannot miss in a surprise round."""

    name: ClassVar[str] = "sure_knife"
    flag: ClassVar[bool] = True

    def is_sure(self, battle: Battle, blow: Blow) -> bool:
        if battle.state.clock.round > 0 or not blow.attacker.weapons[blow.weapon].small:
            return False
        return blow.how == MELEE or distance(blow.attacker, blow.target) <= CLOSE_SQUARES


class FindsGaps(Ability):
    """Its Shock treats every target as AC 10."""

    name: ClassVar[str] = "finds_gaps"
    flag: ClassVar[bool] = True

    def shock_reaches(self, weapon: Weapon) -> bool:
        return weapon.shock_ac >= SHOCK_AC


# After a miss.


class UnarmedMissDamage(Ability):
    """A missed unarmed attack deals one die of this many sides, without bonuses (SOV-113)."""

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


class MissDamage(Ability):
    """A missed melee attack without Shock still deals this much damage (AAC-019)."""

    name: ClassVar[str] = "miss_harm"

    def after_miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        target = blow.target
        if target.status == ACTIVE and blow.how == MELEE and not is_shock_due(blow):
            by = blow.attacker.index
            sparing = spares(battle, blow, weapon)
            suffer(battle, target, by, self.value, "thorns", sparing, None)

    def most_on_miss(self, blow: Blow, weapon: Weapon) -> i64:
        return 0 if is_shock_due(blow) else self.value


# After a kill.


class FollowsUp(Ability):
    """The first kill of a round gives another attack, immediately or not at all."""

    name: ClassVar[str] = "follows_up"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = ONCE_A_ROUND

    def felled(self, battle: Battle, blow: Blow) -> None:
        attacker = blow.attacker
        if attacker.status == ACTIVE and not self.is_spent(attacker):
            attacker.used |= self.mark
            battle.window(Window(HARMED, blow.target.index, [attacker], blow))


class FollowUpHit(Ability):
    """Bonus to hit with the extra attack after a kill."""

    name: ClassVar[str] = "follow_up_hit"
    least: ClassVar[int] = -9


class Whirlwind(Ability):
    """Once a fight, its weapon's Shock hits all foes in reach, as a free action."""

    name: ClassVar[str] = "whirlwind"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 1


class ForcesWay(Ability):
    """Once a fight, the target of its attack cannot be screened."""

    name: ClassVar[str] = "forces_way"
    flag: ClassVar[bool] = True
    spends: ClassVar[int] = 256


class SwiftMurder(Ability):
    """May split a Move before and after an execution attack."""

    name: ClassVar[str] = "swift_murder"
    flag: ClassVar[bool] = True


class Rages(Ability):
    """Can enter a battle rage (DOL-048)."""

    name: ClassVar[str] = "rages"
    flag: ClassVar[bool] = True


class SecondBlade(Ability):
    """A small weapon in the off hand gives +1 to AC or to hit (DOL-048)."""

    name: ClassVar[str] = "second_blade"
    flag: ClassVar[bool] = True


# Bare hands, shots and throws.


class ArmedHands(Ability):
    """Bare hands bind shooters and threaten like a weapon."""

    name: ClassVar[str] = "armed_hands"
    flag: ClassVar[bool] = True

    def put_on(self, sheet: Sheet) -> None:
        sheet.armed_hands = True


class ShootsBound(Ability):
    """May shoot two-handed weapons in a foe's melee range, with the usual penalty (SOV-050)."""

    name: ClassVar[str] = "shoots_bound"
    flag: ClassVar[bool] = True

    def shoots_bound(self, weapon: Weapon) -> bool:
        return True


class ShootsFreely(Ability):
    """No penalty for shots in a foe's melee range (SOV-104)."""

    name: ClassVar[str] = "shoots_freely"
    flag: ClassVar[bool] = True

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        return how == SHOT


class ThrowsFreely(Ability):
    """No penalty for throwing small weapons in a foe's melee range (SOV-104)."""

    name: ClassVar[str] = "throws_freely"
    flag: ClassVar[bool] = True

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        return how != SHOT and weapon.small
