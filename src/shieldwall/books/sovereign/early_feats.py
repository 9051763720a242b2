"""Feat actions of the earlier Sovereign: heal an ally, poison a blade."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import VENOMOUS
from shieldwall.abilities.body_conditions import STONE
from shieldwall.books.shared.action_checks import (
    weapon_choices,
    why_cannot_pay,
    why_not_ready,
    why_not_touched,
)
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Envenomed
from shieldwall.engine.events.magic_events import Healed, Revived, Strained
from shieldwall.engine.move.movement import provoke
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import HEAL
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.standing import change_status


class Mend(ActionSpec):
    """A Main: heal an adjacent ally by 1d6 plus Heal; a dying one gets up and is not frail."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.sheet.has("mends"):
            return Refusal("not-learnt", self.cite, unit.index)
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        friend = battle.state.units[choice.target]
        if friend is unit or battle.are_foes(unit, friend) or not friend.is_present():
            return Refusal("no-ward", self.cite, unit.index, friend.index)
        if friend.hp >= friend.sheet.hp or friend.effect(STONE) is not None:
            return Refusal("not-hurt", self.cite, unit.index, friend.index)
        if friend.strain >= friend.sheet.constitution and battle.holds("SVE-026", unit):
            return Refusal("too-strained", "SVE-026", unit.index, friend.index)
        apart = distance(unit, friend)
        if apart > 1 and battle.holds("SVE-026", unit):
            return Refusal("not-beside", "SVE-026", unit.index, friend.index, apart * 5, 5)
        return why_not_touched(battle, unit, friend)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.sheet.has("mends") or unit.mains == 0:
            return []
        return [Choice(unit.index, self.verb, other.index) for other in battle.state.units]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if self.provokes and not provoke(battle, unit):
            return
        friend = battle.state.units[choice.target]
        # A patient that screens the healer may have died of a provoked attack.
        if not friend.is_present():
            return
        amount: i64 = battle.roll("mending", 6, unit.index)
        if unit.sheet.skill_in(HEAL) > 0:
            amount += unit.sheet.skill_in(HEAL)
        if friend.hp + amount > friend.sheet.hp:
            amount = friend.sheet.hp - friend.hp
        friend.hp += amount
        friend.strain += 1
        if battle.log is not None:
            battle.emit(Healed(friend.index, unit.index, amount, friend.hp))
            battle.emit(Strained(friend.index, friend.strain, friend.sheet.constitution))
        if friend.status == DOWN:
            change_status(battle, friend, ACTIVE)
            friend.prone = True
            friend.stable = False
            friend.out_cold = False
            if battle.log is not None:
                battle.emit(Revived(friend.index, unit.index))


class Envenom(ActionSpec):
    """A Main: the next wound dealt with a blade is poisoned."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.sheet.has("poisons"):
            return Refusal("not-learnt", self.cite, unit.index)
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        weapon = unit.weapons[choice.weapon]
        if weapon.natural or weapon.unarmed or not weapon.melee:
            return Refusal("no-blade", self.cite, unit.index, choice.weapon)
        for effect in unit.effects:
            if effect.kind is VENOMOUS and effect.value == choice.weapon:
                return Refusal("is-venomous", self.cite, unit.index, choice.weapon)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.sheet.has("poisons") or unit.mains == 0:
            return []
        return weapon_choices(unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        others = [effect for effect in unit.effects if effect.kind is not VENOMOUS]
        unit.effects = [
            *others,
            Effect(VENOMOUS, unit.index, UNTIL_END_OF_FIGHT, choice.weapon),
        ]
        if battle.log is not None:
            battle.emit(Envenomed(unit.index, choice.weapon))


MEND: Final = Mend("mend", "Use a Skill: mend wounds", MAIN, True, "SVE-026", "t")
ENVENOM: Final = Envenom("envenom", "Poison a blade", MAIN, False, "SVE-026", "w")

register_option(OptionEntry(
    "envenom", "gear", OptionWords("envenom the {weapon}", "puts poison on a weapon",
    name="Poison blade"), icon="poison-bottle",
))  # fmt: skip
register_option(OptionEntry(
    "mend", "help", OptionWords("heal {target}", "heals {target}", name="Mend wounds",
    noun="attempt to mend wounds"), icon="healing",
))  # fmt: skip
