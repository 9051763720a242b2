"""What powers and spells do to bodies: holding, wearing out, throwing down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.core.battle import Battle
from shieldwall.core.effect_kinds import GRAPPLING, HELPLESS, UNTIL_END_OF_FIGHT
from shieldwall.core.effects import add_effect
from shieldwall.core.events_deeds import Grappled, WentProne
from shieldwall.core.events_magic import Strained
from shieldwall.core.injury import grip_reach, note_locks, release, victim_of
from shieldwall.core.space.measure import distance
from shieldwall.core.state import Effect, Unit

if TYPE_CHECKING:
    from shieldwall.core.spellwork import Work


def exhaust(work: Work, target: Unit, amount: i64) -> None:
    """System Strain that is forced on a body; beyond what it bears it lies helpless."""
    battle = work.battle
    most: i64 = target.sheet.constitution
    target.strain += amount
    if battle.log is not None:
        battle.emit(Strained(target.index, target.strain, most))
    if target.strain > most:
        add_effect(battle, target, Effect(HELPLESS, work.caster.index, UNTIL_END_OF_FIGHT))
        become_helpless(battle, target)


def get_hold(battle: Battle, holder: Unit, target: Unit) -> None:
    """SOV-127 without the check: claws, coils or jaws close on it."""
    if victim_of(holder) >= 0 or target.sheet.nature.incorporeal or target.inside >= 0:
        return
    # One who stepped in the way may be out of its grasp.
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
    """What it was doing is over."""
    release(battle, target)
    target.mains = 0
    target.moves = 0
    target.flurry = ()


def knock_down(battle: Battle, target: Unit) -> None:
    if not target.prone:
        target.prone = True
        if battle.log is not None:
            battle.emit(WentProne(target.index))
