"""All fights of one server: starting, loading, and the tokens of their seats."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from shieldwall.content import ContentError, setup_to_text
from shieldwall.engine.state.setup import Setup
from shieldwall.store.save_file import SaveError, tape_text
from shieldwall.table.archive.archive_access import ArchiveAccess
from shieldwall.table.archive.campaigns import Campaigns
from shieldwall.table.archive.review_requests import ReviewRequests
from shieldwall.table.message_parts import SeatView, Settings
from shieldwall.table.overload import LoopDelay
from shieldwall.table.persistence.database import Store, now, token_hash
from shieldwall.table.persistence.records import (
    HEAD,
    TABLE,
    UNDO,
    Recorder,
    Resumed,
    TableState,
    good_entries,
    stored_tape,
)
from shieldwall.table.persistence.sure_writes import SureWrites
from shieldwall.table.persistence.tables import Batch, EntryRow, FightRow, PictureRow, SeatRow
from shieldwall.table.persistence.tokens import Keys, new_keys
from shieldwall.table.persistence.writer import SILENT, UNSTORED, StoreWriter, Unstored
from shieldwall.table.play.fight_list import FightList
from shieldwall.table.play.fight_setup import (
    Wrong,
    begun,
    check_minds,
    check_seats,
    numbered,
    read_set_up,
    seat_units,
    set_up,
    under_new_names,
    usual_seats,
)
from shieldwall.table.play.opened_fight import Found, found_again
from shieldwall.table.play.room import Room
from shieldwall.table.play.survivors import carried_on
from shieldwall.table.play.unit_pictures import UnitPictures, map_picture, map_row, shown_pictures
from shieldwall.table.publish.side_shares import read_shares, shares_text
from shieldwall.table.seats import GM, Seat
from shieldwall.table.server.access import link, new_token
from shieldwall.table.server.rest_models import (
    FightLine,
    FreeSeat,
    Link,
    Me,
    NewFight,
    NewSeat,
    Started,
)
from shieldwall.table.workers import Workers
from shieldwall.version import __version__

LOG: Final = logging.getLogger(__name__)
SEED_BITS: Final = 128
MOST_SEATS: Final = 50
MOST_FIGHTS: Final = 500
WATCHER: Final = "Watcher"
"""Name of the seats of watching guests."""
MOST_WATCHERS: Final = 20


class TokenOwner(NamedTuple):
    """The owner of a token."""

    kind: str
    """`host`, `guest` or `seat`."""
    seat: SeatRow | None = None


class Rooms:
    """The open rooms, and their store."""

    def __init__(
        self, store: Store, workers: Workers | None = None, keys: Keys | None = None
    ) -> None:
        self.store = store
        self.writer = StoreWriter(store)
        self.sure = SureWrites(self.writer)
        self.workers = workers or Workers()
        self.loop_delay = LoopDelay()
        self.by_id: dict[str, Room] = {}
        self.host_token, self.guest_token = keys or new_keys()
        self._opening: dict[str, asyncio.Lock] = {}
        self.troubles: dict[str, str] = {}
        """By fight: why it could not be opened."""
        self.unit_pictures = UnitPictures(self)
        self.fight_list = FightList(self)
        self.archive_access = ArchiveAccess(self)
        self.reviews = ReviewRequests(self)
        self.campaigns = Campaigns(self)

    async def close(self) -> None:
        self.loop_delay.stop()
        self.fight_list.close()
        await self.reviews.close()
        self.sure.close()
        for room in self.by_id.values():
            room.close()
        await self.workers.close()
        self.writer.close()
        self.store.close()

    @staticmethod
    def new_seed(setup: str) -> int:
        """The dice of a new fight, unpredictable."""
        return secrets.randbits(SEED_BITS)

    # Links.

    async def holder(self, token: str) -> TokenOwner | None:
        if hmac.compare_digest(token.encode(), self.host_token.encode()):
            return TokenOwner("host")
        if hmac.compare_digest(token.encode(), self.guest_token.encode()):
            return TokenOwner("guest")
        row = await self.writer.call(self.store.seat_of, token)
        return None if row is None else TokenOwner("seat", row)

    async def me(self, holder: TokenOwner) -> Me:
        if holder.seat is None:
            return Me(kind="host" if holder.kind == "host" else "guest")
        room = await self.room(holder.seat.fight)
        seat = room.seats[holder.seat.name]
        return Me(kind="seat", fight=holder.seat.fight, seat=seat.name, role=seat.role)

    async def seat(self, token: str, fight: str) -> tuple[Room, Seat] | None:
        """The room and seat of a token; the host's token opens any fight as GM."""
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
        """An open room, loaded from the store if needed."""
        async with self.opening(ident):
            if ident not in self.by_id:
                self.by_id[ident] = await self._open(ident)
        return self.by_id[ident]

    def opening(self, ident: str) -> asyncio.Lock:
        """Lock for opening or closing a room."""
        return self._opening.setdefault(ident, asyncio.Lock())

    async def _open(self, ident: str) -> Room:
        row = await self.writer.call(self.store.fight, ident)
        if row is None or row.deleted:
            self._opening.pop(ident, None)
            raise Wrong("There is no such fight.", 404)
        rows = await self.writer.call(self.store.entries, ident)
        seats = await self.writer.call(self.store.seats, ident)
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
        await self.unit_pictures.load(room)
        try:
            room.room_undo.restore()
        except Exception:
            # The player then cannot undo its last choice; the GM still can.
            LOG.exception("fight %s: what a player may take back is not known", ident)
            room.room_undo.forget()
        return room

    def _opened(self, row: FightRow, rows: Sequence[EntryRow]) -> Room:
        """Replays the whole fight: do not call on the event loop."""
        return Room(row, found_again(row, rows), self.writer, self.workers, self.loop_delay)

    async def tape(self, ident: str) -> str:
        """The tape of a fight; the stored text if it cannot be opened."""
        try:
            room = await self.room(ident)
        except Wrong as error:
            row = await self.writer.call(self.store.fight, ident)
            if row is None or error.status != 409:
                raise
            rows = await self.writer.call(self.store.entries, ident)
            return await asyncio.to_thread(stored_tape, row, rows)
        async with room.lock:
            if room.stalled:
                raise Wrong(SILENT, 503)
            return await asyncio.to_thread(tape_text, room.fight)

    async def go_on(self, ident: str) -> FightLine:
        """Open a fight whose tape no longer replays, up to the failing entry; nothing is lost."""
        async with self.opening(ident):
            row = await self.writer.call(self.store.fight, ident)
            if row is None:
                self._opening.pop(ident, None)
                raise Wrong("There is no such fight.", 404)
            if ident not in self.by_id and ident in self.troubles:
                rows = await self.writer.call(self.store.entries, ident)
                opens = partial(self._opened, row)
                kept = await asyncio.to_thread(good_entries, row, rows, opens)
                if kept is None:
                    raise Wrong(self.troubles[ident], 409)
                entries = ((UNDO, str(kept)),)
                await self.writer.write(Batch(ident, len(rows), entries, row.round, False))
                self.troubles.pop(ident)
        await self.room(ident)
        return await self.line(row, True)

    async def start(self, wanted: NewFight) -> Started:
        """Start a fight; with `survivors`, the survivors of an earlier one play it."""
        before = None if not wanted.survivors else await self.room(wanted.survivors)
        orders: list[str] = []
        if before is None:
            setup, names = await asyncio.to_thread(set_up, wanted)
        else:
            book = wanted.book or before.fight.setup.rules
            plain = wanted.model_copy(update={"book": book})
            setup = await asyncio.to_thread(read_set_up, plain)
            async with before.lock:
                setup, orders = await asyncio.to_thread(
                    carried_on, setup, before.fight, wanted.carry
                )
            setup, names = await asyncio.to_thread(numbered, setup, wanted.settings)
        check_minds(setup, wanted.minds)
        seats = usual_seats(setup)
        if wanted.seats is not None:
            seats = [under_new_names(seat, names) for seat in wanted.seats]
        check_seats(seats, [placement.ident for placement in setup.placements])
        picture = await asyncio.to_thread(map_picture, wanted.encounter)
        pictures = [] if picture is None else [map_row(picture)]
        if before is not None:
            idents = {placement.ident for placement in setup.placements}
            pictures += await self.unit_pictures.of(before.row.ident, idents)
        table = TableState(wanted.settings, dict(wanted.minds), ())
        started = await self.lay_out(setup, table, seats, tuple(orders), pictures)
        if before is not None:
            campaign = await self.campaigns.of(before.row.ident)
            if campaign:
                await self.campaigns.put(started.fight, campaign)
        return started

    async def lay_out(
        self,
        setup: Setup,
        table: TableState,
        seats: list[NewSeat],
        orders: Sequence[str] = (),
        pictures: Sequence[PictureRow] = (),
    ) -> Started:
        """Start a fight and store it, with its pictures."""
        if len(self._opening) >= MOST_FIGHTS and len(self.by_id) >= MOST_FIGHTS:
            raise Wrong("There are too many fights open; end some first.", 429)
        text = await asyncio.to_thread(setup_to_text, setup)
        seed = self.new_seed(text)
        fight = await asyncio.to_thread(begun, setup, seed, table.settings, orders)
        ident, title = secrets.token_hex(8), setup.title
        row = FightRow(ident, title, fight.rules.title, text, seed, now(), engine=__version__)
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
        first = Batch(
            row.ident, 0, tuple(entries), fight.state.clock.round, over, shares_text(fight)
        )
        await self.add(row, rows, first, pictures)
        resumed = Resumed(fight, [], table, len(entries))
        found = Found(resumed, Recorder(fight, len(entries)), {})
        room = Room(row, found, self.writer, self.workers, self.loop_delay)
        for seat_, token in zip(rows, tokens, strict=True):
            room.sit(seat_).link = link(token)
        with_gm(room)
        self._opening.setdefault(row.ident, asyncio.Lock())
        room.pictures = shown_pictures(pictures)
        self.by_id[row.ident] = room
        return Started(
            fight=row.ident,
            gm_link=link(self.host_token, row.ident),
            seats=[seat_view(seat) for seat in room.seats.values() if seat.name != GM],
        )

    async def add(
        self,
        row: FightRow,
        seats: Sequence[SeatRow],
        first: Batch,
        pictures: Sequence[PictureRow] = (),
    ) -> None:
        """Store a new fight in one transaction."""
        own = [picture._replace(fight=row.ident) for picture in pictures]
        try:
            await self.writer.do(self.store.add_fight, row, seats, first, own)
        except Unstored as error:
            # It may be stored nevertheless.
            if error.silent or await self.writer.do(self.store.sure_fight, row.ident) is None:
                raise

    async def row(self, ident: str) -> FightRow:
        """A stored fight that is not deleted."""
        row = await self.writer.call(self.store.fight, ident)
        if row is None or row.deleted:
            raise Wrong("There is no such fight.", 404)
        return row

    async def fights(self, holder: TokenOwner) -> list[FightLine]:
        rows = await self.writer.call(self.store.fights)
        host = holder.kind == "host"
        lines = [await self.line(row, host) for row in rows]
        return (
            lines
            if host
            else [line for line in lines if (line.free or line.watch) and not line.over]
        )

    async def line(self, row: FightRow, host: bool) -> FightLine:
        seats = await self.writer.call(self.store.seats, row.ident)
        players = [seat for seat in seats if seat.role == "player"]
        names = {} if row.over else seat_units(row.setup)
        lines = [
            FreeSeat(
                name=seat.name,
                units=list(seat.units),
                plays=[names[unit] for unit in seat.units if unit in names],
            )
            for seat in players
        ]
        free = [one for one, seat in zip(lines, players, strict=True) if not seat.entered]
        taken = [one for one, seat in zip(lines, players, strict=True) if seat.entered]
        settings = await self._settings(row.ident)
        return FightLine(
            id=row.ident,
            title=row.title,
            book=row.book,
            round=row.round if host else 0,
            over=row.over,
            started=row.created,
            played=(row.played or row.created) if host else "",
            shares=read_shares(row.standing) if host else [],
            gm_link=link(self.host_token, row.ident) if host else "",
            free=free,
            taken=taken,
            watch=settings.watchers,
            trouble=self.troubles.get(row.ident, "") if host else "",
            campaign=await self.campaigns.of(row.ident) if host else "",
        )

    # Seats.

    async def _keep(self, room: Room, rows: list[SeatRow]) -> None:
        """Under the room's lock: store seats. The room itself is not changed yet."""
        if room.stalled:
            raise Wrong(SILENT, 503)
        try:
            await self.writer.do(self.store.put_seats, room.row.ident, rows)
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
        """After a failed write: whether the seats are stored nevertheless."""
        try:
            stored = await self.writer.do(self.store.sure_seats, room.row.ident)
        except Unstored as error:
            room.stall(str(error))
            raise Wrong(SILENT, 503) from None
        found = {row.name: row for row in stored}
        return all(found.get(row.name) == (None if row.revoked else row) for row in rows)

    async def take(self, fight: str, name: str) -> Link:
        """Give a guest a free seat and its own link."""
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
            await room.publisher.publish()
            return Link(link=seat.link)

    async def watch(self, fight: str) -> Link:
        """Give a guest a seat to watch from, if the GM allows it."""
        room = await self.room(fight)
        async with room.lock:
            if not room.settings.watchers:
                raise Wrong("The GM does not allow watchers in this fight.", 403)
            taken = [name for name in room.seats if name.startswith(WATCHER)]
            if len(taken) >= MOST_WATCHERS:
                raise Wrong(f"There are {MOST_WATCHERS} watchers already.", 409)
            name = next(
                found
                for number in range(1, MOST_SEATS + 2)
                if (found := f"{WATCHER} {number}") not in room.seats
            )
            view = await self.put_seat_in(room, NewSeat(name=name, role="watcher"))
            return Link(link=view.link)

    async def _settings(self, fight: str) -> Settings:
        """The settings of the room, or of the store if the room is not open."""
        if fight in self.by_id:
            return self.by_id[fight].settings
        text = await self.writer.call(self.store.last_entry, fight, TABLE)
        return TableState.read(text).settings if text else Settings()

    async def put_seat(self, fight: str, wanted: NewSeat) -> SeatView:
        """Create a seat with its link, or change the units and role of an existing one."""
        room = await self.room(fight)
        async with room.lock:
            return await self.put_seat_in(room, wanted)

    async def put_seat_in(self, room: Room, wanted: NewSeat) -> SeatView:
        check_seats([wanted], room.fight.names.units)
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
            # A unit has one player: assigning it takes it from its previous player.
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
        """Make a new link for a seat; the old one stops working."""
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


def trouble(row: FightRow, error: Exception) -> str:
    """Why a fight cannot be resumed, for the GM."""
    if isinstance(error, SaveError):
        place = max(1, error.line - HEAD)
        return (
            f"This fight was started with Shieldwall {row.engine or 'of an earlier version'}, and "
            f"the rules of today do not follow it beyond its entry {place}: {error.message}. "
            "Everything is kept; it can be continued from there."
        )
    if isinstance(error, ContentError):
        return f"The set-up of this fight cannot be read ({error}). It is kept as it is."
    return (
        f"This fight cannot be opened: an error in Shieldwall ({type(error).__name__}: {error}). "
        "Everything is kept. Save its tape, and go back to the last good point."
    )


def with_gm(room: Room) -> None:
    """Add the host's GM seat; it is not stored."""
    room.seats[GM] = Seat(room.fight.setup, GM, "gm", frozenset(), "")


def seat_row(room: Room, seat: Seat) -> SeatRow:
    units = tuple(sorted(seat.units))
    return SeatRow(room.row.ident, seat.name, seat.role, units, seat.hash, seat.entered, False)


def seat_view(seat: Seat) -> SeatView:
    return SeatView(
        name=seat.name, role=seat.role, units=sorted(seat.units), here=seat.here, link=seat.link
    )
