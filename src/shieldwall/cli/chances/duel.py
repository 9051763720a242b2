"""`shieldwall duel`: one against one in melee, solved."""

from __future__ import annotations

import time
from typing import Final

import click

from shieldwall.cli.chances.duel_words import DuelReport
from shieldwall.cli.options import AtTable, book_options, json_option
from shieldwall.cli.plots import check_files, new_figure, plot_option
from shieldwall.cli.terminal import held_together, say, say_json, this_terminal

MOST_HP: Final = 60
ALL: Final = "all"
"""Name for all deterministic minds together."""


@click.command("duel")
@click.argument("first")
@click.argument("second")
@click.option("--map/--no-map", "with_map", default=True, help="Print when Total Defense pays.")
@click.option(
    "--moments",
    type=click.Choice(("all", "matters")),
    default="all",
    show_default=True,
    help="Ask at every moment, or only where the answer can change the current attack.",
)
@click.option(
    "--mind",
    "minds",
    multiple=True,
    default=("natural", "simple"),
    show_default=True,
    help="Measure how far this mind is from best play; repeatable; `all` for every mind.",
)
@plot_option
@book_options
@json_option
def command(
    first: str,
    second: str,
    with_map: bool,
    moments: str,
    minds: tuple[str, ...],
    plot: str | None,
    table: AtTable,
    as_json: bool,
) -> None:
    """Solve a duel: best play for both, and when Total Defense pays.

    Two fighters stand face to face with one weapon each and fight to the end: attack, Total
    Defense, Snap Attack, Hold and other options that need no move. Finds best play against best
    play, or against a given mind. Ctrl-C stops early and prints the results so far.

    \b
    Examples:
      shieldwall duel alda orc
      shieldwall duel "AB+3 1d8 shock 2/13 AC 14 hp 12" "orc hp 12"
      shieldwall duel alda "orc hp 8" --rules dolmenwood --mind all --no-map
      shieldwall duel "alda with spear" goblin --no-map --json
    """
    from shieldwall.content.house_rules.homebrew import played_book
    from shieldwall.engine.state.state import ALWAYS, WHEN_IT_MATTERS
    from shieldwall.odds.attack_scene import OddsError
    from shieldwall.odds.combatants import combatant
    from shieldwall.odds.duels import SETTLED, Duel, duel_setup

    check_files(plot)
    book = played_book(table.book())
    one, other = combatant(first, book.rules), combatant(second, book.rules)
    for each in (one, other):
        if each.sheet.hp > MOST_HP:
            raise OddsError(
                f"{each.sheet.name} has {each.sheet.hp} HP; duels are solved up to {MOST_HP}, "
                f"e.g. `{each.sheet.name} hp {MOST_HP}`"
            )
    began = time.process_time()
    stops = WHEN_IT_MATTERS if moments == "matters" else ALWAYS
    wanted = SETTLED if ALL in minds else minds
    setup = duel_setup(one, other, book.base, table.decided(), stops)
    setup.house = book.house
    duel = Duel(setup, wanted)
    report = DuelReport(duel, one.sheet.name, other.sheet.name)
    try:
        report.work_out(with_map or plot is not None)
    except KeyboardInterrupt:
        broken = True
    else:
        broken = False
    report.seconds = time.process_time() - began
    if plot is not None and not broken:
        draw(report, plot)
    if as_json:
        say_json(report.data())
    else:
        tell(report, with_map)
        if plot is not None and not broken:
            say(f"Plot written to {plot}.")
    if broken:
        raise KeyboardInterrupt


def tell(report: DuelReport, with_map: bool) -> None:
    terminal = this_terminal()
    for line in report.lines():
        terminal.tell(held_together(line), "  ")
    tables = report.tables(terminal.width)
    if with_map:
        tables += report.map_lines(terminal.width)
    for line in tables:
        is_heading = line and not line.startswith(" ")
        for part in terminal.wrap(line) if is_heading else [line]:
            say(part)
    if tables:
        say()
    last = report.proof() if report.complete else report.broken_off()
    terminal.tell(last, "  ")


def draw(report: DuelReport, path: str) -> None:
    """Draw the maps of Total Defense as pictures."""
    from shieldwall.odds.attack_scene import OddsError

    if not report.gains:
        raise OddsError("there is nothing to plot: Total Defense is no option in this duel")
    figure = new_figure(5.2 * len(report.gains), 4.6)
    axes = figure.subplots(1, len(report.gains), squeeze=False)[0]
    for place, ((attacker, against), found) in enumerate(report.gains.items()):
        draw_gains(figure, axes[place], found, report.duel.hp, 1 - attacker)
        what = "a hit" if against == "hit" else "Shock"
        axes[place].set_title(f"{report.names[1 - attacker]}: Total Defense against {what}")
    figure.savefig(path)


def draw_gains(
    figure: object,
    axes: object,
    found: dict[tuple[int, int], float],
    hp: tuple[int, int],
    defender: int,
) -> None:
    """Draw one map: blue if it pays, red if it does not."""
    from typing import Any, cast

    canvas, plane = cast("Any", figure), cast("Any", axes)
    rows = []
    for mine in range(1, hp[defender] + 1):
        row = []
        for theirs in range(1, hp[1 - defender] + 1):
            gain = found.get((mine, theirs) if defender == 0 else (theirs, mine))
            row.append(float("nan") if gain is None else 100 * gain)
        rows.append(row)
    most = max([abs(gain) for gain in found.values()], default=0.01) * 100
    picture = plane.imshow(
        rows,
        origin="lower",
        cmap="RdBu",
        vmin=-most,
        vmax=most,
        extent=(0.5, hp[1 - defender] + 0.5, 0.5, hp[defender] + 0.5),
        aspect="auto",
    )
    plane.set_xlabel("attacker's hit points")
    plane.set_ylabel("defender's hit points")
    canvas.colorbar(picture, ax=plane, label="gain in points of the chance to win")
