"""Rules changed for an experiment: dials set otherwise, actions and reactions switched off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shieldwall.core.battle import Battle
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import ActionSpec, Dial, Ruleset
from shieldwall.core.state import Unit

MORALE = "morale"
"""In the place of a verb: nobody's nerve fails."""


@dataclass(frozen=True)
class Switches:
    """What differs from the book."""

    dials: tuple[tuple[str, int], ...] = ()
    without: tuple[str, ...] = ()
    """Verbs of actions and reactions, and `morale`."""

    def applied(self, rules: Ruleset) -> Ruleset:
        if not self.dials and not self.without:
            return rules
        dials = tuple(Dial(name, value, rules.cites[name]) for name, value in self.dials)
        off = tuple(SwitchedOff(s) for s in rules.action_list if s.verb in self.without)
        gone = tuple(s.verb for s in rules.reaction_list if s.verb in self.without)
        morale = unshaken if MORALE in self.without else None
        return rules.but(rules.name, rules.title, *dials, without=gone, actions=off, morale=morale)


NO_SWITCHES: Final = Switches()


class SwitchedOff(ActionSpec):
    """An action nobody may take. It stays in the book, for minds ask for some by name."""

    def __init__(self, spec: ActionSpec) -> None:
        super().__init__(spec.verb, spec.title, int(spec.cost), spec.provokes, spec.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return Refusal("no-such-action", self.cite, int(unit.index))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return []


def unshaken(battle: Battle, loser: Unit) -> None:
    """Nobody ever has enough."""
