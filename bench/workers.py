"""Speed of the simulator by number of workers: `python bench/workers.py`.

    python bench/workers.py                             the hall, soldier minds, 1 to 16 workers
    python bench/workers.py --fights 20000 --workers 1,4 --repeat 3
    python bench/workers.py --seconds 300               stop before that much time has passed

Each row is one `shieldwall sim --json` in a process of its own, so starting Python and the workers
counts, as it does for users. A first run without fights writes Python's bytecode, which users have
too. Efficiency is the time of one worker divided by the time and the number of workers. The short
run is played by one worker too. If the long one would not fit into `--seconds`, its time with one
worker is estimated from the short run and marked `~`. `processor` is the processor time of all
processes together. The checksum must be the same in all rows of a length. Rows with more workers
than cores are left out unless `--beyond` is given.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from shieldwall.buildinfo import build_info
from shieldwall.sim.worker_pool import cores

SHORT, LONG = 20_000, 200_000
WORKERS = (1, 2, 4, 8, 16)
WANTED = {SHORT: 0.70, LONG: 0.95}
EMPTY = 1
"""Number of fights in a run that only measures start and end."""
HERE = Path(__file__).resolve().parent


@dataclass
class Row:
    """One run, the best of its repetitions."""

    fights: int
    workers: int
    whole_s: float
    """From the start of the command to its end."""
    playing_s: float
    """The playing time that the command prints: after workers have started and the map is prepared,
    without the fights that compare other behaviour of the party.
    """
    processor_s: float
    """Processor time of the command and its workers."""
    checksum: str


class Clock:
    """Share of the available time that has passed."""

    def __init__(self, seconds: float) -> None:
        self.end = time.perf_counter() + seconds

    def left(self) -> float:
        return self.end - time.perf_counter()


def play(case: tuple[str, str], fights: int, workers: int) -> Row:
    encounter, mind = case
    command = [
        *(sys.executable, "-m", "shieldwall", "sim", encounter, "--mind", mind, "--json"),
        *("-n", str(fights), "--workers", str(workers), "--seed", "1"),
    ]
    used = processor_time()
    began = time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    whole = time.perf_counter() - began
    used = processor_time() - used
    if ran.returncode:
        sys.exit(f"{' '.join(command[1:])} ended with {ran.returncode}:\n{ran.stderr[-2000:]}")
    data = json.loads(ran.stdout)
    return Row(fights, workers, whole, data["seconds"], used, data["checksum"])


def processor_time() -> float:
    """Processor time of all ended child processes."""
    times = os.times()
    return times.children_user + times.children_system


def environment() -> dict[str, str]:
    """If Python cannot write its bytecode beside the sources, it goes to our build folder."""
    found = dict(os.environ)
    if found.pop("PYTHONDONTWRITEBYTECODE", ""):
        found["PYTHONPYCACHEPREFIX"] = str(HERE.parent / ".build" / "pycache")
    return found


def best(case: tuple[str, str], fights: int, workers: int, repeat: int, clock: Clock) -> Row:
    found = play(case, fights, workers)
    for _ in range(repeat - 1):
        if clock.left() < found.whole_s:
            break
        again = play(case, fights, workers)
        assert again.checksum == found.checksum, "the same fights come to the same end"
        if again.whole_s < found.whole_s:
            found = again
    return found


def line(row: Row, alone: float, playing_alone: float, guessed: bool) -> str:
    share = alone / (row.workers * row.whole_s)
    playing = playing_alone / (row.workers * row.playing_s)
    mark = "~" if guessed else " "
    return (
        f"{row.fights:>8} {row.workers:>8} {row.whole_s:>9.2f} {row.playing_s:>9.2f} "
        f"{row.processor_s:>9.2f} {mark}{share:>10.0%} {mark}{playing:>10.0%}  {row.checksum}"
    )


ENVIRONMENT = environment()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--encounter", default="hall")
    parser.add_argument("--mind", default="soldier")
    parser.add_argument("--fights", default=f"{SHORT},{LONG}", help="numbers of fights")
    parser.add_argument("--workers", default=",".join(map(str, WORKERS)))
    parser.add_argument("--repeat", type=int, default=2, help="number of runs; the best counts")
    parser.add_argument("--seconds", type=float, default=540.0, help="stop before this time")
    parser.add_argument("--beyond", action="store_true", help="more workers than cores, too")
    given = parser.parse_args()
    clock = Clock(given.seconds)
    case = (given.encounter, given.mind)
    lengths = [int(text) for text in given.fights.split(",")]
    counts = sorted({int(text) for text in given.workers.split(",")} | {1})
    print(
        f"{given.encounter}, {given.mind}, {build_info().kind}, {cores()} of {os.cpu_count()} cores"
    )
    start = best(case, EMPTY, 1, 4, clock).whole_s
    print(f"starting and ending alone: {start:.2f} s")
    heads = "  fights  workers   whole s playing s processor  efficiency     playing  checksum"
    print(heads, flush=True)
    rate = playing_rate = 0.0
    alike = True
    for fights in lengths:
        alone = start + fights * rate
        playing_alone = fights * playing_rate
        guessed = True
        seen: set[str] = set()
        for workers in counts:
            if workers > cores() and not given.beyond:
                continue
            reckoned = start + fights * rate / workers
            if clock.left() < 1.2 * reckoned:
                print(f"{fights:>8} {workers:>8}  left out: about {reckoned:.0f} s", flush=True)
                continue
            row = best(case, fights, workers, given.repeat, clock)
            if workers == 1:
                alone, guessed = row.whole_s, False
                playing_alone = row.playing_s
                rate = (row.whole_s - start) / fights
                playing_rate = row.playing_s / fights
            seen.add(row.checksum)
            print(line(row, alone, playing_alone, guessed), flush=True)
        alike = alike and len(seen) <= 1
    for fights, share in WANTED.items():
        if fights in lengths:
            print(f"wanted with 16 workers: {share:.0%} for {fights} fights")
    if not alike:
        print("THE CHECKSUMS DIFFER")
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
