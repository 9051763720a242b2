"""The oracle that counts: it follows a path of faces and answers, and notes where paths part.

Whoever enumerates runs the same step again and again, each time along another path. Beyond the end
of its path the oracle gives the first face of every die and the first of several answers, so one
run shows both what came of a path and every fork after it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import Choice, Request


@mypyc_attr(allow_interpreted_subclasses=True)
class Asker:
    """Says which answers to a question are looked into."""

    def ways(self, request: Request) -> list[Choice]:
        """One answer where it is settled; all those of interest where it is not."""
        raise AssertionError("every asker has answers")

    def said(self, request: Request, ways: list[Choice]) -> tuple[int, ...]:
        """What certain minds would answer, as places among the ways."""
        return ()


class Fork:
    """A die or a question at which the run could have gone another way."""

    def __init__(self, count: int) -> None:
        self.count = count
        """How many ways there are."""
        self.tag = ""
        """Of a die: what it was rolled for; "" for a question."""
        self.point = -1
        self.unit = -1
        """Of a question: the moment, and the unit asked."""
        self.ways: list[Choice] = []
        self.said: tuple[int, ...] = ()
        self.together = 0
        """How many questions of the same moment are still open behind this one."""


class Touched(BaseException):
    """A die or a question where none was expected. Only who enumerates catches it."""


class Void(BaseException):
    """A die is rolled again and again until it decides. Only who enumerates catches it."""


MOST_AGAIN: Final = 2
"""How often one kind of initiative die is rolled in a step before it counts as rolled again."""
AGAIN: Final = ("initiative", "initiative tie")
"""What is rolled again where it decides nothing."""


class Odometer(Oracle):
    """Follows one path; `taken` is the whole path in the end, `forks` what lay along it."""

    def __init__(self, asker: Asker, path: list[int], known: list[Fork] | None = None) -> None:
        self.asker = asker
        self.path = path
        self.known = known
        """The forks along the path where it has been walked before: nobody is asked again."""
        self.taken: list[int] = []
        self.forks: list[Fork] = []
        self.again: i64 = MOST_AGAIN
        self.high = False
        """Whether dice beyond the path show their highest face instead of their lowest."""
        self.closed = False
        """Where nothing may be rolled or asked any more."""
        self.said: list[Choice] = []
        """What there was no choice about, since then."""

    def take(self, fork: Fork) -> int:
        place = len(self.taken)
        way = 0
        if place < len(self.path):
            way = self.path[place]
        elif self.high and fork.tag:
            way = fork.count - 1
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
        """Where nothing may be asked: what there is no choice about."""
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
        # A question to several is looked into for one of them.
        fork.unit = request.unit if request.unit >= 0 else ways[0].unit
        fork.ways = ways
        fork.together = left
        if len(ways) > 1:
            fork.said = self.asker.said(request, ways)
        return fork
