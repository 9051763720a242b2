"""One step of a duel: its choices, and its ends by hit points lost and the rest.

The rest is the state without hit points and rounds, as far as rules can distinguish it.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from shieldwall.engine.attack.damage import is_shock_due
from shieldwall.engine.battle import Battle
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.enumeration import Fork, Odometer, Touched
from shieldwall.engine.tape.request import DONE, PASS, REFEREE, Choice, Options, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.minds.gm_mind import default_answer
from shieldwall.odds.exact_positions import NOBODY, OVER, PositionWork, Uncountable


class DuelWork(PositionWork):
    """One step of a duel, and what follows without dice or requests."""

    def __init__(
        self,
        start: State,
        rules: Ruleset,
        verbs: tuple[str, ...],
        minds: list[Callable[[Request], Choice]],
    ) -> None:
        super().__init__(start, rules)
        self.width: i64 = self.steps[1]
        self.verbs = verbs
        self.minds = minds
        self.battle: Battle | None = None
        self.shortcut = True
        """Whether the part after a step without dice is assumed equal for all hit points."""
        self.beyond: dict[tuple[object, ...], tuple[int, int, int]] = {}

    def ways(self, request: Request) -> list[Choice]:
        """The legal choices that a duel supports."""
        options = request.options
        found: list[Choice] = []
        if isinstance(options, TurnOptions):
            # If both act at once, the first one is asked first, as at a table.
            unit = options.units[0]
            self.actions(unit, options, found)
            found.append(Choice(int(unit.index), DONE))
        elif isinstance(options, ReactionOptions):
            unit = options.unit
            for spec in self.rules.reactions[request.point]:
                # Only reactions that could change something, unless all are wanted.
                if options.battle.is_asked(spec, unit, options.window):
                    if spec.handles("attack"):
                        self.actions(unit, options, found)
                        continue
                    for choice in spec.candidates(options.battle, unit, options.window):
                        if not choice.path and options.why_not(choice) is None:
                            found.append(choice)
            found.append(Choice(int(unit.index), PASS))
        elif request.unit == REFEREE:
            # The GM is neutral: use the default ruling.
            found = [default_answer(request)]
        else:
            found = [choice for choice in options if not choice.path]
        if not found:
            raise Uncountable("a question that a duel has no answer to")
        return found

    def actions(self, unit: Unit, options: Options, found: list[Choice]) -> None:
        """The legal actions that a duel supports."""
        battle = self.battle
        assert battle is not None
        for verb in self.verbs:
            spec = self.rules.actions.get(verb)
            if spec is not None:
                for choice in spec.candidates(battle, unit):
                    if not choice.path and options.why_not(choice) is None:
                        found.append(choice)

    def said(self, request: Request, ways: list[Choice]) -> tuple[int, ...]:
        found: list[int] = []
        for mind in self.minds:
            answer = mind(request)
            place = -1
            for number in range(len(ways)):
                if ways[number] == answer:
                    place = number
            found.append(place)
        # The last component: the result on the table (hit, miss with Shock, or neither).
        options = request.options
        if isinstance(options, ReactionOptions):
            blow = options.window.blow
            what = 0
            if blow is not None and blow.rolled:
                what = 1 if blow.hit else 2 if is_shock_due(blow) else 0
            found.append(what)
        return tuple(found)

    def note_totals(self, fork: Fork) -> None:
        battle = self.battle
        assert battle is not None
        fork.hp = battle.state.units[0].hp
        fork.there = battle.state.units[1].hp

    def moved(self, leaf: int, unit: int, amount: int) -> int:
        end = self.ends[leaf]
        if end.rest == OVER:
            return leaf
        lost = end.lost + amount * self.steps[unit]
        return self.numbered(end.rest, lost, end.rounds, end.winner)

    def run(self, start: State, oracle: Odometer) -> int:
        battle = Battle(start.copy(), self.rules, oracle, None, 0)
        self.battle = battle
        battle.step()
        return self.end(start, battle, oracle)

    def end(self, start: State, battle: Battle, oracle: Odometer) -> int:
        """The number of the end the step has reached."""
        state = battle.state
        if state.outcome is not None:
            return self.numbered(OVER, 0, 0, state.outcome.team)
        begun = 1 if state.clock.round > max(1, start.clock.round) else 0
        here: tuple[object, ...] = ()
        if self.shortcut:
            now, other = state.units[0].hp, state.units[1].hp
            lost = self.code(start) - self.code(state)
            state.units[0].hp = state.units[1].hp = 0
            first_round(state)
            here = (begun, *state.key())
            known = self.beyond.get(here)
            if known is not None:
                return self.numbered(known[0], lost, known[1], known[2])
            state.units[0].hp, state.units[1].hp = now, other
        before_that = state.copy()
        before, passed = self.pass_on(battle, oracle, begun)
        left = self.code(before)
        if before.outcome is not None:
            found = (OVER, 0, before.outcome.team)
        else:
            found = (self.rest(before), max(begun, passed), NOBODY)
        # Postponed damage is applied only now; what follows depends on hit points.
        if self.shortcut and left == self.code(before_that):
            self.beyond[here] = found
        if found[0] == OVER:
            return self.numbered(OVER, 0, 0, found[2])
        return self.numbered(found[0], self.code(start) - left, found[1], found[2])

    def pass_on(self, battle: Battle, oracle: Odometer, begun: int) -> tuple[State, int]:
        """Continue while no die or request follows and no second round begins.

        Also returns whether a round has begun.
        """
        oracle.closed = True
        passed = 0
        while True:
            before = battle.state.copy()
            if before.outcome is not None:
                return before, passed
            try:
                battle.step()
            except Touched:
                return before, passed
            if battle.state.clock.round > max(1, before.clock.round):
                if begun or passed:
                    return before, passed
                passed = 1

    def code_of(self, hp: i64, there: i64) -> i64:
        """The code of these hit points."""
        return hp + there * self.width

    def strip(self, state: State) -> None:
        first_round(state)
        forget(state)


def first_round(state: State) -> None:
    """Later rounds are like the first."""
    if state.clock.round > 1:
        state.clock.round = 1


def forget(state: State) -> None:
    """Drop what no rule uses in a duel, so that equivalent positions are one.

    A Move left at the end of the turn pays for nothing; `hurt` only concerns casters, an alarm only
    unaware units, and morale reasons only units that can break.
    """
    state.clock.alarm = True
    for unit in state.units:
        unit.hurt = False
        if unit.sheet.fearless:
            unit.nerve = 0
        if unit.acted:
            unit.moves = 0
