"""Time of odds on the shipped encounters: the preview of an option, and the danger of squares.

    python bench/foresight.py [ENCOUNTER ...]

For the first turn of each: the average and longest preview of an option, the time until every
square in reach has a figure, and until no margin of error is above 2 %. Processor time, in
milliseconds.
"""

from __future__ import annotations

import sys
import time
from typing import Final

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.library import shipped
from shieldwall.fight import Fight
from shieldwall.odds import danger
from shieldwall.odds.danger import FIRST_ANSWER_SECONDS, DangerMap
from shieldwall.odds.option_odds import Previewer

SEED: Final = 3
SURE: Final = 0.02
MOST_OPTIONS: Final = 60
LONGEST: Final = 30.0


class Clock:
    """Processor time instead of wall-clock time, because the machine may be busy."""

    perf_counter = staticmethod(time.process_time)


def row(name: str) -> str:
    fight = Fight(load_encounter(name), SEED)
    request = fight.requests[0]
    options = list(request.options)
    unit = request.unit if request.unit >= 0 else options[0].unit
    looker = Previewer(fight, request)
    spent = []
    mine = [option for option in options if option.unit == unit]
    for option in mine[:: 1 + len(mine) // MOST_OPTIONS]:
        began = time.process_time()
        looker.look(option)
        spent.append(1000 * (time.process_time() - began))
    mean, most = sum(spent) / len(spent), max(spent)
    if fight.state.grid.open:
        return f"{name:16} {mean:7.1f} {most:7.1f} {'no map':>24}"
    began = time.process_time()
    squares = DangerMap(fight.state, fight.rules, unit)
    squares.refine(FIRST_ANSWER_SECONDS)
    first = 1000 * (time.process_time() - began)
    while (
        any(one.margin > SURE for one in squares.squares.values())
        and time.process_time() - began < LONGEST
    ):
        squares.refine(1.0)
    sure = 1000 * (time.process_time() - began)
    return f"{name:16} {mean:7.1f} {most:7.1f} {len(squares.cells):8} {first:7.0f} {sure:7.0f}"


def main() -> None:
    danger.time = Clock  # type: ignore[assignment,attr-defined]
    print(f"{build_info().kind} build; milliseconds of processor time")
    print(f"{'':16} {'an option':>15} {'squares':>8} {'first':>7} {'± 2 %':>7}")
    for name in sys.argv[1:] or list(shipped("encounters")):
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
