"""Who acts together and who has yet to act; and what harm does to a spell that was declared.

Where sides act in an order that is rolled anew each round, a caster who has declared a spell or a
rune and has yet to act loses it to a hit, a failed save or harm (DOL-035 to DOL-038).
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.magic_events import CastSpoiled
from shieldwall.engine.state.condition import PLEDGED, UNTIL_END_OF_ROUND
from shieldwall.engine.state.state import Clock, Effect, Unit


def group_end(clock: Clock) -> int:
    """The place after the last of the sides that act together with the one whose turn it is."""
    end = clock.turn + 1
    while end < len(clock.order) and clock.joined >> end & 1:
        end += 1
    return end


def acting(clock: Clock) -> list[int]:
    """The side whose turn it is, and those that act at the same time (DOL-016)."""
    return clock.order[clock.turn : group_end(clock)]


def has_yet_to_act(clock: Clock, side: int) -> bool:
    """Whether a side has lost initiative to the one that is acting."""
    return side in clock.order[group_end(clock) :]


BY_HIT_OR_SAVE: Final = 0
BY_HARM: Final = 1
BY_EITHER: Final = 2


def disrupt(battle: Battle, unit: Unit, harmed: bool) -> None:
    """DOL-035: hit, a save failed, or harmed before its side's turn: what it has declared fails.

    Two sentences say so, and either is enough; a table may go by one of them alone. The spell is
    erased, the rune counts as used, and the action is lost with it (DOL-036, DOL-037).
    """
    if battle.rules.spell_disrupted_by == (BY_HIT_OR_SAVE if harmed else BY_HARM):
        return
    pledged = unit.effect(PLEDGED)
    if pledged is None or pledged.value < 0:
        return
    if not has_yet_to_act(battle.state.clock, int(unit.side)):
        return
    number = int(pledged.value)
    unit.forgotten |= 1 << number
    unit.mains = 0
    unit.effects = [
        Effect(PLEDGED, unit.index, UNTIL_END_OF_ROUND, -1) if effect is pledged else effect
        for effect in unit.effects
    ]
    if battle.log is not None:
        battle.emit(CastSpoiled(unit.index, unit.sheet.spells[number].name, "disrupted"))
