"""Danger map: for each reachable square, the chance to be down before the unit's next turn.

Every known foe is assumed to make its worst attack at once: after a move, a charge or a shot, one
attack on the unit with its best usable weapon; the unit and its friends do nothing. Under that
assumption a number is exact, or sampled and labelled with its margin of error until there was time
to compute it.
"""

from __future__ import annotations

import time
from fractions import Fraction
from math import sqrt
from typing import Final

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.numbers import to_hit
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, place_of, put
from shieldwall.engine.points import RULING
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.reach import Reach, crowd, find_reach
from shieldwall.engine.space.threat import could_strike
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.engine.tape.step_tree import Forest, Work, chances
from shieldwall.knowledge.side_knowledge import as_known, known_foes
from shieldwall.minds.gm_mind import default_answer

FIRST_ANSWER_SECONDS: Final = 0.25
"""Seconds for a first answer: every square is sampled, then computed exactly as time permits."""
SAMPLES: Final = 32
Z: Final = 1.959964


class Assault:
    """One foe's attack: from which square, how, with which weapon and bonus."""

    def __init__(self, foe: int, cell: int, choice: Choice, bonus: int) -> None:
        self.foe = foe
        self.cell = cell
        self.choice = choice
        self.bonus = bonus

    def key(self) -> tuple[int, str, int, int]:
        return (self.foe, self.choice.verb, self.choice.weapon, self.bonus)


class Danger:
    """A square, the chance to fall there, and its accuracy."""

    def __init__(self, cell: int, chance: float, margin: float, assaults: list[Assault]) -> None:
        self.cell = cell
        self.chance = chance
        self.margin = margin
        """0 if exact."""
        self.assaults = assaults

    @property
    def label(self) -> str:
        return "exact" if self.margin == 0 else f"± {100 * self.margin:.1f} %"


class AssaultWork(Work):
    """One foe's attack, without reactions."""

    def __init__(self, rules: Ruleset, assault: Assault, unit: int) -> None:
        self.rules = rules
        self.assault = assault
        self.unit = unit
        self.ends: list[State] = []
        self.numbers: dict[tuple[object, ...], int] = {}

    def ways(self, request: Request) -> list[Choice]:
        return [no_answer(request)]

    def run(self, start: State, oracle: Odometer) -> int:
        state = start.copy()
        strike(Battle(state, self.rules, oracle, None, 0), self.assault)
        unit = state.units[self.unit]
        key: tuple[object, ...] = (
            (True,) if unit.status != ACTIVE else (False, unit.hp, unit.shield_spent, unit.used)
        )
        number = self.numbers.get(key)
        if number is None:
            number = len(self.ends)
            self.numbers[key] = number
            self.ends.append(state)
        return number


class Throwing(Oracle):
    """Dice without reactions."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def roll(self, tag: str, sides: int) -> int:
        return int(self.dice.roll(sides))

    def choose(self, requests: list[Request]) -> list[Choice]:
        return [no_answer(request) for request in requests]


def no_answer(request: Request) -> Choice:
    """The GM rules by default; all units pass."""
    return default_answer(request) if request.point == RULING else Choice(request.unit, PASS)


def strike(battle: Battle, assault: Assault) -> None:
    foe = battle.state.units[assault.foe]
    if foe.status != ACTIVE:
        return
    put(battle.state.grid, foe, assault.cell)
    foe.mains = 1
    foe.moves = 1
    battle.carry_out(foe, battle.rules.actions[assault.choice.verb], assault.choice)


class DangerMap:
    """The danger of every square a unit could end its move on."""

    def __init__(self, state: State, rules: Ruleset, unit: int, seed: int = 0) -> None:
        self.rules = rules
        self.state = as_known(state, int(state.units[unit].side))
        self.unit = unit
        self.seed = seed
        me = self.state.units[unit]
        reach = find_reach(
            self.state, rules, me, allowance(rules, me), crowd(self.state, rules, me), []
        )
        here = int(place_of(self.state.grid, me))
        cells = [here]
        for number in range(int(reach.count)):
            cell = int(reach.found[number])
            if cell != here and reach.can_stop(cell):
                cells.append(cell)
        self.cells = cells
        self.known: dict[tuple[tuple[int, str, int, int], ...], Fraction] = {}
        self.guessed: dict[tuple[tuple[int, str, int, int], ...], tuple[float, float]] = {}
        """Cache by assaults: squares with the same assaults have the same danger, exact or sampled.
        """
        self.squares: dict[int, Danger] = {}
        self.plans: dict[int, tuple[State, list[Assault]]] = {}

    def refine(self, seconds: float = FIRST_ANSWER_SECONDS) -> bool:
        """Work for about this long; every square then has a number. True once all are exact."""
        deadline = time.perf_counter() + seconds
        for cell in self.cells:
            if cell not in self.squares:
                self.squares[cell] = self.sample(cell)
        slowest = 0.0
        for cell in self.cells:
            if self.is_exact(cell):
                continue
            began = time.perf_counter()
            # Better stop early than late: the next one may take as long as any before it.
            if began + slowest > deadline and not self.is_counted(cell):
                continue
            self.squares[cell] = self.count(cell)
            slowest = max(slowest, time.perf_counter() - began)
        return all(self.is_exact(cell) for cell in self.cells)

    def sharpen(self, assaults: int) -> bool:
        """Compute squares with about this many assaults in total; the others are sampled.

        Deterministic on all machines: what a player sees does not depend on the clock. True once
        all are exact.
        """
        for cell in self.cells:
            if cell not in self.squares:
                self.squares[cell] = self.sample(cell)
        left = assaults
        for cell in self.cells:
            if self.is_exact(cell):
                continue
            if not self.is_counted(cell):
                if left <= 0:
                    continue
                left -= len(self.plan(cell)[1])
            self.squares[cell] = self.count(cell)
        return all(self.is_exact(cell) for cell in self.cells)

    def is_counted(self, cell: int) -> bool:
        """Whether the same assaults have been computed for another square."""
        return tuple(assault.key() for assault in self.plan(cell)[1]) in self.known

    def is_exact(self, cell: int) -> bool:
        return cell in self.squares and self.squares[cell].margin == 0

    def plan(self, cell: int) -> tuple[State, list[Assault]]:
        """The state with the unit on the square, and each foe's attack."""
        found = self.plans.get(cell)
        if found is None:
            state = self.state.copy()
            me = state.units[self.unit]
            put(state.grid, me, cell)
            battle = Battle(state, self.rules, Oracle(), None, 0)
            assaults = []
            for foe in known_foes(state, me):
                assault = worst_of(battle, foe, me)
                if assault is not None:
                    assaults.append(assault)
            found = (state, assaults)
            self.plans[cell] = found
        return found

    def count(self, cell: int) -> Danger:
        state, assaults = self.plan(cell)
        key = tuple(assault.key() for assault in assaults)
        chance = self.known.get(key)
        if chance is None:
            chance = self.fallen(state, assaults)
            self.known[key] = chance
        return Danger(cell, float(chance), 0.0, assaults)

    def fallen(self, state: State, assaults: list[Assault]) -> Fraction:
        """Assault by assault, from every state the previous one may have led to."""
        left: list[tuple[State, Fraction]] = [(state, Fraction(1))]
        for assault in assaults:
            work = AssaultWork(self.rules, assault, self.unit)
            shares: dict[int, Fraction] = {}
            for start, share in left:
                if start.units[self.unit].status == ACTIVE:
                    for leaf, chance in chances(Forest(work).grow(start)).items():
                        shares[leaf] = shares.get(leaf, Fraction(0)) + share * chance
            down = [(s, p) for s, p in left if s.units[self.unit].status != ACTIVE]
            left = down + [(work.ends[leaf], share) for leaf, share in shares.items()]
        return sum(
            (share for end, share in left if end.units[self.unit].status != ACTIVE), Fraction(0)
        )

    def sample(self, cell: int) -> Danger:
        state, assaults = self.plan(cell)
        key = tuple(assault.key() for assault in assaults)
        if key in self.known:
            return self.count(cell)
        if key in self.guessed:
            return Danger(cell, *self.guessed[key], assaults)
        falls = 0
        for number in range(SAMPLES):
            twin = state.copy()
            oracle = Throwing(Dice(substream(self.seed ^ cell, number)))
            for assault in assaults:
                if twin.units[self.unit].status == ACTIVE:
                    strike(Battle(twin, self.rules, oracle, None, 0), assault)
            falls += twin.units[self.unit].status != ACTIVE
        share = falls / SAMPLES
        margin = Z * sqrt(max(share * (1 - share), 1 / SAMPLES) / SAMPLES)
        self.guessed[key] = (share, margin)
        return Danger(cell, share, margin, assaults)


def worst_of(battle: Battle, foe: Unit, me: Unit) -> Assault | None:
    """The foe's best attack on the unit: in place, after a move, a charge, or a shot."""
    grid = battle.state.grid
    home = int(place_of(grid, foe))
    best: Assault | None = None
    best_mean = -1
    reach: Reach | None = None
    for number, weapon in enumerate(foe.weapons):
        if (foe.gone | foe.stowed) >> number & 1:
            continue
        mean = int(weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus)
        if mean <= best_mean:
            continue
        for how in (MELEE, SHOT, THROWN):
            if how != MELEE and foe.unloaded >> number & 1:
                continue
            cell = home
            if how == MELEE:
                if not weapon.melee:
                    continue
                if not could_strike(grid, foe, home, weapon.reach_ft // 5, me):
                    if reach is None:
                        reach = reach_of(battle, foe)
                    cell = standing(battle, foe, me, number, reach)
            verb = ATTACK_VERBS[how]
            if cell < 0 or verb not in battle.rules.actions:
                continue
            put(grid, foe, cell)
            if why_no_attack(battle, foe, me, weapon, how) is None:
                bonus = int(to_hit(battle, Blow(foe, me, number, how), False).total)
                choice = Choice(int(foe.index), verb, int(me.index), number)
                best, best_mean = Assault(int(foe.index), cell, choice, bonus), mean
            put(grid, foe, home)
    return best if best is not None else charge_of(battle, foe, me)


def reach_of(battle: Battle, foe: Unit) -> Reach:
    state = battle.state
    limit = allowance(battle.rules, foe)
    return find_reach(state, battle.rules, foe, limit, crowd(state, battle.rules, foe), [])


def standing(battle: Battle, foe: Unit, me: Unit, weapon: int, reach: Reach) -> int:
    """A square within a move from which the foe can attack the unit; -1 for none."""
    if foe.prone:
        return -1
    span = foe.weapons[weapon].reach_ft // 5
    for number in range(int(reach.count)):
        cell = int(reach.found[number])
        if could_strike(battle.state.grid, foe, cell, span, me) and reach.can_stop(cell):
            return cell
    return -1


def charge_of(battle: Battle, foe: Unit, me: Unit) -> Assault | None:
    spec = battle.rules.actions.get("charge")
    if spec is None or foe.prone:
        return None
    grid = battle.state.grid
    width = int(grid.width)
    home = int(place_of(grid, foe))
    mains, moves = foe.mains, foe.moves
    foe.mains, foe.moves = 1, 1
    found: Assault | None = None
    for number, weapon in enumerate(foe.weapons):
        span = int(weapon.reach_ft) // 5
        if not weapon.melee or (foe.gone | foe.stowed) >> number & 1 or found is not None:
            continue
        for y in range(max(0, int(me.y) - span), min(int(grid.height), int(me.y) + span + 1)):
            for x in range(max(0, int(me.x) - span), min(width, int(me.x) + span + 1)):
                choice = Choice(int(foe.index), "charge", int(me.index), number, (y * width + x,))
                if found is None and spec.why_not(battle, foe, choice) is None:
                    found = Assault(int(foe.index), home, choice, 0)
    foe.mains, foe.moves = mains, moves
    return found
