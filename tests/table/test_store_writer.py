"""The writer of entries: a cancelled caller does not stop the others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.table.server import run_apart

from shieldwall.table.persistence.database import Store, sqlite_url
from shieldwall.table.persistence.tables import Batch, FightRow
from shieldwall.table.persistence.writer import StoreWriter

FIGHT = FightRow("f1", "A duel", "Sovereign", "{}", 5, "2026-01-01T00:00:00+00:00")


def batch(first: int, text: str) -> Batch:
    return Batch(FIGHT.ident, first, (("choice", text),), 1, False)


@pytest.mark.parametrize("taken_twice", [1, 2])
def test_a_waiter_who_goes_away_before_a_refusal_does_not_stop_the_writer(
    tmp_path: Path, taken_twice: int
) -> None:
    """The store refuses numbers it has; the callers are cancelled before they get the error."""
    store = Store(sqlite_url(tmp_path / "tables.db"))
    store.add_fight(FIGHT, [], batch(0, "first"))

    async def write() -> None:
        writer = StoreWriter(store)
        gone = [asyncio.create_task(writer.write(batch(0, "again"))) for _ in range(taken_twice)]
        # One pass lets them ask, the next lets the writer take what waits.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.wait_for(writer.write(batch(1, "second")), 10)
        assert all(task.cancelled() for task in gone)
        writer.close()

    run_apart(write())
    assert [(row.number, row.text) for row in store.entries(FIGHT.ident)] == [
        (0, "first"),
        (1, "second"),
    ]
