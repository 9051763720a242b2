"""Threatened squares: the squares in reach of a foe armed for melee (SOV-041 to 043, SOV-085)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import gap, rise, steps_between, steps_in_plan
from shieldwall.engine.space.open_field import are_beside, steps_apart
from shieldwall.engine.space.sight.cover import BLOCKED, NONE, cover, cover_of_bodies
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
    return cover_of_bodies(
        grid, here, viewer.sheet.size, viewer.feet, there, target.sheet.size, target.feet
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
        far: i64 = self.reach_squares
        across: i64 = gap(x, size, foe.x, foe.sheet.size)
        if across > far:
            return False
        down: i64 = gap(y, size, foe.y, foe.sheet.size)
        if down > far:
            return False
        feet: i64 = height_on(grid, mover, x, y)
        if feet != foe.feet and rise(feet, size, foe.feet, foe.sheet.size) > far:
            return False
        if grid.coverless:
            return True
        there: i64 = foe.y * width + foe.x
        if size == 1 and foe.sheet.size == 1 and not (mover.aloft or foe.aloft):
            return cover(grid, there, cell) != BLOCKED
        return cover_of_bodies(grid, there, foe.sheet.size, foe.feet, cell, size, feet) != BLOCKED

    def is_left(self, mover: Unit, here: i64, there: i64) -> bool:
        """Whether the step leads out of the foe's reach."""
        return self.covers(mover, here) and not self.covers(mover, there)

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
    return cover_of_bodies(grid, cell, size, feet, there, target.sheet.size, target.feet) != BLOCKED


ANYWHERE: Final = 1000
"""Steps: more than any map is wide."""


def threats_to(state: State, rules: Ruleset, mover: Unit, within: i64 = ANYWHERE) -> list[Threat]:
    """Every foe that threatens any square, in unit order.

    Without those that threaten no square `within` so many steps of the mover.
    """
    team: i64 = state.teams[mover.side]
    found: list[Threat] = []
    large: i64 = rules.large_reach // 5
    for foe in state.units:
        if foe.status == ACTIVE and state.teams[foe.side] != team:
            if within < ANYWHERE and not foe.mapless:
                far: i64 = farthest_reach(foe)
                if far < large:
                    far = large
                if steps_in_plan(mover, foe) > within + far:
                    continue
            reach = threat_reach(rules, foe)
            if reach > 0:
                found.append(Threat(state, foe, reach))
    return found


def who_covers(watchers: list[Threat], mover: Unit, cell: i64) -> list[Threat] | None:
    """The watchers that could attack the mover on the square, None for nobody."""
    found: list[Threat] | None = None
    for watcher in watchers:
        if watcher.covers(mover, cell):
            if found is None:
                found = [watcher]
            else:
                found.append(watcher)
    return found


def all_cover(watchers: list[Threat], mover: Unit, cell: i64) -> bool:
    """Whether each of the watchers could attack the mover on the square."""
    for watcher in watchers:
        if not watcher.covers(mover, cell):
            return False
    return True


def leaves_reach(watchers: list[Threat], mover: Unit, here: i64, there: i64) -> bool:
    """Whether the step leaves the reach of one of the watchers."""
    for watcher in watchers:
        if watcher.is_left(mover, here, there):
            return True
    return False
