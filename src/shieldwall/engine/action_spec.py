"""Actions: cost, legality, candidates and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.listing import BOTH_LEFT, MAIN_LEFT, MOVE_LEFT, Listing
from shieldwall.engine.tape.request import Choice, Refusal

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.ruleset import Ruleset
    from shieldwall.engine.space.reach import Reach
    from shieldwall.engine.state.state import Unit

# Costs of an action.
FREE: Final = 0
MOVE: Final = 1
MAIN: Final = 2
MAIN_AND_MOVE: Final = 3
COST_NAMES: Final[tuple[str, ...]] = ("Free", "Move", "Main", "Move+Main")
MOST_WEAPONS: Final = 62
ALL_WEAPONS: Final = (1 << MOST_WEAPONS) - 1
"""The mask of all weapons: no unit carries more than `MOST_WEAPONS`."""


def need_of(cost: i64) -> i64:
    """What pays for an action of this cost (`engine.listing`)."""
    if cost == MAIN:
        return MAIN_LEFT
    if cost == MOVE:
        return MOVE_LEFT
    return BOTH_LEFT if cost == MAIN_AND_MOVE else 0


def says_too_much(choice: Choice, uses: str) -> bool:
    """Whether a choice has a field its verb does not use."""
    return (
        (choice.target >= 0 and "t" not in uses)
        or (choice.weapon >= 0 and "w" not in uses)
        or (len(choice.path) > 0 and "p" not in uses)
        or (len(choice.note) > 0 and "n" not in uses)
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpec:
    """An action of a unit on its turn: its cost, when it is legal, its candidates, its effect.

    Legality is defined once, in `why_not`; `candidates` lists the choices worth testing with it.
    """

    def __init__(
        self, verb: str, title: str, cost: int, provokes: bool, cite: str, uses: str = ""
    ) -> None:
        self.verb = verb
        self.title = title
        self.cost: i64 = cost
        self.uses = uses
        """The fields a choice may set: t target, w weapon, p path, n note."""
        self.is_attack = False
        """Whether it is a plain attack, which opens its own window when declared."""
        self.out_of_turn = False
        """Whether a unit of the acting side may do it after its own turn (SOV-030)."""
        self.provokes = provokes
        """Whether doing it next to an armed foe provokes a free attack (SOV-041)."""
        self.cite = cite
        self.needs: i64 = 0
        """What a unit must have for any candidate (`engine.listing`); skips actions unasked."""
        self.is_paid = False
        """Whether no candidate is legal for a unit that cannot pay `cost`."""
        self.is_sole = type(self).candidates is ActionSpec.candidates
        """Whether its only candidate is the verb itself."""

    def needs_by(self, rules: Ruleset) -> i64:
        """What a unit must have for any legal candidate by these rules."""
        return self.needs | need_of(self.cost) if self.is_paid else self.needs

    def another(self) -> ActionSpec:
        """A copy for house rules to change; subclasses with extra fields override this."""
        return self.__class__(self.verb, self.title, int(self.cost), self.provokes, self.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        raise AssertionError("every action says when it is not allowed")

    def is_move(self) -> bool:
        """Whether it moves the unit; broken units may only move away from foes."""
        return False

    def helps_to_flee(self) -> bool:
        """Whether a broken unit may do it: it helps to get away or to surrender."""
        return False

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        """The cost of this choice, where it depends on more than the action."""
        return self.cost

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)]

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        """Put the legal candidates into the listing, which has begun with this verb.

        Override only where listing the candidates already decides part of `why_not`; the result
        must be the same.
        """
        self.sift_into(battle, unit, found)

    def sift_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        """Test every candidate with `why_not`."""
        if self.is_sole:
            if self.why_not(battle, unit, found.trial) is None:
                found.put(-1, -1)
            return
        for choice in self.candidates(battle, unit):
            if self.why_not(battle, unit, choice) is None:
                found.keep(choice)

    def try_weapons(
        self, battle: Battle, unit: Unit, found: Listing, target: int = -1, which: i64 = -1
    ) -> None:
        """Test the action with each weapon of the bit mask `which`, on a target."""
        trial = found.trial
        trial.target = target
        number: i64 = 0
        count: i64 = min(len(unit.weapons), MOST_WEAPONS)
        while number < count:
            if which >> number & 1:
                trial.weapon = int(number)
                if self.why_not(battle, unit, trial) is None:
                    found.put(target, number)
            number += 1
        trial.target = -1
        trial.weapon = -1

    def choice_of(
        self, battle: Battle, unit: Unit, target: int, weapon: int, cell: int, reach: Reach | None
    ) -> Choice:
        """The choice with these factors, from a listing; a path is looked up in `reach`."""
        path: tuple[int, ...] = ()
        if cell >= 0:
            path = (cell,) if reach is None else reach.path(cell)
        return Choice(unit.index, self.verb, target, weapon, path)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        raise AssertionError("every action does something")

    def follow_through(
        self, battle: Battle, unit: Unit, choice: Choice, cause: int, reserved: int
    ) -> None:
        """Run the part that follows at once when it was held; `cause` is the unit it reacts to.

        `reserved` is the bit mask of the units whose held actions are still to come.
        """


class NoAction(ActionSpec):
    """Placeholder for an action the book does not have; never legal."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return Refusal("no-such-action", battle.rules.ids.actions, unit.index)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return []


NO_ACTION: Final = NoAction("", "", FREE, False, "")
