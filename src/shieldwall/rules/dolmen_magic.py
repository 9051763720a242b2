"""Magic in Dolmenwood: spells, runes, glamours, items, and turning the undead (DOL-033)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.aiming import spell_name, why_not_aimed
from shieldwall.core.battle import Battle
from shieldwall.core.effect_kinds import (
    HELPLESS,
    LASTING,
    PLEDGED,
    TERRIFIED,
)
from shieldwall.core.effects import bring_down
from shieldwall.core.events_magic import CastBegan
from shieldwall.core.events_rounds import Turned
from shieldwall.core.flow import pay
from shieldwall.core.magic import GLAMOUR, INSTANT, ITEM, RUNE, SPELL_SORT, Casting, Spell
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import MAIN, ActionSpec
from shieldwall.core.senses import knows_place, reveal, sees
from shieldwall.core.space.measure import distance
from shieldwall.core.space.sight import BLOCKED
from shieldwall.core.space.threat import cover_from
from shieldwall.core.spellwork import take_effect, take_hold
from shieldwall.core.state import ACTIVE, Effect, Unit
from shieldwall.rules.actions import why_cannot_pay
from shieldwall.rules.casting import spell_choices
from shieldwall.rules.declarations import is_forgotten

# What turning comes to (C-DOL).
STUNNED: Final = 5
FLEES: Final = 7
DESTROYED: Final = 13
STUN_ROUNDS: Final = 1
TURN_OF_ROUNDS: Final = 60
"""A Turn of ten minutes, in rounds of ten seconds (DOL-005)."""


def pledged(unit: Unit) -> int:
    """The number of the spell it has declared, -1 for none or one that was disrupted."""
    declared = unit.effect(PLEDGED) if unit.effects else None
    return -1 if declared is None else int(declared.value)


class UseMagic(ActionSpec):
    """One sort of magic, at a target in sight; spells and runes only as declared (DOL-010)."""

    def __init__(self, verb: str, title: str, sort: int, cite: str) -> None:
        super().__init__(verb, title, MAIN, False, cite)
        self.sort: i64 = sort
        self.uses = "tpn"

    def another(self) -> ActionSpec:
        return UseMagic(self.verb, self.title, int(self.sort), self.cite)

    def find(self, unit: Unit, note: str) -> int:
        """The spell a note names, the one declared before its namesakes; -1 for none."""
        name = spell_name(note).lower()
        found = -1
        for number, spell in enumerate(unit.sheet.spells):
            if spell.sort == self.sort and spell.name == name:
                if number == pledged(unit):
                    return number
                if found < 0 or unit.forgotten >> found & 1:
                    found = number
        return found

    def why_no_use(self, battle: Battle, unit: Unit, number: int) -> Refusal | None:
        """Memory and declaration."""
        spell = unit.sheet.spells[number]
        if spell.cost == INSTANT:
            return Refusal("is-instant", self.cite, unit.index)
        if is_forgotten(battle, unit, number):
            return Refusal("is-forgotten", "DOL-036", unit.index)
        if self.sort < GLAMOUR and number != pledged(unit) and battle.holds("DOL-011", unit):
            return Refusal("not-declared", "DOL-011", unit.index)
        return None

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        number = self.find(unit, choice.note)
        if number < 0:
            return Refusal("no-such-spell", self.cite, unit.index)
        refusal = self.why_no_use(battle, unit, number)
        if refusal is None:
            refusal = why_not_aimed(battle, unit, unit.sheet.spells[number], choice)
        return refusal

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        found: list[Choice] = []
        seen: list[str] = []
        for spell in unit.sheet.spells:
            if spell.sort != self.sort or spell.name in seen:
                continue
            seen.append(spell.name)
            if self.why_no_use(battle, unit, self.find(unit, spell.name)) is None:
                found.extend(spell_choices(battle, unit, self.verb, spell))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        number = self.find(unit, choice.note)
        spell = unit.sheet.spells[number]
        pay(unit, self.cost)
        if is_used_up(spell):
            unit.forgotten |= 1 << number
        if battle.log is not None:
            battle.emit(CastBegan(unit.index, spell.name))
        battle.state.clock.alarm = True
        reveal(battle, unit)
        take_effect(battle, Casting(unit, spell), choice, None)


def is_used_up(spell: Spell) -> bool:
    """A spell leaves the memory, a rune is used; a glamour or an item as often as it says."""
    return spell.sort < GLAMOUR or spell.uses == 1


def has_magic(battle: Battle, unit: Unit) -> bool:
    """Whether it could do anything at all when its side's magic comes."""
    if unit.sheet.turning or pledged(unit) >= 0:
        return True
    for number, spell in enumerate(unit.sheet.spells):
        if spell.sort >= GLAMOUR or not battle.holds("DOL-011", unit):
            if not is_forgotten(battle, unit, number):
                return True
    return False


class TurnUndead(ActionSpec):
    """Turn the undead in sight: 2d6 and a number of them, the nearest first (C-DOL)."""

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
        roll = int(battle.roll("turning", 6) + battle.roll("turning", 6))
        if battle.log is not None:
            battle.emit(Turned(unit.index, roll))
        touched = [
            foe
            for foe in undead_in_sight(battle, unit)
            if turning_total(battle, unit, foe, roll) >= STUNNED
        ]
        if not touched:
            return
        number = int(battle.roll("undead turned", 4) + battle.roll("undead turned", 4))
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
    """The roll, easier against the lesser and harder against the greater undead."""
    return roll + int(battle.rules.turning_step) * (unit.sheet.turning - foe.sheet.hit_dice)


def turn(battle: Battle, unit: Unit, foe: Unit, total: int) -> None:
    now = battle.state.clock.round
    if total >= DESTROYED:
        battle.state.clock.stirred = True
        bring_down(battle, foe, unit.index, False)
        battle.rules.morale(battle, foe)
    elif total >= FLEES:
        value = 0 if foe.broken else 1
        until = LASTING + now + TURN_OF_ROUNDS
        take_hold(battle, unit, foe, Effect(TERRIFIED, unit.index, until, value, 0, 1))
    else:
        until = LASTING + now + STUN_ROUNDS
        take_hold(battle, unit, foe, Effect(HELPLESS, unit.index, until, 0, 0, 1))


CAST: Final = UseMagic("cast", "Cast a spell", SPELL_SORT, "DOL-033")
RUNE_USE: Final = UseMagic("rune", "Use a fairy rune", RUNE, "DOL-033")
GLAMOUR_USE: Final = UseMagic("glamour", "Use a glamour", GLAMOUR, "DOL-033")
ITEM_USE: Final = UseMagic("activate", "Activate a magic item", ITEM, "DOL-033")
TURN_UNDEAD: Final = TurnUndead("turn", "Turn the undead", MAIN, False, "DOL-033")
