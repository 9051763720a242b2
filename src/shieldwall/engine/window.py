"""Windows: points at which units may react, and the actions in progress around them."""

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
    """A window: its point, the unit that caused it and the units that may react."""

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
        """The units it is open for, in the order they answer."""
        self.blow = blow
        self.casting = casting
        """The spell that has been declared but has not taken effect yet (SOV-054)."""
        self.stance: Stance | None = None
        """The stance of the causing unit before the first reaction; None if no unit reacted."""
        self.reserved = 0
        """Bit mask of the units whose Main is set aside for a held action chosen in it."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Action:
    """An action in progress, from its declaration to its end, and the budget before it."""

    def __init__(
        self,
        unit: Unit,
        verb: str,
        spec: ActionSpec | None,
        choice: Choice,
        around: Action | None,
    ) -> None:
        self.around = around
        """The action in progress when it began."""
        self.unit = unit
        self.verb = verb
        self.spec = spec
        """None for a reaction."""
        self.choice = choice
        self.mains: i64 = unit.mains
        self.moves: i64 = unit.moves
        self.flurry = unit.flurry
        self.used = unit.used

    def is_allowed(self, battle: Battle) -> bool:
        """Whether it would still be legal now, with its cost already paid."""
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
    """A reaction chosen in a window."""

    def __init__(self, spec: ReactionSpec, unit: Unit, choice: Choice) -> None:
        self.spec = spec
        self.unit = unit
        self.choice = choice
