"""`shieldwall where`: the GM's own folder."""

from __future__ import annotations

import click

from shieldwall.cli.options import json_option
from shieldwall.cli.terminal import say, say_json
from shieldwall.content.user_folder import FOLDERS, home_folder, own_files


@click.command("where")
@click.option("--make", is_flag=True, help="Create the folder and its subfolders.")
@json_option
def command(make: bool, as_json: bool) -> None:
    """Print the folder for your own parties, creatures and maps.

    Files there are found by name, like shipped ones. Set SHIELDWALL_HOME for another folder.

    \b
    Examples:
      shieldwall where
      shieldwall where --make
    """
    home = home_folder()
    if make:
        for kind in FOLDERS:
            (home / kind).mkdir(parents=True, exist_ok=True)
    files = {kind: list(own_files(kind)) for kind in FOLDERS}
    if as_json:
        say_json({"folder": str(home), "exists": home.is_dir(), "files": files})
        return
    say(str(home))
    for kind, names in files.items():
        say(f"  {kind:<11} {', '.join(names) or '-'}")
    if not home.is_dir():
        say("It is not there yet; `shieldwall where --make` makes it.")
