"""Odds for a seat: results of a choice, danger, lines of sight.

The figures come from worker processes and are exact; a seat gets only those that reveal nothing
hidden. If the GM hides a foe's AC, the chance to hit would reveal it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from shieldwall.engine.move.movement import place_of
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.tape.request import Request
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.odds.option_odds import TooManyDice, Unforeseen
from shieldwall.table.approach import approach
from shieldwall.table.message_parts import Greyed, Preview
from shieldwall.table.overload import ODDS, SHARPER
from shieldwall.table.protocol import (
    Approached,
    AskApproach,
    AskDanger,
    AskPreview,
    AskSight,
    Danger,
    Previewed,
    Refused,
    SightLines,
    Trouble,
)
from shieldwall.table.publish.prompts import COVERS, Asker
from shieldwall.table.seats import Client, OpenAsk, Seat
from shieldwall.table.workers import Dangers, Forecast, danger_map, forecast, sight_line
from shieldwall.text.notation import Names, NotationError, choice_text, read_choice
from shieldwall.text.sentences import start

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room

MOST_AT_ONCE: Final = 16
"""Maximum pending odds requests of one client."""
UNKNOWN_ARMOUR: Final = "You do not know its AC."
SLICES: Final = 16
"""Slices of work on a danger map: other odds requests run in between."""
SENT: Final = (1, 2, 4, 8, 16)
"""Number of slices after which a map is sent, until it is exact."""
FAILED: Final = "The odds could not be computed."
LOG: Final = logging.getLogger(__name__)
NOBODY_KNOWS: Final = "There are no odds for this now."
OPEN_COVER: Final = {
    "none": "No cover.",
    "half": "Half cover from the terrain at {place}.",
    "full": "Full cover from the terrain at {place}.",
    "no line": "No line of sight to {place}.",
}
BEHIND_THE_SCREEN: Final = "The GM rolls in secret, so the odds against you are not shown."


class SeatOdds:
    """Answers the queries of one room about odds and sight."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def preview(self, seat: Seat, client: Client, ask: OpenAsk, message: AskPreview) -> None:
        request = ask.request
        if request is None or not self.has_time(client):
            return
        knowledge = self.room.knowledge_of(seat)
        names = knowledge.names(self.room.fight.names)
        try:
            choice = read_choice(names, request, message.choice)
        except NotationError as error:
            client.send(Refused(request=ask.ident, text=str(error)))
            return
        unseen = not all(knowledge.knows_cell(cell) for cell in choice.path)
        if unseen or choice.unit < 0 or request.options.why_not(choice) is not None:
            client.send(Refused(request=ask.ident, text="That cannot be done now."))
            return
        text = choice_text(self.room.fight.names, choice)
        self.room.room_timers.spawn(self._preview(seat, client, ask, message.choice, text))

    async def _preview(
        self, seat: Seat, client: Client, ask: OpenAsk, asked: str, choice: str
    ) -> None:
        room, request = self.room, ask.request
        assert request is not None
        client.busy += 1
        try:
            room_timers = room.room_timers
            found = await room_timers.workers.do(forecast, room_timers.text(), request.unit, choice)
            async with room.lock:
                # Not during a change that may not be stored.
                shown = shown_to(room.knowledge_of(seat), room.fight.names.units, request, found)
        except Unforeseen as error:
            # Only the GM learns that an unknown unit is involved.
            told = seat.role == "gm" or isinstance(error, TooManyDice)
            why = start(f"{error}.") if told else NOBODY_KNOWS
            shown = Preview(how_sure="", unforeseen=why)
        except (ValueError, RuntimeError):
            # The fight has moved on, or no worker could answer.
            shown = Preview(how_sure="", unforeseen=NOBODY_KNOWS)
        except Exception:
            LOG.exception("fight %s: a preview failed", room.row.ident)
            shown = Preview(how_sure="", unforeseen=FAILED)
        finally:
            client.busy -= 1
        if any(one is ask for one in seat.asks.values()) and not seat.in_silence:
            client.send(Previewed(request=ask.ident, choice=asked, preview=shown))

    def approach(self, seat: Seat, client: Client, ask: OpenAsk, message: AskApproach) -> None:
        """Each move must be a current choice of the seat, and the target known to it."""
        request = ask.request
        if request is None or not self.has_time(client):
            return
        knowledge = self.room.knowledge_of(seat)
        names = knowledge.names(self.room.fight.names)
        walks: dict[str, str] = {}
        try:
            for walk in message.walks:
                choice = read_choice(names, request, walk)
                unseen = not all(knowledge.knows_cell(cell) for cell in choice.path)
                if not unseen and choice.unit >= 0 and request.options.why_not(choice) is None:
                    walks[choice_text(self.room.fight.names, choice)] = walk
        except NotationError as error:
            client.send(Refused(request=ask.ident, text=str(error)))
            return
        if message.target not in names.index:
            client.send(Refused(request=ask.ident, text=f"{message.target} is not known."))
            return
        self.room.room_timers.spawn(self._approach(seat, client, ask, message, walks))

    async def _approach(
        self,
        seat: Seat,
        client: Client,
        ask: OpenAsk,
        message: AskApproach,
        walks: dict[str, str],
    ) -> None:
        """`walks` maps the fight's notation to the client's."""
        room, request = self.room, ask.request
        assert request is not None
        answer = Approached(request=ask.ident, target=message.target, first=message.walks[0])
        client.busy += 1
        try:
            work, text = room.room_timers.workers, room.room_timers.text()
            found = await work.do(approach, text, request.unit, list(walks), message.target)
            if found is not None:
                async with room.lock:
                    shown = shown_to(
                        room.knowledge_of(seat), room.fight.names.units, request, found.odds
                    )
                answer = answer.model_copy(
                    update={
                        "walk": walks[found.walk], "blow": found.blow,
                        "label": found.label, "preview": shown,
                    }
                )  # fmt: skip
        except (ValueError, RuntimeError):
            # The fight has moved on, or no worker could answer: there is nothing to offer.
            pass
        except Exception:
            LOG.exception("fight %s: an approach failed", room.row.ident)
        finally:
            client.busy -= 1
        if any(one is ask for one in seat.asks.values()) and not seat.in_silence:
            client.send(answer)

    def danger(self, seat: Seat, client: Client, message: AskDanger) -> None:
        knowledge = self.room.knowledge_of(seat)
        number = knowledge.names(self.room.fight.names).index.get(message.unit, -1)
        own = number >= 0 and (knowledge.gm or message.unit in seat.units)
        if not own:
            client.send(Trouble(text=f"{message.unit} is not yours to play."))
        elif not knowledge.shows_danger():
            client.send(Trouble(text=BEHIND_THE_SCREEN))
        elif self.has_time(client):
            self.room.room_timers.spawn(self._danger(seat, client, number, message.unit))

    async def _danger(self, seat: Seat, client: Client, number: int, unit: str) -> None:
        """Send a first answer, then sharper ones, until it is exact or the seat gets news.

        Unseen events do not end it: otherwise its end would reveal them.
        """
        workers, text = self.room.room_timers.workers, self.room.room_timers.text()
        client.watches += 1
        watch, shown = client.watches, seat.state
        last: Dangers | None = None
        client.busy += 1
        try:
            for slices in range(1, SLICES + 1):
                kind = ODDS if slices == 1 else SHARPER
                found = await workers.do(danger_map, text, number, slices, kind=kind)
                async with self.room.lock:
                    if client.gone or client.watches != watch or seat.in_silence:
                        return
                    if seat.state is not shown or self.room.stalled:
                        return
                    if found != last and (found.exact or slices in SENT):
                        client.send(self._shown_danger(seat, unit, found, last is not None))
                        last = found
                if found.exact:
                    return
        except (ValueError, RuntimeError):
            return
        except Exception:
            LOG.exception("fight %s: a danger map failed", self.room.row.ident)
            client.send(Trouble(text=FAILED))
        finally:
            client.busy -= 1

    def _shown_danger(self, seat: Seat, unit: str, found: Dangers, sharper: bool) -> Danger:
        knowledge, names = self.room.knowledge_of(seat), self.room.fight.names
        known = {
            square: risk
            for square, risk in found.squares.items()
            if knowledge.knows_cell(names.cell(square))
        }
        return Danger(unit=unit, squares=known, how_sure=found.how_sure, sharper=sharper)

    async def sight(self, seat: Seat, client: Client, message: AskSight) -> None:
        knowledge = self.room.knowledge_of(seat)
        names = knowledge.names(self.room.fight.names)
        if self.room.fight.state.grid.open:
            await self._open_sight(seat, client, names, message)
            return
        for place in (message.viewer, message.target):
            if place.lower() not in names.index:
                try:
                    cell = names.cell(place.partition("@")[0])
                except NotationError as error:
                    client.send(Trouble(text=f"{error}."))
                    return
                if not knowledge.knows_cell(cell):
                    client.send(Trouble(text="None of your units has seen that square."))
                    return
        if self.has_time(client):
            why = await self._why_not(seat, names, message.viewer, message.target)
            work = self._sight(client, message.viewer, message.target, why)
            self.room.room_timers.spawn(work)

    async def _open_sight(
        self, seat: Seat, client: Client, names: Names, message: AskSight
    ) -> None:
        """Without a map: the cover of the target's position."""
        state = self.room.fight.state
        viewer, target = (names.index.get(one, -1) for one in (message.viewer, message.target))
        if viewer < 0 or target < 0:
            client.send(Trouble(text="Without a map, choose a unit to look at, not a place."))
            return
        one, other = state.units[viewer], state.units[target]
        cover = COVERS[int(cover_from(state.grid, one, other))] or "none"
        place = names.square(int(place_of(state.grid, other)))
        client.send(
            SightLines(
                viewer=message.viewer,
                target=message.target,
                cover=cover,  # type: ignore[arg-type]
                corners=[],
                words=OPEN_COVER[cover].format(place=place),
                reason=OPEN_COVER[cover].format(place=place),
                why=await self._why_not(seat, names, message.viewer, message.target),
            )
        )

    async def _why_not(self, seat: Seat, names: Names, viewer: str, target: str) -> list[Greyed]:
        """For a unit of the seat, on its turn."""
        room, knowledge = self.room, self.room.knowledge_of(seat)
        one, other = names.index.get(viewer, -1), names.index.get(target, -1)
        if one < 0 or other < 0 or not (knowledge.gm or viewer in seat.units):
            return []
        for request in room.open_requests():
            asker = Asker(room.fight.names, request, knowledge)
            if room.answers(seat, request) and viewer in asker.ready():
                return await asker.against(one, other)
        return []

    async def _sight(self, client: Client, viewer: str, target: str, why: list[Greyed]) -> None:
        client.busy += 1
        try:
            room_timers = self.room.room_timers
            seen = await room_timers.workers.do(sight_line, room_timers.text(), viewer, target)
        except ValueError as error:
            client.send(Trouble(text=f"{error}."))
            return
        except RuntimeError:
            return
        except Exception:
            LOG.exception("fight %s: a line of sight failed", self.room.row.ident)
            client.send(Trouble(text=FAILED))
            return
        finally:
            client.busy -= 1
        client.send(
            SightLines(
                viewer=viewer,
                target=target,
                cover=seen.cover if seen.line else "no line",  # type: ignore[arg-type]
                corners=list(seen.corners),
                words=seen.words,
                reason=seen.reason,
                corner_words=seen.corner_words,
                why=why,
            )
        )

    def has_time(self, client: Client) -> bool:
        if client.busy >= MOST_AT_ONCE:
            client.send(Trouble(text="One question at a time, please."))
            return False
        return True


def shown_to(
    knowledge: SeatKnowledge, names: list[str], request: Request, found: Forecast
) -> Preview:
    """The part of the odds that the seat may know."""
    units = knowledge.state.units
    target = units[found.target] if found.target >= 0 else None
    against_foe = target is not None and knowledge.is_foe(target)
    shows_hit = target is not None and knowledge.shows_ac(target)
    shows_drop = target is not None and knowledge.shows_chance_to_drop(target)
    provokes = [names[number] for number in found.provokes if knowledge.knows_number(number)]
    words = ""
    if against_foe and not shows_hit:
        words = UNKNOWN_ARMOUR
    elif shows_hit and found.hit:
        words = f"Hits {found.hit:.0%} of the time, for {found.damage:.1f} on average."
    return Preview(
        hit=found.hit if shows_hit else None,
        damage=found.damage if shows_hit else None,
        drop=found.drop if shows_drop else None,
        provokes=provokes,
        risk=found.risk if knowledge.shows_risk(request.point) else None,
        how_sure=found.how_sure,
        words=words,
    )
