"""Morale without dice: wounded units and losing groups retreat (SOV-143 to 146)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.shared_dials import (
    CLEARLY_WINNING,
    MORALE_LOSSES,
    MORALE_STAYS,
    MORALE_WOUNDED,
)
from shieldwall.engine.attack.numbers import attribute
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Broke
from shieldwall.engine.morale.morale_score import home_side
from shieldwall.engine.ruleset import MORE_STANDING, NOBODY_FIGHTS_ON, WHERE_IT_WILL_LIVE
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.state import ACTIVE, REMOVED, State, Unit

LONG_WAY: Final = 400
"""Steps within which an exit is searched."""


def tests_its_nerve(unit: Unit) -> bool:
    """SOV-143: players decide for their characters; the fearless and the lifeless never break."""
    return unit.sheet.creature and not unit.sheet.never_breaks()


def shaken(battle: Battle, loser: Unit) -> None:
    """T7: after harm, the hurt unit and its group may check morale."""
    if loser.status == ACTIVE:
        if (
            tests_its_nerve(loser)
            and not loser.broken
            and loser.hp * MORALE_WOUNDED.of(battle.rules) <= loser.sheet.hp
            and not stays(battle, loser)
        ):
            breaks(battle, loser, "wounds")
        return
    check_group_morale(battle, loser.side)


register_procedure(
    shaken,
    "a unit at half its HP retreats; a side that has lost a third retreats",
    "SOV-144",
    "SOV-145",
)


def check_group_morale(battle: Battle, side: i64) -> None:
    state = battle.state
    lost, start = losses(state, side)
    if lost * MORALE_LOSSES.of(battle.rules) < start or clearly_winning(battle, side):
        return
    # SVE-021: in the earlier text a group stays only if it is winning.
    flight_counts_not = MORALE_STAYS.of(battle.rules) == WHERE_IT_WILL_LIVE
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE and not unit.broken:
            if tests_its_nerve(unit) and (flight_counts_not or retreat_would_help(battle, unit)):
                breaks(battle, unit, "losses")


def stays(battle: Battle, unit: Unit) -> bool:
    """Whether a badly hurt unit fights on."""
    if MORALE_STAYS.of(battle.rules) == WHERE_IT_WILL_LIVE:
        return will_live(battle, unit)
    return not retreat_would_help(battle, unit)


def will_live(battle: Battle, unit: Unit) -> bool:
    """SVE-021: whether its foes could not fell it with one attack each."""
    worst: i64 = 0
    for foe in battle.state.units:
        if foe.status == ACTIVE and battle.are_foes(unit, foe):
            most: i64 = 0
            for weapon in foe.weapons:
                hardest: i64 = weapon.dice * weapon.sides + weapon.bonus + weapon.magic
                hardest += foe.sheet.attributes[attribute(foe, weapon)]
                if hardest > most:
                    most = hardest
            worst += most
    return worst < unit.hp


def breaks(battle: Battle, unit: Unit, why: str) -> None:
    unit.broken = True
    if battle.log is not None:
        battle.emit(Broke(unit.index, why))


def losses(state: State, side: i64) -> tuple[int, int]:
    """Losses of a side (dead, fallen, fled), and its size at the start."""
    lost = 0
    start = 0
    for unit in state.units:
        # Summoned units do not count.
        home: i64 = home_side(unit) if unit.effects else unit.side
        if home == side and unit.summoned == 0 and unit.status != REMOVED:
            start += 1
            if unit.status != ACTIVE:
                lost += 1
    return lost, start


def clearly_winning(battle: Battle, side: i64) -> bool:
    """G-24: whether the enemies have lost more than half, unless the book defines it otherwise."""
    how = CLEARLY_WINNING.of(battle.rules)
    if how == NOBODY_FIGHTS_ON:
        return False
    state = battle.state
    lost, start = losses(state, side)
    team = state.sides[side].team
    foes_lost = 0
    foes_start = 0
    for other in range(len(state.sides)):
        if state.sides[other].team != team:
            more_lost, more_start = losses(state, other)
            foes_lost += more_lost
            foes_start += more_start
    if how == MORE_STANDING:
        return start - lost > foes_start - foes_lost
    return foes_lost * start > lost * foes_start


def retreat_would_help(battle: Battle, unit: Unit) -> bool:
    """G-24: a unit slower than its pursuers and without an exit fights on."""
    fastest: i64 = 0
    for foe in battle.state.units:
        if foe.status == ACTIVE and battle.are_foes(unit, foe) and foe.sheet.speed_ft > fastest:
            fastest = foe.sheet.speed_ft
    return unit.sheet.speed_ft >= fastest or has_way_out(battle, unit)


def has_way_out(battle: Battle, unit: Unit) -> bool:
    """Whether a square at the map's edge can be reached."""
    state = battle.state
    if state.grid.open:
        return True
    filled = crowd(state, battle.rules, unit)
    reach = find_reach(state, battle.rules, unit, LONG_WAY, filled, [])
    number: i64 = 0
    while number < reach.count:
        if is_at_edge(battle, unit, reach.found[number]):
            return True
        number += 1
    return False


def is_at_edge(battle: Battle, unit: Unit, cell: i64) -> bool:
    """Whether a body on the square touches the map's edge."""
    grid = battle.state.grid
    x: i64 = cell % grid.width
    y: i64 = cell // grid.width
    size: i64 = 1 if grid.open else unit.sheet.size
    if grid.open and grid.height == 1:
        return x == 0 or x + 1 == grid.width
    return x == 0 or y == 0 or x + size == grid.width or y + size == grid.height
