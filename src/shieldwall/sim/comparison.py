"""Paired comparison: the same fights under two variants with the same dice.

Each unit and purpose has its own dice (`paired_dice`), so fight i of a variant gets the dice of
fight i of the base wherever the two do the same. What they share cancels out in the difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from shieldwall.content import setup_from_text
from shieldwall.engine.state.setup import Setup
from shieldwall.sim.counts import Batch, SimResult, is_death, is_party_kill, our_team
from shieldwall.sim.fight_facts import Row
from shieldwall.sim.intervals import Mean, Share, Z, bounded_mean, paired, share
from shieldwall.sim.job import Job
from shieldwall.sim.runs import Run
from shieldwall.sim.variants import Variant
from shieldwall.sim.worker_pool import BatchRunner

SURVIVAL: Final = "survival"
MEASURES: Final = (SURVIVAL, "victory", "nobody dies", "no total party kill")
"""The compared measures, more is better: the first is a share of the party, the others are yes or
no."""
SCALE: Final = 100
"""Survival is kept in hundredths of the party."""

Progress = Callable[[int], None]


class Measured:
    """The compared measures of every fight, in order; one byte each."""

    def __init__(self, setup: Setup) -> None:
        self.columns = [array("B") for _ in MEASURES]
        self.rows: list[int] = []
        """A digest of each fight, to find identical results."""
        self.ours = our_team(setup)
        self.units = [
            number
            for number, placement in enumerate(setup.placements)
            if setup.sides[placement.side].team == self.ours
        ]

    def add(self, batch: Batch) -> None:
        self.rows.extend(hash(row) for row in batch.rows)
        for row in batch.rows:
            for column, value in zip(self.columns, self.of(row)):
                column.append(value)

    def of(self, row: Row) -> tuple[int, int, int, int]:
        fates = [row.fates[unit] for unit in self.units]
        alive = sum(not is_death(fate, self.ours, row.team) for fate in fates)
        up = not is_party_kill(fates, len(fates) - alive)
        survival = round(SCALE * alive / len(fates))
        return survival, int(row.team == self.ours), int(alive == len(fates)), int(up)


@dataclass(frozen=True)
class Difference:
    """One measure under both variants, and the paired difference."""

    measure: str
    base: Mean
    variant: Mean
    change: Mean
    saved: float
    """The share of variance saved by the common dice, compared with independent runs."""

    @property
    def is_clear(self) -> bool:
        return self.change.low > 0 or self.change.high < 0

    @property
    def worth(self) -> float:
        """The number of fights with independent dice that would be as accurate, per fight."""
        return 1 / (1 - self.saved) if self.saved < 1 else float("inf")


@dataclass(frozen=True)
class Compared:
    """A variant against the base."""

    variant: Variant
    fights: int
    differences: list[Difference]
    same: int
    """Fights with identical results in everything that is counted."""
    result: SimResult

    def of(self, measure: str) -> Difference:
        return next(found for found in self.differences if found.measure == measure)


class Comparison:
    """A base and its variants, fight by fight with the same dice."""

    def __init__(self, base: Job, runner: BatchRunner, progress: Progress | None = None) -> None:
        self.base = replace(base, paired=True)
        self.runner = runner
        self.progress = progress
        self.done = 0
        self.measured = Measured(setup_from_text(base.setup_text))
        self.result: SimResult | None = None
        self.interrupted = False

    def play_base(self, fights: int) -> SimResult:
        self.result = self._play(self.base, fights, self.measured)
        return self.result

    def play(self, variant: Variant, fights: int) -> Compared:
        job = replace(variant.job, paired=True, seed=self.base.seed)
        measured = Measured(setup_from_text(job.setup_text))
        result = self._play(job, fights, measured)
        return compared(variant, self.measured, measured, result)

    def _play(self, job: Job, fights: int, measured: Measured) -> SimResult:
        before = self.done

        def show(done: int) -> None:
            self.done = before + done
            if self.progress is not None:
                self.progress(self.done)

        run = Run(self.runner.prepared(job), self.runner, show, measured.add)
        result = run.play(fights)
        self.interrupted = self.interrupted or run.interrupted
        return result


def compared(variant: Variant, base: Measured, other: Measured, result: SimResult) -> Compared:
    """The fights of a variant that the base has played too, against those of the base."""
    count = min(len(base.rows), len(other.rows))
    same = sum(mine == theirs for mine, theirs in zip(other.rows[:count], base.rows))
    columns = zip(MEASURES, base.columns, other.columns)
    differences = [
        difference(name, one[:count], another[:count], binary=place > 0)
        for place, (name, one, another) in enumerate(columns)
    ]
    return Compared(variant, count, differences, same, result)


def difference(
    name: str, base: Sequence[int], other: Sequence[int], binary: bool, z: float = Z
) -> Difference:
    """The paired difference of two columns."""
    count = len(base)
    changes = [b - a for a, b in zip(base, other)]
    scale = 1 if binary else SCALE
    change = paired(sum(changes) / scale, sum(c * c for c in changes) / scale**2, count, z)
    apart = variance(base) + variance(other)
    saved = 1 - variance(changes) / apart if apart > 0 else 0.0
    if binary:
        levels = [level(share(sum(column), count, z)) for column in (base, other)]
    else:
        levels = [average(column, SCALE, z) for column in (base, other)]
    return Difference(name, levels[0], levels[1], change, saved)


def level(found: Share) -> Mean:
    return Mean(found.value, found.low, found.high)


def average(values: Sequence[int], scale: int, z: float) -> Mean:
    """The average of shares of the scale, between 0 and 1."""
    squares = sum(value * value for value in values)
    found = bounded_mean(sum(values), squares, len(values), scale, z)
    return Mean(found.value / scale, found.low / scale, found.high / scale)


def variance(values: Sequence[int]) -> float:
    count = len(values)
    if count < 2:
        return 0.0
    middle = sum(values) / count
    return sum((value - middle) ** 2 for value in values) / (count - 1)
