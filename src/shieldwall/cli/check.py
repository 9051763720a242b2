"""`shieldwall check`: everything that is wrong with files, before a fight finds it."""

from __future__ import annotations

from pathlib import Path

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content.home import FOLDERS, own_files
from shieldwall.exchange.checking import check_file


@click.command("check")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--mine", is_flag=True, help="All files in your own folder (`shieldwall where`).")
@json_option
@colour_option
def command(files: tuple[str, ...], mine: bool, as_json: bool, colour: bool | None) -> None:
    """Say all that is wrong with encounters, parties, creatures, maps and rules.

    Each problem stands on a line as file:line: field: what is wrong. Ends with 1 if there are any.

    \b
    Examples:
      shieldwall check cellar.yaml heroes.yaml
      shieldwall check --mine --json
    """
    paths = [Path(file) for file in files]
    if mine:
        paths += [path for kind in FOLDERS for path in own_files(kind).values()]
    elif not paths:
        raise click.UsageError("name a file, or give --mine")
    found = [(path, *check_file(path)) for path in paths]
    wrong = sum(bool(problems) for _, _, problems in found)
    if as_json:
        say_json(
            [
                {
                    "file": str(path),
                    "kind": kind,
                    "problems": [
                        {
                            "file": problem.file,
                            "line": problem.line,
                            "column": problem.column,
                            "field": problem.field,
                            "message": problem.message,
                        }
                        for problem in problems
                    ],
                }
                for path, kind, problems in found
            ]
        )
    else:
        terminal = this_terminal(colour)
        for path, kind, problems in found:
            for problem in problems:
                say(str(problem))
            if not problems:
                say(terminal.paint(f"{path}: {kind}, nothing wrong", "dim"))
        if not found:
            say("there is nothing to check")
    raise click.exceptions.Exit(1 if wrong else 0)
