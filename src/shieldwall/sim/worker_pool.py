"""Who plays the fights: this process, several processes, or a cluster. Rows come back in order.

Fight i draws from substream i of the seed, and what comes back is put in order before it is
counted; so the result does not depend on who played what, nor on how many there were.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

from shieldwall.engine.tape.request import IllegalChoice
from shieldwall.minds.user_minds import MindFailed
from shieldwall.sim.counts import Batch, Counts, outcome_lines
from shieldwall.sim.fight_facts import Row, Sample, is_sampled
from shieldwall.sim.job import Game, Job, Sight
from shieldwall.sim.parent_watch import end_with_parent

BATCH: Final = 50
"""Fights that travel together …"""
LARGE_BATCH: Final = 1000
"""… and in a long run, where they come back summed up."""
PIECES: Final = 4
"""What is left is enough for so many batches a worker: towards the end they get smaller, so that
all are done at about the same time."""
AHEAD: Final = 4
"""Batches given out for each worker, so that none waits for another."""
MOST_LOSSES: Final = 3
KEPT: Final = 64
"""Jobs a worker keeps ready."""

Result = TypeVar("Result")


def play_batch(game: Game, first: int, count: int) -> Batch:
    rows: list[Row] = []
    sample = Sample()
    # A fight makes no reference cycles, so the cycle collector would only look and find nothing.
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
    return Batch(first, rows, sample)


class RunFailed(ValueError):
    """A fight could not be played on, and why; travels between processes as its message."""


class Ready(threading.local):
    """The jobs a thread has been given, made ready: a map's tables are for one thread alone."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def game(self, digest: str, make: Callable[[], Job]) -> Game:
        game = self.games.get(digest)
        if game is None:
            if len(self.games) >= KEPT:
                self.games.clear()
            game = self.games[digest] = make().game()
        return game


READY: Final = Ready()


def play_parcel(digest: str, parcel: bytes, first: int, count: int, each: bool = True) -> Batch:
    """What a worker does. `each`: return every fight, not only the totals."""
    game = READY.game(digest, lambda: unpack(parcel))
    batch = play_batch(game, first, count)
    if each:
        return batch
    summed = Counts(game.setup)
    for row in batch.rows:
        summed.add_row(row)
    return Batch(first, [], batch.sample, summed, outcome_lines(batch.rows))


def unpack(parcel: bytes) -> Job:
    job = pickle.loads(zlib.decompress(parcel))
    assert isinstance(job, Job)
    return job


class BatchRunner:
    """Plays here, in this process."""

    workers = 1
    batch = 1

    def batches(self, job: Job, first: int, count: int, each: bool = True) -> Iterator[Batch]:
        """The fights from `first` on, in order; where not `each` is wanted, summed up."""
        game = READY.game(job.digest, lambda: job)
        for number in range(first, first + count):
            yield play_batch(game, number, 1)

    def prepared(self, job: Job) -> Job:
        """The job as it is best sent to the others."""
        return job

    def halt(self) -> None:
        """Nobody waits for what is under way any more."""

    def close(self) -> None:
        """Let the workers go."""


class ParallelRunner(BatchRunner):
    """Gives batches to an executor and keeps their order."""

    batch = BATCH

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.sights: dict[str, Sight] = {}

    def prepared(self, job: Job) -> Job:
        return job.with_sight(self.sights)

    def executor(self) -> Executor:
        raise AssertionError("every crew has somebody to do the work")

    def lost(self) -> None:
        """Workers have died."""
        raise AssertionError("every crew says what it does then")

    def batches(self, job: Job, first: int, count: int, each: bool = True) -> Iterator[Batch]:
        end = first + count
        largest = BATCH if each else LARGE_BATCH
        next_up = first
        under_way: deque[tuple[int, Future[Batch]]] = deque()
        losses = 0
        try:
            while next_up < end or under_way:
                try:
                    while next_up < end and len(under_way) < AHEAD * self.workers:
                        fair = (end - next_up) // (PIECES * self.workers)
                        size = min(largest, max(BATCH, fair), end - next_up)
                        task = self.executor().submit(
                            play_parcel, job.digest, job.parcel, next_up, size, each
                        )
                        under_way.append((next_up, task))
                        next_up += size
                    batch = under_way[0][1].result()
                except BrokenProcessPool:
                    losses += 1
                    if losses > MOST_LOSSES:
                        raise
                    self.lost()
                    if under_way:
                        next_up = under_way[0][0]
                        under_way.clear()
                    continue
                under_way.popleft()
                yield batch
        finally:
            self.drop([task for _, task in under_way])

    def drop(self, tasks: list[Future[Batch]]) -> None:
        """Nobody waits for these any more."""
        for task in tasks:
            task.cancel()


class Processes(ParallelRunner):
    """Worker processes on this machine."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.hands: list[BaseProcess] = []
        self.pool = self._hire()

    def executor(self) -> Executor:
        return self.pool

    def lost(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._hire()

    def halt(self) -> None:
        """Batches may take long; after Ctrl-C the answer is wanted now."""
        for hand in self.hands:
            hand.terminate()

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)

    def _hire(self) -> ProcessPoolExecutor:
        def hire() -> ProcessPoolExecutor:
            pool = ProcessPoolExecutor(self.workers, starting(), initializer=end_with_parent)
            for _ in range(self.workers):
                pool.submit(os.getpid)
            return pool

        before = active_children()
        pool = without_interrupts(hire)
        self.hands = [child for child in active_children() if child not in before]
        return pool


def starting() -> BaseContext:
    """How workers are started: as copies of this process, which has loaded the engine.

    Where this process has other threads, that is not safe: then as copies of one that has none and
    loads the engine first. The other systems load it again for each worker.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    if threading.active_count() == 1:
        return get_context("fork")
    context = get_context("forkserver")
    context.set_forkserver_preload(["shieldwall.sim.worker_pool"])
    return context


def without_interrupts(work: Callable[[], Result]) -> Result:
    """Workers are born deaf to Ctrl-C, which goes to all of a terminal's processes at once: the
    one that gave them work ends them."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return work()
    finally:
        signal.signal(signal.SIGINT, before)


def crew_of(workers: int, cluster: str = "") -> BatchRunner:
    if cluster:
        from shieldwall.sim.cluster import Cluster

        return Cluster(cluster)
    return Processes(workers) if workers > 1 else BatchRunner()


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
