"""Tasks and policies of the books in words, with the rules they follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.engine.rounds.flow import end_effects
from shieldwall.engine.wounds.effects import burn, wear_off
from shieldwall.engine.wounds.injury import bleed, falls


class Procedure:
    """A function a book runs at 0 HP, after harm, or at the end of a round or fight."""

    def __init__(self, words: str, cites: tuple[str, ...]) -> None:
        self.words = words
        self.cites = cites


PROCEDURES: Final[dict[str, Procedure]] = {}
"""By the name of the function."""


def register_procedure(function: Callable[..., object], words: str, *cites: str) -> None:
    PROCEDURES[function.__name__] = Procedure(words, cites)


def procedure_of(function: Callable[..., object]) -> Procedure:
    """Its entry, or its name in words if it has none."""
    name = function.__name__
    return PROCEDURES.get(name) or Procedure(name.replace("_", " "), ())


register_procedure(burn, "fire burns")
register_procedure(end_effects, "effects that last one round end")
register_procedure(wear_off, "magic wears off")
register_procedure(bleed, "the dying get closer to death")
register_procedure(falls, "named combatants are dying, others are dead", "SOV-167")
