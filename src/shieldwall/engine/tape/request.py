"""Requests to a seat and possible answers: choices, lazy options, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle

PASS: Final = "pass"
DONE: Final = "done"
REFEREE: Final = -1
"""In place of a unit: the GM, who decides open questions."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice:
    """One answer: unit, verb, target, weapon and path."""

    def __init__(
        self,
        unit: int,
        verb: str,
        target: int = -1,
        weapon: int = -1,
        path: tuple[int, ...] = (),
        note: str = "",
    ) -> None:
        self.unit = unit
        self.verb = verb
        self.target = target
        self.weapon = weapon
        self.path = path
        """Squares in order, without the starting square."""
        self.note = note
        """Further details: the item picked up, how a shove ends, an improvised action."""

    def key(self) -> tuple[object, ...]:
        return (self.unit, self.verb, self.target, self.weapon, self.path, self.note)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Choice{self.key()}"


@mypyc_attr(acyclic=True, free_list_len=1)
class Refusal:
    """Why a choice is illegal: a reason, the rule, and the numbers involved.

    `notation` makes the sentence from these.
    """

    def __init__(
        self, reason: str, cite: str, unit: int = -1, other: int = -1, have: int = 0, need: int = 0
    ) -> None:
        self.reason = reason
        self.cite = cite
        self.unit = unit
        self.other = other
        """A unit or a square, depending on the reason."""
        self.have = have
        self.need = need

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.cite!r}, have={self.have}, need={self.need})"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Options:
    """The legal answers. Three queries of increasing cost: `in`, `bool` and iteration."""

    def why_not(self, choice: Choice) -> Refusal | None:
        """None if the choice is legal."""
        raise AssertionError("every kind of options says why not")

    def warning(self, choice: Choice) -> Refusal | None:
        """Why a rule that only warns would refuse a legal choice."""
        return None

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, Choice) and self.why_not(choice) is None

    def __iter__(self) -> Iterator[Choice]:
        raise AssertionError("every kind of options can be listed")

    def __bool__(self) -> bool:
        for _ in self:
            return True
        return False


@mypyc_attr(acyclic=True, free_list_len=1)
class Request:
    """A request to one or more seats, any of which may answer, at one point of the flow."""

    def __init__(
        self,
        battle: Battle,
        seats: tuple[int, ...],
        point: int,
        unit: int,
        options: Options,
        cause: int = -1,
    ) -> None:
        self.battle = battle
        self.seats = seats
        self.seat: i64 = seats[0]
        """The seat that answers if no other one does first."""
        self.point = point
        self.unit = unit
        """The unit asked for; -1 if the side picks a unit first, or for the GM."""
        self.options = options
        self.cause = cause
        """The unit whose action opened the window, -1 on a turn."""


class NeedChoice(BaseException):
    """Unwinds a step that needs an answer. Only `Fight` catches it."""

    def __init__(self, requests: list[Request], given: int = 0) -> None:
        super().__init__("a choice is needed")
        self.requests = requests
        self.given = given
        """How many requests of the same moment are answered on the tape."""


class NeedRoll(BaseException):
    """Unwinds a step that waits for a die rolled by hand. Only `Fight` catches it."""

    def __init__(self, tag: str, sides: int) -> None:
        super().__init__("a die is needed")
        self.tag = tag
        self.sides = sides


class IllegalChoice(ValueError):
    """A choice that is not among the options, with the reason."""

    def __init__(self, choice: Choice, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.choice = choice
        self.refusal = refusal
