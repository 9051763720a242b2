"""`shieldwall list`: the shipped encounters, or the GM's own."""

from __future__ import annotations

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import ContentError, EncounterInfo, list_encounters
from shieldwall.content.encounters import encounter_info
from shieldwall.content.home import home_folder, own_files


@click.command("list")
@click.option("--mine", is_flag=True, help="Those in your own folder (`shieldwall where`).")
@json_option
@colour_option
def command(mine: bool, as_json: bool, colour: bool | None) -> None:
    """List the encounters that come with Shieldwall.

    \b
    Examples:
      shieldwall list
      shieldwall list --mine
      shieldwall list --json
    """
    broken: list[str] = []
    found = _own(broken) if mine else list_encounters()
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
    for complaint in broken:
        click.echo(complaint, err=True)
    if not found:
        say(f"no encounters in {home_folder() / 'encounters'}")
        return
    terminal = this_terminal(colour)
    wide = max(len(info.name) for info in found)
    for info in found:
        name = terminal.paint(info.name.ljust(wide), "bold")
        about = f"{info.title}, {info.sides}, {info.size}"
        for line in terminal.wrap(about, width=terminal.width - wide - 2):
            say(f"{name}  {line}")
            name = " " * wide
        for line in terminal.wrap(info.look_for, width=terminal.width - wide - 2):
            say(f"{' ' * wide}  {terminal.paint(line, 'dim')}")


def _own(broken: list[str]) -> list[EncounterInfo]:
    found = []
    for name in own_files("encounters"):
        try:
            found.append(encounter_info(name))
        except ContentError as error:
            broken.append(str(error))
    return found
