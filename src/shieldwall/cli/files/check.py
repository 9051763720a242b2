"""`shieldwall check`: all problems of files, before a fight uses them."""

from __future__ import annotations

from pathlib import Path

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content.formats.problems import Problem
from shieldwall.content.user_folder import FOLDERS, own_files
from shieldwall.exchange.file_checks import check_file, hints_of


@click.command("check")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--mine", is_flag=True, help="Check all files in your own folder (`shieldwall where`)."
)
@json_option
@colour_option
def command(files: tuple[str, ...], mine: bool, as_json: bool, colour: bool | None) -> None:
    """Validate encounter, party, creature, map and rules files.

    Prints one problem per line as file:line: field: problem. Exit code 1 if there are any.

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
    hints = {path: [] if problems else hints_of(path) for path, _, problems in found}
    if as_json:
        say_json(
            [
                {
                    "file": str(path),
                    "kind": kind,
                    "problems": [problem_data(problem) for problem in problems],
                    "hints": [problem_data(hint) for hint in hints[path]],
                }
                for path, kind, problems in found
            ]
        )
    else:
        terminal = this_terminal(colour)
        for path, kind, problems in found:
            for problem in problems:
                say(str(problem))
            for hint in hints[path]:
                say(str(hint))
            if not problems:
                say(terminal.paint(f"{path}: {kind}, nothing wrong", "dim"))
        if not found:
            say("there is nothing to check")
    raise click.exceptions.Exit(1 if wrong else 0)


def problem_data(problem: Problem) -> dict[str, object]:
    return {
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "message": problem.message,
    }
