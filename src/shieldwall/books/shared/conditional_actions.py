"""Wrappers of actions that add a condition of the book.

`Wrapped` delegates everything to the inner action; books add their condition in `why_too`.
`Unwritten` is for actions a book names without rules: listed, but refused with the name of the
ruling until that ruling is set.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.listing import NEVER, Listing
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.reach import Reach
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window


@mypyc_attr(allow_interpreted_subclasses=True)
class Wrapped(ActionSpec):
    """Another action with an additional reason for refusal."""

    def __init__(self, inner: ActionSpec) -> None:
        super().__init__(
            inner.verb, inner.title, int(inner.cost), inner.provokes, inner.cite, inner.uses
        )
        self.inner = inner
        self.is_attack = inner.is_attack
        self.out_of_turn = inner.out_of_turn
        self.needs = inner.needs

    def needs_by(self, rules: Ruleset) -> i64:
        return self.inner.needs_by(rules)

    def why_too(self, battle: Battle, unit: Unit) -> Refusal | None:
        """The book's own refusal, tested before the inner action."""
        return None

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = self.why_too(battle, unit)
        return self.inner.why_not(battle, unit, choice) if refusal is None else refusal

    def is_move(self) -> bool:
        return self.inner.is_move()

    def helps_to_flee(self) -> bool:
        return self.inner.helps_to_flee()

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return self.inner.price(battle, unit, choice)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if self.why_too(battle, unit) is not None:
            return []
        return self.inner.candidates(battle, unit)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if self.why_too(battle, unit) is None:
            self.inner.list_into(battle, unit, found)

    def choice_of(
        self, battle: Battle, unit: Unit, target: int, weapon: int, cell: int, reach: Reach | None
    ) -> Choice:
        return self.inner.choice_of(battle, unit, target, weapon, cell, reach)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        self.inner.perform(battle, unit, choice)


class Unwritten(Wrapped):
    """An action the book names but leaves open; a ruling (a nonzero dial) fills the gap."""

    def __init__(self, inner: ActionSpec, ruling: str) -> None:
        super().__init__(inner)
        self.ruling = ruling

    def another(self) -> ActionSpec:
        return Unwritten(self.inner, self.ruling)

    def is_open(self, rules: Ruleset) -> bool:
        """Whether the ruling defines it."""
        return bool(rules.dial(self.ruling))

    def needs_by(self, rules: Ruleset) -> i64:
        return self.inner.needs_by(rules) if self.is_open(rules) else NEVER

    def why_too(self, battle: Battle, unit: Unit) -> Refusal | None:
        if self.is_open(battle.rules):
            return None
        return Refusal("not-written", self.ruling, unit.index)


class UnwrittenReaction(ReactionSpec):
    """`Unwritten` for a reaction or a declaration."""

    def __init__(self, inner: ReactionSpec, ruling: str) -> None:
        super().__init__(inner.verb, inner.title, inner.points, inner.cite, inner.rank, inner.uses)
        self.inner = inner
        self.ruling = ruling
        self.optional = inner.optional

    def is_open(self, rules: Ruleset) -> bool:
        return bool(rules.dial(self.ruling))

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return self.is_open(battle.rules) and self.inner.can(battle, unit, window)

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return self.inner.matters(battle, unit, window)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if not self.is_open(battle.rules):
            return Refusal("not-written", self.ruling, unit.index)
        return self.inner.why_not(battle, unit, window, choice)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return self.inner.candidates(battle, unit, window)

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        self.inner.commit(battle, unit, window, choice)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        self.inner.perform(battle, unit, window, choice)
