"""Reactions: their points, legality and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.tape.request import Choice, Refusal

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.sheet import Sheet
    from shieldwall.engine.state.state import Unit
    from shieldwall.engine.window import Window


ANYWHERE: Final = 1 << 30
"""More feet than any distance."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ReactionSpec:
    """A reaction of a unit in a window, outside its turn."""

    def __init__(
        self,
        verb: str,
        title: str,
        points: tuple[int, ...],
        cite: str,
        rank: int = 0,
        uses: str = "tw",
    ) -> None:
        self.verb = verb
        self.title = title
        self.points = points
        self.cite = cite
        self.rank = rank
        """Order of simultaneous reactions: lower ranks first, so that a defence comes last."""
        self.uses = uses
        """The fields a choice may set, as in `ActionSpec.uses`."""
        self.optional = True
        """Whether a seat may ask not to be prompted for it."""
        self.needs_main = False
        self.needs_hold = False
        self.needs_luck = False
        """Resources its user must still have; checked before anything else."""
        self.answers_rolls = False
        """On attacks: relevant only once the attack has been rolled."""
        self.answers_harm = False
        """On attacks: relevant only if the attack is about to do damage."""
        self.for_the_target = False
        """On attacks: only for the target."""
        self.for_friends = False
        """On attacks: only for the target and its friends."""
        self.for_the_two = False
        """On attacks: only for the attacker and the target."""

    def can_ever_use(self, sheet: Sheet) -> bool:
        """Whether a unit with this sheet could ever use it; looked up once per sheet."""
        return True

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Cheap test before the seat is prompted."""
        raise AssertionError("every reaction has a cheap test")

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Whether using it could change anything; if not, only seats set to ALWAYS are asked."""
        return True

    def is_wanted(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Whether it matters and is possible: a seat set to WHEN_IT_MATTERS is asked."""
        return self.matters(battle, unit, window) and self.can(battle, unit, window)

    def handles(self, verb: str) -> bool:
        return verb == self.verb

    def awaits(self, battle: Battle, unit: Unit, mover: Unit) -> bool:
        """Before a move, once: whether the unit might use it on the mover along the way."""
        return False

    def meets(self, battle: Battle, unit: Unit, mover: Unit) -> i64:
        """IN_REACH, IN_RANGE (and in sight) or NOT_MET, for a unit that awaits the mover."""
        return 0

    def meets_within(self, battle: Battle, unit: Unit) -> i64:
        """Feet beyond which `meets` is NOT_MET; steps of the mover do not change it."""
        return ANYWHERE

    def compels(self, battle: Battle, unit: Unit) -> bool:
        """Whether this declaration is mandatory, so that the unit may not pass."""
        return False

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        """Pay its cost, before any reaction of this moment is resolved."""

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        raise AssertionError("every reaction says when it is not allowed")

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb, window.cause if "t" in self.uses else -1)]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        raise AssertionError("every reaction does something")


def mask_of(reactions: tuple[ReactionSpec, ...], point: int) -> i64:
    """Bit mask of the reactions that are possible at a point."""
    found: i64 = 0
    for number in range(len(reactions)):
        if point in reactions[number].points:
            found |= 1 << number
    return found
