"""The stored form of a fight, and how to restore the fight from it.

A stored entry has a kind: `tape` (a die, a choice or a ruling, in tape notation), `undo` (how many
tape entries are kept), `sealed` and `unsealed` (an answer that waits for others, or no longer
does), `table` (settings and minds, the last one counts), `seen` (what a team has seen of the map
under fog: the team's number, then the changes), `thrown` (the seat of the next die, and whether it
was typed or rolled by the server for that seat), `review` (a finished review, see
`archive.review_requests`) and `campaign` (the fight's campaign, the last one counts).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from pydantic import ValidationError

from shieldwall.content import setup_from_text
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.entries import Entry
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.store.save_file import (
    VERSION,
    SaveError,
    TapeFile,
    begin_replay,
    end_replay,
    replay_line,
)
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.tables import EntryRow, FightRow
from shieldwall.text.notation import NotationError, entry_text, parse_choice

LOG: Final = logging.getLogger(__name__)
TAPE: Final = "tape"
UNDO: Final = "undo"
SEALED: Final = "sealed"
UNSEALED: Final = "unsealed"
TABLE: Final = "table"
SEEN: Final = "seen"
THROWN: Final = "thrown"


class TableState(NamedTuple):
    """Settings of a table that are not on the tape."""

    settings: Settings
    minds: dict[str, str]
    """By side or unit: the mind that plays it."""
    plans: tuple[str, ...]
    """Sides and units whose mind shows its plan and waits."""

    def text(self) -> str:
        return json.dumps(
            {
                "settings": self.settings.model_dump(),
                "minds": self.minds,
                "plans": list(self.plans),
            },
            sort_keys=True,
        )

    @classmethod
    def read(cls, text: str) -> TableState:
        try:
            data = json.loads(text)
            minds = {str(who): str(mind) for who, mind in dict(data["minds"]).items()}
            plans = tuple(str(one) for one in data["plans"])
        except (ValueError, KeyError, TypeError, RecursionError):
            return cls(Settings(), {}, ())
        try:
            settings = Settings.model_validate(data.get("settings"))
        except ValidationError:
            settings = Settings()
        return cls(settings, minds, plans)


class Standing(NamedTuple):
    """The state of a fight from its entries."""

    tape: list[str]
    sealed: list[str]
    table: TableState
    written: int
    seen: list[str]
    changes: list[tuple[int, Settings]]
    """Settings, each with the number of tape entries before it took effect."""
    seen_after: list[int] = []
    """For each of `seen`, the number of tape entries before it."""


def standing(rows: Sequence[EntryRow]) -> Standing:
    """Process the entries in order."""
    tape: list[str] = []
    sealed: dict[str, str] = {}
    table = TableState(Settings(), {}, ())
    seen: list[str] = []
    seen_after: list[int] = []
    changes: list[tuple[int, Settings]] = []
    for row in rows:
        if row.kind == TAPE:
            tape.append(row.text)
            sealed = {}
        elif row.kind == UNDO:
            del tape[int(row.text) :]
            sealed = {}
            changes = [(min(after, len(tape)), settings) for after, settings in changes]
            seen_after = [min(after, len(tape)) for after in seen_after]
        elif row.kind == SEALED:
            sealed[row.text.partition(" ")[0]] = row.text
        elif row.kind == UNSEALED:
            sealed.pop(row.text, None)
        elif row.kind == TABLE:
            table = TableState.read(row.text)
            changes.append((len(tape), table.settings))
        elif row.kind == SEEN:
            seen.append(row.text)
            seen_after.append(len(tape))
    return Standing(tape, list(sealed.values()), table, len(rows), seen, changes, seen_after)


def tape_file(name: str, seed: int, by_hand: bool, tape: Sequence[str]) -> TapeFile:
    """The entries as a replayable tape; the set-up is given separately."""
    dice = "hand" if by_hand else "seed"
    head = [f"shieldwall-tape {VERSION}", f"seed {seed}", f"dice {dice}", ""]
    return TapeFile(name, "\n".join([*head, *tape]) + "\n")


def is_by_hand(settings: Settings) -> bool:
    """Whether the fight waits for dice: all of them, or those of seats that roll their own."""
    return settings.dice == "by hand" or bool(settings.by_hand)


class Resumed(NamedTuple):
    fight: Fight
    sealed: list[str]
    table: TableState
    written: int
    seen: tuple[str, ...] = ()
    changes: tuple[tuple[int, Settings], ...] = ()
    """Settings, each with the number of events before it took effect."""


def events_before(fight: Fight, entries: int) -> int:
    """Number of events before the tape had `entries` entries."""
    return fight.marks[entries] if entries < len(fight.marks) else len(fight.events)


def replayed(file: TapeFile, setup: Setup) -> Fight:
    """Replay line by line from Python, so other threads can run: compiled code never yields."""
    fight = begin_replay(file, setup)
    checked = 0
    for place in range(len(file.body)):
        checked = replay_line(file, fight, place, checked)
    end_replay(file, fight)
    return fight


def resume(row: FightRow, rows: Sequence[EntryRow]) -> Resumed:
    """Restore the fight; SaveError if the current rules cannot replay its tape."""
    found = standing(rows)
    setup = setup_from_text(row.setup)
    by_hand = is_by_hand(found.table.settings)
    file = tape_file(f"fight {row.ident}", row.seed, by_hand, found.tape)
    fight = replayed(file, setup)
    changes = [(events_before(fight, after), settings) for after, settings in found.changes]
    return Resumed(
        fight, found.sealed, found.table, found.written, tuple(found.seen), tuple(changes)
    )


HEAD: Final = 4
"""Lines of a tape file before its first entry."""


def stored_tape(row: FightRow, rows: Sequence[EntryRow]) -> str:
    """The stored tape, even if it cannot be replayed."""
    found = standing(rows)
    by_hand = is_by_hand(found.table.settings)
    head, *lines = tape_file(f"fight {row.ident}", row.seed, by_hand, found.tape).lines
    return "\n".join([head, f"setup-text {row.setup}", *lines]) + "\n"


def good_entries(
    row: FightRow, rows: Sequence[EntryRow], opens: Callable[[Sequence[EntryRow]], object]
) -> int | None:
    """For a tape that no longer replays: how many of its entries do.

    `opens` tries to open the fight and raises if that fails. None if not even the start can be
    opened.
    """
    keep: int | None = len(standing(rows).tape)
    back = 1
    while keep is not None:
        end = rows[-1].number + 1 if rows else 0
        try:
            opens([*rows, EntryRow(end, UNDO, str(keep))])
        except SaveError as error:
            # If a die is missing at the end, drop the choice that needs it too.
            keep = None if keep == 0 else min(keep - 1, max(0, error.line - HEAD - 1))
        except Exception:
            LOG.exception("fight %s cannot be opened at its entry %s", row.ident, keep)
            keep = None if keep == 0 else max(0, keep - back)
            back *= 2
        else:
            return keep
    return None


class Recorder:
    """Tracks which entries of a fight are stored, and which are new."""

    def __init__(self, fight: Fight, count: int) -> None:
        self.count = count
        """Stored entries of all kinds."""
        self.stored: list[Entry] = list(fight.entries)
        self.texts: list[str] = [entry_text(fight.names, entry) for entry in self.stored]
        """The stored tape entries as text."""

    def _kept(self, fight: Fight) -> int:
        """Number of stored entries that are still on the tape."""
        entries = fight.entries
        kept = 0
        most = min(len(entries), len(self.stored))
        while kept < most and entries[kept] is self.stored[kept]:
            kept += 1
        return kept

    def tape(self, fight: Fight) -> list[str]:
        """The current tape, stored or not."""
        kept = self._kept(fight)
        new = [entry_text(fight.names, entry) for entry in fight.entries[kept:]]
        return self.texts[:kept] + new

    def news(self, fight: Fight) -> list[tuple[str, str]]:
        """The entries to store to bring the store up to date with the tape."""
        kept = self._kept(fight)
        found: list[tuple[str, str]] = []
        if kept < len(self.stored):
            found.append((UNDO, str(kept)))
        found += [(TAPE, entry_text(fight.names, entry)) for entry in fight.entries[kept:]]
        return found

    def done(self, fight: Fight, written: list[tuple[str, str]]) -> None:
        """Mark the entries as stored."""
        self.count += len(written)
        self.stored = list(fight.entries)
        for kind, text in written:
            if kind == UNDO:
                del self.texts[int(text) :]
            elif kind == TAPE:
                self.texts.append(text)


def choices_in(fight: Fight, texts: Sequence[str]) -> list[Choice]:
    """Stored answers, except those that refer to something gone from the fight."""
    found: list[Choice] = []
    for text in texts:
        with suppress(NotationError):
            found.append(parse_choice(fight.names, text))
    return found
