"""A store that fails on demand, and the expected results.

python -m tests.table.faults        prints docs/store-faults.md
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy.exc import OperationalError

from shieldwall.table.persistence.database import Store

BEFORE: Final = "fails before the commit"
AFTER: Final = "fails after the commit"
HANG: Final = "hangs, then commits"
FAULTS: Final = (BEFORE, AFTER, HANG)
CALLS: Final = tuple(
    name
    for name, value in vars(Store).items()
    if not name.startswith("_") and name != "close" and callable(value)
)
"""Everything the table may ask of its store."""


def failure() -> OperationalError:
    return OperationalError("injected", None, Exception("the store is not to be had"))


class FaultyStore(Store):
    """`fail` says what goes wrong with the next call of a name; `down` makes every call fail."""

    def __init__(self, url: str) -> None:
        self.planned: dict[str, list[str]] = {}
        self.down = False
        self.goes_on = threading.Event()
        """Set for calls that hang."""
        self.failed = threading.Event()
        """Set once something has gone wrong."""
        super().__init__(url)

    def fail(self, call: str, fault: str, times: int = 1) -> None:
        assert call in CALLS
        self.goes_on.clear()
        self.failed.clear()
        self.planned[call] = [fault] * times

    def heal(self) -> None:
        self.planned = {}
        self.down = False
        self.goes_on.set()

    def went_wrong(self, call: str, work: Callable[[], Any]) -> Any:
        planned = self.planned.get(call)
        fault = planned.pop(0) if planned else ""
        if self.down or fault == BEFORE:
            self.failed.set()
            raise failure()
        if fault == HANG:
            self.failed.set()
            assert self.goes_on.wait(300), "nobody has let it go on"
        done = work()
        if fault == AFTER:
            self.failed.set()
            raise failure()
        return done


def _faulty(name: str) -> Callable[..., Any]:
    whole: Callable[..., Any] = vars(Store)[name]

    def call(self: FaultyStore, *arguments: Any) -> Any:
        return self.went_wrong(name, lambda: whole(self, *arguments))

    return call


for _name in CALLS:
    setattr(FaultyStore, _name, _faulty(_name))


NOT_HAPPENED: Final = "refused in words; no client hears of it, memory is unchanged"
HAPPENED: Final = "found in the store, so it happened; all clients hear of it"
WAITS: Final = (
    "play waits and no client hears anything; when the store answers, all see what it contains"
)
TRY_AGAIN: Final = "answered in words (503, close code 1013); works on the next try"
LATER: Final = "answered in words (503); done when the store answers"
STALLS: Final = "after a failed write: play waits; when the store answers, all see what it contains"
FOLLOWS: Final = "answered in words (503); done and shown to all when the store answers"
UNKNOWN: Final = (
    "after a failed write: answered in words (503); later all see what the store contains"
)
STAYS: Final = "the fight stays hidden, and is deleted at the next start of the table"
READS: Final = (
    "fights",
    "fight",
    "entries",
    "seats",
    "seat_of",
    "last_entry",
    "pictures",
    "picture",
)
SURE: Final = ("sure_entries", "sure_seats")
ASIDE: Final = ("rename", "set_deleted", "put_picture", "drop_picture")
"""Writes that are no part of the tape."""
SURE_ASIDE: Final = ("sure_fight", "sure_pictures")
OUTCOMES: Final[dict[tuple[str, str], str]] = {
    **{(call, fault): TRY_AGAIN for call in READS for fault in FAULTS},
    **{(call, fault): STALLS for call in SURE for fault in FAULTS},
    **{(call, fault): UNKNOWN for call in SURE_ASIDE for fault in FAULTS},
    **{(call, BEFORE): NOT_HAPPENED for call in ASIDE},
    **{(call, AFTER): HAPPENED for call in ASIDE},
    **{(call, HANG): FOLLOWS for call in ASIDE},
    **{("purge", fault): STAYS for fault in FAULTS},
    ("append", BEFORE): NOT_HAPPENED,
    ("append", AFTER): HAPPENED,
    ("append", HANG): WAITS,
    ("add_fight", BEFORE): NOT_HAPPENED,
    ("add_fight", AFTER): HAPPENED,
    ("add_fight", HANG): LATER,
    ("put_seats", BEFORE): NOT_HAPPENED,
    ("put_seats", AFTER): HAPPENED,
    ("put_seats", HANG): WAITS,
}
WHAT: Final = {
    "add_fight": "start or copy a fight, with its pictures",
    "rename": "rename a fight",
    "set_deleted": "delete or restore a fight",
    "purge": "delete a fight permanently",
    "last_entry": "list the fights",
    "picture": "show a picture",
    "pictures": "open a fight",
    "put_picture": "save a picture",
    "drop_picture": "remove a picture",
    "sure_fight": "check the result of a failed write",
    "sure_pictures": "check the result of a failed write",
    "fights": "list the fights",
    "fight": "open a fight",
    "append": "choices, dice, orders, settings, undo, minds, timers, fog",
    "entries": "open a fight",
    "sure_entries": "check the result of a failed write",
    "sure_seats": "check the result of a failed write",
    "put_seats": "assign, free, rename and join seats",
    "seats": "open a fight",
    "seat_of": "identify a token",
}


def page() -> str:
    """The table of the handbook."""
    lines = [
        "# What happens when the store fails",
        "",
        "No client hears of a change before it is committed. Each call of the table to its store",
        "is tested with each fault, on SQLite and on PostgreSQL (`tests/table/test_faults.py` and",
        "`test_faults_beside.py`). This page is made from those tests:",
        "`python -m tests.table.faults > docs/store-faults.md`.",
        "",
        "| call | for | fault | outcome |",
        "|---|---|---|---|",
    ]
    for call in CALLS:
        for fault in FAULTS:
            lines.append(f"| `{call}` | {WHAT[call]} | {fault} | {OUTCOMES[call, fault]} |")
    lines += [
        "",
        "If a store fails, and fails again when the table reads it, play stops with a message",
        "until it answers. A mind, a timer or a change of fog that cannot be stored waits in the",
        "same way. A SQLite file that is removed or replaced while the table runs counts as a",
        "failed store: put it back, or restart the table.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
