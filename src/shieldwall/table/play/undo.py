"""Undo: any entry for the GM, for players their own last choice if it reveals nothing."""

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
    """A player's last choice, for undo."""

    def __init__(self, place: int, seat: str, known: frozenset[str]) -> None:
        self.place = place
        """Number of tape entries including it."""
        self.seat = seat
        self.known = known
        """The units and squares the seat knew before."""
        self.picture: object = None
        """The seat's view of the fight after it."""


class RoomUndo:
    """Undo in one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.last: LastChoice | None = None
        """The last choice, while its player may undo it."""
        self._sealed: list[tuple[int, int, str]] = []
        """Sealed answers of this moment in order: unit asked, unit answering, the player's seat."""

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
        """The units the seat knows, and its known part of the map."""
        knowledge = self.room.knowledge_of(seat)
        known = {unit.ident for unit in self.room.fight.state.units if knowledge.knows(unit)}
        memory = self.room.memory(knowledge)
        return frozenset(known if memory is None else {*known, f"map {memory.version}"})

    def sealed(self, request: Request, choice: Choice, seat: Seat | None) -> None:
        """Record an answer."""
        name = seat.name if seat is not None and seat.role == "player" else ""
        self._sealed = [one for one in self._sealed if one[0] != request.unit]
        self._sealed.append((request.unit, choice.unit, name))

    def last_choice(self) -> LastChoice | None:
        """With all answers in: the choice of the player who answered last.

        Later answers of units unknown to that player do not count.
        """
        fight, given = self.room.fight, self._sealed
        self._sealed = []
        later: list[int] = []
        asked = [request.unit for request in fight.requests]
        for request, unit, name in reversed(given):
            seat = self.room.seats.get(name)
            if request in asked and unit >= 0 and seat is not None:
                knowledge = self.room.knowledge_of(seat)
                if any(knowledge.knows_number(one) for one in later):
                    return None
                place = len(fight.entries) + asked.index(request) + 1
                return LastChoice(place, name, self.known(seat))
            later.append(unit)
        return None

    def look(self, seat: Seat, picture: object) -> None:
        """Before a seat gets an update: its last choice is final once it sees more.

        Unseen events do not affect this; otherwise undo would reveal them.
        """
        last = self.last
        if last is None or last.seat != seat.name:
            return
        if last.picture is None and self._is_free(seat, last):
            last.picture = picture
        elif last.picture != picture:
            self.last = None

    def restore(self) -> None:
        """After a restart: restore the undo of a player's last choice."""
        fight = self.room.fight
        place = len(fight.entries)
        players = self.room.players_knowledge()
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
        knowledge = SeatKnowledge(
            fight.setup, before.state, seat.role, seat.units, self.room.settings
        )
        known = {unit.ident for unit in before.state.units if knowledge.knows(unit)}
        if self.room.memory(knowledge) is None:
            # Under fog the view of the map at that moment is unknown.
            self.last = LastChoice(place, name, frozenset(known))

    def _own_sealed(self, seat: Seat) -> list[int]:
        units = self.room.fight.state.units
        return [
            number
            for number in self.room.fight.answers
            if number >= 0 and units[number].ident in seat.units
        ]

    def _may_take_back(self, seat: Seat) -> bool:
        """Whether the last tape entry is this player's, without a die or a revelation since."""
        last = self.last
        return last is not None and last.seat == seat.name and last.picture is not None

    def _is_free(self, seat: Seat, last: LastChoice) -> bool:
        fight, knowledge = self.room.fight, self.room.knowledge_of(seat)
        if fight.outcome is not None or not 0 < last.place <= len(fight.entries):
            return False
        chosen = fight.entries[last.place - 1]
        if not isinstance(chosen, Chose) or chosen.choice.unit < 0:
            return False
        own = fight.state.units[chosen.choice.unit].ident in seat.units
        unseen = all(self._is_unseen(knowledge, entry) for entry in fight.entries[last.place :])
        return own and unseen and self.known(seat) == last.known

    def _is_unseen(self, knowledge: SeatKnowledge, entry: Entry) -> bool:
        """Whether it is an answer of a hidden unit."""
        return isinstance(entry, Chose) and not knowledge.knows_number(entry.choice.unit)

    async def undo(self, seat: Seat, whose: str = "") -> None:
        room = self.room
        own = self._own_sealed(seat) if seat.role != "gm" else list(room.fight.answers)
        if seat.role == "gm" and not whose:
            own = [number for number in own if not self._is_a_minds_answer(number)]
        if whose:
            names = room.fight.names
            own = [number for number in own if names.index.get(whose, REFEREE) == number]
            if not own:
                raise NotAllowed(f"{whose} has no sealed answer.")
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
        # Only answers of minds are left, and they would repeat them.
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
        """Undo a player's last choice, and later choices of hidden units; orders stay."""
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
        """Whether a mind gave the answer: after undo it would give it again."""
        asked = [one for one in self.room.fight.requests if one.unit == number]
        return any(self.room.room_timers.minds_for(one) for one in asked)

    def _is_a_minds_moment(self) -> bool:
        """Whether only minds have yet to answer: they would make the same choices again."""
        fight = self.room.fight
        open_requests = [one for one in fight.requests if one.unit not in fight.answers]
        return bool(open_requests) and all(
            self.room.room_timers.minds_for(one) for one in open_requests
        )
