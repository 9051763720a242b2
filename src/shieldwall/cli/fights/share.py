"""`shieldwall share`: a fight as one HTML file that replays it."""

from __future__ import annotations

from pathlib import Path

import click

from shieldwall.cli.main import Complaint
from shieldwall.cli.options import json_option
from shieldwall.cli.terminal import say, say_json
from shieldwall.fight import Fight
from shieldwall.store.save_file import load_fight, tape_text
from shieldwall.table.archive.bundle import write_whole
from shieldwall.table.archive.film import Viewer, film_of
from shieldwall.table.archive.share_page import NotBuilt, shared_film, shared_page
from shieldwall.table.message_parts import Settings
from shieldwall.table.play.gm_commands import fog_of
from shieldwall.text.notation import suggest


@click.command("share")
@click.argument("file")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The HTML file to write (the tape's name with .html by default).",
)
@click.option(
    "--as",
    "side",
    metavar="SIDE",
    help="Show what this side knew, without the tape. Default: everything.",
)
@json_option
def command(file: str, output: str | None, side: str | None, as_json: bool) -> None:
    """Write one HTML file that replays a tape or a saved fight.

    The file needs no server and fetches nothing: send it to your players.

    \b
    Examples:
      shieldwall share duel.fight -o duel.html
      shieldwall share ambush.tape --as party
    """
    fight = load_fight(file)
    if fight.replayable_to is not None:
        raise Complaint(
            f"{file}: the rules have changed since, and its beginning can no longer be replayed."
        )
    viewer = Viewer() if side is None else viewer_of_side(fight, side)
    tape = tape_text(fight) if side is None else ""
    try:
        text = shared_page(fight.setup.title, shared_film(film_of(fight, viewer), tape))
    except NotBuilt as error:
        raise Complaint(str(error)) from None
    path = Path(output or Path(file).with_suffix(".html").name)
    write_whole(path, text.encode())
    size = len(text.encode())
    if as_json:
        say_json({"file": str(path), "bytes": size, "title": fight.setup.title})
    else:
        say(f"{path}: {fight.setup.title}, {size // 1000} kB. Open it in any browser.")


def viewer_of_side(fight: Fight, name: str) -> Viewer:
    """The view of a side's players, with the table's default settings."""
    sides = [side.name for side in fight.setup.sides]
    if name not in sides:
        raise Complaint(f"No side is called {name!r}{suggest(name, sides)}")
    number = sides.index(name)
    units = frozenset(one.ident for one in fight.setup.placements if one.side == number)
    settings = Settings(fog=fog_of(fight))
    return Viewer("player", units, name, ((0, settings),), None)
