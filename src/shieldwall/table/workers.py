"""Slow work in worker processes: searching minds, odds over many squares.

A worker gets a fight as text (its set-up and its tape) and caches it, so that the next request for
the same fight only replays the new entries.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, NamedTuple, TypeVar

from shieldwall.content import setup_from_text
from shieldwall.display.sight_words import Viewpoints
from shieldwall.engine.space.sight.cover import look
from shieldwall.engine.tape.request import Request
from shieldwall.fight import Fight
from shieldwall.minds import Mind, make_mind
from shieldwall.odds.danger import DangerMap
from shieldwall.odds.option_odds import Previewer, aim_of
from shieldwall.sim.parent_watch import end_with_parent
from shieldwall.store.save_file import replay_tape
from shieldwall.table.overload import ODDS, Turns
from shieldwall.table.persistence.records import tape_file
from shieldwall.text.notation import choice_text, entry_text, parse_choice

KEPT: Final = 256
"""Maximum fights in a worker's cache."""
POLITENESS: Final = 5
"""Niceness of workers: the table has priority for the processor."""
Answer = TypeVar("Answer")


class FightText(NamedTuple):
    """A fight in the form sent to a worker."""

    key: str
    setup: str
    seed: int
    by_hand: bool
    tape: tuple[str, ...]


class Thought(NamedTuple):
    """The choice of a mind, in notation, and its purpose."""

    choice: str
    plan: str


_fights: OrderedDict[str, tuple[Fight, tuple[str, ...]]] = OrderedDict()
_minds: OrderedDict[tuple[str, str], Mind] = OrderedDict()


def fight_of(text: FightText) -> Fight:
    """In the worker: the fight, extended from the cached one if that is a prefix."""
    kept = _fights.pop(text.key, None)
    if kept is not None and text.tape[: len(kept[1])] == kept[1] and _grow(kept, text):
        fight = kept[0]
    else:
        file = tape_file(text.key, text.seed, text.by_hand, text.tape)
        fight = replay_tape(file, setup_from_text(text.setup))
    _fights[text.key] = (fight, text.tape)
    while len(_fights) > KEPT:
        _fights.popitem(last=False)
    return fight


def fights_kept() -> list[str]:
    """Keys of the fights in this process's cache."""
    return list(_fights)


def _grow(kept: tuple[Fight, tuple[str, ...]], text: FightText) -> bool:
    """Add the new entries; False if the fight differs and must be read again."""
    fight, tape = kept
    if fight.by_hand != text.by_hand or text.by_hand:
        return tape == text.tape and fight.by_hand == text.by_hand
    try:
        for line in text.tape[len(tape) :]:
            if line.startswith("*"):
                return False
            if line.startswith(">"):
                fight.push(line[2:])
    except ValueError:
        return False
    grown = fight.entries[len(tape) :]
    return [entry_text(fight.names, one) for one in grown] == list(text.tape[len(tape) :])


def request_to(fight: Fight, unit: int) -> Request:
    for request in fight.requests:
        if request.unit == unit:
            return request
    raise ValueError("that is not asked any more")


def think(text: FightText, unit: int, name: str) -> Thought:
    """In the worker: a mind's answer to the request of a unit."""
    fight = fight_of(text)
    request = request_to(fight, unit)
    key = (text.key, name)
    mind = _minds.pop(key, None) or make_mind(name, text.seed & 0x7FFFFFFF)
    _minds[key] = mind
    while len(_minds) > KEPT:
        _minds.popitem(last=False)
    choice = mind(request)
    return Thought(choice_text(fight.names, choice), mind.plan(request, choice))


class Forecast(NamedTuple):
    """The odds of a choice; a seat is shown only what it may know."""

    target: int
    """Its target, -1 for none."""
    hit: float
    damage: float
    drop: float
    risk: float
    provokes: tuple[int, ...]
    how_sure: str


def forecast(text: FightText, unit: int, choice: str) -> Forecast:
    """In the worker: the odds of one answer to the request of a unit."""
    fight = fight_of(text)
    request = request_to(fight, unit)
    chosen = parse_choice(fight.names, choice)
    found = Previewer(fight, request).look(chosen)
    odds = found.odds
    return Forecast(
        aim_of(request, chosen),
        float(odds.hit),
        float(odds.mean),
        float(odds.dropped),
        float(odds.fell),
        tuple(found.provokes),
        found.label,
    )


class Dangers(NamedTuple):
    """For each square in reach, the chance of being down before the next turn; its precision."""

    squares: dict[str, float]
    how_sure: str
    exact: bool


class Sharpened:
    """A danger map that is refined step by step."""

    def __init__(self, text: FightText, unit: int) -> None:
        fight = fight_of(text)
        self.tape = text.tape
        self.names = fight.names
        self.map = DangerMap(fight.state, fight.rules, unit)
        self.slices = 0
        """Number of refinements."""


_dangers: OrderedDict[tuple[str, int], Sharpened] = OrderedDict()
"""By fight and unit."""


FIRST_SLICE: Final = 8
SLICE: Final = 32
"""Number of assaults counted for the first answer, and for each refinement."""


def danger_map(text: FightText, unit: int, slices: int = 1) -> Dangers:
    """In the worker: a map after this many slices of work; continues a cached one.

    The same question gets the same answers, whatever the speed of the machine.
    """
    key = (text.key, unit)
    kept = _dangers.pop(key, None)
    if kept is None or kept.tape != text.tape:
        kept = Sharpened(text, unit)
    while kept.slices < slices:
        kept.map.sharpen(SLICE if kept.slices else FIRST_SLICE)
        kept.slices += 1
    _dangers[key] = kept
    while len(_dangers) > KEPT:
        _dangers.popitem(last=False)
    squares = {kept.names.square(cell): one.chance for cell, one in kept.map.squares.items()}
    margin = max((one.margin for one in kept.map.squares.values()), default=0.0)
    exact = margin == 0
    return Dangers(squares, "exact" if exact else f"± {100 * margin:.0f} %", exact)


class Sighted(NamedTuple):
    """Cover of one place from another, and its eight corners."""

    line: bool
    cover: str
    corners: tuple[bool, ...]
    words: str
    reason: str
    corner_words: str


def sight_line(text: FightText, viewer: str, target: str) -> Sighted:
    """In the worker: line of sight between two units or squares, in the current state."""
    fight = fight_of(text)
    places = Viewpoints(fight.setup, fight.state)
    seen = look(places.grid, places.stand(viewer), places.stand(target))
    words = places.lines(places.name(viewer), places.name(target), seen)
    return Sighted(
        seen.line,
        places.cover(seen) if seen.line else "",
        tuple(corner.seen for corner in seen.corners),
        " ".join(line.strip() for line in words),
        places.reason(seen),
        " ".join(line.strip() for line in words[1:]),
    )


def _begin() -> None:
    """In a new worker: lower the priority, ignore Ctrl-C, and exit with the table."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def start_workers(count: int) -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_begin)
    # The first task starts all workers, with Ctrl-C blocked from the start.
    if not hasattr(signal, "pthread_sigmask"):
        pool.submit(os.getpid)
        return pool
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pool.submit(os.getpid)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return pool


def _stop(pool: ProcessPoolExecutor) -> None:
    """Kill the workers at once; returns when they are gone and cleaned up."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


class Workers:
    """The worker processes, started on first use, or lent by another owner."""

    def __init__(self, count: int = 0, lent: ProcessPoolExecutor | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._pool = lent
        self._lent = lent
        self._starting = asyncio.Lock()
        self._closed = False
        self.turns = Turns(self.count + 1)
        """One more than there are workers, so that none is idle between two tasks."""

    async def _ready(self) -> ProcessPoolExecutor:
        """Starting processes is slow: do not call on the event loop."""
        async with self._starting:
            if self._closed:
                raise RuntimeError("the table is closed")
            if self._pool is None:
                self._pool = await asyncio.to_thread(start_workers, self.count)
            return self._pool

    async def pool(self) -> ProcessPoolExecutor:
        """The pool itself, for callers with their own thread."""
        return await self._ready()

    async def do(
        self, function: Callable[..., Answer], *arguments: object, kind: float = ODDS
    ) -> Answer:
        """Run a function in a worker, when its turn comes."""
        async with self.turns.turn(kind):
            return await self.run(function, *arguments)

    async def run(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Run a function in a worker now; a dead worker is replaced once."""
        loop = asyncio.get_running_loop()
        pool = await self._ready()
        try:
            return await loop.run_in_executor(pool, function, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                await asyncio.to_thread(_stop, pool)
            return await loop.run_in_executor(await self._ready(), function, *arguments)

    async def close(self) -> None:
        async with self._starting:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None and pool is not self._lent:
            await asyncio.to_thread(_stop, pool)
