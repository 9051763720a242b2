"""Which seat plays which unit at the table, and what each seat may see."""

from __future__ import annotations

from shieldwall.display.choice_groups import ready_units
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import REFEREE, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import Settings
from shieldwall.table.play.unit_pictures import Shown
from shieldwall.table.publish.fog import Memory
from shieldwall.table.seats import Seat


def mind_words(mind: str) -> str:
    """Display name of a mind, among the names of seats."""
    return f"the {mind} mind" if mind else ""


class Seating:
    """A fight with its seats, minds and settings, for queries about them."""

    fight: Fight
    settings: Settings
    seats: dict[str, Seat]
    minds: dict[str, str]
    """By unit or side: the mind that plays it."""
    pictures: dict[str, Shown]
    """Uploaded pictures, by unit and for the map."""
    memories: dict[int, Memory]
    """By team: its memory of the map under fog."""
    """By unit: sealed answers."""
    _changes: list[tuple[int, Settings]]
    """Settings, each with the number of events before it took effect: hidden events stay hidden."""

    def seat_of(self, unit: Unit) -> str:
        """The player's seat of the unit; "" for the GM."""
        for seat in self.seats.values():
            if unit.ident in seat.units and seat.role == "player":
                return seat.name
        return ""

    def mind_of(self, unit: Unit) -> str:
        side = self.fight.setup.sides[unit.side].name
        return self.minds.get(unit.ident, self.minds.get(side, ""))

    def picture_of(self, unit: Unit) -> str:
        shown = self.pictures.get(unit.ident)
        return "" if shown is None else shown.mark

    def knowledge_of(self, seat: Seat) -> SeatKnowledge:
        """The seat's knowledge, with its team's memory of the map if that is limited."""
        knowledge = SeatKnowledge(
            self.fight.setup, self.fight.state, seat.role, seat.units, self.settings
        )
        knowledge.ground = self.memory(knowledge)
        return knowledge

    def players_knowledge(self) -> SeatKnowledge:
        """The knowledge of all players together, for notes to the GM about them."""
        knowledge = SeatKnowledge(
            self.fight.setup, self.fight.state, "player", frozenset(), self.settings
        )
        knowledge.ground = self.memory(knowledge)
        return knowledge

    def settings_at(self, place: int) -> Settings:
        """The settings in force at an event, by event index."""
        for after, settings in reversed(self._changes):
            if after <= place:
                return settings
        return self._changes[0][1]

    def changes(self) -> list[tuple[int, Settings]]:
        """Settings, each with the number of events before it took effect."""
        return list(self._changes)

    def memory(self, knowledge: SeatKnowledge) -> Memory | None:
        """The seat's team's memory of the map; None without fog."""
        grid = self.fight.state.grid
        if knowledge.gm or not self.settings.fog or grid.open:
            return None
        team = min(knowledge.teams)
        if team not in self.memories:
            self.memories[team] = Memory(int(grid.width), int(grid.height))
        return self.memories[team]

    def teams(self) -> list[int]:
        """The teams with a seat that is sent their view of the map."""
        found = {min(self.players_knowledge().teams)}
        found |= {
            min(self.knowledge_of(seat).teams) for seat in self.seats.values() if seat.role != "gm"
        }
        return sorted(found)

    def asked_units(self, request: Request) -> list[Unit]:
        """The units that may answer."""
        return ready_units(request)

    def answers(self, seat: Seat, request: Request) -> bool:
        """Whether a question is for this seat; the GM may answer any."""
        if seat.role == "watcher":
            return False
        if request.unit == REFEREE and not isinstance(request.options, TurnOptions):
            return seat.role == "gm"
        return any(self.is_own(seat, unit) for unit in self.asked_units(request))

    def _is_the_gms(self, unit: Unit) -> bool:
        if self.mind_of(unit):
            return False
        return not self.is_here(self.seat_of(unit))

    def is_here(self, name: str) -> bool:
        """Whether a client is connected to a player's seat."""
        return name in self.seats and self.seats[name].here

    def is_own(self, seat: Seat, unit: Unit) -> bool:
        """Whether the seat plays the unit; the GM also plays those of absent players."""
        if seat.role == "gm":
            return self._is_the_gms(unit)
        return unit.ident in seat.units and not self.mind_of(unit)

    def whose(self, request: Request) -> str:
        """The seat or mind that is asked, if it is not the GM."""
        units = self.asked_units(request)
        found = dict.fromkeys(
            mind_words(self.mind_of(unit)) or self.seat_of(unit) for unit in units
        )
        return ", ".join(name for name in found if name)

    def open_requests(self) -> list[Request]:
        """Requests without an answer."""
        return [one for one in self.fight.requests if one.unit not in self.fight.answers]
