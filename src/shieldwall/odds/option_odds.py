"""The odds of each option of a request, computed by running the rules.

Other units take their free attacks and do not react otherwise; the target's possible reactions are
listed, with the chance to hit against its Total Defense. A seat sees only its side's knowledge:
unknown foes and their part of the current step are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Opportunity
from shieldwall.engine.events.event import Event
from shieldwall.engine.points import TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.entries import Chose, Desync, Entry
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.oracles import ReplayThenLive
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import Endless, Forest, cases
from shieldwall.fight import Fight
from shieldwall.knowledge.side_knowledge import knows_place, unknown_foes, without
from shieldwall.odds.attack_odds import Facts, StepOdds, StepWork, has_answered

DEFENSE = "total-defense"
MOST_RUNS: Final = 3_000
"""Limit of runs: a spell on many targets rolls too many dice."""


class PreviewWork(StepWork):
    """The current step again, from its tape, with one answer to the open request."""

    def __init__(
        self, rules: Ruleset, choice: Choice, request: Request, tape: list[Entry], place: int
    ) -> None:
        super().__init__(rules, choice, aim_of(request, choice))
        self.asked = (request.point, request.unit)
        self.tape = tape
        self.place = place
        self.oracle: Odometer | None = None
        self.runs = 0
        self.strikers: list[int] = []
        """By end: bit mask of the units that attacked on the way."""

    def ways(self, request: Request) -> list[Choice]:
        if (request.point, request.unit) == self.asked and self.is_first():
            return [self.choice]
        return super().ways(request)

    def is_first(self) -> bool:
        """Whether the open request has not been asked yet; others of the moment may have been."""
        oracle = self.oracle
        if oracle is None:
            return True
        for fork in oracle.forks:
            if not fork.tag and (fork.point, fork.unit) == self.asked:
                return False
        return True

    def run(self, start: State, oracle: Odometer) -> int:
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise Endless("there are too many dice to count them all")
        log: list[Event] = []
        self.oracle = oracle
        replay = ReplayThenLive(self.tape, self.place, oracle)
        battle = Battle(start.copy(), self.rules, replay, log, 0)
        battle.step()
        self.answered = has_answered(oracle) and self.asked[0] == TURN
        return self.note(battle, log)

    def note(self, battle: Battle, log: list[Event]) -> int:
        number = super().note(battle, log)
        struck = 0
        for event in log:
            if isinstance(event, Opportunity) and event.target == self.choice.unit:
                struck |= 1 << event.unit
        key = (*self.facts[number].key, struck)
        known = self.found.get(key)
        if known is None:
            known = len(self.facts)
            self.found[key] = known
            self.facts.append(Facts(key))
        return known


def unknown_since(before: State, now: State, side: int) -> list[int]:
    """The foes unknown to the side since before the current step."""
    return [
        number
        for number in unknown_foes(before, side)
        if not knows_place(now, side, now.units[number])
    ]


def is_by(entry: Entry, units: list[int]) -> bool:
    return isinstance(entry, Chose) and entry.choice.unit in units


def aim_of(request: Request, choice: Choice) -> int:
    """The subject of an answer: its target, otherwise the unit that caused the request."""
    if choice.target >= 0:
        return choice.target
    return request.cause if request.cause != choice.unit else -1


class Preview:
    """The odds of one option."""

    def __init__(self, choice: Choice, odds: StepOdds, provokes: dict[int, Fraction]) -> None:
        self.choice = choice
        self.odds = odds
        self.provokes = provokes
        """The units that attack on the way, with their probabilities."""
        self.dodged: Fraction | None = None
        """The chance to hit against Total Defense; None if the target cannot use it."""
        self.exact = True

    @property
    def label(self) -> str:
        return "exact"


class Unforeseen(ValueError):
    """The situation depends on more than the side knows."""


class TooManyDice(Unforeseen):
    """Too many possible results to compute."""


class Previewer:
    """Previews for an open request of a fight."""

    def __init__(self, fight: Fight, request: Request | None = None) -> None:
        asked = fight.request if request is None else request
        assert asked is not None, "nothing is asked"
        self.request = asked
        self.rules = fight.rules
        state, place = fight.last_checkpoint()
        now = asked.battle.state
        side = int(now.units[asked.unit].side) if asked.unit >= 0 else -1
        if asked.unit < 0 and asked.point == TURN:
            side = next(int(unit.side) for unit in now.units if unit.seat in asked.seats)
        unknown = [] if side < 0 else unknown_since(state, now, side)
        self.state = without(state, unknown)
        # The current step so far, without the actions of units unknown to the side.
        self.tape = [entry for entry in fight.tape[place:] if not is_by(entry, unknown)]
        self.place = 0

    def look(self, choice: Choice) -> Preview:
        """The odds of an option."""
        work = PreviewWork(self.rules, choice, self.request, self.tape, self.place)
        found = self.count(work)
        if (work.target, DEFENSE) in work.offered:
            other = PreviewWork(self.rules, choice, self.request, self.tape, self.place)
            other.answers = [(work.target, DEFENSE)]
            found.dodged = self.count(other).odds.hit
        return found

    def count(self, work: PreviewWork) -> Preview:
        try:
            tree = Forest(work).grow(self.state)
        except (Desync, IllegalChoice) as error:
            raise Unforeseen("a unit you do not know of is involved") from error
        except Endless as error:
            raise TooManyDice(str(error)) from error
        found, total = cases(tree)
        ends = [(work.facts[leaf], count) for leaf, count in found.items()]
        provokes: dict[int, Fraction] = {}
        for facts, count in ends:
            struck = facts.key[7]
            number = 0
            while struck >> number:
                if struck >> number & 1:
                    provokes[number] = provokes.get(number, Fraction(0)) + Fraction(count, total)
                number += 1
        return Preview(work.choice, StepOdds(ends, total, work.offered), provokes)

    def all(self) -> Iterator[Preview]:
        """Every option in order."""
        for choice in self.request.options:
            yield self.look(choice)
