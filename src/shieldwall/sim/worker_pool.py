"""Runners: this process, several processes, or a cluster. Rows come back in order.

Fight i uses substream i of the seed, and results are put in order before they are counted; so the
result does not depend on the number of workers.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

from shieldwall.content import setup_from_text
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import IllegalChoice
from shieldwall.minds.user_minds import MindFailed
from shieldwall.sim.counts import Batch, Counts, outcome_lines
from shieldwall.sim.fight_facts import Row, Sample, is_sampled
from shieldwall.sim.job import Game, Job
from shieldwall.sim.parent_watch import end_with_parent

BATCH: Final = 50
"""Fights that travel together at most …"""
LARGE_BATCH: Final = 1000
"""… and where they come back summed up."""
PIECES: Final = 4
"""The remaining fights make this many batches for each worker: batches shrink towards the end, so
that all workers finish at about the same time."""
LEAST_SECONDS: Final = 0.02
"""Minimum duration of a batch, so that sending it pays."""
AHEAD: Final = 4
"""Batches queued per worker."""
MOST_LOSSES: Final = 3
KEPT: Final = 64
"""Jobs a worker keeps ready."""

Result = TypeVar("Result")


def play_batch(game: Game, first: int, count: int) -> Batch:
    rows: list[Row] = []
    sample = Sample()
    began = time.perf_counter()
    # A fight makes no reference cycles, so the cycle collector would find nothing.
    collecting = gc.isenabled()
    gc.disable()
    number = first
    try:
        for number in range(first, first + count):
            rows.append(game.play(number, sample if game.watched or is_sampled(number) else None))
    except IllegalChoice as error:
        what = f"{error.choice.verb} by unit {error.choice.unit}"
        raise RunFailed(f"fight {number}: a mind chose {what}, which is not allowed") from error
    except MindFailed as error:
        raise RunFailed(f"fight {number}: {error}") from error
    finally:
        if collecting:
            gc.enable()
    return Batch(first, rows, sample, seconds=time.perf_counter() - began)


class RunFailed(ValueError):
    """A fight could not continue, and why; sent between processes as its message."""


class Ready(threading.local):
    """The prepared jobs of a thread: the tables of a map must not be shared by threads."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.setups: dict[str, Setup] = {}
        """By their text: jobs with the same set-up share the caches of its map."""

    def game(self, digest: str, make: Callable[[], Job]) -> Game:
        game = self.games.get(digest)
        if game is None:
            if len(self.games) >= KEPT:
                self.games.clear()
                self.setups.clear()
            job = make()
            game = self.games[digest] = job.game(self.setup(job.setup_text))
        return game

    def setup(self, text: str) -> Setup:
        setup = self.setups.get(text)
        if setup is None:
            setup = self.setups[text] = setup_from_text(text)
        return setup


READY: Final = Ready()


def play_parcel(digest: str, parcel: bytes, first: int, count: int, each: bool = True) -> Batch:
    """The task of a worker. `each`: return every fight, not only the totals."""
    game = READY.game(digest, lambda: unpack(parcel))
    batch = play_batch(game, first, count)
    if each:
        return batch
    summed = Counts(game.setup)
    for row in batch.rows:
        summed.add_row(row)
    return Batch(first, [], batch.sample, summed, outcome_lines(batch.rows), batch.seconds)


def unpack(parcel: bytes) -> Job:
    job = pickle.loads(zlib.decompress(parcel))
    assert isinstance(job, Job)
    return job


class BatchRunner:
    """Plays in this process."""

    workers = 1
    batch = 1

    def batches(self, job: Job, first: int, count: int, each: bool = True) -> Iterator[Batch]:
        """The fights from `first` on, in order; totals unless `each`."""
        game = READY.game(job.digest, lambda: job)
        for number in range(first, first + count):
            yield play_batch(game, number, 1)

    def prepared(self, job: Job) -> Job:
        """The job in the best form to send to workers."""
        return job

    def will_ask(self, job: Job, count: int) -> None:
        """Announce that the first fights of a job, as totals, will follow the next run."""

    def halt(self) -> None:
        """Cancel running work."""

    def close(self) -> None:
        """Stop the workers."""


class ParallelRunner(BatchRunner):
    """Submits batches to an executor and keeps their order."""

    batch = BATCH

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.coming: tuple[Job, int] | None = None
        """A job, and how many of its fights will be asked for later."""
        self.early: dict[tuple[str, int], tuple[int, Future[Batch]]] = {}
        """Batches of it submitted early, with their number of fights, by job and first fight."""
        self.seconds_a_fight = 0.0
        """Seconds a fight took lately; 0 before one is known."""

    def will_ask(self, job: Job, count: int) -> None:
        self.coming = (job, count)

    def executor(self) -> Executor:
        raise AssertionError("subclasses have an executor")

    def lost(self) -> None:
        """Workers have died."""
        raise AssertionError("subclasses replace lost workers")

    def batches(self, job: Job, first: int, count: int, each: bool = True) -> Iterator[Batch]:
        end = first + count
        next_up = first
        under_way: deque[tuple[int, Future[Batch]]] = deque()
        losses = 0
        try:
            while next_up < end or under_way:
                try:
                    while next_up < end and len(under_way) < AHEAD * self.workers:
                        size, task = self.early.pop((job.digest, next_up), (0, None))
                        if task is None or each or next_up + size > end:
                            size, task = self.give_out(job, next_up, end, each)
                        under_way.append((next_up, task))
                        next_up += size
                    if next_up >= end:
                        self.give_out_early()
                    batch = under_way[0][1].result()
                except BrokenProcessPool:
                    losses += 1
                    if losses > MOST_LOSSES:
                        raise
                    self.lost()
                    self.early.clear()
                    if under_way:
                        next_up = under_way[0][0]
                        under_way.clear()
                    continue
                under_way.popleft()
                self.seconds_a_fight = batch.seconds / batch.fights
                yield batch
        finally:
            self.drop([task for _, task in under_way])

    def give_out(self, job: Job, first: int, end: int, each: bool) -> tuple[int, Future[Batch]]:
        """Submit some of the fights; return their number and the task."""
        least = max(1, int(LEAST_SECONDS / self.seconds_a_fight)) if self.seconds_a_fight else 1
        fair = (end - first) // (PIECES * self.workers)
        size = min(BATCH if each else LARGE_BATCH, max(least, fair), end - first)
        return size, self.executor().submit(play_parcel, job.digest, job.parcel, first, size, each)

    def give_out_early(self) -> None:
        """Submit the fights that will be asked for next, for workers without work."""
        if self.coming is not None:
            job, end = self.coming
            self.coming = None
            first = 0
            while first < end:
                size, task = self.give_out(job, first, end, False)
                self.early[job.digest, first] = (size, task)
                first += size

    def drop(self, tasks: list[Future[Batch]]) -> None:
        """Cancel these tasks."""
        for task in tasks:
            task.cancel()


class Processes(ParallelRunner):
    """Worker processes on this machine."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.hands: list[BaseProcess] = []
        self.hired: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The workers, started when there is work for them."""
        if self.hired is None:
            self.hired = self._hire()
        return self.hired

    def executor(self) -> Executor:
        return self.pool

    def prepared(self, job: Job) -> Job:
        if self.hired is None and starting().get_start_method() == "fork":
            # Copies of this process inherit the prepared job.
            READY.game(job.digest, lambda: job)
        return job

    def lost(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.hired = self._hire()

    def halt(self) -> None:
        """Batches may take long; after Ctrl-C the answer is wanted now."""
        for hand in self.hands:
            hand.terminate()

    def close(self) -> None:
        if self.hired is not None:
            self.hired.shutdown(wait=True, cancel_futures=True)

    def _hire(self) -> ProcessPoolExecutor:
        def hire() -> ProcessPoolExecutor:
            pool = ProcessPoolExecutor(self.workers, starting(), initializer=begin_work)
            for _ in range(self.workers):
                pool.submit(os.getpid)
            return pool

        before = active_children()
        pool = without_interrupts(hire)
        self.hands = [child for child in active_children() if child not in before]
        return pool


def begin_work() -> None:
    """Prepare a new worker process."""
    # Objects made before the fights stay, so the cycle collector can skip them.
    gc.freeze()
    end_with_parent()


def starting() -> BaseContext:
    """How workers are started: by fork from this process, which has loaded the engine.

    That is unsafe if this process has other threads: then by a fork server that loads the engine
    first. Other systems load it again for each worker.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    if threading.active_count() == 1:
        return get_context("fork")
    context = get_context("forkserver")
    context.set_forkserver_preload(["shieldwall.sim.worker_pool"])
    return context


def without_interrupts(work: Callable[[], Result]) -> Result:
    """Start workers that ignore Ctrl-C.

    Ctrl-C goes to all processes of a terminal; the parent ends the workers.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return work()
    finally:
        signal.signal(signal.SIGINT, before)


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
