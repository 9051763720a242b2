"""`shieldwall rules`: the books in words, and the tests that prove them."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any, Final

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.rules_books import books, diff, rulings, show
from shieldwall.cli.terminal import say, say_json, this_terminal

REPORT: Final = "data/rules_coverage.json"
STATUSES: Final = {
    "proved": "green",
    "missing": "red",
    "later": "yellow",
    "advice": "dim",
}


class NoReport(click.ClickException):
    """The package was built without the report."""

    exit_code = 1

    def __init__(self) -> None:
        super().__init__(
            "this build holds no report of which tests prove which rules; "
            "in a checkout, `make coverage` makes it."
        )


@click.group("rules")
def command() -> None:
    """Read the rules: books, rulings and the tests that prove them.

    \b
    Examples:
      shieldwall rules list
      shieldwall rules show sovereign
      shieldwall rules rulings
      shieldwall rules coverage --missing
    """


for part in (books, show, rulings, diff):
    command.add_command(part)


@command.command("coverage")
@click.option("--missing", is_flag=True, help="List only rules without a test.")
@json_option
@colour_option
def coverage(missing: bool, as_json: bool, colour: bool | None) -> None:
    """List every rule with the tests that prove it.

    \b
    Examples:
      shieldwall rules coverage
      shieldwall rules coverage --missing
      shieldwall rules coverage --json
    """
    report = read_report()
    ids: dict[str, Any] = report["ids"]
    if missing:
        ids = {ident: entry for ident, entry in ids.items() if entry["status"] == "missing"}
    if as_json:
        say_json({**report, "ids": ids})
        return
    terminal = this_terminal(colour)
    for ident, entry in ids.items():
        status = str(entry["status"])
        note = f": {entry['note']}" if entry.get("note") else ""
        style = STATUSES.get(status, "bold")
        say(f"{ident}  {terminal.paint(status, style)}{note}")
        for test in entry["tests"]:
            say(terminal.paint(f"    {test}", "dim"))
    counts = Counter(str(entry["status"]) for entry in report["ids"].values())
    known = [status for status in STATUSES if counts[status]]
    text = ", ".join(f"{counts[status]} {status}" for status in known)
    say(f"{len(report['ids'])} rules: {text}.")


def read_report() -> dict[str, Any]:
    try:
        text = files("shieldwall").joinpath(REPORT).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NoReport from None
    report: dict[str, Any] = json.loads(text)
    return report
