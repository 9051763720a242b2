"""Leaving the map at its edge, and surrendering."""

from __future__ import annotations

from typing import Final

from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.survival_morale import is_at_edge
from shieldwall.engine.action_spec import MOVE, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import LeftMap
from shieldwall.engine.events.phase_events import Surrendered
from shieldwall.engine.move.movement import place_of, strikers
from shieldwall.engine.option import (
    BASIC,
    GIVES_UP,
    NOT_AT_RANDOM,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import LEAVING_REACH
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.state.state import FLED, SURRENDERED, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.injury import release
from shieldwall.engine.wounds.standing import change_status


class Leave(ActionSpec):
    """Leave the fight over the map's edge; foes whose reach the unit leaves may attack (G-25)."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if unit.locked:
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        off = not is_at_edge(battle, unit, place_of(battle.state.grid, unit))
        if off and battle.holds("SOV-034", unit):
            return Refusal("not-at-the-edge", "SOV-034", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        here = place_of(battle.state.grid, unit)
        who = [threat.foe for threat in strikers(battle, unit) if threat.covers(unit, here)]
        if who and battle.halted(Window(LEAVING_REACH, unit.index, who)):
            return
        change_status(battle, unit, FLED)
        unit.fell = battle.state.clock.round
        if battle.log is not None:
            battle.emit(LeftMap(unit.index))
        battle.rules.morale(battle, unit)


def give_up(battle: Battle, unit: Unit) -> None:
    """Take the unit out of the fight, counted as defeated (G-48)."""
    release(battle, unit)
    change_status(battle, unit, SURRENDERED)
    unit.effects = []
    unit.flurry = ()
    if battle.log is not None:
        battle.emit(Surrendered(unit.index))


class GiveUp(ActionSpec):
    """DOL-039, AAC-041: surrender, or ask for terms."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        give_up(battle, unit)


LEAVE: Final = Leave("leave", "Leave the map", MOVE, True, "SOV-034")
LEAVE.is_paid = True

TERMS: Final = ("parley", "surrender")
"""The verbs of giving up, in books that have them: terms first."""

register_option(OptionEntry(
    "leave", "move", OptionWords("leave the fight", "leaves the fight", name="Leave map",
    noun="retreat"), icon="exit-door", marks=GIVES_UP | NOT_AT_RANDOM | BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "parley", "other", OptionWords("parley", "asks for terms"), icon="shaking-hands",
    marks=GIVES_UP,
))  # fmt: skip
register_option(OptionEntry(
    "surrender", "other", OptionWords("surrender", "surrenders"), icon="flying-flag",
    marks=GIVES_UP,
))  # fmt: skip
