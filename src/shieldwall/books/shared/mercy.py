"""Sparing and killing: what attacks do to units they fell, and killing the fallen."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.attack_conditions import MERCY
from shieldwall.books.shared.action_checks import blow_choices, why_not_ready
from shieldwall.engine.action_spec import FREE, MAIN, ActionSpec
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import why_not_struck
from shieldwall.engine.attack.timeline import finish_off
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import MercyChosen
from shieldwall.engine.listing import FALLEN, MAIN_LEFT, MERCIFUL, Listing
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal


def has_mercy(battle: Battle, unit: Unit) -> bool:
    """Whether its attacks spare, if the weapon can."""
    chosen = unit.effect(MERCY) if unit.effects else None
    if chosen is not None:
        return chosen.value > 0
    return battle.rules.spare_by_default != 0


def can_spare(unit: Unit) -> bool:
    for weapon in unit.weapons:
        if weapon.may_spare and not weapon.unarmed:
            return True
    return unit.wielded >= 0 and unit.weapons[unit.wielded].may_spare


class ChooseMercy(ActionSpec):
    """From now on spare with weapons that can, or do not (C-SOV, less lethal)."""

    def __init__(self, verb: str, title: str, spare: bool, cite: str) -> None:
        super().__init__(verb, title, FREE, False, cite)
        self.spare = spare

    def another(self) -> ActionSpec:
        return ChooseMercy(self.verb, self.title, self.spare, self.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if has_mercy(battle, unit) == self.spare:
            return Refusal("so-minded", self.cite, unit.index)
        for weapon in unit.weapons:
            if weapon.may_spare:
                return None
        return Refusal("cannot-spare", self.cite, unit.index)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)] if can_spare(unit) else []

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if can_spare(unit) and self.why_not(battle, unit, found.trial) is None:
            found.put(-1, -1)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        kept = [effect for effect in unit.effects if effect.kind is not MERCY]
        if self.spare != (battle.rules.spare_by_default != 0):
            kept.append(Effect(MERCY, unit.index, UNTIL_END_OF_FIGHT, 1 if self.spare else 0))
        unit.effects = kept
        if battle.log is not None:
            battle.emit(MercyChosen(unit.index, "spare" if self.spare else "kill"))


class Finish(ActionSpec):
    """Kill a fallen foe; always a separate choice."""

    def how(self, battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> int:
        """The mode in which the weapon reaches the fallen unit; -1 for none."""
        if weapon.melee and why_not_struck(battle, unit, target, weapon, MELEE) is None:
            return MELEE
        if weapon.ranged:
            how = THROWN if weapon.thrown else SHOT
            if why_not_struck(battle, unit, target, weapon, how) is None:
                return how
        return -1

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        target = battle.state.units[choice.target]
        if target.status != DOWN or not battle.are_foes(unit, target):
            return Refusal("not-fallen", self.cite, unit.index, target.index)
        weapon = unit.weapons[choice.weapon]
        if not weapon.melee and unit.unloaded >> choice.weapon & 1:
            if battle.holds("SOV-090", unit):
                return Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        if self.how(battle, unit, target, weapon) >= 0:
            return None
        return why_not_struck(battle, unit, target, weapon, MELEE if weapon.melee else SHOT)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        return blow_choices(battle, unit, self.verb, DOWN)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        target = battle.state.units[choice.target]
        weapon = unit.weapons[choice.weapon]
        how = self.how(battle, unit, target, weapon)
        pay(unit, self.cost)
        finish_off(battle, Blow(unit, target, choice.weapon, how))


SPARE: Final = ChooseMercy("spare", "Strike to spare", True, "G-20")
NO_QUARTER: Final = ChooseMercy("no-quarter", "Strike to kill", False, "G-20")
SPARE.needs = MERCIFUL
NO_QUARTER.needs = MERCIFUL
FINISH: Final = Finish("finish", "Finish off a fallen foe", MAIN, False, "SOV-047", "tw")
FALLEN_FOES: Final = MAIN_LEFT | FALLEN
FINISH.needs = FALLEN_FOES

register_option(OptionEntry(
    "finish", "attack", OptionWords("finish off {target} ({weapon})", "finishes {target} off"),
    icon="death-skull",
))  # fmt: skip
register_option(OptionEntry(
    "no-quarter", "other", OptionWords("strike to kill", "gives no quarter", name="Strike to kill"),
    icon="death-skull",
))  # fmt: skip
register_option(OptionEntry(
    "spare", "other", OptionWords("strike to spare", "strikes to knock out",
    name="Strike to spare"), icon="shaking-hands",
))  # fmt: skip
