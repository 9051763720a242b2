"""Far too many tables for the machine: what waits, which clients are disconnected, and recovery.

    python bench/overload.py --tables 200 --seconds 30

A few tables play at their usual pace. Then all tables play, a quarter of them with captains, with
choices twice as often and odds requested everywhere. Then the few continue alone. For each of the
three phases it reports how long choices take to reach every screen, how long odds take, and how
long captains think. No client may be disconnected, every choice must arrive, odds must wait longer
than choices, and at the end the few tables must be as fast as before. The exit status is 1 if one
of these fails.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.load import Table, served

Json = dict[str, Any]
RECOVERED = 3.0
"""Maximum time of a choice after the load, relative to the time before it."""
AT_LEAST = 0.1
"""Seconds that are always fast enough."""


class Crowded(Table):
    patience = 60.0
    may_be_late = True


def middle(times: list[float], part: float) -> float:
    """In milliseconds."""
    found = sorted(times)
    return round(1000 * found[min(len(found) - 1, int(part * len(found)))], 1) if found else 0.0


async def phase(name: str, tables: list[Table], seconds: float, pace: float) -> Json:
    for table in tables:
        table.pace = pace
        table.times.clear()
        for screen in table.screens:
            screen.waits.clear()
    heard = {table.number: len(table.screens[0].lines) for table in tables}
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(until) for table in tables))
    times = [one for table in tables for one in table.times]
    waits = [one for table in tables for screen in table.screens for one in screen.waits]
    led = [table for table in tables if table.captain]
    return {
        "phase": name,
        "tables": len(tables),
        "choices": len(times),
        "choices_p50_ms": middle(times, 0.5),
        "choices_p95_ms": middle(times, 0.95),
        "odds": len(waits),
        "odds_p50_ms": middle(waits, 0.5),
        "odds_p95_ms": middle(waits, 0.95),
        "lines_of_captains": sum(
            len(table.screens[0].lines) - heard[table.number] for table in led
        ),
        "load_of_the_machine": round(os.getloadavg()[0], 1),
    }


async def crowd(wanted: argparse.Namespace, base: str, host: str) -> Json:
    headers = {"authorization": f"Bearer {host}"}
    made: list[Table] = [
        Crowded(n, rough=n % 2 == 0, captain=n % 4 == 3) for n in range(wanted.tables)
    ]
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=300) as http:
        for table in made:
            await table.sit(base, host, wanted.clients, http)
    await asyncio.sleep(2)
    few = made[: wanted.few]
    phases = [
        await phase("before", few, wanted.seconds, 2.0),
        await phase("overload", made, wanted.seconds, 1.0),
    ]
    # Finish the pending work.
    began = time.perf_counter()
    while time.perf_counter() - began < 60:
        async with httpx.AsyncClient(base_url=base, timeout=300) as http:
            before = time.perf_counter()
            await http.get("/api/health")
            if time.perf_counter() - before < AT_LEAST:
                break
        await asyncio.sleep(0.5)
    settled = round(time.perf_counter() - began, 1)
    # Captains without answers wait; the others are quiet.
    phases.append(await phase("after", few, wanted.seconds, 2.0))
    screens = [screen for table in made for screen in table.screens]
    errors = [error for table in made for error in table.errors]
    return {
        "tables": wanted.tables,
        "clients": len(screens),
        "phases": phases,
        "seconds_to_settle": settled,
        "thrown_out": sum(screen.is_gone for screen in screens),
        "answers_to_old_questions": sum(table.late for table in made),
        "errors": len(errors),
        "first_errors": errors[:3],
    }


def failings(found: Json) -> list[str]:
    before, crowded, after = found["phases"]
    wrong = []
    if found["thrown_out"]:
        wrong.append(f"{found['thrown_out']} were thrown out")
    if found["errors"]:
        wrong.append(f"{found['errors']} errors, such as {found['first_errors'][0]}")
    if crowded["odds"] and crowded["odds_p50_ms"] < crowded["choices_p50_ms"]:
        wrong.append("odds did not wait for choices")
    most = max(1000 * AT_LEAST, RECOVERED * before["choices_p50_ms"])
    if after["choices_p50_ms"] > most:
        wrong.append(f"afterwards choices take {after['choices_p50_ms']} ms, not {most}")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--few", type=int, default=10, help="tables before and after")
    parser.add_argument("--clients", type=int, default=3, help="at each table")
    parser.add_argument("--seconds", type=float, default=30, help="of each of the three times")
    wanted = parser.parse_args()
    # Pauses of this program must not count as pauses of the table.
    gc.disable()
    with served() as (base, host):
        found = asyncio.run(crowd(wanted, base, host))
    found["failings"] = failings(found)
    print(json.dumps(found, indent=1))
    if found["failings"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
