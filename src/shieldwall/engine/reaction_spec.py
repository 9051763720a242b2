"""A reaction: the points at which it may be used, when it is allowed and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.tape.request import Choice, Refusal

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.sheet import Sheet
    from shieldwall.engine.state.state import Unit
    from shieldwall.engine.window import Window


@mypyc_attr(allow_interpreted_subclasses=True)
class ReactionSpec:
    """Something a unit may do in a window, out of its turn."""

    def __init__(
        self, verb: str, title: str, points: tuple[int, ...], cite: str, rank: int = 0
    ) -> None:
        self.verb = verb
        self.title = title
        self.points = points
        self.cite = cite
        self.rank = rank
        """Of what is done at one moment, a lower rank comes first: a defence has the last word."""
        self.uses = "tw"
        """What a choice of it may name, as for an action."""
        self.optional = True
        """Whether a seat may ask not to be bothered with it."""
        self.needs_main = False
        self.needs_hold = False
        self.needs_luck = False
        """What its user must still have; checked before anything else."""
        self.answers_rolls = False
        """Of a blow, it matters only once the roll lies on the table."""
        self.answers_harm = False
        """Of a blow, it matters only where it is about to do harm."""
        self.for_the_target = False
        """Of an attack, it matters only to the target."""
        self.for_friends = False
        """Of a blow, it matters only to the friends of that one, and to itself."""

    def ever(self, sheet: Sheet) -> bool:
        """Whether one with this sheet could ever do it; looked up once, not at every moment."""
        return True

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """The cheap test that is made before anybody is asked."""
        raise AssertionError("every reaction has a cheap test")

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Whether doing it could change something; where not, a seat is asked only if it wishes."""
        return True

    def handles(self, verb: str) -> bool:
        return verb == self.verb

    def awaits(self, battle: Battle, unit: Unit, mover: Unit) -> bool:
        """Before a move, once: whether the unit might use it on the mover on its way."""
        return False

    def meets(self, battle: Battle, unit: Unit, mover: Unit) -> i64:
        """Of one that awaits a mover: IN_REACH, IN_RANGE (and in sight), or NOT_MET."""
        return 0

    def compels(self, battle: Battle, unit: Unit) -> bool:
        """Whether a declaration of the kind must be made, so that passing is no answer."""
        return False

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        """Pay for it, before anything of this moment is resolved."""

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        raise AssertionError("every reaction says when it is not allowed")

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb, window.cause)]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        raise AssertionError("every reaction does something")


def mask_of(reactions: tuple[ReactionSpec, ...], point: int) -> i64:
    """A bit for each reaction that has its place at the point."""
    found: i64 = 0
    for number in range(len(reactions)):
        if point in reactions[number].points:
            found |= 1 << number
    return found
