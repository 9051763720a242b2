"""`shieldwall serve`: the table in the browser, with the GM and each player on their own screen."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from shieldwall.cli.main import Complaint
from shieldwall.cli.terminal import say

if TYPE_CHECKING:
    import uvicorn

    from shieldwall.table.persistence.database import Store
    from shieldwall.table.persistence.tokens import Keys
    from shieldwall.table.play.rooms import Rooms
    from shieldwall.table.server.access import Place

PORT: Final = 8765
TRIED: Final = 20
"""Number of ports to try if none is given."""
ONCE: Final = "SHIELDWALL_ONCE"
START_SECONDS: Final = 120
"""Seconds a busy machine may take until the table answers."""
LOOPBACK: Final = "127.0.0.1"
REMEMBERED: Final = "table-lan"
"""File in the GM's own folder with the answer to the question about the network."""


@click.command("serve")
@click.option(
    "--lan/--no-lan",
    default=None,
    help="Let others on the local network join (asked once in a terminal).",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"Port (default: {PORT} or the next free one)."
)
@click.option("--store", metavar="URL", help="File for saved fights (default: in your own folder).")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Another host name of this machine; repeatable.",
)
@click.option(
    "--new-links",
    is_flag=True,
    help="Make new links for GM and players; the old ones stop working.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print the links as JSON on one line.")
def command(
    lan: bool | None,
    port: int | None,
    store: str | None,
    hosts: tuple[str, ...],
    new_links: bool,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Run the table in the browser for a GM and players.

    Prints two links: one for the GM, one for the players. They stay the same from one start to the
    next. Every die and choice is saved at once, so you can stop with Ctrl-C and continue later.

    \b
    Examples:
      shieldwall serve
      shieldwall serve --lan
      shieldwall serve --lan --new-links
      shieldwall serve --store postgresql+psycopg://gm@localhost/table
    """
    from shieldwall.table.persistence.database import Store, StoreError
    from shieldwall.table.play.rooms import Rooms
    from shieldwall.table.server.network import lan_address

    if lan is None:
        lan = _wants_lan()
    try:
        kept = Store(store or own_store())
        rooms = Rooms(kept, keys=_keys(kept, new_links))
    except StoreError as error:
        raise Complaint(str(error)) from None
    listening = _listen(LOOPBACK if not lan else "0.0.0.0", port)
    number = listening.getsockname()[1]
    here = f"http://{LOOPBACK}:{number}"
    others = f"http://{lan_address()}:{number}" if lan else here
    server = _server(rooms, others, lan, hosts)
    _announce(rooms, here, others, lan, as_json)
    if os.environ.get(ONCE) == "1":
        _serve_once(server, listening, here)
        return
    if not no_browser and _has_browser():
        address = _gm_address(rooms, here)
        threading.Timer(0.8, webbrowser.open, [address]).start()
    collect_seldom()
    # The server shuts down in order before it passes the signal on to this handler.
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, _leave)
    with suppress(_Ended):
        server.run(sockets=[listening])
    if not as_json:
        say("The table is closed; the fights are saved.")


class _Ended(BaseException):
    """Shutdown requested: by Ctrl-C, or by the system."""


def _leave(_number: int, _frame: object) -> None:
    raise _Ended


def collect_seldom() -> None:
    """Run full garbage collections rarely: one stops all tables for 100 ms and more.

    Fights create hardly any cycles: long-lived objects are frozen, and collected only once in a
    long while.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 50, 4_000)


def own_store() -> str:
    from shieldwall.content.user_folder import home_folder
    from shieldwall.table.persistence.database import sqlite_url

    return sqlite_url(home_folder() / "table.sqlite3")


def _keys(store: Store, anew: bool) -> Keys:
    """The tokens of the last start; new ones if they cannot be kept."""
    from shieldwall.table.persistence.tokens import kept_keys, new_keys

    try:
        return kept_keys(_links_file(store), anew)
    except OSError as error:
        click.echo(f"The links cannot be saved for the next start: {error}", err=True)
        return new_keys()


def _links_file(store: Store) -> Path:
    """Beside the store if that is a file; else in the GM's own folder, one per store."""
    from shieldwall.content.user_folder import home_folder

    if store.file is not None:
        return store.file.with_name(f"{store.file.name}-links")
    return home_folder() / f"table-{store.mark}-links"


# The network.


def _wants_lan() -> bool:
    """Ask once at a terminal and remember the answer; without a terminal, stay local."""
    from shieldwall.content.user_folder import home_folder

    note = home_folder() / REMEMBERED
    try:
        return note.read_text(encoding="utf-8").strip() == "yes"
    except OSError:
        pass
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    answer = _yes("Let players on this network join?")
    _remember(note, answer)
    return answer


def _yes(question: str) -> bool:
    while True:
        said = str(click.prompt(f"{question} [y/N]", default="n", show_default=False))
        if said.strip().lower() in ("y", "yes", "n", "no"):
            return said.strip().lower().startswith("y")
        click.echo("Answer y for yes or n for no.")


def _remember(note: Path, answer: bool) -> None:
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("yes\n" if answer else "no\n", encoding="utf-8")
    except OSError as error:
        click.echo(f"The answer cannot be saved: {error}", err=True)


def _listen(host: str, port: int | None) -> socket.socket:
    """Listen on the given port, else on the first free one."""
    from shieldwall.table.server.network import listen

    first = PORT if port is None else port
    last = first + TRIED if port is None else first + 1
    problem: str | None = None
    for number in range(first, last):
        try:
            return listen(host, number)
        except OSError as error:
            problem = error.strerror
    what = f"port {first} is" if port is not None else f"ports {first} to {last - 1} are"
    raise Complaint(f"{what} not free ({problem}); choose another with --port.")


# The server.


def _server(rooms: Rooms, address: str, lan: bool, hosts: tuple[str, ...]) -> uvicorn.Server:
    from shieldwall.table.server.app import make_app, server_of

    own = socket.gethostname()
    names = (*hosts, own, f"{own.partition('.')[0]}.local") if lan else hosts
    app = make_app(rooms, _place(address, lan), names)
    return server_of(app)


def _place(address: str, lan: bool) -> Place:
    from shieldwall.table.server.access import Place

    return Place(address, lan)


def _gm_address(rooms: Rooms, here: str) -> str:
    from shieldwall.table.server.access import link

    return here + link(rooms.host_token)


def _announce(rooms: Rooms, here: str, others: str, lan: bool, as_json: bool) -> None:
    from shieldwall.table.server.access import link

    gm, players = _gm_address(rooms, here), others + link(rooms.guest_token)
    if as_json:
        where = {"gm": gm, "players": players, "lan": lan, "store": rooms.store.shown}
        say(json.dumps(where))
        sys.stdout.flush()
        return
    say(f"For the GM:       {gm}")
    say(f"For the players:  {players}")
    if lan:
        _show_code(players)
    else:
        say(
            "Only this machine can open it; `shieldwall serve --lan` lets players join from theirs."
        )
    say(f"Fights are saved in {rooms.store.shown}. Ctrl-C stops the table.")
    sys.stdout.flush()


def _show_code(address: str) -> None:
    """Print the players' address as a QR code, if the terminal can show it."""
    if not sys.stdout.isatty():
        return
    import segno

    segno.make(address, error="l").terminal(compact=True)


def _has_browser() -> bool:
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _serve_once(server: uvicorn.Server, listening: socket.socket, here: str) -> None:
    """Start, check for an answer, and stop: for scripts."""
    from urllib.request import urlopen

    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        with urlopen(f"{here}/api/health", timeout=START_SECONDS) as answer:
            found = json.loads(answer.read())
        with urlopen(f"{here}/", timeout=START_SECONDS) as answer:
            kind = answer.headers.get_content_type()
        say(f"It answers: version {found['version']}, the page as {kind}.")
    finally:
        server.should_exit = True
        thread.join()
