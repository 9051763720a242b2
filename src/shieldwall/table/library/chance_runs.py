"""Chances in the background: simulated fights in worker processes, refined step by step.

Small batches run first, for a quick first answer. Batches are counted in order, so that short
fights are not overrepresented. Every variant plays the same fights with the same dice.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from itertools import zip_longest
from typing import Final

from shieldwall.content import setup_from_text
from shieldwall.content.formats.problems import ContentError
from shieldwall.engine.state.setup import Setup
from shieldwall.fight_start import rules_of
from shieldwall.sim.comparison import Compared, Measured, compared
from shieldwall.sim.counts import Batch, SimResult
from shieldwall.sim.goals import read_wishes
from shieldwall.sim.intervals import Share
from shieldwall.sim.job import Job
from shieldwall.sim.report.answer_text import headline, percent, unit_table
from shieldwall.sim.report.chart_marks import Drawing
from shieldwall.sim.report.chart_svg import pattern_defs, to_svg
from shieldwall.sim.report.charts import endings_chart, health_chart, rounds_chart, survival_chart
from shieldwall.sim.report.comparison_text import sentence, tornado
from shieldwall.sim.report.report_figures import threats
from shieldwall.sim.report.tuning_text import answer as tuning_answer
from shieldwall.sim.report.tuning_text import judged
from shieldwall.sim.tuning import Tried, Tuner, read_knob
from shieldwall.sim.variants import Variant
from shieldwall.sim.worker_pool import ParallelRunner, RunFailed, play_parcel
from shieldwall.table.library.library_models import (
    AskChances,
    ChanceAnswer,
    Changes,
    ShareView,
    TriedSetting,
    VariantAnswer,
)
from shieldwall.table.library.setup_variants import (
    base_job,
    changed_job,
    label_of,
    party_name,
    setup_of,
    text_of,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.workers import Workers

FIRST: Final = 4
COARSE: Final = 40
MIDDLE: Final = 10
SHARP: Final = 200
LATER: Final = 25
"""Batch size: small at first, larger once there is an answer."""
AHEAD: Final = 2
KEPT: Final = 12
AT_ONCE: Final = 2
MOST_TUNING: Final = 800
IN_DANGER: Final = 0.05


def batches(first: int, most: int) -> Iterator[tuple[int, int]]:
    """First fight and size of each batch, after the fights already played."""
    while first < most:
        size = FIRST if first < COARSE else MIDDLE if first < SHARP else LATER
        yield first, min(size, most - first)
        first += size


class Played:
    """Results of one job so far."""

    def __init__(self, label: str, job: Job) -> None:
        self.label = label
        self.job = job
        setup = setup_from_text(job.setup_text)
        self.result = SimResult(setup, job.seed)
        self.measured = Measured(setup)
        self.taken = False
        """Whether a run is adding to it."""

    def add(self, batch: Batch) -> None:
        self.result.add(batch)
        self.measured.add(batch)


class ChanceRun:
    """One question and its results so far."""

    def __init__(self, wanted: AskChances) -> None:
        text = text_of(wanted)
        setup = setup_of(text)
        party = party_name(text)
        self.ident = secrets.token_hex(8)
        self.wanted = wanted
        self.most = wanted.fights
        self.began = time.monotonic()
        self.ended = 0.0
        self.state = "running"
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None
        self.stopping = threading.Event()
        self.setup: Setup = setup
        self.party = party
        base = base_job(setup, wanted.seed, bool(wanted.variants))
        self.base = Played("as it is", base)
        self.variants = [
            Played(label_of(changes, setup), self.changed(base, changes))
            for changes in wanted.variants
        ]
        self.tuner: Tuner | None = None
        if wanted.want or wanted.knob:
            self.tuner = self.new_tuner(base)
        self.tried: list[Tried] = []
        self.answered: tuple[tuple[int, str], ChanceAnswer] | None = None

    def changed(self, base: Job, changes: Changes) -> Job:
        return changed_job(base, changes, self.party)

    def new_tuner(self, base: Job) -> Tuner:
        try:
            knob = read_knob(self.wanted.knob)
            wants = read_wishes(self.wanted.want)
        except ContentError as error:
            raise Wrong(f"{error.problems[0].message}.") from None
        if knob.kind == "level" and not self.party:
            raise Wrong("The players' side has no party; its levels cannot be changed.")
        most = min(MOST_TUNING, max(100, self.wanted.fights))
        return Tuner(base, self.party, knob, wants, ParallelRunner(1), most, self.note)

    def note(self, tried: Tried) -> None:
        self.tried = [*self.tried, tried]

    @property
    def every(self) -> list[Played]:
        return [self.base, *self.variants]

    def end(self, state: str, trouble: str = "") -> None:
        if self.state == "running":
            self.state, self.trouble, self.ended = state, trouble, time.monotonic()

    def answer(self) -> ChanceAnswer:
        """The current answer; recomputed only when there are new results."""
        fights = sum(one.result.fights for one in self.every) + len(self.tried)
        key = (fights, self.state)
        if self.answered is None or self.answered[0] != key:
            self.answered = (key, self.fresh_answer())
        return self.answered[1]

    def fresh_answer(self) -> ChanceAnswer:
        result = self.base.result
        base = self.base.measured
        known = [
            compared(Variant(one.label, one.job), base, one.measured, one.result)
            for one in self.variants
            if min(len(one.measured.rows), len(base.rows)) > 1
        ]
        told = ChanceAnswer.model_validate(
            {
                "run": self.ident,
                "state": self.state,
                "trouble": self.trouble,
                "fights": min(one.result.fights for one in self.every),
                "most": self.most,
                "seconds": (self.ended or time.monotonic()) - self.began,
                "tried": [self.setting(one) for one in self.tried],
            }
        )
        more: dict[str, object] = {}
        if self.tuner is not None and self.state in ("done", "stopped"):
            tuning = self.tuner.tuning
            more["tuned"] = tuning_answer(tuning)
            more["found"] = None if tuning.found is None else tuning.found.value
        if result.fights:
            more |= {
                "headline": headline(result),
                "shares": shares(result),
                "notes": notes(result),
                "units": unit_table(result),
                "charts": [pattern_defs(), *map(to_svg, charts(result))],
                "variants": [variant_answer(one) for one in known],
            }
        if len(known) > 1:
            drawn = tornado(known, "What each change is worth", result.fights)
            more["tornado"] = to_svg(drawn)
        return told.model_copy(update=more)

    def setting(self, tried: Tried) -> TriedSetting:
        assert self.tuner is not None
        result = tried.result
        words = self.tuner.tuning.knob.setting(tried.value)
        wins = percent(result.share(result.won))
        return TriedSetting(
            words=f"{words}: the party wins {wins}",
            value=tried.value,
            verdict=judged(tried),
            fights=result.fights,
        )


def share_view(name: str, found: Share) -> ShareView:
    return ShareView(name=name, value=found.value, low=found.low, high=found.high)


def shares(result: SimResult) -> list[ShareView]:
    return [
        share_view("The party wins", result.share(result.won)),
        share_view("Somebody falls", result.share(result.somebody_falls)),
        share_view("Somebody dies", result.share(result.somebody_dies)),
        share_view("Total party kill", result.share(result.party_killed)),
    ]


def variant_answer(found: Compared) -> VariantAnswer:
    victory = found.of("victory").change
    return VariantAnswer(
        label=found.variant.label,
        words=sentence(found),
        shares=shares(found.result),
        change=victory.value,
        low=victory.low,
        high=victory.high,
        clear=found.of("victory").is_clear,
    )


def notes(result: SimResult) -> list[str]:
    """The units that fall most often, and those that deal the most damage."""
    told = []
    falling = sorted(result.our_units, key=lambda unit: -unit.falls)
    named = [unit for unit in falling if unit.falls >= IN_DANGER * result.fights][:3]
    if named:
        parts = [f"{unit.name} falls in {percent(result.share(unit.falls))}" for unit in named]
        told.append(f"In danger: {', '.join(parts)}.")
    worst = threats(result)
    if worst and worst[0].harm:
        told.append(
            f"Most harm comes from: {worst[0].kind.label()}, {worst[0].harm:.1f} HP a fight."
        )
    return told


def charts(result: SimResult) -> list[Drawing]:
    return [
        endings_chart(result),
        health_chart(result),
        survival_chart(result),
        rounds_chart(result),
    ]


class LentWorkers(ParallelRunner):
    """The table's worker processes, lent to a search in a thread; it stops on request."""

    def __init__(self, pool: Executor, stopping: threading.Event, workers: int) -> None:
        super().__init__(workers)
        self.pool = pool
        self.stopping = stopping

    def prepared(self, job: Job) -> Job:
        return job

    def executor(self) -> Executor:
        return self.pool

    def lost(self) -> None:
        raise RunFailed("the processes that play the fights have died")

    def batches(self, job: Job, first: int, count: int, each: bool = True) -> Iterator[Batch]:
        for batch in super().batches(job, first, count, each):
            if self.stopping.is_set():
                raise KeyboardInterrupt
            yield batch


class ChanceRuns:
    """The runs of a table, and their worker processes."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.workers = workers or Workers()
        self.runs: dict[str, ChanceRun] = {}
        self.bases: dict[str, Played] = {}
        """Results of unchanged encounters, by job: a cache for sliders that are moved again."""

    async def close(self) -> None:
        for run in self.runs.values():
            self.stop(run)
        await self.workers.close()

    def warm(self) -> None:
        """Start the processes before the first request."""
        task = asyncio.ensure_future(self.workers.pool())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def start(self, run: ChanceRun) -> None:
        """Start a run; with too many runs the oldest ends, and old answers are dropped."""
        under_way = [one for one in self.runs.values() if one.state == "running"]
        for old in under_way[: max(0, len(under_way) - AT_ONCE + 1)]:
            self.stop(old)
        self.runs[run.ident] = run
        while len(self.runs) > KEPT:
            del self.runs[next(iter(self.runs))]
        if run.variants:
            self._share_base(run)
        run.task = asyncio.create_task(self._search(run) if run.tuner else self._play(run))

    def _share_base(self, run: ChanceRun) -> None:
        """Continue from cached results of the unchanged encounter, unless another run uses them."""
        digest = run.base.job.digest
        known = self.bases.pop(digest, None)
        if known is not None and not known.taken:
            run.base = known
        run.base.taken = True
        self.bases[digest] = run.base
        while len(self.bases) > KEPT:
            del self.bases[next(iter(self.bases))]

    def stop(self, run: ChanceRun) -> None:
        run.stopping.set()
        if run.tuner is None:
            run.end("stopped")
            if run.task is not None:
                run.task.cancel()

    def find(self, ident: str) -> ChanceRun:
        run = self.runs.get(ident)
        if run is None:
            raise Wrong("That run has expired; start it again.", 404)
        return run

    async def _play(self, run: ChanceRun) -> None:
        waiting: deque[tuple[Played, asyncio.Task[Batch]]] = deque()
        plans = [
            [(played, *batch) for batch in batches(played.result.fights, run.most)]
            for played in run.every
        ]
        order = (one for row in zip_longest(*plans) for one in row if one is not None)
        following = next(order, None)
        try:
            while following is not None or waiting:
                while following is not None and len(waiting) < AHEAD * self.workers.count:
                    played, first, size = following
                    job = played.job
                    work = self.workers.run(play_parcel, job.digest, job.parcel, first, size)
                    waiting.append((played, asyncio.ensure_future(work)))
                    following = next(order, None)
                played, task = waiting[0]
                batch = await task
                waiting.popleft()
                played.add(batch)
            run.end("done")
        except (RunFailed, BrokenProcessPool, RuntimeError, ValueError) as error:
            run.end("failed", f"The fights could not be played: {error}.")
        finally:
            # Unexpected errors end the run too, so that no client waits for ever.
            run.end("failed", "The fights could not be played.")
            run.base.taken = False
            for _, task in waiting:
                task.cancel()

    async def _search(self, run: ChanceRun) -> None:
        tuner = run.tuner
        assert tuner is not None
        try:
            pool = await self.workers.pool()
            tuner.runner = LentWorkers(pool, run.stopping, self.workers.count)
            tuning = await asyncio.to_thread(tuner.search)
            run.end("stopped" if tuning.interrupted else "done")
        except ContentError as error:
            run.end("failed", f"{error.problems[0].message}.")
        except (RunFailed, BrokenProcessPool, RuntimeError) as error:
            run.end("failed", f"The fights could not be played: {error}.")


def started(wanted: AskChances) -> ChanceRun:
    """Reads files and prepares the fights: do not call on the event loop."""
    try:
        run = ChanceRun(wanted)
    except ContentError as error:
        raise Wrong(f"{error.problems[0].message}.") from None
    rules_of(run.setup)
    return run
