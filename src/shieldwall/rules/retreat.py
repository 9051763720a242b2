"""Getting away: leaving the map at its edge, or giving up."""

from __future__ import annotations

from typing import Final

from shieldwall.core.battle import Battle, Window
from shieldwall.core.events_clock import LeftMap
from shieldwall.core.events_rounds import Surrendered
from shieldwall.core.flow import pay
from shieldwall.core.injury import release
from shieldwall.core.morale import at_edge, group_shaken
from shieldwall.core.movement import place_of, strikers
from shieldwall.core.points import LEAVING_REACH
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import MOVE, ActionSpec
from shieldwall.core.state import FLED, SURRENDERED, Unit
from shieldwall.rules.actions import why_cannot_pay


class Leave(ActionSpec):
    """Leave the fight over the edge of the map; those whose reach one leaves may strike (G-25)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if unit.locked:
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        off = not at_edge(battle, unit, place_of(battle.state.grid, unit))
        if off and battle.holds("SOV-034", unit):
            return Refusal("not-at-the-edge", "SOV-034", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        here = place_of(battle.state.grid, unit)
        who = [threat.foe for threat in strikers(battle, unit) if threat.covers(unit, here)]
        if who and battle.halted(Window(LEAVING_REACH, unit.index, who)):
            return
        unit.status = FLED
        unit.fell = battle.state.clock.round
        battle.state.clock.stirred = True
        if battle.log is not None:
            battle.emit(LeftMap(unit.index))
        group_shaken(battle, unit.side)


def give_up(battle: Battle, unit: Unit) -> None:
    """Out of the fight, and counted among the defeated (G-48)."""
    release(battle, unit)
    unit.status = SURRENDERED
    unit.effects = []
    unit.flurry = ()
    battle.state.clock.stirred = True
    if battle.log is not None:
        battle.emit(Surrendered(unit.index))


class GiveUp(ActionSpec):
    """DOL-039, AAC-041: to lay down one's arms, or to ask for terms."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        give_up(battle, unit)


LEAVE: Final = Leave("leave", "Leave the map", MOVE, True, "SOV-034")
