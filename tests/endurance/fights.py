"""A fight that survives many restarts of the server, and what each client last knew of it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import NullPool, create_engine, text
from tests.endurance.screen import Screen, Told

from shieldwall.books import RULESETS

Json = dict[str, Any]
Row = tuple[int, str, str]
MOST_ROWS: Final = 160
MOST_LIVES: Final = 14
ENCOUNTERS: Final = ("duel", "duel", "duel", "yard", "corridor", "ford")
"""Mostly small ones: a list of a hundred options takes its time."""
AT_THE_TABLE: Final = ("settings", "mind", "seat", "invite", "revoke", "rule", "undo")
"""What may change how the table is set."""


class Lost(AssertionError):
    """Something that was acknowledged is not there."""


@dataclass
class Played:
    ident: str
    what: str
    tokens: dict[str, str]
    """By seat."""
    told: dict[str, Told] = field(default_factory=dict)
    """By seat: what its client knew when the server was killed."""
    pending: Json | None = None
    """The pending message then."""
    in_doubt: set[str] = field(default_factory=set)
    """Kinds of messages with unknown result: the store was silent, or a player waits for a hidden
    unit.
    """
    minded: bool = False
    """Whether minds or timers may have continued the fight."""
    rows: list[Row] = field(default_factory=list)
    over: bool = False
    lives: int = 0
    revoked: list[str] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)
    """Seats that may have another link than we know."""

    def is_done(self) -> bool:
        return (
            len(self.rows) > MOST_ROWS or self.lives > MOST_LIVES or (self.over and self.lives > 2)
        )

    def remember(self, screens: list[Screen]) -> None:
        """The server is gone: everything the clients know now must be there when it is back."""
        # A client that was disconnected before does not know what happened since.
        here = [screen for screen in screens if screen.state and not screen.was_shown_out()]
        self.told = {screen.name: screen.told() for screen in here}
        for screen in screens:
            if screen.name == "GM":
                state = screen.state
                self.minded = bool(state["minds"]) or state["settings"]["timer"] > 0
                self.over = screen.over
        if self.pending is not None and self.pending["type"] in ("invite", "seat", "revoke"):
            self.unsure.add(self.pending["name"])
            self.minded = True

    def check(self, screen: Screen) -> None:
        """What this client knew before equals what it gets now, or the beginning of it."""
        before = self.told.pop(screen.name, None)
        if before is None or not screen.state:
            return
        now, pending = screen.told(), self.pending
        kind = "" if pending is None else pending["type"]
        doubted = {kind, *self.in_doubt} - {""}
        if "undo" not in doubted and now.log[: len(before.log)] != before.log:
            raise Lost(f"{screen.name} had been told otherwise: {_first(before.log, now.log)}")
        sure = not doubted & set(AT_THE_TABLE)
        if screen.name == "GM" and sure and before.table != now.table:
            raise Lost(f"the table is set otherwise: {before.table} became {now.table}")
        still = not doubted and not self.minded and not self.unsure
        if still and now.log == before.log:
            if _bare(before.units) != _bare(now.units) or before.clock != now.clock:
                raise Lost(f"{screen.name} sees other units: {_other(before, now)}")

    def check_rows(self, rows: list[Row]) -> None:
        """Entries are only ever added."""
        if rows[: len(self.rows)] != self.rows:
            raise Lost("entries of the store have changed or are gone")
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Lost("entries of the store are not numbered one after the other")
        undone = [row for row in rows[len(self.rows) :] if row[1] == "undo"]
        kind = "" if self.pending is None else self.pending["type"]
        self.rows = rows
        if kind == "undo" and not undone:
            self.pending = None


def _bare(units: list[Json]) -> list[Json]:
    """Who answers for a unit depends on who is here."""
    return [{key: value for key, value in one.items() if key != "mine"} for one in units]


def _first(before: list[str], now: list[str]) -> str:
    for place, line in enumerate(before):
        here = now[place] if place < len(now) else "nothing"
        if here != line:
            return f"line {place}: {line!r} became {here!r}"
    return "nothing"


def _other(before: Told, now: Told) -> str:
    found = [
        f"{key}: {one.get(key)} became {other.get(key)}"
        for one, other in zip(_bare(before.units), _bare(now.units), strict=False)
        for key in one
        if one.get(key) != other.get(key)
    ]
    return "; ".join(found[:4]) or f"{before.clock} became {now.clock}"


def stored(url: str, fight: str) -> list[Row]:
    """The entries of a fight, read beside the server."""
    engine = create_engine(url, poolclass=NullPool)
    query = text(
        "SELECT number, kind, text FROM shieldwall_entries WHERE fight = :f ORDER BY number"
    )
    try:
        with engine.connect() as connection:
            return [(row[0], row[1], row[2]) for row in connection.execute(query, {"f": fight})]
    finally:
        engine.dispose()


async def rows_of(url: str, fight: str) -> list[Row]:
    return await asyncio.to_thread(stored, url, fight)


class Wishes:
    """What the next fight is made of: all books, with a map and without, by turns."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.kinds = [(book, space) for book in RULESETS for space in ("", "open")]
        chance.shuffle(self.kinds)
        self.place = 0

    def next(self) -> Json:
        book, space = self.kinds[self.place % len(self.kinds)]
        self.place += 1
        encounter = self.chance.choice(ENCOUNTERS)
        settings: Json = {"fog": self.chance.random() < 0.4}
        luck = self.chance.random()
        if luck < 0.2:
            settings["dice"] = "by hand"
        elif luck < 0.35 and encounter == "duel":
            settings["by_hand"] = ["Ann"]
        wanted: Json = {"encounter": encounter, "book": book, "space": space, "settings": settings}
        if encounter == "duel":
            wanted["seats"] = [
                {"name": "Ann", "units": ["alda"]},
                {"name": "Wat", "role": "watcher"},
            ]
        return wanted
