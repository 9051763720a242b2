"""The choices of a fight, and the moments at which its chances are estimated."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from shieldwall.engine.events.clock_events import RoundBegan
from shieldwall.engine.points import DECLARING, RULING, TURN
from shieldwall.engine.tape.entries import Chose
from shieldwall.fight import Fight
from shieldwall.sim.counts import our_team

MOST_POINTS: Final = 60
"""Maximum number of moments at which the chances are estimated."""
MOST_DECISIONS: Final = 240
"""Maximum number of choices examined."""


class Decision(NamedTuple):
    """A choice on the tape."""

    entry: int
    """Its index on the tape."""
    unit: int
    point: int
    round: int


class Rounds:
    """The round of each tape entry."""

    def __init__(self, fight: Fight) -> None:
        self.marks = fight.marks
        self.places = [
            place for place, event in enumerate(fight.events) if isinstance(event, RoundBegan)
        ]
        self.numbers = [event.number for event in fight.events if isinstance(event, RoundBegan)]

    def at(self, entry: int) -> int:
        if entry >= len(self.marks):
            return self.numbers[-1] if self.numbers else 0
        found = bisect_right(self.places, self.marks[entry] - 1)
        return self.numbers[found - 1] if found else 0


def decisions(fight: Fight) -> list[Decision]:
    """Every choice of a unit, in order."""
    rounds = Rounds(fight)
    return [
        Decision(place, int(entry.choice.unit), int(entry.point), rounds.at(place))
        for place, entry in enumerate(fight.entries)
        if isinstance(entry, Chose) and entry.choice.unit >= 0 and entry.point != RULING
    ]


def turns(fight: Fight) -> list[Decision]:
    """The first choice of each turn, where the chances are estimated."""
    found: list[Decision] = []
    last = (-1, -1)
    for decision in decisions(fight):
        if decision.point in (TURN, DECLARING) and (decision.unit, decision.round) != last:
            last = (decision.unit, decision.round)
            found.append(decision)
    return thinned(found, MOST_POINTS)


def our_decisions(fight: Fight) -> list[Decision]:
    """The choices of the players' team that had alternatives."""
    team = our_team(fight.setup)
    state = fight.state
    ours = [
        decision
        for decision in decisions(fight)
        if state.sides[state.units[decision.unit].side].team == team
    ]
    return thinned(ours, MOST_DECISIONS)


def thinned(found: list[Decision], most: int) -> list[Decision]:
    """At most `most` decisions, evenly spread, including the first."""
    if len(found) <= most:
        return found
    return [found[place * len(found) // most] for place in range(most)]


def choice_before(fight: Fight, entries: int) -> int | None:
    """The last choice at or before this many entries; otherwise the first after it.

    None if there is no choice at all.

    Simultaneous answers are undone together.
    """
    choices = [place for place, entry in enumerate(fight.entries) if isinstance(entry, Chose)]
    if not choices:
        return None
    keep = next((place for place in reversed(choices) if place <= entries), choices[0])
    while keep > 0 and _were_together(fight, keep):
        keep -= 1
    return keep


def _were_together(fight: Fight, index: int) -> bool:
    """Whether an entry and the one before it are simultaneous answers."""
    before, entry = fight.entries[index - 1], fight.entries[index]
    if not isinstance(before, Chose) or not isinstance(entry, Chose):
        return False
    return before.point == entry.point != TURN and fight.marks[index - 1] == fight.marks[index]
