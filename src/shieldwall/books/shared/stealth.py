"""Hiding from foes without a clear view (SOV-087, SOV-105)."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.body_conditions import HIDDEN
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import group_modifier, roll_check
from shieldwall.engine.events.action_events import Hid
from shieldwall.engine.move.movement import provoke
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.sight.cover import NONE
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import knows_place, sees
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import DEX, NOTICE, SNEAK, WIS
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal


class Hide(ActionSpec):
    """Hide: DEX/Sneak against each side's WIS/Notice."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        state = battle.state
        if unit.sheet.has("lies_low"):
            return None
        for foe in state.units:
            if (
                foe.status == ACTIVE
                and battle.are_foes(unit, foe)
                and knows_place(state, unit.side, foe)
                and sees(state, foe, unit)
                and cover_from(state.grid, foe, unit) == NONE
                and battle.holds("SOV-105", unit)
            ):
                return Refusal("in-plain-view", "SOV-105", unit.index, foe.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if self.provokes and not provoke(battle, unit):
            return
        state = battle.state
        whom = 0
        watch = 0
        for side in range(len(state.sides)):
            if state.sides[side].team != state.sides[unit.side].team:
                whom |= 1 << side
                watch = max(watch, int(group_modifier(state, side, WIS, NOTICE)))
        needed = battle.rules.opposed_base + watch
        if roll_check(battle, unit, (DEX,), (SNEAK,), "hide", 0, needed, "SOV-087"):
            unit.effects = [*unit.effects, Effect(HIDDEN, unit.index, UNTIL_END_OF_FIGHT, 0, whom)]
            unit.unknown_to |= whom
            state.murky = True
            if battle.log is not None:
                battle.emit(Hid(unit.index))


HIDE: Final = Hide("hide", "Use a Skill: hide", MAIN, True, "SOV-087")
HIDE.is_paid = True

register_option(OptionEntry(
    "hide", "guard", OptionWords("hide", "hides", noun="attempt to hide"), icon="hidden",
))  # fmt: skip
