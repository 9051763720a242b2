"""A mind's view of the fight: only what its side knows."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.knowledge.side_knowledge import known_foes


class View:
    """A lazy view of a fight for one seat: no copies, and only what its side knows."""

    def __init__(self, battle: Battle, seat: int) -> None:
        self.battle = battle
        self.state: State = battle.state
        self.seat = seat
        self.foes: list[Unit] = []
        """Cache of the last list of foes; returned lists are never modified."""
        self.foes_of_side: i64 = -1
        self.roster: i64 = -1
        """The side whose foes these are, and who was in the fight then (`Battle.roster`)."""

    def foes_of(self, unit: Unit) -> list[Unit]:
        """The unit's foes that are still in the fight and known to its side."""
        battle = self.battle
        if self.roster != battle.roster or self.foes_of_side != unit.side or not battle.reuses:
            self.foes = known_foes(self.state, unit, self.foes)
            self.foes_of_side = unit.side
            # Whom a side knows of may change at any time.
            self.roster = battle.roster
            if self.state.murky:
                self.roster = -1
        return self.foes

    def friends_of(self, unit: Unit) -> list[Unit]:
        state = self.state
        team = state.sides[unit.side].team
        return [
            other
            for other in state.units
            if other.status == ACTIVE and other is not unit and state.sides[other.side].team == team
        ]
