"""Experimental changes of the rules: other dials, actions and reactions switched off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from shieldwall.engine.battle import Battle
from shieldwall.engine.ruleset import Dial, Ruleset
from shieldwall.engine.state.state import Unit

MORALE = "morale"
"""Instead of a verb: morale never breaks."""


@dataclass(frozen=True)
class Switches:
    """Differences from the book."""

    dials: tuple[tuple[str, int], ...] = ()
    without: tuple[str, ...] = ()
    """Verbs of actions and reactions, and `morale`."""

    def applied(self, rules: Ruleset) -> Ruleset:
        if not self.dials and not self.without:
            return rules
        dials = tuple(Dial(name, value, rules.cites.get(name, "")) for name, value in self.dials)
        known = [spec.verb for spec in rules.action_list]
        known += [spec.verb for spec in rules.reaction_list]
        gone = tuple(verb for verb in dict.fromkeys(known) if verb in self.without)
        policies = rules.policies
        if MORALE in self.without:
            policies = replace(policies, morale=never_breaks_morale)
        made = rules.but(rules.name, rules.title, *dials, without=gone, policies=policies)
        made.reduced = rules.reduced or bool(gone)
        return made


NO_SWITCHES: Final = Switches()


def never_breaks_morale(battle: Battle, loser: Unit) -> None:
    """Morale never breaks."""
