"""Fights without a map: groups at positions, and who stands face to face with whom (SOV-012, G-02).

Positions lie 5 ft apart, along a line or over a field, and hold as many as come there. Whoever has
closed with a foe stands `beside` it; until then even foes at one position are 10 ft apart. Friends
within 5 ft stand beside each other by themselves. Cover and height are values of a position. In a
passage only so many fight side by side, and those in front bar the way.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.state import ACTIVE, DOWN, State, Unit
from shieldwall.engine.tape.request import Refusal

AROUND: Final[tuple[int, ...]] = (0, 8, 12, 16)
"""How many man-sized foes find room around a creature, by the squares along its side (DOL-031)."""


def positions_apart(grid: GridMap, one: i64, other: i64) -> i64:
    """Steps of 5 ft between two positions."""
    width: i64 = grid.width
    return steps_apart(one % width, one // width, other % width, other // width)


def steps_apart(x: i64, y: i64, other_x: i64, other_y: i64) -> i64:
    """The same for positions by line and row."""
    dx: i64 = x - other_x
    dy: i64 = y - other_y
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def are_beside(one: Unit, other: Unit) -> bool:
    return bool(one.beside >> int(other.index) & 1)


def close_with(one: Unit, other: Unit) -> None:
    """From now on the two stand face to face, or side by side."""
    one.beside |= 1 << int(other.index)
    other.beside |= 1 << int(one.index)


def part_from(one: Unit, other: Unit) -> None:
    one.beside &= ~(1 << int(other.index))
    other.beside &= ~(1 << int(one.index))


def who_is_beside(state: State, unit: Unit, cell: i64) -> int:
    """A bit for each who would stand within 5 ft of the unit at a position.

    Friends do if they are near enough, foes only if they stand beside it now and would be still.
    """
    width: i64 = state.grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    team = state.sides[unit.side].team
    found = 0
    for other in state.units:
        if other is unit or other.status > DOWN:
            continue
        dx: i64 = x - other.x
        dy: i64 = y - other.y
        if -1 <= dx <= 1 and -1 <= dy <= 1:
            bit = 1 << int(other.index)
            if state.sides[other.side].team == team or unit.beside & bit:
                found |= bit
    return found


def settle(state: State, unit: Unit) -> None:
    """After the unit has moved: units left behind are no longer adjacent."""
    now = who_is_beside(state, unit, unit.y * state.grid.width + unit.x)
    if now == 0 and unit.beside == 0:
        return
    for other in state.units:
        if now >> int(other.index) & 1:
            close_with(unit, other)
        elif unit.beside >> int(other.index) & 1:
            part_from(unit, other)


def draw_apart(state: State, unit: Unit) -> None:
    """Forced out of everybody's face: no foe stands beside it any more."""
    team = state.sides[unit.side].team
    for other in state.units:
        if unit.beside >> int(other.index) & 1 and state.sides[other.side].team != team:
            part_from(unit, other)


def short_of(grid: GridMap, start: i64, goal: i64) -> i64:
    """The position 5 ft before the goal on the straight way there; the start where that is it."""
    apart = positions_apart(grid, start, goal)
    return start if apart <= 1 else towards(grid, start, goal, apart - 1)


def towards(grid: GridMap, start: i64, goal: i64, steps: i64) -> i64:
    """The position so many steps on the way to a goal, at most the goal itself."""
    apart = positions_apart(grid, start, goal)
    if apart <= steps:
        return goal
    width: i64 = grid.width
    dx: i64 = goal % width - start % width
    dy: i64 = goal // width - start // width
    x: i64 = start % width + along(dx, steps, apart)
    y: i64 = start // width + along(dy, steps, apart)
    return y * width + x


def along(whole: i64, part: i64, of: i64) -> i64:
    """`part` of `of` equal parts of a length, rounded to the nearest whole."""
    if whole < 0:
        return -((2 * -whole * part + of) // (2 * of))
    return (2 * whole * part + of) // (2 * of)


# A passage.


def slots(grid: GridMap, rules: Ruleset) -> i64:
    """How many fight side by side (DOL-032): 0 where there is no limit."""
    if grid.passage == 0:
        return 0
    found: i64 = grid.passage * rules.abreast // 10
    return found if found > 0 else 1


def front(state: State, cell: i64, team: int, known_to: int) -> i64:
    """The breadth of a team's members around a position who stand beside some foe."""
    width: i64 = state.grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    taken: i64 = 0
    for unit in state.units:
        if unit.status != ACTIVE or state.sides[unit.side].team != team:
            continue
        if unit.unknown_to >> known_to & 1:
            continue
        if steps_apart(x, y, unit.x, unit.y) <= 1 and faces_a_foe(state, unit):
            taken += unit.sheet.size
    return taken


def faces_a_foe(state: State, unit: Unit) -> bool:
    if unit.beside == 0:
        return False
    team = state.sides[unit.side].team
    for other in state.units:
        if unit.beside >> int(other.index) & 1 and other.status == ACTIVE:
            if state.sides[other.side].team != team:
                return True
    return False


def why_no_room(state: State, rules: Ruleset, unit: Unit, foe: Unit) -> Refusal | None:
    """Spacing: whether one more finds room beside the foe (DOL-031, DOL-032)."""
    ids = rules.ids
    if are_beside(unit, foe):
        return None
    team = state.sides[unit.side].team
    size: i64 = foe.sheet.size
    taken: i64 = 0
    for other in state.units:
        if other.status == ACTIVE and are_beside(other, foe):
            if state.sides[other.side].team == team:
                taken += other.sheet.size
    around: i64 = AROUND[size] if size < len(AROUND) else 4 * size + 4
    if taken + unit.sheet.size > around:
        return Refusal("no-room-beside", ids.open_field, unit.index, foe.index, taken, around)
    most = slots(state.grid, rules)
    if most == 0:
        return None
    there: i64 = foe.y * state.grid.width + foe.x
    ours: i64 = front(state, there, team, int(unit.side))
    if faces_a_foe(state, unit):
        ours -= unit.sheet.size
    if ours > 0 and ours + unit.sheet.size > most:
        return Refusal("no-room-abreast", ids.open_field, unit.index, foe.index, ours, most)
    theirs = front(state, there, state.sides[foe.side].team, int(unit.side))
    if theirs >= most and not faces_a_foe(state, foe):
        return Refusal("others-bar-the-way", ids.open_field, unit.index, foe.index)
    return None


def is_barred(state: State, rules: Ruleset, unit: Unit, start: i64, goal: i64) -> bool:
    """Whether foes who fill a passage stand between two positions of it (SOV-003)."""
    most = slots(state.grid, rules)
    if most == 0:
        return False
    width: i64 = state.grid.width
    team = state.sides[unit.side].team
    low: i64 = start % width
    high: i64 = goal % width
    if low > high:
        low, high = high, low
    for foe in state.units:
        if foe.status != ACTIVE or foe.prone or state.sides[foe.side].team == team:
            continue
        if not low < foe.x < high or foe.unknown_to >> int(unit.side) & 1:
            continue
        taken: i64 = 0
        for other in state.units:
            if (
                other.status == ACTIVE
                and not other.prone
                and state.sides[other.side].team != team
                and not other.unknown_to >> int(unit.side) & 1
                and other.x == foe.x
            ):
                taken += other.sheet.size
        if taken >= most:
            return True
    return False
