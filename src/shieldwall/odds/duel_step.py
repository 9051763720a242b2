"""One step of a duel: what may be chosen in it, and where it ends, by hit points lost and the rest.

The rest is everything that is true but for hit points and rounds, as far as rules can tell.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from shieldwall.engine.attack.damage import shock_due
from shieldwall.engine.battle import Battle
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.enumeration import Odometer, Touched
from shieldwall.engine.tape.request import DONE, PASS, REFEREE, Choice, Options, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.minds.gm_mind import settle_it
from shieldwall.odds.step_tree import Work


class Unplayable(ValueError):
    """Something a duel has no room for."""


class End:
    """Where a step ends: the harm done on the way, and what the rest is then; or the outcome."""

    def __init__(self, lost: int, lost_there: int, rest: int, later: int) -> None:
        self.lost: i64 = lost
        self.lost_there: i64 = lost_there
        self.rest: i64 = rest
        """-1 where the fight is over."""
        self.later: i64 = later
        """1 where a round is over and the next has begun."""
        self.winner = -1


class DuelWork(Work):
    """One step of a duel, and whatever follows without dice or questions."""

    def __init__(
        self, rules: Ruleset, verbs: tuple[str, ...], minds: list[Callable[[Request], Choice]]
    ) -> None:
        self.rules = rules
        self.verbs = verbs
        self.minds = minds
        self.battle: Battle | None = None
        self.shortcut = True
        """Whether what follows a step without dice is taken to be the same for all hit points."""
        self.beyond: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self.ends: list[End] = []
        self.known: dict[tuple[int, int, int, int, int], int] = {}
        self.rests: list[State] = []
        self.numbers: dict[tuple[object, ...], int] = {}

    def ways(self, request: Request) -> list[Choice]:
        """What is allowed of what a duel knows."""
        options = request.options
        found: list[Choice] = []
        if isinstance(options, TurnOptions):
            # Of two who act at once the first is asked first, as the minds at a table are.
            unit = options.units[0]
            self.deeds(unit, options, found)
            found.append(Choice(int(unit.index), DONE))
        elif isinstance(options, ReactionOptions):
            unit = options.unit
            for spec in self.rules.reactions[request.point]:
                # Of several answers only those that could change something, unless all are wanted.
                if options.battle.is_asked(spec, unit, options.window):
                    if spec.handles("attack"):
                        self.deeds(unit, options, found)
                        continue
                    for choice in spec.candidates(options.battle, unit, options.window):
                        if not choice.path and options.why_not(choice) is None:
                            found.append(choice)
            found.append(Choice(int(unit.index), PASS))
        elif request.unit == REFEREE:
            # The referee is nobody's friend: the answer that a table without one plays by.
            found = [settle_it(request)]
        else:
            found = [choice for choice in options if not choice.path]
        if not found:
            raise Unplayable("a question that a duel has no answer to")
        return found

    def deeds(self, unit: Unit, options: Options, found: list[Choice]) -> None:
        """The actions of a duel that are allowed now."""
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
        # Last, what lies on the table: a hit, a miss with Shock, or neither.
        options = request.options
        if isinstance(options, ReactionOptions):
            blow = options.window.blow
            what = 0
            if blow is not None and blow.rolled:
                what = 1 if blow.hit else 2 if shock_due(blow) else 0
            found.append(what)
        return tuple(found)

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
        # Harm that was put off is felt only now; what follows it depends on hit points.
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
        """Go on as far as nothing is rolled and nothing is asked, and no second round begins.

        And whether a round has begun on the way.
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
        """The number of everything but hit points and rounds."""
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
    """Leave out what no rule asks for in a duel, so that positions alike are one.

    A Move that is left when the turn is over pays for nothing; whether somebody was hurt this round
    concerns casters, an alarm those who suspected nothing, and what has been a reason to check
    morale those who know fear.
    """
    state.clock.alarm = True
    for unit in state.units:
        unit.hurt = False
        if unit.sheet.fearless:
            unit.nerve = 0
        if unit.acted:
            unit.moves = 0
