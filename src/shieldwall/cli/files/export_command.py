"""`shieldwall export`: our files in other programs' formats."""

from __future__ import annotations

from pathlib import Path

import click

from shieldwall.cli.options import json_option
from shieldwall.cli.terminal import say, say_json
from shieldwall.exchange.exporters import KINDS, export_text
from shieldwall.exchange.import_report import Report


@click.command("export")
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.argument("name")
@click.option("-o", "--out", help="Output file (default: print it).")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@json_option
def command(kind: str, name: str, out: str | None, force: bool, as_json: bool) -> None:
    """Export a map or creatures to another program.

    NAME is a path, or the name of one of your own or the shipped files.

    \b
    Examples:
      shieldwall export uvtt hall -o hall.uvtt
      shieldwall export improved-initiative goblin -o goblin.json
      shieldwall export foundry wolf -o wolf.json
    """
    report = Report()
    text = export_text(kind, name, report)
    if out is not None:
        path = Path(out)
        if path.exists() and not force:
            raise click.UsageError(f"{out}: already exists; --force overwrites it")
        path.write_text(text, encoding="utf-8")
    if as_json:
        say_json({"written": out, "text": text, "report": report.data()})
        return
    if out is None:
        say(text.rstrip("\n"))
    for remark in report.remarks:
        click.echo(f"! {remark.topic}: {remark.text}", err=True)
    if out is not None:
        say(f"written: {out}")
