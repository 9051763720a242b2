"""Actions of talents on a unit's turn: rage, second weapon (DOL-048)."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.attack_conditions import FEINTING, RAGING, WARDED
from shieldwall.books.dolmenwood.optional_actions import second_of
from shieldwall.engine.action_spec import FREE, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.magic_events import Conditioned
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT, UNTIL_NEXT_TURN
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal

GUARD: Final = "guard"
STRIKE: Final = "strike"
RAGE_AC: Final = -4
BLADE: Final = 1
"""Bonus of the second weapon to AC or to hit."""


class FallIntoRage(ActionSpec):
    """Battle rage: bonuses to hit and damage, worse AC, for the rest of the fight."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.sheet.has("rages"):
            return Refusal("not-learnt", self.cite, unit.index)
        if unit.effects and unit.effect(RAGING) is not None:
            return Refusal("used-up", self.cite, unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)] if unit.sheet.has("rages") else []

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.effects = [*unit.effects, Effect(RAGING, unit.index, UNTIL_END_OF_FIGHT, RAGE_AC)]
        if battle.log is not None:
            effect = unit.effects[-1]
            battle.emit(Conditioned(unit.index, RAGING.name, effect.until))


class SecondBlade(ActionSpec):
    """A small weapon in the off hand: until the next turn it adds to AC or to hit."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.sheet.has("second_blade"):
            return Refusal("not-learnt", self.cite, unit.index)
        if choice.note not in (GUARD, STRIKE):
            return Refusal("guard-or-strike", self.cite, unit.index)
        if unit.sheet.shield:
            return Refusal("hand-holds-shield", self.cite, unit.index)
        if not has_second_blade(unit):
            return Refusal("no-second-blade", self.cite, unit.index)
        if is_used(unit):
            return Refusal("used-up", self.cite, unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.sheet.has("second_blade"):
            return []
        return [Choice(unit.index, self.verb, note=note) for note in (GUARD, STRIKE)]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        kind = WARDED if choice.note == GUARD else FEINTING
        unit.effects = [*unit.effects, Effect(kind, unit.index, UNTIL_NEXT_TURN, BLADE)]
        if battle.log is not None:
            battle.emit(Conditioned(unit.index, kind.name, UNTIL_NEXT_TURN))


def has_second_blade(unit: Unit) -> bool:
    weapon = unit.weapon()
    if weapon is None or weapon.two_handed or weapon.unarmed or weapon.natural:
        return False
    return second_of(unit, int(unit.wielded)) >= 0


def is_used(unit: Unit) -> bool:
    """Whether the second weapon is already used this turn."""
    for effect in unit.effects:
        if effect.until == UNTIL_NEXT_TURN and effect.kind in (WARDED, FEINTING):
            return True
    return False


RAGE: Final = FallIntoRage("rage", "Battle rage", FREE, False, "DOL-048")
SECOND_BLADE: Final = SecondBlade("second-blade", "Second blade", FREE, False, "DOL-048", "n")

register_option(OptionEntry(
    "rage", "guard", OptionWords("fall into a rage", "falls into a rage"), icon="enrage",
))  # fmt: skip
register_option(OptionEntry(
    "second-blade", "attack", OptionWords("use the second blade to {note}", "uses the second blade",
    name="Second blade"), icon="dervish-swords",
))  # fmt: skip
