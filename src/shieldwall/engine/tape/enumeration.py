"""The enumerating oracle: it follows a path of faces and answers, and records the forks.

The caller runs the same step repeatedly, each time along another path. Beyond the end of its path
the oracle takes the first face of every die and the first answer, so one run gives both the result
of a path and every fork after it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import Choice, Request


@mypyc_attr(allow_interpreted_subclasses=True)
class Asker:
    """Decides which answers to a request are explored."""

    def ways(self, request: Request) -> list[Choice]:
        """A single answer if it is fixed, otherwise all answers to explore."""
        raise AssertionError("every asker has answers")

    def said(self, request: Request, ways: list[Choice]) -> tuple[int, ...]:
        """The answers of given minds, as indexes into `ways`."""
        return ()

    def note_totals(self, fork: Fork) -> None:
        """If hit points are counted: note at a fork how many both duellists have left."""


class Fork:
    """A die or a request at which the run could have branched."""

    def __init__(self, count: int) -> None:
        self.count = count
        """The number of branches."""
        self.tag = ""
        """For a die: its tag; "" for a request."""
        self.point = -1
        self.unit = -1
        """For a request: the point, and the unit asked."""
        self.ways: list[Choice] = []
        self.said: tuple[int, ...] = ()
        self.together = 0
        """How many requests of the same moment are still open after this one."""
        self.hp: i64 = 0
        self.there: i64 = 0
        """Of a duel: the hit points of both at this moment."""


class Touched(BaseException):
    """An unexpected die or request. Only the enumerating caller catches it."""


class Void(BaseException):
    """A die that is rerolled until it decides. Only the enumerating caller catches it."""


MOST_AGAIN: Final = 2
"""How often an initiative die is rolled in a step before it counts as a reroll."""
AGAIN: Final = ("initiative", "initiative tie")
"""Dice that are rerolled on a tie."""


class Odometer(Oracle):
    """Follows one path; at the end `taken` is the complete path and `forks` its forks."""

    def __init__(self, asker: Asker, path: list[int], known: list[Fork] | None = None) -> None:
        self.asker = asker
        self.path = path
        self.known = known
        """The forks along the path if it was walked before, so that nothing is asked again."""
        self.taken: list[int] = []
        self.forks: list[Fork] = []
        self.again: i64 = MOST_AGAIN
        self.high = False
        """Whether dice beyond the path show their highest face instead of the lowest."""
        self.closed = False
        """Whether no more dice or requests are expected."""
        self.said: list[Choice] = []
        """Forced choices made since `closed`."""

    def take(self, fork: Fork) -> int:
        place = len(self.taken)
        way = 0
        if place < len(self.path):
            way = self.path[place]
        elif self.high and fork.tag:
            way = fork.count - 1
        self.asker.note_totals(fork)
        self.taken.append(way)
        self.forks.append(fork)
        return way

    def roll(self, tag: str, sides: i64) -> i64:
        if self.closed:
            raise Touched
        if sides == 1:
            return 1
        if tag in AGAIN:
            before = 0
            for fork in self.forks:
                if fork.tag == tag:
                    before += 1
            if before >= self.again:
                raise Void
        fork = Fork(sides)
        fork.tag = tag
        return self.take(fork) + 1

    def choose(self, requests: list[Request]) -> list[Choice]:
        if self.closed:
            return self.only_choices(requests)
        chosen: list[Choice] = []
        left = len(requests)
        for request in requests:
            left -= 1
            place = len(self.forks)
            if self.known is not None and place < len(self.known):
                fork = self.known[place]
            else:
                fork = self.question(request, left)
            chosen.append(fork.ways[self.take(fork)])
        return chosen

    def only_choices(self, requests: list[Request]) -> list[Choice]:
        """The forced choices when no request is expected."""
        chosen: list[Choice] = []
        for request in requests:
            ways = self.asker.ways(request)
            if len(ways) > 1:
                raise Touched
            chosen.append(ways[0])
            self.said.append(ways[0])
        return chosen

    def question(self, request: Request, left: int) -> Fork:
        ways = self.asker.ways(request)
        fork = Fork(len(ways))
        fork.point = request.point
        # A request to several units is explored for one of them.
        fork.unit = request.unit if request.unit >= 0 else ways[0].unit
        fork.ways = ways
        fork.together = left
        if len(ways) > 1:
            fork.said = self.asker.said(request, ways)
        return fork
