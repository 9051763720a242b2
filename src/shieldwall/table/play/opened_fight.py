"""A fight loaded from the store, with the data its room needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shieldwall.display.choice_groups import ready_units
from shieldwall.engine.tape.request import REFEREE, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.table.persistence.records import Recorder, Resumed, resume
from shieldwall.table.persistence.tables import Batch, EntryRow, FightRow
from shieldwall.table.publish.fog import Memory, memories_of


class Found(NamedTuple):
    """A fight from the store, with the data its room needs."""

    resumed: Resumed
    recorder: Recorder
    memories: dict[int, Memory]


def found_again(row: FightRow, rows: Sequence[EntryRow]) -> Found:
    """Replays the whole fight: do not call on the event loop."""
    resumed = resume(row, rows)
    recorder = Recorder(resumed.fight, resumed.written)
    return Found(resumed, recorder, memories_of(resumed.fight, resumed.seen))


def is_among(batch: Batch, rows: Sequence[EntryRow]) -> bool:
    """Whether all entries of a batch are in the store, each at its place."""
    there = rows[batch.first : batch.first + len(batch.entries)]
    return [(row.kind, row.text) for row in there] == list(batch.entries)


def list_choices(request: Request) -> None:
    """Enumerate the legal answers once, to fill the tables they use."""
    if request.unit == REFEREE and not isinstance(request.options, TurnOptions):
        return
    for unit in ready_units(request):
        for spec in request.battle.rules.action_list:
            for choice in spec.candidates(request.battle, unit)[:1]:
                spec.why_not(request.battle, unit, choice)
