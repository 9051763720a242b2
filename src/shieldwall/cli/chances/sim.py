"""`shieldwall sim`: many fights played by minds, with wins, losses and length."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import IO, Final

import click

from shieldwall.cli.chances.run_options import RunOptions, run_options
from shieldwall.cli.chances.sim_summary import first_screen
from shieldwall.cli.main import INTERRUPTED
from shieldwall.cli.options import Percentage, json_option
from shieldwall.cli.plots import check_files, plot_option
from shieldwall.cli.progress import ProgressBar, in_minutes
from shieldwall.cli.terminal import Terminal, held_together, say, say_json, this_terminal
from shieldwall.content import setup_from_text
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Setup
from shieldwall.fight_start import rules_of
from shieldwall.sim.behaviour import FIGHTS as OTHER_FIGHTS
from shieldwall.sim.behaviour import (
    Behaviour,
    announce,
    behaviour_data,
    behaviour_words,
    compared,
)
from shieldwall.sim.counts import Batch, SimResult
from shieldwall.sim.fight_facts import FATE_NAMES
from shieldwall.sim.intervals import looks
from shieldwall.sim.report.answer_text import (
    Table,
    action_table,
    captured_words,
    felled_lines,
    fights_in_words,
    headline,
    morale_lines,
    result_data,
    rounds_table,
    sample_words,
    state_table,
    stopped_words,
    threat_table,
    unit_table,
)
from shieldwall.sim.runners import make_runner
from shieldwall.sim.runs import Run
from shieldwall.sim.worker_pool import cores

MOST_FIGHTS: Final = 100_000_000
FIGHTS: Final = 1000
COLUMNS: Final = ("hp", "fate", "fell in", "state")
"""Columns per combatant in a CSV file; `state` is in the words of the log."""


@click.command("sim")
@run_options
@click.option(
    "-n",
    "--fights",
    type=click.IntRange(1, MOST_FIGHTS),
    help=f"Number of fights (default: {FIGHTS}).",
)
@click.option(
    "--until",
    type=Percentage("0.01%", "50%", such_as="1%"),
    help="Keep playing until every share of fights is this precise (in points).",
)
@click.option("--full", is_flag=True, help="Print every figure, not only the first screen.")
@click.option("--report", metavar="FILE", help="Write an HTML report with plots.")
@plot_option
@click.option("--csv", "csv_file", metavar="FILE", help="Write one CSV row per fight.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    given: RunOptions,
    fights: int | None,
    until: float | None,
    full: bool,
    report: str | None,
    plot: str | None,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Simulate many fights: who wins, who is in danger.

    Starts from an encounter, from --party and --foes, or from a saved fight (your chances from
    there). Ctrl-C stops early and prints the results so far.

    \b
    Examples:
      shieldwall sim yard -n 1000
      shieldwall sim yard -n 200 --full
      shieldwall sim hall --until 1% --report hall.html
      shieldwall sim --party adventurers --foes '6 goblins, 1 ogre'
      shieldwall sim yard --ruling initiative_tie=players
      shieldwall sim evening.fight --json
    """
    if fights is not None and until is not None:
        raise click.UsageError("Give either -n or --until.")
    job = given.job()
    if until is not None:
        # The precision applies to figures of observed fights too, so all fights are observed.
        job = replace(job, watched=True)
    setup = setup_from_text(job.setup_text)
    rules = rules_of(setup)
    check_files(plot, report)
    asked = fights or FIGHTS
    most = asked if until is None else looks(until)[-1].fights
    workers = given.workers or 1
    if not given.cluster:
        workers = min(given.workers or cores(), 1 + most // 50)
    runner = make_runner(workers, given.cluster or "")
    bar = ProgressBar(most)
    rows = CsvFile(csv_file, setup) if csv_file is not None else None
    found: Behaviour | None = None
    try:
        job = runner.prepared(job)
        if until is None:
            announce(job, setup, runner, asked)
        run = Run(job, runner, bar.show, None if rows is None else rows.add)
        result = run.play(asked) if until is None else run.play_until(until)
        if not run.interrupted:
            bar = ProgressBar(min(result.fights, OTHER_FIGHTS), " for comparison")
            found = compared(job, setup, runner, result.fights, bar.show)
    finally:
        runner.close()
        bar.clear()
        if rows is not None:
            rows.close()
    write_pictures(result, rules, report, plot)
    if as_json:
        data = result_data(result, rules, None if until is not None else asked)
        say_json({**data, "behaviour": behaviour_data(found)})
    elif full:
        for line in sim_lines(result, rules, this_terminal(), run.interrupted, until, found):
            say(line)
    else:
        so_far = " so far" if run.interrupted else ""
        for line in first_screen(result, given.source, this_terminal(), so_far, found):
            say(line)
    if run.interrupted:
        ctx.exit(INTERRUPTED)


def write_pictures(result: SimResult, rules: Ruleset, report: str | None, plot: str | None) -> None:
    """Write the report and the plots that were asked for, if a fight was played."""
    if result.fights and report is not None:
        from shieldwall.sim.report.report_page import report_page

        write(report, report_page(result, rules))
    if result.fights and plot is not None:
        from shieldwall.sim.report.report_plot import write_plot

        write_plot(result, plot)


def write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class CsvFile:
    """One line per fight, written as they finish."""

    def __init__(self, path: str, setup: Setup) -> None:
        self.file: IO[str] = open(path, "w", encoding="utf-8", newline="")  # noqa: SIM115
        self.out = csv.writer(self.file, lineterminator="\n")
        self.teams = {
            side.team: " and ".join(s.name for s in setup.sides if s.team == side.team)
            for side in setup.sides
        }
        idents = [placement.ident for placement in setup.placements]
        self.count = len(idents)
        columns = [f"{ident} {what}" for ident in idents for what in COLUMNS]
        self.out.writerow(["fight", "winner", "ends by", "rounds", "turns", *columns])

    def add(self, batch: Batch) -> None:
        for number, row in enumerate(batch.rows, batch.first):
            cells: list[object] = []
            for unit in range(self.count):
                cells += [row.hp[unit], FATE_NAMES[row.fates[unit]], row.fell[unit] or ""]
                cells.append(row.states[unit])
            winner = self.teams.get(row.team, "")
            self.out.writerow([number, winner, row.reason, row.rounds, row.turns, *cells])
        self.file.flush()

    def close(self) -> None:
        self.file.close()


# Text.


def sim_lines(
    result: SimResult,
    rules: Ruleset,
    terminal: Terminal,
    interrupted: bool,
    until: float | None,
    found: Behaviour | None = None,
) -> list[str]:
    so_far = " so far" if interrupted else ""
    title = f"{result.title}: {fights_in_words(result)}{so_far}, seed {result.seed}"
    lines = [*terminal.wrap(title), "", *terminal.wrap(held_together(headline(result)))]
    if result.fights == 0:
        return lines
    for text in (behaviour_words(found), captured_words(result), stopped_words(result)):
        if text:
            lines += terminal.wrap(held_together(text))
    lines += ["", *table_lines(unit_table(result), terminal)]
    lines += ["", "At the end:", *table_lines(state_table(result), terminal)]
    lines += ["", *table_lines(rounds_table(result), terminal)]
    lines += ["", *terminal.wrap(f"Who brings whom down ({sample_words(result)}):")]
    for text in felled_lines(result):
        lines += terminal.wrap(held_together(f"\xa0\xa0{text}"), "    ")
    lines += ["", "Threat of each enemy:", *table_lines(threat_table(result), terminal)]
    for number, side in enumerate(result.sides):
        table = action_table(result, rules, number)
        if len(table) > 1:
            does = "do" if side.name.endswith("s") else "does"
            lines += ["", f"What the {side.name} {does}:", *table_lines(table, terminal)]
    lines += ["", "Morale:"]
    for text in morale_lines(result):
        lines += terminal.wrap(held_together(f"\xa0\xa0{text}"), "    ")
    lines.append("")
    if until is not None:
        lines += terminal.wrap(
            "The intervals hold in 95 of 100 runs, no matter when this one stopped."
        )
    rate = f"{result.fights / result.seconds:.0f} fights" if result.seconds else "many fights"
    turns = f"{result.turns / result.seconds:.0f}" if result.seconds else "many"
    lines += terminal.wrap(
        f"{in_minutes(result.seconds) if result.seconds >= 60 else f'{result.seconds:.2f} s'}, "
        f"{rate}, {turns} turns a second, checksum {result.checksum}"
    )
    return lines


def table_lines(rows: Table, terminal: Terminal) -> list[str]:
    """Columns side by side; if they do not fit, each row becomes a paragraph."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    if 2 + sum(widths) + 2 * len(widths) <= terminal.width:
        made = []
        for number, row in enumerate(rows):
            cells = "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths)).rstrip()
            made.append(terminal.paint(f"  {cells}", "dim") if number == 0 else f"  {cells}")
        return made
    lines: list[str] = []
    for row in rows[1:]:
        parts = [
            cell if head in ("text", "does") else f"{head} {cell}"
            for head, cell in zip(rows[0][1:], row[1:])
        ]
        name = row[0] if rows[0][0] in ("", "name") else f"{rows[0][0]} {row[0]}"
        lines += terminal.wrap(held_together(f"\xa0\xa0{name}: {'; '.join(parts)}"), "    ")
    return lines
