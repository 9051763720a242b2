"""`shieldwall licences`: credits and licences of the content."""

from __future__ import annotations

from importlib.resources import files

import click

from shieldwall.cli.terminal import say


@click.command("licences")
def command() -> None:
    """Print the sources of the content, with their licences.

    \b
    Example:
      shieldwall licences
    """
    for line in (files("shieldwall") / "data" / "notices.txt").read_text("utf-8").splitlines():
        say(line)
