"""The moments of a fight at which somebody chose, and those at which its chances are looked at."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from shieldwall.engine.events.clock_events import RoundBegan
from shieldwall.engine.points import DECLARING, RULING, TURN
from shieldwall.engine.tape.entries import Chose
from shieldwall.fight import Fight
from shieldwall.sim.counts import our_team

MOST_POINTS: Final = 60
"""Moments at which the chances are looked at, at most."""
MOST_DECISIONS: Final = 240
"""Choices that are looked at, at most."""


class Decision(NamedTuple):
    """A choice on the tape."""

    entry: int
    """Its place on the tape."""
    unit: int
    point: int
    round: int


class Rounds:
    """In which round an entry of a tape went onto it."""

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
    """The first choice of each turn: where the chances are looked at."""
    found: list[Decision] = []
    last = (-1, -1)
    for one in decisions(fight):
        if one.point in (TURN, DECLARING) and (one.unit, one.round) != last:
            last = (one.unit, one.round)
            found.append(one)
    return thinned(found, MOST_POINTS)


def our_decisions(fight: Fight) -> list[Decision]:
    """The choices of the players' team that could have been others."""
    team = our_team(fight.setup)
    state = fight.state
    ours = [one for one in decisions(fight) if state.sides[state.units[one.unit].side].team == team]
    return thinned(ours, MOST_DECISIONS)


def thinned(found: list[Decision], most: int) -> list[Decision]:
    """At most so many, spread over all of them, the first among them."""
    if len(found) <= most:
        return found
    return [found[place * len(found) // most] for place in range(most)]


def choice_before(fight: Fight, entries: int) -> int | None:
    """The last moment, at or before so many entries, at which somebody was asked to choose; where
    there is none, the first after it. None where nobody has chosen anything.

    Answers to one moment that went onto the tape together are taken back together.
    """
    choices = [place for place, entry in enumerate(fight.entries) if isinstance(entry, Chose)]
    if not choices:
        return None
    keep = next((place for place in reversed(choices) if place <= entries), choices[0])
    while keep > 0 and _were_together(fight, keep):
        keep -= 1
    return keep


def _were_together(fight: Fight, place: int) -> bool:
    """Whether an entry and the one before it were given together."""
    one, other = fight.entries[place - 1], fight.entries[place]
    if not isinstance(one, Chose) or not isinstance(other, Chose):
        return False
    return one.point == other.point != TURN and fight.marks[place - 1] == fight.marks[place]
