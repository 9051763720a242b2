"""Before one chooses: what each option of a request comes to, counted by the rules.

Others take the free blows they are given and answer nothing else; what the target could answer
with is listed, and what its Total Defense would leave of the chance to hit. A seat is shown only
what its side knows: foes it knows nothing of are not there, and their part of the step under way
is left out.
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
from shieldwall.fight import Fight
from shieldwall.knowledge.side_knowledge import knows_place, unknown_foes, without
from shieldwall.odds.attack_odds import Facts, StepOdds, StepWork, has_answered
from shieldwall.odds.step_tree import Endless, Forest, cases

DEFENSE = "total-defense"
MOST_RUNS: Final = 3_000
"""A spell on a crowd throws more dice than anybody waits for."""


class PreviewWork(StepWork):
    """The step under way again, from its tape on, with one answer to the open question."""

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
        """By end: a bit for each who struck on the way."""

    def ways(self, request: Request) -> list[Choice]:
        if (request.point, request.unit) == self.asked and self.is_first():
            return [self.choice]
        return super().ways(request)

    def is_first(self) -> bool:
        """Whether the open question has not been asked yet; others of the moment may have been."""
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
    """The foes the side has not known of since before the step under way."""
    return [
        number
        for number in unknown_foes(before, side)
        if not knows_place(now, side, now.units[number])
    ]


def is_by(entry: Entry, units: list[int]) -> bool:
    return isinstance(entry, Chose) and entry.choice.unit in units


def aim_of(request: Request, choice: Choice) -> int:
    """The subject of an answer: its target, or else the unit that caused the question."""
    if choice.target >= 0:
        return choice.target
    return request.cause if request.cause != choice.unit else -1


class Preview:
    """The odds of one option."""

    def __init__(self, choice: Choice, odds: StepOdds, provokes: dict[int, Fraction]) -> None:
        self.choice = choice
        self.odds = odds
        self.provokes = provokes
        """Who strikes on the way, and how likely that is."""
        self.dodged: Fraction | None = None
        """The chance to hit where the target uses Total Defense; None where it cannot."""
        self.exact = True

    @property
    def label(self) -> str:
        return "exact"


class Unforeseen(ValueError):
    """What is going on cannot be told from what the side knows."""


class TooManyDice(Unforeseen):
    """More could come of it than anybody waits for."""


class Previewer:
    """Previews for the question that is open in a fight."""

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
        # The step under way so far, without what units unknown to the side did.
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
        """Every option in its order."""
        for choice in self.request.options:
            yield self.look(choice)
