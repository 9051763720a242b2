"""All fights of one server: started, found again in the store, and who holds which link."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from shieldwall.content import ContentError, load_encounter, setup_to_text
from shieldwall.content.field import without_map
from shieldwall.content.home import known_names
from shieldwall.core.setup import Setup
from shieldwall.fight import Fight
from shieldwall.minds import MIND_NAMES
from shieldwall.notation import suggest
from shieldwall.rules import RULESETS
from shieldwall.savefile import SaveError, tape_text
from shieldwall.table.access import link, new_token
from shieldwall.table.keys import Keys, new_keys
from shieldwall.table.numbering import may_hide, new_names, renamed, unseen
from shieldwall.table.record import (
    HEAD,
    TABLE,
    UNDO,
    Recorder,
    Resumed,
    TableState,
    good_entries,
    is_by_hand,
    stored_tape,
)
from shieldwall.table.rest import (
    FightLine,
    FreeSeat,
    Link,
    Me,
    NewFight,
    NewSeat,
    Started,
)
from shieldwall.table.room import Found, Room, found_again
from shieldwall.table.scribe import SILENT, UNSTORED, Scribe, Unstored
from shieldwall.table.seats import GM, Seat
from shieldwall.table.store import Batch, EntryRow, FightRow, SeatRow, Store, now, token_hash
from shieldwall.table.thinking import Workers
from shieldwall.table.views import SeatView, Settings
from shieldwall.version import __version__

LOG: Final = logging.getLogger(__name__)
SEED_BITS: Final = 128
MOST_OWN_SEATS: Final = 8
"""Up to so many units of the players' side each get a seat of their own."""
MOST_SEATS: Final = 50
MOST_FIGHTS: Final = 500


class Wrong(ValueError):
    """What somebody asked for that cannot be, in words, with the status of the answer."""

    def __init__(self, text: str, status: int = 422) -> None:
        super().__init__(text)
        self.status = status


class Holder(NamedTuple):
    """Whose token it is."""

    kind: str
    """`host`, `guest` or `seat`."""
    seat: SeatRow | None = None


class Hall:
    """The rooms that are open, and the store that knows them all."""

    def __init__(
        self, store: Store, workers: Workers | None = None, keys: Keys | None = None
    ) -> None:
        self.store = store
        self.scribe = Scribe(store)
        self.workers = workers or Workers()
        self.rooms: dict[str, Room] = {}
        self.host_token, self.guest_token = keys or new_keys()
        self._opening: dict[str, asyncio.Lock] = {}
        self.troubles: dict[str, str] = {}
        """By fight: why it could not be opened."""

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        await self.workers.close()
        self.scribe.close()
        self.store.close()

    # Links.

    async def holder(self, token: str) -> Holder | None:
        if hmac.compare_digest(token.encode(), self.host_token.encode()):
            return Holder("host")
        if hmac.compare_digest(token.encode(), self.guest_token.encode()):
            return Holder("guest")
        row = await self.scribe.call(self.store.seat_of, token)
        return None if row is None else Holder("seat", row)

    async def me(self, holder: Holder) -> Me:
        if holder.seat is None:
            return Me(kind="host" if holder.kind == "host" else "guest")
        room = await self.room(holder.seat.fight)
        seat = room.seats[holder.seat.name]
        return Me(kind="seat", fight=holder.seat.fight, seat=seat.name, role=seat.role)

    async def seat(self, token: str, fight: str) -> tuple[Room, Seat] | None:
        """Where a token leads: to its seat, or the holder of the start page to any fight as GM."""
        holder = await self.holder(token)
        if holder is None or holder.kind == "guest":
            return None
        if holder.seat is None:
            room = await self.room(fight)
            return room, room.seats[GM]
        room = await self.room(holder.seat.fight)
        seat = room.seats.get(holder.seat.name)
        if seat is None or seat.hash != holder.seat.hash:
            return None
        async with room.lock:
            if not seat.entered:
                await self._keep(room, [seat_row(room, seat)._replace(entered=True)])
                seat.entered = True
        return room, seat

    # Rooms.

    async def room(self, ident: str) -> Room:
        """An open room, or one that is opened from the store."""
        lock = self._opening.setdefault(ident, asyncio.Lock())
        async with lock:
            if ident not in self.rooms:
                self.rooms[ident] = await self._open(ident)
        return self.rooms[ident]

    async def _open(self, ident: str) -> Room:
        row = await self.scribe.call(self.store.fight, ident)
        if row is None:
            self._opening.pop(ident, None)
            raise Wrong("There is no such fight.", 404)
        rows = await self.scribe.call(self.store.entries, ident)
        seats = await self.scribe.call(self.store.seats, ident)
        try:
            room = await asyncio.to_thread(self._opened, row, rows)
            for seat in seats:
                room.sit(seat)
            with_gm(room)
        except Exception as error:
            if not isinstance(error, SaveError | ContentError):
                LOG.exception("fight %s cannot be opened", ident)
            self.troubles[ident] = trouble(row, error)
            raise Wrong(self.troubles[ident], 409) from None
        self.troubles.pop(ident, None)
        try:
            room.undoer.restore()
        except Exception:
            # A player may then not take back its last choice; the GM still can.
            LOG.exception("fight %s: what a player may take back is not known", ident)
            room.undoer.forget()
        return room

    def _opened(self, row: FightRow, rows: Sequence[EntryRow]) -> Room:
        """Replays the whole fight, so not on the event loop."""
        return Room(row, found_again(row, rows), self.scribe, self.workers)

    async def tape(self, ident: str) -> str:
        """The tape of a fight; of one that cannot be opened as it lies in the store."""
        try:
            room = await self.room(ident)
        except Wrong as error:
            row = await self.scribe.call(self.store.fight, ident)
            if row is None or error.status != 409:
                raise
            rows = await self.scribe.call(self.store.entries, ident)
            return await asyncio.to_thread(stored_tape, row, rows)
        async with room.lock:
            if room.stalled:
                raise Wrong(SILENT, 503)
            return await asyncio.to_thread(tape_text, room.fight)

    async def go_on(self, ident: str) -> FightLine:
        """Open a fight whose tape no longer replays, as far as it does; nothing stored is lost."""
        lock = self._opening.setdefault(ident, asyncio.Lock())
        async with lock:
            row = await self.scribe.call(self.store.fight, ident)
            if row is None:
                self._opening.pop(ident, None)
                raise Wrong("There is no such fight.", 404)
            if ident not in self.rooms and ident in self.troubles:
                rows = await self.scribe.call(self.store.entries, ident)
                opens = partial(self._opened, row)
                kept = await asyncio.to_thread(good_entries, row, rows, opens)
                if kept is None:
                    raise Wrong(self.troubles[ident], 409)
                entries = ((UNDO, str(kept)),)
                await self.scribe.write(Batch(ident, len(rows), entries, row.round, False))
                self.troubles.pop(ident)
        await self.room(ident)
        return await self._line(row, True)

    async def start(self, wanted: NewFight) -> Started:
        if len(self._opening) >= MOST_FIGHTS and len(self.rooms) >= MOST_FIGHTS:
            raise Wrong("There are too many fights open; end some first.", 429)
        setup, names = await asyncio.to_thread(set_up, wanted)
        check_minds(setup, wanted.minds)
        seats = usual_seats(setup)
        if wanted.seats is not None:
            seats = [under_new_names(seat, names) for seat in wanted.seats]
        check_seats(setup, seats)
        settings = wanted.settings
        seed = secrets.randbits(SEED_BITS)
        text = await asyncio.to_thread(setup_to_text, setup)
        fight = await asyncio.to_thread(begun, setup, seed, settings)
        row = FightRow(
            secrets.token_hex(8),
            setup.title,
            fight.rules.title,
            text,
            seed,
            now(),
            engine=__version__,
        )
        table = TableState(settings, dict(wanted.minds), ())
        recorder = Recorder(fight, 0)
        recorder.stored = []
        entries = [(TABLE, table.text()), *recorder.news(fight)]
        tokens = [new_token() for _ in seats]
        rows = [
            SeatRow(row.ident, seat.name, seat.role, tuple(seat.units), token_hash(token), False,
                    False)
            for seat, token in zip(seats, tokens, strict=True)
        ]  # fmt: skip
        over = fight.outcome is not None
        first = Batch(row.ident, 0, tuple(entries), fight.state.clock.round, over)
        try:
            await self.scribe.do(self.store.add_fight, row, rows, first)
        except Unstored as error:
            # It may be there nevertheless.
            if error.silent or await self.scribe.do(self.store.fight, row.ident) is None:
                raise
        resumed = Resumed(fight, [], table, len(entries))
        found = Found(resumed, Recorder(fight, len(entries)), {})
        room = Room(row, found, self.scribe, self.workers)
        for seat_, token in zip(rows, tokens, strict=True):
            room.sit(seat_).link = link(token)
        with_gm(room)
        self._opening.setdefault(row.ident, asyncio.Lock())
        self.rooms[row.ident] = room
        return Started(
            fight=row.ident,
            gm_link=link(self.host_token, row.ident),
            seats=[seat_view(seat) for seat in room.seats.values() if seat.name != GM],
        )

    async def fights(self, holder: Holder) -> list[FightLine]:
        rows = await self.scribe.call(self.store.fights)
        host = holder.kind == "host"
        lines = [await self._line(row, host) for row in rows]
        return lines if host else [line for line in lines if line.free and not line.over]

    async def _line(self, row: FightRow, host: bool) -> FightLine:
        seats = await self.scribe.call(self.store.seats, row.ident)
        free = [
            FreeSeat(name=seat.name, units=list(seat.units))
            for seat in seats
            if not seat.entered and seat.role == "player"
        ]
        return FightLine(
            id=row.ident,
            title=row.title,
            book=row.book,
            round=row.round if host else 0,
            over=row.over,
            started=row.created,
            gm_link=link(self.host_token, row.ident) if host else "",
            free=free,
            trouble=self.troubles.get(row.ident, "") if host else "",
        )

    # Seats.

    async def _keep(self, room: Room, rows: list[SeatRow]) -> None:
        """Under the room's lock: back when they are stored. In the room nothing is changed yet."""
        if room.stalled:
            raise Wrong(SILENT, 503)
        try:
            await self.scribe.do(self.store.put_seats, room.row.ident, rows)
        except asyncio.CancelledError:
            room.stall(SILENT)
            raise
        except Unstored as error:
            if error.silent:
                room.stall(str(error))
                raise Wrong(SILENT, 503) from None
            if not await self._are_kept(room, rows):
                raise Wrong(UNSTORED, 503) from None

    async def _are_kept(self, room: Room, rows: list[SeatRow]) -> bool:
        """After a write that failed: whether they are in the store nevertheless."""
        try:
            stored = await self.scribe.do(self.store.sure_seats, room.row.ident)
        except Unstored as error:
            room.stall(str(error))
            raise Wrong(SILENT, 503) from None
        found = {row.name: row for row in stored}
        return all(found.get(row.name) == (None if row.revoked else row) for row in rows)

    async def take(self, fight: str, name: str) -> Link:
        """A guest sits down on a free seat and gets a link of its own."""
        room = await self.room(fight)
        async with room.lock:
            seat = room.seats.get(name)
            if seat is None or seat.role != "player":
                raise Wrong("There is no such seat.", 404)
            if seat.entered:
                raise Wrong(f"{name} is taken; ask the GM for a link.", 409)
            token = new_token()
            row = seat_row(room, seat)._replace(hash=token_hash(token), entered=True)
            await self._keep(room, [row])
            seat.hash = row.hash
            seat.entered = True
            seat.link = link(token)
            await room.herald.publish()
            return Link(link=seat.link)

    async def put_seat(self, fight: str, wanted: NewSeat) -> SeatView:
        """A new seat with its link, or other units and another role for one there is."""
        room = await self.room(fight)
        async with room.lock:
            return await self.put_seat_in(room, wanted)

    async def put_seat_in(self, room: Room, wanted: NewSeat) -> SeatView:
        check_seats(room.fight.setup, [wanted], room)
        seat = room.seats.get(wanted.name)
        token = ""
        if seat is None:
            if len(room.seats) >= MOST_SEATS:
                raise Wrong(f"There are {MOST_SEATS} seats already.")
            token = new_token()
            row = SeatRow(
                room.row.ident, wanted.name, wanted.role, (), token_hash(token), False, False
            )
        else:
            row = seat_row(room, seat)
        units = tuple(sorted(wanted.units))
        rows = [row._replace(role=wanted.role, units=units)]
        for other in room.seats.values():
            # A unit has one player: who gets it takes it from who had it.
            if wanted.role == "player" and other is not seat and other.units & set(wanted.units):
                left = tuple(sorted(other.units - set(wanted.units)))
                rows.append(seat_row(room, other)._replace(units=left))
        await self._keep(room, rows)
        if seat is None:
            seat = room.sit(rows[0])
            seat.link = link(token)
        for changed in rows:
            one = room.seats[changed.name]
            one.role = wanted.role if one is seat else one.role
            one.units = frozenset(changed.units)
            one.forget()
        await room.seats_changed()
        return seat_view(seat)

    async def invite(self, room: Room, name: str) -> None:
        """A new link for a seat; whoever came by the old one is shown out."""
        seat = room.seats.get(name)
        if seat is None or name == GM:
            raise Wrong(f"No seat is called {name}.", 404)
        token = new_token()
        row = seat_row(room, seat)._replace(hash=token_hash(token), entered=False)
        await self._keep(room, [row])
        seat.hash = row.hash
        seat.link = link(token)
        seat.entered = False
        seat.show_out("this seat has a new link")

    async def revoke(self, room: Room, name: str) -> None:
        seat = room.seats.get(name)
        if seat is None or name == GM:
            raise Wrong(f"No seat is called {name}.", 404)
        await self._keep(room, [seat_row(room, seat)._replace(revoked=True)])
        del room.seats[name]
        seat.show_out("this seat is no longer yours")
        seat.clients.clear()
        seat.entering = []
        await room.seats_changed()


def begun(setup: Setup, seed: int, settings: Settings) -> Fight:
    """A new fight; under fog a side knows from the first only whom it sees."""
    fight = Fight(setup, seed, is_by_hand(settings))
    if settings.fog:
        fight.rule("fog on")
    return fight


def trouble(row: FightRow, error: Exception) -> str:
    """Why a fight cannot be resumed, for the GM."""
    if isinstance(error, SaveError):
        place = max(1, error.line - HEAD)
        return (
            f"This fight was begun with Shieldwall {row.engine or 'of an earlier version'}, and "
            f"the rules of today do not follow it beyond its entry {place}: {error.message}. "
            "Everything is kept; it can be continued from there."
        )
    if isinstance(error, ContentError):
        return f"The set-up of this fight cannot be read ({error}). It is kept as it is."
    return (
        f"This fight cannot be opened: a mistake in Shieldwall ({type(error).__name__}: {error}). "
        "Everything is kept. Save its tape, and go back to the last good point."
    )


def with_gm(room: Room) -> None:
    """The seat of whoever holds the start page's address; it is in no store."""
    room.seats[GM] = Seat(room.fight.setup, GM, "gm", frozenset(), "")


def seat_row(room: Room, seat: Seat) -> SeatRow:
    units = tuple(sorted(seat.units))
    return SeatRow(room.row.ident, seat.name, seat.role, units, seat.hash, seat.entered, False)


def seat_view(seat: Seat) -> SeatView:
    return SeatView(
        name=seat.name, role=seat.role, units=sorted(seat.units), here=seat.here, link=seat.link
    )


# What a fight is made of.


def set_up(wanted: NewFight) -> tuple[Setup, dict[str, str]]:
    """The set-up that is asked for, and who is called otherwise in it than in its file."""
    setup = read_set_up(wanted)
    if not wanted.settings.fog and not may_hide(setup):
        return setup, {}
    names = new_names(setup, unseen(setup, begun(setup, 0, wanted.settings).state))
    return (renamed(setup, names) if names else setup), names


def under_new_names(seat: NewSeat, names: dict[str, str]) -> NewSeat:
    return seat.model_copy(update={"units": [names.get(unit, unit) for unit in seat.units]})


def read_set_up(wanted: NewFight) -> Setup:
    """Only what is known by name, never a path."""
    known = known_names("encounters")
    if wanted.encounter not in known:
        hint = suggest(wanted.encounter, known)
        raise Wrong(f"no encounter is called {wanted.encounter!r}{hint}")
    books = [*RULESETS, *known_names("rules")]
    if wanted.book and wanted.book not in books:
        raise Wrong(f"no book is called {wanted.book!r}{suggest(wanted.book, books)}")
    try:
        setup = load_encounter(wanted.encounter, wanted.book, tuple(wanted.rulings.items()))
    except ContentError as error:
        raise Wrong(str(error)) from None
    if wanted.space == "open" and not setup.grid.open:
        return without_map(setup)
    if wanted.space == "map" and setup.grid.open:
        raise Wrong(f"{wanted.encounter} is written without a map")
    return setup


def usual_seats(setup: Setup) -> list[NewSeat]:
    """One for each unit of the players' side; where they are many, one for all."""
    found: list[NewSeat] = []
    for number, side in enumerate(setup.sides):
        if not side.players:
            continue
        units = [one for one in setup.placements if one.side == number]
        if len(units) > MOST_OWN_SEATS:
            found.append(NewSeat(name=side.name, units=[one.ident for one in units]))
        else:
            found += [NewSeat(name=one.ident.capitalize(), units=[one.ident]) for one in units]
    return found


def check_seats(setup: Setup, seats: list[NewSeat], room: Room | None = None) -> None:
    known = [placement.ident for placement in setup.placements]
    if room is not None:
        known = room.fight.names.units
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        raise Wrong("Two seats have the same name.")
    taken: set[str] = set()
    for seat in seats:
        if seat.name == GM or not seat.name.isprintable() or seat.name != seat.name.strip():
            raise Wrong(f"A seat cannot be called {seat.name!r}.")
        for unit in seat.units:
            if unit not in known:
                raise Wrong(f"nobody here is called {unit!r}{suggest(unit, known)}")
            if unit in taken:
                raise Wrong(f"{unit} is given to two seats")
            taken.add(unit)


def check_minds(setup: Setup, minds: dict[str, str]) -> None:
    sides = [side.name for side in setup.sides]
    for side, mind in minds.items():
        if side not in sides:
            raise Wrong(f"no side is called {side!r}{suggest(side, sides)}")
        if mind not in MIND_NAMES:
            raise Wrong(f"no mind is called {mind!r}{suggest(mind, MIND_NAMES)}")
