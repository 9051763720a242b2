"""Stores for tests: a SQLite file, and a real PostgreSQL if one is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests.endurance.postgres import MISSING, NoPostgres, Postgres

from shieldwall.table.persistence.database import sqlite_url
from shieldwall.table.persistence.tables import TABLES


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own in a temporary folder."""
    try:
        server = Postgres()
    except NoPostgres as error:
        if os.environ.get("CI") == "true" and str(error) == MISSING:
            pytest.fail("CI should have PostgreSQL installed")
        pytest.skip(str(error))
    try:
        server.start()
        yield server.url
    finally:
        server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "table.sqlite3")
    found: str = request.getfixturevalue("postgres")
    engine = create_engine(found)
    with engine.begin() as connection:
        for table in TABLES.sorted_tables:
            table.drop(connection, checkfirst=True)
    engine.dispose()
    return found
