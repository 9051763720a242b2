"""Declarations of Dolmenwood before initiative: spells, runes, flight and parry."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import DEFENDING, RAGING
from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.books.dolmenwood.dolmenwood_dials import PARRY_AC
from shieldwall.books.shared.retreat import give_up
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.phase_events import Declared
from shieldwall.engine.magic.spell_data import GLAMOUR, INSTANT, Spell
from shieldwall.engine.option import (
    DUELLED,
    GIVES_UP,
    OUT_OF_TURN,
    SEARCHED,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import DECLARING
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.state.condition import FLEEING, UNTIL_END_OF_ROUND
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window


def spell_number(unit: Unit, name: str) -> int:
    """The first spell with this name that is not forgotten, otherwise the first; -1 for none."""
    found = -1
    for number, spell in enumerate(unit.sheet.spells):
        if spell.name == name:
            if not unit.forgotten >> number & 1:
                return number
            if found < 0:
                found = number
    return found


def is_forgotten(battle: Battle, unit: Unit, number: int) -> bool:
    """DOL-036: whether a spell is forgotten."""
    return unit.forgotten >> number & 1 != 0 and battle.holds("DOL-036", unit)


def must_be_declared(spell: Spell) -> bool:
    """DOL-010: spells and runes; glamours and items need no declaration."""
    return spell.sort < GLAMOUR and spell.cost != INSTANT


def is_unnerved(battle: Battle, unit: Unit) -> bool:
    """Whether it must try to get away."""
    unnerved = unit.broken or unit.effect(TERRIFIED) is not None
    return unnerved and battle.holds("DOL-040", unit)


class Declare(ReactionSpec):
    """DOL-010: the spell or rune to use this round; its target is chosen later."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if is_unnerved(battle, unit):
            return False
        for number, spell in enumerate(unit.sheet.spells):
            if must_be_declared(spell) and not is_forgotten(battle, unit, number):
                return True
        return False

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if is_unnerved(battle, unit):
            return Refusal("is-broken", "DOL-040", unit.index)
        number = spell_number(unit, choice.note.lower())
        if number < 0:
            return Refusal("no-such-spell", self.cite, unit.index)
        if not must_be_declared(unit.sheet.spells[number]):
            return Refusal("needs-no-declaring", self.cite, unit.index)
        if is_forgotten(battle, unit, number):
            return Refusal("is-forgotten", "DOL-036", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        names: list[str] = []
        for spell in unit.sheet.spells:
            if must_be_declared(spell) and spell.name not in names:
                names.append(spell.name)
        return [Choice(unit.index, self.verb, note=name) for name in names]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        number = spell_number(unit, choice.note.lower())
        pledge = Effect(PLEDGED, unit.index, UNTIL_END_OF_ROUND, number)
        unit.effects = [*unit.effects, pledge]
        if battle.log is not None:
            battle.emit(Declared(unit.index, unit.sheet.spells[number].name))


class Flee(ReactionSpec):
    """DOL-019: move at more than half Speed out of melee; the attack is forfeit."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return unit.in_melee != 0 and (not unit.effects or unit.effect(RAGING) is None)

    def compels(self, battle: Battle, unit: Unit) -> bool:
        """DOL-040: a broken unit must flee or surrender."""
        return unit.broken and unit.in_melee != 0 and battle.holds("DOL-040", unit)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if unit.in_melee == 0:
            return Refusal("not-in-melee", "DOL-010", unit.index)
        if unit.effects and unit.effect(RAGING) is not None:
            return Refusal("is-raging", "DOL-048", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        flight = Effect(FLEEING, unit.index, UNTIL_END_OF_ROUND, 0, unit.in_melee)
        unit.effects = [*unit.effects, flight]
        if battle.log is not None:
            battle.emit(Declared(unit.index, "flight"))


class Surrender(ReactionSpec):
    """DOL-040: the alternative to flight for a broken unit."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return unit.broken

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        return None if unit.broken else Refusal("is-not-broken", "DOL-040", unit.index)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        give_up(battle, unit)


class Parry(ReactionSpec):
    """An optional rule: no attack this round, and a better AC (G-43)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return unit.in_melee != 0 and not is_unnerved(battle, unit)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if is_unnerved(battle, unit):
            return Refusal("is-broken", "DOL-040", unit.index)
        if unit.in_melee == 0:
            return Refusal("not-in-melee", self.cite, unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        better: i64 = PARRY_AC.of(battle.rules)
        unit.effects = [*unit.effects, Effect(DEFENDING, unit.index, UNTIL_END_OF_ROUND, better)]
        if battle.log is not None:
            battle.emit(Declared(unit.index, "parry"))


DECLARE: Final = Declare("declare", "Declare a spell or rune", (DECLARING,), "DOL-010", uses="n")
FLEE: Final = Flee("flee", "Declare to flee from melee", (DECLARING,), "DOL-019", uses="")
SURRENDER: Final = Surrender("surrender", "Surrender", (DECLARING,), "DOL-040", uses="")
PARRY: Final = Parry("parry", "Parry", (DECLARING,), "DOL-049", uses="")
for _declaration in (DECLARE, FLEE, SURRENDER, PARRY):
    _declaration.optional = False

register_option(OptionEntry(
    "declare", "other", OptionWords("declare {note}", "begins to cast {note}"),
    marks=OUT_OF_TURN | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "flee", "move", OptionWords("declare fleeing", "flees from the melee"),
    marks=OUT_OF_TURN | GIVES_UP,
))  # fmt: skip
register_option(OptionEntry(
    "parry", "guard", OptionWords("declare a parry", "gives up the attack to parry"),
    icon="sword-clash", marks=OUT_OF_TURN | SEARCHED | DUELLED,
))  # fmt: skip
