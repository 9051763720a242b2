"""The actions and reactions the books share, each in the order its paragraph states it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.abilities.conditions import (
    CHARGED,
    DISENGAGED,
    INVISIBLE,
    STRIDING,
    UNTIL_END_OF_ROUND,
)
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import reach_with, why_no_attack, why_not_struck
from shieldwall.engine.attack.timeline import attack, finish_off
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Charged, Disengaged, Reloaded, StoodUp, WentProne
from shieldwall.engine.events.attack_events import Opportunity
from shieldwall.engine.move.movement import (
    allowance,
    known_strikers,
    path_cost,
    place_of,
    provoke,
    stand_at,
    strikers,
    walk,
    why_no_path,
    why_no_way,
    why_not_close,
)
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.ruleset import (
    BY_STARTING_ADJACENT,
    FREE,
    FROM_ALL,
    MAIN,
    MAIN_AND_MOVE,
    MOVE,
    ActionSpec,
    ReactionSpec,
)
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import gap
from shieldwall.engine.space.open_field import short_of
from shieldwall.engine.space.reach import crowd, entering, find_reach, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.straight_lines import brushed, squares_between, straight_line
from shieldwall.engine.space.threat import threat_reach
from shieldwall.engine.space.visibility import known_foes, knows_place, reveal
from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.dropped_items import gather


def why_cannot_pay(unit: Unit, cost: i64) -> Refusal | None:
    """SOV-035 to SOV-037 for what an action costs."""
    if can_pay(unit, cost):
        return None
    if cost == MOVE or (cost == MAIN_AND_MOVE and unit.mains > 0):
        return Refusal("move-spent", "SOV-036", unit.index)
    return Refusal("main-spent", "SOV-035", unit.index)


def why_not_in_hand(unit: Unit, weapon: int) -> Refusal | None:
    """Whether the unit has this weapon and can use it at once."""
    if not 0 <= weapon < len(unit.weapons):
        return Refusal("no-such-weapon", "SOV-047", unit.index)
    if unit.gone >> weapon & 1:
        return Refusal("weapon-gone", "SOV-089", unit.index, weapon)
    if unit.stowed >> weapon & 1:
        return Refusal("weapon-stowed", "SOV-089", unit.index, weapon)
    return None


def why_not_ready(unit: Unit, cost: i64, weapon: int) -> Refusal | None:
    """What keeps any blow from being struck, whoever is meant."""
    refusal = why_cannot_pay(unit, cost)
    return why_not_in_hand(unit, weapon) if refusal is None else refusal


def spend_blow(unit: Unit, weapon: int, cost: i64) -> None:
    """A Main pays for one attack, or for one with each weapon of a creature's routine."""
    left = unit.flurry
    if not left or weapon not in left:
        pay(unit, cost)
        left = unit.sheet.routine
    unit.flurry = without_one(left, weapon) if left and weapon in left else ()


def without_one(weapons: tuple[int, ...], weapon: int) -> tuple[int, ...]:
    """The rest of a routine."""
    if weapon not in weapons:
        return weapons
    place = weapons.index(weapon)
    return weapons[:place] + weapons[place + 1 :]


def closes(battle: Battle, unit: Unit, choice: Choice) -> bool:
    """Without a map: whether the move ends face to face with its target."""
    if not battle.state.grid.open:
        return False
    return why_not_close(battle, unit, choice.path[0], choice.target) is None


def why_no_move_in_the_open(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """SOV-012: a move leads somewhere else, or face to face with a foe."""
    if choice.target >= 0:
        return why_not_close(battle, unit, choice.path[0], choice.target)
    if choice.path[0] == place_of(battle.state.grid, unit):
        return Refusal("no-path", "SOV-012", unit.index)
    return None


def ending_beside(grid: GridMap, unit: Unit, foe: Unit) -> int:
    """Where a move ends that leads up to a foe, without a map."""
    return int(short_of(grid, place_of(grid, unit), place_of(grid, foe)))


def apart_of(x: i64, y: i64, size: i64, foe: Unit) -> i64:
    """Steps between a body that stands at a square and a foe."""
    across: i64 = gap(x, size, foe.x, foe.sheet.size)
    down: i64 = gap(y, size, foe.y, foe.sheet.size)
    return across if across > down else down


class Attack(ActionSpec):
    """Make a Melee Attack and Make a Ranged Attack (SOV-047, SOV-048)."""

    def __init__(self, verb: str, title: str, how: int, cite: str) -> None:
        super().__init__(verb, title, MAIN, False, cite)
        self.how: i64 = how
        self.is_attack = True

    def another(self) -> ActionSpec:
        return self.__class__(self.verb, self.title, int(self.how), self.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.price(battle, unit, choice), choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        if self.how != MELEE and unit.unloaded >> choice.weapon & 1:
            if battle.holds("SOV-090", unit):
                return Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        weapon = unit.weapons[choice.weapon]
        target = battle.state.units[choice.target]
        if target.status == DOWN:
            return why_not_struck(battle, unit, target, weapon, self.how)
        return why_no_attack(battle, unit, target, weapon, self.how)

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return FREE if choice.weapon in unit.flurry else self.cost

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 and not unit.flurry:
            return []
        found: list[Choice] = []
        for foe in battle.state.units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe):
                for number in range(len(unit.weapons)):
                    found.append(Choice(unit.index, self.verb, foe.index, number))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        spend_blow(unit, choice.weapon, self.cost)
        target = battle.state.units[choice.target]
        blow = Blow(unit, target, choice.weapon, self.how)
        if target.status == DOWN:
            finish_off(battle, blow)
        else:
            attack(battle, blow)


class Charge(ActionSpec):
    """Charge: a straight run of up to twice the rate, and a blow or throw at its end (SOV-063)."""

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
        return self.why_no_blow(battle, there, choice)

    def why_no_blow(self, battle: Battle, there: Unit, choice: Choice) -> Refusal | None:
        """SOV-065: why it cannot strike or throw from where the run ends."""
        target = battle.state.units[choice.target]
        weapon = there.weapons[choice.weapon]
        refusal = why_no_attack(battle, there, target, weapon, MELEE)
        if refusal is not None and weapon.thrown:
            refusal = why_no_attack(battle, there, target, weapon, THROWN)
        return refusal

    def why_no_line(self, battle: Battle, unit: Unit, end: int) -> Refusal | None:
        """SOV-063, SOV-064: straight, clear, with a run-up, and at most twice the rate."""
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
        self, battle: Battle, unit: Unit, end: int, filled: vec[i64]
    ) -> Refusal | None:
        """On a map: the run itself, past those who fill its squares."""
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
        self, battle: Battle, unit: Unit, end: int, tie_up: bool, filled: vec[i64]
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
        """Every square a straight run may end at, with whom could be in reach from there.

        With `struck`, only where the blow at its end is allowed too.
        """
        state = battle.state
        grid = state.grid
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        width: i64 = grid.width
        size: i64 = unit.sheet.size
        here: i64 = place_of(grid, unit)
        foes = known_foes(state, unit)
        numbers: list[int] = []
        spans: list[int] = []
        widest: i64 = 0
        for number in range(len(unit.weapons)):
            if struck and why_not_ready(unit, self.cost, number) is not None:
                continue
            weapon = unit.weapons[number]
            reach: i64 = reach_with(battle.rules, unit, weapon)
            if weapon.thrown and weapon.long_range > reach:
                reach = weapon.long_range
            numbers.append(number)
            spans.append(int(reach))
            if reach > widest:
                widest = reach
        found: list[Choice] = []
        if not foes or not numbers:
            return found
        filled = crowd(state, battle.rules, unit)
        there = unit.copy() if struck else unit
        y: i64 = max(0, unit.y - far)
        while y < min(grid.height - size + 1, unit.y + far + 1):
            x: i64 = max(0, unit.x - far) - 1
            while x < min(width - size, unit.x + far):
                x += 1
                # The line is what takes time: first, whether anybody is in reach from there.
                cell: i64 = y * width + x
                if cell != here and not room(filled, cell, size, width):
                    continue
                near: i64 = widest + 1
                for foe in foes:
                    apart: i64 = 5 * apart_of(x, y, size, foe)
                    if apart < near:
                        near = apart
                if near > widest or self.why_no_run(battle, unit, int(cell), filled):
                    continue
                if struck:
                    stand_at(state, there, cell)
                for foe in foes:
                    apart = 5 * apart_of(x, y, size, foe)
                    for place in range(len(spans)):
                        if apart <= spans[place]:
                            choice = Choice(
                                unit.index, self.verb, foe.index, numbers[place], (int(cell),)
                            )
                            if not struck or self.why_no_blow(battle, there, choice) is None:
                                found.append(choice)
            y += 1
        return found

    def why_no_run(self, battle: Battle, unit: Unit, end: int, filled: vec[i64]) -> bool:
        """`why_no_line` on a map, for many squares in a row."""
        grid = battle.state.grid
        steps = squares_between(grid, place_of(grid, unit), end)
        if steps < battle.rules.charge_least and battle.holds("SOV-064", unit):
            return True
        if steps == 0:
            return False
        return unit.locked or self.why_not_straight(battle, unit, end, filled) is not None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        rules = battle.rules
        grid = battle.state.grid
        target = battle.state.units[choice.target]
        pay(unit, self.cost)
        if battle.log is not None:
            battle.emit(Charged(unit.index, target.index))
        # SOV-066: open from the declaration on.
        unit.effects.append(Effect(CHARGED, unit.index, rules.charge_ac_until, rules.charge_ac))
        by_adjacency = rules.charge_screen_provokes == BY_STARTING_ADJACENT
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


class Run(ActionSpec):
    """Run: the normal rate; whoever's reach one leaves may strike (SOV-084, SOV-085)."""

    def rate(self, battle: Battle, unit: Unit) -> i64:
        """Steps of 5 ft it goes at most."""
        return allowance(battle.rules, unit)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        left = steps_left(battle, unit)
        if left == 0 or why_no_path(battle, unit, choice.path, left) is not None:
            refusal = why_cannot_pay(unit, self.cost)
            if refusal is None:
                refusal = why_no_path(battle, unit, choice.path, self.rate(battle, unit))
            if refusal is not None:
                return refusal
        if battle.state.grid.open:
            return why_no_move_in_the_open(battle, unit, choice)
        if choice.target >= 0:
            return Refusal("says-too-much", "SOV-084", unit.index)
        return None

    def allowed(self, battle: Battle, unit: Unit) -> list[Choice]:
        if battle.state.grid.open:
            return self.sifted(battle, unit)
        # Each has come from a search for ways that can be gone.
        return [] if unit.locked else self.candidates(battle, unit)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        """One way to each place: the cheapest that provokes nobody, else the cheapest."""
        state = battle.state
        limit = self.rate(battle, unit)
        if not can_pay(unit, self.cost):
            limit = steps_left(battle, unit)
            if limit == 0:
                return []
        filled = crowd(state, battle.rules, unit)
        plain = find_reach(state, battle.rules, unit, limit, filled, [])
        watchers = known_strikers(battle, unit)
        safe = find_reach(state, battle.rules, unit, limit, filled, watchers) if watchers else plain
        found: list[Choice] = []
        number: i64 = 0
        while number < plain.count:
            cell: i64 = plain.found[number]
            number += 1
            if cell != plain.start and plain.can_stop(cell):
                best = safe if safe.can_stop(cell) else plain
                found.append(Choice(unit.index, self.verb, path=best.path(cell)))
        if state.grid.open:
            for foe in state.units:
                if (
                    foe.status == ACTIVE
                    and battle.are_foes(unit, foe)
                    and knows_place(state, unit.side, foe)
                ):
                    cell = ending_beside(state.grid, unit, foe)
                    found.append(Choice(unit.index, self.verb, int(foe.index), path=(int(cell),)))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        if battle.rules.split_move:
            self.stride(battle, unit, choice.path)
        else:
            pay(unit, self.cost)
        if unit.effects:
            unseen = unit.effect(INVISIBLE)
            if unseen is not None and unseen.power > 0:
                reveal(battle, unit)
        by_adjacency = battle.rules.run_provokes == BY_STARTING_ADJACENT
        if self.provokes and by_adjacency and not provoke(battle, unit, True):
            return
        walk(battle, unit, choice.path, self.provokes and not by_adjacency, choice.target)

    def stride(self, battle: Battle, unit: Unit, path: tuple[int, ...]) -> None:
        """Pay for a Run, or take it from one that is paid for, and keep what is left of it."""
        steps = path_cost(battle, unit, path, crowd(battle.state, battle.rules, unit))
        left = steps_left(battle, unit)
        if left < steps:
            pay(unit, self.cost)
            left = allowance(battle.rules, unit)
        unit.effects = [effect for effect in unit.effects if effect.kind is not STRIDING]
        if left > steps:
            rest = Effect(STRIDING, unit.index, UNTIL_END_OF_ROUND, left - steps)
            unit.effects = [*unit.effects, rest]


def steps_left(battle: Battle, unit: Unit) -> i64:
    """SOV-153: what is left of a Run that has been paid for, where it may be split."""
    if not battle.rules.split_move or not unit.effects:
        return 0
    striding = unit.effect(STRIDING)
    if striding is None:
        return 0
    return min(striding.value, allowance(battle.rules, unit))


class Disengage(ActionSpec):
    """Disengage: no blows from those one stands among, for the rest of the round (SOV-086)."""

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return FREE if unit.sheet.has("quick_disengage") else self.cost

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        whom = 0
        if battle.rules.disengage_scope == FROM_ALL:
            whom = -1
        else:
            here = place_of(battle.state.grid, unit)
            for threat in strikers(battle, unit):
                if threat.covers(unit, here):
                    whom |= 1 << int(threat.foe.index)
        unit.effects.append(Effect(DISENGAGED, unit.index, 1, 0, whom))
        if battle.log is not None:
            battle.emit(Disengaged(unit.index))


class GoProne(ActionSpec):
    """Go Prone: falling is free (SOV-096)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.prone:
            return Refusal("is-prone", "SOV-096", unit.index)
        return why_cannot_pay(unit, self.cost)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        unit.prone = True
        if battle.log is not None:
            battle.emit(WentProne(unit.index))


class StandUp(ActionSpec):
    """Stand Up: a Move, under the eyes of whoever stands next to one (SOV-095)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.prone:
            return Refusal("is-standing", "SOV-095", unit.index)
        return why_cannot_pay(unit, self.cost)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if self.provokes and not provoke(battle, unit):
            return
        unit.prone = False
        if battle.log is not None:
            battle.emit(StoodUp(unit.index))
        gather(battle, unit)


class Reload(ActionSpec):
    """Reload a Weapon: how long it takes depends on weapon and skill (SOV-090 to SOV-093)."""

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        rules = battle.rules
        if unit.sheet.has("quick_reload"):
            return FREE
        trained = unit.sheet.skill_in(SHOOT) >= 1
        if unit.weapons[choice.weapon].reload == RELOAD_BOW:
            if not trained and rules.aac_reload_needs_shoot_1:
                return MOVE
            return rules.reload_bow_trained if trained else rules.reload_bow_untrained
        return rules.reload_crossbow_trained if trained else rules.crossbow_untrained_reload

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_in_hand(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if not unit.unloaded >> choice.weapon & 1:
            return Refusal("is-loaded", "SOV-090", unit.index, choice.weapon)
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.unloaded == 0:
            return []
        return [Choice(unit.index, self.verb, weapon=number) for number in range(len(unit.weapons))]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        unit.unloaded &= ~(1 << choice.weapon)
        unit.wield(choice.weapon)
        if battle.log is not None:
            battle.emit(Reloaded(unit.index, choice.weapon))


class OpportunityBlow(ReactionSpec):
    """The free attack on one who leaves reach or fumbles next to an armed foe (SOV-041)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        target = battle.state.units[window.cause]
        if threat_reach(battle.rules, unit) == 0 or target.status != ACTIVE:
            return False
        weapon = unit.weapons[unit.wielded]
        return why_no_attack(battle, unit, target, weapon, MELEE) is None

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if choice.target != window.cause:
            return Refusal("not-the-one", "SOV-041", unit.index, choice.target)
        if choice.weapon != unit.wielded:
            return Refusal("not-in-hand", "SOV-043", unit.index, choice.weapon)
        if not self.can(battle, unit, window):
            return Refusal("no-opportunity", "SOV-041", unit.index, window.cause)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb, window.cause, unit.wielded)]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        if not self.can(battle, unit, window):
            return
        target = battle.state.units[window.cause]
        if battle.log is not None:
            battle.emit(Opportunity(unit.index, target.index))
        attack(battle, Blow(unit, target, choice.weapon, MELEE))


MELEE_ATTACK: Final = Attack("attack", "Make a Melee Attack", MELEE, "SOV-047")
RANGED_ATTACK: Final = Attack("shoot", "Make a Ranged Attack", SHOT, "SOV-048")
THROWN_ATTACK: Final = Attack("throw", "Make a Ranged Attack", THROWN, "SOV-048")
CHARGE: Final = Charge("charge", "Charge", MAIN_AND_MOVE, True, "SOV-063")
RUN: Final = Run("run", "Run", MOVE, True, "SOV-084")
DISENGAGE: Final = Disengage("disengage", "Disengage", MAIN, False, "SOV-086")
GO_PRONE: Final = GoProne("prone", "Go Prone", FREE, False, "SOV-096")
STAND_UP: Final = StandUp("stand", "Stand Up", MOVE, True, "SOV-095")
RELOAD: Final = Reload("reload", "Reload a Weapon", MAIN, False, "SOV-090")
OPPORTUNITY: Final = OpportunityBlow(
    "strike", "Attack of Opportunity", (LEAVING_REACH, PROVOKED), "SOV-041"
)
OPPORTUNITY.optional = False
MELEE_ATTACK.uses = "tw"
RANGED_ATTACK.uses = "tw"
THROWN_ATTACK.uses = "tw"
CHARGE.uses = "twp"
RUN.uses = "tp"
RELOAD.uses = "w"
