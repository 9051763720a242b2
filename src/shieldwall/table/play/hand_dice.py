"""Dice rolled by hand: who rolls, and the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shieldwall.engine.tape.entries import Rolled
from shieldwall.table.persistence.records import THROWN
from shieldwall.table.protocol import Die, Refused, ThrowDie
from shieldwall.table.seats import Client, NotAllowed, Seat

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room

STALE: Final = "That question is no longer open."
PAUSED: Final = "The table is paused."


class HandDice:
    """The dice of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def roller(self) -> str | None:
        """Who rolls the current die: a player's seat, or "" for the GM."""
        fight = self.room.fight
        if fight.die is None:
            return None
        number = fight.die.roller
        if not 0 <= number < len(fight.state.units):
            return ""
        return self.room.seat_of(fight.state.units[number])

    def so_far(self) -> list[int]:
        """Dice of the same roll already given, without any event since."""
        fight = self.room.fight
        found: list[int] = []
        for entry, events in zip(reversed(fight.entries), reversed(fight.marks), strict=False):
            if events != len(fight.events) or not isinstance(entry, Rolled):
                break
            if fight.die is None or (entry.tag, entry.sides) != (fight.die.tag, fight.die.sides):
                break
            found.append(entry.value)
        return found[::-1]

    def roll_for_others(self) -> None:
        """If only some seats roll by hand, roll for the others."""
        fight, settings = self.room.fight, self.room.settings
        while fight.die is not None and settings.dice == "server":
            if self.roller() in settings.by_hand:
                return
            fight.push_die(fight.drawn())

    async def take(self, seat: Seat, client: Client, message: Die | ThrowDie) -> None:
        """Take a die rolled by hand, or roll it on the server; its source is stored with it."""
        room = self.room
        wanted = room.fight.die
        if wanted is None or await room.ask(seat, client, message.request) is None:
            if wanted is None:
                client.send(Refused(request=message.request, text=STALE, stale=True))
            return
        if seat.role != "gm" and self.roller() != seat.name:
            raise NotAllowed("That die is not yours to roll.")
        if room.settings.paused and seat.role != "gm":
            raise NotAllowed(PAUSED)
        typed = isinstance(message, Die)
        try:
            value = message.value if isinstance(message, Die) else room.fight.drawn()
            room.fight.push_die(value)
        except ValueError as error:
            client.send(Refused(request=message.request, text=f"{error}."))
            return
        await room.settle(first=[(THROWN, f"{'typed' if typed else 'rolled'} by {seat.name}")])
