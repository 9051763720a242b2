"""Magic in Dolmenwood: spells, runes, glamours, items, and turning the undead (DOL-033)."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.books.dolmenwood.declarations import is_forgotten
from shieldwall.books.dolmenwood.dolmenwood_dials import TURNING_STEP
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.magic.magic_use import UseMagic, pledged
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.phase_events import Turned
from shieldwall.engine.magic.spell_data import GLAMOUR, ITEM, RUNE, SPELL_SORT
from shieldwall.engine.magic.spell_effects import NO_MOST, take_hold
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import knows_place, sees
from shieldwall.engine.state.condition import HELPLESS, LASTING
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.effects import bring_down

# Results of turning undead (C-DOL).
STUNNED: Final = 5
FLEES: Final = 7
DESTROYED: Final = 13
STUN_ROUNDS: Final = 1
TURN_OF_ROUNDS: Final = 60
"""A Turn of ten minutes, in rounds of ten seconds (DOL-005)."""


def has_magic(battle: Battle, unit: Unit) -> bool:
    """Whether it could do anything in its side's magic phase."""
    if unit.sheet.turning or pledged(unit) >= 0:
        return True
    for number, spell in enumerate(unit.sheet.spells):
        if spell.sort >= GLAMOUR or not battle.holds("DOL-011", unit):
            if not is_forgotten(battle, unit, number):
                return True
    return False


class TurnUndead(ActionSpec):
    """Turn the undead in sight: 2d6 and a number of units, nearest first (C-DOL)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.sheet.turning == 0:
            return Refusal("cannot-turn", self.cite, unit.index)
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if not undead_in_sight(battle, unit):
            return Refusal("no-undead-in-sight", "DOL-034", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)] if unit.sheet.turning else []

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        battle.state.clock.alarm = True
        roll = int(battle.roll("turning", 6, unit.index) + battle.roll("turning", 6, unit.index))
        if battle.log is not None:
            battle.emit(Turned(unit.index, roll))
        touched = [
            foe
            for foe in undead_in_sight(battle, unit)
            if turning_total(battle, unit, foe, roll) >= STUNNED
        ]
        if not touched:
            return
        number = int(
            battle.roll("undead turned", 4, unit.index)
            + battle.roll("undead turned", 4, unit.index)
        )
        for foe in touched[:number]:
            turn(battle, unit, foe, turning_total(battle, unit, foe, roll))


def undead_in_sight(battle: Battle, unit: Unit) -> list[Unit]:
    state = battle.state
    found = [
        foe
        for foe in state.units
        if foe.status == ACTIVE
        and foe.sheet.undead
        and battle.are_foes(unit, foe)
        and knows_place(state, unit.side, foe)
        and cover_from(state.grid, unit, foe) != BLOCKED
        and sees(state, unit, foe)
    ]
    found.sort(key=lambda foe: (int(distance(unit, foe)), int(foe.index)))
    return found


def turning_total(battle: Battle, unit: Unit, foe: Unit, roll: int) -> int:
    """The roll, adjusted for weaker or stronger undead."""
    return roll + int(TURNING_STEP.of(battle.rules)) * (unit.sheet.turning - foe.sheet.hit_dice)


def turn(battle: Battle, unit: Unit, foe: Unit, total: int) -> None:
    now = battle.state.clock.round
    if total >= DESTROYED:
        bring_down(battle, foe, unit.index, False)
        battle.rules.morale(battle, foe)
    elif total >= FLEES:
        terror = Effect(TERRIFIED, unit.index, LASTING + now + TURN_OF_ROUNDS, 0, 0, 1)
        TERRIFIED.fit(terror, foe, NO_MOST)
        take_hold(battle, unit, foe, terror)
    else:
        until = LASTING + now + STUN_ROUNDS
        take_hold(battle, unit, foe, Effect(HELPLESS, unit.index, until, 0, 0, 1))


CAST: Final = UseMagic("cast", "Cast a spell", SPELL_SORT, "DOL-033")
RUNE_USE: Final = UseMagic("rune", "Use a fairy rune", RUNE, "DOL-033")
GLAMOUR_USE: Final = UseMagic("glamour", "Use a glamour", GLAMOUR, "DOL-033")
ITEM_USE: Final = UseMagic("activate", "Activate a magic item", ITEM, "DOL-033")
TURN_UNDEAD: Final = TurnUndead("turn", "Turn the undead", MAIN, False, "DOL-033")

register_option(OptionEntry(
    "glamour", "magic", OptionWords("use the glamour {note}{on_target}{at_square}",
    "uses the glamour {note}{on_target}"), icon="fairy-wings",
))  # fmt: skip
register_option(OptionEntry(
    "rune", "magic", OptionWords("use the rune {note}{on_target}{at_square}",
    "uses the rune {note}{on_target}"), icon="rune-stone",
))  # fmt: skip
register_option(OptionEntry(
    "turn", "magic", OptionWords("turn undead", "turns the undead", name="Turn undead"),
    icon="holy-symbol",
))  # fmt: skip
