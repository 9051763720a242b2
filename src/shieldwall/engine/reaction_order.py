"""The order of simultaneous reactions of foes, which the GM decides (SOV-040)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.engine.points import RULING
from shieldwall.engine.reaction_options import OrderOptions
from shieldwall.engine.tape.request import REFEREE, Request
from shieldwall.engine.window import ChosenReaction

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle


def put_in_order(battle: Battle, chosen: list[ChosenReaction], cause: int) -> list[ChosenReaction]:
    """Let the GM order the reactions of foes that act at the same moment."""
    ordered: list[ChosenReaction] = []
    left = chosen
    while is_disputed(battle, left):
        options = OrderOptions(battle.rules.ids, [reaction.unit for reaction in left])
        seats = (battle.state.referee,)
        answer = battle.ask(Request(battle, seats, RULING, REFEREE, options, cause))
        ordered += [reaction for reaction in left if reaction.unit.index == answer.target]
        left = [reaction for reaction in left if reaction.unit.index != answer.target]
    return ordered + left


def is_disputed(battle: Battle, chosen: list[ChosenReaction]) -> bool:
    for reaction in chosen:
        for other in chosen:
            if reaction.spec.rank == other.spec.rank and battle.are_foes(reaction.unit, other.unit):
                return True
    return False
