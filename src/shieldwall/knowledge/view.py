"""What a mind may look at: the fight as the side of its seat knows it."""

from __future__ import annotations

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.knowledge.side_knowledge import known_foes


class View:
    """A lazy window on a fight for one seat: never a copy, and only what the seat's side knows."""

    def __init__(self, battle: Battle, seat: int) -> None:
        self.battle = battle
        self.state: State = battle.state
        self.seat = seat
        self.foes: list[Unit] = []
        """The foes last asked for; nobody changes a list that was given out."""

    def foes_of(self, unit: Unit) -> list[Unit]:
        """The unit's foes that are still in the fight and that its side knows of."""
        self.foes = known_foes(self.state, unit, self.foes)
        return self.foes

    def friends_of(self, unit: Unit) -> list[Unit]:
        state = self.state
        team = state.sides[unit.side].team
        return [
            other
            for other in state.units
            if other.status == ACTIVE and other is not unit and state.sides[other.side].team == team
        ]
