"""A fight as a film: each log line with the state of the board after it.

A film is made for one seat and contains only what that seat may know, using the same modules as the
live table (`seat_knowledge`, `seat_state`, `fight_log`, `fog`). If nothing visible to the seat
changed there is no frame, so even the number of frames reveals nothing hidden.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from shieldwall.display.markers import Marks
from shieldwall.engine.points import DECLARING, TURN
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled, Ruled
from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.knowledge.seen_ground import seen_squares
from shieldwall.table.message_parts import LogLine, MapView, Message, Role, Settings
from shieldwall.table.play.unit_pictures import Shown, with_picture
from shieldwall.table.publish.fight_log import FightLog
from shieldwall.table.publish.fight_stats import count_stats
from shieldwall.table.publish.fog import Memory
from shieldwall.table.publish.seat_state import (
    clock_view,
    map_view,
    over_view,
    side_views,
    unit_view,
)
from shieldwall.table.workers import FightText, fight_of

FILM: Final = 1
"""Version of the format."""
Json = dict[str, Any]


class Viewer(NamedTuple):
    """The viewer of a fight, and what they were shown while it was played."""

    role: Role = "gm"
    units: frozenset[str] = frozenset()
    seat: str = "GM"
    changes: tuple[tuple[int, Settings], ...] = ((0, Settings()),)
    """Settings, each with the number of events before it took effect."""
    seen: tuple[tuple[int, str], ...] | None = ()
    """What each team saw, by number of tape entries (`SEEN` entries of the store).

    None for a fight that is not stored: it is then recomputed.
    """
    seats: tuple[tuple[str, str], ...] = ()
    """Units and the seats that played them."""
    pictures: tuple[tuple[str, Shown], ...] = ()

    def settings_at(self, place: int) -> Settings:
        """The settings in force at an event, by event index."""
        for after, settings in reversed(self.changes):
            if after <= place:
                return settings
        return self.changes[0][1]


def moments(fight: Fight) -> Iterator[tuple[Fight, Entry | None]]:
    """Replay the fight, yielding at the start and after each tape entry."""
    twin = Fight(fight.setup, fight.seed, by_hand=True)
    yield twin, None
    for place, entry in enumerate(fight.entries):
        if isinstance(entry, Rolled):
            if twin.die is None:
                raise Desync(place, entry, "a choice")
            twin.push_die(entry.value)
        elif isinstance(entry, Chose):
            twin.push(entry.choice)
        elif isinstance(entry, Ruled):
            twin.rule(entry.what, entry.note)
        yield twin, entry


def first_orders(fight: Fight) -> int:
    """Number of entries up to the last opening order: fog, wounds from the fight before.

    These orders precede everything shown to a seat, though initiative may already be rolled. So a
    film begins after the last order that comes before any choice.
    """
    count = 0
    for place, entry in enumerate(fight.entries):
        if isinstance(entry, Chose):
            break
        if isinstance(entry, Ruled):
            count = place + 1
    return count


class SeatsOfUnits:
    """Which seat played which unit, as needed by unit views."""

    def __init__(self, viewer: Viewer) -> None:
        self.seats = dict(viewer.seats)
        self.pictures = dict(viewer.pictures)

    def seat_of(self, unit: Unit) -> str:
        return self.seats.get(unit.ident, "")

    def mind_of(self, unit: Unit) -> str:
        return ""

    def picture_of(self, unit: Unit) -> str:
        shown = self.pictures.get(unit.ident)
        return "" if shown is None else shown.mark


class FrameMaker:
    """Makes the frames of one film."""

    def __init__(self, fight: Fight, viewer: Viewer) -> None:
        self.fight = fight
        self.viewer = viewer
        self.seats_of_units = SeatsOfUnits(viewer)
        self.marks = Marks(fight.setup)
        self.fight_log = FightLog()
        self.frames: list[Json] = []
        self.acts: list[Json] = []
        self.told: set[int] = set()
        """Indexes of the events the seat was sent."""
        self.memories: dict[int, Memory] = {}
        self._seen = 0
        self._units: dict[str, Json] = {}
        self._clock: Json = {}
        self._sides: list[Json] = []
        self._ground: object = None
        self._map: Json = {}
        self._reading = 0
        self._acting = ("", 0)

    def make(self) -> Json:
        """The whole film."""
        start: Json = {}
        twin = self.fight
        entries = 0
        first = first_orders(self.fight)
        for twin, entry in moments(self.fight):
            entries += entry is not None
            if entries < first:
                continue
            if not start:
                self._take_in(twin, entries)
                knowledge = self._knowledge_at(twin)
                self._look(twin, knowledge)
                start = {
                    "units": list(self._units.values()),
                    "clock": self._clock,
                    "sides": self._sides,
                    "map": self._map,
                }
                self._tell(twin, knowledge, entries)
                continue
            assert entry is not None
            self._note_act(twin, entry)
            self._take_in(twin, entries)
            self._advance(twin, entries)
        return {
            "film": FILM,
            "title": self.fight.setup.title,
            "book": self.fight.book.title,
            "role": self.viewer.role,
            "seat": self.viewer.seat,
            "start": start,
            "frames": self.frames,
            "acts": self.acts,
            "over": self._end(twin),
        }

    def _knowledge_at(self, twin: Fight) -> SeatKnowledge:
        viewer = self.viewer
        settings = viewer.settings_at(len(twin.events))
        knowledge = SeatKnowledge(twin.setup, twin.state, viewer.role, viewer.units, settings)
        knowledge.ground = self._memory(twin, knowledge)
        return knowledge

    def _memory(self, twin: Fight, knowledge: SeatKnowledge) -> Memory | None:
        """The seat's team's memory of the map; None without fog."""
        grid = twin.state.grid
        if knowledge.gm or not knowledge.settings.fog or grid.open:
            return None
        return self._memory_of(min(knowledge.teams), grid)

    def _memory_of(self, team: int, grid: GridMap) -> Memory:
        if team not in self.memories:
            self.memories[team] = Memory(int(grid.width), int(grid.height))
        return self.memories[team]

    def _take_in(self, twin: Fight, entries: int) -> None:
        """Update the teams' memory of the map under fog."""
        grid = twin.state.grid
        seen = self.viewer.seen
        if seen is not None:
            while self._seen < len(seen) and seen[self._seen][0] <= entries:
                number, _, news = seen[self._seen][1].partition(" ")
                self._memory_of(int(number), grid).remember(json.loads(news))
                self._seen += 1
        elif self.viewer.role != "gm" and not grid.open:
            settings = self.viewer.settings_at(len(twin.events))
            if settings.fog:
                knowledge = SeatKnowledge(
                    twin.setup, twin.state, self.viewer.role, self.viewer.units, settings
                )
                for team in knowledge.teams:
                    self._memory_of(team, grid).see(grid, seen_squares(twin.state, team))

    def _advance(self, twin: Fight, entries: int) -> None:
        knowledge = self._knowledge_at(twin)
        fresh = self._tell(twin, knowledge, entries)
        patch = self._look(twin, knowledge)
        if not self.frames:
            if patch:
                self.frames.append(self._frame(None, entries))
                self.frames[-1].update(patch)
            return
        # Changes without a log line belong to the line before them.
        frame = self.frames[-1]
        if fresh or patch:
            frame["entry"] = entries
        _merge(frame, patch)
        if self.viewer.role != "gm":
            # The number of dice and choices in between must not be revealed.
            frame.pop("entry", None)

    def _frame(self, line: LogLine | None, entries: int) -> Json:
        made: Json = {} if line is None else {"line": short(line)}
        if self.viewer.role == "gm":
            made["entry"] = entries
        return made

    def _tell(self, twin: Fight, knowledge: SeatKnowledge, entries: int) -> bool:
        """Add a frame for each log line new to the seat; True if there are any."""
        self.fight_log.follow(twin)
        others = None
        if knowledge.gm:
            settings = knowledge.settings
            others = SeatKnowledge(twin.setup, twin.state, "player", frozenset(), settings)
        before = len(self.frames)
        for place in range(self._reading, len(self.fight_log.events)):
            then = self.viewer.settings_at(place)
            line = self.fight_log.line(
                twin,
                knowledge.under(then),
                place,
                len(self.told) + 1,
                None if others is None else others.under(then),
            )
            if line is not None:
                self.told.add(place)
                self.frames.append(self._frame(line, max(0, entries - 1)))
        self._reading = len(self.fight_log.events)
        return len(self.frames) > before

    def _look(self, twin: Fight, knowledge: SeatKnowledge) -> Json:
        """Changes on the board since the last frame."""
        found: Json = {}
        views = {
            unit.ident: dump(unit_view(twin, knowledge, self.marks, self.seats_of_units, unit))
            for unit in twin.state.units
            if knowledge.knows(unit)
        }
        changed = [
            view if ident not in self._units else _changes(ident, self._units[ident], view)
            for ident, view in views.items()
            if self._units.get(ident) != view
        ]
        if changed:
            found["units"] = changed
        gone = [ident for ident in self._units if ident not in views]
        if gone:
            found["gone"] = gone
        self._units = views
        clock = dump(clock_view(twin, knowledge))
        if clock != self._clock:
            found["clock"] = self._clock = clock
        sides = [dump(side) for side in side_views(twin.state, knowledge)]
        if sides != self._sides:
            found["sides"] = self._sides = sides
        ground = self._ground_of(twin, knowledge)
        if ground != self._ground:
            self._ground = ground
            view = dump(self._map_view(twin, knowledge))
            if view != self._map:
                found["map"] = self._map = view
        return found

    def _ground_of(self, twin: Fight, knowledge: SeatKnowledge) -> object:
        memory = self._memory(twin, knowledge)
        return twin.state.grid if memory is None else (min(knowledge.teams), memory.version)

    def _map_view(self, twin: Fight, knowledge: SeatKnowledge) -> MapView:
        memory = self._memory(twin, knowledge)
        if memory is None:
            return with_picture(map_view(twin), self.seats_of_units.pictures)
        return memory.view(twin, twin.names)

    def _note_act(self, twin: Fight, entry: Entry) -> None:
        """Mark the start of a turn, for navigation."""
        if not isinstance(entry, Chose) or entry.point not in (TURN, DECLARING):
            return
        number, now = entry.choice.unit, int(twin.state.clock.round)
        if number < 0 or not self._knowledge_at(twin).knows_number(number):
            return
        ident = twin.state.units[number].ident
        if self._acting != (ident, now):
            self._acting = (ident, now)
            self.acts.append({"at": len(self.frames), "unit": ident, "round": now})

    def _end(self, twin: Fight) -> Json | None:
        if twin.outcome is None:
            return None
        knowledge = self._knowledge_at(twin)
        stats = count_stats(
            twin.state,
            twin.events,
            self.told.__contains__,
            lambda place: knowledge.under(self.viewer.settings_at(place)),
        )
        return dump(over_view(twin, knowledge).model_copy(update={"deeds": stats}))


def film_of(fight: Fight, viewer: Viewer) -> Json:
    """The film of a fight for one seat."""
    return FrameMaker(fight, viewer).make()


def packed_film(text: FightText, viewer: Viewer, more: tuple[tuple[str, str], ...] = ()) -> bytes:
    """In a worker: the film as gzipped JSON; `more` is merged into it."""
    return pack({**film_of(fight_of(text), viewer), **dict(more)})


def pack(film: Json) -> bytes:
    return gzip.compress(json.dumps(film, separators=(",", ":")).encode(), 9, mtime=0)


def dump(message: Message) -> Json:
    return message.model_dump(mode="json")


def short(line: LogLine) -> Json:
    """A line without default values; the page fills them in."""
    return line.model_dump(mode="json", exclude_defaults=True)


def _changes(ident: str, before: Json, now: Json) -> Json:
    return {"id": ident, **{key: value for key, value in now.items() if before[key] != value}}


def _merge(frame: Json, patch: Json) -> None:
    """Merge later changes into the changes of a frame."""
    units = {one["id"]: one for one in frame.get("units", [])}
    for one in patch.get("units", []):
        units[one["id"]] = {**units.get(one["id"], {}), **one}
    gone = [one for one in frame.get("gone", []) if one not in units]
    gone += [one for one in patch.get("gone", []) if one not in gone]
    for one in patch.get("gone", []):
        units.pop(one, None)
    frame.update({key: value for key, value in patch.items() if key not in ("units", "gone")})
    if units:
        frame["units"] = list(units.values())
    else:
        frame.pop("units", None)
    if gone:
        frame["gone"] = gone
