"""What is asked of a seat, and what may be answered: requests, choices, lazy options, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle

PASS: Final = "pass"
DONE: Final = "done"
REFEREE: Final = -1
"""In the place of a unit: the referee, who decides what the rules leave open."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice:
    """One answer: who does what, to whom, with which weapon, along which squares."""

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
        """Squares in order, the one left behind not among them."""
        self.note = note
        """What else there is to say: the thing picked up, how a shove ends, what is improvised."""

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
    """Why a choice is not allowed: a word for the reason, the rule, and the numbers it turns on.

    The sentence is made from these at the edge (`notation`).
    """

    def __init__(
        self, reason: str, cite: str, unit: int = -1, other: int = -1, have: int = 0, need: int = 0
    ) -> None:
        self.reason = reason
        self.cite = cite
        self.unit = unit
        self.other = other
        """A unit or a square, as the reason says."""
        self.have = have
        self.need = need

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.cite!r}, have={self.have}, need={self.need})"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Options:
    """What may be answered. Three questions, three costs: `in`, `bool` and iteration."""

    def why_not(self, choice: Choice) -> Refusal | None:
        """None where the choice is allowed."""
        raise AssertionError("every kind of options says why not")

    def warning(self, choice: Choice) -> Refusal | None:
        """What a rule that only warns has against a choice that is allowed."""
        return None

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, Choice) and self.why_not(choice) is None

    def __iter__(self) -> Iterator[Choice]:
        raise AssertionError("every kind of options can be listed")

    def __bool__(self) -> bool:
        for _ in self:
            return True
        return False

    def forced(self) -> Choice | None:
        """The one choice there is, where it is cheap to know that there is only one."""
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
class Request:
    """A question to one or more seats, any of which may answer it, at one point of the flow."""

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
        self.point = point
        self.unit = unit
        """The unit asked for; -1 where the side first picks one, or for the referee."""
        self.options = options
        self.cause = cause
        """The unit whose deed opened the window, -1 on a turn."""


class NeedChoice(BaseException):
    """Unwinds a step that cannot go on until somebody has answered. Only `Fight` catches it."""

    def __init__(self, requests: list[Request], given: int = 0) -> None:
        super().__init__("a choice is needed")
        self.requests = requests
        self.given = given
        """How many others asked at the same moment have answered on the tape."""


class NeedRoll(BaseException):
    """Unwinds a step that waits for a die somebody rolls by hand. Only `Fight` catches it."""

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
