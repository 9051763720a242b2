"""Movement: allowances, paths step by step, and free attacks on leaving a foe's reach."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.battle import Battle, holds_action
from shieldwall.engine.events.action_events import ClosedWith, Moved, SteppedBack, Stumbled
from shieldwall.engine.move.blocked_steps import why_no_step
from shieldwall.engine.move.burning_walls import cross_burning_walls
from shieldwall.engine.move.interruption import pace
from shieldwall.engine.move.watchers import MoveWatcher, newly_met, refresh_watchers, watchers_of
from shieldwall.engine.points import ENTERED, LEAVING_REACH, PROVOKED
from shieldwall.engine.ruleset import BY_LEAVING_MELEE, Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.last_reach import LastReach
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.open_field import (
    are_beside,
    close_with,
    is_barred,
    positions_apart,
    settle,
    towards,
    who_is_beside,
    why_no_room,
)
from shieldwall.engine.space.reach import (
    Reach,
    crowd,
    find_reach,
    gait_of,
    priced_step,
    room,
)
from shieldwall.engine.space.step_costs import body_fits, height_on, standing_height, steps
from shieldwall.engine.space.threat import ANYWHERE, NO_THREATS, Threat, leaves_reach, threats_to
from shieldwall.engine.space.visibility import knows_place, look_around, reveal
from shieldwall.engine.state.condition import FLEEING, SCREENING
from shieldwall.engine.state.state import ACTIVE, NO_UNITS, State, Unit
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import exert


def allowance(rules: Ruleset, unit: Unit) -> i64:
    """The normal speed in steps of 5 ft, halved when crawling (SOV-084, SOV-096)."""
    feet: i64 = pace(unit)
    if steps_in_melee(unit):
        for general in rules.at_melee_speed:
            feet = general.melee_speed(rules, feet)
    if unit.prone:
        feet = feet // rules.prone_speed_divisor
    return feet // 5


def steps_in_melee(unit: Unit) -> bool:
    """Whether it may only make a fighting step, unless it has declared flight (DOL-018)."""
    return unit.in_melee != 0 and unit.effect(FLEEING) is None


def place_of(grid: GridMap, unit: Unit) -> i64:
    return unit.y * grid.width + unit.x


def put(grid: GridMap, unit: Unit, cell: i64) -> None:
    """Put the unit on a square, on its floor."""
    unit.x = cell % grid.width
    unit.y = cell // grid.width
    if unit.aloft > 0:
        unit.feet = height_on(grid, unit, unit.x, unit.y)
    elif unit.sheet.size == 1 or grid.open:
        unit.feet = grid.floor[cell]
    else:
        unit.feet = standing_height(grid, unit.x, unit.y, unit.sheet.size)


def stand_at(state: State, ghost: Unit, cell: i64) -> None:
    """Put a copy of a unit on a square for a forecast; without a map, next to the units there."""
    put(state.grid, ghost, cell)
    if state.grid.open:
        ghost.beside = who_is_beside(state, ghost, cell)


def carry_along(state: State, mover: Unit) -> None:
    """Move swallowed units along with the mover."""
    for unit in state.units:
        if unit.inside == mover.index:
            unit.x = mover.x
            unit.y = mover.y
            unit.feet = mover.feet


def walking_range(battle: Battle, unit: Unit, limit: i64) -> Reach:
    """The squares within a number of steps, even past foes that may strike."""
    state = battle.state
    grid = state.grid
    filled = crowd(state, battle.rules, unit)
    if grid.passage != 0:
        # Whether foes fill a passage shows on no square.
        return find_reach(state, battle.rules, unit, limit, filled, [])
    gait = gait_of(unit)
    lasts = battle.last_reaches
    while len(lasts) <= unit.index:
        lasts.append(None)
    last = lasts[unit.index]
    most: i64 = limit
    if last is not None and last.is_from(grid, gait, place_of(grid, unit)):
        if limit <= last.allowance:
            # As a rule both are asked for: search once, as far as the last time.
            most = last.allowance
            known = last.among(filled)
            if known is not None:
                return known if limit == most else known.within(limit)
    reach = find_reach(state, battle.rules, unit, most, filled, [])
    lasts[unit.index] = LastReach(grid, gait, most, reach)
    return reach if limit == most else reach.within(limit)


def path_cost(battle: Battle, unit: Unit, path: tuple[int, ...], filled: vec[u8]) -> i64:
    """The cost of a path in steps of 5 ft; or minus the number of the first bad step, from 1."""
    state = battle.state
    at: i64 = place_of(state.grid, unit)
    if state.grid.open:
        if not 0 <= path[0] < state.grid.cells:
            return -1
        return positions_apart(state.grid, at, path[0])
    total: i64 = 0
    number: i64 = 0
    grid = state.grid
    table = steps(grid, gait_of(unit), battle.rules.difficult_cost)
    size: i64 = unit.sheet.size
    for square in path:
        number += 1
        there: i64 = square
        if there < 0 or there >= grid.cells:
            return -number
        price = priced_step(grid, table, battle.rules, filled, size, at, there)
        if price == 0:
            return -number
        total += price
        at = there
    return total


def why_no_path(battle: Battle, unit: Unit, path: tuple[int, ...], limit: i64) -> Refusal | None:
    """Check a whole path by SOV-002 to SOV-011, including a free square at its end."""
    if not path:
        return Refusal("no-path", battle.rules.ids.movement_rate, unit.index)
    if unit.locked:
        return Refusal("in-a-grapple", battle.rules.ids.grappled, unit.index)
    if battle.state.grid.open:
        return why_no_way_in_the_open(battle, unit, path, limit)
    return why_no_way(battle, unit, path, limit, crowd(battle.state, battle.rules, unit))


def why_too_far(battle: Battle, unit: Unit, cell: int, limit: i64, steps: i64) -> Refusal | None:
    """The refusal that says how far the unit may move now, in melee or outside it."""
    ids = battle.rules.ids
    if steps_in_melee(unit):
        if battle.holds(ids.melee_rate, unit):
            return Refusal("too-far", ids.melee_rate, unit.index, cell, limit * 5, steps * 5)
    elif battle.holds(ids.movement_rate, unit):
        return Refusal("too-far", ids.movement_rate, unit.index, cell, limit * 5, steps * 5)
    return None


def why_no_way(
    battle: Battle, unit: Unit, path: tuple[int, ...], limit: i64, filled: vec[u8]
) -> Refusal | None:
    """On a map, past the units in its squares."""
    ids = battle.rules.ids
    total = path_cost(battle, unit, path, filled)
    if total < 0:
        bad = -int(total) - 1
        start = path[bad - 1] if bad > 0 else int(place_of(battle.state.grid, unit))
        return why_no_step(battle, unit, filled, start, path[bad])
    if total > limit:
        refusal = why_too_far(battle, unit, path[-1], limit, total)
        if refusal is not None:
            return refusal
    if not room(filled, path[-1], unit.sheet.size, battle.state.grid.width):
        return Refusal("occupied", ids.standing_room, unit.index, path[-1])
    return None


def why_no_way_in_the_open(
    battle: Battle, unit: Unit, path: tuple[int, ...], limit: i64
) -> Refusal | None:
    """Without a map: one position within the speed, and no foe blocking the passage before it."""
    ids = battle.rules.ids
    state = battle.state
    here = place_of(state.grid, unit)
    if len(path) != 1 or not 0 <= path[0] < state.grid.cells:
        return Refusal("no-way", ids.open_field, unit.index, path[0])
    apart = positions_apart(state.grid, here, path[0])
    if apart > limit:
        refusal = why_too_far(battle, unit, path[0], limit, apart)
        if refusal is not None:
            return refusal
    if is_barred(state, battle.rules, unit, here, path[0]):
        return Refusal("way-barred", ids.passing, unit.index, path[0])
    return None


def why_not_close(battle: Battle, unit: Unit, cell: int, target: int) -> Refusal | None:
    """Without a map: why a move to a position may not end adjacent to a unit."""
    ids = battle.rules.ids
    state = battle.state
    if not 0 <= target < len(state.units):
        return Refusal("no-target", ids.open_field, unit.index)
    foe = state.units[target]
    if not battle.are_foes(unit, foe):
        return Refusal("no-foe", ids.open_field, unit.index, target)
    if foe.status != ACTIVE:
        return Refusal("target-is-out", ids.open_field, unit.index, target)
    if not knows_place(state, unit.side, foe):
        return Refusal("place-unknown", ids.unseen, unit.index)
    apart = positions_apart(state.grid, cell, place_of(state.grid, foe))
    if apart > 1:
        return Refusal("not-near-enough", ids.open_field, unit.index, target, apart * 5, 5)
    return why_no_room(state, battle.rules, unit, foe)


def is_safe_from(unit: Unit, foe: Unit) -> bool:
    """Whether a Disengage covers this foe (SOV-086)."""
    for effect in unit.effects:
        if effect.kind.is_safe_from(effect, foe):
            return True
    return False


def strikers(battle: Battle, unit: Unit, within: i64 = ANYWHERE) -> list[Threat]:
    """The foes that may attack the unit when it provokes `within` so many steps."""
    threats = threats_to(battle.state, battle.rules, unit, within)
    if battle.rules.run_provokes == BY_LEAVING_MELEE:
        threats = beside_it(battle, unit, threats)
    if not unit.effects:
        return threats
    return [threat for threat in threats if not is_safe_from(unit, threat.foe)]


def still_to_strike(
    battle: Battle, unit: Unit, before: list[Threat], struck: list[Unit]
) -> list[Threat]:
    """The foes that may attack in the rest of a move: some may be armed only now (SOV-043)."""
    if battle.rules.run_provokes == BY_LEAVING_MELEE:
        return before
    return [threat for threat in strikers(battle, unit) if threat.foe not in struck]


def beside_it(battle: Battle, unit: Unit, threats: list[Threat]) -> list[Threat]:
    """G-31: the threatening foes that are adjacent; longer reach does not count."""
    here = place_of(battle.state.grid, unit)
    found: list[Threat] = []
    for threat in threats:
        threat.reach_squares = 1
        if threat.covers(unit, here):
            found.append(threat)
    return found


def known_strikers(battle: Battle, unit: Unit, within: i64 = ANYWHERE) -> list[Threat]:
    """The threatening foes known to its side, for planning a move of so many steps."""
    threats = strikers(battle, unit, within)
    state = battle.state
    if not state.murky:
        return threats
    return [threat for threat in threats if knows_place(state, unit.side, threat.foe)]


def provoke(battle: Battle, unit: Unit, moving: bool = False) -> bool:
    """Every adjacent armed foe may attack first; True if the unit can then continue (SOV-041)."""
    if unit.mapless and unit.beside == 0:
        return True
    here = place_of(battle.state.grid, unit)
    who = [
        threat.foe
        for threat in strikers(battle, unit, 0)
        if distance(threat.foe, unit) <= 1 and threat.covers(unit, here)
    ]
    if not who:
        return True
    window = Window(PROVOKED, unit.index, who)
    return not (battle.halted(window) if moving else battle.interrupted(window))


def walk(
    battle: Battle,
    unit: Unit,
    path: tuple[int, ...],
    leaving_provokes: bool,
    closing_with: int = -1,
) -> bool:
    """Move step by step; True if the mover can still act at the end of the path.

    Without a map the path is one position, and `closing_with` is the foe to end adjacent to.
    """
    state = battle.state
    grid = state.grid
    if unit.effects and not exert(battle, unit):
        return False
    if grid.open:
        return go_to(battle, unit, path[0], leaving_provokes, closing_with)
    filled = crowd(state, battle.rules, unit, True)
    watchers = strikers(battle, unit) if leaving_provokes else []
    lookouts = watchers_of(battle, unit)
    table = steps(grid, gait_of(unit), battle.rules.difficult_cost)
    size: i64 = unit.sheet.size
    walked: list[int] = []
    spent: i64 = 0
    at: i64 = place_of(grid, unit)
    free: i64 = at
    halted = False
    left = len(path)
    struck: list[Unit] = []
    for square in path:
        there: i64 = square
        left -= 1
        if watchers and leaves_reach(watchers, unit, at, there):
            # SOV-044: the attack comes before the step; a felled unit stays where it is.
            who = [threat.foe for threat in watchers if threat.is_left(unit, at, there)]
            watchers = [threat for threat in watchers if threat.foe not in who]
            note_walk(battle, unit, walked, spent)
            walked = []
            spent = 0
            if battle.halted(Window(LEAVING_REACH, unit.index, who)):
                halted = True
                break
            # A reacting unit may have moved into the path.
            filled = crowd(state, battle.rules, unit, True)
            refresh_watchers(battle, unit, lookouts)
            struck.extend(who)
        price = priced_step(grid, table, battle.rules, filled, size, at, there)
        if price == 0:
            # An unknown unit is in the way.
            note_walk(battle, unit, walked, spent)
            walked = []
            bump_into_unknown(battle, unit, there)
            break
        spent += price
        from_: i64 = at
        put(grid, unit, there)
        at = there
        if battle.log is not None:
            walked.append(square)
        if room(filled, there, size, grid.width):
            free = there
        if state.raised and not cross_burning_walls(battle, unit, from_, there):
            break
        if lookouts and left > 0:
            # SOV-152: a unit waiting for the mover may react at each square.
            seen_by = newly_met(battle, unit, lookouts)
            if seen_by is not None:
                note_walk(battle, unit, walked, spent)
                walked = []
                spent = 0
                if battle.halted(Window(ENTERED, unit.index, seen_by)):
                    halted = True
                    break
                # A reacting unit may have moved into the path, or have another weapon in hand.
                filled = crowd(state, battle.rules, unit, True)
                refresh_watchers(battle, unit, lookouts)
                if leaving_provokes:
                    watchers = still_to_strike(battle, unit, watchers, struck)
    note_walk(battle, unit, walked, spent)
    if at != free and place_of(grid, unit) == at and unit.inside < 0:
        step_back(battle, unit, free if room(filled, free, size, grid.width) else -1)
    if state.has_unusual_units:
        carry_along(state, unit)
    if halted or unit.status != ACTIVE:
        if unit.status == ACTIVE:
            look_around(battle, unit)
        return False
    look_around(battle, unit)
    if not battle.rules.screen_resumes:
        drop_screens(battle)
    return arrive(battle, unit)


def free_place(battle: Battle, unit: Unit, near: i64) -> i64:
    """The nearest square the body fits in, -1 if the map is full."""
    state = battle.state
    grid = state.grid
    if grid.open:
        return near
    width: i64 = grid.width
    size: i64 = unit.sheet.size
    filled = crowd(state, battle.rules, unit, True)
    best: i64 = 1 << 30
    found: i64 = -1
    for y in range(grid.height - size + 1):
        for x in range(width - size + 1):
            cell: i64 = y * width + x
            far: i64 = max(abs(int(x - near % width)), abs(int(y - near // width)))
            fits = body_fits(grid, cell, size, battle.rules.difficult_cost)
            if far < best and fits and room(filled, cell, size, width):
                best = far
                found = cell
    return found


def step_back(battle: Battle, unit: Unit, cell: i64) -> None:
    """Put a unit stopped in another unit's square on the last free square behind it (SOV-002).

    If that square has been taken (-1), on the nearest free one.
    """
    goal: i64 = cell
    if goal < 0:
        goal = free_place(battle, unit, place_of(battle.state.grid, unit))
        if goal < 0:
            return
    put(battle.state.grid, unit, goal)
    if battle.log is not None:
        battle.emit(SteppedBack(int(unit.index), int(goal)))


def go_to(
    battle: Battle, unit: Unit, there: i64, leaving_provokes: bool, closing_with: int
) -> bool:
    """Without a map: move to another group; the foes left behind get free attacks."""
    state = battle.state
    here: i64 = place_of(state.grid, unit)
    # SOV-085: foes with long weapons whose reach the path enters and leaves again.
    if there == here:
        return close_up(battle, unit, closing_with)
    passed = NO_THREATS
    who = NO_UNITS
    if leaving_provokes and (unit.beside or battle.bystanders().has_long_foe(state, unit)):
        for threat in strikers(battle, unit):
            if not threat.covers(unit, there):
                if threat.covers(unit, here):
                    who = [*who, threat.foe]
                elif threat.reach_squares > 1:
                    passed = [*passed, threat]
        if who and battle.halted(Window(LEAVING_REACH, unit.index, who)):
            return False
    lookouts = watchers_of(battle, unit)
    if lookouts or passed:
        if not pass_by(battle, unit, there, lookouts, passed, who.copy(), leaving_provokes):
            return False
    # A unit that reacted may have filled the passage.
    if not is_barred(state, battle.rules, unit, place_of(state.grid, unit), there):
        go_on_to(battle, unit, there)
    return close_up(battle, unit, closing_with, True)


def close_up(battle: Battle, unit: Unit, closing_with: int, has_moved: bool = False) -> bool:
    """Without a map: end a move adjacent to a foe, if one has been chosen."""
    state = battle.state
    foe = state.units[closing_with] if closing_with >= 0 else None
    if foe is not None and foe.status == ACTIVE and not are_beside(unit, foe):
        # Or it may have moved away, or filled the space.
        now = int(place_of(state.grid, unit))
        if why_not_close(battle, unit, now, closing_with) is None:
            close_with(unit, foe)
            if battle.log is not None:
                battle.emit(ClosedWith(unit.index, foe.index))
    if has_moved:
        look_around(battle, unit)
        if not battle.rules.screen_resumes:
            drop_screens(battle)
    return arrive(battle, unit)


def pass_by(
    battle: Battle,
    unit: Unit,
    there: i64,
    lookouts: list[MoveWatcher],
    passed: list[Threat],
    struck: list[Unit],
    leaving_provokes: bool,
) -> bool:
    """Without a map: move to the last position before the goal; False if the mover is stopped.

    SOV-152: waiting units may react at the position where the mover comes into reach or range.
    SOV-044: foes attack before the mover leaves their reach; those in `struck` already have.
    """
    state = battle.state
    grid = state.grid
    start: i64 = place_of(grid, unit)
    noted: i64 = start
    apart: i64 = positions_apart(grid, start, there)
    steps: i64 = 1
    while steps < apart:
        at: i64 = towards(grid, start, there, steps)
        put(grid, unit, at)
        settle(state, unit)
        number = 0
        while number < 2:
            point = ENTERED if number == 0 else LEAVING_REACH
            number += 1
            who: list[Unit] | None = None
            if point == ENTERED:
                who = newly_met(battle, unit, lookouts)
            elif not passed:
                break
            else:
                beyond = towards(grid, start, there, steps + 1)
                who = [
                    threat.foe
                    for threat in passed
                    if threat.covers(unit, at) and not threat.covers(unit, beyond)
                ]
            if not who:
                continue
            note_way(battle, unit, noted)
            noted = at
            if state.has_unusual_units:
                carry_along(state, unit)
            if battle.halted(Window(point, unit.index, who)):
                if unit.status == ACTIVE:
                    look_around(battle, unit)
                return False
            if is_barred(state, battle.rules, unit, noted, there):
                return True
            refresh_watchers(battle, unit, lookouts)
            if point == LEAVING_REACH:
                struck.extend(who)
            elif leaving_provokes:
                passed = [
                    threat
                    for threat in still_to_strike(battle, unit, passed, struck)
                    if threat.reach_squares > 1 and not threat.covers(unit, there)
                ]
        steps += 1
    # The rest of the path is logged when it ends.
    put(grid, unit, noted)
    return True


def go_on_to(battle: Battle, unit: Unit, there: i64) -> None:
    """Without a map: move straight to a position."""
    state = battle.state
    here: i64 = place_of(state.grid, unit)
    put(state.grid, unit, there)
    settle(state, unit)
    if state.has_unusual_units:
        carry_along(state, unit)
    note_way(battle, unit, here)


def note_way(battle: Battle, unit: Unit, start: i64) -> None:
    """Without a map: log how far the unit has moved from a position."""
    grid = battle.state.grid
    at = place_of(grid, unit)
    if battle.log is not None and at != start:
        feet = positions_apart(grid, start, at) * 5
        battle.emit(Moved(unit.index, (int(at),), feet))


def bump_into_unknown(battle: Battle, mover: Unit, cell: i64) -> None:
    """Stop the move where it meets an unknown foe, and reveal the foe."""
    for foe in battle.state.units:
        if foe.status == ACTIVE and foe.unknown_to and battle.are_foes(mover, foe):
            ghost = mover.copy()
            put(battle.state.grid, ghost, cell)
            if distance(ghost, foe) <= 1:
                if battle.log is not None:
                    battle.emit(Stumbled(mover.index, foe.index))
                reveal(battle, foe)


def arrive(battle: Battle, unit: Unit) -> bool:
    """Foes with the mover now in reach or range may act before it continues (SOV-152)."""
    asked: i64 = battle.rules.at_point[ENTERED]
    passed = battle.passes_unasked
    if asked != 0 and not (passed and battle.nobody_holds):
        who: list[Unit] = []
        for foe in battle.state.units:
            if foe is not unit and (not passed or holds_action(foe)):
                if battle.answers_of(foe, asked, None) != 0:
                    who.append(foe)
        if who and battle.halted(Window(ENTERED, unit.index, who)):
            return False
    return unit.status == ACTIVE


def drop_screens(battle: Battle) -> None:
    """If screens do not resume: end a screen as soon as ally and screener are apart."""
    for unit in battle.state.units:
        if unit.effect(SCREENING) is not None:
            unit.effects = [
                effect
                for effect in unit.effects
                if effect.kind is not SCREENING
                or distance(unit, battle.state.units[effect.whom.bit_length() - 1]) <= 1
            ]


def note_walk(battle: Battle, unit: Unit, walked: list[int], spent: i64) -> None:
    if battle.log is not None and walked:
        battle.emit(Moved(unit.index, tuple(walked), spent * 5))
