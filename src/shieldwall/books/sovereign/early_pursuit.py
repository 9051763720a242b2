"""Pursuit decided by one check: the faster side wins; at equal speed the pursuers' group rolls."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.pursuit import conclude, pace
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import joint_modifier
from shieldwall.engine.events.clock_events import GroupChecked, Pursued
from shieldwall.engine.events.event import Term
from shieldwall.engine.state.sheet import CON, DEX, EXERT
from shieldwall.engine.state.state import Unit

HALF_HEARTED: Final = "half-hearted"
ENRAGED: Final = "enraged"
ROUNDS_A_MINUTE: Final = 6


def after_the_fight_by_check(battle: Battle, team: int) -> None:
    conclude(battle, team, chase_by_check, (ENRAGED, HALF_HEARTED))


register_procedure(
    after_the_fight_by_check, "the winner may pursue, with one opposed check", "SVE-026"
)


def chase_by_check(battle: Battle, pursuers: list[Unit], fleers: list[Unit], temper: str) -> str:
    """SVE-026: speed decides; at equal speed DEX or CON with Exert, group against group."""
    if battle.log is not None:
        battle.emit(Pursued(pursuers[0].side, fleers[0].side))
    near = pace(battle, pursuers)
    far = pace(battle, fleers)
    if near != far:
        return "caught" if near > far else "escaped"
    first = battle.roll("chase", 6)
    second = battle.roll("chase", 6)
    own: i64 = joint_modifier(pursuers, (DEX, CON), (EXERT,))
    mood: i64 = 1 if temper == ENRAGED else -1 if temper == HALF_HEARTED else 0
    crowd: i64 = -1 if len(pursuers) > len(fleers) else 0
    start: i64 = head_start(battle, fleers)
    total: i64 = first + second + own + mood + crowd + start
    needed: i64 = battle.rules.opposed_base + joint_modifier(fleers, (DEX, CON), (EXERT,))
    if battle.log is not None:
        event = GroupChecked(pursuers[0].side, "chase", total, needed, total >= needed)
        event.terms = [
            Term("2d6", first + second, "SVE-026"),
            Term("group", own, "SVE-026"),
            Term("more pursuers", crowd, "SVE-026"),
            Term("head start", start, "SVE-026"),
            Term("temper", mood, "SVE-026"),
        ]
        battle.emit(event)
    return "caught" if total >= needed else "escaped"


def head_start(battle: Battle, fleers: list[Unit]) -> i64:
    """The pursuers' modifier for the rounds since the last fleeing unit left."""
    left = 0
    for unit in fleers:
        left = max(left, unit.fell)
    rounds = battle.state.clock.round - left
    if rounds <= 1:
        return 2 - rounds
    return 0 if rounds <= ROUNDS_A_MINUTE else -2
