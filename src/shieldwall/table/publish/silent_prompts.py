"""Those in hiding are asked in silence.

While the table waits for nobody but units a seat does not know of, the seat is told nothing of the
fight. Where there is something to tell, what it says itself waits too: to it the table has not gone
on yet. Then it gets everything at once, as it would where nobody hides. What it receives is then
the same; only the clock on the wall tells how long it took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.engine.tape.request import Request
from shieldwall.knowledge.seat_knowledge import SeatKnowledge

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room
    from shieldwall.table.seats import Client, Seat


def is_silent(room: Room, eyes: SeatKnowledge) -> bool:
    """Whether the table waits for nobody but those a seat does not know of."""
    fight = room.fight
    if eyes.gm or fight.outcome is not None:
        return False
    if fight.die is not None:
        return not eyes.knows_number(fight.die.roller)
    requests = room.open_requests()
    return bool(requests) and not any(_is_known(room, eyes, one) for one in requests)


def _is_known(room: Room, eyes: SeatKnowledge, request: Request) -> bool:
    """Whether a seat may know who is asked; of the referee, what about."""
    units = room.asked_units(request)
    if not units:
        return eyes.knows_number(request.cause)
    return any(eyes.knows(unit) for unit in units)


class WaitingAnswers:
    """What players have said while the table waited for somebody in hiding, one room's."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def keeps(self, seat: Seat, client: Client, message: object) -> bool:
        """Whether a message has to wait, in its order, until the seat is told more."""
        if not client.unheard and not self._must_wait(seat, client):
            return False
        client.keep(message)
        return True

    def _must_wait(self, seat: Seat, client: Client) -> bool:
        silent = is_silent(self.room, self.room.eyes(seat))
        return silent and (seat.in_silence or client not in seat.clients)

    def end(self, seat: Seat) -> None:
        """The seat has been told how things stand: hear what its clients have said meanwhile."""
        for client in seat.clients:
            if client.unheard:
                self.room.room_timers.spawn(self._hear(seat, client))

    async def _hear(self, seat: Seat, client: Client) -> None:
        room = self.room
        while client.unheard and not client.gone:
            async with room.lock:
                if not client.unheard or self._must_wait(seat, client):
                    return
                await room.heed(seat, client, client.unheard.popleft())
