"""`shieldwall campaign`: groups of fights, the next fight with the survivors, archives."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from shieldwall.cli.chances.sim import table_lines
from shieldwall.cli.main import Complaint
from shieldwall.cli.options import json_option
from shieldwall.cli.serve import own_store
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.store.save_file import load_fight, save_fight
from shieldwall.table.archive.bundle import (
    CAMPAIGN,
    BadArchive,
    archive_bytes,
    read_archive,
    write_whole,
)
from shieldwall.table.archive.campaigns import campaign_name, party_of
from shieldwall.table.persistence.database import Store, StoreError
from shieldwall.table.persistence.records import resume
from shieldwall.table.persistence.tables import Batch, FightRow
from shieldwall.table.play.fight_setup import CARRIED, Wrong
from shieldwall.table.play.survivors import CARRY, carried_on
from shieldwall.text.notation import suggest

SEED_BITS: Final = 63
Function = TypeVar("Function", bound=Callable[..., Any])

store_option = click.option(
    "--store", metavar="URL", help="File for saved fights (default: in your own folder)."
)


@click.group("campaign")
def command() -> None:
    """Group fights, take a party to its next fight, export and import campaigns.

    The fights are those of the table (`shieldwall serve`). `next` works with files.

    \b
    Examples:
      shieldwall campaign list
      shieldwall campaign add "The Long Road" 8a30f9be3a3c1d22
      shieldwall campaign next evening.fight crypt -o morning.fight
      shieldwall campaign export everything.zip
      shieldwall campaign import everything.zip
    """


@contextmanager
def opened(url: str | None) -> Iterator[Store]:
    try:
        store = Store(url or own_store())
    except StoreError as error:
        raise Complaint(str(error)) from None
    try:
        yield store
    finally:
        store.close()


def by_campaign(store: Store) -> dict[str, list[FightRow]]:
    """The fights of each campaign, newest first; those without one under ""."""
    found: dict[str, list[FightRow]] = {}
    for row in store.fights():
        found.setdefault(store.last_entry(row.ident, CAMPAIGN), []).append(row)
    return found


@command.command("list")
@store_option
@json_option
def list_campaigns(store: str | None, as_json: bool) -> None:
    """List campaigns and their fights."""
    with opened(store) as kept:
        found = by_campaign(kept)
    if as_json:
        say_json(
            [
                {"campaign": name, "fights": [fight_data(row) for row in rows]}
                for name, rows in sorted(found.items())
            ]
        )
        return
    if not found:
        say("No fights yet. `shieldwall serve` starts the table.")
    for name, rows in sorted(found.items()):
        say(name or "In no campaign")
        lines = [["id", "title", "book", "stands", "begun"]]
        for row in rows:
            stands = "over" if row.over else f"round {row.round}"
            lines.append([row.ident, row.title, row.book, stands, row.created[:10]])
        for line in table_lines(lines, this_terminal()):
            say(line)


def fight_data(row: FightRow) -> dict[str, object]:
    return {
        "id": row.ident,
        "title": row.title,
        "book": row.book,
        "round": row.round,
        "over": row.over,
        "begun": row.created,
    }


@command.command("show")
@click.argument("name")
@store_option
@json_option
def show_campaign(name: str, store: str | None, as_json: bool) -> None:
    """Show the state of a campaign's party after its last fight."""
    with opened(store) as kept:
        found = by_campaign(kept)
        rows = found.get(name)
        if not name or rows is None:
            raise Complaint(f"No campaign is called {name!r}{suggest(name, found)}")
        last = max(rows, key=lambda row: row.played or row.created)
        party = party_of(resume(last, kept.entries(last.ident)).fight)
    if as_json:
        say_json({"campaign": name, "fights": [fight_data(row) for row in rows], "party": party})
        return
    say(f"{name}: {len(rows)} fight{'s' if len(rows) > 1 else ''}, the last one {last.title}.")
    lines = [["", "stands", "HP", "conditions", "spent or lost"]]
    for one in party:
        hp = f"{one['hp']} of {one['max_hp']}"
        lines.append(
            [one["name"], one["fate"], hp, ", ".join(one["conditions"]), ", ".join(one["spent"])]
        )
    for line in table_lines(lines, this_terminal()):
        say(line)


@command.command("add")
@click.argument("name")
@click.argument("fights", nargs=-1, required=True, metavar="FIGHT...")
@store_option
def add(name: str, fights: tuple[str, ...], store: str | None) -> None:
    """Put fights of the table into a campaign; NAME "" takes them out of theirs."""
    try:
        name = campaign_name(name)
    except ValueError as error:
        raise Complaint(str(error)) from None
    with opened(store) as kept:
        rows = {row.ident: row for row in kept.fights()}
        for ident in fights:
            if ident not in rows:
                raise Complaint(f"No fight has the id {ident!r}{suggest(ident, rows)}")
        for ident in fights:
            row, number = rows[ident], len(kept.entries(ident))
            entry = ((CAMPAIGN, name),)
            kept.append([Batch(ident, number, entry, row.round, row.over, row.standing)])
    count = f"{len(fights)} fight{'s' if len(fights) > 1 else ''}"
    say(f"{count} put into {name}." if name else f"{count} taken out.")


@command.command("next")
@click.argument("file")
@click.argument("encounter")
@click.option("-o", "--output", metavar="FILE", required=True, help="The fight to write.")
@click.option(
    "--carry",
    default=",".join(CARRY),
    show_default=True,
    metavar="LIST",
    help="What survivors bring along. Without `dead`, the dead come back.",
)
@click.option("--seed", type=click.IntRange(0), help="Seed for the dice (same seed, same dice).")
def next_fight(file: str, encounter: str, output: str, carry: str, seed: int | None) -> None:
    """Start the next fight with the survivors of a saved one."""
    wanted = [word.strip() for word in carry.split(",") if word.strip()]
    for word in wanted:
        if word not in CARRY:
            raise Complaint(f"--carry {word!r}{suggest(word, CARRY)}; it may be {', '.join(CARRY)}")
    before = load_fight(file)
    setup = load_encounter(encounter, before.setup.rules)
    try:
        setup, orders = carried_on(setup, before, wanted)
    except Wrong as error:
        raise Complaint(str(error)) from None
    fight = Fight(setup, secrets.randbits(SEED_BITS) if seed is None else seed)
    for order in orders:
        fight.rule(order, CARRIED)
    save_fight(fight, output)
    here = [one.name for one in setup.sides if one.players]
    say(f"{output}: {setup.title} with the survivors of {before.setup.title} ({', '.join(here)}).")
    say(f"Play it with: shieldwall play --resume {output}")


@command.command("export")
@click.argument("file")
@click.argument("name", required=False)
@store_option
def export(file: str, name: str | None, store: str | None) -> None:
    """Write everything stored, or one campaign, as one zip of plain files."""
    with opened(store) as kept:
        fights = None
        if name is not None:
            found = by_campaign(kept)
            if name not in found:
                raise Complaint(f"No campaign is called {name!r}{suggest(name, found)}")
            fights = [row.ident for row in found[name]]
        data = archive_bytes(kept, fights)
        count = len(kept.fights()) if fights is None else len(fights)
    write_whole(Path(file), data)
    say(f"{file}: {count} fight{'' if count == 1 else 's'}, {max(1, len(data) // 1000)} kB.")


@command.command("import")
@click.argument("file")
@store_option
@json_option
def bring(file: str, store: str | None, as_json: bool) -> None:
    """Import an archive from another machine. Existing files and fights are not overwritten."""
    with opened(store) as kept, open(file, "rb") as data:
        try:
            brought = read_archive(kept, data)
        except BadArchive as error:
            raise Complaint(f"{file}: {error}") from None
    if as_json:
        say_json(brought._asdict())
        return
    say(f"{len(brought.fights)} fights and {len(brought.files)} files of your own are new here.")
    for line in brought.left_out:
        say(f"  Left out: {line}")
