"""Taking back: the GM anything, a player its own last choice while that gives nothing away."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from shieldwall.engine.tape.entries import Chose, Entry, Rolled, Ruled
from shieldwall.engine.tape.request import REFEREE, Choice, Request
from shieldwall.fight import BadRuling, NothingToUndo
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.persistence.records import UNSEALED
from shieldwall.table.seats import NotAllowed, Seat
from shieldwall.text.notation import NotationError

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room


class LastChoice:
    """What a player has chosen, for the case that it wants to take it back."""

    def __init__(self, place: int, seat: str, known: frozenset[str]) -> None:
        self.place = place
        """How many entries the tape has with it."""
        self.seat = seat
        self.known = known
        """The units the seat knew of before, and how much of the map."""
        self.picture: object = None
        """What the seat was shown of the fight after it."""


class RoomUndo:
    """What may be taken back in one room, and the taking back."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.last: LastChoice | None = None
        """What a player has chosen, as long as it may take it back."""
        self._sealed: list[tuple[int, int, str]] = []
        """Answers of this moment in the order they were given: the unit asked, the unit that
        answers, and the player's seat that says so."""

    def forget(self) -> None:
        self.last = None
        self._sealed = []

    def can(self, seat: Seat) -> bool:
        if seat.role == "gm":
            fight = self.room.fight
            chosen = any(not isinstance(entry, Rolled) for entry in fight.entries)
            return chosen or not all(self._is_a_minds_answer(one) for one in fight.answers)
        return bool(self._own_sealed(seat)) or self._may_take_back(seat)

    def known(self, seat: Seat) -> frozenset[str]:
        """The units the seat knows of, and how much of the map."""
        eyes = self.room.eyes(seat)
        known = {unit.ident for unit in self.room.fight.state.units if eyes.knows(unit)}
        memory = self.room.memory(eyes)
        return frozenset(known if memory is None else {*known, f"map {memory.version}"})

    def sealed(self, request: Request, choice: Choice, seat: Seat | None) -> None:
        """Somebody has answered."""
        name = seat.name if seat is not None and seat.role == "player" else ""
        self._sealed = [one for one in self._sealed if one[0] != request.unit]
        self._sealed.append((request.unit, choice.unit, name))

    def last_choice(self) -> LastChoice | None:
        """All answers of the moment are in: that of the player who gave the last one.

        What those gave after it of whom it knows nothing does not count.
        """
        fight, given = self.room.fight, self._sealed
        self._sealed = []
        later: list[int] = []
        asked = [request.unit for request in fight.requests]
        for request, unit, name in reversed(given):
            seat = self.room.seats.get(name)
            if request in asked and unit >= 0 and seat is not None:
                eyes = self.room.eyes(seat)
                if any(eyes.knows_number(one) for one in later):
                    return None
                place = len(fight.entries) + asked.index(request) + 1
                return LastChoice(place, name, self.known(seat))
            later.append(unit)
        return None

    def look(self, seat: Seat, picture: object) -> None:
        """A seat is about to be shown the table: what it chose last stands once it sees more.

        Whatever goes on unseen after that leaves it as it is; else this would tell of it.
        """
        last = self.last
        if last is None or last.seat != seat.name:
            return
        if last.picture is None and self._is_free(seat, last):
            last.picture = picture
        elif last.picture != picture:
            self.last = None

    def restore(self) -> None:
        """After the server was away: a player may still take back what it could before."""
        fight = self.room.fight
        place = len(fight.entries)
        players = self.room.players_eyes()
        while place > 1 and self._is_unseen(players, fight.entries[place - 1]):
            place -= 1
        last = fight.entries[place - 1] if fight.entries else None
        if not isinstance(last, Chose) or last.choice.unit < 0 or fight.replayable_to is not None:
            return
        name = self.room.seat_of(fight.state.units[last.choice.unit])
        if not name:
            return
        before = fight.fork()
        while len(before.entries) >= place:
            before.pop()
        seat = self.room.seats[name]
        eyes = SeatKnowledge(fight.setup, before.state, seat.role, seat.units, self.room.settings)
        known = {unit.ident for unit in before.state.units if eyes.knows(unit)}
        if self.room.memory(eyes) is None:
            # Under fog nobody can say what was seen of the map at that moment.
            self.last = LastChoice(place, name, frozenset(known))

    def _own_sealed(self, seat: Seat) -> list[int]:
        units = self.room.fight.state.units
        return [
            number
            for number in self.room.fight.answers
            if number >= 0 and units[number].ident in seat.units
        ]

    def _may_take_back(self, seat: Seat) -> bool:
        """The last thing on the tape is this player's, no die fell, nothing hidden was shown."""
        last = self.last
        return last is not None and last.seat == seat.name and last.picture is not None

    def _is_free(self, seat: Seat, last: LastChoice) -> bool:
        fight, eyes = self.room.fight, self.room.eyes(seat)
        if fight.outcome is not None or not 0 < last.place <= len(fight.entries):
            return False
        chosen = fight.entries[last.place - 1]
        if not isinstance(chosen, Chose) or chosen.choice.unit < 0:
            return False
        own = fight.state.units[chosen.choice.unit].ident in seat.units
        unseen = all(self._is_unseen(eyes, entry) for entry in fight.entries[last.place :])
        return own and unseen and self.known(seat) == last.known

    def _is_unseen(self, eyes: SeatKnowledge, entry: Entry) -> bool:
        """An answer of one in hiding."""
        return isinstance(entry, Chose) and not eyes.knows_number(entry.choice.unit)

    async def undo(self, seat: Seat, whose: str = "") -> None:
        room = self.room
        own = self._own_sealed(seat) if seat.role != "gm" else list(room.fight.answers)
        if seat.role == "gm" and not whose:
            own = [number for number in own if not self._is_a_minds_answer(number)]
        if whose:
            names = room.fight.names
            own = [number for number in own if names.index.get(whose, REFEREE) == number]
            if not own:
                raise NotAllowed(f"No answer of {whose} waits sealed.")
        if own:
            unit = own[-1]
            room.fight.unseal_one(unit)
            name = room.fight.names.units[unit] if unit >= 0 else "referee"
            await room.store([(UNSEALED, name)])
            return
        if seat.role != "gm" and not self._may_take_back(seat):
            raise NotAllowed(
                "Only your own last choice can be taken back, before a die is rolled or anything "
                "hidden is shown. Ask the GM."
            )
        if seat.role != "gm":
            await self._take_back()
            return
        # Of those only minds' are left, which they would only give again.
        room.fight.unseal()
        try:
            room.fight.pop()
            while self._is_a_minds_moment():
                await asyncio.sleep(0)
                room.fight.pop()
        except NothingToUndo:
            if not room.recorder.news(room.fight):
                raise NotAllowed("There is nothing to take back.") from None
        self.last = None
        await room.settle_sealed()

    async def _take_back(self) -> None:
        """A player's last choice, and what those in hiding have done since; orders stand."""
        fight, last = self.room.fight, self.last
        assert last is not None
        orders = [entry for entry in fight.entries[last.place :] if isinstance(entry, Ruled)]
        while len(fight.entries) >= last.place:
            await asyncio.sleep(0)
            fight.pop()
        for order in orders:
            with suppress(BadRuling, NotationError):
                fight.rule(order.what, order.note)
        self.last = None
        await self.room.settle_sealed()

    def _is_a_minds_answer(self, number: int) -> bool:
        """Whether a mind gave it: taken back, it would only be given again."""
        asked = [one for one in self.room.fight.requests if one.unit == number]
        return any(self.room.room_timers.minds_for(one) for one in asked)

    def _is_a_minds_moment(self) -> bool:
        """Whether only minds are asked: they would only do the same again."""
        requests = self.room.fight.requests
        return bool(requests) and all(self.room.room_timers.minds_for(one) for one in requests)
