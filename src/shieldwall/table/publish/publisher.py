"""Sends every seat of a room its news, and nothing else.

The last messages to a seat are compared with what it may know now. If nothing changed for it,
nothing is sent, so that even the number of messages reveals nothing hidden.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from shieldwall.engine.tape.request import Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.gm.order_grammar import SHEET
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import (
    Ask,
    DieAsk,
    LogLine,
    MapView,
    SeatView,
    UnitView,
)
from shieldwall.table.play.seating import mind_words
from shieldwall.table.play.unit_pictures import with_picture
from shieldwall.table.protocol import (
    Asked,
    Focus,
    Log,
    MindPlan,
    Over,
    Refused,
    State,
    UnitOptions,
    Welcome,
)
from shieldwall.table.publish.fight_log import FightLog
from shieldwall.table.publish.fight_stats import count_stats
from shieldwall.table.publish.prompts import Asker
from shieldwall.table.publish.seat_state import (
    clock_view,
    map_view,
    over_view,
    side_views,
    unit_view,
)
from shieldwall.table.publish.silent_prompts import is_silent
from shieldwall.table.seats import GM, Client, Newcomer, OpenAsk, Seat
from shieldwall.table.time_slices import Pace
from shieldwall.text.sentences import die_sentence

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room

DIE = -9
"""The requested die, in place of a unit."""


class Publisher:
    """Tracks what the seats of one room have been sent."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.fight_log = FightLog()
        self._maps: dict[int, tuple[object, MapView]] = {}
        """By team (-1 for full view): the cache key of the map, and its view."""

    # All seats.

    async def publish(self) -> None:
        """Update one seat after the other, yielding to other tables in between.

        Does nothing while the store has not confirmed the state.
        """
        if self.room.stalled:
            return
        self._follow()
        for seat in list(self.room.seats.values()):
            if seat.entering:
                await self._greet(seat)
        for seat in list(self.room.seats.values()):
            if seat.here:
                await self._tell(seat)
                await asyncio.sleep(0)

    async def _tell(self, seat: Seat) -> None:
        """Send news; while only units unknown to the seat are asked, only changes of seats."""
        knowledge = self.room.knowledge_of(seat)
        if is_silent(self.room, knowledge):
            seat.in_silence = seat.in_silence or await self._has_gone_on(seat, knowledge)
            if not seat.in_silence:
                await self._tell_state(seat, knowledge, Pace())
            return
        sent = seat.sent
        await self._update(seat)
        if seat.in_silence:
            seat.in_silence = False
            if seat.has_chosen and seat.sent == sent and seat.asked is not None:
                # Its choice was undone before the seat was told of it.
                seat.send(self._with_deadlines(seat, seat.asked))
            seat.has_chosen = False
            self.room.patience.end(seat)

    async def _has_gone_on(self, seat: Seat, knowledge: SeatKnowledge) -> bool:
        """Whether the fight has events for the seat."""
        pace, asked = Pace(), seat.asked
        if seat.state is None or asked is None or self._ground(knowledge) != seat.ground:
            return True
        if asked.asks or asked.sealed or asked.die is not None:
            # It has answered.
            return True
        for place in range(seat.read, len(self.fight_log.events)):
            await pace.rest()
            under = knowledge.under(self.room.settings_at(place))
            if self.fight_log.line(self.room.fight, under, place, 0) is not None:
                return True
        if clock_view(self.room.fight, knowledge) != seat.state.clock:
            return True
        return await self._units(seat, knowledge, pace) != seat.state.units

    def _follow(self) -> None:
        kept = self.fight_log.follow(self.room.fight)
        for seat in self.room.seats.values():
            first = seat.cut(kept)
            if first is not None and seat.here:
                seat.send(Log(lines=[], cut=first))

    async def _greet(self, seat: Seat) -> None:
        """Greet new clients.

        While a hidden unit is asked, they get the seat's earlier messages. If there are none they
        are welcomed, and wait for the rest.
        """
        if not is_silent(self.room, self.room.knowledge_of(seat)):
            await self._update(seat)
        for newcomer in seat.entering:
            self._welcome(seat, newcomer.client)
        if seat.state is None:
            return
        for newcomer in seat.entering:
            self._bring_up_to_date(seat, newcomer)
            seat.clients.add(newcomer.client)
        seat.entering = []

    def _welcome(self, seat: Seat, client: Client) -> None:
        """Send the welcome, once per client."""
        room = self.room
        if client.is_welcome:
            return
        client.is_welcome = True
        client.send(
            Welcome(
                fight=room.row.ident,
                title=room.row.title,
                book=room.fight.rules.title,
                seat=seat.name,
                role=seat.role,
                settings=room.settings,
                run=room.run,
            )
        )

    def _bring_up_to_date(self, seat: Seat, newcomer: Newcomer) -> None:
        """Send everything, but only the missing lines of the log."""
        client, since, same_run = newcomer
        assert seat.state is not None
        assert seat.asked is not None
        client.send(seat.state.model_copy(update={"map": seat.map}))
        lines = [line for _, line in seat.lines]
        held = max((line.number for line in lines if line.number <= since), default=0)
        news = [line for line in lines if line.number > held]
        cut = held + 1 if held != since or not same_run else None
        client.send(Log(lines=news, cut=cut))
        client.send(self._with_deadlines(seat, seat.asked))
        self._show_end(seat, [client])
        plan = self._plan(seat)
        if plan is not None:
            client.send(plan)

    async def ask_again(self, seat: Seat, client: Client) -> None:
        """Send all open questions of the seat in full."""
        if seat.asked is None or not is_silent(self.room, self.room.knowledge_of(seat)):
            seat.asked = await self._asked(seat, Pace())
        client.send(self._with_deadlines(seat, seat.asked))

    # One seat.

    async def _update(self, seat: Seat) -> None:
        room = self.room
        knowledge = room.knowledge_of(seat)
        pace = Pace()
        before = seat.state
        lines = await self._lines(seat, knowledge, pace)
        if lines:
            seat.send(Log(lines=lines))
        await self._tell_state(seat, knowledge, pace)
        quiet = not lines and not seat.was_cut and seat.state is before
        seat.was_cut = False
        asked = await self._asked(seat, pace, quiet)
        seat.asked = asked
        key = (asked, sorted(self._deadlines(seat).items()))
        if seat.asked_key != key:
            seat.asked_key = key
            seat.send(self._with_deadlines(seat, asked))
        plan = self._plan(seat)
        if plan is not None and plan != seat.plan:
            seat.send(plan)
        seat.plan = plan
        over = room.fight.outcome is not None
        if over and not seat.saw_end:
            self._show_end(seat, list(seat.clients))
        seat.saw_end = over

    async def _lines(self, seat: Seat, knowledge: SeatKnowledge, pace: Pace) -> list[LogLine]:
        room = self.room
        others = None
        if knowledge.gm:
            others = room.players_knowledge()
        found: list[LogLine] = []
        for place in range(seat.read, len(self.fight_log.events)):
            await pace.rest()
            then = room.settings_at(place)
            line = self.fight_log.line(
                room.fight,
                knowledge.under(then),
                place,
                seat.last_line + 1,
                None if others is None else others.under(then),
            )
            if line is not None:
                seat.last_line += 1
                seat.lines.append((place, line))
                found.append(line)
        seat.read = len(self.fight_log.events)
        return found

    async def _tell_state(self, seat: Seat, knowledge: SeatKnowledge, pace: Pace) -> None:
        room, fight = self.room, self.room.fight
        units = await self._units(seat, knowledge, pace)
        state = State(
            number=0 if seat.state is None else seat.state.number,
            clock=clock_view(fight, knowledge),
            sides=side_views(fight.state, knowledge),
            units=units,
            sees=self._sees(knowledge),
            dark=fight.state.dark,
            seats=[self._seat(one, knowledge) for one in room.seats.values()],
            settings=room.settings,
            minds={who: mind for who, mind in room.minds.items() if mind} if knowledge.gm else {},
            pending=[_short(entry.what) for entry in fight.pending()] if knowledge.gm else [],
        )
        ground = self._ground(knowledge)
        room.room_undo.look(seat, (seat.last_line, state.clock, units, ground))
        state = state.model_copy(update={"can_undo": room.room_undo.can(seat)})
        if state == seat.state and ground == seat.ground:
            return
        state = state.model_copy(update={"number": state.number + 1})
        changed = ground != seat.ground
        seat.state = state
        seat.ground = ground
        if changed:
            seat.map = await self._map(knowledge)
            state = state.model_copy(update={"map": seat.map})
        seat.send(state)

    async def _units(self, seat: Seat, knowledge: SeatKnowledge, pace: Pace) -> list[UnitView]:
        fight = self.room.fight
        found: list[UnitView] = []
        for unit in fight.state.units:
            await pace.rest()
            if knowledge.knows(unit):
                found.append(unit_view(fight, knowledge, seat.marks, self.room, unit))
        return found

    def _ground(self, knowledge: SeatKnowledge) -> object:
        """Cache key of the map for a seat."""
        memory = self.room.memory(knowledge)
        return self.room.fight.state.grid if memory is None else (memory, memory.version)

    def _sees(self, knowledge: SeatKnowledge) -> list[str]:
        memory = self.room.memory(knowledge)
        return [] if memory is None else memory.sees()

    async def _map(self, knowledge: SeatKnowledge) -> MapView:
        """Shared by all seats with the same view; rebuilt off the loop, square by square."""
        memory = self.room.memory(knowledge)
        team = -1 if memory is None else min(knowledge.teams)
        ground = self._ground(knowledge)
        kept = self._maps.get(team)
        if kept is not None and kept[0] == ground:
            return kept[1]
        fight = self.room.fight
        if memory is None:
            made = await asyncio.to_thread(map_view, fight)
            made = with_picture(made, self.room.pictures)
        else:
            made = await asyncio.to_thread(memory.view, fight, fight.names)
        self._maps[team] = (ground, made)
        return made

    def _seat(self, seat: Seat, knowledge: SeatKnowledge) -> SeatView:
        known = [
            unit.ident
            for unit in self.room.fight.state.units
            if unit.ident in seat.units and knowledge.knows(unit)
        ]
        return SeatView(
            name=seat.name,
            role=seat.role,
            units=known,
            here=seat.here,
            link=seat.link if knowledge.gm else "",
        )

    def _show_end(self, seat: Seat, clients: list[Client]) -> None:
        if self.room.fight.outcome is None:
            return
        over = self._end_of(seat)
        for client in clients:
            client.send(over)

    def _end_of(self, seat: Seat) -> Over:
        room, fight, knowledge = self.room, self.room.fight, self.room.knowledge_of(seat)
        told = {place for place, _ in seat.lines}
        stats = count_stats(
            fight.state,
            fight.events,
            told.__contains__,
            lambda place: knowledge.under(room.settings_at(place)),
        )
        return over_view(fight, knowledge).model_copy(update={"deeds": stats})

    def _plan(self, seat: Seat) -> MindPlan | None:
        """For the GM: the plan of a mind that waits for approval."""
        plan = self.room.room_timers.plan
        if plan is None or seat.role != "gm" or plan[0] != self.room.moment:
            return None
        ask = seat.asks.get((plan[0], plan[1]))
        if ask is None:
            return None
        unit, _, _ = plan[2].choice.partition(" ")
        return MindPlan(request=ask.ident, unit=unit, choice=plan[2].choice, text=plan[2].plan)

    # Questions.

    async def _asked(self, seat: Seat, pace: Pace, quiet: bool = False) -> Asked:
        """The seat's questions; `quiet` if it has no news: then its questions keep their ids.

        A hidden change repeats the question too; a new id would reveal it.
        """
        room = self.room
        wanted: dict[tuple[int, int], OpenAsk] = {}
        asks: list[Ask] = []
        for request in room.open_requests():
            own = room.answers(seat, request)
            if not own and seat.role != "gm":
                continue
            place = (room.moment, request.unit)
            whose = "" if own else room.whose(request)
            open_ask = seat.asks.get(place)
            if open_ask is None and quiet:
                open_ask = await self._same_as_before(seat, request, whose, pace)
            if open_ask is None:
                open_ask = self._new_ask(seat, request)
                if own:
                    room.room_timers.give_time(request)
            if open_ask.shown is None or not self._still_fits(seat, open_ask.shown, whose):
                open_ask.shown = await self._ask(seat, request, open_ask.ident, whose, pace)
            wanted[place] = open_ask
            asks.append(open_ask.shown)
        die = self._die(seat, wanted)
        seat.asks = wanted
        return Asked(asks=asks, sealed=self._sealed(seat), die=die, waiting_for=self._waits(seat))

    async def _same_as_before(
        self, seat: Seat, request: Request, whose: str, pace: Pace
    ) -> OpenAsk | None:
        """The seat's earlier question of this unit, if its text is unchanged."""
        for (_, unit), asked in seat.asks.items():
            if unit == request.unit and asked.request is not None and asked.shown is not None:
                again = await self._ask(seat, request, asked.ident, whose, pace)
                if again == asked.shown:
                    asked.request = request
                    return asked
        return None

    def _still_fits(self, seat: Seat, ask: Ask, whose: str) -> bool:
        """Whether the same seat is asked, and the choices shown are for one of its units."""
        number = self.room.fight.names.index.get(ask.focus or "", -1)
        if ask.whose != whose or whose or number < 0:
            return ask.whose == whose
        return self.room.is_own(seat, self.room.fight.state.units[number])

    def _new_ask(self, seat: Seat, request: Request | None) -> OpenAsk:
        seat.count += 1
        return OpenAsk(f"{self.room.run}-{seat.count}", request)

    async def _ask(self, seat: Seat, request: Request, ident: str, whose: str, pace: Pace) -> Ask:
        room = self.room
        asker = Asker(room.fight.names, request, room.knowledge_of(seat), pace)
        focus = None
        if isinstance(request.options, TurnOptions) and request.unit < 0:
            own = [unit for unit in room.asked_units(request) if room.is_own(seat, unit)]
            focus = own[0].ident if own else None
        return await asker.ask(ident, focus, None, whose)

    def _die(self, seat: Seat, wanted: dict[tuple[int, int], OpenAsk]) -> DieAsk | None:
        room, fight = self.room, self.room.fight
        die = fight.die
        if die is None or (seat.role != "gm" and room.dice.roller() != seat.name):
            return None
        place = (room.moment, DIE)
        open_ask = seat.asks.get(place) or self._new_ask(seat, None)
        wanted[place] = open_ask
        text = die_sentence(fight.state, fight.events, die.tag, die.sides, die.roller)
        thrower = room.dice.roller() or ""
        mine = thrower == seat.name or (seat.role == "gm" and not room.is_here(thrower))
        return DieAsk(
            request=open_ask.ident,
            sides=die.sides,
            text=text,
            mine=mine,
            so_far=room.dice.so_far(),
        )

    def _sealed(self, seat: Seat) -> dict[str, str]:
        """A seat's own sealed answers; other seats do not see them."""
        room, fight = self.room, self.room.fight
        found: dict[str, str] = {}
        for request in fight.requests:
            choice = fight.answers.get(request.unit)
            if choice is None or choice.unit < 0:
                continue
            unit = fight.state.units[choice.unit]
            if room.is_own(seat, unit):
                asker = Asker(fight.names, request, room.knowledge_of(seat))
                found[unit.ident] = asker.label(choice)
        return found

    def _waits(self, seat: Seat) -> list[str]:
        """The seats that have yet to answer. Players see friends, and the GM on the foes' turn."""
        room = self.room
        knowledge = room.knowledge_of(seat)
        found: dict[str, None] = {}
        for request in room.open_requests():
            on_turn = isinstance(request.options, TurnOptions)
            for unit in room.asked_units(request):
                name = mind_words(room.mind_of(unit)) if knowledge.gm else ""
                name = name or room.seat_of(unit) or GM
                if (
                    knowledge.is_own_team(unit)
                    or (on_turn and knowledge.knows(unit))
                    or knowledge.gm
                ):
                    found[name] = None
            if knowledge.gm and not room.asked_units(request):
                found[GM] = None
        thrower = room.dice.roller()
        if thrower is not None and (thrower or knowledge.gm):
            found[thrower or GM] = None
        return [name for name in found if name != seat.name]

    def _with_deadlines(self, seat: Seat, asked: Asked) -> Asked:
        ends = self._deadlines(seat)
        if not ends:
            return asked
        now = asyncio.get_running_loop().time()
        left = {ident: max(0.0, round(end - now, 1)) for ident, end in ends.items()}
        asks = [
            ask.model_copy(update={"deadline": left[ask.request]}) if ask.request in left else ask
            for ask in asked.asks
        ]
        return asked.model_copy(update={"asks": asks})

    def _deadlines(self, seat: Seat) -> dict[str, float]:
        """By question: the loop time at which it is passed."""
        timers, moment = self.room.room_timers.timers, self.room.moment
        return {
            ask.ident: timers[unit].end
            for (asked_at, unit), ask in seat.asks.items()
            if asked_at == moment and unit in timers
        }

    async def focus(self, seat: Seat, client: Client, open_ask: OpenAsk, message: Focus) -> None:
        """Send the choices of one unit."""
        room = self.room
        request = open_ask.request
        if request is None:
            return
        knowledge = room.knowledge_of(seat)
        names = room.fight.names
        asker = Asker(names, request, knowledge)
        allowed = [unit.ident for unit in room.asked_units(request)]
        if seat.role != "gm":
            allowed = [ident for ident in allowed if ident in seat.units]
        unit = message.unit
        if unit is None and request.unit >= 0:
            unit = names.units[request.unit]
        elif unit is None and seat.role != "gm" and allowed:
            unit = allowed[0]
        if unit is not None and unit not in allowed:
            client.send(Refused(request=open_ask.ident, text=f"{unit} is not asked now."))
            return
        client.send(
            UnitOptions(
                request=open_ask.ident,
                unit=unit,
                groups=await asker.groups(unit),
                greyed=await asker.greyed(unit),
            )
        )


def _short(what: str) -> str:
    """A ruling without its sheet, if it has one."""
    return what.partition(f" {SHEET} ")[0]
