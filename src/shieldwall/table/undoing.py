"""Taking back: the GM anything, a player its own last choice while that gives nothing away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from shieldwall.core.request import REFEREE
from shieldwall.core.tape import Chose, Rolled
from shieldwall.fight import NothingToUndo
from shieldwall.table.knowing import Eyes
from shieldwall.table.record import UNSEALED
from shieldwall.table.seats import NotAllowed, Seat

if TYPE_CHECKING:
    from shieldwall.table.room import Room


class Undoer:
    """What may be taken back in one room, and the taking back."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.known_before: tuple[int, str, frozenset[str]] | None = None
        """After a player's choice: the length of the tape then, the seat, whom it knew before."""

    def can(self, seat: Seat) -> bool:
        if seat.role == "gm":
            chosen = any(not isinstance(entry, Rolled) for entry in self.room.fight.entries)
            return chosen or bool(self.room.sealed)
        return bool(self._own_sealed(seat)) or self._may_take_back(seat)

    def known(self, seat: Seat) -> frozenset[str]:
        """Whom the seat knows of, and how much of the map."""
        eyes = self.room.eyes(seat)
        known = {unit.ident for unit in self.room.fight.state.units if eyes.knows(unit)}
        memory = self.room.memory(eyes)
        return frozenset(known if memory is None else {*known, f"map {memory.version}"})

    def restore(self) -> None:
        """After the server was away: a player may still take back what it could before."""
        fight = self.room.fight
        last = fight.entries[-1] if fight.entries else None
        if not isinstance(last, Chose) or last.choice.unit < 0 or fight.replayable_to is not None:
            return
        name = self.room.seat_of(fight.state.units[last.choice.unit])
        if not name:
            return
        before = fight.fork()
        before.pop()
        seat = self.room.seats[name]
        eyes = Eyes(fight.setup, before.state, seat.role, seat.units, self.room.settings)
        known = {unit.ident for unit in before.state.units if eyes.knows(unit)}
        if self.room.memory(eyes) is None:
            # Under fog nobody can say what was seen of the map at that moment.
            self.known_before = (len(fight.entries), name, frozenset(known))

    def _own_sealed(self, seat: Seat) -> list[int]:
        units = self.room.fight.state.units
        return [
            number
            for number in self.room.sealed
            if number >= 0 and units[number].ident in seat.units
        ]

    def _may_take_back(self, seat: Seat) -> bool:
        """The last thing on the tape is this player's, no die fell, nothing hidden was shown."""
        fight = self.room.fight
        known, entries = self.known_before, fight.entries
        if known is None or not entries or known[1] != seat.name or known[0] != len(entries):
            return False
        last = entries[-1]
        if not isinstance(last, Chose) or fight.outcome is not None:
            return False
        own = fight.state.units[last.choice.unit].ident in seat.units
        return own and self.known(seat) == known[2]

    async def undo(self, seat: Seat, whose: str = "") -> None:
        room = self.room
        own = self._own_sealed(seat) if seat.role != "gm" else list(room.sealed)
        if whose:
            names = room.fight.names
            own = [number for number in own if names.index.get(whose, REFEREE) == number]
            if not own:
                raise NotAllowed(f"No answer of {whose} waits sealed.")
        if own:
            unit = own[-1]
            del room.sealed[unit]
            name = room.fight.names.units[unit] if unit >= 0 else "referee"
            await room.store([(UNSEALED, name)])
            return
        if seat.role != "gm" and not self._may_take_back(seat):
            raise NotAllowed(
                "Only your own last choice can be taken back, before a die is rolled or anything "
                "hidden is shown. Ask the GM."
            )
        try:
            room.fight.pop()
            while seat.role == "gm" and self._is_a_minds_moment():
                await asyncio.sleep(0)
                room.fight.pop()
        except NothingToUndo:
            if not room.recorder.news(room.fight):
                raise NotAllowed("There is nothing to take back.") from None
        self.known_before = None
        await room.settle()

    def _is_a_minds_moment(self) -> bool:
        """Whether only minds are asked: they would only do the same again."""
        requests = self.room.fight.requests
        return bool(requests) and all(self.room.clockwork.minds_for(one) for one in requests)
