"""Casting in Aachen: it costs points, and a check decides whether the spell works (C-AAC)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.magic.casting import spell_choices
from shieldwall.books.shared.shared_dials import CHECK_DIFFICULTY
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import check_terms, modifier
from shieldwall.engine.events.clock_events import Checked
from shieldwall.engine.events.magic_events import CastBegan, CastSpoiled
from shieldwall.engine.listing import MAIN_LEFT, SPELLS
from shieldwall.engine.magic.spell_data import INSTANT, SPELL_SORT, Casting, Spell
from shieldwall.engine.magic.spell_effects import take_effect
from shieldwall.engine.magic.targeting import spell_of, why_not_aimed
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.visibility import reveal
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import CHA, INT, MAGIC, WIS
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice, Refusal

MINDS: Final = (INT, WIS, CHA)


def points(spell: Spell) -> i64:
    """The casting points of a spell: its level, at least one; none for an art."""
    if spell.art:
        return 0
    return spell.level if spell.level > 1 else 1


class CastByPoints(ActionSpec):
    """Cast: a Main Action, casting points, and 2d6 with the skill against 8 (AAC-014)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, MAIN)
        if refusal is not None:
            return refusal
        spell = spell_of(unit.sheet.spells, choice.note)
        if spell is None or spell.sort != SPELL_SORT:
            return Refusal("no-such-spell", self.cite, unit.index)
        refusal = self.why_cannot(battle, unit, spell)
        return why_not_aimed(battle, unit, spell, choice) if refusal is None else refusal

    def why_cannot(self, battle: Battle, unit: Unit, spell: Spell) -> Refusal | None:
        if spell.cost == INSTANT:
            return Refusal("is-instant", self.cite, unit.index)
        if unit.locked and battle.holds("SOV-130", unit):
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        if unit.effects:
            if unit.effect(HELPLESS) is not None:
                return Refusal("is-helpless", self.cite, unit.index)
            if unit.effect(TERRIFIED) is not None and battle.holds("SOV-045", unit):
                return Refusal("is-terrified", "SOV-045", unit.index)
        if unit.casts < points(spell):
            return Refusal("no-casts-left", self.cite, unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        found: list[Choice] = []
        for spell in unit.sheet.spells:
            if spell.sort == SPELL_SORT and self.why_cannot(battle, unit, spell) is None:
                found.extend(spell_choices(battle, unit, self.verb, spell))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        spell = spell_of(unit.sheet.spells, choice.note)
        assert spell is not None
        pay(unit, MAIN)
        unit.casts -= points(spell)
        battle.state.clock.alarm = True
        if battle.log is not None:
            battle.emit(CastBegan(unit.index, spell.name))
        reveal(battle, unit)
        if succeeds(battle, unit, self.cite):
            take_effect(battle, Casting(unit, spell), choice, None)
        elif battle.log is not None:
            battle.emit(CastSpoiled(unit.index, spell.name, "not mastered"))


def succeeds(battle: Battle, unit: Unit, cite: str) -> bool:
    """Roll 2d6 plus the skill; the worst two of three dice if the caster was hurt this round."""
    first: i64 = battle.roll("cast", 6, unit.index)
    second: i64 = battle.roll("cast", 6, unit.index)
    dice: i64 = first + second
    if unit.hurt:
        third: i64 = battle.roll("cast", 6, unit.index)
        dice += third - max(first, second, third)
    total: i64 = dice + modifier(unit, MINDS, (MAGIC,))
    needed: i64 = CHECK_DIFFICULTY.of(battle.rules)
    if battle.log is not None:
        event = Checked(unit.index, "casting", total, needed, total >= needed)
        event.terms = check_terms(battle.rules.ids, unit, MINDS, (MAGIC,), int(dice), cite)
        battle.emit(event)
    return total >= needed


CAST: Final = CastByPoints("cast", "Cast a spell", MAIN, False, "AAC-014", "tpn")
CAST.is_attack = True
CAST.needs = MAIN_LEFT | SPELLS
