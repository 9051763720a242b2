"""Kill a table a thousand times during play, and check that nothing acknowledged is lost.

    make endurance                                   1,000 kills on SQLite and PostgreSQL
    make endurance ARGS="--kills 50 --store sqlite"
    make endurance ARGS="--seconds 600 --seed 7 --json"

Real servers on real stores; the clients play all books, with a map and without, hand dice, fog,
undo, orders, minds, settings, several seats. A server is killed at a random moment, in the middle
of a write, or before it sends a message; disk, database and clock fail at random too. After each
start everything acknowledged must be there, and play must be able to continue. At the end every
fight is opened and its tape replayed.

Ctrl-C ends the run with the report so far. The exit status is 0, 1 if anything was lost or stuck, 2
if the run could not start, and 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.endurance.injected import build
from tests.endurance.lane import Lane, Tally
from tests.endurance.postgres import NoPostgres

STORES: Final = ("sqlite", "postgresql")
EVERY: Final = 5.0
INTERRUPTED: Final = 130
KINDS: Final = (
    "choose", "die", "rule", "undo", "settings", "mind", "seat", "invite", "revoke", "stops",
    "focus",
    "preview", "look", "squares", "workshop",
)  # fmt: skip
ORDERS: Final = KINDS[:10]
"""What changes the fight or its table, and must not be lost."""


class Run:
    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.tally = Tally()
        self.began = time.monotonic()
        self.interrupted = False
        self.folder = Path(tempfile.mkdtemp(prefix="shieldwall-endurance-"))
        self.folder.chmod(0o755)
        self.lanes: list[Lane] = []
        self.left_out = ""

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def goes_on(self) -> bool:
        in_time = not self.wanted.seconds or self.elapsed < self.wanted.seconds
        return in_time and not self.interrupted and self.tally.killed < self.wanted.kills

    async def go(self) -> None:
        library = build(self.folder)
        if library is None:
            self.left_out = "faults of disk and clock (no C compiler)"
        for name in self.wanted.stores:
            for number in range(self.wanted.lanes):
                folder = self.folder / f"{name}-{number}"
                folder.mkdir()
                seed = str(self.wanted.seed)
                only = tuple(self.wanted.fault or ())
                self.lanes.append(Lane(f"{name}-{number}", seed, folder, library, self.tally, only))
        showing = asyncio.create_task(self._show())
        work = [asyncio.create_task(lane.run(self.goes_on)) for lane in self.lanes]
        try:
            await asyncio.gather(*work)
        except asyncio.CancelledError:
            # Ctrl-C: every lane ends the life it is at.
            self.interrupted = True
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
            await asyncio.gather(*work, return_exceptions=True)
        finally:
            try:
                for lane in self.lanes:
                    if not self.interrupted:
                        await lane.look_back()
            finally:
                for lane in self.lanes:
                    await lane.close()
                showing.cancel()
                self._line(last=True)

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(EVERY if not sys.stderr.isatty() else 1)
            self._line()

    def _line(self, last: bool = False) -> None:
        tally = self.tally
        done = sum(tally.acknowledged[kind] for kind in ORDERS)
        text = (
            f"{self.elapsed:7.0f} s  {tally.killed} of {self.wanted.kills} kills, {done} orders "
            f"acknowledged, {sum(tally.faults.values())} faults, {len(tally.failures)} failures"
        )
        end = "\r" if sys.stderr.isatty() and not last else "\n"
        print(text, end=end, file=sys.stderr, flush=True)

    def report(self) -> dict[str, Any]:
        tally = self.tally
        return {
            "seed": self.wanted.seed,
            "stores": self.wanted.stores,
            "seconds": round(self.elapsed),
            "interrupted": self.interrupted,
            "kills": tally.killed,
            "kills_by_how": dict(sorted(tally.kills.items())),
            "orders_acknowledged": sum(tally.acknowledged[kind] for kind in ORDERS),
            "acknowledged": {kind: tally.acknowledged[kind] for kind in KINDS},
            "faults": dict(sorted(tally.faults.items())),
            "left_out": self.left_out,
            "books": dict(sorted(tally.books.items())),
            **{key: tally.counts[key] for key in (
                "fights", "checked", "recovered", "refused", "cold starts", "warm starts", "opened",
                "replayed", "lost", "stuck",
            )},
            "failures": tally.failures,
        }  # fmt: skip

    def clear(self) -> None:
        if self.tally.failures and self.wanted.keep:
            shutil.copytree(self.folder, self.wanted.keep, dirs_exist_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def say(report: dict[str, Any]) -> None:
    for key, value in report.items():
        if key == "failures":
            continue
        if isinstance(value, dict):
            value = ", ".join(f"{name} {number}" for name, number in value.items())
        print(f"{key.replace('_', ' '):<20} {value}")
    for failure in report["failures"]:
        print(f"\n{failure}")
    print("Something failed." if report["failures"] else "Nothing lost, nobody stuck.")


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make endurance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=1000, help="how many in all")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long")
    parser.add_argument("--seed", default="", help="text; the same makes the same plan")
    parser.add_argument("--store", action="append", choices=STORES, help="only this one")
    parser.add_argument("--lanes", type=int, default=1, help="servers at a time for each store")
    parser.add_argument("--fault", action="append", help="only this one, in every life")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the stores here if something failed")
    wanted = parser.parse_args(arguments)
    wanted.stores = wanted.store or list(STORES)
    wanted.seed = wanted.seed or secrets.token_hex(4)
    return wanted


def main(arguments: list[str] | None = None) -> int:
    wanted = parse(arguments)
    # A shell that starts it in the background has it ignore Ctrl-C; a plain `kill` ends it alike.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    print(
        f"seed {wanted.seed}: {wanted.kills} kills on {', '.join(wanted.stores)}", file=sys.stderr
    )
    run = Run(wanted)
    try:
        asyncio.run(run.go())
    except KeyboardInterrupt:
        run.interrupted = True
    except NoPostgres as error:
        print(f"{error}; `--store sqlite` does without", file=sys.stderr)
        run.clear()
        return 2
    report = run.report()
    run.clear()
    if wanted.json:
        print(json.dumps(report, indent=1))
    else:
        say(report)
    if run.interrupted:
        return INTERRUPTED
    return 1 if report["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
