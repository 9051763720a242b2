"""A declared spell or rune, and what disrupts it before its caster acts."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.magic_events import CastSpoiled
from shieldwall.engine.rounds.acting_sides import has_yet_to_act
from shieldwall.engine.ruleset import OwnDial
from shieldwall.engine.state.condition import UNTIL_END_OF_ROUND, Condition
from shieldwall.engine.state.state import Effect, Unit

BY_HIT_OR_SAVE: Final = 0
BY_HARM: Final = 1
BY_EITHER: Final = 2

SPELL_DISRUPTED_BY: Final = OwnDial("spell_disrupted_by", "what disrupts a declared spell")


class DeclaredSpell(Condition):
    def when_disturbed(self, effect: Effect, battle: Battle, unit: Unit, harmed: bool) -> None:
        """DOL-035: a hit, a failed save or harm before its side's turn disrupts the declaration.

        The text has two sentences on this, each sufficient; a table may play by only one. The spell
        is erased, the rune counts as used, and the action is lost (DOL-036, DOL-037).
        """
        if SPELL_DISRUPTED_BY.of(battle.rules) == (BY_HIT_OR_SAVE if harmed else BY_HARM):
            return
        if effect.value < 0 or not has_yet_to_act(battle.state.clock, int(unit.side)):
            return
        number = int(effect.value)
        unit.forgotten |= 1 << number
        unit.mains = 0
        unit.effects = [
            Effect(PLEDGED, unit.index, UNTIL_END_OF_ROUND, -1) if other is effect else other
            for other in unit.effects
        ]
        if battle.log is not None:
            battle.emit(CastSpoiled(unit.index, unit.sheet.spells[number].name, "disrupted"))


PLEDGED: Final = DeclaredSpell(
    47, "pledged", "Has declared the spell or rune of number `value`; -1 once disrupted."
)
