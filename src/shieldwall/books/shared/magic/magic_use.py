"""Using magic without casting: declared spells, glamours, items, scrolls."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.books.dolmenwood.declarations import is_forgotten
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.magic.casting import spell_choices
from shieldwall.books.shared.shared_dials import CHECK_DIFFICULTY
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import check_total
from shieldwall.engine.events.magic_events import CastBegan, CastSpoiled
from shieldwall.engine.listing import MAIN_LEFT, SPELLS
from shieldwall.engine.magic.spell_data import (
    GLAMOUR,
    INSTANT,
    ITEM,
    SCROLL,
    Casting,
    Spell,
)
from shieldwall.engine.magic.spell_effects import Work, affect, all_once, take_effect
from shieldwall.engine.magic.targeting import spell_name, why_not_aimed
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.visibility import reveal
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import INT, MAGIC
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice, Refusal

MISFIRE: Final = 3
"""Margin of failure at which a scroll turns on its reader."""


def pledged(unit: Unit) -> int:
    """Index of its declared spell; -1 for none or a disrupted one."""
    declared = unit.effect(PLEDGED) if unit.effects else None
    return -1 if declared is None else int(declared.value)


class UseMagic(ActionSpec):
    """One sort of magic at a target in sight; spells and runes only as declared (DOL-010)."""

    def __init__(self, verb: str, title: str, sort: int, cite: str) -> None:
        super().__init__(verb, title, MAIN, False, cite, "tpn")
        self.sort: i64 = sort
        self.needs = MAIN_LEFT | SPELLS

    def another(self) -> ActionSpec:
        return UseMagic(self.verb, self.title, int(self.sort), self.cite)

    def find(self, unit: Unit, note: str) -> int:
        """Index of the spell a note names, preferring the declared one; -1 for none."""
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
        """Check memory and declaration."""
        spell = unit.sheet.spells[number]
        if spell.cost == INSTANT:
            return Refusal("is-instant", self.cite, unit.index)
        if self.sort < GLAMOUR:
            if is_forgotten(battle, unit, number):
                return Refusal("is-forgotten", "DOL-036", unit.index)
        elif unit.forgotten >> number & 1:
            return Refusal("power-spent", self.cite, unit.index)
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
        self.work(battle, unit, spell, choice)

    def work(self, battle: Battle, unit: Unit, spell: Spell, choice: Choice) -> None:
        take_effect(battle, Casting(unit, spell), choice, None)


def is_used_up(spell: Spell) -> bool:
    """A spell is forgotten, a rune is used up; glamours and items have their own number of uses."""
    return spell.sort < GLAMOUR or spell.uses == 1


class Activate(UseMagic):
    """Use a wand or staff, while it has charges (SOV-045)."""

    def why_no_use(self, battle: Battle, unit: Unit, number: int) -> Refusal | None:
        if unit.effects and unit.effect(HELPLESS) is not None:
            return Refusal("is-helpless", self.cite, unit.index)
        return super().why_no_use(battle, unit, number)

    def another(self) -> ActionSpec:
        return Activate(self.verb, self.title, int(self.sort), self.cite)


class ReadScroll(Activate):
    """Read a scroll; a reader without enough skill may waste it, or worse (C-SOV, casting)."""

    def another(self) -> ActionSpec:
        return ReadScroll(self.verb, self.title, int(self.sort), self.cite)

    def work(self, battle: Battle, unit: Unit, spell: Spell, choice: Choice) -> None:
        if is_learned(unit, spell):
            super().work(battle, unit, spell, choice)
            return
        short = self.failing(battle, unit, spell)
        if short <= 0:
            super().work(battle, unit, spell, choice)
        elif short < MISFIRE:
            if battle.log is not None:
                battle.emit(CastSpoiled(unit.index, spell.name, "fizzles"))
        else:
            if battle.log is not None:
                battle.emit(CastSpoiled(unit.index, spell.name, "misfires"))
            if not all_once(spell):
                affect(Work(battle, unit, spell, unit.sheet.caster_level), unit)

    def failing(self, battle: Battle, unit: Unit, spell: Spell) -> int:
        """INT/Magic minus the spell's level: the margin of failure, 0 on a success."""
        needed: i64 = CHECK_DIFFICULTY.of(battle.rules)
        worse: i64 = -spell.level
        total = check_total(battle, unit, (INT,), (MAGIC,), "scroll", worse, needed, self.cite)
        return int(needed - total) if total < needed else 0


def is_learned(unit: Unit, spell: Spell) -> bool:
    """Whether its magic skill, or a creature's caster level, is at least the spell's level."""
    if unit.sheet.creature and unit.sheet.caster_level >= 2 * spell.level - 1:
        return True
    return unit.sheet.skill_in(MAGIC) >= spell.level


ACTIVATE: Final = Activate("activate", "Use a magic item", ITEM, "SOV-045")
READ_SCROLL: Final = ReadScroll("read", "Read a scroll", SCROLL, "SOV-045")

MAGIC_VERBS: Final = ("cast", "rune", "glamour", ACTIVATE.verb, READ_SCROLL.verb)
"""The verb of each sort of magic."""

register_option(OptionEntry(
    "activate", "magic", OptionWords("use {the_note}{on_target}{at_square}", "uses {note}",
    name="Magic item"), icon="crystal-wand",
))  # fmt: skip
register_option(OptionEntry(
    "read", "magic", OptionWords("read {the_note}{on_target}{at_square}", "reads {note}",
    name="Scroll"), icon="scroll-unfurled",
))  # fmt: skip
