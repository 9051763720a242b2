"""One fight at the table: its seats, open questions and answers.

All changes to the fight happen under one lock: applied to the fight, stored, and only then
published. An answer to a question that is no longer open is refused and the question is sent again.
If the store does not confirm a write, the room stalls: nothing is published until it does, and then
the fight is reset to the stored state.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Sequence
from typing import Final

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.tape.entries import Ruled
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.table.message_parts import Settings
from shieldwall.table.overload import ODDS_WAIT, LoopDelay
from shieldwall.table.persistence.records import (
    SEALED,
    SEEN,
    TABLE,
    choices_in,
)
from shieldwall.table.persistence.tables import Batch, FightRow, SeatRow
from shieldwall.table.persistence.writer import BROKEN, SILENT, UNSTORED, StoreWriter, Unstored
from shieldwall.table.play.gm_commands import GmCommands
from shieldwall.table.play.hand_dice import PAUSED, STALE, HandDice
from shieldwall.table.play.opened_fight import Found, found_again, is_among, list_choices
from shieldwall.table.play.seating import Seating
from shieldwall.table.play.timers import RoomTimers
from shieldwall.table.play.undo import RoomUndo
from shieldwall.table.protocol import (
    Approve,
    AskApproach,
    AskDanger,
    AskPreview,
    AskSheet,
    AskSight,
    AskWorkshop,
    Change,
    Choose,
    Die,
    Focus,
    Improvise,
    Order,
    Ping,
    Point,
    Pointed,
    Refused,
    Rule,
    SetMind,
    SetStops,
    ThrowDie,
    Trouble,
    TurnCondition,
    Undo,
)
from shieldwall.table.publish.fog import Memory
from shieldwall.table.publish.gm_choices import condition_order, workshop
from shieldwall.table.publish.order_forms import written_order
from shieldwall.table.publish.publisher import Publisher
from shieldwall.table.publish.seat_odds import SeatOdds
from shieldwall.table.publish.side_shares import shares_text
from shieldwall.table.publish.silent_prompts import WaitingAnswers
from shieldwall.table.publish.unit_sheet import unit_sheet
from shieldwall.table.seats import GM, Client, Newcomer, NotAllowed, OpenAsk, Seat
from shieldwall.table.workers import Workers
from shieldwall.text.notation import Names, NotationError, choice_text, in_own_words, read_choice
from shieldwall.text.sentences import refusal_sentence, start

BACK: Final = "The store answers again. Play continues."
LOG: Final = logging.getLogger(__name__)
SHORTEST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 10.0
"""Maximum seconds between two checks whether the store answers again."""

QUESTIONS: Final = (
    Focus, AskPreview, AskApproach, AskDanger, AskSight, AskSheet, AskWorkshop,
)  # fmt: skip
"""Messages that change nothing, and are answered only to their sender."""
CAN_WAIT: Final = (AskPreview, AskDanger, AskSight)
"""Messages that wait while the table is busy; all that lead to a choice are handled at once."""


class Room(Seating):
    """A fight with its seats."""

    def __init__(
        self,
        row: FightRow,
        found: Found,
        writer: StoreWriter,
        workers: Workers,
        loop_delay: LoopDelay | None = None,
    ) -> None:
        self.row = row
        self.writer = writer
        self.loop_delay = loop_delay or LoopDelay()
        """Load of the table with all its rooms."""
        self.run = secrets.token_hex(4)
        """Ids of questions and numbers of lines are valid only while this room is open."""
        self.lock = asyncio.Lock()
        self.seats = {}
        self.setup_text = row.setup
        self.pictures = {}
        self.room_timers = RoomTimers(self, workers)
        self.gm_commands = GmCommands(self)
        self.room_undo = RoomUndo(self)
        self.dice = HandDice(self)
        self.patience = WaitingAnswers(self)
        self.stalled = ""
        """Why the room has stalled; "" if it has not."""
        self.wait = SHORTEST_WAIT
        self._in_doubt: tuple[Client, Batch] | None = None
        """The batch with unknown result, and its sender."""
        self._writing: list[Batch] = []
        """Batches being written to the store."""
        self._take(found)
        self.publisher = Publisher(self)
        self.seat_odds = SeatOdds(self)

    def _take(self, found: Found) -> None:
        """Take over the fight loaded from the store."""
        table = found.resumed.table
        self.fight = found.resumed.fight
        self.settings = table.settings
        self._changes = list(found.resumed.changes) or [(0, self.settings)]
        self.minds = dict(table.minds)
        self.plans: set[str] = set(table.plans)
        self.recorder = found.recorder
        self.fight.reseal(choices_in(self.fight, found.resumed.sealed))
        self._warm: GridMap | None = None
        """The map whose tables are built."""
        self.moment = 0
        """Increases whenever the open questions change."""
        self._asked_at: list[Request] = []
        self.memories = found.memories
        self.room_undo.forget()
        self._answered = -1
        """Dice and choices on the tape when the current questions were first asked."""
        self._note_moment()

    async def saw(self, team: int, seen: bytes, first: bool = True) -> None:
        """Store what is new in a team's view of the map before it is shown."""
        grid = self.fight.state.grid
        memory = self.memories.setdefault(team, Memory(int(grid.width), int(grid.height)))
        news = await asyncio.to_thread(memory.see, grid, seen)
        memory.look(seen, first)
        if news:
            await self.store([(SEEN, f"{team} {news}")])
            for seat in self.seats.values():
                # There may be more choices now.
                seat.forget()

    # Connecting and leaving.

    async def enter(self, seat: Seat, client: Client, since: int, run: str) -> None:
        async with self.lock:
            if self.stalled:
                client.send(Trouble(text=self._why(seat)))
            else:
                if self.recorder.news(self.fight):
                    # Tables from before 2026-11-18 could be left with every answer sealed.
                    await self.attempt(self.settle())
                await self._warm_up()
                self.room_timers.go_on()
            same_run = run == self.run
            seat.entering.append(Newcomer(client, since if same_run else 0, same_run))
            await self.publisher.publish()

    async def leave(self, seat: Seat, client: Client) -> None:
        async with self.lock:
            seat.clients.discard(client)
            seat.entering = [one for one in seat.entering if one.client is not client]
            await self.publisher.publish()

    async def seats_changed(self) -> None:
        """After units change seats: ask all open questions again."""
        for seat in self.seats.values():
            seat.forget()
        self.room_timers.stop_timers()
        self.room_timers.go_on()
        await self.publisher.publish()

    # Messages.

    async def hear(self, seat: Seat, client: Client, message: object) -> None:
        """Handle a client's message; refusals go to that client only."""
        if isinstance(message, Ping):
            return
        if isinstance(message, CAN_WAIT) and self.loop_delay.is_busy:
            if self.seat_odds.has_time(client):
                client.busy += 1
                self.room_timers.spawn(self._hear_later(seat, client, message))
            return
        await self._hear(seat, client, message)

    async def _hear_later(self, seat: Seat, client: Client, message: object) -> None:
        try:
            await self.loop_delay.calm(ODDS_WAIT)
        finally:
            client.busy -= 1
        if not client.gone:
            await self._hear(seat, client, message)

    async def _hear(self, seat: Seat, client: Client, message: object) -> None:
        async with self.lock:
            if seat.name not in self.seats or self.seats[seat.name] is not seat:
                client.leave("this seat is no longer yours")
            elif isinstance(message, Point):
                self._point(seat, client, message)
            elif self.stalled:
                client.send(Trouble(text=self._why(seat)))
            elif not self.patience.keeps(seat, client, message):
                await self.heed(seat, client, message)

    def _point(self, seat: Seat, client: Client, message: Point) -> None:
        """Point at a place for all seats. Not part of the fight, so it takes no lock."""
        if seat.role == "watcher":
            client.send(Trouble(text="Watchers cannot point."))
            return
        try:
            square = self.fight.names.square(self.fight.names.cell(message.square))
        except NotationError as error:
            client.send(Trouble(text=start(f"{error}.")))
            return
        if seat.pointing.take():
            for one in self.seats.values():
                one.send(Pointed(seat=seat.name, square=square))

    async def heed(self, seat: Seat, client: Client, message: object) -> None:
        """Under the lock: handle a message and publish the result."""
        try:
            trouble = await self.attempt(self._do(seat, client, message), client)
        except NotAllowed as error:
            trouble = str(error)
        else:
            seat.has_chosen = isinstance(message, Choose | Improvise) and not trouble
        if self.is_stalled():
            return
        if trouble:
            client.send(Trouble(text=trouble))
        elif isinstance(message, QUESTIONS):
            return
        await self._warm_up()
        self.room_timers.go_on()
        await self.publisher.publish()

    async def attempt(self, work: Coroutine[None, None, None], client: Client | None = None) -> str:
        """Under the lock: run work that may change the fight; "" once it is done and stored.

        Otherwise returns the error message, with the fight reset to the stored state; if that is
        unknown, the room has stalled.
        """
        self._writing = []
        try:
            await work
        except NotAllowed:
            raise
        except Unstored as error:
            if self._writing and client is not None:
                self._in_doubt = (client, self._writing[0])
            if error.silent:
                self.stall(str(error))
                return self.stalled
            return await self._go_back(UNSTORED)
        except Exception:
            LOG.exception("fight %s: a message could not be handled", self.row.ident)
            return await self._go_back(BROKEN)
        except BaseException:
            # The task was cancelled in the middle.
            self.stall(SILENT)
            raise
        return ""

    async def _go_back(self, words: str) -> str:
        self.stall_unless(await self._has_started_over())
        if self.is_stalled():
            return self.stalled
        self._in_doubt = None
        return words

    async def _has_started_over(self) -> str:
        """Reset the fight to the stored state; returns "" or why that failed."""
        try:
            await self.start_over()
        except Unstored as error:
            return str(error)
        except Exception as error:
            LOG.exception("fight %s cannot be read back", self.row.ident)
            return f"The fight cannot be read back from the store ({error}). Start the table again."
        return ""

    async def _do(self, seat: Seat, client: Client, message: object) -> None:
        if isinstance(message, Choose):
            await self._choose(seat, client, message.request, message.choice)
        elif isinstance(message, Improvise):
            words = in_own_words(self.fight.rules, message.unit, message.words)
            await self._choose(seat, client, message.request, words)
        elif isinstance(message, Focus):
            ask = await self.ask(seat, client, message.request)
            if ask is not None:
                await self.publisher.focus(seat, client, ask, message)
        elif isinstance(message, Die | ThrowDie):
            await self.dice.take(seat, client, message)
        elif isinstance(message, AskSheet):
            self._sheet(seat, client, message)
        elif isinstance(message, Undo):
            await self.room_undo.undo(seat, message.unit)
        elif isinstance(message, SetStops):
            await self.gm_commands.stops(seat, message)
        elif isinstance(message, AskPreview):
            ask = await self.ask(seat, client, message.request, question=True)
            if ask is not None:
                self.seat_odds.preview(seat, client, ask, message)
        elif isinstance(message, AskApproach):
            ask = await self.ask(seat, client, message.request, question=True)
            if ask is not None:
                self.seat_odds.approach(seat, client, ask, message)
        elif isinstance(message, AskDanger):
            self.seat_odds.danger(seat, client, message)
        elif isinstance(message, AskSight):
            await self.seat_odds.sight(seat, client, message)
        elif seat.role != "gm":
            raise NotAllowed("Only the GM can do that.")
        elif isinstance(message, Rule):
            await self.gm_commands.rule(client, message.what, message.note)
        elif isinstance(message, Order):
            words = written_order(message.name, message.values)
            await self.gm_commands.rule(client, words, message.note)
        elif isinstance(message, TurnCondition):
            await self.gm_commands.rule(client, condition_order(message), "")
        elif isinstance(message, AskWorkshop):
            client.send(await asyncio.to_thread(workshop, self.fight.rules))
        elif isinstance(message, SetMind):
            await self.gm_commands.mind(message)
        elif isinstance(message, Approve):
            await self.gm_commands.approve(seat, client, message)
        elif isinstance(message, Change):
            await self.gm_commands.change(message.settings)

    async def ask(
        self, seat: Seat, client: Client, ident: str, question: bool = False
    ) -> OpenAsk | None:
        """The open question of that id; None if there is none, after an error to the client."""
        for (moment, unit), ask in seat.asks.items():
            if ask.ident == ident and moment == self.moment and unit not in self.fight.answers:
                return ask
        client.send(Refused(request=ident, text=STALE, stale=True, question=question))
        await self.publisher.ask_again(seat, client)
        return None

    # Answers.

    async def _choose(self, seat: Seat, client: Client, ident: str, text: str) -> None:
        ask = await self.ask(seat, client, ident)
        if ask is None or ask.request is None:
            return
        if self.settings.paused and seat.role != "gm":
            raise NotAllowed(PAUSED)
        knowledge = self.knowledge_of(seat)
        names = knowledge.names(self.fight.names)
        request = ask.request
        try:
            choice = read_choice(names, request, text)
            self._check_hand(seat, choice)
            if not all(knowledge.knows_cell(cell) for cell in choice.path):
                raise NotAllowed("None of your units has seen that square.")
            refusal = request.options.why_not(choice)
            if refusal is not None:
                raise IllegalChoice(choice, refusal)
        except (NotationError, NotAllowed) as error:
            client.send(Refused(request=ask.ident, text=str(error)))
            return
        except IllegalChoice as error:
            client.send(self._refused(ask.ident, names, error))
            return
        await self.answer(request, choice, seat)

    def _refused(self, ident: str, names: Names, error: IllegalChoice) -> Refused:
        text = refusal_sentence(names, self.fight.state, error.refusal, error.choice)
        cite = self.fight.rules.concordance.get(error.refusal.cite, error.refusal.cite)
        return Refused(request=ident, text=text, cite=cite)

    def _check_hand(self, seat: Seat, choice: Choice) -> None:
        """Check that a seat answers only for its own units."""
        if seat.role == "gm":
            return
        if choice.unit < 0:
            raise NotAllowed("Only the GM can decide that.")
        unit = self.fight.state.units[choice.unit]
        if unit.ident not in seat.units:
            raise NotAllowed(f"{self.fight.names.units[choice.unit]} is not yours to play.")
        if self.mind_of(unit):
            raise NotAllowed(f"{unit.ident} is played by a mind now.")

    async def answer(self, request: Request, choice: Choice, seat: Seat | None) -> None:
        """Take a legal answer: the fight seals it, or continues with the last one of the moment."""
        fight = self.fight
        self.room_undo.sealed(request, choice, seat)
        answered = {*fight.answers, request.unit}
        if any(one.unit not in answered for one in fight.requests):
            fight.push(choice, request)
            await self.store([(SEALED, choice_text(fight.names, choice))])
            return
        last = self.room_undo.last_choice()
        fight.push(choice, request)
        await self.settle()
        self.room_undo.last = last or self.room_undo.last

    async def settle_sealed(self, first: Sequence[tuple[str, str]] = ()) -> None:
        """After an order or an undo: store the answers that still wait with the rest."""
        names = self.fight.names
        kept = [(SEALED, choice_text(names, choice)) for choice in self.fight.sealed()]
        await self.settle(kept, first)

    async def settle(
        self, after: Sequence[tuple[str, str]] = (), first: Sequence[tuple[str, str]] = ()
    ) -> None:
        """After the fight has advanced: roll the server's dice, store all, record the news."""
        self.dice.roll_for_others()
        self._note_moment()
        news = self.recorder.news(self.fight)
        told = len(self.fight.events)
        self._changes = [(min(after, told), settings) for after, settings in self._changes]
        settings = self.gm_commands.settings_now()
        if settings != self.settings:
            self.set(settings)
            first = [*first, (TABLE, self.gm_commands.table_text())]
        await self.store([*first, *news, *after])

    def set(self, settings: Settings) -> None:
        """Change the settings from now on; earlier events keep the settings of their time."""
        self.settings = settings
        self._changes.append((len(self.fight.events), settings))

    async def _warm_up(self) -> None:
        """Build the tables of a new or changed map off the loop."""
        grid = self.fight.state.grid
        if grid is not self._warm and self.fight.requests:
            self._warm = grid
            await asyncio.to_thread(list_choices, self.fight.requests[0])

    async def store(self, entries: list[tuple[str, str]]) -> None:
        """Store entries; raises `Unstored` if that failed or is unknown."""
        if entries:
            fight = self.fight
            over = fight.outcome is not None
            first, number = self.recorder.count, fight.state.clock.round
            batch = Batch(self.row.ident, first, tuple(entries), number, over, shares_text(fight))
            self._writing = [batch]
            try:
                await self.writer.write(batch)
            except Unstored as error:
                if error.silent:
                    raise
                # It may be stored nevertheless.
                rows = await self.writer.do(self.writer.store.sure_entries, self.row.ident)
                if not is_among(batch, rows):
                    raise
            self._writing = []
            self.wait = SHORTEST_WAIT
        self.recorder.done(self.fight, entries)

    async def start_over(self) -> None:
        """Reset the fight and its seats to the stored state after a failed write."""
        store = self.writer.store
        rows = await self.writer.do(store.sure_entries, self.row.ident)
        seats = await self.writer.do(store.sure_seats, self.row.ident)
        moment = self.moment
        self._take(await asyncio.to_thread(found_again, self.row, rows))
        self.moment = moment + 1
        self.follow_seats(seats)
        self.room_timers.look_again()
        self.room_undo.restore()
        if self._in_doubt is not None and is_among(self._in_doubt[1], rows):
            self._in_doubt = None

    # A store that does not answer.

    def stall(self, why: str) -> None:
        """Stop the room until the store has confirmed the state of the fight."""
        if self.stalled:
            return
        self.stalled = why
        self.room_timers.stop_timers()
        for seat in self.seats.values():
            seat.send(Trouble(text=self._why(seat)))
        self.room_timers.spawn(self._wait_for_the_store())

    def stall_unless(self, why: str) -> None:
        """Stall if there is a reason."""
        if why:
            self.stall(why)

    def is_stalled(self) -> bool:
        return bool(self.stalled)

    def _why(self, seat: Seat) -> str:
        """The reason for a seat: details of the store are for the GM only."""
        return self.stalled if seat.role == "gm" else SILENT

    async def _wait_for_the_store(self) -> None:
        while self.stalled:
            await asyncio.sleep(self.wait)
            self.wait = min(LONGEST_WAIT, self.wait * 2)
            async with self.lock:
                self.stalled = await self._has_started_over()
                if not self.stalled:
                    await self._play_on()

    async def _play_on(self) -> None:
        await self._warm_up()
        self.room_timers.go_on()
        await self.publisher.publish()
        if self._in_doubt is not None:
            self._in_doubt[0].send(Trouble(text=UNSTORED))
            self._in_doubt = None
        for seat in self.seats.values():
            seat.send(Trouble(text=BACK))

    # Seats.

    def sit(self, row: SeatRow) -> Seat:
        """Add a stored seat to the room."""
        role = row.role if row.role in ("gm", "player", "watcher") else "watcher"
        seat = Seat(self.fight.setup, row.name, role, frozenset(row.units), row.hash)  # type: ignore[arg-type]
        seat.entered = row.entered
        self.seats[row.name] = seat
        return seat

    def follow_seats(self, rows: Sequence[SeatRow]) -> None:
        """Synchronise the seats with the store; clients of removed seats are disconnected."""
        for row in rows:
            seat = self.seats.get(row.name)
            if seat is None:
                self.sit(row)
                continue
            if (seat.role, seat.units) != (row.role, frozenset(row.units)):
                seat.forget()
            seat.role, seat.units = row.role, frozenset(row.units)  # type: ignore[assignment]
            seat.entered = row.entered
            if seat.hash != row.hash:
                seat.hash, seat.link = row.hash, ""
                seat.show_out("this seat has a new link")
        for name in set(self.seats) - {row.name for row in rows} - {GM}:
            self.seats.pop(name).show_out("this seat is no longer yours")

    def _note_moment(self) -> None:
        requests = self.fight.requests
        same = len(requests) == len(self._asked_at) and all(
            one is other for one, other in zip(requests, self._asked_at, strict=True)
        )
        if not same or self.fight.die is not None:
            self.moment += 1
            answered = sum(not isinstance(entry, Ruled) for entry in self.fight.entries)
            self.room_timers.forget(asked_again=answered == self._answered)
            self._answered = answered
        self._asked_at = list(requests)

    def _sheet(self, seat: Seat, client: Client, message: AskSheet) -> None:
        knowledge = self.knowledge_of(seat)
        number = knowledge.names(self.fight.names).index.get(message.unit, -1)
        if number < 0:
            raise NotAllowed("No unit is called that.")
        client.send(unit_sheet(self.fight, knowledge, self.fight.state.units[number]))

    def close(self) -> None:
        self.room_timers.close()
        for seat in self.seats.values():
            for client in seat.connected():
                client.leave("the table is closed")
