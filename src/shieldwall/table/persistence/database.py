"""Storage of the table's fights: SQLite in the GM's folder, or PostgreSQL.

A fight is its set-up and its entries. Entries are append-only: an undo is an entry, and so is a
change of settings. Appending returns only after the entries are committed. Only a deleted fight is
removed, as a whole, and not before the undo period is over. Secret links are stored as hashes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from shieldwall.table.persistence.sqlite_file import (
    back_up,
    fresh_beside,
    identity,
    make_private,
    trouble,
)
from shieldwall.table.persistence.tables import (
    ENTRIES,
    FIGHTS,
    META,
    NEW_TABLES,
    PICTURES,
    SEATS,
    TABLES,
    UPGRADES,
    VERSION,
    Batch,
    EntryRow,
    FightRow,
    PictureRow,
    SeatRow,
)

LOCK: Final = 7_413_305
"""PostgreSQL advisory lock: only one table at a time creates or upgrades a store."""
BUSY_SECONDS: Final = 10
"""Seconds SQLite waits for another program's write."""
POSTGRES_SETTINGS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c statement_timeout=10000 -c lock_timeout=10000",
}
"""Timeouts that detect a lost or silent server within seconds."""


class StoreError(ValueError):
    """An unusable store; the message is for the user."""


class StoreGone(StoreError):
    """The database file was removed or replaced while in use."""


def token_hash(token: str) -> str:
    """Tokens have 128 random bits or more, so a plain digest is safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


class Store:
    """One database. Every method is its own transaction; none may be called on the event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self._writer = self.engine.execution_options(writes=True)
        self._identity: tuple[int, int] | None = None
        """For a file: its identity when it was opened."""
        try:
            self._open()
        except (DBAPIError, sqlite3.Error, OSError) as error:
            self.engine.dispose()
            raise StoreError(
                f"the store {self.shown} cannot be opened: {_first(error)}. {self.way_out}"
            ) from None
        except BaseException:
            self.engine.dispose()
            raise

    def _open(self) -> None:
        file = self.file
        if file is not None:
            why = trouble(file)
            if why:
                raise StoreError(
                    f"the store {self.shown} cannot be opened: {why}. It is left as it is. "
                    f"{self.way_out}"
                )
            make_private(file)
        older = self._older()
        if older and file is not None:
            try:
                back_up(file, older)
            except (sqlite3.Error, OSError) as error:
                raise StoreError(
                    f"the store {self.shown} has to be upgraded and cannot be backed up first "
                    f"({_first(error)}): it is left as it is."
                ) from None
        with self._writer.begin() as connection:
            self._prepare(connection)
            _purge(connection)
        if file is not None:
            make_private(file)
            self._identity = identity(file)

    def _older(self) -> int:
        """The version of a store that needs an upgrade; 0 for any other."""
        with self.engine.connect() as connection:
            if META.name not in inspect(connection).get_table_names():
                return 0
            query = select(META.c.value).where(META.c.name == "version")
            found = str(connection.execute(query).scalar())
        return int(found) if found.isdigit() and 0 < int(found) < VERSION else 0

    @property
    def way_out(self) -> str:
        """Advice for an unusable file."""
        if self.file is None:
            return "See that the database runs, or name another with --store."
        fresh = sqlite_url(fresh_beside(self.file).absolute())
        return f"To start a new one next to it: shieldwall serve --store {fresh}"

    def _check_place(self) -> None:
        """Detect a removed file: writes to it would succeed and be lost."""
        if self._identity is not None and self.file is not None:
            if identity(self.file) != self._identity:
                raise StoreGone(
                    f"The store {self.file} has been removed or replaced while the table runs. "
                    "Play stops: put it back, or start the table again."
                )

    @property
    def shown(self) -> str:
        """The address without its password."""
        return make_url(self.url).render_as_string(hide_password=True)

    @property
    def file(self) -> Path | None:
        """The path of the database; None if it is not a file."""
        url = make_url(self.url)
        if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
            return None
        return Path(url.database)

    @property
    def mark(self) -> str:
        """A short name for the address."""
        return hashlib.sha256(self.shown.encode()).hexdigest()[:8]

    def close(self) -> None:
        self.engine.dispose()

    def _prepare(self, connection: Connection) -> None:
        """Create the tables, or upgrade those of an older version, in one transaction.

        A store left half created by an earlier version is completed if it is empty.
        """
        if connection.dialect.name == "postgresql":
            # Two tables that start at the same moment create them one after the other.
            connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        known = set(inspect(connection).get_table_names())
        found = None
        if META.name in known:
            query = select(META.c.value).where(META.c.name == "version")
            found = connection.execute(query).scalar()
        if found is None:
            for table in TABLES.sorted_tables:
                rows = select(literal(1)).select_from(table).limit(1)
                if table.name in known and connection.execute(rows).scalar() is not None:
                    raise StoreError(
                        f"the store {self.shown} does not say its version: it is left as it is. "
                        f"{self.way_out}"
                    )
            for table in TABLES.sorted_tables:
                if table.name in known:
                    table.drop(connection)
            TABLES.create_all(connection)
            connection.execute(insert(META).values(name="version", value=str(VERSION)))
            return
        if not str(found).isdigit():
            raise StoreError(
                f"the store {self.shown} does not say its version: it is left as it is. "
                f"{self.way_out}"
            )
        version = int(found)
        if version > VERSION:
            raise StoreError(
                f"the store {self.shown} is of version {version}, and this Shieldwall knows up to "
                f"{VERSION}: it is left as it is. Use a newer Shieldwall. {self.way_out}"
            )
        if version < VERSION:
            upgrade(connection, version)
            connection.execute(
                update(META).where(META.c.name == "version").values(value=str(VERSION))
            )

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_place()
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self, fight: str = "") -> Iterator[Connection]:
        """An exclusive write transaction; waits for a pending write of the fight.

        PostgreSQL may still be about to commit a write sent before the connection broke.
        """
        self._check_place()
        with self._writer.begin() as connection:
            if fight:
                row = select(FIGHTS.c.id).where(FIGHTS.c.id == fight)
                connection.execute(row.with_for_update())
            yield connection
        self._check_place()

    # Fights.

    def add_fight(
        self,
        fight: FightRow,
        seats: Sequence[SeatRow],
        first: Batch,
        pictures: Sequence[PictureRow] = (),
    ) -> None:
        """Store a new fight in one transaction."""
        with self._writing() as connection:
            connection.execute(
                insert(FIGHTS).values(
                    id=fight.ident,
                    title=fight.title,
                    book=fight.book,
                    setup=fight.setup,
                    seed=str(fight.seed),
                    created=fight.created,
                    round=first.round,
                    over=first.over,
                    engine=fight.engine,
                    played=fight.created,
                    standing=first.standing,
                )
            )
            for seat in seats:
                _put_seat(connection, seat)
            for picture in pictures:
                connection.execute(insert(PICTURES).values(**picture._asdict()))
            _append(connection, [first])

    def fights(self) -> list[FightRow]:
        """All fights except deleted ones, newest first."""
        query = select(FIGHTS).where(FIGHTS.c.deleted == "").order_by(FIGHTS.c.created.desc())
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return [_fight(tuple(row)) for row in rows]

    def rename(self, ident: str, title: str) -> None:
        with self._writing(ident) as connection:
            connection.execute(update(FIGHTS).where(FIGHTS.c.id == ident).values(title=title))

    def set_deleted(self, ident: str, deleted: str) -> None:
        """Mark a fight as deleted, or restore it ("")."""
        with self._writing(ident) as connection:
            connection.execute(update(FIGHTS).where(FIGHTS.c.id == ident).values(deleted=deleted))

    def purge(self, ident: str = "") -> None:
        """Remove deleted fights permanently: one, or all."""
        with self._writing(ident) as connection:
            _purge(connection, ident)

    def fight(self, ident: str) -> FightRow | None:
        with self._reading() as connection:
            return _find_fight(connection, ident)

    # Entries.

    def append(self, batches: Sequence[Batch]) -> None:
        """Append all batches; returns after the commit."""
        with self._writing() as connection:
            _append(connection, batches)

    def entries(self, fight: str) -> list[EntryRow]:
        with self._reading() as connection:
            return _entries(connection, fight)

    def last_entry(self, fight: str, kind: str) -> str:
        """The text of the last entry of a kind; "" if there is none."""
        query = select(ENTRIES.c.text).where(ENTRIES.c.fight == fight, ENTRIES.c.kind == kind)
        with self._reading() as connection:
            found = connection.execute(query.order_by(ENTRIES.c.number.desc())).scalar()
        return str(found or "")

    # After a failed write: the entries now stored, which that write will not change any more.

    def sure_fight(self, ident: str) -> FightRow | None:
        with self._writing(ident) as connection:
            return _find_fight(connection, ident)

    def sure_pictures(self, fight: str) -> list[PictureRow]:
        with self._writing(fight) as connection:
            return _pictures(connection, fight)

    def sure_entries(self, fight: str) -> list[EntryRow]:
        with self._writing(fight) as connection:
            return _entries(connection, fight)

    def sure_seats(self, fight: str) -> list[SeatRow]:
        with self._writing(fight) as connection:
            return _seats(connection, fight)

    # Pictures.

    def put_picture(self, picture: PictureRow) -> None:
        with self._writing(picture.fight) as connection:
            _drop_picture(connection, picture.fight, picture.name)
            connection.execute(insert(PICTURES).values(**picture._asdict()))

    def drop_picture(self, fight: str, name: str) -> None:
        with self._writing(fight) as connection:
            _drop_picture(connection, fight, name)

    def pictures(self, fight: str) -> list[PictureRow]:
        """The pictures of a fight, without their data."""
        with self._reading() as connection:
            return _pictures(connection, fight)

    def picture(self, fight: str, name: str) -> PictureRow | None:
        query = select(PICTURES).where(PICTURES.c.fight == fight, PICTURES.c.name == name)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _picture(tuple(row))

    # Seats.

    def put_seats(self, fight: str, seats: Sequence[SeatRow]) -> None:
        """Add seats of a fight, or replace those of the same name, in one transaction."""
        with self._writing(fight) as connection:
            for seat in seats:
                _put_seat(connection, seat)

    def seats(self, fight: str) -> list[SeatRow]:
        """All seats except revoked ones."""
        with self._reading() as connection:
            return _seats(connection, fight)

    def seat_of(self, token: str) -> SeatRow | None:
        query = select(SEATS).where(SEATS.c.hash == token_hash(token), SEATS.c.revoked.is_(False))
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _seat(tuple(row))


def upgrade(connection: Connection, version: int) -> None:
    """Upgrade the tables of an older version, one version at a time."""
    if version < 1:
        raise StoreError(
            f"the store is of version {version}, which was never released; left as it is"
        )
    for step in range(version, VERSION):
        for table, column, kind in UPGRADES[step]:
            columns = inspect(connection).get_columns(table)
            # An earlier upgrade may have been stopped between this step and the new version number.
            if column not in [one["name"] for one in columns]:
                connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column} {kind}"))
        for made in NEW_TABLES.get(step, ()):
            made.create(connection, checkfirst=True)


def _engine(url: str) -> Engine:
    try:
        made = make_url(url)
        engine = create_engine(
            made,
            pool_pre_ping=made.get_backend_name() != "sqlite",
            connect_args=POSTGRES_SETTINGS if made.drivername == "postgresql+psycopg" else {},
        )
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(
            f"--store {url}: {_first(error)}. It should read like "
            "postgresql+psycopg://user@host/name or sqlite:////path/to/file"
        ) from None
    except ImportError as error:
        raise StoreError(
            f"--store {url}: {error}. Install it with: pip install 'shieldwall[postgresql]'"
        ) from None
    if made.get_backend_name() == "sqlite":
        if made.database:
            try:
                Path(made.database).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"--store {url}: {error}") from None
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _sqlite_begin)
    return engine


def _set_up_sqlite(connection: object, _record: object) -> None:
    """WAL: readers never wait. FULL: commits survive a power cut.

    Python's default transactions exclude table creation; this covers it too.
    """
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    """Take the write lock at the start, so that no transaction fails in the middle."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _first(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _find_fight(connection: Connection, ident: str) -> FightRow | None:
    row = connection.execute(select(FIGHTS).where(FIGHTS.c.id == ident)).first()
    return None if row is None else _fight(tuple(row))


def _pictures(connection: Connection, fight: str) -> list[PictureRow]:
    columns = [PICTURES.c[name] for name in ("fight", "name", "kind", "mark", "facts")]
    rows = connection.execute(select(*columns).where(PICTURES.c.fight == fight)).all()
    return [_picture(tuple(row)) for row in rows]


def _entries(connection: Connection, fight: str) -> list[EntryRow]:
    rows = connection.execute(
        select(ENTRIES.c.number, ENTRIES.c.kind, ENTRIES.c.text)
        .where(ENTRIES.c.fight == fight)
        .order_by(ENTRIES.c.number)
    ).all()
    return [EntryRow(row.number, row.kind, row.text) for row in rows]


def _seats(connection: Connection, fight: str) -> list[SeatRow]:
    query = select(SEATS).where(SEATS.c.fight == fight, SEATS.c.revoked.is_(False))
    rows = connection.execute(query.order_by(SEATS.c.name)).all()
    return [_seat(tuple(row)) for row in rows]


def _append(connection: Connection, batches: Sequence[Batch]) -> None:
    at = now()
    rows = [
        {"fight": batch.fight, "number": batch.first + place, "kind": kind, "text": said, "at": at}
        for batch in batches
        for place, (kind, said) in enumerate(batch.entries)
    ]
    if not rows:
        return
    connection.execute(insert(ENTRIES), rows)
    for batch in batches:
        standing = {"round": batch.round, "over": batch.over, "played": at}
        if batch.standing:
            standing["standing"] = batch.standing
        connection.execute(update(FIGHTS).where(FIGHTS.c.id == batch.fight).values(**standing))


def _purge(connection: Connection, ident: str = "") -> None:
    gone = select(FIGHTS.c.id).where(FIGHTS.c.deleted != "")
    if ident:
        gone = gone.where(FIGHTS.c.id == ident)
    idents = [str(row[0]) for row in connection.execute(gone).all()]
    for table in (ENTRIES, SEATS, PICTURES):
        connection.execute(delete(table).where(table.c.fight.in_(idents)))
    connection.execute(delete(FIGHTS).where(FIGHTS.c.id.in_(idents)))


def _drop_picture(connection: Connection, fight: str, name: str) -> None:
    key = (PICTURES.c.fight == fight) & (PICTURES.c.name == name)
    connection.execute(delete(PICTURES).where(key))


def _put_seat(connection: Connection, seat: SeatRow) -> None:
    key = (SEATS.c.fight == seat.fight) & (SEATS.c.name == seat.name)
    values = {
        "role": seat.role,
        "units": json.dumps(seat.units),
        "hash": seat.hash,
        "entered": seat.entered,
        "revoked": seat.revoked,
    }
    if connection.execute(update(SEATS).where(key).values(**values)).rowcount == 0:
        connection.execute(insert(SEATS).values(fight=seat.fight, name=seat.name, **values))


def _fight(row: tuple[object, ...]) -> FightRow:
    ident, title, book, setup, seed, created, number, over, *later = row
    return FightRow(
        str(ident),
        str(title),
        str(book),
        str(setup),
        int(str(seed)),
        str(created),
        int(str(number)),
        bool(over),
        *(str(one) for one in later),
    )


def _picture(row: tuple[object, ...]) -> PictureRow:
    fight, name, kind, mark, facts, *data = row
    found = b"" if not data else bytes(data[0])  # type: ignore[call-overload]
    return PictureRow(str(fight), str(name), str(kind), str(mark), str(facts), found)


def _seat(row: tuple[object, ...]) -> SeatRow:
    fight, name, role, units, hashed, entered, revoked = row
    return SeatRow(
        str(fight),
        str(name),
        str(role),
        tuple(json.loads(str(units))),
        str(hashed),
        bool(entered),
        bool(revoked),
    )
