"""`shieldwall sim`: many fights by minds, who wins and how long it takes."""

from __future__ import annotations

import sys
from math import sqrt
from typing import Final

import click

from shieldwall.cli.main import INTERRUPTED
from shieldwall.cli.options import MOST_SEED, encounter_argument, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import load_encounter
from shieldwall.sim import SimResult, simulate

MOST_FIGHTS: Final = 100_000_000
Z: Final = 1.959964
"""The normal quantile of a 95 % interval."""
BAR: Final = 24


@click.command("sim")
@encounter_argument()
@click.option(
    "-n",
    "--fights",
    type=click.IntRange(1, MOST_FIGHTS),
    default=1000,
    show_default=True,
    help="How many fights.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The same seed gives the same fights.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, encounter: str, fights: int, seed: int, as_json: bool) -> None:
    """Let the minds play many fights and count who wins.

    Ctrl-C ends the run early and shows what is known by then.

    \b
    Examples:
      shieldwall sim yard -n 1000
      shieldwall sim hall -n 200 --seed 7 --json
    """
    setup = load_encounter(encounter)
    bar = ProgressBar(fights) if sys.stderr.isatty() else None
    result = simulate(setup, fights, seed, bar.show if bar is not None else None)
    if bar is not None:
        bar.clear()
    if as_json:
        say_json(sim_data(result, fights))
    else:
        for line in sim_lines(result, setup.title, fights):
            say(line)
    if result.fights < fights:
        ctx.exit(INTERRUPTED)


class ProgressBar:
    """How far a run is, on standard error."""

    def __init__(self, fights: int) -> None:
        self.fights = fights
        self.shown = -1

    def show(self, done: int) -> None:
        part = done * 200 // self.fights
        if part == self.shown:
            return
        self.shown = part
        filled = done * BAR // self.fights
        bar = "#" * filled + "." * (BAR - filled)
        sys.stderr.write(f"\r[{bar}] {done * 100 // self.fights:3} %  {done} of {self.fights}")
        sys.stderr.flush()

    def clear(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def wilson(wins: int, fights: int) -> tuple[float, float]:
    """The 95 % score interval of a share; honest at 0 and at all."""
    if fights == 0:
        return 0.0, 1.0
    share = wins / fights
    scale = 1 + Z * Z / fights
    middle = (share + Z * Z / (2 * fights)) / scale
    half = Z / scale * sqrt(share * (1 - share) / fights + Z * Z / (4 * fights * fights))
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == fights else min(1.0, middle + half)
    return low, high


def mean_rounds(result: SimResult) -> float:
    total = sum(rounds * count for rounds, count in result.rounds.items())
    return total / result.fights if result.fights else 0.0


def percentile(result: SimResult, share: float) -> int:
    """The number of rounds that this share of the fights does not exceed."""
    seen = 0
    for rounds, count in sorted(result.rounds.items()):
        seen += count
        if seen >= share * result.fights:
            return rounds
    return 0


def _rate(count: int, seconds: float) -> int:
    return round(count / seconds) if seconds > 0 else 0


def sim_lines(result: SimResult, title: str, asked: int) -> list[str]:
    done = str(result.fights) if result.fights == asked else f"{result.fights} of {asked}"
    lines = [f"{title}: {done} fights, seed {result.seed}"]
    rows = [(f"{name} wins", wins) for name, wins in result.wins.items()]
    rows.append(("undecided", result.undecided))
    wide = max(len(name) for name, _ in rows)
    for name, count in rows:
        low, high = wilson(count, result.fights)
        share = 100 * count / result.fights if result.fights else 0.0
        text = f"{share:5.1f} %  ({100 * low:.1f} to {100 * high:.1f})"
        lines.append(f"  {name.ljust(wide)}  {text}  {count}")
    if result.fights:
        lines.append(
            f"  rounds: {mean_rounds(result):.1f} on average, half are over in "
            f"{percentile(result, 0.5)}, nine in ten in {percentile(result, 0.9)}, "
            f"the longest takes {max(result.rounds)}"
        )
    rate = f"{_rate(result.fights, result.seconds)} fights, {_rate(result.turns, result.seconds)}"
    lines.append(f"  {result.seconds:.2f} s, {rate} turns a second, checksum {result.checksum}")
    terminal = this_terminal()
    return [
        line for text in lines for line in terminal.wrap(text.replace("  ", "\xa0\xa0"), "    ")
    ]


def sim_data(result: SimResult, asked: int) -> dict[str, object]:
    sides = {}
    for name, wins in result.wins.items():
        low, high = wilson(wins, result.fights)
        share = wins / result.fights if result.fights else 0.0
        sides[name] = {"wins": wins, "share": share, "low": low, "high": high}
    return {
        "fights": result.fights,
        "asked": asked,
        "seed": result.seed,
        "sides": sides,
        "undecided": result.undecided,
        "rounds": {str(rounds): count for rounds, count in sorted(result.rounds.items())},
        "mean_rounds": mean_rounds(result),
        "turns": result.turns,
        "seconds": result.seconds,
        "checksum": result.checksum,
    }
