"""Reviews of fights: run in the background, cancelled on request, stored.

A review runs part by part in the table's worker processes, so that minds and odds are served in
between. A finished review is stored beside the tape and is valid as long as the tape is unchanged.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from shieldwall.review.continuations import Done, Work, do_work
from shieldwall.review.fight_review import Effort, FightReview
from shieldwall.table.persistence.writer import SILENT
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.workers import FightText, fight_of

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room
    from shieldwall.table.play.rooms import Rooms

LOG: Final = logging.getLogger(__name__)
REVIEW: Final = "review"
"""Kind of the stored entry; older versions of the store ignore it."""
MOST_AT_ONCE: Final = 3
"""Maximum number of reviews running at the same time."""
SEED: Final = 1
Json = dict[str, Any]


def review_part(text: FightText, work: Work) -> Done:
    """In a worker: one part of a review."""
    return do_work(fight_of(text), work, SEED)


def tape_mark(tape: Sequence[str]) -> str:
    """Digest of a tape: a review belongs to one tape."""
    return hashlib.sha256("\n".join(tape).encode()).hexdigest()[:20]


class Running:
    """A running review."""

    def __init__(self, made: FightReview, mark: str) -> None:
        self.made = made
        self.mark = mark
        self.task: asyncio.Task[None] | None = None
        self.trouble = ""


class ReviewRequests:
    """The reviews of one server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.running: dict[str, Running] = {}
        self.troubles: dict[str, str] = {}
        self.effort = Effort()

    async def close(self) -> None:
        for ident in list(self.running):
            await self.stop(ident)

    async def start(self, ident: str) -> Json:
        """Start a review, unless one is running."""
        room = await self.rooms.room(ident)
        if ident not in self.running:
            if len(self.running) >= MOST_AT_ONCE:
                raise Wrong("Other reviews are running; wait for one of them, or stop it.", 429)
            async with room.lock:
                if room.stalled:
                    raise Wrong(SILENT, 503)
                twin = await asyncio.to_thread(room.fight.fork)
                text = room.room_timers.text()
            made = await asyncio.to_thread(FightReview, twin, self.effort)
            if not made.chances:
                raise Wrong("No choice has been made in this fight yet.", 409)
            self.troubles.pop(ident, None)
            running = Running(made, tape_mark(text.tape))
            self.running[ident] = running
            running.task = asyncio.create_task(self._work(room, running, text))
        return await self.state(ident)

    async def stop(self, ident: str) -> None:
        """Cancel a review and discard its partial results."""
        running = self.running.pop(ident, None)
        if running is not None and running.task is not None:
            running.task.cancel()
            await asyncio.gather(running.task, return_exceptions=True)

    async def state(self, ident: str) -> Json:
        """Progress of the running review, and the last finished one."""
        room = await self.rooms.room(ident)
        running = self.running.get(ident)
        stored = await self._stored(ident)
        mark = tape_mark(room.recorder.texts)
        return {
            "running": running is not None,
            "done": 0 if running is None else min(running.made.done, running.made.whole),
            "whole": 0 if running is None else running.made.whole,
            "trouble": self.troubles.get(ident, ""),
            "stale": stored is not None and stored.get("tape") != mark,
            "report": None if stored is None else stored.get("report"),
        }

    async def _stored(self, ident: str) -> Json | None:
        rooms = self.rooms
        text = await rooms.writer.call(rooms.store.last_entry, ident, REVIEW)
        try:
            found = json.loads(text) if text else None
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    async def _work(self, room: Room, running: Running, text: FightText) -> None:
        ident = room.row.ident
        try:
            await self._play(running.made, text)
            report = await asyncio.to_thread(running.made.report)
            stored = json.dumps({"tape": running.mark, "report": report}, sort_keys=True)
            async with room.lock:
                trouble = room.stalled or await room.attempt(room.store([(REVIEW, stored)]))
            if trouble:
                self.troubles[ident] = f"The review could not be stored. {trouble}"
        except Exception:
            LOG.exception("fight %s cannot be reviewed", ident)
            self.troubles[ident] = "The review failed. The server's log says why."
        finally:
            if self.running.get(ident) is running:
                del self.running[ident]

    async def _play(self, made: FightReview, text: FightText) -> None:
        """Run all parts; with several workers, one stays free for the table."""
        workers = self.rooms.workers

        async def hand(waiting: Iterator[Work]) -> None:
            for work in waiting:
                made.take(work, await workers.do(review_part, text, work))

        for works in made.works():
            waiting = iter(works)
            async with asyncio.TaskGroup() as group:
                for _ in range(max(1, workers.count - 1)):
                    group.create_task(hand(waiting))
