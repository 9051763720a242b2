"""Workers of a review on the command line: this process, or several."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Final

from shieldwall.fight import Fight
from shieldwall.review.continuations import Done, Work, do_work
from shieldwall.sim.parent_watch import end_with_parent
from shieldwall.store.save_file import TapeFile, replay_tape

AHEAD: Final = 3
"""Units of work queued per worker."""

_open: list[Fight] = []
"""In a worker: the reviewed fight."""


def _begin(name: str, tape: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    file = TapeFile(name, tape)
    _open[:] = [replay_tape(file, file.setup(None))]


def _part(work: Work, seed: int) -> Done:
    return do_work(_open[0], work, seed)


class Here:
    """Works in this process."""

    def __init__(self, fight: Fight, seed: int) -> None:
        self.fight = fight
        self.seed = seed

    def do(self, works: list[Work]) -> Iterator[tuple[Work, Done]]:
        for work in works:
            yield work, do_work(self.fight, work, self.seed)

    def close(self) -> None:
        """No process to close."""


class Processes:
    """Works in separate processes, which load the fight from its tape."""

    def __init__(self, name: str, tape: str, seed: int, workers: int) -> None:
        self.seed = seed
        self.workers = workers
        self.pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=_begin, initargs=(name, tape)
        )

    def do(self, works: list[Work]) -> Iterator[tuple[Work, Done]]:
        waiting = list(reversed(works))
        under_way: dict[Future[Done], Work] = {}
        try:
            while waiting or under_way:
                while waiting and len(under_way) < AHEAD * self.workers:
                    work = waiting.pop()
                    under_way[self.pool.submit(_part, work, self.seed)] = work
                for task in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(task), task.result()
        finally:
            for task in under_way:
                task.cancel()

    def close(self) -> None:
        for process in list((self.pool._processes or {}).values()):
            process.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)
