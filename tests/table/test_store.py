"""The store, on a real SQLite file and, if one is installed, on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from shieldwall.table.persistence.database import Store, StoreError, sqlite_url, token_hash
from shieldwall.table.persistence.tables import VERSION, Batch, FightRow, PictureRow, SeatRow

FIGHT = FightRow("f1", "A duel", "Sovereign", "{}", 2**127 + 5, "2026-01-01T00:00:00+00:00")
SEAT = SeatRow("f1", "Alda", "player", ("alda",), token_hash("secret"), False, False)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    made = Store(url)
    made.add_fight(FIGHT, [SEAT], Batch("f1", 0, (("table", "{}"),), 0, False))
    yield made
    made.close()


def batch(first: int, *texts: str) -> Batch:
    return Batch("f1", first, tuple(("tape", text) for text in texts), 2, False)


def test_a_fight_comes_back_as_it_was_stored(store: Store, url: str) -> None:
    store.append([batch(1, "! attack d20 14", "> alda done")])
    store.close()
    again = Store(url)
    found = again.fight("f1")
    assert found is not None
    assert found.played > FIGHT.created
    assert found._replace(played="") == FIGHT._replace(round=2)
    assert [row.text for row in again.entries("f1")] == ["{}", "! attack d20 14", "> alda done"]
    assert [row.number for row in again.entries("f1")] == [0, 1, 2]
    again.close()


def test_entries_are_never_written_twice(store: Store) -> None:
    """Two servers on one store: the second is refused, and nothing is lost or doubled."""
    store.append([batch(1, "> alda done")])
    with pytest.raises(IntegrityError):
        store.append([batch(1, "> brand done")])
    assert [row.text for row in store.entries("f1")] == ["{}", "> alda done"]


def test_a_batch_is_stored_whole_or_not_at_all(store: Store) -> None:
    store.append([batch(3, "> later")])
    with pytest.raises(IntegrityError):
        store.append([batch(1, "> one", "> two", "> three")])
    assert [row.text for row in store.entries("f1")] == ["{}", "> later"]


def test_a_seat_is_found_by_its_token_until_it_is_revoked(store: Store) -> None:
    assert store.seat_of("secret") == SEAT
    assert store.seat_of("another") is None
    store.put_seats("f1", [SEAT._replace(revoked=True)])
    assert store.seat_of("secret") is None
    assert store.seats("f1") == []


def test_no_token_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    store = Store(sqlite_url(path))
    store.add_fight(FIGHT, [SEAT], Batch("f1", 0, (), 0, False))
    store.close()
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"secret" not in held
    assert token_hash("secret").encode() in held


def test_a_newer_store_is_left_untouched(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text(f"UPDATE shieldwall_meta SET value = '{VERSION + 1}'"))
    store.close()
    with pytest.raises(StoreError, match=f"of version {VERSION + 1}.*left as it is"):
        Store(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT value FROM shieldwall_meta")).scalar()
    engine.dispose()
    assert found == str(VERSION + 1)


FIRST_VERSION = (
    "CREATE TABLE shieldwall_meta (name VARCHAR(40) NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE shieldwall_fights (id VARCHAR(40) NOT NULL PRIMARY KEY, title TEXT NOT NULL, "
    "book TEXT NOT NULL, setup TEXT NOT NULL, seed VARCHAR(60) NOT NULL, "
    "created VARCHAR(40) NOT NULL, round INTEGER NOT NULL, over BOOLEAN NOT NULL)",
    "CREATE TABLE shieldwall_entries (fight VARCHAR(40) NOT NULL, number INTEGER NOT NULL, "
    "kind VARCHAR(20) NOT NULL, text TEXT NOT NULL, at VARCHAR(40) NOT NULL, "
    "PRIMARY KEY (fight, number))",
    "CREATE TABLE shieldwall_seats (fight VARCHAR(40) NOT NULL, name VARCHAR(80) NOT NULL, "
    "role VARCHAR(20) NOT NULL, units TEXT NOT NULL, hash VARCHAR(64) NOT NULL, "
    "entered BOOLEAN NOT NULL, revoked BOOLEAN NOT NULL, PRIMARY KEY (fight, name))",
    "CREATE INDEX shieldwall_seats_by_hash ON shieldwall_seats (hash)",
    "INSERT INTO shieldwall_meta VALUES ('version', '1')",
    f"INSERT INTO shieldwall_fights VALUES ('f1', 'A duel', 'Sovereign', '{{}}', '{2**127 + 5}', "
    "'2026-01-01T00:00:00+00:00', 3, false)",
    "INSERT INTO shieldwall_entries VALUES ('f1', 0, 'tape', '> alda done', 'then')",
    f"INSERT INTO shieldwall_seats VALUES ('f1', 'Alda', 'player', '[\"alda\"]', "
    f"'{token_hash('secret')}', false, false)",
)
"""A store as the first version wrote it."""


def test_a_store_of_an_older_version_is_upgraded_and_keeps_everything(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in FIRST_VERSION:
            connection.exec_driver_sql(statement)
    engine.dispose()
    for _ in range(2):
        store = Store(url)
        assert store.fight("f1") == FIGHT._replace(round=3, engine="")
        assert [row.text for row in store.entries("f1")] == ["> alda done"]
        assert store.seat_of("secret") == SEAT
        store.close()
    store = Store(url)
    newer = FIGHT._replace(ident="f2", engine="9.9")
    store.add_fight(newer, [], Batch("f2", 0, (), 0, False))
    assert store.fight("f2") == newer._replace(played=newer.created)
    with store.engine.connect() as connection:
        found = connection.execute(text("SELECT value FROM shieldwall_meta")).scalar()
    store.close()
    assert found == str(VERSION)


def test_a_store_of_a_version_nobody_knows_is_left_untouched(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE shieldwall_meta SET value = '0'"))
    with pytest.raises(StoreError, match="never released; left as it is"):
        Store(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT value FROM shieldwall_meta")).scalar() == "0"
    engine.dispose()


def test_a_store_that_cannot_be_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="It should read like postgresql"):
        Store("nonsense")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store("postgresql+psycopg://gm@127.0.0.1:9/none")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(sqlite_url(tmp_path))


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "table.sqlite3"))
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()


def test_a_deleted_fight_is_in_no_list_until_it_comes_back(store: Store) -> None:
    store.set_deleted("f1", "2026-01-02T00:00:00+00:00")
    assert store.fights() == []
    store.set_deleted("f1", "")
    assert [row.ident for row in store.fights()] == ["f1"]


def test_a_deleted_fight_goes_for_good_when_the_store_is_opened_again(
    store: Store, url: str
) -> None:
    store.put_picture(PictureRow("f1", "alda", "png", "m", "", b"123"))
    store.set_deleted("f1", "2026-01-02T00:00:00+00:00")
    store.close()
    again = Store(url)
    assert again.fight("f1") is None
    assert again.entries("f1") == []
    assert again.seats("f1") == []
    assert again.pictures("f1") == []
    again.close()


def test_only_what_is_deleted_is_purged(store: Store) -> None:
    store.purge("f1")
    store.purge()
    assert [row.ident for row in store.fights()] == ["f1"]


def test_a_picture_takes_the_place_of_the_one_before(store: Store) -> None:
    store.put_picture(PictureRow("f1", "alda", "png", "one", "", b"\x00\xff"))
    store.put_picture(PictureRow("f1", "alda", "webp", "two", "", b"\x01"))
    assert store.picture("f1", "alda") == PictureRow("f1", "alda", "webp", "two", "", b"\x01")
    assert [row.data for row in store.pictures("f1")] == [b""]
    store.drop_picture("f1", "alda")
    assert store.picture("f1", "alda") is None
