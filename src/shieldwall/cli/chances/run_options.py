"""Options shared by `sim`, `compare` and `tune`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

import click

from shieldwall.cli.chances.fight_source import Source
from shieldwall.cli.main import collector_paused
from shieldwall.cli.options import MOST_SEED, AtTable, mind_option, table_options
from shieldwall.sim.job import Job

Function = TypeVar("Function", bound=Callable[..., Any])


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
        encounter: str | None,
        party: str | None,
        foes: str | None,
        map_name: str | None,
        distance: int | None,
        table: AtTable,
        minds: tuple[str, ...],
        seed: int,
        workers: int | None,
        cluster: str | None,
        **kwargs: Any,
    ) -> Any:
        source = Source(encounter, party, foes, map_name, distance, table)
        given = RunOptions(source, minds, seed, workers, cluster)
        return function(*args, given=given, **kwargs)

    made: Any = table_options(with_run)
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster."),
        click.option(
            "--workers",
            type=click.IntRange(1, 1024),
            help="Number of processes (default: all cores). Results do not depend on it.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, MOST_SEED),
            default=1,
            show_default=True,
            help="Seed for the dice (same seed, same fights).",
        ),
        mind_option,
        click.option(
            "--distance",
            type=click.IntRange(5, 1000),
            metavar="FEET",
            help="With --foes and no map: feet between the sides.",
        ),
        click.option(
            "--map",
            "map_name",
            metavar="ENCOUNTER",
            help="With --foes: fight on this encounter's map.",
        ),
        click.option(
            "--foes",
            metavar="TEXT",
            help="Foes to fight without an ENCOUNTER: '6 goblins, 1 ogre'.",
        ),
        click.option(
            "--party", metavar="FILE", help="Use this party instead of the encounter's own."
        ),
        click.argument("encounter", required=False, metavar="[ENCOUNTER | SAVE]"),
    ):
        made = option(made)
    return cast("Function", made)
