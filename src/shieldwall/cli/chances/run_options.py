"""Options shared by `sim`, `compare` and `tune`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, cast

import click

from shieldwall.cli.chances.fight_source import Source, source_options
from shieldwall.cli.main import collector_paused
from shieldwall.cli.options import MOST_SEED, Function, mind_option
from shieldwall.sim.job import Job

workers_option: Final = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    help="Number of processes (default: all cores). Results do not depend on it.",
)
first_seed_option: Final = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="Seed for the dice (same seed, same fights).",
)


@dataclass(frozen=True)
class RunOptions:
    """Common options of `sim`, `compare` and `tune`: the fight, its minds, and the table."""

    source: Source
    minds: tuple[str, ...]
    seed: int
    workers: int | None
    cluster: str | None

    def job(self) -> Job:
        with collector_paused():
            return self.source.job(self.seed, self.minds)


def run_options(function: Function) -> Function:
    """The options of a run, with those of the table, passed as `given`."""

    @wraps(function)
    def with_run(
        *args: Any,
        source: Source,
        minds: tuple[str, ...],
        seed: int,
        workers: int | None,
        cluster: str | None,
        **kwargs: Any,
    ) -> Any:
        given = RunOptions(source, minds, seed, workers, cluster)
        return function(*args, given=given, **kwargs)

    made: Any = with_run
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster."),
        workers_option,
        first_seed_option,
        mind_option,
        source_options("[ENCOUNTER | SAVE]"),
    ):
        made = option(made)
    return cast("Function", made)
