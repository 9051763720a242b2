"""Background activity of a table: minds and timers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Final

from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.seen_ground import parts_of
from shieldwall.minds import MindError
from shieldwall.minds.look_ahead.captain import STRENGTHS
from shieldwall.minds.mind_names import NATURAL
from shieldwall.table.overload import LOOK, MINDS_WAIT, THOUGHT, hurried
from shieldwall.table.persistence.records import TABLE
from shieldwall.table.persistence.writer import BROKEN, SILENT
from shieldwall.table.protocol import Trouble
from shieldwall.table.publish.fog import seen_now
from shieldwall.table.publish.silent_prompts import is_silent
from shieldwall.table.workers import FightText, Thought, Workers, think
from shieldwall.text.notation import read_choice

STANDS_STILL: Final = (
    "The minds have fought {} rounds and no side has won. The table is paused: continue, or end "
    "the fight with an order."
)

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room


class Timer:
    """Passes a question for a player when its time is up."""

    def __init__(self, unit: int, point: int, end: float) -> None:
        self.unit = unit
        self.point = point
        self.end = end
        """By the loop's clock."""
        self.alarm: asyncio.TimerHandle | None = None
        self.is_old = False
        """Whether it was set for the same question before that was asked again."""


class RoomTimers:
    """The minds and timers of one room."""

    def __init__(self, room: Room, workers: Workers) -> None:
        self.room = room
        self.workers = workers
        self.plan: tuple[int, int, Thought] | None = None
        """A plan that waits for the GM's approval: moment, unit asked, choice."""
        self.thinking: set[tuple[int, int]] = set()
        """Questions minds are working on: moment and unit."""
        self.timers: dict[int, Timer] = {}
        """By the unit asked."""
        self._looked: dict[int, object] = {}
        """By team: the positions of its units at its last look at the map."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.most_alone = MOST_ROUNDS
        """Rounds of minds alone after which the table pauses until the GM continues."""
        self._alone_since = -1
        """The last round in which a person was asked, or the GM continued."""

    def forget(self, asked_again: bool = False) -> None:
        """The questions changed, or are asked again after an order of the GM."""
        self.plan = None
        points = {one.unit: one.point for one in self.room.fight.requests} if asked_again else {}
        for unit, timer in list(self.timers.items()):
            timer.is_old = True
            if points.get(unit) != timer.point:
                self._stop(timer)

    def stop_timers(self) -> None:
        """Stop all timers; they restart for seats that still need them."""
        for timer in list(self.timers.values()):
            self._stop(timer)

    def give_time(self, request: Request) -> None:
        """Restart a player's timer after a visible order changed its question.

        An order hidden from the player changes neither question nor time.
        """
        timer = self.timers.get(request.unit)
        if timer is not None and timer.is_old:
            self._stop(timer)
            self._start(request)

    def is_idle(self) -> bool:
        """Whether no mind works and no timer runs."""
        return not self._tasks

    def close(self) -> None:
        self.stop_timers()
        for task in list(self._tasks):
            task.cancel()

    def go_on(self) -> None:
        """Start the minds and timers needed now."""
        if self.room.stalled:
            return
        self.look()
        if self.room.settings.paused or self.room.fight.outcome is not None:
            return
        for request in self.room.open_requests():
            name = self.minds_for(request)
            if not name or self._alone_since < 0:
                self._alone_since = int(self.room.fight.state.clock.round)
            place = (self.room.moment, request.unit)
            if name:
                if place not in self.thinking and self.waits_for(request) is None:
                    self.thinking.add(place)
                    self.spawn(self._think(place, request.unit, name))
            elif self._is_timed(request) and request.unit not in self.timers:
                self._start(request)

    # Fog.

    def look(self) -> None:
        """Update the players' views of the map under fog after moves."""
        room = self.room
        state = room.fight.state
        if not room.settings.fog or state.grid.open:
            return
        for team in room.teams():
            if self._is_silent(team):
                continue
            stand = [
                (int(unit.x), int(unit.y), int(unit.feet), int(unit.status))
                for unit in state.units
                if state.sides[unit.side].team == team
            ]
            view = (state.grid, state.dark, tuple(stand))
            if self._looked.get(team) != view:
                self._looked[team] = view
                self.spawn(self._look(team, view))

    def _is_silent(self, team: int) -> bool:
        """Whether the team gets no messages now; it looks around later."""
        room = self.room
        everyone = [room.players_knowledge()]
        everyone += [room.knowledge_of(seat) for seat in room.seats.values() if seat.role != "gm"]
        return any(is_silent(room, one) for one in everyone if min(one.teams) == team)

    async def _look(self, team: int, view: object) -> None:
        """Extend the view part by part while the units stand still."""
        room = self.room
        grid, text = room.fight.state.grid, self.text()
        for number, part in enumerate(parts_of(grid)):
            try:
                seen = await self.workers.do(seen_now, text, team, part, kind=LOOK)
            except (ValueError, RuntimeError):
                self._looked.pop(team, None)
                return
            async with room.lock:
                if room.stalled:
                    self._looked.pop(team, None)
                    return
                if room.fight.state.grid is grid:
                    await self._guarded(room.saw(team, seen, number == 0))
                    await room.publisher.publish()
            if self._looked.get(team) is not view:
                return

    def look_again(self) -> None:
        """Let all teams look again: the last look may not have been stored."""
        self._looked = {}

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def minds_for(self, request: Request) -> str:
        """The mind that answers, "" for a person: persons go before the minds of a side."""
        units = self.room.asked_units(request)
        if not units:
            return self.room.minds.get("referee", "")
        names = [self.room.mind_of(unit) for unit in units]
        return names[0] if all(names) else ""

    def waits_for(self, request: Request) -> Thought | None:
        """The plan for this question that waits for the GM."""
        if self.plan is not None and self.plan[:2] == (self.room.moment, request.unit):
            return self.plan[2]
        return None

    def _shows_plan(self, request: Request) -> bool:
        for unit in self.room.asked_units(request):
            if (
                unit.ident in self.room.plans
                or self.room.fight.setup.sides[unit.side].name in self.room.plans
            ):
                return True
        return False

    def text(self) -> FightText:
        room, fight = self.room, self.room.fight
        tape = tuple(room.recorder.texts)
        return FightText(room.row.ident, room.setup_text, fight.seed, fight.by_hand, tape)

    async def _think(self, place: tuple[int, int], unit: int, name: str) -> None:
        try:
            thought = await self._thought(place, unit, name)
        except (ValueError, RuntimeError, MindError) as error:
            await self._mind_failed(place, name, str(error))
            return
        await self.room.loop_delay.calm(MINDS_WAIT)
        async with self.room.lock:
            self.thinking.discard(place)
            request = self._still_asked(place)
            if self.room.stalled:
                return
            paused = self.room.settings.paused
            if thought is None or request is None or self.minds_for(request) != name or paused:
                self.go_on()
                return
            if self._shows_plan(request):
                self.plan = (*place, thought)
                await self.room.publisher.publish()
                return
            if not await self._guarded(self._take_thought(request, thought)):
                again = self._still_asked((self.room.moment, request.unit))
                if again is not None:
                    await self._hand_over(again, name, thought.choice)
            await self._wait_for_the_gm()
            self.go_on()
            await self.room.publisher.publish()

    async def _thought(self, place: tuple[int, int], unit: int, name: str) -> Thought | None:
        """The choice of a mind; None if the question is gone when its turn comes."""
        turns = self.workers.turns
        async with turns.turn(THOUGHT):
            if self._still_asked(place) is None or self.room.stalled:
                return None
            waiting = turns.waiting(THOUGHT)
            quicker = hurried(name, tuple(STRENGTHS), waiting, self.workers.count, NATURAL)
            return await self.workers.run(think, self.text(), unit, quicker)

    async def _wait_for_the_gm(self) -> None:
        """Pause after many rounds of minds alone without a winner."""
        room = self.room
        now = int(room.fight.state.clock.round)
        self._alone_since = min(self._alone_since, now)
        if room.fight.outcome is not None or now - self._alone_since < self.most_alone:
            return
        self._alone_since = now
        paused = room.settings.model_copy(update={"paused": True})
        if await self._guarded(room.gm_commands.change(paused)) and not room.is_stalled():
            for seat in room.seats.values():
                if seat.role == "gm":
                    seat.send(Trouble(text=STANDS_STILL.format(self.most_alone)))

    async def _mind_failed(self, place: tuple[int, int], name: str, why: str) -> None:
        """Hand the unit of a failed mind to the GM."""
        async with self.room.lock:
            self.thinking.discard(place)
            request = self._still_asked(place)
            if request is None or self.room.stalled:
                return
            await self._hand_over(request, name, why)

    async def _hand_over(self, request: Request, name: str, why: str) -> None:
        for unit in self.room.asked_units(request):
            self.room.minds[unit.ident] = ""
        await self._guarded(self.room.store([(TABLE, self.room.gm_commands.table_text())]))
        if self.room.is_stalled():
            return
        for seat in self.room.seats.values():
            if seat.role == "gm":
                seat.send(Trouble(text=f"The mind {name} has failed ({why}): play on for it."))
        await self.room.publisher.publish()

    async def _guarded(self, work: Coroutine[None, None, None]) -> bool:
        """Whether the work succeeded. Failed writes are not retried: that could loop for ever."""
        words = await self.room.attempt(work)
        if words and words != BROKEN:
            self.room.stall(SILENT)
        return words != BROKEN

    def _still_asked(self, place: tuple[int, int]) -> Request | None:
        if place[0] != self.room.moment:
            return None
        for request in self.room.open_requests():
            if request.unit == place[1]:
                return request
        return None

    async def _take_thought(self, request: Request, thought: Thought) -> None:
        await self.room.answer(
            request, read_choice(self.room.fight.names, request, thought.choice), None
        )

    # Soft timers.

    def _is_timed(self, request: Request) -> bool:
        """Whether the question has a timer: within an action, for a player; turns have none."""
        if self.room.settings.timer <= 0 or request.unit < 0:
            return False
        if isinstance(request.options, TurnOptions):
            return False
        return self.room.seat_of(self.room.fight.state.units[request.unit]) != ""

    def _start(self, request: Request) -> None:
        loop = asyncio.get_running_loop()
        timer = Timer(request.unit, request.point, loop.time() + self.room.settings.timer)
        timer.alarm = loop.call_at(timer.end, lambda: self.spawn(self._pass(timer)))
        self.timers[request.unit] = timer

    def _stop(self, timer: Timer) -> None:
        del self.timers[timer.unit]
        if timer.alarm is not None:
            timer.alarm.cancel()

    async def _pass(self, timer: Timer) -> None:
        async with self.room.lock:
            request = self._still_asked((self.room.moment, timer.unit))
            is_set = self.timers.get(timer.unit) is timer and not self.room.stalled
            if request is None or not is_set or self.room.settings.paused:
                return
            choice = Choice(request.unit, PASS)
            if request.options.why_not(choice) is not None:
                choice = next(iter(request.options))
            await self._guarded(self.room.answer(request, choice, None))
            self.go_on()
            await self.room.publisher.publish()
