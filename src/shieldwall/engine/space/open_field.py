"""Fights without a map: groups at positions, and which units are adjacent (SOV-012, G-02).

Positions are 5 ft apart, along a line or over a field, and hold any number of units. A unit that
has closed with a foe is `beside` it; until then even foes at one position are 10 ft apart. Friends
within 5 ft are always beside each other. Cover and height are values of a position. In a passage
only a limited number of units fight side by side, and those in front block the way.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.state import ACTIVE, DOWN, State, Unit
from shieldwall.engine.tape.request import Refusal

AROUND: Final[tuple[int, ...]] = (0, 8, 12, 16)
"""How many man-sized foes have room around a creature, by its size in squares (DOL-031)."""


def positions_apart(grid: GridMap, start: i64, end: i64) -> i64:
    """Steps of 5 ft between two positions."""
    width: i64 = grid.width
    return steps_apart(start % width, start // width, end % width, end // width)


def steps_apart(x: i64, y: i64, other_x: i64, other_y: i64) -> i64:
    """`positions_apart` for coordinates."""
    dx: i64 = x - other_x
    dy: i64 = y - other_y
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def are_beside(unit: Unit, other: Unit) -> bool:
    return unit.beside & other.bit != 0


def close_with(unit: Unit, other: Unit) -> None:
    """Make the two units adjacent."""
    unit.beside |= other.bit
    other.beside |= unit.bit


def part_from(unit: Unit, other: Unit) -> None:
    unit.beside &= ~other.bit
    other.beside &= ~unit.bit


def who_is_beside(state: State, unit: Unit, cell: i64) -> int:
    """Bit mask of the units within 5 ft of the unit if it were at a position.

    Friends if they are close enough, foes only if they are adjacent now and would still be.
    """
    width: i64 = state.grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    team: i64 = state.teams[unit.side]
    found = 0
    for other in state.units:
        if other is unit or other.status > DOWN:
            continue
        dx: i64 = x - other.x
        dy: i64 = y - other.y
        if -1 <= dx <= 1 and -1 <= dy <= 1:
            if state.teams[other.side] == team or unit.beside & other.bit:
                found |= other.bit
    return found


def settle(state: State, unit: Unit) -> None:
    """After the unit has moved: end its adjacency to units left behind."""
    now = who_is_beside(state, unit, unit.y * state.grid.width + unit.x)
    if now == unit.beside:
        return
    for other in state.units:
        if now & other.bit:
            if not unit.beside & other.bit:
                close_with(unit, other)
        elif unit.beside & other.bit:
            part_from(unit, other)


def draw_apart(state: State, unit: Unit) -> None:
    """After forced movement: end its adjacency to all foes."""
    team: i64 = state.teams[unit.side]
    for other in state.units:
        if unit.beside & other.bit and state.teams[other.side] != team:
            part_from(unit, other)


def short_of(grid: GridMap, start: i64, goal: i64) -> i64:
    """The position 5 ft before the goal on the straight path; or the start."""
    apart = positions_apart(grid, start, goal)
    return start if apart <= 1 else towards(grid, start, goal, apart - 1)


def towards(grid: GridMap, start: i64, goal: i64, steps: i64) -> i64:
    """The position this many steps towards a goal, at most the goal itself."""
    width: i64 = grid.width
    x: i64 = start % width
    y: i64 = start // width
    goal_x: i64 = goal % width
    goal_y: i64 = goal // width
    apart = steps_apart(x, y, goal_x, goal_y)
    if apart <= steps:
        return goal
    x += along(goal_x - x, steps, apart)
    if goal_y != y:
        y += along(goal_y - y, steps, apart)
    return y * width + x


def along(length: i64, part: i64, of: i64) -> i64:
    """`part` of `of` equal parts of a length, rounded to the nearest integer."""
    if length < 0:
        return -((2 * -length * part + of) // (2 * of))
    return (2 * length * part + of) // (2 * of)


# A passage.


def slots(grid: GridMap, rules: Ruleset) -> i64:
    """How many units fight side by side (DOL-032); 0 for no limit."""
    if grid.passage == 0:
        return 0
    found: i64 = grid.passage * rules.abreast // 10
    return found if found > 0 else 1


def front(state: State, cell: i64, team: i64, known_to: int) -> i64:
    """The breadth of a team's members around a position that are adjacent to a foe."""
    width: i64 = state.grid.width
    x: i64 = cell % width
    y: i64 = cell // width
    taken: i64 = 0
    for unit in state.units:
        if unit.status != ACTIVE or state.teams[unit.side] != team:
            continue
        if unit.unknown_to >> known_to & 1:
            continue
        if steps_apart(x, y, unit.x, unit.y) <= 1 and faces_a_foe(state, unit):
            taken += unit.sheet.size
    return taken


def faces_a_foe(state: State, unit: Unit) -> bool:
    if unit.beside == 0:
        return False
    team: i64 = state.teams[unit.side]
    for other in state.units:
        if unit.beside & other.bit and other.status == ACTIVE:
            if state.teams[other.side] != team:
                return True
    return False


def why_no_room(state: State, rules: Ruleset, unit: Unit, foe: Unit) -> Refusal | None:
    """Spacing: why there is no room for another unit beside the foe (DOL-031, DOL-032)."""
    ids = rules.ids
    if are_beside(unit, foe):
        return None
    team: i64 = state.teams[unit.side]
    size: i64 = foe.sheet.size
    taken: i64 = 0
    left = foe.beside
    while left != 0:
        other = state.units[left.bit_length() - 1]
        left ^= other.bit
        if other.status == ACTIVE and state.teams[other.side] == team:
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
    theirs = front(state, there, state.teams[foe.side], int(unit.side))
    if theirs >= most and not faces_a_foe(state, foe):
        return Refusal("others-bar-the-way", ids.open_field, unit.index, foe.index)
    return None


def is_barred(state: State, rules: Ruleset, unit: Unit, start: i64, goal: i64) -> bool:
    """Whether foes that fill a passage stand between two positions of it (SOV-003)."""
    most = slots(state.grid, rules)
    if most == 0:
        return False
    width: i64 = state.grid.width
    team: i64 = state.teams[unit.side]
    low: i64 = start % width
    high: i64 = goal % width
    if low > high:
        low, high = high, low
    for foe in state.units:
        if foe.status != ACTIVE or foe.prone or state.teams[foe.side] == team:
            continue
        if not low < foe.x < high or foe.unknown_to >> int(unit.side) & 1:
            continue
        taken: i64 = 0
        for other in state.units:
            if (
                other.status == ACTIVE
                and not other.prone
                and state.teams[other.side] != team
                and not other.unknown_to >> int(unit.side) & 1
                and other.x == foe.x
            ):
                taken += other.sheet.size
        if taken >= most:
            return True
    return False
