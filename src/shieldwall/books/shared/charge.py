"""Charge: a straight run with an attack at its end."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shieldwall.abilities.conditions import CHARGED
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
from shieldwall.engine.attack.legality import reach_with, why_no_attack
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Charged
from shieldwall.engine.move.movement import (
    allowance,
    place_of,
    provoke,
    stand_at,
    walk,
    why_no_path,
    why_no_way,
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
from shieldwall.engine.space.open_ground import OpenGround
from shieldwall.engine.space.reach import crowd, entering, gait_of, room
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
        steps = int(squares_between(grid, place_of(grid, unit), end))
        if steps < rules.charge_least and battle.holds("SOV-064", unit):
            least = rules.charge_least * 5
            return Refusal("no-run-up", "SOV-064", unit.index, -1, steps * 5, least)
        if steps == 0:
            return None
        if grid.open:
            rate = allowance(rules, unit) * rules.charge_rate
            return why_no_path(battle, unit, (end,), rate)
        if unit.locked:
            return Refusal("no-charge", "SOV-063", unit.index)
        return self.why_not_straight(battle, unit, end, crowd(battle.state, rules, unit))

    def why_not_straight(
        self, battle: Battle, unit: Unit, end: int, filled: vec[u8]
    ) -> Refusal | None:
        """On a map: the run itself, past the units in its squares."""
        rules = battle.rules
        grid = battle.state.grid
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

    def why_not_along(
        self, battle: Battle, unit: Unit, end: int, tie_up: bool, filled: vec[u8]
    ) -> Refusal | None:
        rules = battle.rules
        grid = battle.state.grid
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
        return self.runs(battle, unit, False)

    def allowed(self, battle: Battle, unit: Unit) -> list[Choice]:
        if battle.state.grid.open or battle.lenient:
            return self.sifted(battle, unit)
        if why_cannot_pay(unit, self.cost) is not None:
            return []
        return self.runs(battle, unit, True)

    def runs(self, battle: Battle, unit: Unit, struck: bool) -> list[Choice]:
        """Every square a straight run may end on, with the targets in reach from there.

        With `struck`, only those where the final attack is legal too.
        """
        state = battle.state
        grid = state.grid
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        width: i64 = grid.width
        size: i64 = unit.sheet.size
        here: i64 = place_of(grid, unit)
        foes = known_foes(state, unit)
        numbers: list[int] = []
        count: i64 = len(unit.weapons)
        # Range of each weapon, and its melee part.
        spans = vec[i64](capacity=count)
        strikes = vec[i64](capacity=count)
        widest: i64 = 0
        for number in range(len(unit.weapons)):
            if struck and why_not_ready(unit, self.cost, number) is not None:
                continue
            weapon = unit.weapons[number]
            reach: i64 = reach_with(battle.rules, unit, weapon)
            strikes = append(strikes, reach if weapon.melee else -1)
            if weapon.thrown and weapon.long_range > reach:
                reach = weapon.long_range
            numbers.append(number)
            spans = append(spans, reach)
            if reach > widest:
                widest = reach
        found: list[Choice] = []
        if not foes or not numbers:
            return found
        filled = crowd(state, battle.rules, unit)
        ground = OpenGround(grid, battle.rules, gait_of(unit), filled, here, far)
        there = unit.copy() if struck else unit
        y: i64 = max(0, unit.y - far)
        low: i64 = max(0, unit.x - far) - 1
        right: i64 = min(width - size, unit.x + far)
        bottom: i64 = min(grid.height - size, unit.y + far)
        while y <= bottom:
            x: i64 = low
            while x < right:
                x += 1
                # Testing the line is slow: first test whether any target is in reach.
                cell: i64 = y * width + x
                if cell != here and not room(filled, cell, size, width):
                    continue
                near: i64 = widest + 1
                for foe in foes:
                    apart: i64 = 5 * apart_of(x, y, size, foe)
                    if apart < near:
                        near = apart
                if near > widest or not self.is_run(battle, unit, int(cell), filled, ground):
                    continue
                if struck:
                    stand_at(state, there, cell)
                for foe in foes:
                    apart = 5 * apart_of(x, y, size, foe)
                    for place in range(len(spans)):
                        if apart <= spans[place]:
                            number = numbers[place]
                            if struck and not can_strike(
                                battle, there, foe, number, apart <= strikes[place]
                            ):
                                continue
                            found.append(
                                Choice(unit.index, self.verb, foe.index, number, (int(cell),))
                            )
            y += 1
        return found

    def is_run(
        self, battle: Battle, unit: Unit, end: int, filled: vec[u8], ground: OpenGround
    ) -> bool:
        """Fast version of `why_no_line` on a map, for many squares."""
        grid = battle.state.grid
        steps = squares_between(grid, place_of(grid, unit), end)
        if steps < battle.rules.charge_least and battle.holds("SOV-064", unit):
            return False
        if steps == 0:
            return True
        if unit.locked:
            return False
        if ground.leads_to(end % grid.width, end // grid.width):
            return True
        return self.why_not_straight(battle, unit, end, filled) is None

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
            filled = crowd(battle.state, rules, unit)
            tie_up = self.why_not_along(battle, unit, choice.path[0], True, filled) is None
            line = tuple(straight_line(grid, place_of(grid, unit), choice.path[0], tie_up))
        if not walk(battle, unit, line, self.provokes and not by_adjacency, beside):
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


def can_strike(battle: Battle, there: Unit, foe: Unit, number: int, near: bool) -> bool:
    """Fast version of `why_no_blow` for many squares; `near`: within melee reach."""
    weapon = there.weapons[number]
    if near and why_no_attack(battle, there, foe, weapon, MELEE) is None:
        return True
    return weapon.thrown and why_no_attack(battle, there, foe, weapon, THROWN) is None


CHARGE: Final = Charge("charge", "Charge", MAIN_AND_MOVE, True, "SOV-063", "twp")

register_option(OptionEntry(
    "charge", "attack", OptionWords("charge {target} → {square} ({weapon})", "charges {target}",
    anywhere="charge {target} ({weapon})"), rank=7, icon="sprint",
    marks=STRIKE | ARMED | LISTED | WEAPON_UNSAID | SEARCHED,
))  # fmt: skip
