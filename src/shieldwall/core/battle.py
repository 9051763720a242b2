"""A fight under way: the four verbs of the rules (`roll`, `ask`, `emit`, `window`) and the step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.core.events import Event, FightEnded
from shieldwall.core.oracle import Oracle
from shieldwall.core.points import TURN
from shieldwall.core.request import DONE, PASS, Choice, Options, Refusal, Request
from shieldwall.core.ruleset import Ruleset
from shieldwall.core.state import ACTIVE, Outcome, State, Unit

if TYPE_CHECKING:
    from shieldwall.core.attack import Blow


class Window:
    """A moment at which some may react: the point, whose deed it is, who could use it."""

    def __init__(self, point: int, cause: int, who: list[Unit], blow: Blow | None = None) -> None:
        self.point = point
        self.cause = cause
        self.who = who
        """Those for whom it is open, in the order they answer."""
        self.blow = blow


class TurnOptions(Options):
    """What a side may do now: the unit in the middle of its turn, or any that has yet to act."""

    def __init__(self, battle: Battle, units: list[Unit]) -> None:
        self.battle = battle
        self.units = units

    def why_not(self, choice: Choice) -> Refusal | None:
        for unit in self.units:
            if unit.index == choice.unit:
                if choice.verb == DONE:
                    return None
                spec = self.battle.rules.actions.get(choice.verb)
                if spec is None:
                    return Refusal("no-such-action", "SOV-045", choice.unit)
                return spec.why_not(self.battle, unit, choice)
        return self.battle.why_not_its_turn(choice.unit)

    def __iter__(self) -> Iterator[Choice]:
        for unit in self.units:
            for spec in self.battle.rules.action_list:
                for choice in spec.candidates(self.battle, unit):
                    if spec.why_not(self.battle, unit, choice) is None:
                        yield choice
            yield Choice(unit.index, DONE)

    def __bool__(self) -> bool:
        return bool(self.units)


class ReactionOptions(Options):
    """What one unit may do in a window: one of its reactions, or nothing."""

    def __init__(self, battle: Battle, unit: Unit, window: Window) -> None:
        self.battle = battle
        self.unit = unit
        self.window = window

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != self.unit.index:
            return Refusal("not-asked", "SOV-039", choice.unit)
        if choice.verb == PASS:
            return None
        for spec in self.battle.rules.reactions[self.window.point]:
            if spec.verb == choice.verb:
                return spec.why_not(self.battle, self.unit, self.window, choice)
        return Refusal("no-such-reaction", "SOV-039", choice.unit)

    def __iter__(self) -> Iterator[Choice]:
        for spec in self.battle.rules.reactions[self.window.point]:
            for choice in spec.candidates(self.battle, self.unit, self.window):
                if spec.why_not(self.battle, self.unit, self.window, choice) is None:
                    yield choice
        yield Choice(self.unit.index, PASS)

    def __bool__(self) -> bool:
        return True


class Battle:
    """A state, the book it is played by, and the oracle that rolls and chooses."""

    def __init__(
        self, state: State, rules: Ruleset, oracle: Oracle, log: list[Event] | None, rounds: int
    ) -> None:
        self.state = state
        self.rules = rules
        self.oracle = oracle
        self.log = log
        """None where nobody reads it; events are then not even made."""
        self.rounds = rounds
        """The fight ends undecided after so many rounds; 0 for no limit."""
        self.turns = 0
        """Turns played so far: what a benchmark counts."""

    # The four verbs.

    def roll(self, tag: str, sides: i64) -> i64:
        return self.oracle.roll(tag, sides)

    def ask(self, request: Request) -> Choice:
        forced = request.options.forced()
        if forced is not None:
            return forced
        return self.oracle.choose([request])[0]

    def emit(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def window(self, window: Window) -> None:
        """Ask all who can use the moment at once; then each does what it chose, if it still can."""
        specs = self.rules.reactions[window.point]
        if not specs:
            return
        able: list[Unit] = []
        for unit in window.who:
            for spec in specs:
                if spec.can(self, unit, window):
                    able.append(unit)
                    break
        if not able:
            return
        requests = [
            Request(
                self,
                (unit.seat,),
                window.point,
                unit.index,
                ReactionOptions(self, unit, window),
                window.cause,
            )
            for unit in able
        ]
        for unit, choice in zip(able, self.oracle.choose(requests), strict=True):
            if choice.verb == PASS:
                continue
            for spec in specs:
                # Somebody may have died since: look again before acting on old facts.
                if spec.verb == choice.verb and spec.can(self, unit, window):
                    spec.perform(self, unit, window, choice)

    # The clock.

    def step(self) -> None:
        """Do the next thing the rules call an action, an initiative roll or a turn of the clock."""
        clock = self.state.clock
        flow = self.rules.flow
        if flow.stages[clock.stage].step(self):
            clock.stage += 1
            if clock.stage == len(flow.stages):
                clock.stage = flow.loop

    def play(self) -> Outcome:
        """Step until the fight is over."""
        state = self.state
        while state.outcome is None:
            self.step()
        return state.outcome

    def end(self, reason: str, team: int) -> None:
        if self.state.outcome is None:
            self.state.outcome = Outcome(reason, team)
            self.emit(FightEnded(reason, team))

    def settle(self) -> None:
        """SOV-034: the fight is over when only one side, or only allies, are left."""
        state = self.state
        left = -1
        for unit in state.units:
            if unit.status == ACTIVE:
                team = state.sides[unit.side].team
                if left < 0:
                    left = team
                elif left != team:
                    return
        self.end("defeat", left)

    # What is often asked of a state.

    def are_foes(self, one: Unit, other: Unit) -> bool:
        sides = self.state.sides
        return sides[one.side].team != sides[other.side].team

    def why_not_its_turn(self, index: int) -> Refusal:
        state = self.state
        if not 0 <= index < len(state.units):
            return Refusal("nobody", "SOV-030")
        unit = state.units[index]
        active = state.clock.active
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", "SOV-034", index)
        if active >= 0 and active != index:
            return Refusal("another-is-acting", "SOV-030", index, active)
        if unit.acted:
            return Refusal("has-acted", "SOV-030", index)
        return Refusal("not-its-side", "SOV-030", index)


def turn_request(battle: Battle, units: list[Unit]) -> Request:
    """The question on a side's turn, to every seat that answers for one of the units."""
    if len(units) == 1:
        unit = units[0]
        return Request(battle, (unit.seat,), TURN, unit.index, TurnOptions(battle, units))
    seats: list[int] = []
    for unit in units:
        if unit.seat not in seats:
            seats.append(unit.seat)
    return Request(battle, tuple(seats), TURN, -1, TurnOptions(battle, units))
