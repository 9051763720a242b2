"""Prompts of hidden units, without leaks to other seats.

While the table waits only for units unknown to a seat, the seat gets no news of the fight. If there
is news, its own messages wait too: from its view the fight has not moved on. Then it gets
everything at once, as if no unit were hidden. The messages are the same; only the real time shows
how long it took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.engine.tape.request import Request
from shieldwall.knowledge.seat_knowledge import SeatKnowledge

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room
    from shieldwall.table.seats import Client, Seat


def is_silent(room: Room, knowledge: SeatKnowledge) -> bool:
    """Whether the table waits only for units unknown to the seat."""
    fight = room.fight
    if knowledge.gm or fight.outcome is not None:
        return False
    if fight.die is not None:
        return not knowledge.knows_number(fight.die.roller)
    requests = room.open_requests()
    return bool(requests) and not any(_is_known(room, knowledge, one) for one in requests)


def _is_known(room: Room, knowledge: SeatKnowledge, request: Request) -> bool:
    """Whether a seat may know which unit is asked; for the GM, about what."""
    units = room.asked_units(request)
    if not units:
        return knowledge.knows_number(request.cause)
    return any(knowledge.knows(unit) for unit in units)


class WaitingAnswers:
    """Messages of one room's players that wait while a hidden unit is asked."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def keeps(self, seat: Seat, client: Client, message: object) -> bool:
        """Whether a message must wait, in order, until the seat gets news."""
        if not client.unheard and not self._must_wait(seat, client):
            return False
        client.keep(message)
        return True

    def _must_wait(self, seat: Seat, client: Client) -> bool:
        silent = is_silent(self.room, self.room.knowledge_of(seat))
        return silent and (seat.in_silence or client not in seat.clients)

    def end(self, seat: Seat) -> None:
        """After the seat's update: handle the waiting messages of its clients."""
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
