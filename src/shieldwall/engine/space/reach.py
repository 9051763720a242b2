"""Movement range: the cheapest path to every square within an allowance (SOV-001 to 012)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.corridor import Corridor
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.occupants import (
    EMPTY,
    FALLEN,
    FOE,
    FRIEND,
    SMALL_FOE,
    look_down,
    outgrows,
)
from shieldwall.engine.space.open_field import is_barred, positions_apart
from shieldwall.engine.space.step_costs import over_the_edge, steps
from shieldwall.engine.space.step_table import (
    ALL_WAYS,
    GAITS,
    IN_THE_AIR,
    NO_WAY,
    THROUGH_WALLS,
    UNEVEN,
    StepTable,
)
from shieldwall.engine.space.threat import Threat, all_cover, leaves_reach, who_covers
from shieldwall.engine.state.state import ACTIVE, DOWN, State, Unit

UNREACHED: Final = 1 << 30
MOST_STEPS: Final = 32000
"""Upper bound of a move: costs are stored in two bytes per square."""


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
        return look_down(grid, mover, filled)
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


class Reach:
    """The cheapest path from a unit's position to each square, up to an allowance.

    A square that may be passed but not stopped at has a cost too; use `can_stop`.
    """

    def __init__(
        self,
        start: i64,
        found: vec[i64],
        count: i64,
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
        """The direction in which the path enters each square."""
        self.ways = ways
        """The index offset of each direction; empty if each move is one step."""
        self.filled = filled
        self.size = size
        self.width = width
        self.found = found
        """The squares in range, nearest first; `count` of them."""
        self.count: i64 = count
        self.most: i64 = MOST_STEPS + 1
        """Squares with a larger price are out of range."""
        self.stops = found
        """What `ends` gives, once it was asked."""
        self.knows_stops = False

    def within(self, allowance: i64) -> Reach:
        """What a search with a smaller allowance finds: it goes the same ways, and ends earlier."""
        price = self.price
        most: i64 = allowance + 1
        count: i64 = self.count
        while count > 0 and i64(price[self.found[count - 1]]) > most:
            count -= 1
        part = self.among(self.filled)
        part.count = count
        part.most = most
        stops = vec[i64]([0] * count)
        kept: i64 = 0
        for cell in self.ends():
            if i64(price[cell]) <= most:
                stops[kept] = cell
                kept += 1
        part.stops = stops[:kept]
        part.knows_stops = True
        return part

    def among(self, filled: vec[u8]) -> Reach:
        """The same search with friends on other squares: it may pass them, but not stop there."""
        return Reach(
            self.start, self.found, self.count, self.price, self.came, self.ways, filled,
            self.size, self.width,
        )  # fmt: skip

    def cost(self, cell: i64) -> i64:
        """Steps of 5 ft, UNREACHED if out of range."""
        price: i64 = i64(self.price[cell])
        return price - 1 if 0 < price <= self.most else UNREACHED

    def can_stop(self, cell: i64) -> bool:
        if self.cost(cell) == UNREACHED:
            return False
        return room(self.filled, cell, self.size, self.width)

    def ends(self) -> vec[i64]:
        """The squares it can stop at, except the start, in ascending order."""
        if not self.knows_stops:
            self.stops = self.find_ends()
            self.knows_stops = True
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
            at -= self.ways[i64(self.came[at])]
        back.reverse()
        return tuple(back)


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
    if size == 2:
        # As a rule nobody is there.
        below: i64 = cell + width
        if filled[cell] | filled[cell + 1] | filled[below] | filled[below + 1] == EMPTY:
            return 1
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
    """Whether no foe stands at a corner the diagonal step would cut (SOV-011)."""
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
    grid = state.grid
    if grid.open:
        return positions_apart(grid, here, there)
    table = steps(grid, gait, rules.difficult_cost)
    return priced_step(grid, table, rules, filled, gait % GAITS, here, there)


def priced_step(
    grid: GridMap,
    table: StepTable,
    rules: Ruleset,
    filled: vec[u8],
    size: i64,
    here: i64,
    there: i64,
) -> i64:
    """`step_cost` on a map, for a body of a gait with this table."""
    way: i64 = table.way_between(here, there)
    if way == NO_WAY:
        return 0
    price: i64 = table.cost[here * 8 + way]
    if size > 1 or filled[there] != EMPTY:
        extra: i64 = entering(filled, there, size, grid.width, rules)
        if extra == 0:
            return 0
        if extra > price:
            price = extra
    if way >= 4:
        if not is_corner_free(filled, here, table.dx[way], table.down[way], size, grid.width):
            return 0
    return price


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
        top: i64 = foe.y - watcher.reach_squares - size + 1
        left: i64 = foe.x - watcher.reach_squares - size + 1
        y: i64 = from_edge(top)
        while y < grid.height and y < foe.y + foe.sheet.size + watcher.reach_squares:
            x: i64 = from_edge(left)
            while x < grid.width and x < foe.x + foe.sheet.size + watcher.reach_squares:
                marks[y * grid.width + x] = 1
                x += 1
            y += 1
    return marks


def mark(marks: vec[i64], one: i64, place: i64) -> None:
    """Set the bit of a square in rows one after another; `one` is that of the table.

    Its place is its number and one row and one more. A word holds the bits of 32 places and again
    the first two of the next word: the three squares of a row around any square lie in one word.
    """
    word: i64 = place >> 5
    marks[word] |= one << (place & 31)
    if place & 31 < 2:
        marks[word - 1] |= one << ((place & 31) + 32)


def find_reach(
    state: State,
    rules: Ruleset,
    unit: Unit,
    allowance: i64,
    filled: vec[u8],
    watchers: list[Threat],
    enough: i64 = 0,
    corridor: Corridor | None = None,
) -> Reach:
    """Every square within `allowance` steps, without a step out of a watcher's reach.

    With `enough`, stop after this many of the nearest squares; others are undefined. With
    `corridor`, find only the squares in it.
    """
    grid = state.grid
    width: i64 = grid.width
    size: i64 = unit.sheet.size
    start: i64 = unit.y * width + unit.x
    if grid.open:
        return reach_in_the_open(state, rules, unit, allowance, filled, watchers)
    table = steps(grid, gait_of(unit), rules.difficult_cost)
    ways = table.ways
    open_ways = table.open_ways
    first_way = table.first_way
    ways_to = table.ways_to
    cut_by = table.cut_by
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
    later = table.nothing
    after = table.nothing
    heads = table.nothing
    tails = table.nothing
    most: i64 = allowance + 1
    rings: i64 = allowance + 2
    # The squares of the rings up to the next are marked. A foe in the mover's own square cuts
    # corners, and shows where it is not marked.
    marks = table.no_marks[:]
    one: i64 = table.one
    if entering(filled, start, size, width, rules) != 0:
        mark(marks, one, start + width + 1)
    found[0] = start
    cost[start] = 1
    number: i64 = 0
    used: i64 = 1
    ring: i64 = 1
    while ring <= most:
        end: i64 = used
        following: i64 = ring + 1
        if len(heads) > following:
            waiting: i64 = heads[following]
            while waiting >= 0:
                there: i64 = later[waiting]
                if i64(cost[there]) == following:
                    found[used] = there
                    used += 1
                    mark(marks, one, there + width + 1)
                waiting = after[waiting]
        while number < end:
            here: i64 = found[number]
            number += 1
            if number == enough:
                most = ring
            if ring == most:
                number = end
                continue
            around: i64 = marks[here >> 5] >> (here & 31) & 7
            place: i64 = here + width
            around += (marks[place >> 5] >> (place & 31) & 7) << 3
            place += width
            around += (marks[place >> 5] >> (place & 31) & 7) << 6
            left: i64 = i64(open_ways[here]) & ~i64(ways_to[around])
            if left == 0:
                continue
            uneven = left >= UNEVEN
            left &= ALL_WAYS
            holders: list[Threat] | None = None
            if watched > 0 and guarded[here] != 0:
                holders = who_covers(watchers, unit, here)
            while left != 0:
                way: i64 = i64(first_way[left])
                left &= left - 1
                there = here + ways[way]
                total: i64 = following
                if uneven:
                    total = ring + table.cost[here * 8 + way]
                if size > 1 or filled[there] != EMPTY:
                    extra: i64 = entering(filled, there, size, width, rules)
                    if extra == 0:
                        left &= ~i64(cut_by[way])
                        continue
                    if ring + extra > total:
                        total = ring + extra
                if uneven and way >= 4:
                    if not is_corner_free(
                        filled, here, table.dx[way], table.down[way], size, width
                    ):
                        continue
                if holders is not None and not all_cover(holders, unit, there):
                    continue
                if corridor is not None and not corridor.holds(there, total - 1):
                    if total == following:
                        mark(marks, one, there + width + 1)
                    continue
                if total == following:
                    found[used] = there
                    used += 1
                    # This is `mark`, without the call.
                    place = there + width + 1
                    marks[place >> 5] |= one << (place & 31)
                    if place & 31 < 2:
                        marks[(place >> 5) - 1] |= one << ((place & 31) + 32)
                else:
                    if total > most:
                        continue
                    known: i64 = i64(cost[there])
                    if known != 0 and total >= known:
                        continue
                    waiting = len(later)
                    if waiting == 0:
                        none: i64 = 0
                        later = vec[i64]([0] * none)
                        after = vec[i64]([0] * none)
                        heads = vec[i64]([-1] * rings)
                        tails = heads[:]
                    later = append(later, there)
                    after = append(after, -1)
                    if heads[total] < 0:
                        heads[total] = waiting
                    else:
                        after[tails[total]] = waiting
                    tails[total] = waiting
                cost[there] = i16(total)
                came[there] = u8(way)
        ring = following
    return Reach(start, found, number, cost, came, ways, filled, size, width)


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
    from_x: i64 = unit.x
    from_y: i64 = unit.y
    start: i64 = from_y * width + from_x
    cells: i64 = grid.cells
    # Positions farther away than this are off the field.
    last: i64 = max(from_x, width - 1 - from_x, from_y, grid.height - 1 - from_y)
    if allowance < last:
        last = allowance
    none: i64 = 0
    cost = vec[i16]([0] * cells)
    found = vec[i64]([0] * cells)
    count: i64 = 0
    ring: i64 = 0
    while ring <= last:
        y: i64 = from_edge(from_y - ring)
        while y <= from_y + ring and y < grid.height:
            # Inside the ring only the two ends of a row belong to it.
            across: i64 = 1 if y == from_y - ring or y == from_y + ring else 2 * ring
            x: i64 = from_x - ring
            while x <= from_x + ring:
                cell: i64 = y * width + x
                if (
                    0 <= x < width
                    and not is_barred(state, rules, unit, start, cell)
                    and not (watchers and leaves_reach(watchers, unit, start, cell))
                ):
                    cost[cell] = i16(ring + 1)
                    found[count] = cell
                    count += 1
                x += across
            y += 1
        ring += 1
    ways = vec[i64]([0] * none)
    came = vec[u8]([0] * none)
    return Reach(start, found, count, cost, came, ways, filled, 1, width)
