"""The file of a store: created completely or not at all, private, backed up, never overwritten."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, event, inspect, text
from tests.table.server import Server
from tests.table.test_store import FIGHT, FIRST_VERSION, SEAT

from shieldwall.table.persistence.database import Store, StoreError, sqlite_url
from shieldwall.table.persistence.sqlite_file import back_up
from shieldwall.table.persistence.tables import Batch


class PowerCut(Exception):
    """The machine goes off."""


@contextmanager
def cut_after(statements: int) -> Iterator[list[str]]:
    """The connection ends after this many statements, as in a crash."""
    done: list[str] = []

    def count(_c: object, _k: object, statement: str, *_: object) -> None:
        if statement.lstrip().startswith(("CREATE", "INSERT", "ALTER", "UPDATE")):
            done.append(statement)
            if len(done) > statements:
                raise PowerCut

    event.listen(Engine, "after_cursor_execute", count)
    try:
        yield done
    finally:
        event.remove(Engine, "after_cursor_execute", count)


def write_first_version(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in FIRST_VERSION:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_a_store_is_made_whole_or_not_at_all(url: str) -> None:
    cuts = 0
    while True:
        try:
            with cut_after(cuts):
                Store(url).close()
            break
        except PowerCut:
            cuts += 1
            engine = create_engine(url)
            names = inspect(engine).get_table_names()
            engine.dispose()
            assert not [name for name in names if name.startswith("shieldwall")]
    assert cuts >= 5, "each statement was cut off once"
    store = Store(url)
    store.add_fight(FIGHT, [SEAT], Batch("f1", 0, (), 0, False))
    assert store.fight("f1") == FIGHT._replace(played=FIGHT.created)
    store.close()


def test_an_upgrade_is_made_whole_or_not_at_all(url: str) -> None:
    write_first_version(url)
    cuts = 0
    while True:
        try:
            with cut_after(cuts):
                Store(url).close()
            break
        except PowerCut:
            cuts += 1
            engine = create_engine(url)
            with engine.connect() as connection:
                version = connection.execute(text("SELECT value FROM shieldwall_meta")).scalar()
            engine.dispose()
            assert version == "1"
    assert cuts >= 2
    store = Store(url)
    assert store.fight("f1") == FIGHT._replace(round=3, engine="")
    store.close()


def test_a_store_an_earlier_version_left_half_made_is_finished(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in FIRST_VERSION[:2]:
            connection.exec_driver_sql(statement)
    engine.dispose()
    store = Store(url)
    store.add_fight(FIGHT, [SEAT], Batch("f1", 0, (), 0, False))
    assert store.fight("f1") == FIGHT._replace(played=FIGHT.created)
    store.close()


def test_a_store_an_earlier_version_left_half_upgraded_is_finished(url: str) -> None:
    write_first_version(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "ALTER TABLE shieldwall_fights ADD COLUMN engine VARCHAR(40) DEFAULT '' NOT NULL"
        )
    engine.dispose()
    store = Store(url)
    assert store.fight("f1") == FIGHT._replace(round=3, engine="")
    store.close()


def test_the_file_is_backed_up_before_an_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    write_first_version(sqlite_url(file))
    for _ in range(2):
        Store(sqlite_url(file)).close()
    copies = list(tmp_path.glob("*.bak"))
    assert [copy.name for copy in copies] == ["table.sqlite3.version-1.bak"]
    assert stat.S_IMODE(copies[0].stat().st_mode) == 0o600
    with closing(sqlite3.connect(copies[0])) as looked:
        assert looked.execute("SELECT value FROM shieldwall_meta").fetchone() == ("1",)
        assert looked.execute("SELECT text FROM shieldwall_entries").fetchall() == [
            ("> alda done",)
        ]
    assert not list(tmp_path.glob("*.part"))


def test_the_copy_is_synced_by_a_file_that_may_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to sync one that was opened for reading."""
    file = tmp_path / "table.sqlite3"
    write_first_version(sqlite_url(file))
    real, modes = os.fsync, []

    def fsync(number: int) -> None:
        modes.append(fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE)
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    back_up(file, 1)
    assert modes == [os.O_RDWR]


def test_what_cannot_be_backed_up_is_not_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.sqlite3"
    write_first_version(sqlite_url(file))
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shieldwall.table.persistence.database.back_up", full)
    with pytest.raises(StoreError, match=r"cannot be backed up first .*left as it is"):
        Store(sqlite_url(file))
    with closing(sqlite3.connect(file)) as looked:
        assert looked.execute("SELECT value FROM shieldwall_meta").fetchone() == ("1",)
    assert len(file.read_bytes()) == len(before)


def good_store(file: Path) -> None:
    store = Store(sqlite_url(file))
    for number in range(40):
        row = FIGHT._replace(ident=f"f{number}", setup="x" * 900)
        store.add_fight(row, [], Batch(row.ident, 0, (("tape", "> alda done"),), 0, False))
    store.close()


def truncated(file: Path) -> None:
    good_store(file)
    file.write_bytes(file.read_bytes()[:9000])


def scrambled(file: Path) -> None:
    good_store(file)
    held = bytearray(file.read_bytes())
    held[100:] = bytes(value ^ 0x5A for value in held[100:])
    file.write_bytes(held)


def foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
        other.commit()


def no_database(file: Path) -> None:
    file.write_text("Dear diary\n" * 50, encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (truncated, "damaged"),
        (scrambled, "damaged"),
        (foreign, "another program"),
        (no_database, "not an SQLite file"),
        (Path.mkdir, "not a file"),
    ],
)
def test_a_file_that_is_no_store_is_named_and_left_as_it_is(
    tmp_path: Path, spoil: object, words: str
) -> None:
    file = tmp_path / "table.sqlite3"
    assert callable(spoil)
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(StoreError, match=f"cannot be opened.*{words}") as said:
        Store(sqlite_url(file))
    assert "left as it is" in str(said.value)
    assert "table-2.sqlite3" in str(said.value), "a fresh one beside it is offered"
    assert (file.read_bytes() if file.is_file() else b"") == before
    assert not (tmp_path / "table-2.sqlite3").exists()


def test_a_read_only_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "table.sqlite3"
    good_store(file)

    def may(path: Path, wanted: int) -> bool:
        return not (wanted & os.W_OK and Path(path) == file)

    # The tests may run as root, to whom nothing is read-only.
    monkeypatch.setattr(os, "access", may)
    with pytest.raises(StoreError, match="read-only"):
        Store(sqlite_url(file))


def test_the_file_is_private_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    before = os.umask(0o022)
    try:
        good_store(file)
        file.chmod(0o644)
        store = Store(sqlite_url(file))
        store.append([Batch("f0", 1, (("tape", "> brand done"),), 0, False)])
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert "table.sqlite3-wal" in modes
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_store_that_is_taken_away_stops_play_with_words(
    server: Server, tmp_path: Path, how: str
) -> None:
    file = tmp_path / "table.sqlite3"
    fight = server.start("duel")["fight"]
    with server.gm(fight) as gm:
        gm.until_asked()
        gm.sync()
        before = gm.texts()
        file.rename(tmp_path / "elsewhere")
        if how == "replaced":
            Store(sqlite_url(file)).close()
        gm.send(type="rule", what="tell the ground shakes")
        said = gm.until("error")["text"]
        assert "has been removed or replaced" in said
        assert "put it back" in said
        gm.sync()
        assert gm.texts() == before
        if how == "replaced":
            return
        (tmp_path / "elsewhere").rename(file)
        while "answers again" not in gm.until("error")["text"]:
            pass
        gm.send(type="rule", what="tell the sky falls")
        while "The sky falls." not in gm.texts():
            gm.read()
        assert "The ground shakes." not in gm.texts()
