"""A server whose store fails on demand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.faults import HANG, FaultyStore
from tests.table.server import PATIENCE, Server

from shieldwall.table.persistence.tables import FightRow
from shieldwall.table.play.opened_fight import found_again

SHORT = 0.3
"""Seconds a store may hang in these tests; the usual calls may take as long as they like."""


class Shaken(Server):
    """A server whose store fails on demand, with a fight, its GM and a watcher."""

    def __init__(self, url: str) -> None:
        self.store = FaultyStore(url)
        super().__init__(self.store)
        self.rooms.writer.patience = PATIENCE
        self.started = self.start("yard")
        self.ident: str = self.started["fight"]

    def stop(self) -> None:
        self.store.heal()
        super().stop()

    def fail(self, call: str, fault: str, times: int = 1) -> None:
        if fault == HANG:
            self.rooms.writer.patience = SHORT
        self.store.fail(call, fault, times)

    def heal(self) -> None:
        self.rooms.writer.patience = PATIENCE
        self.store.heal()

    def forget(self) -> None:
        """As if the server had been started again."""
        self.rooms.by_id.pop(self.ident)

    def row(self) -> FightRow:
        found = self.store.fight(self.ident)
        assert found is not None
        return found

    def entries(self) -> list[tuple[str, str]]:
        return [(row.kind, row.text) for row in self.store.entries(self.ident)]

    def hp(self) -> int:
        """Of the first veteran, as the store has it."""
        found = found_again(self.row(), self.store.entries(self.ident))
        units = found.resumed.fight.state.units
        return next(int(unit.hp) for unit in units if unit.ident == "veteran-1")


@pytest.fixture
def shaken(url: str) -> Iterator[Shaken]:
    made = Shaken(url)
    yield made
    made.stop()


def picture_of(shaken: Shaken, unit: str) -> str:
    return f"/api/fights/{shaken.ident}/pictures/{unit}"
