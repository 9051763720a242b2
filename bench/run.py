"""Measure performance and record it: `make bench`, or `python bench/run.py --help`.

A turn is one combatant's turn in a fight, on one core, with random dice and no log. Speeds depend
on the machine, so the ratio of the compiled to the pure build and checksums of the outcomes are
recorded too. A faster engine that plays differently is noticed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.space.grid import GridMap, Squares
from shieldwall.engine.space.sight.cover import cover
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.state import Side
from shieldwall.fight import Fight
from shieldwall.fight_start import rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.sim import simulate
from shieldwall.sim.fight_facts import Row
from shieldwall.sim.job import Game
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.worker_pool import play_batch

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
SEED = 1
OPEN = "yard without a map"
FIGHTS = {"yard": 2000, OPEN: 2000, "hall": 1000}
PURE_FIGHTS = {"yard": 60, OPEN: 60, "hall": 20}
REPEATS = 5
MINDS = {"yard": "simple", OPEN: "simple", "hall": "soldier"}


def speed(name: str, fights: int, repeats: int) -> dict[str, object]:
    """Fights played one after the other without statistics; the best of a few runs.

    A simulation also collects statistics on its first 400 fights and every twentieth after them;
    the figures `from the shell` include that.
    """
    setup = load_encounter(name.split()[0])
    if name == OPEN:
        setup = without_map(setup)
    game = Game(setup, rules_of(setup), seat_minds(setup, (MINDS[name],)), SEED)
    play_batch(game, fights, max(5, fights // 20))
    best = 0.0
    rows: list[Row] = []
    collecting = gc.isenabled()
    gc.disable()
    for _ in range(repeats):
        began = time.process_time()
        rows = [game.play(number) for number in range(fights)]
        best = max(best, sum(row.turns for row in rows) / (time.process_time() - began))
    if collecting:
        gc.enable()
    checksum = f"{zlib.crc32(repr(rows).encode()):08x}"
    return {"turns_per_s": round(best), "checksum": checksum, "fights": fights}


def in_pure_build(name: str, fights: int) -> dict[str, object]:
    code = (
        "import json, sys; sys.path.insert(0, 'bench'); from run import speed; "
        f"print(json.dumps(speed({name!r}, {fights}, 2)))"
    )
    env = dict(os.environ, PYTHONPATH=str(HERE.parent / "src"))
    out = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=HERE.parent, check=True, capture_output=True
    )
    found: dict[str, object] = json.loads(out.stdout)
    return found


def crowded_table() -> Setup:
    """Twenty combatants on 40 x 40 squares with pillars."""
    yard = load_encounter("hall")
    side = 40
    solid = [0] * (side * side)
    for y in range(4, side, 6):
        for x in range(4, side, 6):
            solid[y * side + x] = 240
    flat = [0] * (side * side)
    grid = GridMap(side, side, Squares(flat, solid, [240] * (side * side), flat), [])
    placements = []
    by_side = [[p for p in yard.placements if p.side == number] for number in (0, 1)]
    for number in range(20):
        team = number % 2
        model = by_side[team][number // 2 % len(by_side[team])]
        x, y = 2 + 3 * (number // 2), 6 + 26 * team
        placements.append(Placement(f"unit-{number}", model.sheet, team, x, y, ""))
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    return Setup("table", "sovereign", grid, sides, placements)


def table_choices() -> dict[str, object]:
    """Engine time of one answered choice: the first ones on a fresh map, then warm."""
    setup = crowded_table()
    mind = make_mind("simple")
    times: list[float] = []
    first: list[float] = []
    for run in range(3):
        fight = Fight(setup, seed=run)
        for number in range(150):
            request = fight.request
            if request is None or fight.outcome is not None:
                break
            choice = mind(request)
            began = time.perf_counter()
            fight.push(choice)
            took = (time.perf_counter() - began) * 1000
            (first if run == 0 and number < 20 else times).append(took)
    return {
        "first_max_ms": round(max(first), 2),
        "warm_median_ms": round(statistics.median(times), 3),
        "warm_max_ms": round(max(times), 2),
        "seats": len(seat_names(setup)),
    }


def all_sight() -> dict[str, object]:
    grid = load_encounter("hall").grid
    began = time.perf_counter()
    for viewer in range(int(grid.cells)):
        for target in range(int(grid.cells)):
            cover(grid, viewer, target)
    return {"seconds": round(time.perf_counter() - began, 2), "places": int(grid.cells)}


def big_import() -> dict[str, object]:
    sys.path.insert(0, str(HERE.parent))
    from bench.bigmap import import_cave

    return import_cave()


def start_up() -> dict[str, object]:
    command = [str(Path(sys.executable).with_name("shieldwall")), "--help"]
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return {"seconds": round(min(times), 3)}


def memory(fights: int) -> dict[str, object]:
    """Peak memory after a tenth of the fights, and after all of them."""
    setup = load_encounter("yard")
    simulate(setup, fights // 10, SEED)
    early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    simulate(setup, fights - fights // 10, SEED)
    late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"fights": fights, "early_mb": early // 1024, "late_mb": late // 1024}


def from_the_shell(fights: int, workers: int) -> dict[str, object]:
    """The command as a user runs it, including start-up and sight, all processes together."""
    command = [sys.executable, "-m", "shieldwall", "sim", "hall", "--mind", "soldier", "--json"]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "-n", str(fights), "--workers", str(workers)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    data = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "seconds": round(time.perf_counter() - began, 1),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "largest_process_mb": used.ru_maxrss // 1024,
        "checksum": data["checksum"],
    }


def many_hands(fights: int) -> dict[str, object]:
    """Two workers against one. On a busy machine only CPU time can be compared."""
    alone = from_the_shell(fights, 1)
    two = from_the_shell(fights, 2)
    few = from_the_shell(fights // 10, 2)
    assert alone["checksum"] == two["checksum"], "the result depends on the number of workers"
    gain = 2 * float(str(alone["cpu_seconds"])) / float(str(two["cpu_seconds"]))
    return {
        "fights": fights,
        "one_s": alone["seconds"],
        "two_s": two["seconds"],
        "one_cpu_s": alone["cpu_seconds"],
        "two_cpu_s": two["cpu_seconds"],
        "speed_up_by_cpu": round(gain, 2),
        "worker_mb": two["largest_process_mb"],
        "worker_mb_after_a_tenth": few["largest_process_mb"],
        "checksum": two["checksum"],
    }


def odds_of_steps() -> dict[str, object]:
    """CPU time of exact odds: a plain attack, one answered by Total Defense and a Snap Attack."""
    from shieldwall.odds.attack_odds import step_odds
    from shieldwall.odds.attack_scene import stage
    from shieldwall.odds.combatants import read_question

    found: dict[str, object] = {}
    for name, text, answers in (
        ("plain_ms", "AB+3 1d8 shock 2/13 vs AC 13 hp 8", ()),
        (
            "answered_ms",
            "AB+3 1d8 shock 2/13 AC 13 hp 6 vs AB+3 1d8 AC 13 hp 8 disciplined",
            ("snap", "total-defense"),
        ),
    ):
        staged = stage(read_question(text, "sovereign").scene)
        given = [(1, answer) for answer in answers]
        best = 1e9
        for _ in range(REPEATS):
            began = time.process_time()
            step_odds(staged.state, staged.rules, staged.choice, given)
            best = min(best, time.process_time() - began)
        found[name] = round(best * 1000, 2)
    return found


SWORD = "AB+3 1d8 shock 2/13 AC 14 hp {}"


def solved_duel(first: str, second: str, hp: int) -> dict[str, object]:
    """CPU time of everything `shieldwall duel` computes, with the value as a checksum."""
    from shieldwall.cli.chances.duel_words import DuelReport
    from shieldwall.odds.combatants import combatant
    from shieldwall.odds.duels import Duel, duel_setup

    one, other = combatant(first.format(hp)), combatant(second.format(hp))
    began = time.process_time()
    duel = Duel(duel_setup(one, other, "sovereign"))
    report = DuelReport(duel, "first", "second")
    report.work_out(True)
    return {
        "cpu_s": round(time.process_time() - began, 2),
        "value": round(report.best().value, 10),
        "error": report.error(),
        "runs": duel.game.forest.runs,
        "positions": duel.values().positions(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer fights, for a first look")
    parser.add_argument(
        "--write", action="store_true", help="write the figures to bench/results.json"
    )
    parser.add_argument(
        "--scaling", action="store_true", help="only measure sizes, and write docs/scaling.md"
    )
    options = parser.parse_args()
    build = build_info()
    figures: dict[str, object] = {
        "build": build.kind,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    print(f"build: {build.kind} {build.reason}".rstrip(), flush=True)

    def measure(name: str, work: Callable[[], dict[str, object]]) -> dict[str, object]:
        print(f"{name:24}", end="", flush=True)
        found = work()
        figures[name] = found
        print("  ".join(f"{key} {value}" for key, value in found.items()), flush=True)
        return found

    if options.scaling:
        # It is beside this file, which is run as a script.
        measure("scaling", lambda: import_module("scaling").scaling(build.kind))
        return 0
    divisor = 5 if options.quick else 1
    measure("sight, all pairs", all_sight)
    differs = False
    for name in FIGHTS:
        fast = measure(name, partial(speed, name, FIGHTS[name] // divisor, REPEATS))
        slow = measure(f"{name}, pure build", partial(in_pure_build, name, PURE_FIGHTS[name]))
        same = speed(name, PURE_FIGHTS[name], 1)["checksum"] == slow["checksum"]
        ratio = float(str(fast["turns_per_s"])) / float(str(slow["turns_per_s"]))
        figures[f"{name}, ratio"] = round(ratio, 1)
        print(f"{'':24}ratio {ratio:.1f}, outcomes {'agree' if same else 'DIFFER'}", flush=True)
        differs = differs or not same
    # Peak memory never falls, so these run before anything that takes much memory.
    measure("shieldwall --help", start_up)
    measure("hall, from the shell", lambda: many_hands(2000 if options.quick else 10_000))
    measure("memory", lambda: memory(10_000 if options.quick else 100_000))
    measure("import of a cave", big_import)
    measure("choice at the table", table_choices)
    measure("odds of a step", odds_of_steps)
    for hp in (12,) if options.quick else (12, 30):
        measure(f"duel, {hp} HP each", partial(solved_duel, SWORD, SWORD, hp))
        measure(f"with luck, {hp} HP each", partial(solved_duel, "alda hp {}", "orc hp {}", hp))
    if RESULTS.exists() and not options.quick:
        known = json.loads(RESULTS.read_text())
        for name in FIGHTS:
            old, new = known.get(name, {}), figures[name]
            assert isinstance(new, dict)
            if old.get("fights") == new["fights"] and old.get("checksum") != new["checksum"]:
                print(f"{name}: outcomes differ from bench/results.json: the game has changed")
    if options.write:
        RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
