"""The complete review of a fight: what to play, and the results so far.

First the chances at every turn, then a quick comparison of each choice of the players' team, then a
close one of those that seem most costly. The close comparison uses new dice, which avoids selection
bias.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

from shieldwall.engine.events.attack_events import Fell, Harmed
from shieldwall.engine.events.clock_events import Broke, RoundBegan, TurnBegan, TurnEnded
from shieldwall.engine.events.event import Event
from shieldwall.fight import Fight
from shieldwall.review.continuations import CHANCE, COMPARE, LOOK, Done, Work
from shieldwall.review.decisions import Decision, Rounds, our_decisions, turns
from shieldwall.review.luck import luck_of
from shieldwall.sim.counts import our_team
from shieldwall.sim.intervals import Mean, paired, quantile, wilson
from shieldwall.text.sentences import sentence, start, who

REVIEW: Final = 1
"""Format version."""
CONFIDENCE: Final = 0.95
FIGHTS: Final = 200
"""Fights played on from each turn."""
AT_ONCE: Final = 20
"""Fights per unit of work."""
QUICK: Final = 24
"""Pairs of fights in the quick comparison of a choice."""
CLOSE: Final = 10
"""The close comparison plays this many times the fights of a turn."""
MOST_CHOICES: Final = 5
MOST_TURNS: Final = 5
LEAST_SWING: Final = 0.08
"""Minimum change of the chances to report."""
QUICK_MIND: Final = "captain:fast"
STRONGEST: Final = "captain:strong"
"""The mind whose choice is reported."""


class Effort(NamedTuple):
    """How many fights a review plays."""

    fights: int = FIGHTS
    quick: int = QUICK
    choices: int = MOST_CHOICES
    quick_mind: str = QUICK_MIND
    strongest: str = STRONGEST


class Chance:
    """The estimated chances at a moment."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.wins = 0
        self.fights = 0

    def interval(self, z: float) -> tuple[float, float]:
        return wilson(self.wins, self.fights, z)

    @property
    def share(self) -> float:
        return self.wins / self.fights if self.fights else 0.0


class End(Chance):
    """The end of the fight, which is certain."""

    def __init__(self, last: Decision, entries: int) -> None:
        super().__init__(last._replace(entry=entries))
        self.won = False

    def interval(self, z: float) -> tuple[float, float]:
        return self.share, self.share

    @property
    def share(self) -> float:
        return float(self.won)


class Cost:
    """The estimated cost of a choice compared with another."""

    def __init__(self, decision: Decision, done: Done) -> None:
        self.decision = decision
        self.choice = done.choice
        self.chosen_words = done.chosen_words
        self.better_words = done.better_words
        self.wins = self.fights = self.gain = self.differing = 0
        self.fell = [0] * len(done.fell)
        self.fell_else = [0] * len(done.fell_else)

    def add(self, done: Done) -> None:
        self.wins += done.wins
        self.fights += done.fights
        self.gain += done.gain
        self.differing += done.differing
        for unit, count in enumerate(done.fell):
            self.fell[unit] += count
        for unit, count in enumerate(done.fell_else):
            self.fell_else[unit] += count

    def mean(self, z: float) -> Mean:
        return paired(self.gain, self.differing, self.fights, z)


class FightReview:
    """Plans the work of a review, collects the results and makes the report."""

    def __init__(self, fight: Fight, effort: Effort = Effort()) -> None:  # noqa: B008
        self.fight = fight
        self.effort = effort
        self.chances = [Chance(item) for item in turns(fight)]
        self.costs: dict[int, Cost] = {}
        self._decisions = {item.entry: item for item in our_decisions(fight)}
        self._by_entry = {item.decision.entry: item for item in self.chances}
        self._quick: dict[int, Done] = {}
        self._strong: dict[int, Done] = {}
        self.done = 0
        """Fights played so far."""

    @property
    def whole(self) -> int:
        """Fights of a complete review, as far as known in advance."""
        quick = 2 * self.effort.quick
        close = min(self.effort.choices, len(self._decisions)) * (
            quick + 2 * CLOSE * self.effort.fights // 5
        )
        return len(self.chances) * self.effort.fights + len(self._decisions) * quick + close

    def works(self) -> Iterator[list[Work]]:
        """The units of work by stage; those of one list may be done in any order or in parallel."""
        effort = self.effort
        yield [
            Work(CHANCE, chance.decision.entry, first, min(AT_ONCE, effort.fights - first))
            for first in range(0, effort.fights, AT_ONCE)
            for chance in self.chances
        ]
        yield [Work(LOOK, entry, 0, effort.quick, effort.quick_mind) for entry in self._decisions]
        picked = sorted(
            (entry for entry, done in self._quick.items() if done.gain > 0),
            key=lambda entry: (-self._quick[entry].gain / self._quick[entry].fights, entry),
        )[: effort.choices]
        first = effort.quick
        yield [Work(LOOK, entry, first, effort.quick, effort.strongest) for entry in picked]
        first += effort.quick
        pairs = CLOSE * effort.fights // 5
        close: list[Work] = []
        for entry in picked:
            strong = self._strong.get(entry)
            # If the strongest mind would have made the same choice, it was a good one.
            if strong is None or not strong.choice:
                continue
            self.costs[entry] = Cost(self._decisions[entry], strong)
            close += [
                Work(COMPARE, entry, first + at, min(AT_ONCE, pairs - at), choice=strong.choice)
                for at in range(0, pairs, AT_ONCE)
            ]
        yield close

    def take(self, work: Work, done: Done) -> None:
        """Add the result of a unit of work."""
        if work.kind == CHANCE:
            chance = self._by_entry[work.entry]
            chance.wins += done.wins
            chance.fights += done.fights
            self.done += done.fights
            return
        self.done += 2 * work.size
        if work.kind == COMPARE:
            self.costs[work.entry].add(done)
        elif work.mind == self.effort.quick_mind and work.first == 0:
            if done.choice:
                self._quick[work.entry] = done
        else:
            self._strong[work.entry] = done

    # Report.

    def report(self) -> dict[str, Any]:
        """The report as plain data."""
        fight = self.fight
        team = our_team(fight.setup)
        rounds = Rounds(fight)
        outcome = fight.outcome
        return {
            "review": REVIEW,
            "title": fight.setup.title,
            "book": fight.book.title,
            "entries": len(fight.entries),
            "sides": [side.name for side in fight.setup.sides if side.team == team],
            "played_by": "natural",
            "strongest": self.effort.strongest,
            "confidence": CONFIDENCE,
            "outcome": None
            if outcome is None
            else {
                "won": outcome.team == team,
                "reason": outcome.reason,
                "round": rounds.at(len(fight.entries)),
                "entry": len(fight.entries),
            },
            "chances": [self._chance(chance) for chance in self.chances if chance.fights],
            "turning_points": self._turning_points(),
            "choices": self._choices(),
            "luck": luck_of(fight.state, fight.events),
        }

    def _chance(self, chance: Chance) -> dict[str, Any]:
        low, high = chance.interval(quantile(1 - CONFIDENCE))
        decision = chance.decision
        return {
            "entry": decision.entry,
            "round": decision.round,
            "unit": self.fight.state.units[decision.unit].ident,
            "name": self._name(decision.unit),
            "wins": chance.wins,
            "fights": chance.fights,
            "chance": round(chance.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }

    def _turning_points(self) -> list[dict[str, Any]]:
        """Turns with a significant change of the chances, largest first."""
        known = [row for row in self.chances if row.fights]
        outcome = self.fight.outcome
        end = None
        if outcome is not None and known:
            end = End(known[-1].decision, len(self.fight.entries))
            end.won = outcome.team == our_team(self.fight.setup)
        spans = list(zip(known, [*known[1:], *([end] if end else [])], strict=False))
        if not spans:
            return []
        # The largest of many changes is picked, so the confidence level is for all of them
        # together.
        z = quantile((1 - CONFIDENCE) / len(spans))
        found: list[dict[str, Any]] = []
        for before, after in spans:
            change, low, high = difference(before, after, z)
            if abs(change) < LEAST_SWING or low <= 0 <= high:
                continue
            decision = before.decision
            found.append(
                {
                    "entry": decision.entry,
                    "until": after.decision.entry,
                    "round": decision.round,
                    "unit": self.fight.state.units[decision.unit].ident,
                    "name": self._name(decision.unit),
                    "before": round(before.share, 4),
                    "after": round(after.share, 4),
                    "change": round(change, 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                    "text": self._what_happened(decision.entry, after.decision.entry),
                }
            )
        found.sort(key=lambda row: -abs(row["change"]))
        return sorted(found[:MOST_TURNS], key=lambda row: row["entry"])

    def _what_happened(self, first: int, until: int) -> str:
        """The log sentence of the most important event."""
        fight = self.fight
        end = fight.marks[until] if until < len(fight.marks) else len(fight.events)
        events = fight.events[fight.marks[first] : end]
        for wanted in (_falls, _breaks, _greatest_harm, _anything):
            event = wanted(events)
            if event is not None:
                return sentence(fight.names, fight.state, event)
        return ""

    def _choices(self) -> list[dict[str, Any]]:
        """Choices with a significant cost, most costly first."""
        costs = [cost for cost in self.costs.values() if cost.fights]
        if not costs:
            return []
        z = quantile((1 - CONFIDENCE) / len(costs))
        found: list[dict[str, Any]] = []
        for cost in costs:
            mean = cost.mean(z)
            if mean.low <= 0:
                continue
            decision = cost.decision
            after = cost.wins / cost.fights
            found.append(
                {
                    "entry": decision.entry,
                    "round": decision.round,
                    "unit": self.fight.state.units[decision.unit].ident,
                    "name": self._name(decision.unit),
                    "chosen": cost.chosen_words,
                    "better": cost.better_words,
                    "choice": cost.choice,
                    "cost": round(mean.value, 4),
                    "low": round(mean.low, 4),
                    "high": round(mean.high, 4),
                    "chance_after_chosen": round(after - mean.value, 4),
                    "chance_after_better": round(after, 4),
                    "fights": cost.fights,
                    "why": self._why(cost),
                }
            )
        return sorted(found, key=lambda cost: -cost["cost"])

    def _why(self, cost: Cost) -> str:
        """The main source of the gain: which unit falls less or more often."""
        state = self.fight.state
        team = our_team(self.fight.setup)
        best, words = 0, ""
        for unit in range(min(len(cost.fell), len(state.units))):
            ours = state.sides[state.units[unit].side].team == team
            less = cost.fell[unit] - cost.fell_else[unit]
            gain = less if ours else -less
            if gain <= best:
                continue
            best = gain
            now = percent(cost.fell_else[unit], cost.fights)
            then = percent(cost.fell[unit], cost.fights)
            words = f"{self._name(unit)} then falls in {now} of the fights instead of {then}."
        return words

    def _name(self, unit: int) -> str:
        return start(who(self.fight.state, unit))


def percent(count: int, fights: int) -> str:
    return f"{100 * count / fights:.0f} %" if fights else "0 %"


def difference(before: Chance, after: Chance, z: float) -> tuple[float, float, float]:
    """The difference of two proportions with its interval (Newcombe 1998, method 10)."""
    low, high = before.interval(z)
    low_after, high_after = after.interval(z)
    one, other = before.share, after.share
    change = other - one
    down = sqrt((other - low_after) ** 2 + (high - one) ** 2)
    up = sqrt((high_after - other) ** 2 + (one - low) ** 2)
    return change, max(-1.0, change - down), min(1.0, change + up)


def _falls(events: list[Event]) -> Event | None:
    return next((event for event in events if isinstance(event, Fell)), None)


def _breaks(events: list[Event]) -> Event | None:
    return next((event for event in events if isinstance(event, Broke)), None)


def _greatest_harm(events: list[Event]) -> Event | None:
    harms = [event for event in events if isinstance(event, Harmed)]
    return max(harms, key=lambda event: event.amount) if harms else None


def _anything(events: list[Event]) -> Event | None:
    silent = (RoundBegan, TurnBegan, TurnEnded)
    return next((event for event in events if not isinstance(event, silent)), None)


def review(
    fight: Fight,
    do: Callable[[list[Work]], Iterator[tuple[Work, Done]]],
    effort: Effort = Effort(),  # noqa: B008
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Run a review; `do` does the units of work it is given, in any order."""
    made = FightReview(fight, effort)
    for works in made.works():
        for work, done in do(works):
            made.take(work, done)
            if progress is not None:
                progress(made.done, made.whole)
    return made.report()
