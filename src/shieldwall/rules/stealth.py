"""Hiding: a skill used where nobody is looking (SOV-087, SOV-105)."""

from __future__ import annotations

from typing import Final

from shieldwall.core.battle import Battle
from shieldwall.core.checks import group_modifier, roll_check
from shieldwall.core.effect_kinds import HIDDEN, UNTIL_END_OF_FIGHT
from shieldwall.core.events_deeds import Hid
from shieldwall.core.flow import pay
from shieldwall.core.movement import provoke
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import MAIN, ActionSpec
from shieldwall.core.senses import knows_place, sees
from shieldwall.core.sheet import DEX, NOTICE, SNEAK, WIS
from shieldwall.core.space.sight import NONE
from shieldwall.core.space.threat import cover_from
from shieldwall.core.state import ACTIVE, Effect, Unit
from shieldwall.rules.actions import why_cannot_pay


class Hide(ActionSpec):
    """Hide from those who have no clear view: DEX/Sneak against each side's WIS/Notice."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        state = battle.state
        if unit.sheet.nature.lies_low:
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
