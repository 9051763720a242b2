"""A moment at which some may react, and what is being done around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.move.interruption import Stance
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.magic.spell_data import Casting


@mypyc_attr(acyclic=True, free_list_len=1)
class Window:
    """A moment at which some may react: the point, whose deed it is, who could use it."""

    def __init__(
        self,
        point: int,
        cause: int,
        who: list[Unit],
        blow: Blow | None = None,
        casting: Casting | None = None,
    ) -> None:
        self.point = point
        self.cause = cause
        self.who = who
        """Those for whom it is open, in the order they answer."""
        self.blow = blow
        self.casting = casting
        """The spell that has been declared and has not taken effect (SOV-054)."""
        self.stance: Stance | None = None
        """How whoever's deed it is stood before the first answer; None where nobody answered."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Action:
    """What somebody is at, from its declaration to its end, and the budget it began with."""

    def __init__(
        self,
        unit: Unit,
        verb: str,
        spec: ActionSpec | None,
        choice: Choice,
        around: Action | None,
    ) -> None:
        self.around = around
        """What was being done when it began."""
        self.unit = unit
        self.verb = verb
        self.spec = spec
        """None for what is done in a window."""
        self.choice = choice
        self.mains: i64 = unit.mains
        self.moves: i64 = unit.moves
        self.flurry = unit.flurry
        self.used = unit.used

    def is_allowed(self, battle: Battle) -> bool:
        """Whether it could still be done as things are now; what it cost has been paid."""
        if self.spec is None:
            return False
        ghost = self.unit.copy()
        ghost.mains = self.mains
        ghost.moves = self.moves
        ghost.flurry = self.flurry
        ghost.used = self.used
        return self.spec.why_not(battle, ghost, self.choice) is None


@mypyc_attr(acyclic=True, free_list_len=1)
class ChosenReaction:
    """A reaction that was chosen in a window."""

    def __init__(self, spec: ReactionSpec, unit: Unit, choice: Choice) -> None:
        self.spec = spec
        self.unit = unit
        self.choice = choice
