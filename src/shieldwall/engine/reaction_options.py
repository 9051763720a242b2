"""Options in a window, and the order of simultaneous reactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from shieldwall.engine.action_spec import says_too_much
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.points import DECLARING
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rule_ids import RuleIds
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import PASS, REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.window import Window

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle


@mypyc_attr(acyclic=True, free_list_len=1)
class ReactionOptions(Options):
    """The options of one unit in a window: one of its reactions, or pass."""

    def __init__(
        self, battle: Battle, unit: Unit, window: Window, matters: ReactionSpec | None = None
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.window = window
        self.matters = matters
        """A reaction that is known to matter; None if no reaction was tested."""

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != self.unit.index:
            return Refusal("not-asked", self.battle.rules.ids.instants, choice.unit)
        if choice.verb == PASS:
            if says_too_much(choice, ""):
                return Refusal("says-too-much", self.battle.rules.ids.instants, choice.unit)
            return self.why_no_pass()
        refusal = Refusal("no-such-reaction", self.battle.rules.ids.instants, choice.unit)
        for spec in self.battle.rules.reactions[self.window.point]:
            if spec.handles(choice.verb):
                if self.battle.says_too_much(spec, choice):
                    return Refusal("says-too-much", self.battle.rules.ids.instants, choice.unit)
                found = spec.why_not(self.battle, self.unit, self.window, choice)
                if found is None:
                    return None
                refusal = found
        return refusal

    def __iter__(self) -> Iterator[Choice]:
        for spec in self.battle.rules.reactions[self.window.point]:
            if spec.can(self.battle, self.unit, self.window):
                for choice in spec.candidates(self.battle, self.unit, self.window):
                    if spec.why_not(self.battle, self.unit, self.window, choice) is None:
                        yield choice
        if self.why_no_pass() is None:
            yield Choice(self.unit.index, PASS)

    def first(self) -> Choice:
        """The first that is listed; pass if nothing else is possible."""
        for spec in self.battle.rules.reactions[self.window.point]:
            if spec.can(self.battle, self.unit, self.window):
                for choice in spec.candidates(self.battle, self.unit, self.window):
                    if spec.why_not(self.battle, self.unit, self.window, choice) is None:
                        return choice
        return Choice(self.unit.index, PASS)

    def why_no_pass(self) -> Refusal | None:
        """Why the unit may not pass: it must declare something (DOL-040)."""
        if self.window.point == DECLARING:
            for spec in self.battle.rules.reactions[DECLARING]:
                if spec.compels(self.battle, self.unit):
                    return Refusal(
                        "must-declare", self.battle.rules.ids.broken, int(self.unit.index)
                    )
        return None

    def __bool__(self) -> bool:
        return True

    def warning(self, choice: Choice) -> Refusal | None:
        return self.battle.warning(self, choice)


def request_in(options: ReactionOptions) -> Request:
    """The request to one unit in a window."""
    unit = options.unit
    window = options.window
    return Request(options.battle, (unit.seat,), window.point, unit.index, options, window.cause)


FIRST: Final = "first"


@mypyc_attr(acyclic=True)
class OrderOptions(Options):
    """The GM's choice of which of several reactions comes first (SOV-040)."""

    def __init__(self, ids: RuleIds, units: list[Unit]) -> None:
        self.ids = ids
        self.units = units

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != REFEREE or choice.verb != FIRST:
            return Refusal("not-asked", self.ids.same_moment, choice.unit)
        if says_too_much(choice, "t"):
            return Refusal("says-too-much", self.ids.same_moment)
        for unit in self.units:
            if unit.index == choice.target:
                return None
        return Refusal("not-the-one", self.ids.same_moment, choice.unit, choice.target)

    def __iter__(self) -> Iterator[Choice]:
        for unit in self.units:
            yield Choice(REFEREE, FIRST, int(unit.index))

    def __bool__(self) -> bool:
        return True


register_option(OptionEntry("first", "other", OptionWords("{target} acts first")))
