"""`shieldwall schema`: JSON Schema of our files, for editors."""

from __future__ import annotations

import click

from shieldwall.cli.terminal import say_json
from shieldwall.exchange.json_schema import FILES, file_schema


@click.command("schema")
@click.argument("kind", type=click.Choice(list(FILES)))
def command(kind: str) -> None:
    """Print the JSON Schema of a file format, for editors.

    YAML editors use it to complete and check while you type.

    \b
    Examples:
      shieldwall schema encounter > encounter.schema.json
      shieldwall schema party
    """
    say_json(file_schema(kind))
