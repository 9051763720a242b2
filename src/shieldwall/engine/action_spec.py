"""An action: its cost, when it is allowed, what can be chosen and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.tape.request import Choice, Refusal

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.space.reach import Reach
    from shieldwall.engine.state.state import Unit

# What an action costs.
FREE: Final = 0
MOVE: Final = 1
MAIN: Final = 2
MAIN_AND_MOVE: Final = 3
COST_NAMES: Final[tuple[str, ...]] = ("Free", "Move", "Main", "Move+Main")


def says_too_much(choice: Choice, uses: str) -> bool:
    """Whether a choice names something its verb has no use for."""
    return (
        (choice.target >= 0 and "t" not in uses)
        or (choice.weapon >= 0 and "w" not in uses)
        or (len(choice.path) > 0 and "p" not in uses)
        or (len(choice.note) > 0 and "n" not in uses)
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpec:
    """Something a unit may do on its turn: when it is allowed, what can be chosen, what it does.

    Legality is written once, in `why_not`; `candidates` lists choices worth asking it about.
    """

    def __init__(self, verb: str, title: str, cost: int, provokes: bool, cite: str) -> None:
        self.verb = verb
        self.title = title
        self.cost: i64 = cost
        self.uses = ""
        """What a choice of it may name: t a target, w a weapon, p squares, n a note."""
        self.is_attack = False
        """Whether it is nothing but an attack, which opens its own window when it is declared."""
        self.out_of_turn = False
        """Whether a member of the acting side may do it after its own turn (SOV-030)."""
        self.provokes = provokes
        """Whether doing it next to an armed foe gives that foe a free blow (SOV-041)."""
        self.cite = cite

    def another(self) -> ActionSpec:
        """One more of the kind, for a house that changes it; some kinds have facts of their own."""
        return self.__class__(self.verb, self.title, int(self.cost), self.provokes, self.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        raise AssertionError("every action says when it is not allowed")

    def is_move(self) -> bool:
        """Whether it takes the unit somewhere; the broken may only move away from foes."""
        return False

    def helps_to_flee(self) -> bool:
        """Whether a broken unit may do it: it helps to get away, or to give up."""
        return False

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        """What this choice of it costs, where that depends on more than the action."""
        return self.cost

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)]

    def allowed(self, battle: Battle, unit: Unit) -> list[Choice]:
        """The candidates that are allowed.

        Only where looking for candidates has answered part of `why_not` is there a shorter way;
        it must list the same.
        """
        return self.sifted(battle, unit)

    def ways(self, battle: Battle, unit: Unit) -> Reach | None:
        """Where its choices name nothing but a way, one to each square: all that can be reached.

        None for any other action; then there is but `allowed`.
        """
        return None

    def way_to(self, battle: Battle, unit: Unit, reach: Reach, cell: int) -> Choice:
        """The one of its choices that ends at a square of `ways`."""
        raise AssertionError("only where there are ways")

    def sifted(self, battle: Battle, unit: Unit) -> list[Choice]:
        """The long way: every candidate is asked about."""
        asked = self.candidates(battle, unit)
        if not asked:
            return asked
        found: list[Choice] = []
        for choice in asked:
            if self.why_not(battle, unit, choice) is None:
                found.append(choice)
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        raise AssertionError("every action does something")

    def follow_through(self, battle: Battle, unit: Unit, choice: Choice, cause: int) -> None:
        """What belongs to it and comes at once where it was held: `cause` is whom it answers."""


class NoAction(ActionSpec):
    """What stands for an action a book does not have: nobody may do it."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return Refusal("no-such-action", battle.rules.ids.actions, unit.index)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return []


NO_ACTION: Final = NoAction("", "", FREE, False, "")
