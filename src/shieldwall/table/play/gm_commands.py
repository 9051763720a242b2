"""GM commands for a fight and its table: orders, settings, minds on and off."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

from shieldwall.books.shared.improvised import why_not_ruled
from shieldwall.engine.battle import Battle
from shieldwall.engine.tape.entries import Ruled
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight import BadRuling, Fight
from shieldwall.gm.map_edits import EDITS
from shieldwall.minds import MIND_NAMES
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.records import TABLE, TableState, is_by_hand
from shieldwall.table.protocol import Approve, Refused, SetMind, SetStops
from shieldwall.table.seats import Client, NotAllowed, Seat
from shieldwall.text.notation import NotationError, read_choice, suggest
from shieldwall.text.order_text import ADD, creatures_of
from shieldwall.text.sentences import refusal_sentence

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room

FOG = "fog "
RELATIVE: Final = re.compile(r"hp (\S+) ([+-][0-9]{1,4})")
"""Relative change of hit points."""


class GmCommands:
    """The GM's commands in one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def rule(self, client: Client, what: str, note: str) -> None:
        room = self.room
        what = self._reckoned(" ".join(what.split()))
        await self._prepare(what)
        try:
            room.fight.rule(what, " ".join(note.split()))
        except BadRuling as error:
            text = error.words or refusal_sentence(
                room.fight.names, room.fight.state, error.refusal
            )
            client.send(Refused(request="", text=text, cite=error.refusal.cite))
            return
        except NotationError as error:
            client.send(Refused(request="", text=str(error)))
            return
        await room.settle_sealed()

    def _reckoned(self, what: str) -> str:
        """Convert `hp ogre -7` and `hp ogre +3` to a total between 0 and the maximum."""
        found = RELATIVE.fullmatch(what)
        number = self.room.fight.names.index.get(found[1], -1) if found else -1
        if found is None or number < 0:
            return what
        unit = self.room.fight.state.units[number]
        hp = max(0, min(int(unit.sheet.hp), int(unit.hp) + int(found[2])))
        return f"hp {found[1]} {hp}"

    async def _prepare(self, what: str) -> None:
        """Run slow preparations off the loop, before the order itself."""
        fight = self.room.fight
        verb = what.partition(" ")[0]
        if verb == ADD:
            # The creature may have to be read from files first.
            await asyncio.to_thread(creatures_of, fight.rules)
        elif verb in EDITS and fight.outcome is None:
            await asyncio.to_thread(try_edit, fight, what)

    async def stops(self, seat: Seat, message: SetStops) -> None:
        room = self.room
        if seat.role != "gm" and message.unit not in seat.units:
            raise NotAllowed(f"{message.unit} is not yours to play.")
        words = {"never": "never", "when it matters": "matters", "always": "always"}
        try:
            room.fight.rule(f"stops {message.unit} {words[message.when]}")
        except BadRuling as error:
            text = refusal_sentence(room.fight.names, room.fight.state, error.refusal)
            raise NotAllowed(text) from None
        await room.settle_sealed()

    async def change(self, settings: Settings) -> None:
        room = self.room
        unknown = [name for name in settings.by_hand if name not in room.seats]
        if unknown:
            raise NotAllowed(
                f"No seat is called {unknown[0]}{suggest(unknown[0], room.seats, '.')}"
            )
        fog = settings.fog != room.settings.fog and room.fight.outcome is None
        room.set(settings)
        if fog:
            room.fight.rule("fog on" if settings.fog else "fog off")
        room.fight.dice_by_hand(is_by_hand(settings))
        room.room_timers.stop_timers()
        first = [(TABLE, self.table_text())]
        await (room.settle_sealed(first) if fog else room.settle(first=first))

    def settings_now(self) -> Settings:
        """The settings on the tape: fog is an order like any other, and can be undone."""
        settings = self.room.settings
        fog = fog_of(self.room.fight)
        if self.room.fight.outcome is not None or fog == settings.fog:
            return settings
        return settings.model_copy(update={"fog": fog})

    def table_text(self) -> str:
        room = self.room
        return TableState(room.settings, room.minds, tuple(sorted(room.plans))).text()

    async def mind(self, message: SetMind) -> None:
        room = self.room
        sides = [side.name for side in room.fight.setup.sides]
        known = [*sides, *room.fight.names.units]
        if message.who not in known:
            hint = suggest(message.who, known, ".")
            raise NotAllowed(f"Neither a side nor a unit is called {message.who!r}{hint}")
        if message.mind and message.mind not in MIND_NAMES:
            hint = suggest(message.mind, MIND_NAMES, f"; there is {', '.join(MIND_NAMES)}.")
            raise NotAllowed(f"No mind is called {message.mind!r}{hint}")
        if message.who in sides:
            for unit in room.fight.state.units:
                if room.fight.setup.sides[unit.side].name == message.who:
                    room.minds.pop(unit.ident, None)
                    room.plans.discard(unit.ident)
        room.minds[message.who] = message.mind
        if not message.mind and message.who in sides:
            del room.minds[message.who]
        room.plans.discard(message.who)
        if message.shows_plan:
            room.plans.add(message.who)
        room.room_timers.plan = None
        await room.store([(TABLE, self.table_text())])

    async def approve(self, seat: Seat, client: Client, message: Approve) -> None:
        room = self.room
        ask = await room.ask(seat, client, message.request)
        thought = None
        if ask is not None and ask.request is not None:
            thought = room.room_timers.waits_for(ask.request)
        if ask is not None and ask.request is not None and thought is not None:
            room.room_timers.plan = None
            choice = read_choice(room.fight.names, ask.request, thought.choice)
            await room.answer(ask.request, choice, None)


def fog_of(fight: Fight) -> bool:
    """Whether fog is on, by the GM's last order."""
    for entry in reversed(fight.entries):
        if isinstance(entry, Ruled) and entry.what.startswith(FOG):
            return entry.what == f"{FOG}on"
    return False


def try_edit(fight: Fight, what: str) -> None:
    """Build the changed map and its tables, which are cached for the order itself."""
    why_not_ruled(Battle(fight.state, fight.rules, Oracle(), None, fight.setup.rounds), what)
