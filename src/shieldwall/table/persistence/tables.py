"""The tables of a store, and their rows as Python classes."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

VERSION: Final = 3

TABLES: Final = MetaData()
META: Final = Table(
    "shieldwall_meta",
    TABLES,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
FIGHTS: Final = Table(
    "shieldwall_fights",
    TABLES,
    Column("id", String(40), primary_key=True),
    Column("title", Text, nullable=False),
    Column("book", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("seed", String(60), nullable=False),
    Column("created", String(40), nullable=False),
    Column("round", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("engine", String(40), nullable=False, server_default=""),
    Column("played", String(40), nullable=False, server_default=""),
    Column("standing", Text, nullable=False, server_default=""),
    Column("deleted", String(40), nullable=False, server_default=""),
)
ENTRIES: Final = Table(
    "shieldwall_entries",
    TABLES,
    Column("fight", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(40), nullable=False),
)
SEATS: Final = Table(
    "shieldwall_seats",
    TABLES,
    Column("fight", String(40), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("units", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("entered", Boolean, nullable=False),
    Column("revoked", Boolean, nullable=False),
    Index("shieldwall_seats_by_hash", "hash"),
)


PICTURES: Final = Table(
    "shieldwall_pictures",
    TABLES,
    Column("fight", String(40), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("mark", String(64), nullable=False),
    Column("facts", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""Pictures of a fight: of a unit by its short name, and of the map (`MAP`)."""
MAP: Final = "*map*"
"""The name of the map's picture; no unit can have it."""


class FightRow(NamedTuple):
    ident: str
    title: str
    book: str
    setup: str
    seed: int
    created: str
    round: int = 0
    over: bool = False
    engine: str = ""
    """The version of Shieldwall that started the fight; "" if unknown."""
    played: str = ""
    """Time of the last event."""
    standing: str = ""
    """HP and units left of each side, as JSON (`shares_text`)."""
    deleted: str = ""
    """Time of deletion; the fight can be restored for a while."""


class EntryRow(NamedTuple):
    number: int
    kind: str
    text: str


class SeatRow(NamedTuple):
    fight: str
    name: str
    role: str
    units: tuple[str, ...]
    hash: str
    entered: bool
    """Whether a player has used the seat yet."""
    revoked: bool


class Batch(NamedTuple):
    """Entries of one fight stored in one transaction; `first` is the number of the first."""

    fight: str
    first: int
    entries: tuple[tuple[str, str], ...]
    """Kind and text of each."""
    round: int
    over: bool
    """The state of the fight after them, for lists of fights."""
    standing: str = ""
    """The same for each side; "" if unknown."""


class PictureRow(NamedTuple):
    fight: str
    name: str
    kind: str
    """`png`, `jpg` or `webp`."""
    mark: str
    """Digest of the picture: a changed picture has a changed address."""
    facts: str
    """For a map: its grid alignment, as JSON."""
    data: bytes = b""


UPGRADES: Final[dict[int, tuple[tuple[str, str, str], ...]]] = {
    1: (("shieldwall_fights", "engine", "VARCHAR(40) DEFAULT '' NOT NULL"),),
    2: (
        ("shieldwall_fights", "played", "VARCHAR(40) DEFAULT '' NOT NULL"),
        ("shieldwall_fights", "standing", "TEXT DEFAULT '' NOT NULL"),
        ("shieldwall_fights", "deleted", "VARCHAR(40) DEFAULT '' NOT NULL"),
    ),
}
"""By version: the columns added by the upgrade to the next one, each with its table and type."""
NEW_TABLES: Final = {2: (PICTURES,)}
"""By version: the tables added by the upgrade to the next one."""
