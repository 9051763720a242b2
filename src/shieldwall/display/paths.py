"""Where a unit can move, at what cost, and which foes its steps provoke."""

from __future__ import annotations

from typing import NamedTuple

from shieldwall.engine.move.movement import place_of
from shieldwall.engine.ruleset import BY_STARTING_ADJACENT, Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import Reach, crowd, find_reach
from shieldwall.engine.space.threat import Threat, threats_to
from shieldwall.engine.state.state import State, Unit


class Provocation(NamedTuple):
    """A step that leaves a foe's reach: the square, and the foe."""

    square: int
    by: list[int]


class Way(NamedTuple):
    """The best path to a square: the cheapest that provokes no foe, otherwise the cheapest."""

    square: int
    feet: int
    path: tuple[int, ...]
    provokes: list[Provocation]


def find_ways(state: State, rules: Ruleset, mover: Unit, feet: int) -> list[Way]:
    """One path to each square within this many feet, by rows."""
    filled = crowd(state, rules, mover)
    by_start = rules.run_provokes == BY_STARTING_ADJACENT
    watchers = threats_to(state, rules, mover)
    if by_start:
        here = place_of(state.grid, mover)
        watchers = [
            threat
            for threat in watchers
            if distance(threat.foe, mover) <= 1 and threat.covers(mover, here)
        ]
    plain = find_reach(state, rules, mover, feet // 5, filled, [])
    safe = plain
    if watchers and not by_start:
        safe = find_reach(state, rules, mover, feet // 5, filled, watchers)
    ways = []
    for square in range(int(state.grid.cells)):
        if square != plain.start and plain.can_stop(square):
            best: Reach = safe if safe.can_stop(square) else plain
            path = best.path(square)
            if by_start:
                struck = [int(threat.foe.index) for threat in watchers]
                provokes = [Provocation(path[0], struck)] if struck else []
            else:
                provokes = _provocations(state, mover, watchers, path)
            ways.append(Way(square, int(best.cost(square)) * 5, path, provokes))
    return ways


def _provocations(
    state: State, mover: Unit, watchers: list[Threat], path: tuple[int, ...]
) -> list[Provocation]:
    """Each foe attacks once per move, at the first step out of its reach."""
    found = []
    waiting = list(watchers)
    at = int(place_of(state.grid, mover))
    for square in path:
        left = [foe for foe in waiting if foe.covers(mover, at) and not foe.covers(mover, square)]
        if left:
            found.append(Provocation(square, [int(threat.foe.index) for threat in left]))
            waiting = [foe for foe in waiting if foe not in left]
        at = square
    return found
