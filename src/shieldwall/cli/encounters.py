"""`shieldwall list`: the shipped encounters."""

from __future__ import annotations

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import list_encounters


@click.command("list")
@json_option
@colour_option
def command(as_json: bool, colour: bool | None) -> None:
    """List the encounters that come with Shieldwall.

    \b
    Examples:
      shieldwall list
      shieldwall list --json
    """
    found = list_encounters()
    if as_json:
        say_json(
            [
                {
                    "name": info.name,
                    "title": info.title,
                    "sides": info.sides,
                    "size": info.size,
                    "look_for": info.look_for,
                }
                for info in found
            ]
        )
        return
    terminal = this_terminal(colour)
    wide = max(len(info.name) for info in found)
    for info in found:
        name = terminal.paint(info.name.ljust(wide), "bold")
        say(f"{name}  {info.title}, {info.sides}, {info.size} squares")
        for line in terminal.wrap(info.look_for, width=terminal.width - wide - 2):
            say(f"{' ' * wide}  {terminal.paint(line, 'dim')}")
