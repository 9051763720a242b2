"""`shieldwall compare`: the same fights with a change, and with the same dice."""

from __future__ import annotations

from typing import Final

import click

from shieldwall.cli.chances.run_options import RunOptions, run_options
from shieldwall.cli.chances.sim import (
    MOST_FIGHTS,
    table_lines,
    write,
)
from shieldwall.cli.main import INTERRUPTED
from shieldwall.cli.options import json_option
from shieldwall.cli.plots import check_files, plot_option
from shieldwall.cli.progress import ProgressBar
from shieldwall.cli.terminal import Terminal, held_together, say, say_json, this_terminal
from shieldwall.content import setup_from_text
from shieldwall.sim.ablation import ablations
from shieldwall.sim.comparison import SURVIVAL, Compared, Comparison
from shieldwall.sim.report.comparison_text import (
    bar_text,
    compared_data,
    difference_table,
    luck_sentence,
    points,
    ranked,
    sentence,
    tornado,
    worth_title,
)
from shieldwall.sim.runners import make_runner
from shieldwall.sim.variants import Variant, make_variant
from shieldwall.sim.worker_pool import RunFailed, cores

FIGHTS: Final = 1000
GLANCE: Final = 100
"""Fights after which a rule without any effect is given up."""


@click.command("compare")
@run_options
@click.option(
    "--with",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="What is different: a ruling, rules=BOOK, party=FILE, mind=NAME, mind.SIDE=NAME,"
    " without=ACTION, number.FOE=N, hp.FOE=PERCENT, distance=FEET; several with commas. Give it"
    " again for another variant.",
)
@click.option("--ablate", is_flag=True, help="Switch off the rules one by one and rank them.")
@click.option(
    "-n",
    "--fights",
    type=click.IntRange(2, MOST_FIGHTS),
    default=FIGHTS,
    show_default=True,
    help="Number of fights per variant.",
)
@click.option("--report", metavar="FILE", help="Write an HTML report with the tornado chart.")
@plot_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    given: RunOptions,
    changes: tuple[str, ...],
    ablate: bool,
    fights: int,
    report: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Compare variants of a fight with the same dice.

    All variants use the same dice, so differences come from the change and not from luck. The
    intervals are for the paired differences.

    \b
    Examples:
      shieldwall compare yard --with initiative_tie=players
      shieldwall compare yard --with rules=sovereign-early --with without=snap
      shieldwall compare hall --ablate --report hall.html
    """
    if bool(changes) == ablate:
        raise click.UsageError("Give --with NAME=VALUE, such as --with rules=aachen, or --ablate.")
    check_files(plot, report)
    base = given.job()
    by = given.source.by
    variants = ablations(base) if ablate else [make_variant(base, text, by) for text in changes]
    runner = make_runner(min(given.workers or cores(), 1 + fights // 50), given.cluster or "")
    bar = ProgressBar(fights * (1 + len(variants)))
    found: list[Compared] = []
    broken: list[str] = []
    try:
        comparison = Comparison(base, runner, bar.show)
        comparison.play_base(fights)
        for variant in variants:
            if comparison.interrupted:
                break
            try:
                found.append(play_variant(comparison, variant, fights, ablate))
            except RunFailed:
                broken.append(variant.label)
    finally:
        runner.close()
        bar.clear()
    title = setup_from_text(base.setup_text).title
    if report is not None and found:
        from shieldwall.sim.report.report_page import comparison_page

        write(report, comparison_page(title, fights, found, ablate))
    if plot is not None and found:
        from shieldwall.sim.report.report_plot import draw_sheet

        text = f"{fights} fights each, seed {given.seed}, with the same luck"
        chart = tornado(found, worth_title(ablate), fights, ablate)
        draw_sheet([chart], title, text, plot)
    if as_json:
        data = [compared_data(each) for each in found]
        say_json({"title": title, "seed": given.seed, "fights": fights, "variants": data})
    else:
        head = f"{title}: {fights} fights each, seed {given.seed}, with the same luck"
        terminal = this_terminal()
        lines = (
            ablation_lines(found, broken, terminal) if ablate else compare_lines(found, terminal)
        )
        for line in [*terminal.wrap(head), "", *lines]:
            say(line)
    if comparison.interrupted:
        ctx.exit(INTERRUPTED)


def play_variant(comparison: Comparison, variant: Variant, fights: int, briefly: bool) -> Compared:
    """Play all fights; a rule that may never come up gets a short trial first."""
    if briefly and fights > GLANCE:
        before = comparison.done
        glance = comparison.play(variant, GLANCE)
        if glance.same == glance.fights:
            comparison.done = before + fights
            return glance
        comparison.done = before
    return comparison.play(variant, fights)


def compare_lines(found: list[Compared], terminal: Terminal) -> list[str]:
    lines: list[str] = []
    for each in found:
        lines += terminal.wrap(held_together(sentence(each)))
        if each.fights:
            lines += ["", *table_lines(difference_table(each), terminal), ""]
            lines += [*terminal.wrap(luck_sentence(each)), ""]
    return lines[:-1]


def ablation_lines(found: list[Compared], broken: list[str], terminal: Terminal) -> list[str]:
    """The rules by weight, as a tornado chart of characters."""
    moved, idle = ranked(found)
    most = max([abs(each.of(SURVIVAL).change.value) for each in moved], default=0.0)
    rows = [["Without …" if terminal.unicode else "Without ...", "", "points of survival"]]
    label = max([len(each.variant.label) for each in moved], default=0)
    shown = [points(each.of(SURVIVAL).change) for each in moved]
    room = terminal.width - label - max([len(text) for text in shown], default=0) - 8
    half = max(4, min(10, (room - 1) // 2))
    for each, text in zip(moved, shown):
        rows.append([each.variant.label, bar_text(each.of(SURVIVAL).change, most, half), text])
    lines = table_lines(rows, terminal) if moved else []
    if moved:
        best = max(moved, key=lambda each: each.of(SURVIVAL).saved * (each.same < each.fights))
        lines += ["", *terminal.wrap(f"{best.variant.label}: {luck_sentence(best)}")]
    if idle:
        names = ", ".join(each.variant.label for each in idle)
        fewest = min(each.fights for each in idle)
        lines += ["", *terminal.wrap(f"Changed nothing in {fewest} fights: {names}.", "  ")]
    if broken:
        names = ", ".join(broken)
        lines += ["", *terminal.wrap(f"The minds cannot do without: {names}.", "  ")]
    return lines
