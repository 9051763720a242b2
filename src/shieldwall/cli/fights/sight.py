"""`shieldwall sight`: line of sight between two squares, corner by corner, both ways."""

from __future__ import annotations

import click

from shieldwall.cli.options import AtTable, encounter_argument, json_option, table_options
from shieldwall.cli.terminal import say_json, this_terminal
from shieldwall.display.sight_words import Viewpoints
from shieldwall.engine.space.sight.cover import look


@click.command("sight")
@encounter_argument()
@click.argument("viewer", metavar="FROM")
@click.argument("target", metavar="TO")
@table_options
@json_option
def command(encounter: str, viewer: str, target: str, table: AtTable, as_json: bool) -> None:
    """Show line of sight and cover between two squares.

    FROM and TO are squares or units (at their start); C7@10 is 10 ft above the ground. Prints the
    cover TO has from FROM, and the other way round.

    \b
    Examples:
      shieldwall sight hall C7 V4
      shieldwall sight hall alda veteran-archer-1 --json
    """
    setup = table.load(encounter)
    if setup.grid.open:
        raise click.UsageError("this fight has no map; its cover is in the places of its `field`")
    view = Viewpoints(setup)
    here, there = view.stand(viewer), view.stand(target)
    seen = look(setup.grid, here, there)
    if as_json:
        say_json(view.data(viewer, target, seen))
        return
    terminal = this_terminal()
    for lines in (
        view.lines(view.name(viewer), view.name(target), seen),
        view.lines(view.name(target), view.name(viewer), look(setup.grid, there, here)),
    ):
        for line in lines:
            terminal.tell(line.replace("  ", "\xa0\xa0"), "    ")
