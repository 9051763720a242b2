"""Movement range: the cheapest path to every square within an allowance (SOV-001 to 012)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import SQUARE, GridMap
from shieldwall.engine.space.open_field import is_barred, positions_apart
from shieldwall.engine.space.step_costs import (
    GAITS,
    IN_THE_AIR,
    THROUGH_WALLS,
    enterable,
    over_the_edge,
    steps,
)
from shieldwall.engine.space.threat import Threat, leaves_reach
from shieldwall.engine.state.state import ACTIVE, DOWN, State, Unit

# Occupants of a square, from the mover's point of view.
EMPTY: Final = 0
FRIEND: Final = 1
"""May be passed, but not stopped at (SOV-002)."""
FOE: Final = 2
"""Blocks the square and its corners (SOV-003, SOV-011)."""
FALLEN: Final = 3
"""A fallen foe: crossed like difficult ground, not stopped at (SOV-003)."""
SMALL_FOE: Final = 4
"""So small compared with the mover that it counts as difficult ground (SOV-005)."""

UNREACHED: Final = 1 << 30
WAY: Final = 7
SURROUNDED: Final = 8
"""A mark in the table of directions: each neighbour of the square can be reached at the cost of one
step from it, or less.
"""
MOST_STEPS: Final = 32000
"""Upper bound of a move: costs are stored in two bytes per square."""


def outgrows(mover: Unit, foe: Unit, factor: i64) -> bool:
    """SOV-005: larger than the foe by this factor in some dimension."""
    a = mover.sheet
    b = foe.sheet
    return (
        a.height >= factor * b.height
        or a.length >= factor * b.length
        or a.breadth >= factor * b.breadth
    )


def crowd(state: State, rules: Ruleset, mover: Unit, all_of_them: bool = False) -> vec[u8]:
    """The occupants of each square, as known to the mover's side or, with `all_of_them`, actual."""
    grid = state.grid
    width: i64 = grid.width
    filled = grid.blank[:]
    if grid.open:
        return filled
    team: i64 = state.teams[mover.side]
    for unit in state.units:
        if unit.status > DOWN or unit.index == mover.index or unit.inside >= 0:
            continue
        kind: u8 = FRIEND
        if state.teams[unit.side] != team:
            if unit.unknown_to >> int(mover.side) & 1 and not all_of_them:
                continue
            if unit.status != ACTIVE or unit.prone:
                kind = FALLEN
            elif outgrows(mover, unit, rules.giant_factor):
                kind = SMALL_FOE
            else:
                kind = FOE
        size: i64 = unit.sheet.size
        if size == 1:
            here: i64 = unit.y * width + unit.x
            if filled[here] != FOE:
                filled[here] = kind
        else:
            cy: i64 = unit.y
            while cy < unit.y + size:
                cx: i64 = unit.x
                while cx < unit.x + size:
                    if filled[cy * width + cx] != FOE:
                        filled[cy * width + cx] = kind
                    cx += 1
                cy += 1
    if state.has_unusual_units and gait_of(mover) > GAITS:
        look_down(grid, mover, filled)
    return filled


def has_wings(unit: Unit) -> bool:
    """Whether a condition lets it fly."""
    for effect in unit.effects:
        if effect.kind.flight_ft(effect) > 0:
            return True
    return False


def gait_of(unit: Unit) -> i64:
    """Its gait in `steps`; a prone or held unit only crawls."""
    size: i64 = unit.sheet.size
    if unit.sheet.incorporeal:
        return THROUGH_WALLS + size
    if unit.prone:
        return size
    if unit.sheet.flight_ft > 0 or (unit.effects and has_wings(unit)):
        return IN_THE_AIR + size
    return size


def look_down(grid: GridMap, mover: Unit, filled: vec[u8]) -> None:
    """Adapt the occupants for flying and incorporeal movers: bodies are passed, not stopped at.

    On the ground it needs ground to stop on; in the air, and to pass over a body, room above.
    """
    ghost = mover.sheet.incorporeal
    size: i64 = mover.sheet.size
    cell: i64 = 0
    while cell < grid.cells:
        over: i64 = grid.ceiling[cell] - grid.matter_top(cell) - size * SQUARE - mover.aloft
        if filled[cell] == FOE and not ghost and over < SQUARE:
            pass
        elif over < 0 and not ghost:
            filled[cell] = FOE
        elif filled[cell] != EMPTY or (mover.aloft == 0 and not enterable(grid, cell)):
            filled[cell] = FRIEND
        cell += 1


class Reach:
    """The cheapest path from a unit's position to each square, up to an allowance.

    A square that may be passed but not stopped at has a cost too; use `can_stop`.
    """

    def __init__(
        self,
        start: i64,
        price: vec[i16],
        came: vec[u8],
        ways: vec[i64],
        filled: vec[u8],
        size: i64,
        width: i64,
    ) -> None:
        self.start = start
        self.price = price
        """Cost plus one of each square in steps of 5 ft; 0 if out of range."""
        self.came = came
        """The direction in which the path enters each square, with the mark SURROUNDED."""
        self.ways = ways
        """The index offset of each direction; empty if each move is one step."""
        self.filled = filled
        self.size = size
        self.width = width
        self.found = vec[i64]([0])
        """The squares in range, nearest first; `count` of them."""
        self.count: i64 = 0
        none: i64 = 0
        self.stops = vec[i64]([0] * none)
        """Cache of `ends`; empty until it is asked."""

    def cost(self, cell: i64) -> i64:
        """Steps of 5 ft, UNREACHED if out of range."""
        price: i64 = i64(self.price[cell])
        return price - 1 if price != 0 else UNREACHED

    def can_stop(self, cell: i64) -> bool:
        if self.price[cell] == 0:
            return False
        return room(self.filled, cell, self.size, self.width)

    def ends(self) -> vec[i64]:
        """The squares it can stop at, except the start, in ascending order."""
        if len(self.stops) == 0 and self.count > 1:
            self.stops = self.find_ends()
        return self.stops

    def find_ends(self) -> vec[i64]:
        width: i64 = self.width
        left: i64 = width
        right: i64 = 0
        first: i64 = self.start
        last: i64 = self.start
        number: i64 = 0
        while number < self.count:
            cell: i64 = self.found[number]
            number += 1
            x: i64 = cell % width
            if x < left:
                left = x
            if x > right:
                right = x
            if cell < first:
                first = cell
            if cell > last:
                last = cell
        found = vec[i64]([0] * self.count)
        kept: i64 = 0
        row: i64 = first - first % width
        price = self.price
        filled = self.filled
        small = self.size == 1
        while row <= last:
            cell = row + left
            while cell <= row + right:
                if price[cell] != 0 and cell != self.start:
                    if filled[cell] == EMPTY if small else self.can_stop(cell):
                        found[kept] = cell
                        kept += 1
                cell += 1
            row += width
        return found[:kept]

    def path(self, cell: i64) -> tuple[int, ...]:
        """The squares of the path, ending with `cell`; empty for the start itself."""
        if len(self.ways) == 0:
            return () if cell == self.start else (cell,)
        back: list[int] = []
        at: i64 = cell
        while at != self.start:
            back.append(at)
            at -= self.ways[i64(self.came[at]) & WAY]
        back.reverse()
        return tuple(back)


class LastReach:
    """A search without watchers, and what it depended on."""

    def __init__(self, grid: GridMap, gait: i64, allowance: i64, reach: Reach) -> None:
        self.grid = grid
        self.gait = gait
        self.allowance = allowance
        self.reach = reach

    def is_for(self, grid: GridMap, gait: i64, allowance: i64, start: i64, filled: vec[u8]) -> bool:
        """Whether a new search would give the same result."""
        reach = self.reach
        if (
            self.grid is not grid
            or self.gait != gait
            or self.allowance != allowance
            or reach.start != start
        ):
            return False
        # The body cannot touch squares farther away.
        width: i64 = grid.width
        far: i64 = allowance + reach.size
        x: i64 = start % width
        y: i64 = start // width
        left: i64 = from_edge(x - far)
        right: i64 = x + far + 1 if x + far < width else width
        bottom: i64 = y + far + 1 if y + far < grid.height else grid.height
        y = from_edge(y - far)
        before = reach.filled
        while y < bottom:
            cell: i64 = y * width + left
            end: i64 = y * width + right
            while cell < end:
                if filled[cell] != before[cell]:
                    return False
                cell += 1
            y += 1
        return True


def room(filled: vec[u8], cell: i64, size: i64, width: i64) -> bool:
    """Whether the body's squares are free of other units."""
    if size == 1:
        return filled[cell] == EMPTY
    dy: i64 = 0
    while dy < size:
        dx: i64 = 0
        while dx < size:
            if filled[cell + dy * width + dx] != EMPTY:
                return False
            dx += 1
        dy += 1
    return True


def entering(filled: vec[u8], cell: i64, size: i64, width: i64, rules: Ruleset) -> i64:
    """Minimum cost of entering a square with units in it; 0 if they block it."""
    kind: u8
    if size == 1:
        kind = filled[cell]
        if kind in (EMPTY, FRIEND):
            return 1
        if kind == FOE:
            return 0
        return rules.fallen_foe_cost if kind == FALLEN else rules.difficult_cost
    worst: i64 = 1
    dy: i64 = 0
    while dy < size:
        dx: i64 = 0
        while dx < size:
            kind = filled[cell + dy * width + dx]
            if kind == FOE:
                return 0
            if kind == FALLEN and rules.fallen_foe_cost > worst:
                worst = rules.fallen_foe_cost
            if kind == SMALL_FOE and rules.difficult_cost > worst:
                worst = rules.difficult_cost
            dx += 1
        dy += 1
    return worst


def is_corner_free(
    filled: vec[u8], cell: i64, across: i64, down: i64, size: i64, width: i64
) -> bool:
    """SOV-011: whether no foe stands at a corner the diagonal step would cut."""
    if size == 1:
        return filled[cell + across] != FOE and filled[cell + down] != FOE
    cy: i64 = 0
    while cy < size:
        cx: i64 = 0
        while cx < size:
            at: i64 = cell + cy * width + cx
            if filled[at + across] == FOE or filled[at + down] == FOE:
                return False
            cx += 1
        cy += 1
    return True


def step_cost(
    state: State, rules: Ruleset, filled: vec[u8], gait: i64, here: i64, there: i64
) -> i64:
    """The cost of one step between neighbouring squares, 0 if impossible."""
    size: i64 = gait % GAITS
    width: i64 = state.grid.width
    dx: i64 = there % width - here % width
    dy: i64 = there // width - here // width
    if state.grid.open:
        return positions_apart(state.grid, here, there)
    way: i64 = direction(dx, dy)
    if way < 0:
        return 0
    base: i64 = steps(state.grid, gait, rules.difficult_cost).cost[here * 8 + way]
    if base == 0:
        return 0
    extra: i64 = entering(filled, there, size, width, rules)
    if extra == 0:
        return 0
    if way >= 4 and not is_corner_free(filled, here, dx, dy * width, size, width):
        return 0
    return extra if extra > base else base


def can_be_forced(
    state: State, rules: Ruleset, filled: vec[u8], size: i64, here: i64, there: i64
) -> bool:
    """Whether a body can be pushed into a neighbouring square: by a legal step, or off a cliff.

    Only man-sized bodies are pushed over a sheer edge, straight and down.
    """
    if step_cost(state, rules, filled, size, here, there) != 0:
        return True
    width: i64 = state.grid.width
    dx: i64 = there % width - here % width
    dy: i64 = there // width - here // width
    return size == 1 and dx * dy == 0 and over_the_edge(state.grid, int(here), int(there))


def direction(dx: i64, dy: i64) -> i64:
    if dx == 0:
        if dy == -1:
            return 0
        return 2 if dy == 1 else -1
    if dy == 0:
        if dx == 1:
            return 1
        return 3 if dx == -1 else -1
    if dx == 1:
        if dy == -1:
            return 4
        return 5 if dy == 1 else -1
    if dx == -1:
        if dy == 1:
            return 6
        return 7 if dy == -1 else -1
    return -1


def from_edge(at: i64) -> i64:
    """Clamp the start of a span to the map."""
    if at < 0:
        return 0
    return at


def guarded_squares(grid: GridMap, watchers: list[Threat], size: i64) -> vec[u8]:
    """Marks the squares from which a step may leave a watcher's reach; empty without watchers."""
    none: i64 = 0
    if not watchers:
        return vec[u8]([0] * none)
    marks = grid.blank[:]
    for watcher in watchers:
        foe = watcher.foe
        top: i64 = foe.y - watcher.reach - size + 1
        left: i64 = foe.x - watcher.reach - size + 1
        y: i64 = from_edge(top)
        while y < grid.height and y < foe.y + foe.sheet.size + watcher.reach:
            x: i64 = from_edge(left)
            while x < grid.width and x < foe.x + foe.sheet.size + watcher.reach:
                marks[y * grid.width + x] = 1
                x += 1
            y += 1
    return marks


def find_reach(
    state: State,
    rules: Ruleset,
    unit: Unit,
    allowance: i64,
    filled: vec[u8],
    watchers: list[Threat],
    enough: i64 = 0,
) -> Reach:
    """Every square within `allowance` steps, without a step out of a watcher's reach.

    With `enough`, stop after this many of the nearest squares; others are undefined.
    """
    grid = state.grid
    width: i64 = grid.width
    size: i64 = unit.sheet.size
    start: i64 = unit.y * width + unit.x
    if grid.open:
        return reach_in_the_open(state, rules, unit, allowance, filled, watchers)
    table = steps(grid, gait_of(unit), rules.difficult_cost)
    costs = table.cost
    ways = table.ways
    across = table.dx
    down = table.down
    onward = table.onward
    onward_count = table.onward_count
    cells: i64 = grid.cells
    if allowance > MOST_STEPS:
        allowance = MOST_STEPS
    # Costs are stored plus one, so that a zeroed table means out of range.
    cost = table.unreached[:]
    came = grid.blank[:]
    guarded = guarded_squares(grid, watchers, size)
    watched: i64 = len(guarded)
    # A step leads to a neighbouring square, so only few squares of a large map are in range.
    near: i64 = (2 * allowance + 1) * (2 * allowance + 1)
    if near > cells:
        near = cells
    # Squares of equal cost are a ring, one ring after another. A step of cost one leads to the next
    # ring; squares of later rings wait in `later`, linked by `after`, until theirs is the next. One
    # that is reached more cheaply in the meantime is skipped then.
    found = table.some_zeros(near)[:near]
    none: i64 = 0
    later = vec[i64]([0] * none)
    after = vec[i64]([0] * none)
    most: i64 = allowance + 1
    rings: i64 = allowance + 2
    heads = vec[i64]([-1] * rings)
    tails = vec[i64]([-1] * rings)
    found[0] = start
    cost[start] = 1
    number: i64 = 0
    used: i64 = 1
    ring: i64 = 1
    while ring <= most:
        end: i64 = used
        following: i64 = ring + 1
        if following < rings:
            waiting: i64 = heads[following]
            while waiting >= 0:
                if i64(cost[later[waiting]]) == following:
                    found[used] = later[waiting]
                    used += 1
                waiting = after[waiting]
        while number < end:
            here: i64 = found[number]
            number += 1
            if number == enough:
                most = ring
            if ring == most:
                number = end
                continue
            # Behind a square whose neighbours were all reached at once, only the directions that
            # lead away from it can lead to a cheaper path.
            turn: i64 = 8
            if here != start:
                entered: i64 = i64(came[here])
                if came[here - ways[entered]] >= SURROUNDED:
                    turn = entered
            place: i64 = turn * 8
            last: i64 = place + onward_count[turn]
            surrounded = True
            row: i64 = here * 8
            while place < last:
                way: i64 = onward[place]
                place += 1
                price: i64 = costs[row + way]
                if price != 1:
                    surrounded = False
                    if price == 0:
                        continue
                total: i64 = ring + price
                there: i64 = here + ways[way]
                known: i64 = i64(cost[there])
                if known != 0 and total >= known:
                    continue
                if size > 1 or filled[there] != EMPTY:
                    extra: i64 = entering(filled, there, size, width, rules)
                    if extra == 0:
                        surrounded = False
                        continue
                    if ring + extra > total:
                        surrounded = False
                        total = ring + extra
                        if known != 0 and total >= known:
                            continue
                if way >= 4:
                    if size == 1:
                        if filled[here + across[way]] == FOE or filled[here + down[way]] == FOE:
                            surrounded = False
                            continue
                    elif not is_corner_free(filled, here, across[way], down[way], size, width):
                        surrounded = False
                        continue
                if watched > 0 and guarded[here] != 0:
                    if leaves_reach(watchers, unit, here, there):
                        surrounded = False
                        continue
                if total == following:
                    found[used] = there
                    used += 1
                elif total > most:
                    continue
                else:
                    waiting = len(later)
                    later = append(later, there)
                    after = append(after, -1)
                    if heads[total] < 0:
                        heads[total] = waiting
                    else:
                        after[tails[total]] = waiting
                    tails[total] = waiting
                cost[there] = i16(total)
                came[there] = u8(way)
            if surrounded:
                came[here] |= SURROUNDED
        ring = following
    count: i64 = number
    reach = Reach(start, cost, came, ways, filled, size, width)
    reach.found = found
    reach.count = count
    return reach


def reach_in_the_open(
    state: State,
    rules: Ruleset,
    unit: Unit,
    allowance: i64,
    filled: vec[u8],
    watchers: list[Threat],
) -> Reach:
    """Without a map: every position within the speed, each in one move."""
    grid = state.grid
    width: i64 = grid.width
    start: i64 = unit.y * width + unit.x
    cells: i64 = grid.cells
    if allowance > MOST_STEPS:
        allowance = MOST_STEPS
    none: i64 = 0
    cost = vec[i16]([0] * cells)
    found = vec[i64]([0] * cells)
    count: i64 = 0
    ring: i64 = 0
    while ring <= allowance:
        cell: i64 = 0
        while cell < cells:
            if positions_apart(grid, start, cell) == ring:
                if not is_barred(state, rules, unit, start, cell) and not (
                    watchers and leaves_reach(watchers, unit, start, cell)
                ):
                    cost[cell] = i16(ring + 1)
                    found[count] = cell
                    count += 1
            cell += 1
        ring += 1
    ways = vec[i64]([0] * none)
    reach = Reach(start, cost, vec[u8]([0] * none), ways, filled, 1, width)
    reach.found = found
    reach.count = count
    return reach
