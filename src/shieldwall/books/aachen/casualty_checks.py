"""Immediate 2d6 morale checks: at a side's first casualty and at half its strength (AAC-041)."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.shared_dials import MORALE_LOSSES, TWO_MORALE_CHECKS
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Broke
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.morale.leadership import leaders_bonus
from shieldwall.engine.morale.morale_score import (
    FEARLESS,
    FIRST_DEATH,
    HALF_LOST,
    checked_for,
    home_side,
    mark_checked,
    morale_of,
    roll_morale,
    score_of,
)
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, REMOVED, State, Unit


def check_after_casualty(battle: Battle, loser: Unit) -> None:
    """After harm: check at a side's first casualty, and at the one that brings it to half."""
    if loser.status == ACTIVE or loser.summoned or battle.state.sides[loser.side].players:
        return
    found: list[str] = []
    done = checked_for(battle.state, loser.side)
    down, start = count_fallen(battle.state, loser.side)
    if down > 0 and not done & FIRST_DEATH:
        mark_checked(battle.state, loser.side, FIRST_DEATH)
        found.append("first casualty")
    if down * MORALE_LOSSES.of(battle.rules) >= start and not done & HALF_LOST:
        mark_checked(battle.state, loser.side, HALF_LOST)
        found.append("half down")
    if len(found) > 1 and not TWO_MORALE_CHECKS.of(battle.rules):
        # One check covers both reasons.
        found = found[1:]
    for why in found:
        check_side(battle, loser.side, why, False)


register_procedure(
    check_after_casualty, "2d6 against Morale at the first casualty and at half", "AAC-041"
)


def count_fallen(state: State, side: i64) -> tuple[int, int]:
    """How many units of a side are down or dead, and how many there were."""
    down = 0
    start = 0
    for unit in state.units:
        if home_side(unit) == side and unit.summoned == 0 and unit.status != REMOVED:
            start += 1
            if unit.status in (DOWN, DEAD):
                down += 1
    return down, start


def check_side(battle: Battle, side: i64, why: str, only_untrained: bool) -> None:
    """Roll 2d6; above its morale score the side breaks: it flees or parleys.

    `only_untrained`: only undisciplined units among the surprised (AAC-006).
    """
    members = [
        unit
        for unit in battle.state.units
        if unit.side == side
        and unit.status == ACTIVE
        and not unit.broken
        and not unit.sheet.fearless
        and not (only_untrained and (unit.sheet.disciplined or not unit.surprised))
    ]
    # Units with a morale of 12 never break, whatever the situation adds (DOL-045).
    members = [unit for unit in members if morale_of(battle.state, unit) < FEARLESS]
    if not members:
        return
    score: i64 = score_of(battle.state, members)
    if score >= FEARLESS:
        return
    change: i64 = battle.state.sides[side].morale
    led = leaders_bonus(battle, members)
    change += led
    if score + change >= FEARLESS:
        # 2d6 cannot exceed 12: no roll needed.
        return
    roll = roll_morale(battle)
    held = roll <= score + change
    if battle.log is not None:
        event = MoraleChecked(side, why, roll, score + change, held)
        event.terms.append(Term("morale", score, "AAC-041"))
        if change - led:
            event.terms.append(Term("situation", change - led, "AAC-041"))
        if led:
            event.terms.append(Term("leaders", led, "AAC-041"))
        battle.emit(event)
    if held:
        return
    for unit in members:
        unit.broken = True
        if battle.log is not None:
            battle.emit(Broke(unit.index, why))


def check_surprised(battle: Battle) -> None:
    """AAC-006: surprised undisciplined units check morale at once."""
    state = battle.state
    for side in range(len(state.sides)):
        if not state.sides[side].players and any(
            unit.side == side and unit.surprised for unit in state.units
        ):
            check_side(battle, side, "surprise", True)
