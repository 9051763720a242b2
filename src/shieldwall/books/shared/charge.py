"""Charge: a straight run with an attack at its end."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shieldwall.abilities.attack_conditions import CHARGED
from shieldwall.books.shared.action_checks import (
    apart_of,
    closes,
    ending_beside,
    why_cannot_pay,
    why_not_in_hand,
    why_not_ready,
    without_one,
)
from shieldwall.books.shared.shared_dials import CHARGE_AC, CHARGE_AC_UNTIL, CHARGE_SCREEN_PROVOKES
from shieldwall.engine.action_spec import MAIN_AND_MOVE, ActionSpec
from shieldwall.engine.attack.blow import MELEE, THROWN, Blow
from shieldwall.engine.attack.legality import (
    reach_with,
    why_no_attack,
    why_no_line,
    why_not_across,
    why_not_anywhere,
)
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Charged
from shieldwall.engine.listing import BOTH_LEFT, Listing
from shieldwall.engine.move.interruption import IMPOSSIBLE
from shieldwall.engine.move.movement import (
    allowance,
    place_of,
    provoke,
    stand_at,
    walk,
    why_no_path,
    why_no_way,
    why_not_close,
)
from shieldwall.engine.option import (
    ARMED,
    LISTED,
    SEARCHED,
    STRIKE,
    WEAPON_UNSAID,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.ruleset import BY_STARTING_ADJACENT
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.occupants import EMPTY
from shieldwall.engine.space.reach import crowd, entering, gait_of, room
from shieldwall.engine.space.run_lines import RunLines
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.straight_lines import brushed, squares_between, straight_line
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal


class Charge(ActionSpec):
    """Charge: a straight run of up to twice the speed, then an attack or throw (SOV-063)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        if len(choice.path) != 1 or not 0 <= choice.path[0] < battle.state.grid.cells:
            return Refusal("no-path", "SOV-063", unit.index)
        refusal = self.why_no_line(battle, unit, choice.path[0])
        if refusal is not None:
            return refusal
        there = unit.copy()
        stand_at(battle.state, there, choice.path[0])
        if closes(battle, unit, choice):
            there.beside |= 1 << choice.target
        target = battle.state.units[choice.target]
        return self.why_no_blow(battle, there, target, choice.weapon)

    def why_no_blow(self, battle: Battle, there: Unit, target: Unit, number: int) -> Refusal | None:
        """SOV-065: why it cannot attack or throw from the end of the run."""
        weapon = there.weapons[number]
        refusal = why_no_attack(battle, there, target, weapon, MELEE)
        if refusal is not None and weapon.thrown:
            refusal = why_no_attack(battle, there, target, weapon, THROWN)
        return refusal

    def why_no_line(self, battle: Battle, unit: Unit, end: int) -> Refusal | None:
        """SOV-063, SOV-064: straight, clear, with a run-up, and at most twice the speed."""
        rules = battle.rules
        grid = battle.state.grid
        here = place_of(grid, unit)
        refusal = self.why_no_run_up(battle, unit, here, end)
        if refusal is not None or here == end:
            return refusal
        if grid.open:
            rate = allowance(rules, unit) * rules.charge_rate
            return why_no_path(battle, unit, (end,), rate)
        if unit.locked:
            return Refusal("no-charge", "SOV-063", unit.index)
        return self.why_not_straight(battle, unit, end, crowd(battle.state, rules, unit))

    def why_no_run_up(self, battle: Battle, unit: Unit, start: i64, end: i64) -> Refusal | None:
        """SOV-064: why a run between two squares is too short."""
        least = int(battle.rules.charge_least)
        steps = int(squares_between(battle.state.grid, start, end))
        if steps < least and battle.holds("SOV-064", unit):
            return Refusal("no-run-up", "SOV-064", unit.index, -1, steps * 5, least * 5)
        return None

    def why_not_straight(
        self, battle: Battle, unit: Unit, end: int, filled: vec[u8]
    ) -> Refusal | None:
        """On a map: the run itself, past the units in its squares."""
        rules = battle.rules
        grid = battle.state.grid
        if unit.sheet.size == 1 and filled[end] == EMPTY:
            lines = self.run_lines(battle, unit, filled)
            if lines.leads_to(end % grid.width, end // grid.width):
                return None
        refusal = self.why_not_along(battle, unit, end, True, filled)
        if refusal is not None:
            if self.why_not_along(battle, unit, end, False, filled) is not None:
                return Refusal(
                    "no-charge", "SOV-063", unit.index, refusal.other, refusal.have, refusal.need
                )
        for cell in brushed(grid, place_of(grid, unit), end):
            size = unit.sheet.size
            if not body_fits(grid, cell, size, rules.difficult_cost) or not entering(
                filled, cell, size, grid.width, rules
            ):
                return Refusal("no-charge", "SOV-063", unit.index, cell)
        return None

    def run_lines(self, battle: Battle, unit: Unit, filled: vec[u8]) -> RunLines:
        grid = battle.state.grid
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        return RunLines(grid, battle.rules, gait_of(unit), filled, place_of(grid, unit), far)

    def line_to(self, battle: Battle, unit: Unit, end: i64) -> tuple[int, ...]:
        """On a map: the squares of a legal run."""
        grid = battle.state.grid
        filled = crowd(battle.state, battle.rules, unit)
        tie_up = self.why_not_along(battle, unit, int(end), True, filled) is None
        return tuple(straight_line(grid, place_of(grid, unit), end, tie_up))

    def why_not_along(
        self, battle: Battle, unit: Unit, end: int, tie_up: bool, filled: vec[u8]
    ) -> Refusal | None:
        rules = battle.rules
        grid = battle.state.grid
        if unit.sheet.size == 1 and filled[end] == EMPTY:
            lines = self.run_lines(battle, unit, filled)
            tie_down: i64 = 0 if tie_up else 1
            if lines.along(end % grid.width, end // grid.width, tie_down) <= lines.far:
                return None
        line = straight_line(grid, place_of(grid, unit), end, tie_up)
        far = allowance(rules, unit) * rules.charge_rate
        return why_no_way(battle, unit, tuple(line), far, filled)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 or unit.moves == 0:
            return []
        if battle.state.grid.open:
            grid = battle.state.grid
            return [
                Choice(
                    unit.index, self.verb, int(foe.index), number, (ending_beside(grid, unit, foe),)
                )
                for foe in battle.state.units
                if foe.status == ACTIVE and battle.are_foes(unit, foe)
                for number in range(len(unit.weapons))
            ]
        return Runs(battle, unit, self, False).candidates(battle, unit, self.verb)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if battle.lenient:
            self.sift_into(battle, unit, found)
        elif why_cannot_pay(unit, self.cost) is None:
            if battle.state.grid.open:
                self.list_in_the_open(battle, unit, found)
            else:
                Runs(battle, unit, self, True).list_into(battle, unit, found)

    def list_in_the_open(self, battle: Battle, unit: Unit, found: Listing) -> None:
        """Without a map: the run is the same whatever weapon is used at its end."""
        state = battle.state
        for foe in state.units:
            if foe.status != ACTIVE or not battle.are_foes(unit, foe):
                continue
            end = ending_beside(state.grid, unit, foe)
            if self.why_no_line(battle, unit, end) is not None:
                continue
            there = unit.copy()
            stand_at(state, there, end)
            if why_not_close(battle, unit, end, int(foe.index)) is None:
                there.beside |= foe.bit
            for number in range(len(unit.weapons)):
                if why_not_in_hand(unit, number) is None:
                    if self.why_no_blow(battle, there, foe, number) is None:
                        found.put_squares(foe.index, number, vec[i64]([i64(end)]))

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        rules = battle.rules
        grid = battle.state.grid
        target = battle.state.units[choice.target]
        pay(unit, self.cost)
        if battle.log is not None:
            battle.emit(Charged(unit.index, target.index))
        # SOV-066: the penalty applies from the declaration on.
        unit.effects.append(
            Effect(CHARGED, unit.index, CHARGE_AC_UNTIL.of(rules), CHARGE_AC.of(rules))
        )
        by_adjacency = CHARGE_SCREEN_PROVOKES.of(rules) == BY_STARTING_ADJACENT
        if self.provokes and by_adjacency and not provoke(battle, unit, True):
            return
        line: tuple[int, ...] = choice.path
        beside = -1
        if closes(battle, unit, choice):
            beside = choice.target
        elif not grid.open:
            line = self.line_to(battle, unit, choice.path[0])
        start = place_of(grid, unit)
        if not walk(battle, unit, line, self.provokes and not by_adjacency, beside):
            return
        if self.why_no_run_up(battle, unit, start, place_of(grid, unit)) is not None:
            # A unit in the way has stopped the run too early.
            battle.note_stop(unit, IMPOSSIBLE)
            return
        # SOV-065: one attack at the end, if the target can still be attacked.
        if why_not_in_hand(unit, choice.weapon) is not None:
            return
        weapon = unit.weapons[choice.weapon]
        for how in (MELEE, THROWN):
            if why_no_attack(battle, unit, target, weapon, how) is None:
                blow = Blow(unit, target, choice.weapon, how)
                blow.charge = True
                attack(battle, blow)
                if unit.sheet.has("pounces") and unit.status == ACTIVE:
                    unit.flurry = without_one(unit.sheet.routine, choice.weapon)
                return


STRIKES: Final = 1
THROWS: Final = 2
MOST_READY: Final = 31
"""As many weapons as there is room for in `Runs.able`."""


class Runs:
    """Every square a straight run may end on, with the targets in reach from there.

    With `struck`, only with weapons that are ready: a fast version of `Charge.why_not` for many
    squares (`list_into`).
    """

    def __init__(self, battle: Battle, unit: Unit, spec: Charge, struck: bool) -> None:
        self.foes = known_foes(battle.state, unit)
        self.numbers: list[int] = []
        """The weapons."""
        none: i64 = 0
        self.ends = vec[i64]([0] * none)
        """The squares, in ascending order."""
        self.spans = vec[i64](capacity=len(unit.weapons))
        """Range of each weapon in squares."""
        self.reaches = vec[i64](capacity=len(unit.weapons))
        """Its reach in feet."""
        self.widest: i64 = -1
        for number in range(len(unit.weapons)):
            if struck and (
                len(self.numbers) == MOST_READY or why_not_ready(unit, spec.cost, number)
            ):
                continue
            weapon = unit.weapons[number]
            reach: i64 = reach_with(battle.rules, unit, weapon)
            self.reaches = append(self.reaches, reach)
            if weapon.thrown and weapon.long_range > reach:
                reach = weapon.long_range
            self.numbers.append(number)
            self.spans = append(self.spans, reach // 5)
            if reach // 5 > self.widest:
                self.widest = reach // 5
        if self.foes and self.numbers:
            self.search(battle, unit, spec)

    def search(self, battle: Battle, unit: Unit, spec: Charge) -> None:
        """Find the ends with any target in reach."""
        state = battle.state
        grid = state.grid
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        width: i64 = grid.width
        size: i64 = unit.sheet.size
        widest: i64 = self.widest
        from_x: i64 = unit.x
        from_y: i64 = unit.y
        here: i64 = place_of(grid, unit)
        # Testing the line is slow: first mark the squares with any target in reach.
        left: i64 = max(0, from_x - far)
        right: i64 = min(width - size, from_x + far)
        top: i64 = max(0, from_y - far)
        bottom: i64 = min(grid.height - size, from_y + far)
        near = grid.blank[:]
        for foe in self.foes:
            y: i64 = max(top, foe.y - widest - size + 1)
            while y <= bottom and y < foe.y + foe.sheet.size + widest:
                cell: i64 = y * width + max(left, foe.x - widest - size + 1)
                end: i64 = y * width + min(right, foe.x + foe.sheet.size + widest - 1)
                while cell <= end:
                    near[cell] = 1
                    cell += 1
                y += 1
        filled = crowd(state, battle.rules, unit)
        least: i64 = battle.rules.charge_least if battle.holds("SOV-064", unit) else 0
        lines = RunLines(grid, battle.rules, gait_of(unit), filled, here, far)
        ends = vec[i64](capacity=32)
        y = top
        while y <= bottom:
            across: i64 = y - from_y if y > from_y else from_y - y
            x: i64 = left - 1
            while x < right:
                x += 1
                cell = y * width + x
                if near[cell] == 0 or (cell != here and not room(filled, cell, size, width)):
                    continue
                steps: i64 = x - from_x if x > from_x else from_x - x
                if across > steps:
                    steps = across
                if steps < least:
                    continue
                if steps > 0:
                    if unit.locked:
                        continue
                    if lines.is_small:
                        if not lines.leads_to(x, y):
                            continue
                    elif spec.why_not_straight(battle, unit, int(cell), filled) is not None:
                        continue
                ends = append(ends, cell)
            y += 1
        self.ends = ends

    def candidates(self, battle: Battle, unit: Unit, verb: str) -> list[Choice]:
        """Each end with each target within the range of a weapon."""
        found: list[Choice] = []
        width: i64 = battle.state.grid.width
        size: i64 = unit.sheet.size
        for cell in self.ends:
            for foe in self.foes:
                apart: i64 = apart_of(cell % width, cell // width, size, foe)
                place: i64 = 0
                for number in self.numbers:
                    if apart <= self.spans[place]:
                        found.append(Choice(unit.index, verb, foe.index, number, (int(cell),)))
                    place += 1
        return found

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        """Put those from which the final attack is legal, foe by foe and weapon by weapon."""
        state = battle.state
        ends = self.ends
        many: i64 = len(ends)
        if many == 0:
            return
        width: i64 = state.grid.width
        size: i64 = unit.sheet.size
        widest: i64 = self.widest
        there = unit.copy()
        for foe in self.foes:
            able = self.able(battle, unit, foe)
            if able == 0:
                continue
            # For each end, a bit mask of the weapons.
            good = vec[i64]([0] * many)
            of_any: i64 = 0
            y: i64 = 0
            place: i64 = 0
            while place < many:
                cell: i64 = ends[place]
                while cell >= (y + 1) * width:
                    y += 1
                x: i64 = cell - y * width
                apart: i64 = apart_of(x, y, size, foe)
                if apart <= widest:
                    stand_at(state, there, cell)
                    good[place] = self.that_strike(battle, there, foe, apart, able)
                    of_any |= good[place]
                place += 1
            weapon: i64 = 0
            for number in self.numbers:
                if of_any >> weapon & 1:
                    cells = vec[i64](capacity=many)
                    place = 0
                    while place < many:
                        if good[place] >> weapon & 1:
                            cells = append(cells, ends[place])
                        place += 1
                    found.put_squares(foe.index, number, cells)
                weapon += 1

    def able(self, battle: Battle, unit: Unit, foe: Unit) -> i64:
        """Two bits for each weapon: whether it could strike or throw, if the unit stood right."""
        found: i64 = 0
        # A helpless unit cannot attack, so a fallen foe is not a target either.
        if foe.status != ACTIVE:
            return found
        bit: i64 = 1
        for number in self.numbers:
            weapon = unit.weapons[number]
            if why_not_anywhere(battle, unit, foe, weapon, MELEE) is None:
                found |= bit * STRIKES
            if weapon.thrown and why_not_anywhere(battle, unit, foe, weapon, THROWN) is None:
                found |= bit * THROWS
            bit *= 4
        return found

    def that_strike(self, battle: Battle, there: Unit, foe: Unit, apart: i64, able: i64) -> i64:
        """`why_no_blow` for one of many squares: a bit mask of weapons."""
        feet: i64 = feet_apart(battle.state.grid, there, foe)
        found: i64 = 0
        bit: i64 = 1
        place: i64 = 0
        for number in self.numbers:
            ways: i64 = able >> 2 * place & 3
            if ways != 0 and apart <= self.spans[place]:
                # In melee nothing but the reach counts.
                if (ways & STRIKES and feet <= self.reaches[place]) or (
                    ways & THROWS
                    and why_not_across(battle, there, foe, there.weapons[number], THROWN, feet)
                    is None
                ):
                    # The line is the same for all weapons.
                    if found == 0 and why_no_line(battle, there, foe) is not None:
                        return 0
                    found |= bit
            bit *= 2
            place += 1
        return found


CHARGE: Final = Charge("charge", "Charge", MAIN_AND_MOVE, True, "SOV-063", "twp")
CHARGE.needs = BOTH_LEFT

register_option(OptionEntry(
    "charge", "attack", OptionWords("charge {target} → {square} ({weapon})", "charges {target}",
    anywhere="charge {target} ({weapon})"), rank=7, icon="sprint",
    marks=STRIKE | ARMED | LISTED | WEAPON_UNSAID | SEARCHED,
))  # fmt: skip
