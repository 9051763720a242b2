"""A run: a number of fights, or until the interval of every share of fights is narrow enough."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from shieldwall.content import setup_from_text
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Mind
from shieldwall.fight_start import rules_of
from shieldwall.sim.counts import Batch, SimResult
from shieldwall.sim.intervals import Look, Share, looks
from shieldwall.sim.job import Game, Job
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.worker_pool import BatchRunner, play_batch

Progress = Callable[[int], None]
Keep = Callable[[Batch], None]


def simulate(
    setup: Setup,
    fights: int,
    seed: int,
    progress: Progress | None = None,
    minds: Sequence[Mind] | None = None,
) -> SimResult:
    """Play in this process, fight i from substream i of the seed; Ctrl-C gives partial results."""
    if minds is None:
        minds = seat_minds(setup, ())
    game = Game(setup, rules_of(setup), list(minds), seed)
    result = SimResult(setup, seed)
    began = time.perf_counter()
    try:
        for number in range(fights):
            result.add(play_batch(game, number, 1))
            if progress is not None:
                progress(result.fights)
    except KeyboardInterrupt:
        pass
    result.seconds = time.perf_counter() - began
    return result


class Unbroken:
    """Delays Ctrl-C until a batch is counted and kept."""

    def __init__(self) -> None:
        self.heard = False
        self.before: Any = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.note)

    def note(self, number: int, frame: FrameType | None) -> None:
        self.heard = True

    def __exit__(self, *error: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
        if self.heard:
            raise KeyboardInterrupt


class Run:
    """The fights of one job by a runner; `result` has the result so far."""

    def __init__(
        self,
        job: Job,
        runner: BatchRunner,
        progress: Progress | None = None,
        keep: Keep | None = None,
    ) -> None:
        self.job = job
        self.runner = runner
        self.progress = progress
        self.keep = keep
        """Receives every batch, for callers that need the single fights."""
        self.result = SimResult(setup_from_text(job.setup_text), job.seed)
        self.interrupted = False

    def play(self, fights: int) -> SimResult:
        """Play on to this many fights; Ctrl-C gives partial results.

        Then only fights without a gap from the first on count: those that happened to finish early
        would be the short ones.
        """
        began = time.perf_counter()
        try:
            first = self.result.fights
            each = self.keep is not None
            for batch in self.runner.batches(self.job, first, fights - first, each):
                with Unbroken():
                    self.result.add(batch)
                    if self.keep is not None:
                        self.keep(batch)
                if self.progress is not None:
                    self.progress(self.result.fights)
        except KeyboardInterrupt:
            self.interrupted = True
            self.runner.halt()
        self.result.seconds += time.perf_counter() - began
        return self.result

    def play_until(self, half_width: float) -> SimResult:
        """Play until no interval of a share of fights has a larger half width."""
        plan = looks(half_width)
        for look in plan:
            self.play(look.fights)
            self.result.z = look.z
            if self.interrupted:
                # It is unknown which look it would have been: use the most conservative.
                self.result.z = max(each.z for each in plan)
                break
            if is_narrow(self.result, look, half_width):
                break
        return self.result


def is_narrow(result: SimResult, look: Look, half_width: float) -> bool:
    """Whether every share of fights that a report shows is known this precisely."""
    assert result.z == look.z
    return all(found.half_width <= half_width for found in shares_of_fights(result))


def shares_of_fights(result: SimResult) -> Iterator[Share]:
    """The first sentence, what becomes of each unit, and what was watched in every fight."""
    yield from result.headlines()
    for unit in result.units:
        yield result.share(unit.falls)
        for count in unit.states.values():
            yield result.share(count)
    sample = result.sample
    if sample.fights == result.fights:
        for counts in (sample.felled, sample.broke, sample.sides_broke, sample.used_by_side):
            for count in counts.values():
                yield result.sampled(count)
