"""Threatened squares: the squares in reach of a foe armed for melee (SOV-041 to 043, SOV-085)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import steps_between
from shieldwall.engine.space.open_field import are_beside, steps_apart
from shieldwall.engine.space.sight.cover import BLOCKED, NONE, Stand, cover, cover_between
from shieldwall.engine.space.step_costs import height_on
from shieldwall.engine.state.state import ACTIVE, State, Unit


def cover_from(grid: GridMap, viewer: Unit, target: Unit) -> i64:
    """The target's cover from the viewer at their positions."""
    if grid.coverless:
        return NONE
    width: i64 = grid.width
    here: i64 = viewer.y * width + viewer.x
    there: i64 = target.y * width + target.x
    if grid.open:
        return NONE if viewer.beside & target.bit else cover(grid, here, there)
    if viewer.sheet.size == 1 and target.sheet.size == 1 and not (viewer.aloft or target.aloft):
        return cover(grid, here, there)
    return cover_between(
        grid,
        Stand(here, viewer.sheet.size, viewer.feet),
        Stand(there, target.sheet.size, target.feet),
    )


def melee_reach(unit: Unit) -> i64:
    """Melee reach in squares with its current weapons; 0 if it is not armed for melee.

    Untrained bare hands and bows do not threaten, claws do (SOV-043).
    """
    if unit.status != ACTIVE or unit.surprised or unit.locked:
        return 0
    reach: i64 = unit.sheet.natural_reach_squares
    if unit.wielded >= 0:
        held: i64 = reach_of_hand(unit, unit.wielded)
        if held > reach:
            reach = held
    if unit.off_hand >= 0:
        held = reach_of_hand(unit, unit.off_hand)
        if held > reach:
            reach = held
    if reach == 0:
        return 0
    for effect in unit.effects:
        if effect.kind.helpless:
            return 0
    return reach


def farthest_reach(unit: Unit) -> i64:
    """Upper bound in squares of its reach with any weapon; cached per weapon list."""
    sheet = unit.sheet
    if sheet.measured is not unit.weapons:
        sheet.measured = unit.weapons
        sheet.farthest_squares = sheet.natural_reach_squares
        for weapon in unit.weapons:
            if weapon.reach_ft // 5 > sheet.farthest_squares:
                sheet.farthest_squares = weapon.reach_ft // 5
    return sheet.farthest_squares


def reach_of_hand(unit: Unit, number: i64) -> i64:
    """Reach in squares with one weapon; 0 if it is no melee weapon."""
    weapon = unit.weapons[number]
    if not weapon.melee or (weapon.unarmed and not unit.sheet.armed_hands):
        return 0
    return weapon.reach_ft // 5


def threat_reach(rules: Ruleset, unit: Unit) -> i64:
    """Reach in squares against a unit that provokes; 0 if it cannot attack."""
    reach = melee_reach(unit)
    if reach == 0:
        return 0
    if not rules.unarmed_feat_threatens and unit.wielded >= 0:
        if unit.weapons[unit.wielded].unarmed:
            reach = unit.sheet.natural_reach_squares
            if reach == 0:
                return 0
    if unit.sheet.size > 1 and reach < rules.large_reach // 5:
        return rules.large_reach // 5
    return reach


@mypyc_attr(acyclic=True, free_list_len=1)
class Threat:
    """A threatening foe, with its reach."""

    def __init__(self, state: State, foe: Unit, reach: i64) -> None:
        self.grid = state.grid
        self.foe = foe
        self.reach_squares = reach

    def covers(self, mover: Unit, cell: i64) -> bool:
        """Whether the foe could attack the mover on the square."""
        grid = self.grid
        foe = self.foe
        width: i64 = grid.width
        if grid.open:
            return self.covers_in_the_open(mover, cell)
        x: i64 = cell % width
        y: i64 = cell // width
        size: i64 = mover.sheet.size
        apart: i64 = x - foe.x
        if size == 1 and foe.sheet.size == 1 and not (mover.aloft or foe.aloft):
            if apart > self.reach_squares or -apart > self.reach_squares:
                return False
            apart = y - foe.y
            if apart > self.reach_squares or -apart > self.reach_squares:
                return False
            feet: i64 = grid.floor[cell]
            if (
                feet != foe.feet
                and steps_between(x, y, feet, 1, foe.x, foe.y, foe.feet, 1) > self.reach_squares
            ):
                return False
            return cover(grid, foe.y * width + foe.x, cell) != BLOCKED
        feet = height_on(grid, mover, x, y)
        apart = steps_between(x, y, feet, size, foe.x, foe.y, foe.feet, foe.sheet.size)
        if apart > self.reach_squares:
            return False
        found = cover_between(
            grid,
            Stand(foe.y * width + foe.x, foe.sheet.size, foe.feet),
            Stand(cell, size, feet),
        )
        return found != BLOCKED

    def covers_in_the_open(self, mover: Unit, cell: i64) -> bool:
        """Without a map: adjacent units are closer than 10 ft, all others are not."""
        foe = self.foe
        grid = self.grid
        width: i64 = grid.width
        apart = steps_apart(cell % width, cell // width, foe.x, foe.y)
        if apart <= 1 and are_beside(foe, mover):
            return True
        reach: i64 = self.reach_squares
        return reach >= 2 and reach >= apart


NO_THREATS: Final[list[Threat]] = []
"""Never modified."""


def could_strike(grid: GridMap, striker: Unit, cell: i64, reach: i64, target: Unit) -> bool:
    """Whether the attacker, standing on the square, would have the target within its reach."""
    width: i64 = grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    size: i64 = striker.sheet.size
    feet: i64 = height_on(grid, striker, x, y)
    apart = steps_between(x, y, feet, size, target.x, target.y, target.feet, target.sheet.size)
    if apart > reach:
        return False
    there: i64 = target.y * width + target.x
    if size == 1 and target.sheet.size == 1 and not (striker.aloft or target.aloft):
        return cover(grid, cell, there) != BLOCKED
    found = cover_between(
        grid, Stand(cell, size, feet), Stand(there, target.sheet.size, target.feet)
    )
    return found != BLOCKED


def threats_to(state: State, rules: Ruleset, mover: Unit) -> list[Threat]:
    """Every foe that threatens any square, in unit order."""
    team: i64 = state.teams[mover.side]
    found: list[Threat] = []
    for foe in state.units:
        if foe.status == ACTIVE and state.teams[foe.side] != team:
            reach = threat_reach(rules, foe)
            if reach > 0:
                found.append(Threat(state, foe, reach))
    return found


def leaves_reach(watchers: list[Threat], mover: Unit, here: i64, there: i64) -> bool:
    """Whether the step leaves the reach of one of the watchers."""
    for watcher in watchers:
        if watcher.covers(mover, here) and not watcher.covers(mover, there):
            return True
    return False
