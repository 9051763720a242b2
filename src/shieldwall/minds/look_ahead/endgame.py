"""The captain's exact answer where few hit points are left: all dice, all useful choices.

The side answers in the best way, on turns and in windows, and the foes as soldiers. The chance to
win decides; of equal chances, more survivors. Without a map every useful choice is tried, on a map
the candidates that a look-ahead compares.

The work is counted in runs of the rules. A fight that needs more than the limit has no answer here,
and the captain plays out fights instead. What was counted is kept for later moments of the same
fight; whether there is an answer, and which, does not depend on what was kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import RULING
from shieldwall.engine.state.setup import leave_to_minds
from shieldwall.engine.state.state import ACTIVE, State
from shieldwall.engine.tape.entries import Desync
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.oracles import Answer, Oracle, ReplayThenLive
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import CHOICE, LEAF, Endless, Node
from shieldwall.knowledge.view import View
from shieldwall.minds.look_ahead.best_answers import (
    AnswersWork,
    forest_of,
    settle,
    useful_choices,
    worth,
)
from shieldwall.minds.look_ahead.candidates import Scout
from shieldwall.minds.look_ahead.fight_value import Team, count, saved
from shieldwall.minds.look_ahead.rollouts import Foresight
from shieldwall.minds.mind import Natural

UNITS: Final = 3
"""With more standing units no fight is counted."""
RUNS: Final = 4000
"""The runs of a fight of two with 1 HP each; each hit point multiplies them …"""
MORE: Final = 7
"""… and so does a third unit."""
DOUBT: Final = 3
"""A fight is tried if this estimate is at most this many times the limit."""
MOST_KEPT: Final = 50_000
"""States that are kept at most."""
SURVIVORS: Final = 0.005
"""Value of the whole side's survival, in victories: less than a point."""
WITHIN: Final = 1e-10
SWEEPS: Final = 4000
EQUAL: Final = 1e-4
"""Choices that differ by less are equal: the usual one is taken."""


class TooLong(Exception):
    """More runs of the rules than the limit."""


class Counted:
    """The best choice of a moment, and its exact chance to win."""

    def __init__(self, choice: Choice, wins: float, usual: float) -> None:
        self.choice = choice
        self.wins = wins
        self.usual = usual
        """The chance after the usual choice."""


class EndgameWork(AnswersWork):
    """The current step first, then every later one."""

    def __init__(self, fork: Foresight, team: int, minds: Sequence[Answer]) -> None:
        super().__init__(fork.origin, fork.rules, team, minds)
        self.fork = fork
        self.left = 0
        """Runs of the rules that are left of the limit."""
        self.ends = 0.0
        """When the processor time is up, for slow machines."""
        self.opening = True
        """Whether the current step is explored, which begins with its tape."""
        self.asked = False
        self.natural = Natural("natural")
        self.scout = Scout()

    def own(self, request: Request) -> list[Choice]:
        first = self.natural(request)
        battle = request.battle
        if first.unit >= 0 and battle.state.units[first.unit].broken:
            # It has already decided to leave.
            return [first]
        if self.opening and not self.asked:
            if request.point != self.fork.point or request.unit != self.fork.unit:
                # Another unit answers to the same moment, before the one that thinks.
                return [first]
            self.asked = True
        if battle.state.grid.open:
            return useful_choices(request)
        return self.scout.look(View(battle, request.seats[0]), request, first)

    def run(self, start: State, oracle: Odometer) -> int:
        self.left -= 1
        if self.left < 0 or thread_time() > self.ends:
            raise TooLong
        live: Oracle = oracle
        if self.opening:
            self.asked = len(oracle.path) > 0
            live = ReplayThenLive(self.fork.entries, 0, oracle)
        battle = Battle(start.copy(), self.rules, live, None, 0)
        battle.step()
        return self.number(battle.state)

    def value(self, state: State) -> float:
        """The value of an end; 0 while the fight goes on."""
        if state.outcome is None:
            return 0.0
        ours = Team()
        count(state, self.team, ours, Team())
        wins = 1.0 if state.outcome.team == self.team else 0.0
        return (1.0 - SURVIVORS) * wins + SURVIVORS * saved(ours) / 1000.0


def may_count(fork: Foresight, most: int) -> bool:
    """Whether few hit points are left, nothing is hidden, and no spell turns back a turn."""
    state = fork.origin
    if fork.murky or fork.point == RULING or state.remembers:
        return False
    standing = 0
    runs: i64 = RUNS
    for unit in state.units:
        if unit.status == ACTIVE and not unit.broken:
            standing += 1
            runs *= unit.hp
            if standing > UNITS or unit.sheet.spells:
                return False
            if standing > 2:
                runs *= MORE
            if runs > DOUBT * most:
                return False
    return standing > 1


class Endgame:
    """The counted part of a fight: the trees of states, and their values."""

    def __init__(self, fork: Foresight, team: int, minds: Sequence[Answer]) -> None:
        self.work = EndgameWork(fork, team, minds)
        self.forest = forest_of(self.work, fork.origin)
        self.sheets = [unit.sheet for unit in fork.origin.units]
        self.grid = fork.origin.grid
        self.trees: list[Node | None] = []
        """By state; None before it is explored, and for an end."""
        self.costs: list[int] = []
        """By state: the runs it took; -1 before it is explored."""
        self.onward: list[list[int]] = []
        self.values: list[float] = []
        self.settled = 0
        """How many explored states the values were settled with."""
        self.explored = 0

    def fits(self, fork: Foresight, team: int) -> bool:
        """Whether this is a moment of the same fight, and there is room for more."""
        work = self.work
        state = fork.origin
        if work.rules is not fork.rules or work.team != team or self.grid is not state.grid:
            return False
        if len(state.units) != len(self.sheets) or len(work.states) > MOST_KEPT:
            return False
        for number in range(len(self.sheets)):
            if state.units[number].sheet is not self.sheets[number]:
                return False
        return True

    def best(self, fork: Foresight, usual: Choice, most: int, ends: float) -> Counted | None:
        """The best choice at this moment, if it takes at most this many runs of the rules."""
        work = self.work
        work.fork = fork
        work.opening = True
        work.ends = ends
        work.left = most
        try:
            root = self.forest.grow(leave_to_minds(fork.origin.copy()))
            work.opening = False
            self.explore(root)
        except (TooLong, Endless, Desync, IllegalChoice):
            return None
        if self.settled < self.explored:
            settle(self.trees, self.values, WITHIN, SWEEPS)
            self.settled = self.explored
        values = self.values
        wins = worth(root, values, {})
        if root.kind != CHOICE or root.point != fork.point:
            # Every answer leads to the same.
            return Counted(usual, wins, wins)
        found: list[float] = [worth(way, values, {}) for way in root.ways]
        place = found.index(max(found))
        before = wins
        if usual in root.choices:
            number = root.choices.index(usual)
            before = found[number]
            if before > wins - EQUAL:
                place = number
        return Counted(root.choices[place], wins, before)

    def explore(self, root: Node) -> None:
        """Explore every state that can follow; a state explored before costs the same."""
        work = self.work
        waiting = leaves_of(root)
        seen = set(waiting)
        while waiting:
            number = waiting.pop()
            self.make_room()
            if self.costs[number] < 0:
                before = work.left
                state = work.states[number]
                if state.outcome is None:
                    tree = self.forest.grow(state)
                    self.make_room()
                    self.trees[number] = tree
                    self.onward[number] = leaves_of(tree)
                self.costs[number] = before - work.left
                self.explored += 1
            else:
                work.left -= self.costs[number]
                if work.left < 0:
                    raise TooLong
            for after in self.onward[number]:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def make_room(self) -> None:
        """A place for each state found so far."""
        states = self.work.states
        while len(self.trees) < len(states):
            state = states[len(self.trees)]
            self.trees.append(None)
            self.costs.append(-1)
            self.onward.append([])
            self.values.append(self.work.value(state))


def leaves_of(tree: Node) -> list[int]:
    """The numbers of all states a tree leads to."""
    found: list[int] = []
    seen: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        if node.kind == LEAF:
            found.append(node.leaf)
        else:
            waiting += node.ways
    return found
