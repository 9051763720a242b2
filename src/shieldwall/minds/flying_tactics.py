"""Tactics of flyers: dive at a foe, rise to one in the air, stay out of reach to shoot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.magic.power_actions import HEIGHTS
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.flying import can_stay_up, flight_of
from shieldwall.engine.move.movement import allowance, known_strikers, place_of, put
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.minds.positioning import TargetValues, place_to_strike

NEARLY: Final = 2
"""A flyer stays out of reach of foes within this many of their Moves."""


def has_wings(battle: Battle, unit: Unit) -> bool:
    """Whether height matters: the unit flies, and the field has heights."""
    return (
        battle.state.has_unusual_units
        and not battle.state.grid.open
        and flight_of(unit) > 0
        and can_stay_up(unit)
        and "fly" in battle.rules.actions
    )


def rise(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """Rise straight up out of reach of the ground, before a foe arrives."""
    if unit.moves == 0:
        return None
    longest: i64 = 0
    hurry = False
    for foe in foes:
        reach = melee_reach(foe)
        if reach == 0 or foe.aloft > 0 or flight_of(foe) > 0:
            continue
        if reach > longest:
            longest = reach
        if distance(unit, foe) <= NEARLY * allowance(battle.rules, foe) + reach:
            hurry = True
    if not hurry or unit.aloft > longest * 5 * FOOT:
        return None
    here: i64 = place_of(battle.state.grid, unit)
    for watcher in known_strikers(battle, unit):
        if watcher.covers(unit, here):
            return None
    spec = battle.rules.action("fly")
    for feet in HEIGHTS:
        if feet > longest * 5:
            choice = Choice(int(unit.index), "fly", note=f"{feet} ft")
            return choice if spec.why_not(battle, unit, choice) is None else None
    return None


def fly_to_attack(
    battle: Battle, unit: Unit, foes: list[Unit], prizes: TargetValues, span: i64
) -> Choice | None:
    """Another height and a square from which the best foe can be attacked."""
    if unit.moves == 0:
        return None
    state = battle.state
    limit: i64 = allowance(battle.rules, unit)
    spec = battle.rules.action("fly")
    here: i64 = place_of(state.grid, unit)
    for feet in HEIGHTS:
        height: i64 = feet * FOOT
        if height == unit.aloft:
            continue
        # It flies at the greater height, and attacks from the final one.
        way = unit.copy()
        if height > way.aloft:
            way.aloft = height
        put(state.grid, way, here)
        filled = crowd(state, battle.rules, way)
        reach = find_reach(state, battle.rules, way, limit, filled, [])
        there = unit.copy()
        there.aloft = height
        goal = place_to_strike(battle, there, foes, prizes, reach, limit, span)
        if goal < 0:
            continue
        path = () if goal == reach.start else reach.path(goal)
        choice = Choice(int(unit.index), "fly", path=path, note=f"{feet} ft")
        if spec.why_not(battle, unit, choice) is None:
            return choice
    return None
