"""Actions of feats: whirlwind, instant draw, shrug off a hit, defy a spell, follow up.

Each needs the ability it belongs to (package `abilities`), which limits its uses.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from shieldwall.books.shared.action_checks import (
    blow_choices,
    weapon_choices,
    why_cannot_react,
    why_not_in_hand,
    why_not_ready,
)
from shieldwall.engine.action_spec import FREE, ActionSpec
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.damage import deal_shock
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.screening import is_in_the_way
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Readied
from shieldwall.engine.events.attack_events import FollowedUp, ForcedWay, ShruggedOff, Whirled
from shieldwall.engine.events.magic_events import Defied
from shieldwall.engine.option import (
    OUT_OF_TURN,
    SEARCHED,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import DECLARED, ENTERED, HARMED, RESOLVED, TARGETED
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.space.visibility import reveal
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window


def why_not_able(battle: Battle, unit: Unit, name: str, cite: str) -> Refusal | None:
    """Whether the unit has the ability, can act, and has a use left."""
    ability = unit.sheet.abilities.find(name)
    if ability is None:
        return Refusal("not-learnt", cite, unit.index)
    refusal = why_cannot_react(battle, unit)
    if refusal is None and ability.is_spent(unit):
        return Refusal("used-up", cite, unit.index)
    return refusal


class OncePerFight(ReactionSpec):
    """A reaction by an ability that can be used once a fight."""

    ABILITY: ClassVar[str] = ""

    def why_in_vain(self, battle: Battle, unit: Unit, window: Window) -> Refusal | None:
        """Why there is nothing to use it on."""
        raise AssertionError("every reaction says when it is in vain")

    def can_ever_use(self, sheet: Sheet) -> bool:
        return sheet.has(self.ABILITY)

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        able = why_not_able(battle, unit, self.ABILITY, self.cite) is None
        return able and self.why_in_vain(battle, unit, window) is None

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        refusal = why_not_able(battle, unit, self.ABILITY, self.cite)
        return self.why_in_vain(battle, unit, window) if refusal is None else refusal

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        unit.spend(self.ABILITY)


class Whirlwind(ActionSpec):
    """Once a fight: the weapon's Shock to every foe in its reach (SOV-117)."""

    def swept(self, battle: Battle, unit: Unit, weapon: int) -> list[Unit]:
        arm = unit.weapons[weapon]
        return [
            foe
            for foe in battle.state.units
            if foe.status == ACTIVE and why_no_attack(battle, unit, foe, arm, MELEE) is None
        ]

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_able(battle, unit, "whirlwind", self.cite)
        if refusal is None:
            refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if choice.weapon != unit.wielded:
            return Refusal("not-in-hand", self.cite, unit.index, choice.weapon)
        if not self.swept(battle, unit, choice.weapon):
            return Refusal("nobody-in-reach", self.cite, unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.sheet.has("whirlwind") or unit.wielded < 0:
            return []
        return [Choice(unit.index, self.verb, weapon=int(unit.wielded))]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.spend("whirlwind")
        battle.state.clock.alarm = True
        if battle.log is not None:
            battle.emit(Whirled(unit.index, choice.weapon))
        foes = self.swept(battle, unit, choice.weapon)
        reveal(battle, unit)
        for foe in foes:
            blow = Blow(unit, foe, choice.weapon, MELEE)
            deal_shock(battle, blow, unit.weapons[choice.weapon])


class Draw(ReactionSpec):
    """Draw a stowed weapon at any moment, free (SOV-089)."""

    def draws(self, unit: Unit, weapon: int) -> bool:
        sheet = unit.sheet
        arm = unit.weapons[weapon]
        return ((arm.melee or arm.thrown) and sheet.has("draws_melee")) or (
            arm.ranged and sheet.has("draws_ranged")
        )

    def can_ever_use(self, sheet: Sheet) -> bool:
        return sheet.has("draws_melee") or sheet.has("draws_ranged")

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if unit.stowed == 0 or why_cannot_react(battle, unit) is not None:
            return False
        for number in range(len(unit.weapons)):
            if (unit.stowed & ~unit.gone) >> number & 1 and self.draws(unit, number):
                return True
        return False

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """If a foe attacks while nothing is wielded."""
        if unit.wielded >= 0 or window.cause < 0:
            return False
        return battle.are_foes(unit, battle.state.units[window.cause])

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        refusal = why_cannot_react(battle, unit)
        if refusal is not None:
            return refusal
        if not 0 <= choice.weapon < len(unit.weapons):
            return Refusal("no-such-weapon", self.cite, unit.index)
        if unit.gone >> choice.weapon & 1:
            return Refusal("weapon-gone", self.cite, unit.index, choice.weapon)
        if not unit.stowed >> choice.weapon & 1:
            return Refusal("is-readied", self.cite, unit.index, choice.weapon)
        if not self.draws(unit, choice.weapon):
            return Refusal("not-at-once", self.cite, unit.index, choice.weapon)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return weapon_choices(unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        unit.stowed &= ~(1 << choice.weapon)
        unit.off_hand = -1
        unit.wield(choice.weapon)
        if battle.log is not None:
            battle.emit(Readied(unit.index, choice.weapon))


class ShrugOff(OncePerFight):
    """Once a fight, after the damage is known: negate a weapon's hit (SOV-166)."""

    ABILITY: ClassVar[str] = "shrugs_off"

    def why_in_vain(self, battle: Battle, unit: Unit, window: Window) -> Refusal | None:
        blow = window.blow
        if blow is None or blow.target is not unit or blow.damage == 0:
            return Refusal("nothing-to-shrug-off", self.cite, unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        blow = window.blow
        if blow is None:
            return
        blow.negated = True
        if battle.log is not None:
            battle.emit(ShruggedOff(unit.index, blow.attacker.index, blow.damage))


class FollowUp(ReactionSpec):
    """After the first kill of a round: one more attack on any foe in reach or range."""

    def way(self, battle: Battle, unit: Unit, foe: Unit, weapon: int) -> i64:
        """The mode of using the weapon on the foe; -1 if impossible."""
        if why_not_in_hand(unit, weapon) is not None:
            return -1
        for how in (MELEE, SHOT, THROWN):
            if how != MELEE and unit.unloaded >> weapon & 1 and battle.holds("SOV-090", unit):
                continue
            if why_no_attack(battle, unit, foe, unit.weapons[weapon], how) is None:
                return how
        return -1

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        blow = window.blow
        if blow is None or blow.attacker is not unit or not unit.sheet.has("follows_up"):
            return False
        if blow.target.status == ACTIVE or unit.status != ACTIVE:
            return False
        for choice in self.candidates(battle, unit, window):
            if self.why_not(battle, unit, window, choice) is None:
                return True
        return False

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        blow = window.blow
        if not unit.sheet.has("follows_up"):
            return Refusal("not-learnt", self.cite, unit.index)
        if blow is None or blow.attacker is not unit or blow.target.status == ACTIVE:
            return Refusal("no-kill", self.cite, unit.index)
        refusal = why_not_in_hand(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        foe = battle.state.units[choice.target]
        if self.way(battle, unit, foe, choice.weapon) >= 0:
            return None
        if unit.unloaded >> choice.weapon & 1 and battle.holds("SOV-090", unit):
            return Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        weapon = unit.weapons[choice.weapon]
        return why_no_attack(battle, unit, foe, weapon, MELEE if weapon.melee else SHOT)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return blow_choices(battle, unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        foe = battle.state.units[choice.target]
        how = self.way(battle, unit, foe, choice.weapon)
        if how < 0:
            return
        if battle.log is not None:
            battle.emit(FollowedUp(unit.index, foe.index))
        blow = Blow(unit, foe, choice.weapon, how)
        blow.extra = unit.sheet.abilities.amount("follow_up_hit")
        attack(battle, blow)


class Defy(OncePerFight):
    """Once a fight: a spell about to take effect does nothing to the unit (SOV-039)."""

    ABILITY: ClassVar[str] = "defies_magic"

    def why_in_vain(self, battle: Battle, unit: Unit, window: Window) -> Refusal | None:
        if window.casting is None or window.point != TARGETED:
            return Refusal("no-spell-to-defy", self.cite, unit.index)
        return None

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        casting = window.casting
        return casting is not None and battle.are_foes(unit, casting.caster)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        casting = window.casting
        if casting is None:
            return
        casting.countered = True
        if battle.log is not None:
            battle.emit(Defied(unit.index, casting.caster.index, casting.spell.name))


class ForceWay(OncePerFight):
    """Forced engagement: once a fight, the target cannot be screened (SOV-161)."""

    ABILITY: ClassVar[str] = "forces_way"

    def why_in_vain(self, battle: Battle, unit: Unit, window: Window) -> Refusal | None:
        blow = window.blow
        if blow is not None and blow.attacker is unit and not blow.rolled and blow.blockable:
            for other in battle.state.units:
                if other.effects and is_in_the_way(battle, other, blow):
                    return None
        return Refusal("nobody-in-the-way", self.cite, unit.index)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        blow = window.blow
        if blow is None:
            return
        blow.blockable = False
        if battle.log is not None:
            battle.emit(ForcedWay(unit.index, blow.target.index))


WHIRLWIND: Final = Whirlwind("whirlwind", "Whirlwind Assault", FREE, False, "SOV-117", "w")
DRAW: Final = Draw("draw", "Draw a weapon", (DECLARED, ENTERED, RESOLVED), "SOV-089", 1, uses="w")
SHRUG_OFF: Final = ShrugOff("shrug-off", "Shrug off a hit", (HARMED,), "SOV-166", 2, uses="")
FOLLOW_UP: Final = FollowUp("follow-up", "Follow up a kill", (HARMED,), "SOV-047")
DEFY: Final = Defy("defy", "Defy a spell", (TARGETED,), "SOV-039", 2, uses="")
FORCE: Final = ForceWay("force", "Force a way through", (DECLARED,), "SOV-161", 1, uses="")
FOLLOW_UP.optional = False

register_option(OptionEntry(
    "defy", "other", OptionWords("defy the spell", "fights on at 0 HP"), marks=OUT_OF_TURN,
))  # fmt: skip
register_option(OptionEntry(
    "draw", "gear", OptionWords("draw {a_weapon}", "draws a weapon", noun="draw"),
    marks=OUT_OF_TURN,
))  # fmt: skip
register_option(OptionEntry(
    "follow-up", "attack", OptionWords("attack {target} again ({weapon})", "attacks {target} again",
    noun="second attack"), marks=OUT_OF_TURN | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "force", "other", OptionWords("force a way past the screen", "forces a way past the screen"),
    marks=OUT_OF_TURN,
))  # fmt: skip
register_option(OptionEntry(
    "shrug-off", "other", OptionWords("shrug off the hit", "shrugs off the hit"), marks=OUT_OF_TURN,
))  # fmt: skip
register_option(OptionEntry(
    "whirlwind", "attack", OptionWords("sweep every foe in reach ({weapon})", "attacks all around"),
    icon="sword-spin",
))  # fmt: skip
