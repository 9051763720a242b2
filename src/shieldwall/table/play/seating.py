"""Which seat plays which unit in a fight at the table, and what each seat may see."""

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
    """What a mind is called where people's seats are named too."""
    return f"the {mind} mind" if mind else ""


class Seating:
    """A fight with its seats, minds and settings, as far as questions about them go."""

    fight: Fight
    settings: Settings
    seats: dict[str, Seat]
    minds: dict[str, str]
    """By unit or side: the mind that plays it."""
    pictures: dict[str, Shown]
    """By unit, and of the map: the pictures people have given them."""
    memories: dict[int, Memory]
    """By team: what it has seen of the map, where fog lies on it."""
    """By unit: answers that are given and not shown yet."""
    _changes: list[tuple[int, Settings]]
    """After how many events the settings became these: what was hidden then stays hidden."""

    def seat_of(self, unit: Unit) -> str:
        """The player's seat that has the unit; "" for the GM."""
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

    def eyes(self, seat: Seat) -> SeatKnowledge:
        """With what its team has seen of the map, where that is not all."""
        eyes = SeatKnowledge(
            self.fight.setup, self.fight.state, seat.role, seat.units, self.settings
        )
        eyes.ground = self.memory(eyes)
        return eyes

    def players_eyes(self) -> SeatKnowledge:
        """Those of the players at large, for what the GM is told of them."""
        eyes = SeatKnowledge(
            self.fight.setup, self.fight.state, "player", frozenset(), self.settings
        )
        eyes.ground = self.memory(eyes)
        return eyes

    def settings_at(self, place: int) -> Settings:
        """Those under which an event happened, by its place among all events."""
        for after, settings in reversed(self._changes):
            if after <= place:
                return settings
        return self._changes[0][1]

    def changes(self) -> list[tuple[int, Settings]]:
        """After how many events the settings became which."""
        return list(self._changes)

    def memory(self, eyes: SeatKnowledge) -> Memory | None:
        """What a seat's team has seen of the map; None where no fog lies on it."""
        grid = self.fight.state.grid
        if eyes.gm or not self.settings.fog or grid.open:
            return None
        team = min(eyes.teams)
        if team not in self.memories:
            self.memories[team] = Memory(int(grid.width), int(grid.height))
        return self.memories[team]

    def teams(self) -> list[int]:
        """The teams whose view of the map is drawn for somebody."""
        found = {min(self.players_eyes().teams)}
        found |= {min(self.eyes(seat).teams) for seat in self.seats.values() if seat.role != "gm"}
        return sorted(found)

    def asked_units(self, request: Request) -> list[Unit]:
        """The units that may answer."""
        return ready_units(request)

    def answers(self, seat: Seat, request: Request) -> bool:
        """Whether a question is put to a seat as its own; the GM may answer any."""
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
        """Whether somebody sits at a player's seat."""
        return name in self.seats and self.seats[name].here

    def is_own(self, seat: Seat, unit: Unit) -> bool:
        """Whether the seat plays the unit: the GM those of absent players too."""
        if seat.role == "gm":
            return self._is_the_gms(unit)
        return unit.ident in seat.units and not self.mind_of(unit)

    def whose(self, request: Request) -> str:
        """Of a question that is not the GM's own: who is asked."""
        units = self.asked_units(request)
        found = dict.fromkeys(
            mind_words(self.mind_of(unit)) or self.seat_of(unit) for unit in units
        )
        return ", ".join(name for name in found if name)

    def open_requests(self) -> list[Request]:
        """Those nobody has answered yet."""
        return [one for one in self.fight.requests if one.unit not in self.fight.answers]
