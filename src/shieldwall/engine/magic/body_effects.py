"""Effects of powers and spells on bodies: holding, exhausting, knocking down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Grappled, WentProne
from shieldwall.engine.events.magic_events import Strained
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import GRAPPLING, HELPLESS, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.wounds.effects import add_effect
from shieldwall.engine.wounds.injury import grip_reach, note_locks, release, victim_of

if TYPE_CHECKING:
    from shieldwall.engine.magic.spell_effects import Work


def exhaust(work: Work, target: Unit, amount: i64) -> None:
    """Force System Strain on a unit; above its maximum the unit is helpless."""
    battle = work.battle
    most: i64 = target.sheet.constitution
    target.strain += amount
    if battle.log is not None:
        battle.emit(Strained(target.index, target.strain, most))
    if target.strain > most:
        add_effect(battle, target, Effect(HELPLESS, work.caster.index, UNTIL_END_OF_FIGHT))
        become_helpless(battle, target)


def get_hold(battle: Battle, holder: Unit, target: Unit) -> None:
    """Grapple with claws, coils or jaws, without the check of SOV-127."""
    if victim_of(holder) >= 0 or target.sheet.incorporeal or target.inside >= 0:
        return
    # A screening unit may be out of reach.
    if holder.inside >= 0 or distance(holder, target) > grip_reach(holder):
        return
    whom = 1 << int(target.index)
    holder.effects = [
        *holder.effects, Effect(GRAPPLING, holder.index, UNTIL_END_OF_FIGHT, 0, whom)
    ]  # fmt: skip
    note_locks(battle)
    if battle.log is not None:
        battle.emit(Grappled(target.index, holder.index))


def become_helpless(battle: Battle, target: Unit) -> None:
    """Interrupt the unit's current activity."""
    release(battle, target)
    target.mains = 0
    target.moves = 0
    target.flurry = ()


def knock_down(battle: Battle, target: Unit) -> None:
    if not target.prone:
        target.prone = True
        if battle.log is not None:
            battle.emit(WentProne(target.index))
