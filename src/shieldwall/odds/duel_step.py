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
from shieldwall.engine.tape.step_tree import Work
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.minds.gm_mind import default_answer


class Unplayable(ValueError):
    """Something that is not supported in a duel."""


class End:
    """The end of a step: the damage on the way and the rest after it, or the outcome."""

    def __init__(self, lost: int, lost_there: int, rest: int, later: int) -> None:
        self.lost: i64 = lost
        self.lost_there: i64 = lost_there
        self.rest: i64 = rest
        """-1 if the fight is over."""
        self.later: i64 = later
        """1 if a new round has begun."""
        self.winner = -1


class DuelWork(Work):
    """One step of a duel, and what follows without dice or requests."""

    def __init__(
        self, rules: Ruleset, verbs: tuple[str, ...], minds: list[Callable[[Request], Choice]]
    ) -> None:
        self.rules = rules
        self.verbs = verbs
        self.minds = minds
        self.battle: Battle | None = None
        self.shortcut = True
        """Whether the part after a step without dice is assumed equal for all hit points."""
        self.beyond: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self.ends: list[End] = []
        self.known: dict[tuple[int, int, int, int, int], int] = {}
        self.rests: list[State] = []
        self.numbers: dict[tuple[object, ...], int] = {}

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
            raise Unplayable("a question that a duel has no answer to")
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
        if end.rest < 0:
            return leaf
        lost, there = int(end.lost), int(end.lost_there)
        if unit == 0:
            lost += amount
        else:
            there += amount
        return self.numbered((lost, there, int(end.rest), int(end.later), end.winner))

    def run(self, start: State, oracle: Odometer) -> int:
        battle = Battle(start.copy(), self.rules, oracle, None, 0)
        self.battle = battle
        battle.step()
        return self.end(start, battle, oracle)

    def end(self, start: State, battle: Battle, oracle: Odometer) -> int:
        """The number of the end the step has reached."""
        state = battle.state
        if state.outcome is not None:
            return self.numbered((0, 0, -1, 0, state.outcome.team))
        begun = 1 if state.clock.round > max(1, start.clock.round) else 0
        here: tuple[object, ...] = ()
        if self.shortcut:
            now, other = state.units[0].hp, state.units[1].hp
            plain(state, 1, 1)
            here = (begun, *state.key())
            known = self.beyond.get(here)
            if known is not None:
                lost, there = start.units[0].hp - now, start.units[1].hp - other
                return self.numbered((int(lost), int(there), known[0], known[1], known[2]))
            state.units[0].hp, state.units[1].hp = now, other
        before_that = state.copy()
        before, passed = self.pass_on(battle, oracle, begun)
        lost = start.units[0].hp - before.units[0].hp
        there = start.units[1].hp - before.units[1].hp
        # Postponed damage is applied only now; what follows depends on hit points.
        felt = (
            before.units[0].hp != before_that.units[0].hp
            or before.units[1].hp != before_that.units[1].hp
        )
        if before.outcome is not None:
            found = (-1, 0, before.outcome.team)
        else:
            found = (self.rest(before), max(begun, passed), -1)
        if self.shortcut and not felt:
            self.beyond[here] = found
        if found[0] < 0:
            return self.numbered((0, 0, -1, 0, found[2]))
        return self.numbered((int(lost), int(there), found[0], found[1], found[2]))

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

    def numbered(self, key: tuple[int, int, int, int, int]) -> int:
        number = self.known.get(key)
        if number is None:
            number = len(self.ends)
            end = End(key[0], key[1], key[2], key[3])
            end.winner = key[4]
            self.known[key] = number
            self.ends.append(end)
        return number

    def rest(self, state: State) -> int:
        """The number of everything except hit points and rounds."""
        plain(state, 1, 1)
        forget(state)
        key = state.key()
        number = self.numbers.get(key)
        if number is None:
            number = len(self.rests)
            self.numbers[key] = number
            self.rests.append(state)
        return number


def plain(state: State, hp: int, hp_there: int) -> None:
    """Set the counters of a position."""
    state.units[0].hp = hp
    state.units[1].hp = hp_there
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
